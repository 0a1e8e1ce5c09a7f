"""What one may know at a table of Drunkard: how many cards each holds, and the open ones."""

from __future__ import annotations

from games.common import name_or_none
from games.errors import SetupError
from games.game import View
from games.reading import (
    counts,
    laid,
    list_of,
    numbers_from,
    seat,
    seat_list,
    seat_or_none,
    whole,
    word_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.drunkard.state import DrunkardState
    from games.reading import Reader

    Laid = tuple[tuple[int, int | None], ...]


def _last(value: Any, seats: int) -> Any:
    """The latest trick: who won it, what was laid, and how many disputes there were."""
    if value is None:
        return None
    disputes = whole(value["disputes"], seats)
    return seat(value["winner"], seats), laid(value["played"], seats), disputes


READERS: Mapping[str, Reader] = {
    "seat": seat_or_none,
    "to_act": seat_or_none,
    "counts": counts,
    "trick": laid,
    "current": numbers_from(-1),
    "contenders": seat_list,
    "waiting": seat_list,
    "down": whole,
    "kept": seat_list,
    "disputes": whole,
    "tricks": whole,
    "set_aside": whole,
    "last": _last,
    "out": list_of(seat_list),
    "end": word_of("", "stripped", "trick_limit"),
    "dealer": seat,
    "leader": seat,
}
FIELDS = tuple(READERS)
_LISTS = ("counts", "current", "contenders", "waiting", "kept")


class DrunkardView(View):
    """
    The public facts of a deal; nobody looks at his own cards.

    seat, to_act: seats, None for a spectator and after the end. counts: cards held, per seat.
    trick: what was laid to it, as seat and card, None for a card that lies face down.
    current: per seat the place in the trick of the card it contends with, -1 for none.
    contenders: seats that may still win the trick; waiting: those that have yet to lay a card;
    down: how many cards the first of these lays face down before its open one; kept: seats that
    had no card for this dispute. disputes: how many there were in this trick.
    tricks: how many are over. last: the latest, as winner, cards and disputes, or None.
    set_aside: cards dealt to nobody. out: seats that are stripped, in groups by trick.
    end: why the deal is over, else empty. dealer, leader: seats.
    """

    __slots__ = FIELDS

    counts: tuple[int, ...]
    trick: Laid
    current: tuple[int, ...]
    contenders: tuple[int, ...]
    waiting: tuple[int, ...]
    down: int
    kept: tuple[int, ...]
    disputes: int
    tricks: int
    set_aside: int
    last: tuple[int, Laid, int] | None
    out: tuple[tuple[int, ...], ...]
    end: str
    dealer: int
    leader: int

    def to_json(self) -> dict[str, Any]:
        """The view as bots receive it: cards by name."""
        data = {name: getattr(self, name) for name in FIELDS}
        for name in _LISTS:
            data[name] = list(data[name])
        data["trick"] = _named(self.trick)
        data["out"] = [list(group) for group in self.out]
        if self.last is not None:
            winner, played, disputes = self.last
            data["last"] = {"winner": winner, "played": _named(played), "disputes": disputes}
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DrunkardView) and all(
            getattr(self, name) == getattr(other, name) for name in FIELDS
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.counts, self.trick, self.tricks))

    def __repr__(self) -> str:
        return f"<DrunkardView {self.to_json()!r}>"


def view_of(state: DrunkardState, seat: int | None) -> DrunkardView:
    """
    What *seat* may know of *state*.

    Raises:
        SetupError: If there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(state.stacks):
        raise SetupError(f"there is no seat {seat} at a table of {len(state.stacks)}")
    view = DrunkardView()
    view.seat = seat
    view.to_act = state.to_act
    view.counts = tuple([len(stack) for stack in state.stacks])
    view.trick = _seen(state.trick)
    view.current = tuple(state.current)
    view.contenders = state.contenders
    view.waiting = state.waiting
    view.down = state.down
    view.kept = state.kept
    view.disputes = state.disputes
    view.tricks = state.tricks
    view.set_aside = len(state.aside)
    view.last = None
    if state.last is not None:
        winner, played, disputes = state.last
        view.last = (winner, _seen(played), disputes)
    view.out = state.out
    view.end = state.end
    view.dealer = state.dealer
    view.leader = state.leader
    return view


def _seen(laid: Sequence[tuple[int, int | None, bool]]) -> Laid:
    return tuple([(seat, card if is_open else None) for seat, card, is_open in laid])


def _named(laid: Laid) -> list[list[Any]]:
    return [[seat, name_or_none(card)] for seat, card in laid]
