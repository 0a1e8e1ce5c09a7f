"""
What faults do to a match: a deal in which a bot has failed counts as last place for its side, and
of two sides the one that failed first loses what was not played.

Both who plays a match and who checks what is told of it count by these.
"""

from collections.abc import Mapping, Sequence

from bots.reports import Fault
from games.game import Game, Outcome
from games.series import Match

# Seat -> when it failed, counted from 0; seats that failed at one moment have the same number.
Faulted = Mapping[int, int]


def failures(faults: Sequence[Fault]) -> dict[int, int]:
    """
    Who has failed, and when, by all faults of a match in their order; the seats are the match's.

    Those who do not start, one after the other, fail at one moment.
    """
    found: dict[int, int] = {}
    for number, fault in enumerate(faults):
        before = faults[number - 1] if number else None
        found[fault.seat] = (
            found[before.seat] if before and _at_one_moment(before, fault) else number
        )
    return found


def _at_one_moment(one: Fault, other: Fault) -> bool:
    kinds = {one.kind, other.kind}
    return kinds == {"no_start"} and (one.leg, one.deal) == (other.leg, other.deal)


def is_over(game: Game, faulted: Faulted) -> bool:
    """Whether nothing more is played: one of two sides has failed, or all of more have."""
    failed = {game.side_of(seat) for seat in faulted}
    return bool(failed) and (game.side_count == 2 or len(failed) == game.side_count)


def settle(match: Match, faulted: Faulted) -> None:
    """Of two sides, let the one that failed first lose what was not played."""
    if not faulted or match.decided or match.game.side_count != 2:
        return
    first = min(faulted.values())
    losers = [seat for seat, moment in faulted.items() if moment == first]
    # Neither side started: nobody earns the remaining deals.
    if len({match.game.side_of(seat) for seat in losers}) == 1:
        match.forfeit(losers[0])


def awarded(game: Game, outcome: Outcome, faulted: Faulted) -> dict[str, list[int]] | None:
    """
    Places and points that count instead of the rules' own; None where nothing changes.

    The side of a failed seat is put last and the others move up in their order; of two that
    failed the later one stands above. Points follow the places: the best place gets the most
    points of the deal, and where the rules gave everybody the same, a failed seat loses one more.
    """
    if not faulted:
        return None
    failed_at: dict[int, int] = {}
    for seat, moment in faulted.items():
        side = game.side_of(seat)
        failed_at[side] = min(moment, failed_at.get(side, moment))

    def rank(seat: int) -> tuple[int, int]:
        moment = failed_at.get(game.side_of(seat))
        return (0, outcome.places[seat]) if moment is None else (1, -moment)

    seats = range(game.seats)
    ranks = [rank(seat) for seat in seats]
    places = [1 + sum(other < ranks[seat] for other in ranks) for seat in seats]
    if places == list(outcome.places):
        return None
    last = [game.side_of(seat) in failed_at for seat in seats]
    return {"places": places, "points": _points(outcome.points, places, last)}


def _points(points: tuple[int, ...], places: list[int], failed: list[bool]) -> list[int]:
    if len(set(points)) == 1:
        return [own - lost for own, lost in zip(points, failed, strict=True)]
    # Seats that share a place share the fewest points among them.
    best_first = sorted(points, reverse=True)
    return [best_first[place + places.count(place) - 2] for place in places]
