"""Tables of three to six: what one match there gives each of those who sat at it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seated:
    """
    One entry's part in a finished match at a table.

    *place* counts from 1, and equal ones share it (1, 2, 2, 4); *points* go to the table of
    the stage, *score* is what the match itself gave. *fools* is in how many deals the entry
    was the fool, *epaulettes* how many straps it wore. Entries with the same *side* played
    together; None for each on his own. *forfeit*: he was not there, or was sent away.
    """

    entry: int
    place: int
    points: float
    score: float = 0
    fools: int = 0
    epaulettes: int = 0
    side: int | None = None
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished match at one table; a single seat is an entry that sits the round out."""

    seats: tuple[Seated, ...]
    round: int = 1
    stage: int = 1


@dataclass(frozen=True, slots=True)
class Sitting:
    """
    One table as one of those at it sees it.

    *opponents* are all who played against it, *behind* how many of them it left behind, an
    equal one counting half. One without opponents is a round sat out.
    """

    entry: int
    round: int
    opponents: tuple[int, ...]
    behind: float
    place: int
    points: float
    score: float
    fools: int
    epaulettes: int
    forfeit: bool

    @property
    def sat_out(self) -> bool:
        return not self.opponents


def places_of(scores: Sequence[float]) -> list[int]:
    """The place of each of *scores*, higher being better: 1, 2, 2, 4 where two are equal."""
    return [1 + sum(other > score for other in scores) for score in scores]


def place_points(places: Sequence[int], worth: Sequence[float]) -> list[float]:
    """
    The points of each of *places*, when the first is worth ``worth[0]`` and so on.

    Who shares places shares their points: two second places get half of the second and the
    third together.

    Raises:
        ValueError: If *worth* has too few or too many places.
    """
    if len(worth) != len(places):
        raise ValueError(
            f"{len(places)} sit at the table and {len(worth)} places have points; "
            "give points for each place"
        )
    shares = []
    for place in places:
        equal = places.count(place)
        shares.append(sum(worth[place - 1 : place - 1 + equal]) / equal)
    return shares


def sittings_at(table: TableResult) -> list[Sitting]:
    """The table as each of its entries sees it, in the order of the seats."""
    return [
        Sitting(
            seat.entry,
            table.round,
            tuple(other.entry for other in against),
            sum(
                1.0 if seat.place < other.place else 0.5
                for other in against
                if seat.place <= other.place
            ),
            seat.place,
            seat.points,
            seat.score,
            seat.fools,
            seat.epaulettes,
            seat.forfeit,
        )
        for seat in table.seats
        for against in [opponents_of(seat, table)]
    ]


def opponents_of(seat: Seated, table: TableResult) -> list[Seated]:
    """Those at *table* who played against *seat*."""
    return [
        other
        for other in table.seats
        if other is not seat and (seat.side is None or other.side != seat.side)
    ]
