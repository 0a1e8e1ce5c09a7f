"""What an act changes: the difference of two states, to be asked about before it is done."""

from dataclasses import dataclass

from league.progress.acts import TableKey
from league.progress.stages import Place
from league.progress.state import State
from league.progress.tables import Table


@dataclass(frozen=True, slots=True)
class Changes:
    """
    The difference between two states of one tournament.

    *cleared* are tables that were played and whose result counts no more, *revived* those whose
    earlier result counts again; *gone* and *added* are tables without a result that need not, or
    now must, be played. *walkovers* are now decided because somebody is gone. *places* has every
    entry that moves: before and after, None where it has no place.
    """

    cleared: tuple[Table, ...] = ()
    revived: tuple[Table, ...] = ()
    gone: tuple[Table, ...] = ()
    added: tuple[Table, ...] = ()
    walkovers: tuple[Table, ...] = ()
    changed: tuple[tuple[Table, Table], ...] = ()
    places: tuple[tuple[int, Place | None, Place | None], ...] = ()
    reopens: bool = False
    finishes: bool = False

    @property
    def is_harmless(self) -> bool:
        """Whether nothing that was played is lost."""
        return not self.cleared and not self.reopens


def changes(before: State, after: State) -> Changes:
    """What is otherwise in *after* than it was *before*."""
    old, new = _by_key(before), _by_key(after)
    earlier = {place.entry: place for place in before.places}
    later = {place.entry: place for place in after.places}
    return Changes(
        cleared=tuple(
            table
            for key, table in old.items()
            if table.reported and (key not in new or not new[key].reported)
        ),
        revived=tuple(
            table
            for key, table in new.items()
            if table.reported and (key not in old or not old[key].reported)
        ),
        gone=tuple(t for key, t in old.items() if not t.reported and key not in new),
        added=tuple(t for key, t in new.items() if not t.outcome and key not in old),
        walkovers=tuple(
            table
            for key, table in new.items()
            if table.is_walkover and not (key in old and old[key].is_walkover)
        ),
        changed=tuple(
            (old[key], table)
            for key, table in new.items()
            if table.reported and key in old and old[key].reported
            and old[key].outcome != table.outcome
        ),
        places=tuple(
            (entry, earlier.get(entry), later.get(entry))
            for entry in sorted(earlier.keys() | later.keys())
            if earlier.get(entry) != later.get(entry)
        ),
        reopens=before.is_finished and not after.is_finished,
        finishes=after.is_finished and not before.is_finished,
    )  # fmt: skip


def _by_key(state: State) -> dict[TableKey, Table]:
    return {table.key: table for table in state.tables}
