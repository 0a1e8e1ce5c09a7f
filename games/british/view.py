"""What one seat at a table of British Durak may know: its hand and all that lies open."""

from __future__ import annotations

from games.british.rules import PHASES
from games.cards import NAMES, SUITS, names_of
from games.common import name_or_none
from games.errors import SetupError
from games.game import View
from games.reading import (
    card_list,
    card_or_none,
    card_set,
    counts,
    flag,
    one_of,
    or_none,
    seat,
    seat_or_none,
    suit,
    whole,
    word_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.british.state import BritishState
    from games.reading import Reader

READERS: Mapping[str, Reader] = {
    "seat": seat_or_none,
    "to_act": seat_or_none,
    "phase": one_of(PHASES),
    "hand": card_set,
    "counts": counts,
    "top": card_or_none,
    "required": or_none(suit),
    "declared": or_none(suit),
    "ace_open": flag,
    "pending": whole,
    "pile": card_list,
    "stock": whole,
    "drawn": card_or_none,
    "has_drawn": flag,
    "idle": whole,
    "turns": whole,
    "end": word_of("", "out", "blocked", "turn_limit"),
    "dealer": seat,
}
FIELDS = tuple(READERS)


class BritishView(View):
    """
    The public facts of a deal and one hand. Card sets are bit masks here, names in JSON.

    seat, to_act: seats, None for a spectator and after the end. phase: play, followup (a card on
    one's own ace), declare, over. hand: the seat's cards. counts: cards held, per seat.
    top: the card to be followed; required: the suit, 0-3; declared: the suit if it was named.
    ace_open: whether the right to name a suit waits for whoever covers the ace on top.
    pending: cards the seat to act must draw unless it lays a six. pile: the oldest card first.
    stock: cards to be drawn. drawn: the card the seat itself has just drawn and may lay;
    has_drawn: whether the seat to act has drawn one. idle: turns passed in a row with nothing to
    draw; turns: how many are over. end: why the deal is over, else empty. dealer: a seat.
    """

    __slots__ = FIELDS

    phase: int
    hand: int
    counts: tuple[int, ...]
    top: int | None
    required: int | None
    declared: int | None
    ace_open: bool
    pending: int
    pile: tuple[int, ...]
    stock: int
    drawn: int | None
    has_drawn: bool
    idle: int
    turns: int
    end: str
    dealer: int

    @property
    def own(self) -> int:
        """The cards of the seat to act, as far as they are seen."""
        return self.hand if self.seat == self.to_act else 0

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, if need be under the top of the pile."""
        return self.stock > 0 or len(self.pile) > 1

    def to_json(self) -> dict[str, Any]:
        """The view as bots receive it: cards by name, sets as lists."""
        data = {name: getattr(self, name) for name in FIELDS}
        data["phase"] = PHASES[self.phase]
        data["hand"] = names_of(self.hand)
        data["counts"] = list(self.counts)
        data["pile"] = [NAMES[card] for card in self.pile]
        for name in ("top", "drawn"):
            data[name] = name_or_none(data[name])
        for name in ("required", "declared"):
            data[name] = None if data[name] is None else SUITS[data[name]]
        data["pile_count"] = len(self.pile)
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BritishView) and all(
            getattr(self, name) == getattr(other, name) for name in FIELDS
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.hand, self.counts, self.pile, self.turns))

    def __repr__(self) -> str:
        return f"<BritishView {self.to_json()!r}>"


def view_of(state: BritishState, seat: int | None) -> BritishView:
    """
    What *seat* may know of *state*.

    Raises:
        SetupError: If there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(state.hands):
        raise SetupError(f"there is no seat {seat} at a table of {len(state.hands)}")
    view = BritishView()
    view.seat = seat
    view.to_act = state.to_act
    view.phase = state.phase
    view.hand = 0 if seat is None else state.hands[seat]
    view.counts = tuple([hand.bit_count() for hand in state.hands])
    view.top = state.top
    view.required = state.required
    view.declared = state.declared
    view.ace_open = state.ace_open
    view.pending = state.pending
    view.pile = tuple(state.pile)
    view.stock = len(state.stock)
    view.drawn = state.drawn if seat is not None and seat == state.to_act else None
    view.has_drawn = state.drawn is not None
    view.idle = state.idle
    view.turns = state.turns
    view.end = state.end
    view.dealer = state.dealer
    return view
