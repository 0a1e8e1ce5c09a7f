"""The sandbox is believed only after a real bot has tried it, and says clearly why not."""

import dataclasses
import resource
import struct
from pathlib import Path
from typing import Any

import pytest

from bots.sandbox import threads
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.landlock import Landlock
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox, tried, unavailable
from bots.sandbox.seccomp import ALLOW_CALL
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import standing


@pytest.fixture(scope="session")
def confined(workspace: Workspace) -> Sandbox:
    return standing("landlock", workspace)


@pytest.mark.sandbox
def test_the_walls_hold(each_walls: Sandbox) -> None:
    trial = tried(each_walls)
    assert trial.reason is None
    assert trial.python is not None
    assert trial.python.startswith("3.")
    assert len(trial.findings) > 10
    assert all(finding.stopped for finding in trial.findings)


@pytest.mark.sandbox
@pytest.mark.parametrize("abi", [1, 2, 3, 4, 5, 6])
def test_every_version_of_landlock_holds(confined: Landlock, abi: int) -> None:
    if abi > confined.abi:
        pytest.skip(f"this kernel knows Landlock up to version {confined.abi}")
    assert unavailable(dataclasses.replace(confined, abi=abi)) is None


class Weakened(Bubblewrap):
    """Walls with one argument and its value left out, or one let in."""

    left_out = ""
    let_in: tuple[str, ...] = ()

    def arguments(self, folder: Path, filter_file: int, status: int, gate: int) -> list[str]:
        complete = super().arguments(folder, filter_file, status, gate)
        if self.left_out:
            at = complete.index(self.left_out)
            return complete[:at] + complete[at + 2 :]
        at = complete.index("--as-pid-1")
        return [*complete[:at], *self.let_in, *complete[at:]]


class Unfiltered(Weakened):
    left_out = "--seccomp"


class Writable(Weakened):
    left_out = "--remount-ro"


class WithSecrets(Weakened):
    let_in = ("--setenv", "SECRET_KEY", "x")


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("weakened", "hole"),
    [
        (Unfiltered, "open sockets"),
        (Writable, "write files"),
        (WithSecrets, "see the runner's environment"),
    ],
)
def test_a_hole_in_the_walls_is_found(
    walls: Bubblewrap, weakened: type[Weakened], hole: str
) -> None:
    found = unavailable(weakened(walls.workspace, walls.interpreter))
    assert found is not None
    assert found.startswith("UNSAFE: a bot can ")
    assert hole in found


class Readable(Landlock):
    """Landlock that leaves a bot one folder too many."""

    def arguments(self, folder: Path, limits: Limits, cpu_seconds: int, line: int) -> list[str]:
        return [*super().arguments(folder, limits, cpu_seconds, line), "/etc"]


class Unlimited(Landlock):
    """Landlock that lowers no limit."""

    def arguments(self, folder: Path, limits: Limits, cpu_seconds: int, line: int) -> list[str]:
        complete = super().arguments(folder, limits, cpu_seconds, line)
        return [word for word in complete if "=" not in word]


class Uncounted(Landlock):
    """Landlock whose runner lets every thread be made, of the runner's own user."""

    def arguments(self, folder: Path, limits: Limits, cpu_seconds: int, line: int) -> list[str]:
        complete = super().arguments(folder, limits, cpu_seconds, line)
        return [word for word in complete if not word.startswith(f"{resource.RLIMIT_NPROC}=")]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("weakened", "hole"),
    [(Readable, "read the system's files"), (Unlimited, "take all the memory")],
)
def test_a_hole_in_landlock_is_found(
    confined: Landlock, weakened: type[Landlock], hole: str
) -> None:
    found = unavailable(weakened(confined.workspace, confined.interpreter, confined.abi))
    assert found == f"UNSAFE: a bot can {hole}"


@pytest.mark.sandbox
def test_threads_that_nobody_counts_are_found(
    confined: Landlock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "THREADS", 1_000)
    found = unavailable(Uncounted(confined.workspace, confined.interpreter, confined.abi))
    assert found == "UNSAFE: a bot can start threads without end"


@pytest.mark.sandbox
def test_landlock_without_the_filter_is_found_out(confined: Landlock) -> None:
    # Landlock itself knows nothing of processes and of most sockets.
    everything = struct.pack("<HBBI", 0x06, 0, 0, ALLOW_CALL)
    workspace = Workspace(confined.interpreter)
    try:
        walls = Landlock(workspace, confined.interpreter, confined.abi)
        (workspace.path / "landlock.filter").chmod(0o644)
        (workspace.path / "landlock.filter").write_bytes(everything)
        trial = tried(walls)
    finally:
        workspace.close()
    holes = {finding.what for finding in trial.findings if not finding.stopped}
    assert {"open sockets", "send to the sockets of others", "start processes"} <= holes


@pytest.mark.sandbox
def test_an_interpreter_that_cannot_start_is_said_so(each_walls: Any) -> None:
    found = unavailable(dataclasses.replace(each_walls, interpreter="/nowhere/python3"))
    assert found == "the bots' interpreter /nowhere/python3 is not there: set BOT_PYTHON"
