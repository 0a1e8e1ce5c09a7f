"""
Rounds of tables of three to six, for any number of entries and from any round on.

First it is drawn who sits out, then who sits together, then who sits where: three choices, of
which an earlier one never gives way to a later one. Where a perfect schedule is known it is used,
and gone on with as long as the entries allow; elsewhere a search takes its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from league.scheduling.designs import Groups, meets_everybody, perfect_rounds
from league.scheduling.seating import seat_tables
from league.scheduling.table_groups import Arrangement, Before, arrange
from league.scheduling.table_quality import TableQuality, table_quality
from league.scheduling.table_rounds import (
    Seating,
    TableRound,
    last_sat_out,
    meetings,
    rounds_played,
    table_sizes,
)
from league.scheduling.whist import WHIST_ENTRIES, whist

# To find a table its best order takes about as long as to try so many exchanges.
_PER_TABLE = 10


@dataclass(frozen=True, slots=True)
class TableOptions:
    """
    What a club chooses: tables of *size*, some of size *beside* among them where that helps.

    With *sides* the seats s, s + *sides* ... play together and partners rotate (2 at tables of
    4 or 6, 3 at tables of 6); 0 where everybody plays for himself. *steps* bounds the search:
    the exchanges tried between tables, and a tenth as many tables are put in order.

    Raises:
        ValueError: If the sides do not come out even at every table.
    """

    size: int = 4
    beside: int | None = None
    sides: int = 0
    steps: int = 40_000

    def __post_init__(self) -> None:
        for size in (self.size, self.beside or self.size):
            if self.sides and (self.sides < 2 or size % self.sides or size == self.sides):
                raise ValueError(
                    f"{self.sides} sides do not come out even at a table of {size}; "
                    "choose 2 sides at tables of 4 or 6, or 3 at tables of 6"
                )


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The rounds to come, and how even they are together with those already played."""

    rounds: tuple[TableRound, ...]
    quality: TableQuality


