"""Standings of a thousand entries: `python -m benchmarks.standings`.

A Swiss of 11 rounds with every kind of bye and forfeit, and 8 rounds at tables of three and four,
each by the usual tie-breaks and by all that may be chosen, with the working of every value. Times
are of the processor, so that a busy machine does not count; a Swiss with the usual tie-breaks and
tables are to stay under a second.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from random import Random
from time import process_time

from league.standings import (
    DEFAULTS,
    Bye,
    Forfeit,
    MatchPoints,
    Played,
    Seated,
    TableResult,
    TieBreak,
    seated_table,
    table,
    tie_breaks_of,
)

SWISS_ROUNDS = 11
TABLE_ROUNDS = 8
# Seconds, for the usual tie-breaks.
GOAL = 1.0

_FORFEITS: tuple[Forfeit | None, ...] = (None,) * 17 + ("first", "second", "both")
_BYES: tuple[Bye, ...] = ("full", "half", "zero")


def swiss(random: Random, entries: int) -> list[Played]:
    """Rounds paired by lot: what a table costs does not depend on who meets whom."""
    played = []
    for number in range(1, SWISS_ROUNDS + 1):
        order = random.sample(range(1, entries + 1), entries)
        away = [order.pop() for _ in range(entries // 50)]
        played += [Played(entry, None, round=number, bye=random.choice(_BYES)) for entry in away]
        if len(order) % 2:
            played.append(Played(order.pop(), None, round=number))
        for first, second in zip(order[::2], order[1::2], strict=True):
            won, lost = random.choice([(1, 0), (0, 1), (1, 1)])
            played.append(Played(first, second, won, lost, random.choice(_FORFEITS), number))
    return played


def tables(random: Random, entries: int) -> list[TableResult]:
    """Tables of four and three by lot, a place worth as many points as it has behind it."""
    played = []
    for number in range(1, TABLE_ROUNDS + 1):
        order = random.sample(range(1, entries + 1), entries)
        while order:
            size = random.choice([3, 4])
            at_table, order = order[:size], order[size:]
            seats = [
                Seated(
                    entry,
                    place,
                    points=len(at_table) - place,
                    score=-random.randrange(4),
                    fools=random.randrange(4),
                    epaulettes=random.randrange(2),
                )
                for place, entry in enumerate(at_table, 1)
            ]
            played.append(TableResult(tuple(seats), number))
    return played


def measure(entries: int) -> dict[str, float]:
    """Seconds of processor time for each table, by what it is."""
    random = Random(1)
    field = range(1, entries + 1)
    in_pairs, at_tables = swiss(random, entries), tables(random, entries)

    def of_pairs(tie_breaks: Sequence[TieBreak]) -> None:
        table(
            field,
            in_pairs,
            MatchPoints(bye=2),
            tie_breaks,
            system="swiss",
            scheduled=SWISS_ROUNDS,
            rounds_over=SWISS_ROUNDS,
        )

    def of_tables(tie_breaks: Sequence[TieBreak]) -> None:
        seated_table(field, at_tables, tie_breaks)

    return {
        "swiss, usual": seconds(of_pairs, DEFAULTS["swiss"]),
        "swiss, all": seconds(of_pairs, tie_breaks_of("swiss")),
        "tables, usual": seconds(of_tables, DEFAULTS["tables"]),
        "tables, all": seconds(of_tables, tie_breaks_of("tables")),
    }


def seconds(make: Callable[[Sequence[TieBreak]], None], tie_breaks: Sequence[TieBreak]) -> float:
    """The processor time that *make* takes."""
    start = process_time()
    make(tie_breaks)
    return process_time() - start


def main(arguments: list[str] | None = None) -> int:
    """Print the times; 1 when one of the usual tables takes longer than the goal."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.standings", description=__doc__)
    parser.add_argument("--entries", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    times = measure(options.entries)
    told = "\n".join(
        f"{name:<16} {taken:6.3f} s{goal(name, taken)}" for name, taken in times.items()
    )
    if options.json:
        told = json.dumps({"entries": options.entries, "seconds": times})
    sys.stdout.write(told + "\n")
    return int(any("MISSED" in goal(name, taken) for name, taken in times.items()))


def goal(name: str, taken: float) -> str:
    """The goal of a table and whether it is met; nothing where there is none."""
    if not name.endswith("usual"):
        return ""
    return f" of {GOAL} {'met' if taken <= GOAL else 'MISSED'}"


if __name__ == "__main__":
    sys.exit(main())
