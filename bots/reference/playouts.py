"""
Playing any game of the catalogue on to its end in haste, and how a seat did in it.

A *thumb* is a rule of thumb: the number of a legal move for the seat to act, chosen in about a
microsecond from the state itself. A game without one in `THUMBS` is played on by lot; whoever knows
better for another game enters a function there.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games.cards import RANK_OF, SUIT_OF
from games.game import Outcome, State
from games.moves import BEAT, PASS, SEVERAL, TAKE

Thumb = Callable[[Any, Random], int]

_SEVERAL_CARDS = SEVERAL << 4
# Dearer than any plain card.
_TRUMP = 13
_PRICES = tuple(
    tuple(RANK_OF[one] + _TRUMP * (SUIT_OF[one] == trump) for one in range(52))
    for trump in range(4)
)


def by_lot(state: State, random: Random) -> int:
    """Any legal move."""
    codes = state.legal_codes()
    return codes[int(random.random() * len(codes))]


def durak(state: Any, random: Random) -> int:
    """The cheapest single card; trumps are thrown in only when there is no stock."""
    codes = state.legal_codes()
    if len(codes) == 1:
        return int(codes[0])
    prices = _PRICES[state.trump]
    best, cheapest = codes[0], 99
    for code in codes:
        if code & 15 == BEAT:
            price = prices[code >> 10]
        elif code in (TAKE, PASS):
            continue
        elif code < _SEVERAL_CARDS:
            price = prices[code >> 4 & 63]
        else:
            continue
        if price < cheapest:
            best, cheapest = code, price
    if PASS in codes and cheapest >= _TRUMP and state.stock_count:
        return PASS
    return int(best)


# By the key of the game.
THUMBS: dict[str, Thumb] = {"podkidnoy": durak, "passing": durak}


def play_out(state: State, thumb: Thumb, random: Random) -> Outcome:
    """Play a state on to its end, in place."""
    play = state.play
    while state.to_act is not None:
        play(thumb(state, random))
    outcome = state.outcome
    assert outcome is not None, "a deal is over when nobody is to act"
    return outcome


def share(outcome: Outcome, seat: int) -> float:
    """How a seat did, from 0 for the last place alone to 1 for the first; ties share."""
    places = outcome.places
    own = places[seat]
    behind = sum(place > own for place in places)
    level = sum(place == own for place in places) - 1
    return (behind + level / 2) / (len(places) - 1)
