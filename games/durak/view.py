"""What one seat at a table of Durak may know: its hand and everything that happened in the open."""

from __future__ import annotations

from games.cards import NAMES, SUITS, cards_of, names_of
from games.durak.rules import PHASES
from games.errors import SetupError
from games.game import View
from games.reading import (
    card,
    card_or_none,
    card_set,
    counts,
    flag,
    list_of,
    no_cards,
    one_of,
    pair,
    per_seat,
    seat,
    seat_list,
    seat_or_none,
    seat_set,
    suit,
    whole,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from games.durak.state import DurakState
    from games.reading import Reader

_held = per_seat(card_set)


def _start(value: Any, seats: int) -> tuple[int, tuple[int, ...], int]:
    """An earlier start of a bout."""
    times = whole(value["times"], seats)
    return seat(value["leader_seat"], seats), _held(value["held"], seats), times


READERS: Mapping[str, Reader] = {
    "seat": seat_or_none,
    "to_act": seat_or_none,
    "phase": one_of(PHASES),
    "hand": card_set,
    "counts": counts,
    "trump": suit,
    "turnup": card_or_none,
    "stock": whole,
    "discard": card_set,
    "discarded": flag,
    "known": _held,
    "table": list_of(pair(card, card_or_none)),
    "led": card_set,
    "leader": seat,
    "defender": seat,
    "leader_seat": seat,
    "defender_seat": seat,
    "limit": whole,
    "room": whole,
    "passed": seat_set,
    "taking": flag,
    "emptied": seat_list,
    "finished": seat_list,
    "dealer": seat,
    "bout": whole,
    "shown": no_cards,
    "repetition": whole,
    "earlier": list_of(_start),
}
# The seats of a set of up to six, in order.
SEATS_OF = tuple(cards_of(seats) for seats in range(64))


class DurakView(View):
    """
    The public facts of a deal and one hand. Card sets are bit masks here, names in JSON.

    seat, to_act: seats, None for a spectator and after the end. phase: lead, defend, throw, over.
    hand: the seat's cards (a spectator has none). counts: cards held, per seat.
    trump: suit 0-3. turnup: the card that named it, if known. stock: cards still to be drawn.
    discard: what was beaten off in the open; discarded: whether any bout was.
    known: per seat, cards taken in the open and not played since.
    table: pairs of an attack card and what beat it, or None. led: the cards that opened the bout.
    leader, defender: who act; leader_seat, defender_seat: in whose place (differ only in teams).
    limit, room: most attack cards of this bout, and how many more may come.
    passed: seats that passed. taking: whether the defender has said so.
    emptied: seats that ran out of cards in this bout; finished: seats that are out; in order.
    bout: from 1. shown: trumps shown to pass an attack on, where the game has that.
    repetition: how often this start of bout has occurred; earlier: the starts since the stock ran
    out and nothing was discarded, as (leader_seat, per seat the cards held then of those that
    have lain on the table since, times).
    """

    __slots__ = tuple(READERS)
    READERS: Mapping[str, Reader] = READERS

    seat: int | None
    to_act: int | None
    phase: int
    hand: int
    counts: tuple[int, ...]
    trump: int
    turnup: int | None
    stock: int
    discard: int
    discarded: bool
    known: tuple[int, ...]
    table: tuple[tuple[int, int | None], ...]
    led: int
    leader: int
    defender: int
    leader_seat: int
    defender_seat: int
    limit: int
    room: int
    passed: tuple[int, ...]
    taking: bool
    emptied: tuple[int, ...]
    finished: tuple[int, ...]
    dealer: int
    bout: int
    shown: int
    repetition: int
    earlier: tuple[tuple[int, tuple[int, ...], int], ...]

    def to_json(self) -> dict[str, Any]:
        """The view as bots receive it: cards by name, sets as lists."""
        return _told(
            self,
            self.seat,
            self.hand,
            list(self.counts),
            self.stock,
            [names_of(cards) for cards in self.known],
            self.table,
            self.passed,
            self.shown,
            self.earlier,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DurakView) and all(
            getattr(self, name) == getattr(other, name, None) for name in self.READERS
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.hand, self.counts, self.table, self.bout))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.to_json()!r}>"


