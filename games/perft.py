"""Count the ways a deal can go: the number of distinct move sequences to a depth."""

from __future__ import annotations

from games.game import Move, State


def perft(state: State, depth: int) -> int:
    """
    The number of distinct sequences of *depth* moves from *state*; a deal that ends earlier
    has no sequence of that length. Forced moves count as moves.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal_moves)
    total = 0
    for move in state.legal_moves:
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def split(state: State, depth: int) -> list[tuple[Move, int]]:
    """For each first move the number of sequences of *depth* moves that begin with it."""
    counts = []
    for move in state.legal_moves:
        after = state.copy()
        after.play(move)
        counts.append((move, perft(after, depth - 1)))
    return counts
