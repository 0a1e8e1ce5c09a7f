"""What `up` tells of the sandbox: which one it is, and what to do where there is none."""

import os
from pathlib import Path

import pytest

from bots.client import RunnerStatus
from bots.sandbox.trials import Trial
from league.management import welcome
from league.management.commands.up import Command
from league.management.console import Console

MISSING = Trial("bubblewrap", "bubblewrap is not installed: apt install bubblewrap")
NO_KERNEL = Trial("landlock", "this kernel has no Landlock")


def status(*trials: Trial) -> RunnerStatus:
    held = [trial for trial in trials if trial.reason is None]
    return RunnerStatus(
        sandbox=held[0].tier if held else None,
        reason=None if held else "; ".join(str(trial.reason) for trial in trials),
        slots=2,
        playing=0,
        bot_python="/usr/bin/python3",
        wanted="auto",
        python=held[0].python if held else None,
        trials=trials,
    )


@pytest.fixture
def without_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(welcome, "BWRAP", "/nowhere/bwrap")


def test_the_sandbox_is_named() -> None:
    told = list(welcome.sandbox(status(Trial("bubblewrap", None, "3.11.2"))))
    assert told == ["Uploaded bots run in the sandbox bubblewrap, Python 3.11.2."]


@pytest.mark.usefixtures("without_bubblewrap")
def test_the_second_best_is_named_with_the_reason_against_the_best() -> None:
    told = list(welcome.sandbox(status(MISSING, Trial("landlock", None, "3.11.2"))))
    assert told[0] == "Uploaded bots run in the sandbox landlock, Python 3.11.2."
    assert told[1] == f"  bubblewrap is not used: {MISSING.reason}"
    assert told[2].startswith("Install bubblewrap and start again: ")


@pytest.mark.usefixtures("without_bubblewrap")
def test_without_a_sandbox_every_reason_and_the_remedy_are_told() -> None:
    told = list(welcome.sandbox(status(MISSING, NO_KERNEL)))
    assert "their sandbox is missing" in told[0]
    assert told[1:3] == [
        f"  bubblewrap is not used: {MISSING.reason}",
        f"  landlock is not used: {NO_KERNEL.reason}",
    ]
    assert told[3].endswith("apt install bubblewrap")


@pytest.mark.usefixtures("without_bubblewrap")
def test_who_has_chosen_landlock_is_not_asked_to_install_bubblewrap() -> None:
    told = list(welcome.sandbox(status(Trial("landlock", None, "3.11.2"))))
    assert told == ["Uploaded bots run in the sandbox landlock, Python 3.11.2."]


@pytest.mark.skipif(os.getuid() != 0, reason="anybody else is asked for a password")
@pytest.mark.usefixtures("without_bubblewrap")
@pytest.mark.parametrize(("wanted", "installs"), [("", True), ("landlock", False)])
def test_root_gets_bubblewrap_from_apt_unless_another_sandbox_is_set(
    wanted: str, installs: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    apt = tmp_path / "apt-get"
    apt.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("LEAGUE_SANDBOX", wanted)
    command = Command()
    command.console = Console()
    command.get_bubblewrap()
    assert asked.exists() == installs
    if installs:
        assert asked.read_text().splitlines()[-1].endswith(" bubblewrap")
