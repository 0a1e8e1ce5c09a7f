"""British Durak by rule of thumb: sixes at once, dear cards early, and the suit one is long in."""

from __future__ import annotations

from bots.kit import RANKS, SUITS, Menu, View, suit
from games.british.rules import VALUE_OF
from games.cards import card as number

_PACK = tuple(r + s for r in RANKS[-9:] for s in SUITS)
# What the thoughts below are worth, in points of cards left in the hand.
_FOLLOWER = 2.0
_SIX = 8.0
_COVERED_ACE, _BARE_ACE = 3.0, -20.0
_STUCK = 4.0


def move(view: View, menu: Menu) -> str:
    """
    The move to play, out of what *view* shows; the same every time.

    Whoever goes out is paid for every card that is left, so cards of many points go first; among
    them one whose suit the hand has more of, for it may well be asked for again. A six is laid at
    once: it costs somebody two cards and a turn, and may be too late next time. An ace is laid
    only when a card of its suit can follow: then it is two cards in one turn and the choice of a
    suit; alone it has to be drawn for. And between cards as good as each other, the one that the
    next player is the less likely to follow, by all the cards that have not been seen.
    """
    if "declare" in menu:
        asked = max(menu["declare"], key=lambda asked: _worth_asking(view, asked))
        return f"declare {asked}"
    if "play" in menu:
        return f"play {max(menu['play'], key=lambda card: _worth_laying(view, card))}"
    return menu.lowest()


def _worth_laying(view: View, card: str) -> float:
    followers = sum(suit(other) == suit(card) for other in view["hand"]) - 1
    worth = VALUE_OF[number(card)] + _FOLLOWER * followers
    if card[0] == "A":
        return worth + (_COVERED_ACE if followers else _BARE_ACE)
    if card[0] == "6":
        return worth + _SIX
    return worth + _STUCK * _stuck(view, suit(card), card[0])


def _worth_asking(view: View, asked: str) -> float:
    followers = sum(suit(card) == asked for card in view["hand"])
    return _FOLLOWER * followers + _STUCK * _stuck(view, asked, view["top"][0])


def _stuck(view: View, asked: str, top: str) -> float:
    """The chance that no card of the next player has the suit *asked* or the rank *top*."""
    seen = {*view["hand"], *view["pile"]}
    unseen = [card for card in _PACK if card not in seen]
    unfit = sum(suit(card) != asked and card[0] != top for card in unseen)
    counts = view["counts"]
    chance = 1.0
    for drawn in range(counts[(view["seat"] + 1) % len(counts)]):
        chance *= max(0, unfit - drawn) / max(1, len(unseen) - drawn)
    return chance
