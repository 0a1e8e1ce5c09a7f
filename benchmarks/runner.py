"""The match runner measured against itself and another, in one run.

    .venv/bin/python benchmarks/runner.py [--quick] [--cpu N] [--kaggle PYTHON] [--json]

Everything runs on one core, runner and bots together, as the service pins its workers, so that the
time by the clock is the CPU time of all of them added up, as long as nothing else runs there. Goals
are held against CPU time, which other programs disturb less; the clock is told beside it. The lines
take turns, round by round; what is told are medians, of ratios those within one round.

match       Matches of two-player Podkidnoy between two copies of a small bot of the kit, behind
            the walls, from the start of the processes to the report, records and all.
round trip  One ask of a real deal put to a bot behind the walls and its answer read: with all that
            a match does (deadline, CPU clock, stopping the bot in between), against nothing but a
            blocking write and read of the same bytes by the same bot.
walls       The same move, and start and end of a bot, behind the walls and without them.
kit         The start of a bare interpreter, and of one that imports the kit.
kaggle      A decision in a match against one in kaggle-environments' connectx between two of its
            random agents, which play in one process without walls. PYTHON is an interpreter that
            has kaggle-environments; left out, so is the line.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bots.matches import hello_of, spec_of
from bots.protocol import Ask, Choice, Hello, ask_line, line, parse_move, parse_ready
from bots.reference import make
from bots.reports import BundleProgram, HouseProgram, MatchReport, MatchSpec
from bots.runner.match import play_match
from bots.runner.players import Failure, InProcessPlayer
from bots.runner.processes import ProcessPlayer
from bots.runner.seating import seated
from bots.sandbox.bundle import open_bundle
from bots.sandbox.choose import bot_python, choose
from bots.sandbox.launch import LAUNCHED
from bots.sandbox.limits import Limits
from bots.sandbox.own import Own
from bots.sandbox.process import Walls
from bots.sandbox.workspace import Workspace
from games.catalogue import find_game
from games.series import Length

BOT = b"""from bots.kit import Bot, run


class Lowest(Bot):
    def move(self, view, menu):
        return menu.lowest()


run(Lowest)
"""
# The moves of the round trips are put again and again: no deal of theirs ever ends.
UNHURRIED = Limits(deal_cpu_ms=600_000, deal_wall_ms=3_600_000)

KAGGLE = """
import sys, time
from kaggle_environments import make
env = make("connectx")
print("ready", flush=True)
for games in sys.stdin:
    steps, began = 0, time.process_time()
    for _ in range(int(games)):
        env.reset()
        env.run(["random", "random"])
        steps += len(env.steps) - 1
    print((time.process_time() - began) / steps * 1e6, flush=True)
"""


class Goal(NamedTuple):
    """What a figure must be: at least *value*, or at most."""

    value: float
    at_least: bool = False

    def met(self, found: float) -> bool:
        return found >= self.value if self.at_least else found <= self.value

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'at most'} {self.value:g}"


GOALS = {
    "deals a CPU second": Goal(300, at_least=True),
    "round trip / blocking": Goal(1.3),
    "start behind walls, ms more": Goal(5),
    "move behind walls / without": Goal(1.03),
    "kaggle / decision": Goal(40, at_least=True),
}


class _Recorder(InProcessPlayer):
    """A house program that keeps what it was asked."""

    def __init__(self, asks: list[Ask]) -> None:
        super().__init__(functools.partial(make, "lowest"))
        self._asks = asks

    def choose(self, ask: Ask) -> Choice | Failure:
        self._asks.append(ask)
        return super().choose(ask)


def match_spec(deals: int) -> MatchSpec:
    """A match of `BOT` against itself."""
    program = BundleProgram(BOT, hashlib.sha256(BOT).hexdigest())
    game = find_game("podkidnoy")(seats=2)
    return spec_of("benchmark", game, Length("deals", deals), "5a" * 32, [program] * 2)


def real_asks() -> list[Ask]:
    """The asks of a few whole deals."""
    asks: list[Ask] = []
    for _ in play_match(match_spec(5), [_Recorder(asks), _Recorder(asks)]):
        pass
    return asks


def hello() -> Hello:
    series, own = Length("deals", 5), HouseProgram("lowest")
    game = find_game("podkidnoy")(seats=2)
    spec = spec_of("benchmark", game, series, "5a" * 32, [own] * 2, UNHURRIED)
    return hello_of(spec, game, series, 0)


def cpu_seconds() -> float:
    """CPU time of this process and of all that it started and that has ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


