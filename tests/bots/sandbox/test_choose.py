"""The sandbox that is set is taken if it holds; where none does, the reason names the remedy."""

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.sandbox.choose import TIERS, choose
from bots.sandbox.reasons import CLOSED, NO_BOT_USERS, REASONS, no_landlock, reason
from bots.sandbox.seccomp import syscall_numbers
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import standing

ROOT = Path(bots.__file__).parents[1]
REFUSING = [sys.executable, "-m", "tests.bots.sandbox.refusing"]


def test_a_missing_bubblewrap_is_said_with_the_remedy(workspace: Workspace) -> None:
    chosen = choose("bubblewrap", workspace, bwrap="/nowhere/bwrap")
    assert chosen.walls is None
    assert chosen.name is None
    assert chosen.reason == "bubblewrap is not installed: apt install bubblewrap"


@pytest.mark.parametrize("name", ["none", "off", "own", ""])
def test_there_is_no_way_to_ask_for_no_sandbox(workspace: Workspace, name: str) -> None:
    with pytest.raises(ValueError, match=f"no sandbox '{name}'; there are bubblewrap, landlock"):
        choose(name, workspace)


@pytest.mark.sandbox
def test_each_sandbox_is_taken_when_it_is_asked_for(each_walls: Any, workspace: Workspace) -> None:
    chosen = choose(each_walls.tier, workspace)
    assert (chosen.name, chosen.reason, chosen.wanted) == (each_walls.tier, None, each_walls.tier)
    assert [trial.tier for trial in chosen.trials] == [each_walls.tier]
    told = json.loads(json.dumps(chosen.to_json()))
    assert told["sandbox"] == each_walls.tier
    assert told["python"].startswith("3.")
    assert all(one["stopped"] for one in told["trials"][0]["tried"])


@pytest.mark.sandbox
def test_auto_takes_the_strongest_that_holds(workspace: Workspace) -> None:
    standing("bubblewrap", workspace)
    assert choose("auto", workspace).name == "bubblewrap"


@pytest.mark.sandbox
def test_only_auto_takes_another_where_the_first_is_missing(workspace: Workspace) -> None:
    standing("landlock", workspace)
    chosen = choose("auto", workspace, bwrap="/nowhere/bwrap")
    assert chosen.name == "landlock"
    assert [(trial.tier, trial.reason is None) for trial in chosen.trials] == [
        ("bubblewrap", False),
        ("landlock", True),
    ]
    assert choose("bubblewrap", workspace, bwrap="/nowhere/bwrap").walls is None


@pytest.mark.parametrize(("sign", "sentence"), REASONS)
def test_what_bubblewrap_says_is_mapped_to_a_remedy(sign: str, sentence: str) -> None:
    assert reason(f"bwrap: {sign}") == sentence


def test_anything_else_it_says_is_passed_on() -> None:
    assert "the moon is wrong" in reason("bwrap: the moon is wrong")
    assert no_landlock(OSError(5, "Input/output error")).endswith("Input/output error")


