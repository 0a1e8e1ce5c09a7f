"""How a finished match ended for each seat: the places, and how often each was the fool."""

from games.places import last_of
from league.models import Match, Result
from league.selectors.terms import sides_of


def places_of_match(result: Result, match: Match) -> list[int]:
    """
    The place of each seat of *match* by *result*, from 1; who tie share one: 1, 2, 2, 4.

    Partners share a place. Who forfeited are last and share that place; where all did, all share
    the first, and it is the forfeits that say so.
    """
    sides = sides_of(match.ruleset)
    first = None if result.winner is None else sides[result.winner]

    def rank(seat: int) -> tuple[bool, bool, int]:
        if seat in result.forfeits:
            return True, True, 0
        return False, sides[seat] != first, -result.scores[seat]

    ranks = [rank(seat) for seat in range(len(sides))]
    return [1 + sum(other < own for other in ranks) for own in ranks]


def fools(result: Result) -> list[int] | None:
    """How many of the deals told each seat was last alone; None where no deal is told."""
    if not result.tally:
        return None
    counts = [0] * len(result.scores)
    for line in result.tally:
        last = last_of(line["places"])
        if len(last) == 1:
            counts[last[0]] += line["count"]
    return counts
