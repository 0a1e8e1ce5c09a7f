"""A game at the terminal: scripted players at every table, in both languages, to the end."""

from __future__ import annotations

import ast
import hashlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import records
from games.__main__ import main
from games.cards import NAMES, card
from games.catalogue import GAMES, find_game
from games.game import State
from games.moves import VERBS, Move
from games.opponent import simple_move
from games.scenarios import position
from games.series import Length
from games.terminal import answers, reasons, screen
from games.terminal.brief import KEYS, RULES_IN_BRIEF
from games.terminal.choices import choice_lines, choices_of
from games.terminal.deal import DealAtTable
from games.terminal.events import happened
from games.terminal.look import look_at
from games.terminal.match import Match, play_matches
from games.terminal.setting import WrongSetting, game_from
from games.terminal.talk import Talk
from games.terminal.words import TEXT
from tests.games.helpers import SECRET, dealt, fits, game_of

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "ru")
WIDTH = 80

# Every game, with every number of seats and every kind of sides.
TABLES = [
    (game.key, seats, sides)
    for game in GAMES
    for sides, counts in game.SIDES.items()
    for seats in counts
]


class Player:
    """Types at the prompts, and keeps all that was said. Chooses at random among the numbers."""

    def __init__(self, seed: int = 0, **habits: float) -> None:
        self.said: list[str] = []
        self.random = Random(seed)
        self.habits = habits
        self.prompts: list[str] = []

    def say(self, text: str) -> None:
        self.said += text.split("\n")

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        self.prompts.append(prompt)
        return self.answer(prompt)

    def answer(self, prompt: str) -> str:
        if "(y/n)" in prompt or "(д/н)" in prompt:
            return "n" if "(y/n)" in prompt else "н"
        if "deal" in prompt or "сдача" in prompt:
            return ""
        if "Enter" in prompt or "Ввод" in prompt:
            return self.random.choice(["", "3", "e" if "Enter" in prompt else "к"])
        for habit, chance in self.habits.items():
            if self.random.random() < chance:
                return {"undo": "u", "explain": "?", "help": "help", "wrong": "9x"}[habit]
        return str(self.random.choice(self.numbers()))

    def numbers(self) -> list[int]:
        """The numbers on the latest screen, below its title."""
        start = max(n for n, line in enumerate(self.said) if line.startswith("── "))
        return [int(found) for found in re.findall(r"\[(\d+)\]", "\n".join(self.said[start:]))]

    @property
    def text(self) -> str:
        return "\n".join(self.said)


class Typist(Player):
    """Types a list of answers; then the terminal is closed."""

    def __init__(self, *typed: str) -> None:
        super().__init__()
        self.typed = list(typed)

    def answer(self, prompt: str) -> str:
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)


def sit_down(
    player: Player, key: str, lang: str = "en", me: int = 0, **setup: Any
) -> tuple[Match, bool]:
    """One match of one deal with the secret of the tests; whether it was played to its end."""
    talk = Talk(look_at(game_of({"key": key, **setup}), me, lang), player.ask, player.say)
    match = Match(talk, length=Length("deals", 1), secret=SECRET)
    return match, match.play()


# Whole games


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


def english_words(text: str) -> list[str]:
    """Latin words in a Russian screen, but for what is typed at a shell and for hexadecimals."""
    allowed = r"python -m games \w+( \w+)?( --lang ru)?|replay|--secret|SHA-256|docs/shuffle\.md|QD"
    bare = re.sub(rf"{allowed}|\b[0-9a-f]{{64}}\b|9x", "", text)
    return re.findall(r"[A-Za-z]+", bare)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_options_of_every_game_can_be_played_at_the_terminal(key: str) -> None:
    for option in find_game(key).OPTIONS:
        for choice in option.choices:
            if choice == option.default or not fits(key, 3, option.name, choice):
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


# Taking back


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


