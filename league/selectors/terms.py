"""By which terms a match is played: its game and its series, as the rules engine reads them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.catalogue import find_game
from games.game import Game
from games.scoring import bounds, counts_wins
from games.series import Length
from league.models import Match, Ruleset


def game_played(ruleset: Ruleset) -> Game:
    """The ruleset's game, ready to be dealt."""
    return find_game(ruleset.game)(seats=ruleset.seats, sides=ruleset.sides, **ruleset.options)


def sides_of(ruleset: Ruleset) -> tuple[int, ...]:
    """The side of each seat, from 0: those who win and lose together."""
    return _sides(ruleset.game, ruleset.seats, ruleset.sides)


@lru_cache(maxsize=64)
def _sides(key: str, seats: int, sides: str) -> tuple[int, ...]:
    game = find_game(key)(seats=seats, sides=sides)
    return tuple(game.side_of(seat) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class HowScored:
    """
    What the scores of a match are: deals won, or points; the least and the most that one can be,
    None where there is no limit.
    """

    in_deals: bool
    least: int | None
    most: int | None


def how_scored(match: Match) -> HowScored:
    """What the scores of *match* are, for whoever writes them down."""
    game, length = game_played(match.ruleset), length_of(match)
    return HowScored(counts_wins(game, length), *bounds(game, length))


def series_of(ruleset: Ruleset, *, must_have_winner: bool) -> dict[str, Any]:
    """The ruleset's series, with deals to break a tie where somebody must go on."""
    return {**ruleset.length, "must_have_winner": must_have_winner}


def length_of(match: Match) -> Length:
    """The series of *match*, as the rules engine counts it."""
    return Length.from_json(series_of(match.ruleset, must_have_winner=match.must_have_winner))
