"""What deals say of two programs: a share, how sure it is, and how many more would be needed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist, fmean
from typing import Any, Protocol

SURE = 0.95
# How often a difference as large as the one seen would be shown by the number of deals advised.
POWER = 0.8
# A difference below this is not worth a number of deals.
_SMALLEST = 0.002


@dataclass(frozen=True, slots=True)
class Share:
    """
    The share of the points that one program took from another, 0 to 1, with its 95 % interval.

    ``units`` is what it was reckoned from: deals, or in mirrored matches decks.
    """

    value: float
    low: float
    high: float
    units: int
    variance: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    @property
    def is_shown(self) -> bool:
        """Whether the two are shown to differ: one half lies outside the interval."""
        return self.low > 0.5 or self.high < 0.5

    @property
    def needed(self) -> int | None:
        """
        About how many units would show a difference as large as this one; None where there is
        next to none.

        The usual size of a sample for one mean: ((z of 97.5 % + z of the power) s / d) squared.
        """
        difference = abs(self.value - 0.5)
        if difference < _SMALLEST:
            return None
        z = NormalDist().inv_cdf((1 + SURE) / 2) + NormalDist().inv_cdf(POWER)
        needed = ceil(z * z * self.variance / difference**2)
        # As many as there were have not shown it.
        return needed if self.is_shown else max(needed, 2 * self.units)

    def to_json(self) -> dict[str, Any]:
        return {
            "value": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "units": self.units,
            "is_shown": self.is_shown,
            "needed": self.needed,
        }


def share_of(points: Sequence[float]) -> Share:
    """
    The share from *points*, one number from 0 to 1 a deal, or a deck's mean over all its legs.

    Wilson's interval (E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", JASA 22, 1927, 209-212), for as many throws of a coin as the units are worth: their
    number times p(1-p)/s², the effective size of a sample (L. Kish, "Survey Sampling", 1965).
    Draws, and decks played from both sides, vary less than a coin and so are worth more; less they
    cannot be worth, for no numbers between 0 and 1 vary more (Bhatia and Davis, "A better bound on
    the variance", Amer. Math. Monthly 107, 2000, 353-357). One imagined unit of the largest
    deviation keeps a handful of equal results from looking certain.

    Raises:
        ValueError: If there are none.
    """
    if not points:
        raise ValueError("no deals, no share")
    count = len(points)
    mean = fmean(points)
    spread = (sum((point - mean) ** 2 for point in points) + 0.25) / count
    worth = max(float(count), count * mean * (1 - mean) / spread)
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    square = z * z / worth
    middle = (mean + square / 2) / (1 + square)
    reach = z / (1 + square) * sqrt(mean * (1 - mean) / worth + square / (4 * worth))
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Share(mean, low, high, count, spread)


@dataclass(frozen=True, slots=True)
class Margin:
    """Points that one program took more than another a deal, on average, with a 95 % interval."""

    value: float
    half_width: float
    units: int
    variance: float

    @property
    def is_shown(self) -> bool:
        """Whether the two are shown to differ: nought lies outside the interval."""
        return abs(self.value) > self.half_width

    @property
    def needed(self) -> int | None:
        """As of a share."""
        if self.value == 0:
            return None
        z = NormalDist().inv_cdf((1 + SURE) / 2) + NormalDist().inv_cdf(POWER)
        needed = ceil(z * z * self.variance / self.value**2)
        return needed if self.is_shown else max(needed, 2 * self.units)

    def to_json(self) -> dict[str, Any]:
        return {
            "value": round(self.value, 4),
            "half_width": round(self.half_width, 4),
            "units": self.units,
            "is_shown": self.is_shown,
            "needed": self.needed,
        }


def margin_of(points: Sequence[float]) -> Margin | None:
    """
    The mean of *points*, one number a deal or deck, with Student's interval; None for fewer than
    two.

    The quantile of Student's t is that of the normal curve, expanded as in Abramowitz and Stegun,
    "Handbook of Mathematical Functions", 26.7.5.
    """
    freedom = len(points) - 1
    if freedom < 1:
        return None
    mean = fmean(points)
    # One imagined unit without a difference, as above.
    variance = (sum((point - mean) ** 2 for point in points) + mean**2) / freedom
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    quantile = (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
    return Margin(mean, quantile * sqrt(variance / len(points)), len(points), variance)


class Placed(Protocol):
    """A finished deal: which it is, where everybody came in, whether it counts."""

    @property
    def number(self) -> int: ...

    @property
    def leg(self) -> int: ...

    @property
    def places(self) -> Sequence[int]: ...

    @property
    def points(self) -> Sequence[int]: ...

    @property
    def rated(self) -> bool: ...


def duel(places: Sequence[int], first: Iterable[int], second: Iterable[int]) -> float:
    """
    What the seats of *first* took from those of *second* in a deal: of all pairs the share in
    which the first came in before, half for a tie.
    """
    theirs = list(second)
    pairs = [(places[own], places[other]) for own in first for other in theirs]
    return fmean((own < other) + (own == other) / 2 for own, other in pairs)


def lead(points: Sequence[int], first: Iterable[int], second: Iterable[int]) -> float:
    """How many points a seat of *first* took more than one of *second* in a deal, on average."""
    theirs = list(second)
    return fmean(points[own] - points[other] for own in first for other in theirs)


def units_of(
    deals: Iterable[Placed], first: Sequence[int], second: Sequence[int], legs: int = 1
) -> list[float]:
    """
    The share of *first* against *second*, seats of the match: one number a deal, or with several
    *legs* one a deck that was played in all of them. Deals after a fault do not count.
    """
    return _by_deck(deals, legs, lambda deal: duel(deal.places, first, second))


def leads_of(
    deals: Iterable[Placed], first: Sequence[int], second: Sequence[int], legs: int = 1
) -> list[float]:
    """The points that *first* took more than *second*, counted as in `units_of`."""
    return _by_deck(deals, legs, lambda deal: lead(deal.points, first, second))


def _by_deck(deals: Iterable[Placed], legs: int, count: Callable[[Placed], float]) -> list[float]:
    decks: dict[int, list[float]] = {}
    for deal in deals:
        if deal.rated:
            decks.setdefault(deal.number, []).append(count(deal))
    return [fmean(counted) for counted in decks.values() if len(counted) >= legs]
