"""
What a seat at a table of Durak knows about the cards it does not see.

The view already tells what was beaten out and what was taken in the open; whatever is left is
unseen, in other hands or in the stock. Sets of cards are those of `games.cards`.
"""

from __future__ import annotations

from games.cards import BITS, mask_of
from games.durak.podkidnoy import Podkidnoy
from games.durak.view import DurakView


class Belief:
    """
    Where every card of a view can be.

    sure: per seat, the cards it certainly holds. unseen: cards that are in some other hand or in
    the stock. hidden: per seat, how many of them it holds.
    """

    def __init__(self, game: Podkidnoy, view: DurakView) -> None:
        self.sure = list(view.known)
        if view.seat is not None:
            self.sure[view.seat] = view.hand
        table = mask_of(card for pair in view.table for card in pair if card is not None)
        # The last card of the stock lies there for all to see.
        self.turnup = BITS[view.turnup] if view.stock and view.turnup is not None else 0
        self.unseen = mask_of(game.deck) & ~(view.discard | table | self.turnup)
        for cards in self.sure:
            self.unseen &= ~cards
        self.hidden = [
            count - cards.bit_count() for count, cards in zip(view.counts, self.sure, strict=True)
        ]
        self.table = table

    def may_hold(self, seat: int) -> int:
        """Every card that a seat holds or might hold."""
        return self.sure[seat] | self.unseen if self.hidden[seat] else self.sure[seat]

    def hand(self, seat: int) -> int | None:
        """The hand of a seat where it is certain."""
        if self.hidden[seat] in (0, self.unseen.bit_count()):
            return self.may_hold(seat)
        return None


def is_duel(game: object) -> bool:
    """Whether it is throw-in Durak for two, whose ending can be played out."""
    return type(game) is Podkidnoy and game.seats == 2
