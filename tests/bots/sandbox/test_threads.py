"""A bot has 64 threads and no more, also where the rest of its user's processes are the runner."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

import bots
from bots.sandbox.bundle import MAIN, Bundle
from bots.sandbox.choose import TIERS, bot_python, walls_of
from bots.sandbox.limits import Limits
from bots.sandbox.rlimits import THREADS
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import standing

pytestmark = pytest.mark.sandbox
ROOT = Path(bots.__file__).parents[1]
SOMEBODY = ["setpriv", "--reuid=23457", "--regid=23457", "--clear-groups"]
# Starts as many threads as it may, and again when those have ended; then rings a bell meanwhile.
# It waits before that: of a runner just killed, whose users are free again, bots may be dying yet.
GREEDY = b"""
import signal, threading, time
threading.stack_size(32_768)
def most():
    enough, started = threading.Event(), []
    try:
        while len(started) < 1_000:
            started.append(threading.Thread(target=enough.wait))
            started[-1].start()
    except RuntimeError:
        started.pop()
    enough.set()
    for thread in started:
        thread.join()
    return len(started)
time.sleep(0.5)
first = most()
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
rung = 0
for _ in range(200):
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    rung += 1
signal.setitimer(signal.ITIMER_REAL, 0)
time.sleep(0.2)
print(first, most(), rung, flush=True)
"""


def greedy(tier: str) -> list[int]:
    """What the greedy bot says of itself, twice at once behind walls of the caller's user."""
    workspace = Workspace(bot_python())
    walls = walls_of(tier, workspace)
    folder = workspace.unpack(Bundle({MAIN: GREEDY}, "0" * 64))
    try:
        running = [walls.start(folder, Limits(), 60) for _ in range(2)]
        said = []
        for bot in running:
            os.set_blocking(bot.stdout, True)
            with os.fdopen(os.dup(bot.stdout)) as output:
                assert output.readline() == "launched\n"
                said += [int(word) for word in output.readline().split()]
            if not said:
                raise AssertionError(os.read(bot.stderr, 4_096))
        for bot in running:
            bot.end()
    finally:
        workspace.close()
    return said


def check(said: list[int]) -> None:
    assert len(said) == 6, said
    for first, again, rung in (said[:3], said[3:]):
        # The first thread is the program's own; bubblewrap's first process is counted too.
        assert THREADS - 2 <= first <= THREADS - 1
        assert again == first
        assert rung == 200


@pytest.mark.parametrize("tier", TIERS)
def test_threads_are_counted_for_each_bot_by_itself(tier: str, workspace: Workspace) -> None:
    standing(tier, workspace)
    before = threading.active_count()
    check(greedy(tier))
    assert threading.active_count() == before


@pytest.mark.parametrize("tier", TIERS)
def test_they_are_where_bots_have_the_user_of_their_runner(tier: str, workspace: Workspace) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    standing(tier, workspace)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        script = f"from tests.bots.sandbox.test_threads import greedy; print(greedy({tier!r}))"
        done = subprocess.run(
            [*SOMEBODY, sys.executable, "-c", script],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "TMPDIR": folder},
            capture_output=True,
            text=True,
            check=False,
        )
    if "ModuleNotFoundError" in done.stderr or "can't open file" in done.stderr:
        pytest.skip("this checkout is closed to other users")
    assert done.returncode == 0, done.stderr
    check([int(word) for word in done.stdout.strip("[]\n").split(", ")])
