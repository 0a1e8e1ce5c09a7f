"""What the tests of the terminal share: players who type, positions, what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.catalogue import GAMES
from games.game import State
from games.moves import Move
from games.scenarios import position
from games.series import Length
from games.terminal import answers
from games.terminal.choices import choices_of
from games.terminal.deal import DealAtTable
from games.terminal.look import look_at
from games.terminal.match import MatchAtTable
from games.terminal.talk import Talk
from tests.games.helpers import SECRET, game_of

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
) -> tuple[MatchAtTable, bool]:
    """One match of one deal with the secret of the tests; whether it was played to its end."""
    talk = Talk(look_at(game_of({"key": key, **setup}), me, lang), player.ask, player.say)
    match = MatchAtTable(talk, length=Length("deals", 1), secret=SECRET)
    return match, match.play()


def english_words(text: str) -> list[str]:
    """Latin words in a Russian screen, but for what is typed at a shell and for hexadecimals."""
    allowed = r"python -m games \w+( \w+)?( --lang ru)?|replay|--secret|SHA-256|docs/shuffle\.md|QD"
    bare = re.sub(rf"{allowed}|\b[0-9a-f]{{64}}\b|9x", "", text)
    return re.findall(r"[A-Za-z]+", bare)


def durak_position(**setup: Any) -> State:
    given = {
        "hands": [["7S", "8S", "9H", "JH", "QD"], ["8D", "8C", "9S", "TC", "KH"], ["AS", "9C"]],
        "stock": ["QH"],
        "trump": "H",
        "leader": 0,
        **setup,
    }
    return position({"game": "podkidnoy", "setup": given})


def british_position(**setup: Any) -> State:
    given = {
        "hands": [["AC", "7D", "JC"], ["JD", "QH"]],
        "stock": ["TH", "KD"],
        "pile": ["9C"],
        "turn": 0,
        **setup,
    }
    return position({"game": "british", "setup": given})


def read(state: State, typed: str, lang: str = "en") -> Move | answers.Command:
    assert state.to_act is not None
    look = look_at(state.game, state.to_act, lang)
    return answers.read_answer(typed, state, choices_of(look, state))


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
