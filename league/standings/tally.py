"""What each entry has from its matches, before anybody is ranked."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Any, TypeVar

from league.standings.seats import Sitting
from league.standings.values import (
    Bye,
    Forfeit,
    MatchPoints,
    Meeting,
    Played,
    System,
    Verdict,
)
from league.standings.working import settled

T = TypeVar("T")


@dataclass(frozen=True)
class Tally:
    """
    Every entry's meetings (or sittings at tables), and which entries are counted.

    A withdrawn entry that has completed less than half of its matches stays in the
    crosstable and is not counted: neither it nor what others have against it
    (FIDE C.05, 6.6). A match is completed when it was played or won by forfeit.

    *rounds* is how many the stage has, or has had so far where nobody has said; *played_rounds*
    the last that anybody has a result of. At tables the meetings are pairwise: who came out
    before whom. *lots* are the orders drawn so far, best first. *reckoned* is what a library has
    said so far, by criterion and number of rounds.
    """

    meetings: dict[int, tuple[Meeting, ...]]
    uncounted: frozenset[int]
    points: MatchPoints
    system: System = "round_robin"
    rounds: int = 0
    played_rounds: int = 0
    sittings: dict[int, tuple[Sitting, ...]] = field(default_factory=dict)
    lots: tuple[tuple[int, ...], ...] = ()
    reckoned: dict[tuple[str, int], dict[int, float]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _kept: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def of(self, entry: int) -> list[Meeting]:
        """The meetings of *entry* that count, byes included."""
        return self.keep(
            ("of", entry), lambda: [meeting for meeting in self.meetings[entry] if meeting.counted]
        )

    def matches(self, entry: int) -> list[Meeting]:
        """The meetings of *entry* that count and had an opponent."""
        return self.keep(
            ("matches", entry),
            lambda: [meeting for meeting in self.of(entry) if meeting.opponent is not None],
        )

    def total(self, entry: int) -> float:
        """The table points of *entry*."""
        return self.keep(("total", entry), lambda: self._total(entry))

    def _total(self, entry: int) -> float:
        if self.system == "tables":
            return settled(fsum(sitting.points for sitting in self.sittings[entry]))
        return sum(meeting.points for meeting in self.of(entry))

    @property
    def counted(self) -> list[int]:
        """The entries that are ranked."""
        return [entry for entry in self.meetings if entry not in self.uncounted]

    def keep(self, key: Any, make: Callable[[], T]) -> T:
        """What *make* gives, reckoned once for this tally."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept


def tally(
    entries: Sequence[int],
    played: Iterable[Played],
    points: MatchPoints,
    *,
    withdrawn: Collection[int] = (),
    least_share: float = 0.5,
    scheduled: int | None = None,
    system: System = "round_robin",
    rounds_over: int = 0,
    lots: Iterable[Sequence[int]] = (),
) -> Tally:
    """
    Give every entry its meetings in order of rounds.

    Args:
        withdrawn: Entries that left for good. In a Swiss all that they played counts.
        least_share: The part of *scheduled* that a withdrawn entry must have completed
            to be counted; 0 counts everybody.
        scheduled: Matches each entry has to play (in a Swiss, the rounds of the stage);
            None for one against each other entry.
        rounds_over: In a Swiss, how many rounds are over: an entry without a match in one of
            them stayed away (a bye worth nothing, FIDE C.07, 16.1).
        lots: The orders drawn so far, each best first.

    Raises:
        ValueError: If an entry is named twice, a match names one that is not there or sets an
            entry against itself, or matches of several stages are given.
    """
    meetings: dict[int, list[Meeting]] = {entry: [] for entry in entries}
    if len(meetings) < len(entries):
        raise ValueError("an entry is named twice")
    ordered = sorted(played, key=_in_order)
    check_stages({match.stage for match in ordered})
    for match in ordered:
        _check(match, meetings)
        for meeting in _both_sides(match, points):
            meetings[meeting.entry].append(meeting)
    if system == "swiss":
        _fill(meetings, rounds_over)
    uncounted = frozenset[int]()
    if system == "round_robin":
        needed = least_share * (len(entries) - 1 if scheduled is None else scheduled)
        uncounted = frozenset(
            entry
            for entry in withdrawn
            if sum(_is_completed(meeting) for meeting in meetings[entry]) < needed
        )
    played_rounds = max([rounds_over, *(match.round for match in ordered)])
    return Tally(
        {
            entry: tuple(_marked(meeting, uncounted) for meeting in own)
            for entry, own in meetings.items()
        },
        uncounted,
        points,
        system,
        scheduled if system == "swiss" and scheduled else played_rounds,
        played_rounds,
        lots=tuple(tuple(lot) for lot in lots),
    )


def check_stages(stages: Collection[int]) -> None:
    """
    See that all results are of one stage, or that there are none.

    Raises:
        ValueError: If there are several.
    """
    if len(stages) > 1:
        named = ", ".join(map(str, sorted(stages)))
        raise ValueError(f"results of stages {named} in one table; make a table for each stage")


def _in_order(match: Played) -> tuple[object, ...]:
    """Rounds in order, and within one always the same order, however the results came in."""
    second = 0 if match.second is None else match.second
    return (
        match.round,
        match.first,
        second,
        match.first_score,
        match.second_score,
        match.forfeit or "",
        match.bye,
    )


def _check(match: Played, entries: Collection[int]) -> None:
    if match.first == match.second:
        raise ValueError(f"entry {match.first} cannot meet itself")
    for entry in (match.first, match.second):
        if entry is not None and entry not in entries:
            raise ValueError(f"entry {entry} has a match but is not in the table")


def _both_sides(match: Played, points: MatchPoints) -> list[Meeting]:
    verdict, forfeit = match.first_verdict, match.forfeit
    first = Meeting(
        match.first,
        match.second,
        match.round,
        match.first_score,
        match.second_score,
        verdict,
        forfeit is not None,
        _worth(verdict, forfeit, match.bye, points),
        bye=match.bye if match.second is None else None,
    )
    if match.second is None:
        return [first]
    verdict = match.second_verdict
    second = Meeting(
        match.second,
        match.first,
        match.round,
        match.second_score,
        match.first_score,
        verdict,
        forfeit is not None,
        _worth(verdict, forfeit, match.bye, points),
    )
    return [first, second]


def _worth(verdict: Verdict, forfeit: Forfeit | None, bye: Bye, points: MatchPoints) -> float:
    match verdict:
        case "won":
            return points.win
        case "drawn":
            return points.draw
        case "bye":
            return {
                "allocated": points.bye, "full": points.win, "half": points.draw, "zero": 0
            }[bye]  # fmt: skip
        case "lost":
            return points.loss if forfeit is None else points.forfeit


def _fill(meetings: dict[int, list[Meeting]], rounds_over: int) -> None:
    """Give every entry a bye worth nothing in each round over that it has no match in."""
    for entry, own in meetings.items():
        missing = set(range(1, rounds_over + 1)) - {meeting.round for meeting in own}
        if missing:
            own += [
                Meeting(entry, None, number, 0, 0, "bye", False, 0, bye="zero")
                for number in missing
            ]
            own.sort(key=lambda meeting: meeting.round)


def _is_completed(meeting: Meeting) -> bool:
    if meeting.opponent is None:
        return False
    return not meeting.forfeit or meeting.verdict == "won"


def _marked(meeting: Meeting, uncounted: Collection[int]) -> Meeting:
    if uncounted and (meeting.entry in uncounted or meeting.opponent in uncounted):
        return replace(meeting, counted=False)
    return meeting
