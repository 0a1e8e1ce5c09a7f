"""Schedules beside their goals: `python -m benchmarks.scheduling [SECTION ...]`.

One line a schedule: the processor time it takes, so that a busy machine does not count, the most
it may take, and what it is worth. A section is a function that yields such lines; add yours to
SECTIONS. Swiss rounds have a benchmark of their own (`benchmarks.swiss`), as standings have.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from random import Random
from time import process_time

from league.scheduling.round_robin import berger
from league.scheduling.table_groups import Arrangement, Before, arrange
from league.scheduling.table_quality import Measured, TableQuality, table_quality
from league.scheduling.table_rounds import Seating, TableRound
from league.scheduling.tables import TableOptions, plan_tables


@dataclass(frozen=True, slots=True)
class Line:
    """One schedule; *most* is the goal in seconds, None where none is set."""

    what: str
    seconds: float
    most: float | None
    worth: str
    good: bool = True

    @property
    def met(self) -> bool:
        return self.good and (self.most is None or self.seconds <= self.most)


def round_robin() -> Iterator[Line]:
    """Berger's tables for a thousand, the fastest of three times."""
    taken = []
    for _ in range(3):
        start = process_time()
        rounds = berger(1000)
        taken.append(process_time() - start)
    yield Line("1000 entries", min(taken), 0.5, f"{len(rounds)} rounds")


def tables() -> Iterator[Line]:
    """Whole plans, groups and seats; where no second meeting is needed, none may be there."""
    for entries, size, beside, rounds, most in (
        (64, 4, None, 8, 1.0),
        (32, 4, None, 6, 0.5),
        (32, 4, None, 7, 60.0),
        (32, 4, None, 10, 60.0),
        (16, 4, None, 7, None),
        (23, 4, 3, 6, None),
        (48, 4, None, 8, None),
        (13, 5, 4, 5, None),
        (36, 6, None, 3, None),
        (1000, 4, None, 8, None),
    ):
        start = process_time()
        options = TableOptions(size, beside)
        quality = plan_tables(range(1, entries + 1), rounds, options, Random(1)).quality
        seconds = process_time() - start
        sizes = f"{size} and {beside}" if beside else f"{size}"
        good = most is None or quality.repeats.is_least
        what = f"{entries} at tables of {sizes}, {rounds} rounds"
        yield Line(what, seconds, most, told(quality), good)


def search() -> Iterator[Line]:
    """The search for groups alone, as if no perfect schedule were known."""
    for entries, size, rounds, steps in (
        (64, 4, 8, 40_000),
        (32, 4, 6, 40_000),
        (32, 4, 7, 1_000_000),
        (20, 4, 5, 200_000),
        (24, 4, 6, 200_000),
        (15, 3, 6, 200_000),
    ):
        rng = Random(1)
        start: Arrangement = []
        for _ in range(rounds):
            lots = rng.sample(range(1, entries + 1), entries)
            start.append([lots[place : place + size] for place in range(0, entries, size)] + [[]])
        begun = process_time()
        found = arrange(start, Before({}, {}, frozenset()), rng, steps)
        seconds = process_time() - begun
        planned = [TableRound(tuple(Seating(tuple(g)) for g in groups[:-1])) for groups in found]
        repeats = table_quality(planned).repeats
        what = f"{entries} at tables of {size}, {rounds} rounds, {steps} steps"
        yield Line(what, seconds, None, f"repeats {of_bound(repeats)}")


SECTIONS: dict[str, Callable[[], Iterator[Line]]] = {
    "round_robin": round_robin,
    "tables": tables,
    "search": search,
}


def told(quality: TableQuality) -> str:
    """The numbers that matter, each beside its bound."""
    return (
        f"repeats {of_bound(quality.repeats)}, most attacks {of_bound(quality.most_attacks)}, "
        f"first deals {of_bound(quality.most_first_deals)}, "
        f"one seat {of_bound(quality.most_in_one_seat)}"
    )


def of_bound(number: Measured) -> str:
    return f"{number.value} (bound {number.bound})"


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each schedule; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scheduling", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.sections) - set(SECTIONS))
    if unknown:
        parser.error(f"no section {', '.join(unknown)}; choose of {', '.join(SECTIONS)}")
    results = {name: list(SECTIONS[name]()) for name in options.sections or SECTIONS}
    if options.json:
        lines = {name: [asdict(line) for line in found] for name, found in results.items()}
        sys.stdout.write(json.dumps(lines, indent=2) + "\n")
    else:
        sys.stdout.write("\n".join(_text(results)) + "\n")
    return int(any(not line.met for found in results.values() for line in found))


def _text(results: dict[str, list[Line]]) -> Iterator[str]:
    for name, found in results.items():
        yield name
        for line in found:
            goal = "" if line.most is None else f" of {line.most} {'met' if line.met else 'MISSED'}"
            yield f"  {line.what}: {line.seconds:.2f} s{goal}; {line.worth}"


if __name__ == "__main__":
    sys.exit(main())
