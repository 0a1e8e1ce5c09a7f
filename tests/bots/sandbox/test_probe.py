"""The sandbox is believed only after a real bot has tried it, and says clearly why not."""

import dataclasses
from pathlib import Path

import pytest

from bots.sandbox import bubblewrap
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.choose import choose
from bots.sandbox.probe import REASONS, reason, unavailable
from bots.sandbox.workspace import Workspace


@pytest.mark.sandbox
def test_the_walls_hold(walls: Bubblewrap) -> None:
    assert unavailable(walls) is None


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("dropped", "hole"),
    [
        (["--seccomp"], "can open sockets"),
        (["--remount-ro"], "can write files"),
        (["--clearenv"], "environment"),
    ],
)
def test_a_hole_in_the_walls_is_found(
    walls: Bubblewrap, dropped: list[str], hole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete = bubblewrap.arguments

    def weakened(*given: object) -> list[str]:
        arguments = complete(*given)  # type: ignore[arg-type]
        at = arguments.index(dropped[0])
        if dropped[0] == "--clearenv":
            return [*arguments[: at + 1], "--setenv", "SECRET_KEY", "x", *arguments[at + 1 :]]
        if dropped[0] == "--remount-ro":
            return [*arguments[:at], *arguments[at + 2 :]]
        return [*arguments[:at], *arguments[at + 2 :]]

    monkeypatch.setattr(bubblewrap, "arguments", weakened)
    found = unavailable(walls)
    assert found is not None
    assert found.startswith("UNSAFE")
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


def test_walls_that_always_fail_are_no_walls(workspace: Workspace, tmp_path: Path) -> None:
    failing = tmp_path / "bwrap"
    failing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\n")
    failing.chmod(0o755)
    for folder in (tmp_path, *tmp_path.parents[:3]):
        if folder.owner() == failing.owner() and folder != Path("/tmp"):
            folder.chmod(0o755)
    chosen = choose("auto", workspace, bwrap=str(failing))
    assert chosen.walls is None
    assert "forbids user namespaces" in str(chosen.reason)
