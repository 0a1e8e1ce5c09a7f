"""Count the ways a deal can go: the number of distinct move sequences to a depth.

The numbers are compared between programs: tests/games/data/perft.jsonl has them for every game,
and docs/perft.md says how another program comes to the same.
"""

from __future__ import annotations

from games.game import Move, State


def perft(state: State, depth: int) -> int:
    """
    The number of distinct sequences of *depth* moves from *state*.

    Forced moves count as moves. A deal that ends earlier has no sequence of that length. Moves of
    one seat that come to the same in another order are counted once for each order.

    Raises:
        ValueError: If *depth* is negative.
    """
    if depth < 0:
        raise ValueError(f"there is no sequence of {depth} moves")
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal_moves)
    total = 0
    for code in state.legal_codes():
        after = state.copy()
        after.play(code)
        total += perft(after, depth - 1)
    return total


def split(state: State, depth: int) -> list[tuple[Move, int]]:
    """
    For each first move the number of sequences of *depth* moves that begin with it.

    Raises:
        ValueError: If *depth* is less than 1, for then there is no first move.
    """
    if depth < 1:
        raise ValueError(f"a sequence of {depth} moves has no first one")
    counts = []
    for move in state.legal_moves:
        after = state.copy()
        after.play(move)
        counts.append((move, perft(after, depth - 1)))
    return counts