def plan_tables(
    entries: Sequence[int],
    rounds: int,
    options: TableOptions,
    rng: Random,
    history: Sequence[TableRound] = (),
) -> TablePlan:
    """
    Plan *rounds* more rounds for the *entries* that are there now.

    *history* has the rounds already played, with those who have left and without those who came
    later; what happened in them counts like what is planned. Given an *rng* in the state it had
    when the first round was planned, a perfect schedule goes on where it was, also for those who
    stay when somebody leaves, as long as the tables keep a size they may have.

    Raises:
        ValueError: If an entry is named twice, there is less than one round to plan, or there
            are too few entries for a table.
    """
    if len(set(entries)) < len(entries):
        raise ValueError(f"an entry is named twice in {list(entries)}; name each once")
    if rounds < 1:
        raise ValueError(f"a plan has at least one round, not {rounds}; ask for one")
    table_sizes(len(entries), options.size, options.beside)
    planned = _kept(entries, rounds, options, rng, history)
    if len(planned) < rounds:
        planned = _searched(entries, rounds, options, rng, history, planned)
    seated = seat_tables(
        planned, history, rng, sides=options.sides, steps=-(-options.steps // _PER_TABLE)
    )
    quality = table_quality([*history, *seated], options.sides)
    return TablePlan(tuple(seated), quality)


def _kept(
    entries: Sequence[int],
    rounds: int,
    options: TableOptions,
    rng: Random,
    history: Sequence[TableRound],
) -> list[TableRound]:
    """The next rounds of a known schedule, as many as it has; none where *history* left it."""
    founders = sorted(history[0].present if history else entries)
    drawn = rng.sample(founders, len(founders))
    if not set(entries) <= set(founders):
        return []
    known = _schedule(drawn, len(history) + rounds, options)
    for played, meant in zip(history, known, strict=False):
        if played.groups != _without(meant, set(played.present)).groups:
            return []
    wanted = table_sizes(len(entries), options.size, options.beside).sizes
    coming = [_without(meant, set(entries)) for meant in known[len(history) :]]
    fitting = [tuple(len(table.entries) for table in meant.tables) == wanted for meant in coming]
    return coming[: fitting.index(False)] if False in fitting else coming


def _schedule(drawn: Sequence[int], rounds: int, options: TableOptions) -> list[TableRound]:
    """A known schedule with the entries in the places *drawn* for them; short or none at all."""
    sizes = table_sizes(len(drawn), options.size, options.beside)
    if options.sides == 2 and options.size == 4 and len(drawn) in WHIST_ENTRIES:
        # In fewer rounds than a whole schedule nobody needs to meet anybody again.
        cycle = whist(len(drawn))
        if rounds % len(cycle) == 0:
            return [_renamed(meant, drawn) for meant in cycle * (rounds // len(cycle))]
    if sizes.sitting_out:
        return []
    known = perfect_rounds(sizes.sizes, rounds)
    if known and meets_everybody(len(drawn), known):
        known = (known * -(-rounds // len(known)))[:rounds]
    return [_renamed(_as_round(groups), drawn) for groups in known]


def _as_round(groups: Groups) -> TableRound:
    return TableRound(tuple(Seating(table) for table in groups))


def _renamed(meant: TableRound, drawn: Sequence[int]) -> TableRound:
    return TableRound(
        tuple(Seating(tuple(drawn[who - 1] for who in table.entries)) for table in meant.tables),
        tuple(drawn[who - 1] for who in meant.sitting_out),
    )


def _without(meant: TableRound, present: set[int]) -> TableRound:
    """The round as it is for those *present* alone, the largest tables first."""
    tables = [
        Seating(tuple(entry for entry in table.entries if entry in present))
        for table in meant.tables
    ]
    tables.sort(key=lambda table: -len(table.entries))
    out = tuple(entry for entry in meant.sitting_out if entry in present)
    return TableRound(tuple(table for table in tables if table.entries), out)


def _searched(
    entries: Sequence[int],
    rounds: int,
    options: TableOptions,
    rng: Random,
    history: Sequence[TableRound],
    known: Sequence[TableRound],
) -> list[TableRound]:
    """Rounds by search; it begins with what is *known* and goes on at random."""
    for _ in history:
        # Lots of its own for each round, also where *rng* begins as it did for the first one.
        rng.random()
    past = [*history, *known]
    start: Arrangement = [_as_lists(meant) for meant in known]
    for _ in range(rounds - len(known)):
        drawn = _draw(entries, options, rng, past)
        past.append(drawn)
        start.append(_as_lists(drawn))
    last_out = frozenset(history[-1].sitting_out if history else ())
    before = Before(meetings(history), rounds_played(history), last_out)
    found = arrange(start, before, rng, options.steps)
    return [
        TableRound(tuple(Seating(tuple(table)) for table in groups[:-1]), tuple(sorted(groups[-1])))
        for groups in found
    ]


def _as_lists(meant: TableRound) -> list[list[int]]:
    return [[*table.entries] for table in meant.tables] + [[*meant.sitting_out]]


def _draw(
    entries: Sequence[int], options: TableOptions, rng: Random, past: Sequence[TableRound]
) -> TableRound:
    """
    A round by lot. Whoever has played most sits out, but nobody twice running.

    Of those the one sits out who has done so longest ago or never.
    """
    sizes = table_sizes(len(entries), options.size, options.beside)
    played, last = rounds_played(past), last_sat_out(past)
    lots = rng.sample(sorted(entries), len(entries))
    by_turn = sorted(
        lots,
        key=lambda entry: (
            bool(past) and last.get(entry) == len(past),
            -played[entry],
            last.get(entry, 0),
        ),
    )
    out = by_turn[: sizes.sitting_out]
    seated = iter([entry for entry in lots if entry not in set(out)])
    tables = tuple(Seating(tuple(next(seated) for _ in range(size))) for size in sizes.sizes)
    return TableRound(tables, tuple(sorted(out)))
