"""Where the runner is root, no two bots of the machine run as one user at the same time."""

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import bots
from bots.sandbox import users
from bots.sandbox.process import SandboxError
from bots.sandbox.users import FIRST_UID, RANGE, USERS, Slots, own_user

ROOT = Path(bots.__file__).parents[1]
needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root gives bots users of their own")


def in_range(slot: int) -> int:
    return slot // RANGE


def test_a_freed_number_is_given_out_again() -> None:
    slots = Slots()
    first, second, third = slots.take(), slots.take(), slots.take()
    assert len({first, second, third}) == 3
    slots.free(second)
    assert slots.take() == second


@needs_root
def test_two_runners_in_one_process_have_different_users() -> None:
    one, other = Slots(), Slots()
    assert in_range(one.take()) != in_range(other.take())


@needs_root
def test_more_bots_than_a_range_has_users_take_another() -> None:
    slots, other = Slots(), Slots()
    taken = [slots.take() for _ in range(RANGE)]
    beside = other.take()
    taken += [slots.take() for _ in range(RANGE)]
    assert len(set(taken)) == 2 * RANGE
    assert in_range(beside) not in {in_range(slot) for slot in taken}
    assert all(FIRST_UID <= (own_user(slot)["user"] or 0) < FIRST_UID + USERS for slot in taken)


TAKING = """
import sys
from bots.sandbox.users import Slots
slots = Slots()
print(slots.take(), flush=True)
sys.stdin.readline()
"""


@needs_root
def test_two_processes_have_different_users_and_a_killed_one_gives_its_own_back() -> None:
    def start() -> tuple[subprocess.Popen[str], int]:
        process = subprocess.Popen(
            [sys.executable, "-c", TAKING],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        return process, in_range(int(process.stdout.readline()))

    running = [start() for _ in range(3)]
    try:
        assert len({taken for _, taken in running}) == 3
        killed, freed = running[0]
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        # The ranges before it are taken by others, or have been given back meanwhile.
        assert in_range(Slots().take()) <= freed
    finally:
        for process, _ in running:
            process.kill()
            process.communicate()


@needs_root
def test_a_runner_that_has_gone_keeps_no_users() -> None:
    slots = Slots()
    taken = in_range(slots.take())
    del slots
    gc.collect()
    assert in_range(Slots().take()) <= taken


@needs_root
def test_users_of_whom_something_is_left_come_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(users, "MARKS", (tmp_path / "marks",))
    last = USERS // RANGE - 1
    left = subprocess.Popen(["sleep", "60"], user=FIRST_UID + last * RANGE - 1)
    dead = subprocess.Popen(["true"], user=FIRST_UID + (last - 2) * RANGE)
    try:
        # It has ended and nobody has asked how: the system counts it yet.
        os.waitid(os.P_PID, dead.pid, os.WEXITED | os.WNOWAIT)
        every = [Slots() for _ in range(USERS // RANGE)]
        taken = [in_range(slots.take()) for slots in every]
        assert taken.index(last) < min(taken.index(last - 1), taken.index(last - 2))
    finally:
        left.kill()
        left.wait()
        dead.wait()


@needs_root
def test_when_all_are_taken_the_reason_names_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(users, "MARKS", (tmp_path / "marks",))
    every = [Slots() for _ in range(USERS // RANGE)]
    assert sorted(in_range(slots.take()) for slots in every) == list(range(USERS // RANGE))
    with pytest.raises(SandboxError, match="stop one of them"):
        Slots().take()


@needs_root
def test_where_one_folder_cannot_be_made_the_next_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = (Path("/proc/durak-league"), tmp_path / "marks")
    monkeypatch.setattr(users, "MARKS", marks)
    Slots().take()
    (mark,) = marks[1].iterdir()
    assert int(mark.name) in range(FIRST_UID, FIRST_UID + USERS, RANGE)
    monkeypatch.setattr(users, "MARKS", marks[:1])
    with pytest.raises(SandboxError, match="let root write /proc"):
        Slots().take()


@needs_root
def test_a_folder_of_somebody_else_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = tmp_path / "marks"
    monkeypatch.setattr(users, "MARKS", (marks,))
    marks.mkdir()
    os.chown(marks, 12_345, 12_345)
    with pytest.raises(SandboxError, match="is not root's own folder"):
        Slots().take()