# What is typed


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["podkidnoy", "passing", "british", "armenian"])
def test_whatever_is_typed_the_game_goes_on(key: str, lang: str) -> None:
    class Child(Player):
        """Types cards, verbs, numbers and commands in any order; sometimes what is possible."""

        def answer(self, prompt: str) -> str:
            if self.random.random() < 0.3:
                return super().answer(prompt)
            words = ["?", "u", "h", "t", "0", "3", "♥", "п", *VERBS, *NAMES, "дч", "10п"]
            words += [word for known in answers.VERB_WORDS.values() for word in known]
            return " ".join(self.random.choices(words, k=self.random.choice([1, 1, 2, 3])))

    for seed in range(6):
        player = Child(seed)
        options: dict[str, Any] = {}
        for option in find_game(key).OPTIONS:
            if option.choices and player.random.random() < 0.3 and option.name != "deck_size":
                options[option.name] = player.random.choice(option.choices)
        match, stayed = sit_down(player, key, lang, seed % 3, seats=3, **options)
        assert stayed
        assert max(map(len, player.said)) <= WIDTH
        records.verify_match(match.records())


def durak_position(**setup: Any) -> State:
    given = {
        "hands": [["7S", "8S", "9H", "JH", "QD"], ["8D", "8C", "9S", "TC", "KH"], ["AS", "9C"]],
        "stock": ["QH"],
        "trump": "H",
        "leader": 0,
        **setup,
    }
    return position({"game": "podkidnoy", "setup": given})


def read(state: State, typed: str, lang: str = "en") -> Move | answers.Command:
    assert state.to_act is not None
    look = look_at(state.game, state.to_act, lang)
    return answers.read_answer(typed, state, choices_of(look, state))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("7S", "7S"), ("7s", "7S"), ("7♠", "7S"), ("7П", "7S"), ("7п", "7S"),
        ("10h", "TH"), ("TH", "TH"), ("10♥️", "TH"), ("10ч", "TH"),
        ("ВЧ", "JH"), ("Д♦", "QD"), ("дб", "QD"), ("КТ", "KC"), ("кк", "KC"),
        ("Тт", "AC"), ("ТП", "AS"), ("as", "AS"), ("♠7", "7S"), ("h10", "TH"), ("т7", "7C"),
    ],
)  # fmt: skip
def test_cards_are_read_in_both_alphabets(typed: str, name: str) -> None:
    found = answers.read_card(typed)
    assert found is not None
    assert found == card(name)


@pytest.mark.parametrize("typed", ["", "S", "7", "17S", "7X", "1S", "11♠", "7SS"])
def test_what_is_no_card_is_not_read_as_one(typed: str) -> None:
    assert answers.read_card(typed) is None


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("1", "attack 7S"),
        ("7s", "attack 7S"),
        ("attack 7S", "attack 7S"),
        ("lead q♦", "attack QD"),
        ("ход ДБ", "attack QD"),
        ("хожу вч", "attack JH"),
    ],
)
def test_a_lead_is_read(typed: str, move: str) -> None:
    assert read(durak_position(), typed) == Move.parse(move)


def test_several_cards_are_led_by_their_numbers_or_names() -> None:
    state = durak_position(hands=[["7S", "7C", "7D", "KS"], ["8D", "9D", "TD", "JD"], ["AS"]])
    for typed in ("1 3", "7S 7D", "7s, 7d", "7п 7б", "attack 7D 7S"):
        assert read(state, typed) == Move.parse("attack 7S 7D")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("9S", "beat 8S 9S"),
        ("8S 9S", "beat 8S 9S"),
        ("9♠ 8♠", "beat 8S 9S"),
        ("8S/9S", "beat 8S 9S"),
        ("beat 8S 9S", "beat 8S 9S"),
        ("бью 8П КЧ", "beat 8S KH"),
        ("KH", "beat 8S KH"),
        ("0", "take"),
        ("take", "take"),
        ("беру", "take"),
        ("ВЗЯТЬ", "take"),
    ],
)
def test_a_defence_is_read(typed: str, move: str) -> None:
    state = durak_position()
    state.play("attack 8S")
    assert read(state, typed) == Move.parse(move)


def test_a_card_that_can_mean_two_moves_is_asked_about() -> None:
    state = durak_position(hands=[["7S", "7C"], ["8S", "KH"], ["AS"]])
    state.play("attack 7S 7C")
    with pytest.raises(answers.Unclear) as unclear:
        read(state, "KH")
    assert unclear.value.key == "which_one"
    assert "[2]" in str(unclear.value.facts["choices"])
    assert "[3]" in str(unclear.value.facts["choices"])


def british_position(**setup: Any) -> State:
    given = {
        "hands": [["AC", "7D", "JC"], ["JD", "QH"]],
        "stock": ["TH", "KD"],
        "pile": ["9C"],
        "turn": 0,
        **setup,
    }
    return position({"game": "british", "setup": given})


