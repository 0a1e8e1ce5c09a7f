"""
Fits what cards are worth (`bots/reference/worth.py`) to deals played by rule of thumb.

    python -m benchmarks.worth [DEALS]

Every start of a bout of every deal is one observation: both hands, the cards left in the stock, and
whether the leader won. A logistic regression for each stage of the deal, by Newton's method.
"""

import sys
from random import Random

import numpy as np
import numpy.typing as npt

from bots.reference.duel import CARD_COUNT, MOST_STOCK, PLAIN_COUNT, RANK_COUNT, play_bout, refilled
from bots.reference.worth import STAGES
from games.durak.rules import HAND_SIZE

Floats = npt.NDArray[np.float64]
_STEPS = 8
# Share of bouts in which the leader's cheapest card is not to hand: chance in otherwise one way.
_SLIPS = 0.15
_RIDGE = 1.0


def starts(random: Random) -> tuple[list[tuple[int, int, int, int]], int | None]:
    """One deal: each start of a bout (who leads, both hands, cards left), and who won, if any."""
    pack = list(range(CARD_COUNT))
    random.shuffle(pack)
    turnup = next(number for number in pack if number >= PLAIN_COUNT)
    pack.remove(turnup)
    bits = [1 << number for number in [*pack, turnup]]
    hands = [sum(bits[:HAND_SIZE]), sum(bits[HAND_SIZE : 2 * HAND_SIZE])]
    stock, left, leader = bits[2 * HAND_SIZE :], MOST_STOCK, random.randrange(2)
    seen = []
    while all(hands):
        a, d = hands[leader], hands[1 - leader]
        seen.append((leader, a, d, left))
        slip = a & -a if random.random() < _SLIPS and a & (a - 1) else 0
        a, d, taken = play_bout(a ^ slip, d, left)
        a, d, left = refilled(a | slip, d, left, stock)
        hands[leader], hands[1 - leader] = a, d
        if not taken:
            leader = 1 - leader
    winner = None if not any(hands) else int(bool(hands[0]))
    return seen, winner


def features(hands: npt.NDArray[np.int64]) -> Floats:
    """What `worth` looks at in hands, a row each."""
    cards = (hands[:, None] >> np.arange(CARD_COUNT) & 1).astype(float)
    plain = cards[:, :PLAIN_COUNT].reshape(-1, RANK_COUNT, 3).sum(2)
    trumps = cards[:, PLAIN_COUNT:]
    count = cards.sum(1)
    further = [
        np.maximum(plain - 1, 0).sum(1),
        trumps.sum(1) == 0,
        np.minimum(count, 3),
        np.maximum(count - HAND_SIZE, 0),
    ]
    return np.hstack([plain, trumps, np.column_stack(further)])


def fitted(rows: Floats, won: Floats) -> Floats:
    """The weights of a logistic regression."""
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - chance) - _RIDGE * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def main(deals: int) -> None:
    """Print the table of `bots/reference/worth.py`."""
    random = Random(7)
    seen: list[tuple[int, int, int]] = []
    won: list[float] = []
    for _ in range(deals):
        positions, winner = starts(random)
        seen += [(a, d, left) for _, a, d, left in positions]
        won += [0.5 if winner is None else float(winner == who) for who, *_ in positions]
    a, d, left = np.array(seen, dtype=np.int64).T
    rows = np.hstack([features(a) - features(d), np.ones((len(a), 1))])
    results = np.array(won)
    least = 0
    for most in STAGES:
        stage = (left >= least) & (left <= most)
        weights = fitted(rows[stage], results[stage])
        numbers = [f"{weight:.2f}" for weight in weights]
        parts = [numbers[:RANK_COUNT], numbers[RANK_COUNT : 2 * RANK_COUNT]]
        lines = [", ".join(part) for part in (*parts, numbers[2 * RANK_COUNT :])]
        print(f"    {most}: (\n        " + ",\n        ".join(lines) + ",\n    ),")  # noqa: T201
        least = most + 1


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