def test_walls_that_always_fail_are_no_walls(workspace: Workspace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        failing = Path(folder) / "bwrap"
        failing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\n")
        failing.chmod(0o755)
        chosen = choose("bubblewrap", workspace, bwrap=str(failing))
    assert chosen.walls is None
    assert "forbids user namespaces" in str(chosen.reason)


# Which calls a kernel or a container refuses, with which error, and what is then to be said. The
# messages in between are the real ones of bubblewrap and the kernel.
REFUSED = [
    ("bubblewrap", ["clone=EPERM"], "the container or the kernel forbids user namespaces"),
    ("bubblewrap", ["mount=EPERM"], "the container may not mount"),
    ("bubblewrap", ["clone=EAGAIN"], "too many processes or user namespaces"),
    ("bubblewrap", ["clone=ENOSPC"], "no more user namespaces"),
    ("bubblewrap", ["clone=EINVAL"], "the kernel has no user namespaces"),
    ("landlock", ["landlock_create_ruleset=ENOSYS"], "this kernel has no Landlock"),
    ("landlock", ["landlock_create_ruleset=EOPNOTSUPP"], "Landlock is switched off"),
    ("landlock", ["seccomp=EPERM"], "lets nobody count a bot's threads"),
    ("landlock", ["landlock_create_ruleset=EPERM"], "seccomp profile forbids Landlock"),
]


def outcome(*command: str) -> dict[str, Any]:
    """What `choose` came to in a process of its own, with a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        environment = {"TMPDIR": folder, "PATH": os.environ["PATH"]}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.sandbox
@pytest.mark.parametrize(("tier", "calls", "sentence"), REFUSED)
def test_what_the_system_refuses_is_told_with_the_remedy(
    tier: str, calls: list[str], sentence: str, workspace: Workspace
) -> None:
    standing(tier, workspace)
    found = outcome(*REFUSING, tier, *calls)
    assert found["sandbox"] is None
    assert sentence in found["reason"]


@pytest.mark.sandbox
def test_without_any_sandbox_every_reason_is_told(workspace: Workspace) -> None:
    standing("bubblewrap", workspace)
    found = outcome(*REFUSING, "auto", "clone=EPERM", "landlock_create_ruleset=ENOSYS")
    assert found["sandbox"] is None
    assert found["reason"].startswith("bubblewrap: the container or the kernel forbids")
    assert "; landlock: this kernel has no Landlock" in found["reason"]


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", TIERS)
def test_root_that_cannot_give_bots_users_runs_none(tier: str, workspace: Workspace) -> None:
    if os.getuid() != 0 or not shutil.which("setpriv"):
        pytest.skip("only root can give up what makes it root")
    standing(tier, workspace)
    bounded = ["setpriv", "--bounding-set=-setuid,-setgid"]
    found = outcome(*bounded, *REFUSING, tier)
    assert (found["sandbox"], found["reason"]) == (None, NO_BOT_USERS)


def words_of_profile() -> list[str]:
    """What the runner's container is refused, as arguments of `refusing`."""
    profile = json.loads((ROOT / "deploy" / "seccomp-runner.json").read_text())
    known = syscall_numbers(os.uname().machine)
    return [
        f"{name}={errno.errorcode[rule['errnoRet']]}"
        for rule in profile["syscalls"]
        if "args" not in rule
        for name in rule["names"]
        if name in known
    ]


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", TIERS)
def test_a_folder_that_is_closed_to_bots_is_named(tier: str, workspace: Workspace) -> None:
    if os.getuid() != 0:
        pytest.skip("the bots of anybody but root are the runner's own user")
    standing(tier, workspace)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [*REFUSING, tier],
            cwd=ROOT,
            env={"TMPDIR": folder, "PATH": os.environ["PATH"]},
            check=True,
            capture_output=True,
            text=True,
        )
        found = json.loads(done.stdout)
        assert found["sandbox"] is None
        assert found["reason"].startswith(f"{CLOSED}: ")
        assert folder in found["reason"]


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", TIERS)
def test_limits_that_the_host_has_lowered_further_are_kept(tier: str, workspace: Workspace) -> None:
    standing(tier, workspace)
    found = outcome("prlimit", "--core=0:0", "--sigpending=40:40", *REFUSING, tier)
    assert (found["sandbox"], found["reason"]) == (tier, None)


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", TIERS)
def test_both_stand_where_the_runner_is_as_shut_in_as_in_its_container(
    tier: str, workspace: Workspace
) -> None:
    if os.getuid() != 0 or not shutil.which("setpriv"):
        pytest.skip("only root can give up what makes it root")
    standing(tier, workspace)
    contained = [
        *("setpriv", "--reuid=10002", "--regid=10003", "--clear-groups", "--bounding-set=-all"),
        *("--inh-caps=-all", "--no-new-privs"),
    ]
    if subprocess.run([*contained, sys.executable, "-c", "import bots"], cwd=ROOT).returncode:
        pytest.skip("this checkout is closed to other users")
    found = outcome(*contained, *REFUSING, tier, *words_of_profile())
    assert (found["sandbox"], found["reason"]) == (tier, None)


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", TIERS)
def test_an_unprivileged_runner_has_the_same_sandbox(tier: str, workspace: Workspace) -> None:
    if os.getuid() != 0 or not shutil.which("setpriv"):
        pytest.skip("only root can become somebody else")
    standing(tier, workspace)
    somebody = ["setpriv", "--reuid=23456", "--regid=23456", "--clear-groups"]
    if subprocess.run([*somebody, sys.executable, "-c", "import bots"], cwd=ROOT).returncode:
        pytest.skip("this checkout is closed to other users")
    found = outcome(*somebody, *REFUSING, tier)
    assert (found["sandbox"], found["reason"]) == (tier, None)