@pytest.mark.parametrize("typed", ["h", "H", "♥", "hearts", "черви", "ч", "declare H", "масть ч"])
def test_a_suit_is_named_by_its_letter_sign_or_word(typed: str) -> None:
    state = british_position()
    state.play("play AC")
    state.play("play JC")
    assert read(state, typed) == Move.parse("declare H")


def test_taking_and_drawing_may_be_said_alike() -> None:
    assert read(british_position(hands=[["7D"], ["QH"]]), "беру") == Move.parse("draw")


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "empty_answer"),
        ("   ", "empty_answer"),
        ("77", "no_such_number"),
        ("99999999999999999999", "no_such_number"),
        ("dance", "not_understood"),
        ("attack", "which_card"),
        ("attack 7X", "not_understood"),
        ("take 7S", "not_understood"),
        ("7S 7S", "one_at_a_time"),
        ("declare X", "not_understood"),
        ("play 7S 8S", "one_at_a_time"),
    ],
)
def test_what_cannot_be_read_is_said_to_be_so(typed: str, key: str) -> None:
    with pytest.raises(answers.Unclear) as unclear:
        read(durak_position(), typed)
    assert unclear.value.key == key
    for lang in LANGUAGES:
        assert TEXT[lang][key].format(**unclear.value.facts)


def test_every_command_is_read_in_both_languages() -> None:
    state = durak_position()
    for typed, name in (
        ("?", "explain"), ("h", "help"), ("помощь", "help"), ("u", "undo"), ("Отмена", "undo"),
        ("q", "quit"), ("в", "quit"), ("выход", "quit"), ("t", "table"), ("с", "table"),
    ):  # fmt: skip
        assert read(state, typed) == answers.Command(name)


# Why and why not


@pytest.mark.parametrize(
    ("moves", "typed", "english", "russian"),
    [
        ([], "AS", "You do not hold A♠.", "У вас нет карты Т♠."),
        ([], "7S 8S", "must be of one rank", "одного достоинства"),
        ([], "pass", "You lead: a card must be laid.", "Ваш ход: надо положить карту."),
        ([], "take", "you may lead", "можно: ходить"),
        (["attack 8S"], "8D", "8♦ does not beat 8♠", "8♦ не бьёт 8♠"),
        (["attack 8S"], "8D", "higher card of spades or a trump", "масти пики или козырь"),
        (["attack 8S"], "7S", "You do not hold 7♠.", "У вас нет карты 7♠."),
        (["attack 8S"], "JH 9S", "J♥ does not lie unbeaten", "Небитой карты В♥ на столе нет."),
        (["attack 8S", "beat 8S 9S"], "JH", "rank of J♥", "что В♥"),
        (["attack 8S"], "transfer 8D", "cannot be passed on", "атаку не переводят"),
        ([], "swap", "is not swapped in this game", "в этой игре не меняют"),
    ],
)
def test_a_move_that_may_not_be_played_is_refused_with_the_reason(
    moves: list[str], typed: str, english: str, russian: str
) -> None:
    for lang, expected in (("en", english), ("ru", russian)):
        state = durak_position()
        for move in moves:
            state.play(move)
        before = state.copy()
        assert expected in refused(state, typed, lang)
        assert state == before


def choose(state: State, player: Player, lang: str) -> None:
    """Ask for the move of the seat to act until the terminal is closed."""
    assert state.to_act is not None
    talk = Talk(look_at(state.game, state.to_act, lang), player.ask, player.say)
    with pytest.raises(EOFError):
        DealAtTable(talk, state.copy).choose(state)


def refused(state: State, typed: str, lang: str) -> str:
    """What is said when this is typed in this position."""
    player = Typist(typed)
    assert state.to_act is not None
    choose(state, player, lang)
    first, second = (n for n, line in enumerate(player.said) if line in player.prompts)
    return " ".join(player.said[first + 1 : second])


