"""Programs that run together: their lines, their deaths, and an end that leaves nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from league.management.processes import Group, KeepsDyingError, Program

Lines = list[tuple[str, str]]
SLEEPER = "print('here', flush=True); import time; time.sleep(600)"
DEAF = "import signal; signal.signal(15, signal.SIG_IGN); " + SLEEPER
PARENT = (
    "import subprocess, sys; child = subprocess.Popen([sys.executable, '-c', 'import time; "
    "time.sleep(600)']); print(child.pid, flush=True); child.wait()"
)
CALM = {"PATH": os.defpath}


@pytest.fixture
def lines() -> Lines:
    return []


@pytest.fixture
def group(lines: Lines) -> Iterator[Callable[..., Group]]:
    made: list[Group] = []

    def make(**codes: str) -> Group:
        programs = [
            Program(name, [sys.executable, "-c", code], CALM) for name, code in codes.items()
        ]
        made.append(Group(programs, lambda sender, text: lines.append((sender, text))))
        made[-1].start()
        return made[-1]

    yield make
    for one in made:
        one.stop([], 0, hurry=lambda: True)


def watch_until(group: Group, condition: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        group.watch(0.05)


def alive(pid: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    return False


def pids(group: Group) -> list[int]:
    return [program.process.pid for program in group.programs if program.process]


def test_lines_carry_the_name_of_their_program(group: Callable[..., Group], lines: Lines) -> None:
    running = group(web=SLEEPER, worker=SLEEPER)
    watch_until(running, lambda: len(lines) == 2)
    assert sorted(lines) == [("web", "here"), ("worker", "here")]


def test_a_line_without_an_end_is_passed_on_when_its_program_ends(
    group: Callable[..., Group], lines: Lines
) -> None:
    running = group(web="print('broken off', end='')")
    watch_until(running, lambda: ("web", "broken off") in lines)


def test_a_dead_program_is_named_and_started_again(
    group: Callable[..., Group], lines: Lines
) -> None:
    running = group(web=SLEEPER, worker=SLEEPER)
    web, worker = pids(running)
    os.kill(worker, signal.SIGKILL)
    watch_until(running, lambda: pids(running)[1] != worker)
    assert ("up", "worker was ended by SIGKILL; starting it again") in lines
    assert pids(running)[0] == web


def test_what_a_dead_program_had_started_dies_before_its_successor_starts(
    group: Callable[..., Group], lines: Lines
) -> None:
    running = group(worker=PARENT)
    watch_until(running, lambda: bool(lines))
    child = int(lines[0][1])
    os.kill(pids(running)[0], signal.SIGKILL)
    watch_until(running, lambda: len(lines) == 3)
    assert not alive(child)


def test_a_program_that_keeps_dying_is_given_up_by_name(
    group: Callable[..., Group], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.management.processes.FIRST_DELAY", 0.01)
    running = group(runner="raise SystemExit(7)")
    with pytest.raises(KeepsDyingError, match="runner ended with exit code 7 6 times"):
        watch_until(running, lambda: False)


def test_the_pause_before_a_new_start_doubles_up_to_a_limit() -> None:
    program = Program("web", [], {})
    pauses = []
    for moment in range(6):
        program.died(float(moment))
        assert program.start_at is not None
        pauses.append(program.start_at - moment)
    assert pauses == [0.5, 1, 2, 4, 8, 8]


def test_deaths_of_more_than_a_minute_ago_are_forgiven() -> None:
    program = Program("web", [], {})
    assert [program.died(moment) for moment in (0.0, 1.0, 100.0)] == [1, 2, 1]


def test_stopping_asks_in_order_and_leaves_no_process(
    group: Callable[..., Group], lines: Lines
) -> None:
    running = group(worker=PARENT, runner=SLEEPER)
    watch_until(running, lambda: len(lines) == 2)
    child = next(int(text) for sender, text in lines if sender == "worker")
    started = time.monotonic()
    running.stop([["worker"], ["runner"]], 5, hurry=lambda: False)
    assert time.monotonic() - started < 5
    assert not any(alive(pid) for pid in (*pids(running), child))


def test_a_program_that_will_not_stop_is_killed_after_its_time(
    group: Callable[..., Group], lines: Lines
) -> None:
    running = group(worker=DEAF)
    watch_until(running, lambda: bool(lines))
    running.stop([["worker"]], 0.5, hurry=lambda: False)
    assert ("up", "worker does not stop by itself; killed") in lines
    assert not alive(pids(running)[0])


def test_a_hurry_kills_at_once(group: Callable[..., Group], lines: Lines) -> None:
    running = group(worker=DEAF)
    watch_until(running, lambda: bool(lines))
    started = time.monotonic()
    running.stop([["worker"]], 60, hurry=lambda: True)
    assert time.monotonic() - started < 3
    assert not alive(pids(running)[0])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")
def test_programs_end_when_their_starter_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys, time; from league.management.processes import Program;"
        "p = Program('web', [sys.executable, '-c', 'import time; time.sleep(600)'], {});"
        "p.start(); print(p.process.pid, flush=True); time.sleep(600)"
    )
    starter = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    child = int(starter.stdout.readline())
    assert alive(child)
    starter.kill()
    starter.communicate()
    end = time.monotonic() + 10
    while alive(child):
        assert time.monotonic() < end, "the program outlived its starter"
        time.sleep(0.05)