class Match:
    """Whole matches; a round gives deals a second and microseconds a decision."""

    def __init__(self, walls: Walls, workspace: Workspace, deals: int) -> None:
        self._walls = walls
        self._workspace = workspace
        self._deals = deals

    def round(self) -> dict[str, float]:
        spec = match_spec(self._deals)
        began, cpu = perf_counter(), cpu_seconds()
        with seated(spec, self._walls, self._workspace) as players:
            *_, report = play_match(spec, players)
        took, cpu = perf_counter() - began, cpu_seconds() - cpu
        assert isinstance(report, MatchReport)
        if report.faults:
            raise RuntimeError(f"the bot failed: {report.faults[0]}")
        decisions = sum(usage.answers for usage in report.usage)
        return {
            "deals a second by the clock": self._deals / took,
            "deals a CPU second": self._deals / cpu,
            "decision, us": 1e6 * cpu / decisions,
        }


class Blocking:
    """A bot that is written to and read from without a deadline, a clock or a stop."""

    def __init__(self, walls: Walls, folder: Path, asks: list[Ask]) -> None:
        self._bot = walls.start(folder, UNHURRIED, 1_000)
        self._asks = asks
        for descriptor in (self._bot.stdin, self._bot.stdout):
            os.set_blocking(descriptor, True)
        self._lines = open(self._bot.stdout, "rb", closefd=False)  # noqa: SIM115
        if self._lines.readline() != LAUNCHED:
            raise RuntimeError("the bot did not start")
        os.write(self._bot.stdin, line(hello()))
        parse_ready(self._lines.readline().rstrip(b"\n"))

    def round(self) -> float:
        """Microseconds a round trip, the bot's own among them."""
        began = process_time() + self._bot.cpu_ns() / 1e9
        for ask in self._asks:
            os.write(self._bot.stdin, ask_line(ask, 1_000))
            parse_move(self._lines.readline().rstrip(b"\n"), ask.id)
        return 1e6 * (process_time() + self._bot.cpu_ns() / 1e9 - began) / len(self._asks)

    def close(self) -> None:
        self._bot.end()


class _Clocked(ProcessPlayer):
    """A player that tells its bot's CPU time to the nanosecond."""

    @property
    def cpu_ns(self) -> int:
        return self._cpu_ns


class Asked:
    """A bot that is asked as in a match."""

    def __init__(self, walls: Walls, folder: Path, asks: list[Ask]) -> None:
        self._player = started(walls, folder)
        self._asks = asks

    def round(self) -> float:
        """Microseconds a round trip, the bot's own among them."""
        used, began = self._player.cpu_ns, process_time()
        for ask in self._asks:
            answer = self._player.choose(ask)
            if isinstance(answer, Failure):
                raise RuntimeError(f"the bot failed: {answer}")
        took = process_time() - began + (self._player.cpu_ns - used) / 1e9
        return 1e6 * took / len(self._asks)

    def close(self) -> None:
        self._player.stop()
        self._player.close()


def started(walls: Walls, folder: Path) -> _Clocked:
    """A player that has said it is ready."""
    player = _Clocked(walls, folder)
    player.prepare(hello())
    failure = player.start()
    if failure is not None:
        raise RuntimeError(f"the bot did not start: {failure}")
    return player


def start_ms(walls: Walls, folder: Path) -> float:
    """Milliseconds for a bot to get ready and to be ended."""
    began = cpu_seconds()
    player = started(walls, folder)
    player.stop()
    player.close()
    return 1e3 * (cpu_seconds() - began)


def interpreter_ms(code: str) -> float:
    """Milliseconds in which an interpreter, as bots get it, starts, runs *code* and ends."""
    began = cpu_seconds()
    subprocess.run([bot_python(), "-I", "-S", "-B", "-c", code], check=True)
    return 1e3 * (cpu_seconds() - began)


