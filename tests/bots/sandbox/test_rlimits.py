"""A bot's hard limits are there before it begins, whoever lowers them: the runner, or a program."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

import pytest

import bots
from bots.sandbox import rlimits
from bots.sandbox.bundle import MAIN, Bundle
from bots.sandbox.choose import bot_python, walls_of
from bots.sandbox.limits import Limits
from bots.sandbox.probe import tried
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import standing

pytestmark = pytest.mark.sandbox
ROOT = Path(bots.__file__).parents[1]
SOMEBODY = ["setpriv", "--reuid=23458", "--regid=23458", "--clear-groups"]
NAMES = {
    "as": "Max address space",
    "cpu": "Max cpu time",
    "nofile": "Max open files",
    "fsize": "Max file size",
    "stack": "Max stack size",
    "core": "Max core file size",
    "memlock": "Max locked memory",
    "msgqueue": "Max msgqueue size",
    "sigpending": "Max pending signals",
    "nice": "Max nice priority",
    "rtprio": "Max realtime priority",
    "nproc": "Max processes",
}


def found() -> dict[str, list[str]]:
    """The limits, soft and hard, of a bot that has been started behind bubblewrap's walls."""
    workspace = Workspace(bot_python())
    try:
        folder = workspace.unpack(Bundle({MAIN: b"input()\n"}, "0" * 64))
        bot = walls_of("bubblewrap", workspace).start(folder, Limits(), 7)
        try:
            os.set_blocking(bot.stdout, True)
            assert os.read(bot.stdout, 64) == b"launched\n"
            lines = Path(f"/proc/{bot.pid}/limits").read_text().splitlines()
        finally:
            bot.end()
    finally:
        workspace.close()
    told = {name: next(line for line in lines if line.startswith(NAMES[name])) for name in NAMES}
    return {name: line[len(NAMES[name]) :].split()[:2] for name, line in told.items()}


def refused() -> str | None:
    """Why bubblewrap does not stand where no limits but the runner's own may be lowered."""
    workspace = Workspace(bot_python())
    try:
        with mock.patch("resource.prlimit", side_effect=PermissionError(1, "not permitted")):
            return tried(walls_of("bubblewrap", workspace)).reason
    finally:
        workspace.close()


def expected() -> dict[str, list[str]]:
    values = rlimits.hard_limits(Limits(), 7, counted_alone=True)
    assert values.keys() == NAMES.keys()
    return {name: [str(value)] * 2 for name, value in values.items()}


def test_every_one_is_set(workspace: Workspace) -> None:
    standing("bubblewrap", workspace)
    assert found() == expected()


def as_somebody(call: str, workspace: Workspace) -> object:
    """What *call* of this module gives in a runner that is not root."""
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    standing("bubblewrap", workspace)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        script = (
            f"import json; from tests.bots.sandbox.test_rlimits import *; print(json.dumps({call}))"
        )
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
    return json.loads(done.stdout)


def test_every_one_is_where_the_runner_is_not_root(workspace: Workspace) -> None:
    assert as_somebody("[found(), expected()]", workspace) == [expected(), expected()]


def test_nothing_runs_where_the_runner_may_not_lower_them(workspace: Workspace) -> None:
    reason = as_somebody("refused()", workspace)
    assert isinstance(reason, str)
    assert reason.startswith("a security module or an outer sandbox lets the runner lower")
