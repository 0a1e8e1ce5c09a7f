"""What each entry has from its tables, before anybody is ranked."""

from collections.abc import Collection, Iterable, Sequence

from league.standings.seats import Seated, Sitting, TableResult, opponents_of, sittings_at
from league.standings.tally import Tally, check_stages
from league.standings.values import MatchPoints, Meeting, Verdict

# Between two at a table it counts who came out before whom, whatever the places are worth.
AHEAD = MatchPoints(win=1, draw=0.5)


def seat_tally(
    entries: Sequence[int],
    played: Iterable[TableResult],
    *,
    lots: Iterable[Sequence[int]] = (),
) -> Tally:
    """
    Give every entry its sittings in order of rounds, and a meeting with each opponent.

    Everything that was played counts, also of those who left: at a table of four a result
    cannot be taken back from one without harming the others.

    Raises:
        ValueError: If an entry is named twice, sits at two tables in a round, or is not in the
            table, or if results of several stages are given.
    """
    sittings: dict[int, list[Sitting]] = {entry: [] for entry in entries}
    meetings: dict[int, list[Meeting]] = {entry: [] for entry in entries}
    if len(sittings) < len(entries):
        raise ValueError("an entry is named twice")
    ordered = sorted(played, key=lambda table: table.round)
    check_stages({table.stage for table in ordered})
    taken: set[tuple[int, int]] = set()
    for table in ordered:
        for seat, sitting in zip(table.seats, sittings_at(table), strict=True):
            _check(seat, table, sittings, taken)
            sittings[seat.entry].append(sitting)
            meetings[seat.entry] += [
                _meeting(seat, other, table.round) for other in opponents_of(seat, table)
            ]
    last = max((table.round for table in ordered), default=0)
    return Tally(
        {entry: tuple(own) for entry, own in meetings.items()},
        frozenset(),
        AHEAD,
        "tables",
        last,
        last,
        {entry: tuple(own) for entry, own in sittings.items()},
        tuple(tuple(lot) for lot in lots),
    )


def _check(
    seat: Seated,
    table: TableResult,
    entries: Collection[int],
    taken: set[tuple[int, int]],
) -> None:
    if seat.entry not in entries:
        raise ValueError(f"entry {seat.entry} sat at a table but is not in the table of results")
    if (table.round, seat.entry) in taken:
        raise ValueError(f"entry {seat.entry} has two results in round {table.round}")
    taken.add((table.round, seat.entry))


def _meeting(seat: Seated, other: Seated, number: int) -> Meeting:
    verdict: Verdict = "drawn"
    worth = AHEAD.draw
    if seat.place != other.place:
        verdict = "won" if seat.place < other.place else "lost"
        worth = AHEAD.win if seat.place < other.place else AHEAD.loss
    return Meeting(
        seat.entry,
        other.entry,
        number,
        0,
        0,
        verdict,
        seat.forfeit or other.forfeit,
        worth,
    )
