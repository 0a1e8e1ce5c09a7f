"""
What a hand is worth in throw-in Durak for two: the chance of whoever leads a bout, in no time.

Fitted by `python -m benchmarks.worth 60000` to deals played by the rule of thumb in `duel`, all
cards in sight: the chance is the logistic function of the lead's worth plus the leader's hand less
the other's. Hands are sets of the numbers of `duel`.
"""

from __future__ import annotations

from bisect import bisect_left
from math import exp

from bots.reference.duel import MOST_STOCK, RANK_COUNT

# By stage of the deal, the most cards left in the stock: what a plain card of each rank is worth
# from the six up, then each trump; then a further plain card of a rank, having no trump, each of
# the first three cards, each card above six; and the lead.
_WEIGHTS: dict[int, tuple[float, ...]] = {
    0: (
        -1.40, -1.29, -1.22, -1.11, -1.05, -0.95, -0.89, -0.87, -0.83,
        -0.19, -0.21, -0.22, -0.18, -0.11, 0.03, 0.14, 0.31, 0.55,
        0.57, -0.94, -1.01, 0.38, 0.88,
    ),
    2: (
        -0.74, -0.64, -0.54, -0.47, -0.40, -0.29, -0.25, -0.23, -0.20,
        0.33, 0.29, 0.27, 0.29, 0.32, 0.39, 0.46, 0.57, 0.74,
        0.24, 0.34, 0.00, -0.11, -0.34,
    ),
    4: (
        -0.59, -0.52, -0.45, -0.36, -0.30, -0.23, -0.17, -0.11, -0.07,
        0.26, 0.25, 0.22, 0.25, 0.27, 0.32, 0.36, 0.45, 0.59,
        0.01, 0.24, 0.00, 0.18, 0.46,
    ),
    8: (
        -0.45, -0.37, -0.33, -0.29, -0.23, -0.17, -0.15, -0.13, -0.09,
        0.22, 0.19, 0.18, 0.19, 0.21, 0.24, 0.28, 0.36, 0.49,
        0.09, 0.21, 0.00, 0.17, 0.18,
    ),
    12: (
        -0.30, -0.26, -0.23, -0.19, -0.18, -0.12, -0.13, -0.10, -0.09,
        0.14, 0.13, 0.11, 0.11, 0.13, 0.18, 0.21, 0.31, 0.42,
        0.05, 0.07, 0.00, 0.15, 0.13,
    ),
    18: (
        -0.21, -0.19, -0.16, -0.14, -0.13, -0.09, -0.09, -0.09, -0.08,
        0.10, 0.08, 0.06, 0.08, 0.08, 0.12, 0.17, 0.24, 0.35,
        0.02, 0.02, 0.00, 0.12, 0.08,
    ),
    24: (
        -0.16, -0.13, -0.12, -0.09, -0.10, -0.08, -0.08, -0.07, -0.07,
        0.08, 0.04, 0.06, 0.05, 0.05, 0.09, 0.13, 0.19, 0.30,
        0.02, -0.00, 0.00, 0.07, 0.09,
    ),
}  # fmt: skip
STAGES = tuple(_WEIGHTS)

# A hand is looked up in three parts: two of four plain ranks each, and the rest with the trumps.
_PART = 12
_LAST = (1 << _PART) - 1


class _Stage:
    """The worth of every part of a hand at one stage, and of every number of cards."""

    def __init__(self, weights: tuple[float, ...]) -> None:
        self._plain = weights[:RANK_COUNT]
        self._trumps = weights[RANK_COUNT : 2 * RANK_COUNT]
        self._pair, no_trump, few, many, self.lead = weights[2 * RANK_COUNT :]
        parts = range(1 << _PART)
        self.low = [self._ranks(part, 0, 4) for part in parts]
        self.middle = [self._ranks(part, 4, 4) for part in parts]
        self.high = [
            self._ranks(part & 7, 8, 1) + self._of_trumps(part >> 3, no_trump) for part in parts
        ]
        self.counts = [few * min(count, 3) + many * max(count - 6, 0) for count in range(37)]

    def _ranks(self, part: int, first: int, ranks: int) -> float:
        worth = 0.0
        for rank in range(ranks):
            held = (part >> 3 * rank & 7).bit_count()
            worth += self._plain[first + rank] * held + self._pair * max(held - 1, 0)
        return worth

    def _of_trumps(self, part: int, none: float) -> float:
        held = [worth for rank, worth in enumerate(self._trumps) if part >> rank & 1]
        return sum(held) if held else none


_of_stage: list[_Stage] = []


def _stages() -> list[_Stage]:
    """By cards left in the stock; worked out when first asked for, in some 50 ms."""
    if not _of_stage:
        made = [_Stage(weights) for weights in _WEIGHTS.values()]
        _of_stage.extend(made[bisect_left(STAGES, left)] for left in range(MOST_STOCK + 1))
    return _of_stage


def prepare() -> None:
    """Work out the tables now rather than in the first move that needs them."""
    _stages()


def leaders_chance(a: int, d: int, left: int) -> float:
    """The chance, 0 to 1, that whoever leads with *a* against *d* is not the fool."""
    if not left and not (a and d):
        return 0.5 if a == d else float(not a)
    stage = (_of_stage or _stages())[left]
    low, middle, high, counts = stage.low, stage.middle, stage.high, stage.counts
    ahead = (
        stage.lead
        + (low[a & _LAST] + middle[a >> 12 & _LAST] + high[a >> 24] + counts[a.bit_count()])
        - (low[d & _LAST] + middle[d >> 12 & _LAST] + high[d >> 24] + counts[d.bit_count()])
    )
    return 1 / (1 + exp(-ahead))