@contextlib.contextmanager
def kaggle(python: str) -> Iterator[Callable[[], float]]:
    """
    A round of another runner: microseconds a step of its connectx.

    Raises:
        RuntimeError: If *python* has no kaggle-environments.
    """
    with subprocess.Popen(
        [python, "-c", KAGGLE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        bufsize=1,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        asked, told = child.stdin, child.stdout
        # What it prints while it is imported comes first.
        if "ready\n" not in iter(told.readline, ""):
            raise RuntimeError(f"{python} cannot import kaggle_environments")

        def steps() -> float:
            asked.write("2\n")
            return float(told.readline())

        yield steps
        asked.close()


def measure(walls: Walls, workspace: Workspace, options: argparse.Namespace) -> dict[str, float]:
    """The median of every figure over all rounds, after one that does not count."""
    found: dict[str, list[float]] = {}
    rounds, deals = (3, 20) if options.quick else (options.rounds, 100)
    folder = workspace.unpack(open_bundle(BOT, "bot.py"))
    own = Own(workspace, bot_python())
    asks = real_asks()
    kit = f"import sys; sys.path.append({str(workspace.library)!r}); import bots.kit"
    with contextlib.ExitStack() as stack:
        match = Match(walls, workspace, deals)
        blocking = stack.enter_context(contextlib.closing(Blocking(walls, folder, asks)))
        behind = stack.enter_context(contextlib.closing(Asked(walls, folder, asks)))
        without = stack.enter_context(contextlib.closing(Asked(own, folder, asks)))
        steps = stack.enter_context(kaggle(options.kaggle)) if options.kaggle else None
        for number in range(rounds + 1):
            figures = match.round()
            figures["blocking round trip, us"] = blocking.round()
            figures["round trip, us"] = behind.round()
            figures["round trip without walls, us"] = without.round()
            figures["start behind walls, ms"] = start_ms(walls, folder)
            figures["start without walls, ms"] = start_ms(own, folder)
            figures["bare interpreter, ms"] = interpreter_ms("pass")
            figures["interpreter with the kit, ms"] = interpreter_ms(kit)
            if steps is not None:
                figures["kaggle step, us"] = steps()
            for name, value in {**figures, **compared(figures)}.items() if number else ():
                found.setdefault(name, []).append(value)
    return {name: statistics.median(values) for name, values in found.items()}


def compared(figures: dict[str, float]) -> dict[str, float]:
    """Ratios and differences within one round."""
    trip = figures["round trip, us"]
    start = figures["start behind walls, ms"] - figures["start without walls, ms"]
    kit = figures["interpreter with the kit, ms"] - figures["bare interpreter, ms"]
    ratios = {
        "round trip / blocking": trip / figures["blocking round trip, us"],
        "decision / blocking": figures["decision, us"] / figures["blocking round trip, us"],
        "move behind walls / without": trip / figures["round trip without walls, us"],
        "start behind walls, ms more": start,
        "kit, ms more": kit,
    }
    if "kaggle step, us" in figures:
        ratios["kaggle / decision"] = figures["kaggle step, us"] / figures["decision, us"]
    return ratios


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each figure; 1 if a goal is missed, 2 if nothing could be measured."""
    parser = argparse.ArgumentParser(
        prog="benchmarks/runner.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="three rounds of 20 deals")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--kaggle", metavar="PYTHON", default="")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    os.sched_setaffinity(0, {options.cpu})
    workspace = Workspace(bot_python())
    try:
        chosen = choose("auto", workspace)
        if chosen.walls is None:
            sys.stderr.write(f"there is no sandbox to measure: {chosen.reason}\n")
            return 2
        sys.stderr.write(f"sandbox: {chosen}\n")
        found = measure(chosen.walls, workspace, options)
    finally:
        workspace.close()
    sys.stdout.write((json.dumps(found, indent=2) if options.json else _table(found)) + "\n")
    return int(any(name in found and not goal.met(found[name]) for name, goal in GOALS.items()))


def _table(found: dict[str, Any]) -> str:
    lines = []
    for name, value in found.items():
        goal = GOALS.get(name)
        verdict = f"{goal}: {'met' if goal.met(value) else 'MISSED'}" if goal else ""
        lines.append(f"{name:<32}{value:>10.3f}  {verdict}".rstrip())
    if "kaggle / decision" not in found:
        lines.append("kaggle-environments               left out: --kaggle names an interpreter")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
