"""Who takes part: the entries of a tournament, who plays for them, and who is gone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from league.progress.acts import (
    Act,
    Entered,
    Excluded,
    Excused,
    KeptApart,
    Member,
    Readmitted,
    Requested,
    Returned,
    Started,
    Substituted,
    Withdrew,
)


@dataclass(frozen=True, slots=True)
class Field:
    """
    The entries, numbered from 1 in order of starting rank, late ones last.

    *start* is the number of the act that closed the entries, 0 before it. *excused* has who sits
    out which stage and round, and what for; *apart* who is never paired, lower number first.
    """

    start: int = 0
    members: Mapping[int, tuple[Member, ...]] = field(default_factory=dict)
    withdrawn: frozenset[int] = frozenset()
    excluded: frozenset[int] = frozenset()
    apart: frozenset[tuple[int, int]] = frozenset()
    excused: Mapping[tuple[int, int, int], Requested] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(sorted(self.members))

    @property
    def gone(self) -> frozenset[int]:
        return self.withdrawn | self.excluded


def field_of(acts: Iterable[Act]) -> Field:
    """The field as the *acts* that count leave it."""
    start = 0
    members: dict[int, tuple[Member, ...]] = {}
    withdrawn: set[int] = set()
    excluded: set[int] = set()
    apart: set[tuple[int, int]] = set()
    excused: dict[tuple[int, int, int], Requested] = {}
    for act in acts:
        match act:
            case Started():
                start, members = act.number, dict(enumerate(act.members, start=1))
            case Entered() if act.entry not in members:
                members[act.entry] = act.members
            case Substituted() if act.entry in members:
                members[act.entry] = act.members
            case Withdrew():
                withdrawn.add(act.entry)
            case Returned():
                withdrawn.discard(act.entry)
            case Excluded():
                excluded.add(act.entry)
            case Readmitted():
                excluded.discard(act.entry)
            case KeptApart():
                pair = (min(act.entries), max(act.entries))
                (apart.add if act.apart else apart.discard)(pair)
            case Excused():
                excused[act.entry, act.stage, act.round] = act.bye
    there = set(members)
    return Field(
        start=start,
        members=members,
        withdrawn=frozenset(withdrawn & there),
        excluded=frozenset(excluded & there),
        apart=frozenset(pair for pair in apart if set(pair) <= there),
        excused={key: bye for key, bye in excused.items() if key[0] in there},
    )
