"""Rounds at tables of three to six as they stand, and the draw of the next one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from league.progress.drawn import DrawnStage, as_rounds, draws
from league.progress.options import TablesOptions
from league.progress.stages import Context, shared
from league.progress.tables import Round, Table
from league.scheduling.seating import reseat
from league.scheduling.table_quality import TableQuality, table_quality
from league.scheduling.table_rounds import Seating, TableRound
from league.scheduling.tables import TableOptions, TablePlan, plan_tables
from league.standings.ranking import seated_table
from league.standings.seats import Seated, TableResult, place_points
from league.standings.values import SeatedStanding


@dataclass(frozen=True)
class Tables(DrawnStage):
    """
    Rounds at tables of several seats.

    *sides* is how many sides play at a table where partners rotate, 0 where everybody plays for
    himself. *gone* are not there for the next round, nor are those *excused* for it.
    """

    options: TablesOptions
    sides: int = 0
    excused: frozenset[tuple[int, int]] = frozenset()
    gone: frozenset[int] = frozenset()

    @cached_property
    def results(self) -> list[TableResult]:
        """What was played and who sat out, as standings read it."""
        found = []
        for round in self.rounds:
            found += [self._result(table) for table in round.tables if table.outcome]
            found += [
                TableResult((Seated(entry, 1, self.options.sat_out),), round.number)
                for entry in round.out
            ]
        return found

    def _result(self, table: Table) -> TableResult:
        outcome = table.outcome
        assert outcome is not None
        seats = len(table.entries)
        if seats == 1:
            return TableResult((Seated(table.entries[0], 1, self.options.best),), table.key.round)
        points = place_points(outcome.places, self.options.worth(seats))
        return TableResult(
            tuple(
                Seated(
                    entry,
                    outcome.places[seat],
                    0 if seat in outcome.forfeits else points[seat],
                    score=outcome.scores[seat],
                    fools=outcome.fools[seat] if outcome.fools else 0,
                    side=seat % self.sides if self.sides else None,
                    forfeit=seat in outcome.forfeits,
                )
                for seat, entry in enumerate(table.entries)
            ),
            table.key.round,
        )

    def _lines(self, group: Sequence[int]) -> list[SeatedStanding]:
        return seated_table(group, self.results, self.tie_breaks, lots=self.lots)

    @property
    def table_options(self) -> TableOptions:
        return TableOptions(self.options.size, self.options.beside or None, self.sides)

    @cached_property
    def seatings(self) -> list[TableRound]:
        """The rounds so far, as the search for seats reads them."""
        return [_as_seating(round) for round in self.rounds]

    @cached_property
    def quality(self) -> TableQuality:
        """How evenly everybody has met and attacked everybody so far."""
        return table_quality(self.seatings, self.sides)

    def plan(self, number: int, seed: str) -> TablePlan:
        """
        Round *number* and those after it, for those who are there now.

        As long as nothing came otherwise it goes on with the plan made for the first round, whose
        seats are more even than any that are found round by round.

        Raises:
            ValueError: If they do not fill a table.
        """
        excused = {entry for entry, round in self.excused if round == number}
        present = [entry for entry in self.order if entry not in self.gone | excused]
        before = tuple(self.seatings[: number - 1])

        def planned(rounds: int, history: Sequence[TableRound]) -> TablePlan:
            random = Random(f"{seed}/tables/{self.number}")
            return plan_tables(present, rounds, self.table_options, random, history)

        if before and set(before[0].present) == set(present):
            whole = planned(self.options.rounds, ())
            if whole.rounds[: number - 1] == before:
                return replace(whole, rounds=whole.rounds[number - 1 :])
        return planned(self.options.rounds - number + 1, before)

    def draw(self, number: int, seed: str) -> tuple[list[tuple[int, ...]], list[int]]:
        """
        The tables of round *number* in the order of their seats, and who sits out.

        Raises:
            ValueError: If those who are there do not fill a table.
        """
        first = self.plan(number, seed).rounds[0]
        return [table.entries for table in first.tables], [*first.sitting_out]

    def reseated(self, number: int, entries: Sequence[int], seed: str) -> tuple[int, ...]:
        """The best seats for *entries* at one table of round *number*, all else as it is."""
        others = [
            replace(
                played,
                tables=tuple(t for t in played.tables if not set(t.entries) & set(entries)),
                sitting_out=tuple(e for e in played.sitting_out if e not in entries),
            )
            if position == number
            else played
            for position, played in enumerate(self.seatings, start=1)
        ]
        random = Random(f"{seed}/seats/{self.number}/{number}")
        return reseat(sorted(entries), others, random, sides=self.sides).entries


def tables(number: int, options: TablesOptions, order: tuple[int, ...], context: Context) -> Tables:
    """The stage of these entries, as the log has its rounds."""
    drawn = [
        replace(
            draw,
            tables=tuple(
                (_left(entries, act, number, round, context), act) for entries, act in draw.tables
            ),
        )
        for round, draw in enumerate(draws(number, options.rounds, order, context), start=1)
    ]
    rounds = as_rounds(number, drawn, context)
    return Tables(
        options=options,
        order=order,
        rounds=tuple(map(_without_empty, rounds)),
        sides=context.sides,
        excused=frozenset(
            (entry, round) for entry, stage, round in context.field.excused if stage == number
        ),
        gone=context.gone,
        **shared(number, context),
    )


def _left(
    entries: tuple[int, ...], draw: int, number: int, round: int, context: Context
) -> tuple[int, ...]:
    """
    Who plays at a table that was drawn.

    Somebody who is gone leaves it to the others, where everybody plays for himself; a table that
    has a result stays as it was when it was played.
    """
    if context.sides:
        return entries
    played = context.ledger.played_among(number, round, entries, draw)
    return played or tuple(entry for entry in entries if entry not in context.gone)


def _without_empty(round: Round) -> Round:
    return replace(round, tables=tuple(table for table in round.tables if table.entries))


def _as_seating(round: Round) -> TableRound:
    return TableRound(tuple(Seating(table.entries) for table in round.tables), round.out)
