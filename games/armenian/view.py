"""What one seat at a table of Armenian Durak may know: its hand and all that lies open."""

from __future__ import annotations

from games.armenian.rules import set_of
from games.cards import NAMES, names_of
from games.common import name_or_none
from games.errors import SetupError
from games.game import View
from games.reading import (
    MOST,
    card,
    card_list,
    card_or_none,
    card_set,
    counts,
    flag,
    list_of,
    numbers_from,
    pair,
    per_seat,
    seat,
    seat_or_none,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.armenian.rules import Row, Rules
    from games.armenian.state import ArmenianState
    from games.reading import Reader

READERS: Mapping[str, Reader] = {
    "seat": seat_or_none,
    "to_act": seat_or_none,
    "hand": card_set,
    "counts": counts,
    "open": per_seat(list_of(card_or_none)),
    "down": per_seat(list_of(flag)),
    "trick": list_of(pair(seat, card)),
    "tricks": counts,
    "gone": card_list,
    "match": numbers_from(-MOST),
    "dealer": seat,
    "leader": seat,
}
FIELDS = tuple(READERS)
_LISTS = ("counts", "tricks", "match")


class ArmenianView(View):
    """
    The public facts of a deal and one hand. Card sets are bit masks here, names in JSON.

    seat, to_act: seats, None for a spectator and after the end. hand: the seat's cards.
    counts: cards in hand, per seat. open: per seat the open row, None for an empty place.
    down: per seat, place by place, whether a covered card lies there. trick: what was laid to
    it, as seat and card. tricks: taken, per seat. gone: cards of earlier tricks, in order.
    match: points of earlier deals. dealer, leader: seats. rules: of the game.
    """

    __slots__ = (*FIELDS, "rules")

    hand: int
    counts: tuple[int, ...]
    open: tuple[Row, ...]
    down: tuple[tuple[bool, ...], ...]
    trick: tuple[tuple[int, int], ...]
    tricks: tuple[int, ...]
    gone: tuple[int, ...]
    match: tuple[int, ...]
    dealer: int
    leader: int
    rules: Rules

    @property
    def usable(self) -> int:
        """The cards that the seat may lay now; empty if another is to act."""
        if self.seat is None or self.seat != self.to_act:
            return 0
        return self.rules.choices(self.hand, set_of(self.open[self.seat]), self.trick)

    def to_json(self) -> dict[str, Any]:
        """The view as bots receive it: cards by name, sets as lists."""
        data = {name: getattr(self, name) for name in FIELDS}
        for name in _LISTS:
            data[name] = list(data[name])
        data["hand"] = names_of(self.hand)
        data["open"] = [[name_or_none(card) for card in row] for row in self.open]
        data["down"] = [list(row) for row in self.down]
        data["down_counts"] = [sum(row) for row in self.down]
        data["trick"] = [[seat, NAMES[card]] for seat, card in self.trick]
        data["gone"] = [NAMES[card] for card in self.gone]
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArmenianView) and all(
            getattr(self, name) == getattr(other, name) for name in FIELDS
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.hand, self.open, self.trick, self.gone))

    def __repr__(self) -> str:
        return f"<ArmenianView {self.to_json()!r}>"


def view_of(state: ArmenianState, seat: int | None) -> ArmenianView:
    """
    What *seat* may know of *state*.

    Raises:
        SetupError: If there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(state.hands):
        raise SetupError(f"there is no seat {seat} at a table of {len(state.hands)}")
    view = ArmenianView()
    view.rules = state.rules
    view.seat = seat
    view.to_act = state.to_act
    view.hand = 0 if seat is None else state.hands[seat]
    view.counts = tuple([hand.bit_count() for hand in state.hands])
    view.open = tuple([tuple(row) for row in state.rows])
    view.down = tuple([tuple([card is not None for card in row]) for row in state.down])
    view.trick = state.trick
    view.tricks = tuple(state.tricks)
    view.gone = tuple(state.gone)
    view.match = state.match
    view.dealer = state.dealer
    view.leader = state.leader
    return view
