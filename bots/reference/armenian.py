"""Armenian Durak by rule of thumb: lead what takes, win cheaply, turn up covered cards early."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bots.kit import RANKS, SUITS, Menu, View, rank, suit

_PACK = tuple(r + s for r in RANKS[-9:] for s in SUITS)
# What the thoughts below are worth, in steps of rank.
_TRICK = 6.0
_TURN_UP_LEADING, _TURN_UP_FOLLOWING = 1.5, 3.0
# From this chance on a card is taken to win the trick, or to be worth the try.
_SAFE, _WORTH_A_TRY = 0.7, 0.4


def move(view: View, menu: Menu) -> str:
    """
    The move to play, out of what *view* shows; the same every time.

    All cards are played, so that it matters only which of them meet. To lead: the card most likely
    to take the trick, by the rows that lie open and the cards not seen yet; and if it will not,
    the lowest. The last to a trick takes it as cheaply as he can, an earlier one only with a card
    that is likely to stand. Who cannot take it gives his lowest card. And wherever it costs little
    a card of the row is played that lies on a covered one: what is turned up is one card more to
    choose from.
    """
    cards: list[str] = menu["play"]
    if view["trick"]:
        return f"play {_following(view, cards)}"
    return f"play {max(cards, key=lambda card: _worth_leading(view, card))}"


def _worth_leading(view: View, card: str) -> float:
    chance = _stands(view, card, len(view["counts"]) - 1)
    worth = _TRICK * chance - rank(card) * (1 - chance)
    return worth + _TURN_UP_LEADING * (card in _on_covered(view))


def _following(view: View, cards: Sequence[str]) -> str:
    covering = _on_covered(view)

    def price(card: str) -> float:
        return rank(card) - _TURN_UP_FOLLOWING * (card in covering)

    winning = _winning(view, cards)
    after = len(view["counts"]) - 1 - len(view["trick"])
    safe = [card for card in winning if _stands(view, card, after) >= _SAFE]
    if safe:
        return min(safe, key=price)
    best = max(winning, key=rank, default="")
    if best and _stands(view, best, after) >= _WORTH_A_TRY:
        return best
    return min(cards, key=price)


def _winning(view: View, cards: Iterable[str]) -> list[str]:
    """Those of *cards* that would take the trick as it lies."""
    laid = [card for _, card in view["trick"]]
    asked = suit(laid[0])
    highest = max(rank(card) for card in laid if suit(card) == asked)
    return [card for card in cards if suit(card) == asked and rank(card) > highest]


def _on_covered(view: View) -> set[str]:
    """The cards of the seat's own row under which another lies."""
    seat = view["seat"]
    places = zip(view["open"][seat], view["down"][seat], strict=True)
    return {card for card, covers in places if card and covers}


def _stands(view: View, card: str, after: int) -> float:
    """The chance that none of the *after* seats still to play can lay a higher card of its suit."""
    rows = [[one for one in row if one] for row in view["open"]]
    seen = {*view["hand"], *view["gone"], *(one for _, one in view["trick"])}
    seen.update(one for row in rows for one in row)
    unseen = [one for one in _PACK if one not in seen]
    higher = sum(_is_higher(one, card) for one in unseen)
    chance, left = 1.0, len(unseen)
    for step in range(1, after + 1):
        seat = (view["seat"] + step) % len(rows)
        if any(_is_higher(one, card) for one in rows[seat]):
            return 0.0
        for _ in range(view["counts"][seat]):
            chance *= max(0, left - higher) / max(1, left)
            left -= 1
    return chance


def _is_higher(one: str, card: str) -> bool:
    return suit(one) == suit(card) and rank(one) > rank(card)
