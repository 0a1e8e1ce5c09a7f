"""What each entry has from its matches, before anybody is ranked."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from league.standings.values import Forfeit, MatchPoints, Meeting, Played, Verdict


@dataclass(frozen=True)
class Tally:
    """
    Every entry's meetings, and which entries are counted.

    A withdrawn entry that has completed less than half of its matches stays in the
    crosstable and is not counted: neither it nor what others have against it
    (FIDE C.05, 6.6). A match is completed when it was played or won by forfeit.
    """

    meetings: dict[int, tuple[Meeting, ...]]
    uncounted: frozenset[int]
    points: MatchPoints

    def of(self, entry: int) -> list[Meeting]:
        """The meetings of *entry* that count, byes included."""
        return [meeting for meeting in self.meetings[entry] if meeting.counted]

    def matches(self, entry: int) -> list[Meeting]:
        """The meetings of *entry* that count and had an opponent."""
        return [meeting for meeting in self.of(entry) if meeting.opponent is not None]

    def total(self, entry: int) -> float:
        """The table points of *entry*."""
        return sum(meeting.points for meeting in self.of(entry))


def tally(
    entries: Sequence[int],
    played: Iterable[Played],
    points: MatchPoints,
    *,
    withdrawn: Collection[int] = (),
    least_share: float = 0.5,
    scheduled: int | None = None,
) -> Tally:
    """
    Give every entry its meetings in order of rounds.

    Args:
        withdrawn: Entries that left for good.
        least_share: The part of *scheduled* that a withdrawn entry must have completed
            to be counted; 0 counts everybody.
        scheduled: Matches each entry has to play; None for one against each other entry.

    Raises:
        ValueError: If an entry is named twice, or a match names one that is not there or
            sets an entry against itself.
    """
    meetings: dict[int, list[Meeting]] = {entry: [] for entry in entries}
    if len(meetings) < len(entries):
        raise ValueError("an entry is named twice")
    for match in sorted(played, key=lambda match: match.round):
        _check(match, meetings)
        for meeting in _both_sides(match, points):
            meetings[meeting.entry].append(meeting)
    needed = least_share * (len(entries) - 1 if scheduled is None else scheduled)
    uncounted = frozenset(
        entry
        for entry in withdrawn
        if sum(_is_completed(meeting) for meeting in meetings[entry]) < needed
    )
    marked = {
        entry: tuple(_marked(meeting, uncounted) for meeting in own)
        for entry, own in meetings.items()
    }
    return Tally(marked, uncounted, points)


def _check(match: Played, entries: Collection[int]) -> None:
    if match.first == match.second:
        raise ValueError(f"entry {match.first} cannot meet itself")
    for entry in (match.first, match.second):
        if entry is not None and entry not in entries:
            raise ValueError(f"entry {entry} has a match but is not in the table")


def _both_sides(match: Played, points: MatchPoints) -> list[Meeting]:
    first = Meeting(
        entry=match.first,
        opponent=match.second,
        round=match.round,
        score=match.first_score,
        opponent_score=match.second_score,
        verdict=match.first_verdict,
        forfeit=match.forfeit is not None,
        points=_worth(match.first_verdict, match.forfeit, points),
    )
    if match.second is None:
        return [first]
    second = replace(
        first,
        entry=match.second,
        opponent=match.first,
        score=match.second_score,
        opponent_score=match.first_score,
        verdict=match.second_verdict,
        points=_worth(match.second_verdict, match.forfeit, points),
    )
    return [first, second]


def _worth(verdict: Verdict, forfeit: Forfeit | None, points: MatchPoints) -> float:
    match verdict:
        case "won":
            return points.win
        case "drawn":
            return points.draw
        case "bye":
            return points.bye
        case "lost":
            return points.loss if forfeit is None else points.forfeit


def _is_completed(meeting: Meeting) -> bool:
    if meeting.opponent is None:
        return False
    return not meeting.forfeit or meeting.verdict == "won"


def _marked(meeting: Meeting, uncounted: Collection[int]) -> Meeting:
    if meeting.entry in uncounted or meeting.opponent in uncounted:
        return replace(meeting, counted=False)
    return meeting
