"""A simple opponent for the terminal: spends low cards first and keeps trumps."""

from __future__ import annotations

from games.cards import RANK_OF, SUIT_OF, SUITS
from games.game import Move, State


def simple_move(state: State) -> Move:
    """
    The cheapest move of the seat to act: lead and throw low plain cards, beat with the lowest.

    It looks at nothing a player may not see: the legal moves and the trump suit.
    """
    seat = state.to_act
    assert seat is not None
    named = state.view(seat).to_json().get("trump")
    trump = -1 if named is None else SUITS.index(named)
    return min(state.legal_moves, key=lambda move: _cost(move, trump))


def _cost(move: Move, trump: int) -> tuple[int, int]:
    """What a move costs: cards given away count by rank, trumps dearly, taking dearest of all."""
    given = move.cards[1:] if move.verb == "beat" else move.cards
    price = sum(RANK_OF[card] + 20 * (SUIT_OF[card] == trump) for card in given)
    if move.verb in ("take", "draw"):
        return 45, 0
    if move.verb == "pass":
        return 12, 0
    return price - (6 * (len(given) - 1)), len(given)
