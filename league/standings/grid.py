"""The crosstable: every entry's result against every other, in a square grid."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from league.standings.tally import tally
from league.standings.values import DEFAULT_POINTS, MatchPoints, Meeting, Played


@dataclass(frozen=True)
class CrosstableRow:
    """
    One entry's row: for each entry of the table, in its order, their meetings.

    The cell of the entry itself is empty; *byes* stand beside the grid. *points* is the
    sum of what is counted in the cells and the byes.
    """

    entry: int
    cells: tuple[tuple[Meeting, ...], ...]
    byes: tuple[Meeting, ...]
    points: float


@dataclass(frozen=True)
class Crosstable:
    """The grid of results; rows and columns stand in the same order."""

    entries: tuple[int, ...]
    rows: tuple[CrosstableRow, ...]

    def cell(self, entry: int, opponent: int) -> tuple[Meeting, ...]:
        """The meetings of *entry* with *opponent* as *entry* sees them, by round."""
        row = self.rows[self.entries.index(entry)]
        return row.cells[self.entries.index(opponent)]


def crosstable(
    entries: Sequence[int],
    played: Iterable[Played],
    points: MatchPoints = DEFAULT_POINTS,
    *,
    withdrawn: Collection[int] = (),
    least_share: float = 0.5,
    scheduled: int | None = None,
) -> Crosstable:
    """
    The grid for *entries* in the order given; the arguments are those of ``table``.

    An entry that is not counted has a row as well: its meetings say that they do not
    count, and its points are 0.

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
    rows = (
        CrosstableRow(
            entry=entry,
            cells=tuple(_against(sums.meetings[entry], other) for other in entries),
            byes=_against(sums.meetings[entry], None),
            points=sums.total(entry),
        )
        for entry in entries
    )
    return Crosstable(tuple(entries), tuple(rows))


def _against(meetings: Sequence[Meeting], opponent: int | None) -> tuple[Meeting, ...]:
    return tuple(meeting for meeting in meetings if meeting.opponent == opponent)
