"""However a match, its runner or a bot's time ends, nothing of the bot is left."""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bots.sandbox.bundle import MAIN, Bundle
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox
from bots.sandbox.process import Running
from bots.sandbox.workspace import Workspace, remove_leftovers
from tests.attacks.canaries import Canaries
from tests.attacks.processes import Process, all_processes, within

pytestmark = pytest.mark.sandbox

ROOT = Path(__file__).parents[2]
RUNNER = """
import dataclasses, sys
from bots.sandbox.choose import bot_python, walls_of
from bots.sandbox.workspace import Workspace
from tests.attacks.attacks import find_attack
from tests.attacks.slots import SlotsFrom
from tests.attacks.trial import attack
workspace = Workspace(bot_python())
stay = dataclasses.replace(find_attack("processes.stay"), limits={})
walls = dataclasses.replace(walls_of(sys.argv[1], workspace), slots=SlotsFrom(int(sys.argv[2])))
attack(stay, {}, walls, workspace)
"""
# What is waited for comes in one or two; on a machine out of breath in many more.
SECONDS = 60.0
STUBBORN = "import signal; [signal.signal(n, signal.SIG_IGN) for n in (2, 15, 24)]\n"
SPINNING = {
    "in one thread": STUBBORN + "while True: pass",
    "in four threads": (
        "import hashlib, threading\n"
        "def spin():\n"
        "    while True: hashlib.pbkdf2_hmac('sha256', b'x', b'y', 100_000)\n"
        "for _ in range(4): threading.Thread(target=spin).start()\n"
    ),
}


def test_a_runner_that_is_killed_takes_its_bot_with_it(
    walls: Sandbox, first_slot: int, canaries: Canaries
) -> None:
    canaries.begin()
    runner = subprocess.Popen(
        # The users of this process, whose bots are counted: none of another's is in the way.
        [sys.executable, "-c", RUNNER, walls.tier, str(first_slot)],
        cwd=ROOT,
    )
    try:
        within(SECONDS, lambda: bots_below(runner.pid) or runner.poll() is not None)
        assert runner.poll() is None, "the runner could not even start"
        assert bots_below(runner.pid), "no bot was started"
        # Enough for it to have cut its ties.
        time.sleep(0.7)
        assert runner.poll() is None
    finally:
        runner.kill()
        runner.wait()
    assert within(SECONDS, lambda: canaries.damage() == []), canaries.damage()
    remove_leftovers(Path(tempfile.gettempdir()))


def test_a_bot_ends_with_the_thread_that_started_it(
    walls: Sandbox, raw: Callable[[str], Running], canaries: Canaries
) -> None:
    started: list[Running] = []

    def start() -> None:
        started.append(raw(STUBBORN + "while True: pass"))
        assert within(SECONDS, lambda: started[0].cpu_ns() > 2e8)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert started[0].wait(SECONDS)
    started[0].end()
    assert canaries.damage() == []


@pytest.mark.parametrize("how", SPINNING)
def test_the_hard_stop_behind_the_clock_is_kept_by_the_kernel(
    how: str, raw: Callable[[str], Running], canaries: Canaries
) -> None:
    bot = raw(SPINNING[how])
    assert bot.wait(SECONDS)
    used = bot.cpu_ns()
    ended = bot.end()
    assert ended.signal == 9
    assert used < 2e9
    assert canaries.damage() == []


@pytest.fixture
def raw(walls: Sandbox, workspace: Workspace, canaries: Canaries) -> Any:
    """Start a program that no match is played with; it may use one second of CPU time."""

    def start(source: str) -> Running:
        folders.append(workspace.unpack(Bundle({MAIN: source.encode()}, "0" * 64)))
        return walls.start(folders[-1], Limits(), cpu_seconds=1)

    folders: list[Path] = []
    canaries.begin()
    yield start
    for folder in folders:
        workspace.remove(folder)


def bots_below(pid: int) -> list[str]:
    """The bots among the children, and theirs, of process *pid*."""
    processes = {process.pid: process for process in all_processes()}

    def below(process: Process) -> bool:
        above = processes.get(process.parent)
        return process.parent == pid or (above is not None and below(above))

    found = filter(below, processes.values())
    return [process.command for process in found if "launch" in process.command]
