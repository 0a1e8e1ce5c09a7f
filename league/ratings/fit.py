"""
The rating run: all deals at once, so that neither their order nor a correction leaves a trace.

Every competitor has a strength; each deal tells who was left behind by whom
(Plackett-Luce, with two seats Bradley-Terry). The fit takes the strengths that explain all
deals best, with a weak prior that keeps an unbeaten newcomer finite: each strength is held
to the common mean by a normal distribution with a standard deviation of 400 rating points,
which weighs less than one deal against an equal opponent.

Error bars come from the curvature at the best point: the Fisher information of the deals
with the prior counted in it once. The deals tell only differences, so each interval is
that of a difference, where the level common to all drops out.
"""

from collections.abc import Iterable, Sequence
from math import log
from typing import Final

import numpy as np
from scipy.linalg import inv
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from league.ratings.choices import Floats, Integers, SeatedDeals, choices
from league.ratings.likelihood import Posterior, most_likely
from league.ratings.values import Competitor, DealResult, Rating

SCALE: Final = 400 / log(10)
"""Rating points for one natural unit of strength: 400 points are odds of ten to one."""

ANCHOR_RATING: Final = 1500.0
"""What the anchor reads; without one, the mean of all."""

PRIOR_WIDTH: Final = 400.0
"""Standard deviation of the prior, in rating points."""

NORMAL_95: Final = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations of its mean."""


def fit(
    results: Iterable[DealResult[Competitor]],
    anchor: Competitor | None,
    *,
    prior_width: float = PRIOR_WIDTH,
) -> list[Rating[Competitor]]:
    """
    Rate everybody who has a deal in *results*, best first.

    Args:
        results: Accepted deals of one pool, in any order, equal ones counted or repeated.
        anchor: Who reads 1500. Without one, or when the anchor has no deal, the mean of
            all reads 1500 and intervals are those of the difference to that mean.
        prior_width: Standard deviation of the prior, in rating points.

    Raises:
        ArithmeticError: If the search does not settle.
    """
    results = list(results)
    competitors = _in_order(results)
    if not competitors:
        return []
    index = {competitor: number for number, competitor in enumerate(competitors)}
    deals = _seated(results, index)
    posterior = Posterior(choices(deals, len(index)), prior_width / SCALE)
    strengths = most_likely(posterior)
    covariance = inv(posterior.centred_curvature(strengths), assume_a="pos")
    fixed = None if anchor is None else index.get(anchor)
    values = ANCHOR_RATING + SCALE * (strengths - (0.0 if fixed is None else strengths[fixed]))
    intervals = NORMAL_95 * SCALE * _deviations(covariance, fixed)
    played = _deals_played(deals, len(index))
    linked = _linked(deals, len(index), fixed)
    ratings = [
        Rating(
            competitor,
            value=float(values[number]),
            interval=float(intervals[number]),
            deals=int(played[number]),
            linked=bool(linked[number]),
        )
        for number, competitor in enumerate(competitors)
    ]
    return sorted(ratings, key=lambda rating: -rating.value)


def _in_order(results: Sequence[DealResult[Competitor]]) -> list[Competitor]:
    """Everybody once, in an order that does not depend on the order of results."""
    everybody = {competitor for result in results for competitor in result.competitors}
    return sorted(everybody, key=lambda competitor: (type(competitor).__name__, str(competitor)))


def _seated(
    results: Sequence[DealResult[Competitor]], index: dict[Competitor, int]
) -> list[SeatedDeals]:
    """Results as arrays, one for each number of seats."""
    by_seats: dict[int, list[DealResult[Competitor]]] = {}
    for result in results:
        by_seats.setdefault(len(result.places), []).append(result)
    return [
        SeatedDeals(
            competitors=np.array([[index[who] for who in one.competitors] for one in alike]),
            places=np.array([one.places for one in alike]),
            counts=np.array([one.count for one in alike]),
        )
        for _, alike in sorted(by_seats.items())
    ]


def _deviations(covariance: Floats, fixed: int | None) -> Floats:
    """Standard deviation of each difference to *fixed*, or to the mean; shape (competitors,)."""
    own = np.diag(covariance)
    if fixed is None:
        shared = covariance.mean(axis=1)
        variances = own - 2 * shared + covariance.mean()
    else:
        variances = own - 2 * covariance[fixed] + covariance[fixed, fixed]
    deviations: Floats = np.sqrt(np.maximum(variances, 0.0))
    return deviations


def _deals_played(deals: Sequence[SeatedDeals], competitors: int) -> Integers:
    played = np.zeros(competitors, np.int64)
    for seated in deals:
        np.add.at(played, seated.competitors, seated.counts[:, np.newaxis])
    return played


def _linked(deals: Sequence[SeatedDeals], competitors: int, fixed: int | None) -> Sequence[bool]:
    """Whether each is linked by a chain of deals to *fixed*, or is in the largest group."""
    firsts = np.concatenate([np.repeat(d.competitors[:, 0], d.places.shape[1]) for d in deals])
    others = np.concatenate([d.competitors.ravel() for d in deals])
    met = coo_array((np.ones(len(firsts)), (firsts, others)), shape=(competitors, competitors))
    _, groups = connected_components(met, directed=False)
    group = np.bincount(groups).argmax() if fixed is None else groups[fixed]
    return [bool(own == group) for own in groups]