def view_of(state: DurakState, seat: int | None, view: DurakView) -> None:
    """
    Write into *view* what *seat* may know of *state*.

    Raises:
        SetupError: If there is no such seat.
    """
    view.hand = _hand_of(state, seat)
    view.seat = seat
    view.to_act = state.to_act
    view.phase = state.phase
    view.counts = tuple([hand.bit_count() for hand in state.hands])
    view.trump = state.trump
    view.turnup = state.turnup
    view.stock = state.stock_count
    view.discard = state.discard
    view.discarded = state.discarded
    view.known = tuple([taken & hand for taken, hand in zip(state.taken, state.hands, strict=True)])
    view.table = tuple(state.pairs.items())
    view.led = state.led
    view.leader = state.leader
    view.defender = state.defender
    view.leader_seat = state.leader_seat
    view.defender_seat = state.defender_seat
    view.limit = state.limit
    view.room = state.room
    view.passed = SEATS_OF[state.passed]
    view.taking = state.taking
    view.emptied = state.emptied
    view.finished = state.finished
    view.dealer = state.dealer
    view.bout = state.bout
    view.shown = 0
    view.repetition = state.repetition
    view.earlier = _earlier_starts(state) if state.positions else ()


def view_json(state: DurakState, seat: int | None, shown: int = 0) -> dict[str, Any]:
    """
    What `DurakView.to_json` says of *state* to *seat*, without the view in between; *shown* is its
    set of trumps shown.

    Raises:
        SetupError: If there is no such seat.
    """
    hand = _hand_of(state, seat)
    hands = state.hands
    return _told(
        state,
        seat,
        hand,
        [held.bit_count() for held in hands],
        state.stock_count,
        [names_of(taken & held) for taken, held in zip(state.taken, hands, strict=True)],
        state.pairs.items(),
        SEATS_OF[state.passed],
        shown,
        _earlier_starts(state) if state.positions else (),
    )


def _hand_of(state: DurakState, seat: int | None) -> int:
    """The set of cards that *seat* sees in its hand."""
    if seat is None:
        return 0
    if not 0 <= seat < len(state.hands):
        raise SetupError(f"there is no seat {seat} at a table of {len(state.hands)}")
    return state.hands[seat]


def _told(
    facts: DurakView | DurakState,
    seat: int | None,
    hand: int,
    counts: list[int],
    stock: int,
    known: list[list[str]],
    table: Iterable[tuple[int, int | None]],
    passed: tuple[int, ...],
    shown: int,
    earlier: Sequence[tuple[int, tuple[int, ...], int]],
) -> dict[str, Any]:
    """The facts as bots receive them; beside *facts* those that a state keeps in another way."""
    return {
        "seat": seat,
        "to_act": facts.to_act,
        "phase": PHASES[facts.phase],
        "hand": names_of(hand),
        "counts": counts,
        "trump": SUITS[facts.trump],
        "turnup": None if facts.turnup is None else NAMES[facts.turnup],
        "stock": stock,
        "discard": names_of(facts.discard),
        "discarded": facts.discarded,
        "known": known,
        "table": [
            [NAMES[attack], None if answer is None else NAMES[answer]] for attack, answer in table
        ],
        "led": names_of(facts.led),
        "leader": facts.leader,
        "defender": facts.defender,
        "leader_seat": facts.leader_seat,
        "defender_seat": facts.defender_seat,
        "limit": facts.limit,
        "room": facts.room,
        "passed": [*passed],
        "taking": facts.taking,
        "emptied": [*facts.emptied],
        "finished": [*facts.finished],
        "dealer": facts.dealer,
        "bout": facts.bout,
        "shown": names_of(shown),
        "repetition": facts.repetition,
        "earlier": [_start_told(*start) for start in earlier] if earlier else [],
    }


def _start_told(leader: int, held: tuple[int, ...], times: int) -> dict[str, Any]:
    return {"leader_seat": leader, "held": [names_of(cards) for cards in held], "times": times}


def _earlier_starts(state: DurakState) -> tuple[tuple[int, tuple[int, ...], int], ...]:
    """The starts of bouts that may yet be repeated, told without a card that was never seen."""
    moved = state.moved | state.table
    return tuple(
        [
            (leader, tuple([hand & moved for hand in held]), times)
            for (leader, *held), times in state.positions.items()
        ]
    )
