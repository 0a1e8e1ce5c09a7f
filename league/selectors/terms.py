"""By which terms a match is played: its game and its series, as the rules engine reads them."""

from typing import Any

from games.catalogue import find_game
from games.game import Game
from games.series import Length
from league.models import Match, Ruleset


def game_played(ruleset: Ruleset) -> Game:
    """The ruleset's game, ready to be dealt."""
    return find_game(ruleset.game)(seats=ruleset.seats, sides=ruleset.sides, **ruleset.options)


def series_of(ruleset: Ruleset, *, must_have_winner: bool) -> dict[str, Any]:
    """The ruleset's series, with deals to break a tie where somebody must go on."""
    return {**ruleset.length, "must_have_winner": must_have_winner}


def length_of(match: Match) -> Length:
    """The series of *match*, as the rules engine counts it."""
    return Length.from_json(series_of(match.ruleset, must_have_winner=match.must_have_winner))
