"""Throw-in Durak for three and more: an attack is everybody's, so more is thrown in."""

from __future__ import annotations

from collections.abc import Sequence

from bots.kit import View, suit

# While more cards than these are in the hands a deal is far from its end: four full hands.
_MANY = 24


def worth_throwing(view: View, cards: Sequence[str], *, in_sides: bool) -> list[str]:
    """
    Those of *cards* that are thrown in, in the order given.

    Only one of many loses, and who takes is soon the last but one to go out: so every plain card
    goes, however good. Trumps are kept while there is a stock or many cards are in the hands; they
    are what one goes out with. In sides it is two or three against one: trumps go as well, but
    not to a defender who takes and would have them in his next defence.
    """
    if in_sides:
        all_go = not (view["stock"] and view["taking"])
    else:
        all_go = not view["stock"] and sum(view["counts"]) <= _MANY
    return [card for card in cards if all_go or suit(card) != view.trump_suit]