@pytest.mark.parametrize(
    ("typed", "english", "russian"),
    [
        ("7D", "7♦ does not fit: it takes ♣ clubs or the rank of 9♣", "нужна масть ♣ трефы"),
        ("draw", "You hold a card that fits", "У вас есть подходящая карта"),
        ("declare S", "you may lay a card", "можно: положить карту"),
        ("take", "no such move in this game", "Такого хода в этой игре нет"),
    ],
)
def test_british_reasons(typed: str, english: str, russian: str) -> None:
    assert english in refused(british_position(), typed, "en")
    assert russian in refused(british_position(), typed, "ru")


def test_a_suit_that_must_be_named_comes_first() -> None:
    state = british_position()
    state.play("play AC")
    state.play("play JC")
    assert "name a suit" in refused(state, "7D", "en")


def test_the_suit_led_must_be_followed() -> None:
    setup = {
        "hands": [["QH", "7C"], ["6H", "7S"]],
        "open": [["AS", "JD"], ["KH", "9C"]],
        "down": [["9S", "TS"], ["QS", "TD"]],
        "leader": 0,
    }
    state = position({"game": "armenian", "setup": setup})
    assert "neither in your hand nor open" in refused(state, "KH", "en")
    state.play("play QH")
    assert "You have hearts" in refused(state, "7S", "en")
    assert "червы" in refused(state, "7S", "ru")


def test_passing_has_its_reasons() -> None:
    setup = {
        "hands": [["7S", "9D"], ["7D", "8C", "KS"], ["AS"]],
        "stock": ["QH"],
        "trump": "H",
        "leader": 0,
    }
    state = position({"game": "passing", "setup": setup})
    state.play("attack 7S")
    assert "holds too few cards" in refused(state, "7D", "en")
    assert "слишком мало карт" in refused(state, "7D", "ru")
    assert "its own rank only" in refused(state, "transfer 8C", "en")


def codes_of_the_rules() -> set[str]:
    """Every code in the sources of the library: words of capitals that are no table of suits."""
    found: set[str] = set()
    for path in (ROOT / "games").rglob("*.py"):
        if "terminal" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {text for text in codes_in(tree) if re.fullmatch(r"[A-Z]+(_[A-Z]+)*", text)}
    return found


def codes_in(tree: ast.AST) -> Iterator[str]:
    """First items of pairs with a sentence, and first arguments of errors."""
    for node in ast.walk(tree):
        first: ast.expr | None = None
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first = node.elts[0]
        elif isinstance(node, ast.Call) and node.args:
            named = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if named in ("IllegalMove", "__init__"):
                first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def test_every_code_of_the_rules_has_a_reason_in_both_languages() -> None:
    found = codes_of_the_rules()
    assert {"CANNOT_BEAT", "MUST_FOLLOW_SUIT", "GAME_OVER", "OPTION", "RECORD"} <= found
    for lang in LANGUAGES:
        assert found <= set(reasons.REASONS[lang])
    assert set(reasons.REASONS["en"]) == set(reasons.REASONS["ru"])


def test_both_languages_say_the_same_things() -> None:
    assert set(TEXT["en"]) == set(TEXT["ru"])
    for key, english in TEXT["en"].items():
        fields = re.compile(r"{(\w+)}")
        assert set(fields.findall(english)) == set(fields.findall(TEXT["ru"][key])), key
    assert set(KEYS) == set(LANGUAGES)
    for brief in RULES_IN_BRIEF.values():
        assert set(brief) == set(LANGUAGES)


