"""What an act would change, told by rows: matches and entries, as pages and API show it."""

from dataclasses import dataclass, field
from typing import Any

from league.models import Entry, Match
from league.progress.changes import Changes
from league.progress.stages import RankedStage
from league.progress.state import State
from league.progress.tables import Table
from league.selectors.progress import Progress


@dataclass(slots=True)
class Consequences:
    """
    What an act would change.

    Attributes:
        voided: Matches that would be struck out: what was played there counts no more, or it
            need not be played any more.
        cleared: Those of them that have been played.
        revived: Matches that were struck out, whose results would count again.
        walkovers: Tables that would be decided because somebody is not there: their entries.
        added: How many matches there would be to play that are not there now.
        standings: Lines that would change: entry, (rank, points) before and after.
        reopens: Whether a finished tournament would go on.
        finishes: Whether it would be over.
    """

    winner_changes: bool = False
    voided: list[Match] = field(default_factory=list)
    cleared: list[Match] = field(default_factory=list)
    revived: list[Match] = field(default_factory=list)
    walkovers: list[list[Entry]] = field(default_factory=list)
    added: int = 0
    standings: list[dict[str, Any]] = field(default_factory=list)
    reopens: bool = False
    finishes: bool = False

    @property
    def unplayed(self) -> list[Match]:
        """Matches that need not be played any more, and were not."""
        return [match for match in self.voided if match not in self.cleared]

    @property
    def is_nothing(self) -> bool:
        """Whether nothing that anybody sees would be otherwise."""
        return not (
            self.voided or self.revived or self.walkovers or self.added or self.standings
            or self.reopens or self.finishes
        )  # fmt: skip


def consequences_of(before: Progress, after: Progress, found: Changes) -> Consequences:
    """The *found* differences between two moments of a tournament, by rows."""
    entries = before.entries
    cleared = {str(table.key) for table in found.cleared}
    struck = [before.matches.get(str(table.key)) for table in (*found.cleared, *found.gone)]
    return Consequences(
        winner_changes=any(old.winner != new.winner for old, new in found.changed),
        voided=[match for match in struck if match is not None],
        cleared=[match for match in struck if match is not None and match.key in cleared],
        revived=_matches(before, found.revived),
        walkovers=[
            [entries[entry] for entry in table.entries if entry in entries]
            for table in found.walkovers
        ],
        added=len(found.added),
        standings=[
            {"entry": entries[number], "before": old, "after": new}
            for number, old, new in _lines_changed(before.state, after.state)
            if number in entries
        ],
        reopens=found.reopens,
        finishes=found.finishes,
    )


def _matches(progress: Progress, tables: tuple[Table, ...]) -> list[Match]:
    keys = [str(table.key) for table in tables]
    found = Match.objects.filter(round__stage__tournament=progress.tournament, key__in=keys)
    return list(found.select_related("round").prefetch_related("seats__player"))


Line = tuple[int | None, float]


def _lines_changed(before: State, after: State) -> list[tuple[int, Line | None, Line | None]]:
    """Rank and points of each entry whose line in a table is another one."""
    old, new = _lines(before), _lines(after)
    return [
        (number, old.get(number), new.get(number))
        for number in {**new, **old}
        if old.get(number) != new.get(number)
    ]


def _lines(state: State) -> dict[int, Line]:
    """Of every entry the line in the last table that it is in."""
    return {
        line.entry: (line.rank, line.points)
        for stage in state.stages
        if isinstance(stage, RankedStage)
        for lines in stage.standings
        for line in lines
    }
