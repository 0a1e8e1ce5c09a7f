"""The tables of a round, and what the log says of each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.progress.acts import Act, Outcome, Reported, TableKey, Voided
from league.standings.seats import places_of


@dataclass(frozen=True, slots=True)
class Table:
    """
    A table of a round: who meets there, and how it ended.

    *number* counts the tables of the round from 1, *group* the groups; 0 where there are none.
    *slot* is the place in a bracket's round. *reported* is the number of the act that decided it;
    0 for a walkover, which is decided by nothing but that somebody is gone.
    """

    key: TableKey
    number: int
    outcome: Outcome | None = None
    reported: int = 0
    group: int = 0
    slot: int = 0
    needs_winner: bool = False

    @property
    def entries(self) -> tuple[int, ...]:
        return self.key.entries

    @property
    def is_walkover(self) -> bool:
        return self.outcome is not None and not self.reported

    @property
    def winner(self) -> int | None:
        """The entry that won, if one did."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        return self.entries[self.outcome.winner]


@dataclass(frozen=True, slots=True)
class Round:
    """
    A round: its tables, and who has the bye or sits out.

    *by_hand*: somebody is changing its tables, and none of them begins meanwhile.
    """

    number: int
    tables: tuple[Table, ...]
    out: tuple[int, ...] = ()
    by_hand: bool = False
    draw: int = 0

    @property
    def is_over(self) -> bool:
        return not self.by_hand and all(table.outcome for table in self.tables)


class Ledger:
    """What the log reports of tables, and who is not there to play any more."""

    def __init__(self, acts: Iterable[Act], gone: frozenset[int], sides: int = 0) -> None:
        self.gone = gone
        self._sides = sides
        self._outcomes: dict[TableKey, Reported] = {}
        self._of_draw: dict[tuple[int, int, int], list[TableKey]] = {}
        self._voided: Counter[tuple[int, int, tuple[int, ...], int]] = Counter()
        for act in acts:
            if isinstance(act, Reported):
                self._outcomes[act.table] = act
            elif isinstance(act, Voided) and act.table == self._key(*act.table.meeting):
                self._voided[act.table.meeting] += 1
        for key in self._outcomes:
            self._of_draw.setdefault((key.stage, key.round, key.draw), []).append(key)

    def table(
        self,
        stage: int,
        round: int,
        entries: Sequence[int],
        draw: int,
        *,
        number: int,
        group: int = 0,
        slot: int = 0,
        needs_winner: bool = False,
    ) -> Table:
        """The table at which *entries* meet, as the log has it."""
        key = self._key(stage, round, tuple(entries), draw)
        act = self._outcomes.get(key)
        if act and needs_winner and not _names_winner(act.outcome):
            act = None
        return Table(
            key=key,
            number=number,
            outcome=act.outcome if act else self._walkover(key.entries),
            reported=act.number if act else 0,
            group=group,
            slot=slot,
            needs_winner=needs_winner,
        )

    def played_among(
        self, stage: int, round: int, entries: Sequence[int], draw: int
    ) -> tuple[int, ...] | None:
        """Those of *entries* between whom the last result of this table was; None without one."""
        seated = set(entries)
        found = [
            self._outcomes[key]
            for key in self._of_draw.get((stage, round, draw), ())
            if seated.issuperset(key.entries) and key == self._key(*key.meeting)
        ]
        last = max(found, key=lambda act: act.number, default=None)
        return None if last is None else last.table.entries

    def _key(self, stage: int, round: int, entries: tuple[int, ...], draw: int) -> TableKey:
        return TableKey(stage, round, entries, draw, self._voided[stage, round, entries, draw])

    def _walkover(self, entries: tuple[int, ...]) -> Outcome | None:
        """Who is there wins over who is not; with sides, over a side that is not whole."""
        if len(entries) == 1:
            return Outcome(scores=(0,), places=(1,), winner=0)
        gone = [position for position, entry in enumerate(entries) if entry in self.gone]
        if not gone:
            return None
        sides = self._sides if len(entries) > 2 and self._sides else len(entries)
        lost = {position % sides for position in gone}
        forfeits = tuple(n for n in range(len(entries)) if n % sides in lost)
        present = [n for n in range(len(entries)) if n not in forfeits]
        places = places_of([0 if n in forfeits else 1 for n in range(len(entries))])
        return Outcome(
            scores=(0,) * len(entries),
            places=tuple(places) if present else (len(entries),) * len(entries),
            winner=present[0] if len({n % sides for n in present}) == 1 else None,
            forfeits=forfeits,
        )


def _names_winner(outcome: Outcome) -> bool:
    """Whether somebody goes on from here, or for certain nobody, since nobody came."""
    return outcome.winner is not None or len(outcome.forfeits) == len(outcome.places)
