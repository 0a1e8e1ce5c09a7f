"""Passing Durak by rule of thumb: when to pass an attack on, and who could pass one's own back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bots.kit import Menu, View, suit


def passed_on(view: View, menu: Menu, *, would_take: bool) -> str | None:
    """
    How the attack is passed on, if it is: the move, or None.

    A trump that need only be shown costs nothing. A plain card is gladly spent: the next player
    has one card more to beat, and this one has one less in the hand. A trump of the rank goes only
    where the whole attack would be taken otherwise: one that beats is out of play, one passed on
    is a present to whoever takes.
    """
    if menu.get("transfer_show"):
        return f"transfer_show {menu['transfer_show'][0]}"
    sets = menu.transfers
    if not would_take:
        sets = [cards for cards in sets if all(suit(one) != view.trump_suit for one in cards)]
    if not sets:
        return None
    cheapest = min(sets, key=lambda cards: _price(view, cards))
    return f"transfer {' '.join(cheapest)}"


def may_come_back(
    view: View, cards: Collection[str], left: Collection[str], opponent: Collection[str]
) -> bool:
    """
    Whether a single *opponent* could pass *cards* back to one who has *left* after leading them.

    Never in a game without passing.
    """
    ranks = {card[0] for card in cards}
    return (
        "passes" in view and len(left) > len(cards) and any(card[0] in ranks for card in opponent)
    )


def _price(view: View, cards: Sequence[str]) -> tuple[int, int]:
    """The dearest card counts; of two sets that cost the same the larger one goes."""
    return max(view.weight(card) for card in cards), -len(cards)
