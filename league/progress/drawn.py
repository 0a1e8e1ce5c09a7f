"""Stages whose rounds are drawn one by one: what a round is, is in the log."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.progress.acts import Drew, PairedByHand, Qualified
from league.progress.options import SwissOptions, TablesOptions
from league.progress.stages import Context, RankedStage, held
from league.progress.tables import Round, Table


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round before its results: tables with the act by which each meets, and who is out."""

    tables: tuple[tuple[tuple[int, ...], int], ...]
    out: tuple[int, ...]
    number: int


@dataclass(frozen=True)
class DrawnStage(RankedStage):
    """A Swiss, or rounds at tables."""

    options: SwissOptions | TablesOptions
    drawn_in_vain: int = 0
    """How many times a draw was undone: from then on nothing is drawn by itself."""

    @property
    def rounds_over(self) -> int:
        """How many rounds are over, one after the other from the first."""
        over = [round.is_over for round in self.rounds]
        return over.index(False) if False in over else len(over)

    @property
    def is_complete(self) -> bool:
        if len(self.order) == 1:
            return True
        return len(self.rounds) == self.options.rounds and all(r.is_over for r in self.rounds)

    @property
    def next_round(self) -> int | None:
        if len(self.order) < 2 or self.rounds_over < len(self.rounds):
            return None
        number = len(self.rounds) + 1
        return number if number <= self.options.rounds else None


def draws(number: int, rounds: int, order: Sequence[int], context: Context) -> list[Draw]:
    """
    The rounds of stage *number* as they were drawn and then changed by hand.

    A draw counts where it is of the next round and all whom it names are there; in a later stage
    it was made between those who are there now. A table that a change by hand left as it was
    stays the same one, with its result.
    """
    there = set(order)
    are_these = number == 1
    found: list[Draw] = []
    for act in context.acts:
        if isinstance(act, Qualified) and act.stage == number:
            are_these = set(act.order) == there
        if not are_these or not isinstance(act, Drew | PairedByHand) or act.stage != number:
            continue
        named = {entry for table in act.tables for entry in table} | set(act.out)
        if not named <= there or act.round > rounds:
            continue
        if isinstance(act, Drew) and act.round == len(found) + 1:
            tables = tuple((table, act.number) for table in act.tables)
            found.append(Draw(tables, act.out, act.number))
        elif isinstance(act, PairedByHand) and act.round <= len(found):
            before = dict(found[act.round - 1].tables)
            tables = tuple((table, before.get(table, act.number)) for table in act.tables)
            found[act.round - 1] = Draw(tables, act.out, found[act.round - 1].number)
    return found


def as_rounds(number: int, drawn: Sequence[Draw], context: Context) -> tuple[Round, ...]:
    """The drawn rounds with the results of their tables."""
    by_hand = held(number, context)
    return tuple(
        Round(
            position,
            tuple(
                context.ledger.table(number, position, entries, act, number=table)
                for table, (entries, act) in enumerate(draw.tables, start=1)
            ),
            draw.out,
            position in by_hand,
            draw.number,
        )
        for position, draw in enumerate(drawn, start=1)
    )


def only(tables: Sequence[Table], entries: set[int]) -> list[Table]:
    """The tables at which one of *entries* sits."""
    return [table for table in tables if entries & set(table.entries)]
