"""
Weighing moves by trying them: what all searches of the house have in common, whatever the game.

A *world* is one way in which the unseen cards may lie. Every move is tried in the same worlds, so
that luck with the cards is the same for all, and moves that have fallen behind are given up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bots.reference.clock import Clock

World = TypeVar("World")


def best_of(
    count: int,
    make_world: Callable[[], World],
    rate: Callable[[World, int], float],
    tries: int,
    clock: Clock,
) -> int:
    """
    Which of *count* moves does best, by its number.

    rate: how well a move, by its number, does in a world, 0 to 1, the other moves being equal.
    tries: how often a move is tried in a world, over all moves; fewer once the clock says so.

    The worse half of the moves is left out after each round (sequential halving; Karnin, Koren
    and Somekh, 2013), but what was found out in earlier rounds is kept.
    """
    totals = [0.0] * count
    left = list(range(count))
    rounds = max(1, (count - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(1, tries // (rounds * len(left)))):
            world = make_world()
            for move in left:
                totals[move] += rate(world, move)
            if clock.is_up:
                return _leaders(left, totals)[0]
        left = _leaders(left, totals)[: (len(left) + 1) // 2]
    return left[0]


def _leaders(moves: Sequence[int], totals: Sequence[float]) -> list[int]:
    """The best first; of equals the one that was named first."""
    return sorted(moves, key=lambda move: -totals[move])