@pytest.mark.parametrize("key", [game.key for game in GAMES if game.key != "drunkard"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_move_is_explained(key: str, lang: str) -> None:
    rng = Random(7)
    for number in range(6):
        state = dealt(game_of({"key": key, "seats": 3}), number)
        while state.to_act is not None:
            look = look_at(state.game, state.to_act, lang)
            for choice in choices_of(look, state):
                said = reasons.why(look, state, choice.move)
                assert said
                assert "{" not in said
            moves = state.legal_moves
            state.play(moves[rng.randrange(len(moves))])


def test_moves_with_one_ground_are_explained_together() -> None:
    state = durak_position()
    state.play("attack 8S")
    player = Typist("?")
    choose(state, player, "en")
    assert player.said[player.said.index("You may:") + 1 :][:4] == [
        "  beat 8♠ with [1] 9♠: it is higher in the suit of 8♠.",
        "  beat 8♠ with [2] K♥: it is a trump, 8♠ is not.",
        "  [0] take: always allowed: the table goes to your hand.",
        "Not now: 8♦ 8♣ 10♣. Type one to hear why.",
    ]


def test_an_explanation_names_the_ground() -> None:
    state = durak_position()
    state.play("attack 8S")
    look = look_at(state.game, 1, "en")
    said = {str(move): reasons.why(look, state, move) for move in state.legal_moves}
    assert said["beat 8S 9S"] == "it is higher in the suit of 8♠"
    assert said["beat 8S KH"] == "it is a trump, 8♠ is not"
    assert reasons.not_playable(look, state) == "8♦ 8♣ 10♣"


# The screen


def test_the_hand_is_sorted_by_suits_with_trumps_last() -> None:
    state = durak_position(hands=[["6H", "AS", "7S", "TD", "9C"], ["8D", "8C"], ["9S"]])
    look = look_at(state.game, 0, "en")
    data = state.view(0).to_json()
    assert screen.hand_lines(look, data) == ["Your hand: 7♠ A♠   10♦   9♣   6♥"]
    assert screen.hand_lines(look_at(state.game, 0, "ru"), data) == [
        "Ваши карты: 7♠ Т♠   10♦   9♣   6♥"
    ]


def test_attack_cards_stand_over_what_beat_them() -> None:
    state = durak_position(hands=[["8S", "8C", "KS"], ["9S", "TD", "QD"], ["AS", "AD"]])
    state.play("attack 8S 8C")
    state.play("beat 8S 9S")
    look = look_at(state.game, 1, "en")
    lines = screen.table_lines(look, state.view(1).to_json())
    assert lines[1:] == [
        "Trump: ♥ hearts (Q♥ lies under the stock)   Stock: 1   Beaten: 27",
        "   Anna   2 cards",
        "   Boris  1 card    leads",
        " → You    2 cards   defend",
        "Attack:    8♠   8♣",
        "Beaten by: 9♠   ·   (room for 1 more)",
    ]


def test_the_top_card_and_what_must_follow_are_shown() -> None:
    state = british_position()
    look = look_at(state.game, 0, "en")
    lines = screen.table_lines(look, state.view(0).to_json())
    assert lines[1] == "Top card: 9♣   Follow: ♣ clubs or a 9   Stock: 2   Pile: 1"


def test_both_rows_and_the_tricks_are_shown() -> None:
    setup = {
        "hands": [["QH", "7C"], ["6H", "7S"]],
        "open": [["AS", None], ["KH", "9C"]],
        "down": [["9S", None], ["QS", "TD"]],
        "leader": 0,
        "tricks": [3, 2],
    }
    state = position({"game": "armenian", "setup": setup})
    look = look_at(state.game, 0, "en")
    lines = screen.table_lines(look, state.view(0).to_json())
    assert lines[1:] == [
        "   Anna  2 cards   tricks: 2   row: K♥*  9♣*",
        " → You   2 cards   tricks: 3   row: A♠*  ·",
        "   (* on a covered card)",
        "Trick: You lead",
    ]


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_no_screen_tells_what_its_seat_may_not_know(key: str, seats: int, sides: str) -> None:
    """Drawn for a seat, a state and what that seat may imagine in its place are the same."""
    rng = Random(seats)
    state = dealt(game_of({"key": key, "seats": seats, "sides": sides}))
    for _ in range(25):
        if state.to_act is None:
            break
        me = state.to_act
        look = look_at(state.game, me, "en")
        imagined = state.game.determinize(state.view(me), rng)
        drawn = [
            screen.table_lines(look, one.view(me).to_json())
            + choice_lines(look, choices_of(look, one), len(one.legal_moves))
            for one in (state, imagined)
        ]
        assert drawn[0] == drawn[1]
        assert simple_move(state) == simple_move(imagined)
        moves = state.legal_moves
        state.play(moves[rng.randrange(len(moves))])


def test_long_hands_and_lists_are_broken_at_eighty_columns() -> None:
    hand = [rank + suit for rank in "6789TJQK" for suit in "SCD"]
    state = durak_position(hands=[hand, ["AS", "AC", "AD", "AH", "KH", "6H"], ["7H"]])
    look = look_at(state.game, 0, "en")
    choices = choices_of(look, state)
    lines = screen.hand_lines(look, state.view(0).to_json())
    lines += choice_lines(look, choices, len(state.legal_moves))
    assert max(map(len, lines)) <= WIDTH
    assert len(choices) == len(hand)
    assert "several at once" in lines[-1]
    assert read(state, "1 9") == Move.parse("attack 6S 6D")


def test_hands_are_laid_open_and_counted_when_the_deal_is_over() -> None:
    state = british_position(hands=[["JC"], ["JD", "AH", "7S"]])
    state.play("play JC")
    look = look_at(state.game, 0, "en")
    assert screen.left_lines(look, state) == ["Left in hand: Anna 7♠ J♦ A♥ = 28"]


# What is told


def told(state: State, me: int, lang: str, *moves: str) -> list[str]:
    """What seat *me* is told of the last of these moves."""
    look = look_at(state.game, me, lang)
    for move in moves:
        before = state.view(me).to_json()
        state.play(move)
    return happened(look, before, state)


def test_a_bout_beaten_off_is_told_with_who_drew_what() -> None:
    setup = {"hands": [["7S", "QD"], ["8S", "KC"]], "stock": ["9C", "TC", "AH"], "trump": "H"}
    moves = ["attack 7S", "beat 7S 8S", "pass"]
    assert told(durak_position(**setup), 0, "en", *moves) == [
        "You pass.",
        "The bout is over: beaten off. 2 cards out of play.",
        "Drawn from the stock: You 3.",
        "You drew: 9♣ 10♣ A♥.",
        "The stock is empty: who has no cards left is out.",
    ]
    heard = told(durak_position(**setup), 1, "ru", *moves)
    assert heard == [
        "Анна: пас.",
        "Заход окончен: бито. Вышло из игры: 2 карты.",
        "Из колоды взято карт: Анна 3.",
        "Колода кончилась: теперь, кто без карт, тот вышел.",
    ]


def test_a_bout_taken_is_told_and_who_is_out() -> None:
    setup = {"hands": [["7S"], ["8D", "KC"], ["AC"]], "stock": [], "trump": "H"}
    assert told(durak_position(**setup), 1, "en", "attack 7S", "take", "pass") == [
        "Anna passes.",
        "The bout is over: you take 1 card.",
        "Boris is out.",
    ]


def test_a_six_is_told_with_the_cards_it_cost_oneself() -> None:
    setup = {"hands": [["6C", "7D"], ["JD", "QH"]], "stock": ["TH", "KD", "8S"]}
    mine = told(british_position(**setup), 1, "en", "play 6C")
    assert mine == ["Anna plays 6♣.", "You draw 2 cards for the six and miss a turn: K♦ 10♥."]
    others = told(british_position(**setup), 0, "ru", "play 6C")
    assert others == ["Вы кладёте 6♣.", "Анна берёт за шестёрку 2 карты и пропускает ход."]


def test_a_card_drawn_is_told_to_oneself_alone() -> None:
    setup = {"hands": [["7D"], ["JD", "QH"]], "stock": ["TH", "KD"]}
    assert told(british_position(**setup), 0, "en", "draw") == [
        "You draw a card.",
        "It is 10♥: it does not fit, and you keep it.",
    ]
    assert told(british_position(**setup), 1, "en", "draw") == ["Anna draws a card."]
    fits = {**setup, "stock": ["TC", "KD"]}
    assert told(british_position(**fits), 0, "ru", "draw")[1] == "Это 10♣: подходит."


def test_a_trick_is_told_with_what_is_turned_up() -> None:
    setup = {
        "hands": [["QH", "7C"], ["6H", "7S"]],
        "open": [["AS", "JD"], ["KH", "9C"]],
        "down": [["9S", "TS"], ["QS", "TD"]],
        "leader": 0,
    }
    state = position({"game": "armenian", "setup": setup})
    assert told(state, 0, "en", "play QH", "play KH") == [
        "Anna plays K♥.",
        "Anna takes the trick.",
        "Turned up: Anna Q♠.",
    ]


def test_a_trick_of_drunkard_is_one_line_with_its_dispute() -> None:
    setup = {"stacks": [["JS", "6C", "8C"], ["JH", "QD", "7C"]], "leader": 0}
    state = position({"game": "drunkard", "setup": setup})
    assert told(state, 0, "en", "lay", "lay", "lay") == [
        "Trick 1. You J♠, Anna J♥ — equal! Anna Q♦: Anna takes 3. You 2, Anna 4"
    ]


# The opponents


@pytest.mark.parametrize(
    ("key", "seats", "sides"),
    [
        ("podkidnoy", 2, "single"),
        ("podkidnoy", 4, "single"),
        ("podkidnoy", 4, "pairs"),
        ("podkidnoy", 6, "threes"),
        ("passing", 3, "single"),
        ("british", 3, "single"),
        ("armenian", 2, "single"),
        ("armenian", 3, "single"),
    ],
)
def test_the_simple_opponent_is_better_than_chance(key: str, seats: int, sides: str) -> None:
    game = game_of({"key": key, "seats": seats, "sides": sides})
    rng = Random(3)
    points = [0] * seats
    for number in range(40):
        state = dealt(game, number)
        while state.to_act is not None:
            if game.side_of(state.to_act) == 0:
                state.play(simple_move(state))
            else:
                moves = state.legal_moves
                state.play(moves[rng.randrange(len(moves))])
        assert state.outcome is not None
        points = [had + won for had, won in zip(points, state.outcome.points, strict=True)]
    others = [points[seat] for seat in range(seats) if game.side_of(seat) != 0]
    assert points[0] > sum(others) / len(others)


def test_opponents_never_throw_in_against_their_partner() -> None:
    for sides, seats in (("pairs", 4), ("threes", 6)):
        game = game_of({"key": "podkidnoy", "seats": seats, "sides": sides})
        for number in range(10):
            state: Any = dealt(game, number)
            while state.to_act is not None:
                move, defender = simple_move(state), state.defender
                if move.verb in ("attack", "throw"):
                    assert game.side_of(state.to_act) != game.side_of(defender)
                state.play(move)


# The command


def typed_into(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str], *call: str) -> int:
    monkeypatch.setattr("builtins.input", answer)
    return main(["play", *call])


def closed(prompt: str) -> str:
    raise EOFError


@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_leaving_is_polite_and_shows_the_secret(
    leaving: type[BaseException],
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def leave(prompt: str) -> str:
        raise leaving

    call = ["podkidnoy", "--secret", SECRET.hex(), "--lang", lang]
    assert typed_into(monkeypatch, leave, *call) == 0
    said = capsys.readouterr()
    assert TEXT[lang]["unfinished"] in said.out
    assert SECRET.hex() in said.out
    assert said.out.splitlines()[-1] == TEXT[lang]["bye"]
    assert said.err == ""


@pytest.mark.parametrize(
    ("call", "english", "russian"),
    [
        (["--option", "first_bout_max=9"], "allowed: 5, 6", "можно: 5, 6"),
        (["--option", "max_bouts=0"], "allowed: 1–100000", "можно: 1–100000"),
        (["--option", "colour=red"], "no option colour", "нет правила colour"),
        (["--option", "colour"], "name=value", "имя=значение"),
        (["--seats", "6", "--option", "deck_size=32"], "does not go with", "не сочетается"),
        (
            ["--option", "deck_size=32", "--option", "trump_six_swap=on"],
            "does not go",
            "сочетается",
        ),
        (["--seats", "9"], "allowed: 2–6", "можно: 2–6"),
        (["--seats", "3", "--sides", "pairs"], "allowed: single", "можно: single"),
        (["--me", "2"], "from 0 to 1", "от 0 до 1"),
        (["--deals", "0"], "1 to 1000", "от 1 до 1000"),
        (["--record", "pyproject.toml"], "exists already", "уже есть"),
        (["--record", "no-such-folder/r.jsonl"], "no folder", "папки"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_the_remedy(
    call: list[str],
    english: str,
    russian: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    for lang, expected in (("en", english), ("ru", russian)):
        assert typed_into(monkeypatch, closed, "podkidnoy", "--lang", lang, *call) == 1
        said = capsys.readouterr().err
        assert expected in said
        assert said.count("\n") == 1


def test_options_are_chosen_by_name_and_value() -> None:
    options = ["first_bout_max=5", "multi_lead=no", "throwers=Neighbours"]
    game = game_from("podkidnoy", None, "pairs", options, "en")
    assert (game.seats, game.sides) == (4, "pairs")
    assert game.options["first_bout_max"] == 5
    assert game.options["multi_lead"] is False
    assert game.options["throwers"] == "neighbours"
    assert game_from("british", 3, None, ["target=21"], "ru").options["target"] == 21
    with pytest.raises(WrongSetting, match="whist"):
        game_from("whist", None, None, [], "ru")


def run(*call: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "games", "play", *call],
        cwd=ROOT,
        env={**os.environ, **env},
        input=typed.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_without_suit_signs_letters_stand_for_them() -> None:
    done = run("podkidnoy", "--secret", SECRET.hex(), typed="q\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert re.search(rb"Trump: [SCDH] (spades|clubs|diamonds|hearts)", done.stdout)
    assert b"? " not in done.stdout.replace(b"(? moves", b"")


def test_russian_letters_without_suit_signs() -> None:
    call = ["british", "--secret", SECRET.hex(), "--lang", "ru"]
    done = run(*call, typed="1\n1\n", PYTHONIOENCODING="cp1251:strict")
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode("cp1251")
    assert re.search(r"Ваши карты: .*(?:10|[6-9ВДКТ])[птбч]", said)
    assert english_words(said) == []


def test_a_terminal_without_the_letters_is_told_so() -> None:
    done = run("podkidnoy", "--lang", "ru", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"PYTHONIOENCODING=utf-8" in done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1251"])
def test_broken_letters_and_control_codes_do_not_end_the_game(encoding: str) -> None:
    typed = b"\xd0\xd0\n\xff\xfe\n\x1b[A\n" + "жук\n".encode() + b"x" * 300 + b"\nq\n"
    done = subprocess.run(
        [sys.executable, "-m", "games", "play", "armenian", "--secret", SECRET.hex()],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        input=typed,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"I do not understand") == 5
    assert b"\x1b" not in done.stdout
    assert done.stdout.rstrip().endswith(b"Good-bye.")


class Screen:
    """A real terminal of 80 columns with the real command in it."""

    def __init__(self, *call: str, **env: str) -> None:
        self.end, inner = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "games", "play", *call],
            cwd=ROOT,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={
                **os.environ,
                "TERM": "xterm",
                "COLUMNS": "80",
                "PYTHONIOENCODING": "utf-8",
                **env,
            },
            start_new_session=True,
        )
        os.close(inner)
        self.text = ""

    def wait_for(self, words: str, seconds: float = 30) -> None:
        """Read until *words* have been shown since the last time."""
        since = len(self.text)
        until = time.monotonic() + seconds
        raw = b""
        while words not in self.text[since:] and time.monotonic() < until:
            if not select.select([self.end], [], [], 0.2)[0]:
                continue
            try:
                raw += os.read(self.end, 65536)
            except OSError:
                break
            self.text = self.text[:since] + raw.decode("utf-8", "ignore")
        assert words in self.text[since:], self.text

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)


@pytest.mark.parametrize(("lang", "prompt"), [("en", "Your move"), ("ru", "Ваш ход")])
def test_the_command_in_a_real_terminal(lang: str, prompt: str) -> None:
    with Screen("armenian", "--secret", SECRET.hex(), "--lang", lang, NO_COLOR="") as shown:
        shown.wait_for(prompt)
        shown.type("?\n")
        shown.wait_for(prompt)
        shown.type("1\n")
        shown.wait_for(prompt)
        shown.type("u\n")
        shown.wait_for(prompt)
        shown.type("\x04")
        shown.wait_for(TEXT[lang]["bye"])
        assert shown.process.wait(timeout=30) == 0
    assert TEXT[lang]["undone"] in shown.text
    assert "\x1b[31m" in shown.text
    plain = re.sub(r"\x1b\[\d*m", "", shown.text)
    assert "\x1b" not in plain
    # What is typed stands behind the prompt.
    assert max(len(line) for line in plain.split("\r\n") if prompt not in line) <= WIDTH


def test_no_colours_where_none_are_wanted() -> None:
    with Screen("podkidnoy", "--secret", SECRET.hex(), NO_COLOR="1") as shown:
        shown.wait_for("Your move")
        # A signal between the prompt and the reading is noticed only after the reading.
        time.sleep(0.5)
        shown.process.send_signal(signal.SIGINT)
        shown.wait_for(TEXT["en"]["bye"])
        assert shown.process.wait(timeout=30) == 0
    assert "\x1b" not in shown.text
    assert "Traceback" not in shown.text
    done = run("podkidnoy", typed="q\n", TERM="xterm", NO_COLOR="")
    assert b"\x1b" not in done.stdout
