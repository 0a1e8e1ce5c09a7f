"""A game at the terminal: scripted players at every table, in both languages, to the end."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games import records
from games.__main__ import main
from games.catalogue import GAMES, find_game
from games.terminal.match import play_matches
from games.terminal.setting import chosen_options
from games.terminal.words import TEXT
from tests.games.at_terminal import (
    LANGUAGES,
    TABLES,
    WIDTH,
    Player,
    Typist,
    english_words,
    sit_down,
)
from tests.games.helpers import SECRET, fits


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_a_deal_is_played_to_its_end_at_every_table(
    key: str, seats: int, sides: str, lang: str
) -> None:
    """From a seat that differs from table to table, with questions, mistakes and takebacks."""
    player = Player(seats, undo=0.1, explain=0.1, help=0.05, wrong=0.05)
    me = (seats + len(key)) % seats
    match, stayed = sit_down(player, key, lang, me, seats=seats, sides=sides)
    assert stayed
    assert max(map(len, player.said)) <= WIDTH
    assert not re.search(r"[{}]|None|True|False", player.text)
    assert SECRET.hex() in player.text
    assert hashlib.sha256(SECRET).hexdigest() in "\n".join(player.said[:8])
    if lang == "ru":
        assert english_words(player.text) == []
    records.verify_match(match.records())


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_at_a_usual_table_no_option_is_told(key: str, seats: int, sides: str) -> None:
    game = find_game(key)(seats=seats, sides=sides)
    assert chosen_options(game, "en") == []


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_options_of_every_game_can_be_played_at_the_terminal(key: str) -> None:
    for option in find_game(key).OPTIONS:
        for choice in option.choices:
            if choice == option.default_at(3) or not fits(key, 3, option.name, choice):
                continue
            player = Player(1, explain=0.2)
            setup: dict[str, Any] = {"seats": 3, option.name: choice}
            match, stayed = sit_down(player, key, "ru", 1, **setup)
            assert stayed
            assert option.label["ru"] in player.text.replace("\n  ", " ")
            assert english_words(player.text) == []
            records.verify_match(match.records())


def test_one_who_only_types_cards_and_words_comes_to_the_end() -> None:
    class Scribe(Player):
        """Types the label of a choice, or its title and label, instead of its number."""

        def answer(self, prompt: str) -> str:
            if "move" not in prompt:
                return super().answer(prompt)
            start = max(n for n, line in enumerate(self.said) if line.startswith("── "))
            found = re.findall(
                r"\[\d+\] (\S+(?: \S+)*?)(?=   |$)", "\n".join(self.said[start:]), re.M
            )
            return str(self.random.choice(found))

    for key in ("podkidnoy", "armenian"):
        _, stayed = sit_down(Scribe(3), key, seats=3)
        assert stayed


def test_a_match_keeps_its_score_and_verifies(tmp_path: Path) -> None:
    player = Player(5)
    path = tmp_path / "match.jsonl"
    game = find_game("podkidnoy")(seats=3)
    play_matches(game, 1, "en", player.ask, player.say, deals=4, secret=SECRET, path=path)
    found = records.loads(path.read_text(encoding="utf-8"))
    records.verify_match(found, SECRET)
    assert [record.deal for record in found] == [0, 1, 2, 3]
    assert found[0].sitting == ("Boris", "Player", "Anna")
    totals = [sum(record.outcome.points[seat] for record in found) for seat in range(3)]
    sheet = player.said[-12:]
    for name, total in zip(("Boris", "You", "Anna"), totals, strict=True):
        assert any(re.search(rf"{name} .* {total}$", line) for line in sheet)
    assert any("The match is over" in line for line in sheet)
    assert main(["verify", str(path)]) == 0


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"

    class Neighbour(Player):
        def answer(self, prompt: str) -> str:
            path.write_text("mine", encoding="utf-8")
            return super().answer(prompt)

    player = Neighbour(5)
    game = find_game("armenian")()
    play_matches(game, 0, "en", player.ask, player.say, deals=1, path=path)
    assert path.read_text(encoding="utf-8") == "mine"
    assert "The record could not be written" in player.text


def test_deals_go_on_as_long_as_one_likes_and_the_fool_deals(tmp_path: Path) -> None:
    class Keen(Player):
        def answer(self, prompt: str) -> str:
            if "Another deal" in prompt:
                return "y" if len(self.prompts_of("Another deal")) < 3 else "n"
            return super().answer(prompt)

        def prompts_of(self, words: str) -> list[str]:
            return [prompt for prompt in self.prompts if words in prompt]

    player = Keen(2)
    path = tmp_path / "evening.jsonl"
    play_matches(find_game("podkidnoy")(), 0, "en", player.ask, player.say, path=path)
    found = records.loads(path.read_text(encoding="utf-8"))
    records.verify_match(found)
    assert len(found) == 3
    for before, after in pairwise(found):
        if before.outcome.losers:
            assert after.dealer == before.outcome.losers[0]
    assert player.text.count("The secret of the shuffle") == 1


def test_another_match_has_another_secret_and_another_file(tmp_path: Path) -> None:
    class Keen(Player):
        def answer(self, prompt: str) -> str:
            if "Another match" in prompt:
                return "y" if self.text.count("Another match") < 2 else "n"
            return super().answer(prompt)

    player = Keen(2)
    path = tmp_path / "m.jsonl"
    game = find_game("british")(seats=2)
    play_matches(game, 0, "en", player.ask, player.say, deals=1, secret=SECRET, path=path)
    first, second = (
        records.loads((tmp_path / name).read_text(encoding="utf-8"))
        for name in ("m.jsonl", "m-2.jsonl")
    )
    assert first[0].secret == SECRET.hex()
    assert second[0].secret not in (None, SECRET.hex())
    for found in (first, second):
        records.verify_match(found)


@pytest.mark.parametrize("key", ["podkidnoy", "passing", "british", "armenian"])
def test_a_choice_taken_back_leads_to_the_very_same_screen(key: str) -> None:
    """Back at one's own last decision the same cards are held, by everybody."""

    class Repenting(Player):
        """Chooses, takes back, and chooses the same again: nothing may have changed."""

        step = 0
        chosen = ""

        def answer(self, prompt: str) -> str:
            if "move" not in prompt:
                return super().answer(prompt)
            self.step += 1
            if self.step % 3 == 2:
                self.before = self.last_screen(2)
                return "u"
            if self.step % 3 == 0:
                assert self.last_screen(1) == self.before
                return self.chosen
            self.chosen = str(self.random.choice(self.numbers()))
            return self.chosen

        def last_screen(self, back: int) -> list[str]:
            starts = [n for n, line in enumerate(self.said) if line.startswith("── ")]
            prompts = [n for n, line in enumerate(self.said) if line.startswith("Your move")]
            start = starts[-back]
            return self.said[start : min(n for n in prompts if n > start)]

    player = Repenting(4)
    match, stayed = sit_down(player, key, seats=3)
    assert stayed
    taken_back = player.said.count("Taken back.")
    assert taken_back >= 2
    assert f"Moves taken back: {taken_back}." in player.said
    records.verify_match(match.records())


def test_taking_back_twice_goes_back_two_decisions_and_no_further_than_the_deal() -> None:
    player = Typist("1", "1", "u", "u", "u", "q")
    sit_down(player, "armenian")
    titles = [line for line in player.said if line.startswith("── ")]
    assert titles[-1] == titles[-2] == titles[0]
    assert TEXT["en"]["nothing_to_undo"] in player.said
