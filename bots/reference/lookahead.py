"""
Weighing moves by trying them: what all searches of the house have in common, whatever the game.

A *world* is one way in which the unseen cards may lie. Every move is tried in the same worlds, so
that luck with the cards is the same for all, and moves that have fallen behind are given up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TypeVar

from bots.reference.clock import Clock

World = TypeVar("World")


def best_of(
    count: int,
    make_world: Callable[[], World],
    rate: Callable[[World, int], float],
    tries: int,
    clock: Clock,
    trust: float = 0.0,
) -> int:
    """
    Which of *count* moves does best, by its number.

    rate: how well a move, by its number, does in a world, 0 to 1, the other moves being equal.
    tries: how often a move is tried in a world, over all moves; fewer once the clock says so.
    trust: how much better than the first move, in standard deviations of one try, another has to
    do to be preferred: for when the first is what a rule of thumb says, and there are few tries.

    The worse half of the moves is left out after each round (sequential halving; Karnin, Koren
    and Somekh, 2013), but what was found out in earlier rounds is kept.
    """
    totals = [0.0] * count
    left = list(range(count))
    rounds = max(1, (count - 1).bit_length())
    worlds = 0
    for _ in range(rounds):
        for _ in range(max(1, tries // (rounds * len(left)))):
            world = make_world()
            worlds += 1
            for move in left:
                totals[move] += rate(world, move)
            if clock.is_up:
                return _best_first(left, totals, trust * sqrt(worlds))[0]
        left = _best_first(left, totals, trust * sqrt(worlds))[: (len(left) + 1) // 2]
    return left[0]


def _best_first(moves: Sequence[int], totals: Sequence[float], start: float) -> list[int]:
    """Move 0 has a head start; of equals the one with the lower number comes first."""
    return sorted(moves, key=lambda move: (-totals[move] - start * (move == 0), move))
