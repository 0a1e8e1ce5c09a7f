"""A stage as it stands: its rounds, and the standings or places that follow from them."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from league.progress.acts import Act, ClosedByHand, Drew, DrewLots, OpenedByHand, Qualified
from league.progress.field import Field
from league.progress.options import Options, Ranked
from league.progress.tables import Ledger, Round, Table
from league.standings.breaking import TieBreak
from league.standings.lots import Lots
from league.standings.values import SeatedStanding, Standing

Line = Standing | SeatedStanding
LOTS = Lots()


@dataclass(frozen=True, slots=True)
class Context:
    """What a stage is computed from besides its options and entries: the log, read once."""

    field: Field
    ledger: Ledger
    acts: tuple[Act, ...]
    sides: int = 0

    @property
    def gone(self) -> frozenset[int]:
        return self.ledger.gone


@dataclass(frozen=True, slots=True)
class Place:
    """An entry's place: ranks *first* to *last*, which it shares with others where they differ."""

    entry: int
    first: int
    last: int
    is_final: bool = True


@dataclass(frozen=True)
class StageState(ABC):
    """
    A stage, computed from the log.

    *order* has its entries, the best starting rank first; it is empty as long as they are not
    known. *left* and *excluded* may name others too. *lots* are those drawn for this stage.
    """

    number: int
    options: Options
    order: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    left: frozenset[int] = frozenset()
    excluded: frozenset[int] = frozenset()
    lots: tuple[tuple[int, ...], ...] = ()

    @property
    def is_drawn(self) -> bool:
        return bool(self.order)

    @property
    def tables(self) -> list[Table]:
        """All tables of all rounds, in order."""
        return [table for round in self.rounds for table in round.tables]

    @property
    def is_by_hand(self) -> bool:
        return any(round.by_hand for round in self.rounds)

    @property
    @abstractmethod
    def is_complete(self) -> bool:
        """Whether everything the format asks for has been decided."""

    @property
    def next_round(self) -> int | None:
        """The round that can be drawn now, where rounds are drawn one by one."""
        return None

    @property
    def due(self) -> list[Table]:
        """Undecided tables that may be played now."""
        waiting = [
            (round, table)
            for round in self.rounds
            for table in round.tables
            if table.outcome is None
        ]
        first = min((round.number for round, _ in waiting), default=0)
        return [
            table
            for round, table in waiting
            if not round.by_hand and (self.plays_ahead or round.number == first)
        ]

    plays_ahead = False
    """Whether a table may be played before the rounds before it are over."""

    @property
    @abstractmethod
    def places(self) -> list[Place]:
        """Everybody's place, best first; who is excluded has none."""

    @abstractmethod
    def qualified(self, passed_over: Collection[int]) -> list[int] | tuple[int, ...]:
        """
        Who goes on, best starting rank first, leaving out those *passed_over*.

        Raises:
            TiedError: If a tie stands in the way.
        """


class TiedError(Exception):
    """Nothing tells *entries* apart, and it must be known who is the better."""

    def __init__(self, entries: tuple[int, ...]) -> None:
        super().__init__(f"entries {entries} are level")
        self.entries = entries


def shared(number: int, context: Context) -> dict[str, Any]:
    """What every kind of stage has from the *context* in the same way."""
    lots = [act.order for act in context.acts if isinstance(act, DrewLots) and act.stage == number]
    return {
        "number": number,
        "left": context.field.gone,
        "excluded": context.field.excluded,
        "lots": tuple(lots),
    }


def held(number: int, context: Context) -> set[int]:
    """The rounds of a stage that somebody is changing by hand; one drawn since then is another."""
    rounds: set[int] = set()
    for act in context.acts:
        if isinstance(act, OpenedByHand) and act.stage == number:
            rounds.add(act.round)
        elif isinstance(act, ClosedByHand | Drew) and act.stage == number:
            rounds.discard(act.round)
        elif isinstance(act, Qualified) and act.stage == number:
            rounds.clear()
    return rounds


def without_excluded(lines: Sequence[Line], excluded: Collection[int]) -> list[Line]:
    """The standings with the *excluded* last and without a rank; the others close up."""
    gone = [line.rank for line in lines if line.entry in excluded and line.rank is not None]
    kept: list[Line] = [
        line
        if line.rank is None
        else replace(line, rank=line.rank - sum(rank < line.rank for rank in gone))
        for line in lines
        if line.entry not in excluded
    ]
    unranked = [line for line in kept if line.rank is None]
    out = [replace(line, rank=None) for line in lines if line.entry in excluded]
    return [line for line in kept if line.rank is not None] + unranked + out


def places_of_lines(lines: Sequence[Line], *, is_final: bool) -> list[Place]:
    """The places that the lines of one table give."""
    ranks = [line.rank for line in lines if line.rank is not None]
    return [
        Place(line.entry, line.rank, line.rank + ranks.count(line.rank) - 1, is_final)
        for line in lines
        if line.rank is not None
    ]


def best(lines: Sequence[Line], count: int, passed_over: Collection[int]) -> list[int]:
    """
    The best *count* of a table, leaving out those *passed_over*.

    Raises:
        TiedError: If one of them shares its rank.
    """
    there = [line for line in lines if line.entry not in passed_over and line.rank is not None]
    for line in there[:count]:
        level = tuple(other.entry for other in there if other.rank == line.rank)
        if len(level) > 1:
            raise TiedError(level)
    return [line.entry for line in there[:count]]


class RankedStage(StageState):
    """A stage with tables of standings, one or one for each group."""

    @property
    def groups(self) -> list[list[int]]:
        """The entries of each group; one group where there are none."""
        return [[*self.order]] if self.order else []

    @cached_property
    def standings(self) -> list[list[Line]]:
        """The lines of each group's table, best first; computed once."""
        return [without_excluded(lines, self.excluded) for lines in self.ranked]

    @cached_property
    def ranked(self) -> list[Sequence[Line]]:
        """
        The same as the results alone make them, whoever is excluded.

        Who goes on follows from these, so that an exclusion does not undo a later stage.
        """
        return [self._lines(group) for group in self.groups]

    @abstractmethod
    def _lines(self, group: Sequence[int]) -> Sequence[Line]:
        """The table of one group as the results make it."""

    @property
    def tie_breaks(self) -> list[TieBreak]:
        """Those of the options; a lot comes last, unless they place it elsewhere."""
        assert isinstance(self.options, Ranked)
        order = self.options.order
        drawn = self.lots and all(one.key != LOTS.key for one in order)
        return [*order, LOTS] if drawn else order

    @property
    def places(self) -> list[Place]:
        return [
            place
            for lines in self.standings
            for place in places_of_lines(lines, is_final=self.is_complete)
        ]

    def qualified(self, passed_over: Collection[int]) -> list[int]:
        return best(self.ranked[0], self.options.qualifiers, passed_over)
