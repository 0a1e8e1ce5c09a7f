"""The words of a rating run: the result of a deal, and a competitor's rating."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

Competitor = TypeVar("Competitor", bound=Hashable)
"""Whatever names a competitor; ids are put in order by their text."""


@dataclass(frozen=True, slots=True)
class DealResult(Generic[Competitor]):
    """
    How often a deal between these competitors ended with these places.

    *places* has one place for each of *competitors*, 1 is best, equal places are shared.
    The order of the seats means nothing. *count* is a number of deals, so that a
    thousand deals of two bots need no more than three results.

    Raises:
        ValueError: If there are fewer than two competitors, one sits twice, the places
            are not as many, or *count* is less than 1.
    """

    competitors: tuple[Competitor, ...]
    places: tuple[int, ...]
    count: int = 1

    def __post_init__(self) -> None:
        seats = len(self.competitors)
        if seats < 2 or len(set(self.competitors)) < seats:
            raise ValueError(f"a rated deal needs different competitors, not {self.competitors}")
        if len(self.places) != seats:
            raise ValueError(f"{seats} competitors, but places {self.places}")
        if self.count < 1:
            raise ValueError(f"a result stands for at least 1 deal, not {self.count}")


@dataclass(frozen=True, slots=True)
class Rating(Generic[Competitor]):
    """
    An estimate of strength on the Elo scale: 400 points are odds of ten to one.

    *interval* is half the width of the 95 % interval, in rating points: of the difference
    to the anchor, whose own is therefore 0; without an anchor, of the difference to the
    mean of all. *deals* is how many deals it rests on. *linked* tells whether a chain of
    deals leads to the anchor (without one: to the largest group that has met). Where none
    does, the value says only what the prior says, and the interval is as wide as that.
    """

    competitor: Competitor
    value: float
    interval: float
    deals: int
    linked: bool
