"""What can go wrong at a card table, told apart by what the reader does next.

GameError                 anything below; always carries a code
├── UnknownGame           no such game: choose another
├── OptionError           a game cannot be set up like this: change the option
├── InvalidCard           a card cannot be read: mend the text
├── InvalidMove           a move cannot be read: mend the text
├── IllegalMove           a move cannot be played here: choose another; carries the position
├── SetupError            cards, seats or a view that do not fit together
│   └── ToldError         a deal told by hand that cannot have ended so; says which part of it
├── SeriesError           a match cannot go on like this
└── RecordError           a record is broken or has been tampered with: do not trust it
    └── DealError         that of one deal among several; says which
"""

from __future__ import annotations

_SHOWN = 200


def shown(value: object) -> str:
    """
    What was given, for a message: as Python writes it, and cut off where it is long.

    A stranger's value may be too deep or too large to be written at all; then its type is named.
    """
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return f"<{type(value).__name__}>"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


class GameError(Exception):
    """Anything this library refuses; `code` is a stable word, the message is for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class UnknownGame(GameError):
    """There is no game of this name in the catalogue."""

    def __init__(self, key: str, allowed: list[str]) -> None:
        super().__init__(
            "UNKNOWN_GAME", f"unknown game {shown(key)}; there is: {', '.join(allowed)}"
        )


class OptionError(GameError):
    """A game does not have this option, or not with this value."""

    def __init__(self, option: str, value: object, allowed: str) -> None:
        name = option if isinstance(option, str) and option.isidentifier() else shown(option)
        message = f"{name[:_SHOWN]}={shown(value)} is not possible; allowed: {allowed}"
        super().__init__("OPTION", message)
        self.option = option
        self.value = value
        self.allowed = allowed


class InvalidCard(GameError):
    """A text that is no card."""

    def __init__(self, text: object) -> None:
        message = f"{shown(text)} is no card; a card is rank and suit, as in 7S"
        super().__init__("UNKNOWN_CARD", message)


class InvalidMove(GameError):
    """A move that cannot be read, or that this game does not know."""

    def __init__(self, move: object, reason: str) -> None:
        super().__init__("UNKNOWN_MOVE", f"cannot read the move {shown(move)}: {reason}")


class IllegalMove(GameError):
    """A move that is well written but not allowed now; nothing has changed."""

    def __init__(self, code: str, message: str, position: object = None) -> None:
        super().__init__(code, message)
        self.position = position


class SetupError(GameError):
    """Cards, seats or a view that do not make a position of this game."""

    def __init__(self, message: str) -> None:
        super().__init__("SETUP", message)


class ToldError(SetupError):
    """
    What was told of a deal is not how one can end.

    problem: `numbers` where there is not one whole number a seat, `places`, `sides` where partners
    differ, `honours`, `points`, or `points_needed` where they were left out.
    """

    def __init__(self, problem: str, message: str) -> None:
        super().__init__(message)
        self.problem = problem


class SeriesError(GameError):
    """A deal was asked of, or given to, a series that has no place for it."""

    def __init__(self, message: str) -> None:
        super().__init__("SERIES", message)


class RecordError(GameError):
    """A record does not hold together: says which part, and what was expected."""

    def __init__(self, message: str) -> None:
        super().__init__("RECORD", message)


class DealError(RecordError):
    """
    One of several records does not hold together: `index` is its place among them, from 0,
    `where` its name ("" where the problem says that itself), `problem` what is wrong with it.
    """

    def __init__(self, index: int, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}" if where else problem)
        self.index = index
        self.where = where
        self.problem = problem
