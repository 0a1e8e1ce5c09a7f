"""
The acts of a tournament's log, each a fact that somebody decided or a worker reported.

An act is never changed or taken out: `Undid` says that an earlier one counts no more. Entries are
named by their numbers, from 1; tables by what `TableKey` holds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Literal

Member = tuple[int, int | None]
"""One who plays for an entry: the id of the player, and of the version if it is a bot."""

Requested = Literal["half", "full", "zero"]
"""What a bye that an entry asked for is worth: as much as a draw, a win, or nothing."""


@dataclass(frozen=True, slots=True)
class TableKey:
    """
    Which table is meant: who meets in which round, in the order of the seats.

    *draw* is the number of the act by which they meet, so that the results of a round that was
    drawn anew do not count for the new one. *replay* counts how often the match was struck out
    and begun again.
    """

    stage: int
    round: int
    entries: tuple[int, ...]
    draw: int
    replay: int = 0

    def __str__(self) -> str:
        who = "-".join(map(str, self.entries))
        return f"{self.stage}/{self.round}/{who}/{self.draw}/{self.replay}"

    @property
    def meeting(self) -> tuple[int, int, tuple[int, ...], int]:
        """The same, however often it was begun again."""
        return self.stage, self.round, self.entries, self.draw


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    How a match ended, by the entries of its table in the order of their seats.

    *places* count from 1, equal ones shared. *forfeits* and *winner* are positions at the table
    from 0; there is no winner where the best are level or nobody came. *fools* is in how many
    deals each was the fool, if the deals were told.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winner: int | None = None
    forfeits: tuple[int, ...] = ()
    fools: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One line of the log; *number* counts them from 1."""

    kind: ClassVar[str] = ""
    number: int = 0

    def to_json(self) -> dict[str, Any]:
        """All but the number, which is the line's own."""
        told = asdict(self)
        del told["number"]
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Act):
    """The entries are closed; *members* of each, in order of starting rank."""

    kind: ClassVar[str] = "start"
    members: tuple[tuple[Member, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Act):
    """Somebody comes late and has the next number that nobody had."""

    kind: ClassVar[str] = "enter"
    entry: int
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrew(Act):
    """An entry leaves: what it has not played is lost without play."""

    kind: ClassVar[str] = "withdraw"
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Act):
    """One that had left is back."""

    kind: ClassVar[str] = "return"
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Excluded(Act):
    """An entry is sent away, and listed without a rank."""

    kind: ClassVar[str] = "exclude"
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Readmitted(Act):
    """An exclusion is taken back."""

    kind: ClassVar[str] = "readmit"
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted(Act):
    """From now on others play for an entry; what was played stays where it is."""

    kind: ClassVar[str] = "substitute"
    entry: int
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Excused(Act):
    """An entry sits out a round that is not drawn yet."""

    kind: ClassVar[str] = "excuse"
    entry: int
    stage: int
    round: int
    bye: Requested


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptApart(Act):
    """Two are never paired with each other from now on, or (*apart* false) may be again."""

    kind: ClassVar[str] = "keep_apart"
    entries: tuple[int, int]
    apart: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered(Act):
    """The starting ranks of a stage, set by hand: all its entries, the first rank first."""

    kind: ClassVar[str] = "order"
    stage: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified(Act):
    """Who goes on to *stage*, by starting rank there; *passed_over* had left by then."""

    kind: ClassVar[str] = "qualify"
    stage: int
    order: tuple[int, ...]
    passed_over: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Act):
    """A round as it was drawn: who sits at which table, and who has the bye or sits out."""

    kind: ClassVar[str] = "draw"
    stage: int
    round: int
    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedByHand(Act):
    """From here on a round's tables are changed by hand; none of them begins meanwhile."""

    kind: ClassVar[str] = "open_by_hand"
    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedByHand(Act):
    """The tables of a round as somebody set them."""

    kind: ClassVar[str] = "pair_by_hand"
    stage: int
    round: int
    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedByHand(Act):
    """The tables stay as they were set; play goes on."""

    kind: ClassVar[str] = "close_by_hand"
    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported(Act):
    """How a match ended; said again of the same table, it corrects what was said before."""

    kind: ClassVar[str] = "report"
    table: TableKey
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided(Act):
    """A match is struck out, nobody to blame, and begun again."""

    kind: ClassVar[str] = "void"
    table: TableKey


@dataclass(frozen=True, slots=True, kw_only=True)
class DrewLots(Act):
    """An order drawn between entries that nothing else told apart, best first."""

    kind: ClassVar[str] = "lots"
    stage: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Act):
    """Options of a stage that are others from now on."""

    kind: ClassVar[str] = "change"
    stage: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(Act):
    """The tournament is called off; what has been played stays to be seen."""

    kind: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undid(Act):
    """An earlier act counts no more; of an `Undid`, what it undid counts again."""

    kind: ClassVar[str] = "undo"
    act: int


KINDS: dict[str, type[Act]] = {
    kind.kind: kind
    for kind in (
        Started, Entered, Withdrew, Returned, Excluded, Readmitted, Substituted, Excused, KeptApart,
        Ordered, Qualified, Drew, OpenedByHand, PairedByHand, ClosedByHand, Reported, Voided,
        DrewLots, Changed, Cancelled, Undid,
    )
}  # fmt: skip


def act_from_json(kind: str, number: int, told: Mapping[str, Any]) -> Act:
    """
    The act that `Act.to_json` told of.

    Raises:
        ValueError: If it is none.
    """
    made = KINDS.get(kind)
    if made is None:
        raise ValueError(f"{kind!r} is no act; there are {', '.join(KINDS)}")
    try:
        values = {
            field.name: _value(told[field.name], field.name)
            for field in fields(made)
            if field.name != "number"
        }
    except (KeyError, TypeError) as error:
        raise ValueError(f"{kind} {number} does not tell all it has to: {error}") from error
    return made(number=number, **values)


def _value(told: Any, name: str) -> Any:
    if name == "table":
        return TableKey(**{**told, "entries": tuple(told["entries"])})
    if name == "outcome":
        return Outcome(**{key: _tuples(value) for key, value in told.items()})
    return told if name == "options" else _tuples(told)


def _tuples(told: Any) -> Any:
    return tuple(map(_tuples, told)) if isinstance(told, list | tuple) else told


def effective(acts: Sequence[Act]) -> list[Act]:
    """The acts that count: neither undone nor an undoing, in the order of the log."""
    undone: set[int] = set()
    counting = []
    for act in reversed(acts):
        if act.number in undone:
            continue
        if isinstance(act, Undid):
            undone.add(act.act)
        else:
            counting.append(act)
    return counting[::-1]
