"""The table: entries ranked by points, and those with equal points by the tie-breaks in turn."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from league.standings.breaking import TieBreak, levels, reckon_together
from league.standings.seat_tally import seat_tally
from league.standings.seats import TableResult
from league.standings.tally import Tally, tally
from league.standings.tie_breaks import DEFAULTS, check_tie_breaks
from league.standings.values import (
    DEFAULT_POINTS,
    MatchPoints,
    Meeting,
    Played,
    SeatedStanding,
    Standing,
    System,
    TieBreakValue,
)


def table(
    entries: Sequence[int],
    played: Iterable[Played],
    points: MatchPoints = DEFAULT_POINTS,
    tie_breaks: Sequence[TieBreak] | None = None,
    *,
    withdrawn: Collection[int] = (),
    least_share: float = 0.5,
    scheduled: int | None = None,
    system: System = "round_robin",
    rounds_over: int = 0,
    lots: Iterable[Sequence[int]] = (),
) -> list[Standing]:
    """
    Every entry's line, best first; within a shared rank in the order of *entries*.

    Args:
        entries: All who take part, usually in order of starting rank.
        played: The finished matches of one stage, in any order. Those not yet played are
            left out.
        points: What a match is worth.
        tie_breaks: Asked in turn, each only about entries the earlier ones left tied; None
            for the usual ones of *system*.
        withdrawn: Entries that left for good.
        least_share: In a round robin, a withdrawn entry that completed a smaller part of its
            matches is listed last without a rank, and matches against it do not count.
        scheduled: Matches each entry has to play (in a Swiss, the rounds of the stage); None
            for one against each other entry.
        system: ``round_robin`` or ``swiss``; for tables of several seats see ``seated_table``.
        rounds_over: In a Swiss, the rounds that are over: who has no match in one stayed away.
        lots: The orders drawn so far, each best first; the last that fits counts.

    Raises:
        ValueError: If an entry is named twice, a match names one that is not there, matches of
            several stages are given, or a tie-break does not fit *system*.
    """
    order = DEFAULTS[system] if tie_breaks is None else tie_breaks
    check_tie_breaks(order, system)
    sums = tally(
        entries,
        played,
        points,
        withdrawn=withdrawn,
        least_share=least_share,
        scheduled=scheduled,
        system=system,
        rounds_over=rounds_over,
        lots=lots,
    )
    lines = [_line(entry, rank, sums, values) for rank, entry, values in _ranked(order, sums)]
    return lines + [_line(entry, None, sums, ()) for entry in entries if entry in sums.uncounted]


def seated_table(
    entries: Sequence[int],
    played: Iterable[TableResult],
    tie_breaks: Sequence[TieBreak] | None = None,
    *,
    lots: Iterable[Sequence[int]] = (),
) -> list[SeatedStanding]:
    """
    The table of a stage played at tables of several seats; arguments as for ``table``.

    What a place is worth stands in the results already: see ``place_points``. All that was
    played counts, also of those who left.

    Raises:
        ValueError: As ``table``, and if an entry has two results in a round.
    """
    order = DEFAULTS["tables"] if tie_breaks is None else tie_breaks
    check_tie_breaks(order, "tables")
    sums = seat_tally(entries, played, lots=lots)
    seats = max((sitting.place for own in sums.sittings.values() for sitting in own), default=0)
    return [
        _seated_line(entry, rank, seats, sums, values)
        for rank, entry, values in _ranked(order, sums)
    ]


def _ranked(
    tie_breaks: Sequence[TieBreak], sums: Tally
) -> Iterator[tuple[int, int, tuple[TieBreakValue, ...]]]:
    """Rank, entry and tie-breaks of all who are counted, best first."""
    reckon_together(tie_breaks, sums)
    rank = 1
    counted = sums.counted
    for level in levels(counted, {entry: sums.total(entry) for entry in counted}):
        values = _column_values(level, tie_breaks, sums)
        for tied in _split(level, list(tie_breaks), sums):
            for entry in tied:
                yield rank, entry, values[entry]
            rank += len(tied)


def _split(tied: list[int], tie_breaks: list[TieBreak], sums: Tally) -> list[list[int]]:
    """Take *tied* apart as far as the tie-breaks can, the better ones first."""
    if len(tied) < 2 or not tie_breaks:
        return [tied]
    first, *later = tie_breaks
    parts = first.tiers(tied, sums)
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
                None if values is None else values.get(entry),
                None if values is None else tie_break.working(entry, level, sums),
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
        byes=sum(meeting.opponent is None and meeting.bye != "zero" for meeting in own),
        score_for=sum(meeting.score for meeting in matches),
        score_against=sum(meeting.opponent_score for meeting in matches),
        tie_breaks=tie_breaks,
    )


def _seated_line(
    entry: int, rank: int, seats: int, sums: Tally, tie_breaks: tuple[TieBreakValue, ...]
) -> SeatedStanding:
    own = sums.sittings[entry]
    sat = [sitting for sitting in own if not sitting.sat_out]
    places = [sitting.place for sitting in sat]
    return SeatedStanding(
        rank=rank,
        entry=entry,
        points=sums.total(entry),
        tables=len(sat),
        sat_out=len(own) - len(sat),
        places=tuple(places.count(place) for place in range(1, seats + 1)),
        score=sum(sitting.score for sitting in sat),
        fools=sum(sitting.fools for sitting in sat),
        epaulettes=sum(sitting.epaulettes for sitting in sat),
        tie_breaks=tie_breaks,
    )
