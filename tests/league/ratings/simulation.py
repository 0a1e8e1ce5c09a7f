"""Deals between competitors whose true strength is known."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from league.ratings.values import DealResult


def strengths(random: np.random.Generator, competitors: int, spread: float) -> NDArray[np.float64]:
    """True strengths in rating points, normally distributed with standard deviation *spread*."""
    return random.normal(0, spread, competitors)


def played(
    random: np.random.Generator, true: NDArray[np.float64], deals: int, seats: int
) -> list[DealResult[int]]:
    """
    Deals between competitors drawn at random, with all places told.

    How long each holds out is an exponential race in which a weaker one drops out sooner:
    who drops out first has the last place, which is the model of the fit.
    """
    at_table = random.random((deals, len(true))).argsort(axis=1)[:, :seats]
    rate = np.exp(-true[at_table] * np.log(10) / 400)
    holds_out = random.exponential(size=at_table.shape) / rate
    places = (-holds_out).argsort(axis=1).argsort(axis=1) + 1
    return [
        DealResult(tuple(who), tuple(how))
        for who, how in zip(at_table.tolist(), places.tolist(), strict=True)
    ]


def only_the_loser(results: Sequence[DealResult[int]]) -> list[DealResult[int]]:
    """The same deals where all but the last share the first place."""
    return [
        DealResult(
            one.competitors,
            tuple(1 if place < len(one.places) else place for place in one.places),
        )
        for one in results
    ]
