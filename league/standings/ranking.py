"""The table: entries ranked by points, and those with equal points by the tie-breaks in turn."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from league.standings.tally import Tally, tally
from league.standings.tie_breaks import DEFAULT_TIE_BREAKS, TieBreak
from league.standings.values import (
    DEFAULT_POINTS,
    MatchPoints,
    Meeting,
    Played,
    Standing,
    TieBreakValue,
)


def table(
    entries: Sequence[int],
    played: Iterable[Played],
    points: MatchPoints = DEFAULT_POINTS,
    tie_breaks: Sequence[TieBreak] = DEFAULT_TIE_BREAKS,
    *,
    withdrawn: Collection[int] = (),
    least_share: float = 0.5,
    scheduled: int | None = None,
) -> list[Standing]:
    """
    Every entry's line, best first; within a shared rank in the order of *entries*.

    Args:
        entries: All who take part, usually in order of starting rank.
        played: The finished matches, in any order. Those not yet played are left out.
        points: What a match is worth.
        tie_breaks: Asked in turn, each only about entries the earlier ones left tied.
        withdrawn: Entries that left for good.
        least_share: A withdrawn entry that completed a smaller part of its matches is
            listed last without a rank, and matches against it do not count.
        scheduled: Matches each entry has to play; None for one against each other entry.

    Raises:
        ValueError: If an entry is named twice or a match names one that is not there.
    """
    sums = tally(
        entries,
        played,
        points,
        withdrawn=withdrawn,
        least_share=least_share,
        scheduled=scheduled,
    )
    counted = [entry for entry in entries if entry not in sums.uncounted]
    lines: list[Standing] = []
    for level in _levels(counted, {entry: sums.total(entry) for entry in counted}):
        values = _column_values(level, tie_breaks, sums)
        for tied in _split(level, list(tie_breaks), sums):
            rank = len(lines) + 1
            lines += [_line(entry, rank, sums, values[entry]) for entry in tied]
    lines += [_line(entry, None, sums, ()) for entry in entries if entry in sums.uncounted]
    return lines


def _levels(entries: Sequence[int], values: dict[int, float]) -> list[list[int]]:
    """Entries with equal values together, the best values first."""
    ordered = sorted(entries, key=lambda entry: -values[entry])
    return [list(level) for _, level in groupby(ordered, key=lambda entry: values[entry])]


def _split(tied: list[int], tie_breaks: list[TieBreak], sums: Tally) -> list[list[int]]:
    """Take *tied* apart as far as the tie-breaks can, the better ones first."""
    if len(tied) < 2 or not tie_breaks:
        return [tied]
    first, *later = tie_breaks
    values = first.values(tied, sums)
    if values is None:
        return _split(tied, later, sums)
    parts = _levels(tied, values)
    again = first.among_tied and len(parts) > 1
    return [
        ranked for part in parts for ranked in _split(part, tie_breaks if again else later, sums)
    ]


def _column_values(
    level: Sequence[int], tie_breaks: Sequence[TieBreak], sums: Tally
) -> dict[int, tuple[TieBreakValue, ...]]:
    """What the table shows: each tie-break taken among all entries with equal points."""
    columns = [(tie_break, tie_break.values(level, sums)) for tie_break in tie_breaks]
    return {
        entry: tuple(
            TieBreakValue(
                tie_break.key,
                tie_break.abbreviation,
                None if values is None else values[entry],
            )
            for tie_break, values in columns
        )
        for entry in level
    }


def _line(
    entry: int, rank: int | None, sums: Tally, tie_breaks: tuple[TieBreakValue, ...]
) -> Standing:
    """The line of *entry*; one without a rank shows all its matches, counted or not."""
    own: Sequence[Meeting] = sums.of(entry) if rank is not None else sums.meetings[entry]
    matches = [meeting for meeting in own if meeting.opponent is not None]
    lost = [meeting for meeting in matches if meeting.verdict == "lost"]
    return Standing(
        rank=rank,
        entry=entry,
        points=sum(meeting.points for meeting in own),
        played=len(matches),
        won=sum(meeting.verdict == "won" for meeting in matches),
        drawn=sum(meeting.verdict == "drawn" for meeting in matches),
        lost=len(lost),
        forfeited=sum(meeting.forfeit for meeting in lost),
        byes=len(own) - len(matches),
        score_for=sum(meeting.score for meeting in matches),
        score_against=sum(meeting.opponent_score for meeting in matches),
        tie_breaks=tie_breaks,
    )
