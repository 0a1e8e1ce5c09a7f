"""
How long it takes to tell how a tournament stands: `python -m benchmarks.progress [--profile]`.

Each log is folded into a state as every page and every act does it, and all that pages show is
read from it: places, standings, what is due. Processor time, the fastest of three, beside the goal.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from time import process_time

from league.progress.acts import Act
from league.progress.going_on import next_act
from league.progress.stages import RankedStage
from league.progress.state import Setup, State, state_of
from tests.league.progress.events import Event, setup

GOAL = 0.3


@dataclass(frozen=True, slots=True)
class Line:
    """One log: how many acts, the seconds of the fold and of all that is shown of it."""

    what: str
    acts: int
    fold: float
    shown: float

    @property
    def met(self) -> bool:
        """Whether both together take no longer than the goal."""
        return self.fold + self.shown <= GOAL


def knockout() -> Event:
    event = Event(setup({"format": "knockout", "third_place": True}), 512)
    event.play(Random(1), 999)
    return event


def double_elimination() -> Event:
    event = Event(setup({"format": "double_elimination"}), 256)
    event.play(Random(1), 999)
    return event


def round_robin() -> Event:
    event = Event(setup({"format": "round_robin", "cycles": 2}), 64)
    event.play(Random(1), 999)
    return event


def swiss() -> Event:
    options = {"format": "swiss", "rounds": 9, "pairing": "matching"}
    event = Event(setup(options), 200)
    event.play(Random(1), 999)
    return event


def tables() -> Event:
    event = Event(setup({"format": "tables", "rounds": 6, "size": 4}), 400)
    event.play(Random(1), 999)
    return event


LOGS: dict[str, Callable[[], Event]] = {
    "knockout of 512": knockout,
    "double elimination of 256": double_elimination,
    "double round robin of 64": round_robin,
    "Swiss of 200, 9 rounds": swiss,
    "400 at tables of four, 6 rounds": tables,
}


def shown(state: State) -> None:
    """All that is reckoned from a state only when somebody asks for it."""
    for stage in state.stages:
        if isinstance(stage, RankedStage):
            assert stage.standings
    assert state.places
    assert not state.due
    assert next_act(state) is None


def measure(what: str, made: Setup, acts: list[Act]) -> Line:
    folds, reads = [], []
    for _ in range(3):
        start = process_time()
        state = state_of(made, acts)
        folded = process_time()
        shown(state)
        folds.append(folded - start)
        reads.append(process_time() - folded)
    return Line(what, len(acts), min(folds), min(reads))


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each log; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.progress", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", action="store_true", help="where the time of each fold goes")
    options = parser.parse_args(arguments)
    lines = []
    for what, made in LOGS.items():
        event = made()
        lines.append(measure(what, event.setup, event.acts))
        if options.profile:
            profile = cProfile.Profile()
            profile.runcall(state_of, event.setup, event.acts)
            pstats.Stats(profile, stream=sys.stderr).sort_stats("tottime").print_stats(12)
    if options.json:
        sys.stdout.write(json.dumps([asdict(line) for line in lines], indent=2) + "\n")
    else:
        for line in lines:
            sys.stdout.write(
                f"{line.what}, {line.acts} acts: {line.fold + line.shown:.3f} s of {GOAL} "
                f"{'met' if line.met else 'MISSED'}; the fold alone {line.fold:.3f} s\n"
            )
    return int(any(not line.met for line in lines))


if __name__ == "__main__":
    sys.exit(main())
