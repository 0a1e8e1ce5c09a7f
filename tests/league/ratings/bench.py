"""
How long a rating run takes: 300 competitors, 100,000 deals of two, four and six seats.

Run as ``python -m tests.league.ratings.bench``.
"""

from time import perf_counter

import numpy as np

from league.ratings.fit import fit
from tests.league.ratings.simulation import played, strengths

COMPETITORS = 300
DEALS = 100_000


def main() -> None:
    random = np.random.default_rng(1)
    true = strengths(random, COMPETITORS, spread=140)
    for seats in (2, 4, 6):
        results = played(random, true, DEALS, seats)
        start = perf_counter()
        ratings = fit(results, anchor=0)
        took = perf_counter() - start
        width = np.median([rating.interval for rating in ratings])
        print(f"{seats} seats: {took:.2f} s, median interval ±{width:.0f}")


if __name__ == "__main__":
    main()
