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

from games.british.rules import VALUE_OF
from games.cards import RANK_OF, RANKS, SUIT_MASKS, SUIT_OF
from games.game import Outcome, State
from games.moves import BEAT, DECLARE, PASS, PLAY, SEVERAL, TAKE

Thumb = Callable[[Any, Random], int]

_SEVERAL_CARDS = SEVERAL << 4
# Dearer than any plain card.
_TRUMP = 13
_PRICES = tuple(
    tuple(RANK_OF[one] + _TRUMP * (SUIT_OF[one] == trump) for one in range(52))
    for trump in range(4)
)

_ACE = RANKS.index("A")
_ACES = frozenset(one for one in range(52) if RANK_OF[one] == _ACE)
# An ace with nothing to follow is no good in British Durak.
_BARE = 20


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


def british(state: Any, random: Random) -> int:
    """The card of most points, rather one whose suit can follow; the suit one has most of."""
    codes = state.legal_codes()
    if len(codes) == 1:
        return int(codes[0])
    hand = state.hands[state.to_act]
    best, highest = codes[0], -99
    for code in codes:
        if code & 15 == PLAY:
            card = code >> 4
            others = (hand & SUIT_MASKS[SUIT_OF[card]]).bit_count() - 1
            worth = VALUE_OF[card] + 2 * others - (_BARE if card in _ACES and not others else 0)
        elif code & 15 == DECLARE:
            worth = (hand & SUIT_MASKS[code >> 4]).bit_count()
        else:
            continue
        if worth > highest:
            best, highest = code, worth
    return int(best)


def armenian(state: Any, random: Random) -> int:
    """The highest rank leads; a trick is taken as cheaply as can be, or gets the lowest card."""
    codes = state.legal_codes()
    if len(codes) == 1:
        return int(codes[0])
    trick = state.trick
    if not trick:
        return int(max(codes, key=_rank_of_play))
    suit = SUIT_OF[trick[0][1]]
    highest = max([card for _, card in trick if SUIT_OF[card] == suit])
    winning = [code for code in codes if SUIT_OF[code >> 4] == suit and code >> 4 > highest]
    return int(min(winning) if winning else min(codes, key=_rank_of_play))


def _rank_of_play(code: int) -> int:
    return RANK_OF[code >> 4]


# By the key of the game.
THUMBS: dict[str, Thumb] = {
    "podkidnoy": durak,
    "passing": durak,
    "british": british,
    "armenian": armenian,
}

# What the points of two seats commonly differ by, in games whose deals are won by more or less.
USUAL_GAPS = {"british": 40, "armenian": 4}


def play_out(state: State, thumb: Thumb, random: Random) -> Outcome:
    """Play a state on to its end, in place."""
    play = state.play
    while state.to_act is not None:
        play(thumb(state, random))
    outcome = state.outcome
    assert outcome is not None, "a deal is over when nobody is to act"
    return outcome


def how_well(outcome: Outcome, seat: int, usual_gap: int) -> float:
    """
    How a seat did, 0 to 1: by its place and, where deals are won by more or less, by its points.

    usual_gap: what the points of two seats commonly differ by; 0 where only places count.
    """
    places, points = outcome.places, outcome.points
    own = places[seat]
    behind = sum(place > own for place in places)
    level = sum(place == own for place in places) - 1
    share = (behind + level / 2) / (len(places) - 1)
    if not usual_gap:
        return share
    ahead = points[seat] - max(other for who, other in enumerate(points) if who != seat)
    return share / 2 + (1 + ahead / (abs(ahead) + usual_gap)) / 4
