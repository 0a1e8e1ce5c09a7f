"""The sandbox is believed only after a real bot has tried it, and says clearly why not."""

import dataclasses
import tempfile
from pathlib import Path

import pytest

from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.choose import choose
from bots.sandbox.probe import unavailable
from bots.sandbox.reasons import REASONS, reason
from bots.sandbox.workspace import Workspace


@pytest.mark.sandbox
def test_the_walls_hold(walls: Bubblewrap) -> None:
    assert unavailable(walls) is None


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


class WithoutFilter(Weakened):
    left_out = "--seccomp"


class Writable(Weakened):
    left_out = "--remount-ro"


class WithSecrets(Weakened):
    let_in = ("--setenv", "SECRET_KEY", "x")


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("weakened", "hole"),
    [
        (WithoutFilter, "can open sockets"),
        (Writable, "can write files"),
        (WithSecrets, "sees the runner's environment"),
    ],
)
def test_a_hole_in_the_walls_is_found(
    walls: Bubblewrap, weakened: type[Weakened], hole: str
) -> None:
    found = unavailable(weakened(walls.workspace, walls.interpreter))
    assert found is not None
    assert found.startswith("UNSAFE: a bot ")
    assert hole in found


@pytest.mark.sandbox
def test_an_interpreter_that_cannot_start_is_said_so(walls: Bubblewrap) -> None:
    found = unavailable(dataclasses.replace(walls, interpreter="/nowhere/python3"))
    assert found == "the bots' interpreter /nowhere/python3 is not there: set BOT_PYTHON"


def test_a_missing_bubblewrap_is_said_with_the_remedy(workspace: Workspace) -> None:
    chosen = choose("bubblewrap", workspace, bwrap="/nowhere/bwrap")
    assert chosen.walls is None
    assert chosen.name is None
    assert chosen.reason == "bubblewrap is not installed: apt install bubblewrap"


def test_an_unknown_sandbox_is_refused(workspace: Workspace) -> None:
    with pytest.raises(ValueError, match="no sandbox 'none'"):
        choose("none", workspace)


@pytest.mark.parametrize(("sign", "sentence"), REASONS)
def test_what_bubblewrap_says_is_mapped_to_a_remedy(sign: str, sentence: str) -> None:
    assert reason(f"bwrap: {sign}") == sentence


def test_anything_else_it_says_is_passed_on() -> None:
    assert "the moon is wrong" in reason("bwrap: the moon is wrong")


def test_walls_that_always_fail_are_no_walls(workspace: Workspace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        failing = Path(folder) / "bwrap"
        failing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\n")
        failing.chmod(0o755)
        chosen = choose("bubblewrap", workspace, bwrap=str(failing))
    assert chosen.walls is None
    assert "forbids user namespaces" in str(chosen.reason)
