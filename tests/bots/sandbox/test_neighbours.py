"""A runner with a user of its own does not start beside other processes of that user."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import bots
from bots.sandbox import neighbours
from bots.sandbox.neighbours import BOT_USERS, own_users
from bots.sandbox.neighbours import neighbours as found_beside
from bots.sandbox.users import FIRST_UID

ROOT = Path(bots.__file__).parents[1]
SERVICE = [sys.executable, "-m", "bots.service", "--own-user", "--socket"]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "_PATIENCE", 0.2)


@contextmanager
def process_of(user: int) -> Iterator[int]:
    """A process of *user* that sleeps."""
    with subprocess.Popen(["/bin/sleep", "100"], user=user, group=user, extra_groups=[]) as child:
        try:
            yield child.pid
        finally:
            child.kill()


needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")


def test_root_looks_for_bots_and_anybody_else_for_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 0)
    assert own_users() == BOT_USERS
    assert FIRST_UID in BOT_USERS
    monkeypatch.setattr(os, "getuid", lambda: 10_002)
    assert list(own_users()) == [10_002]


def test_a_process_does_not_find_itself_nor_whoever_started_it() -> None:
    family = {os.getpid(), os.getppid()}
    assert not family & {one.pid for one in found_beside({os.getuid()})}


@needs_root
def test_a_process_of_the_user_is_found_by_name_and_number() -> None:
    with process_of(34_567) as pid:
        found = found_beside({34_567})
        assert [str(one) for one in found] == [f"process {pid} (sleep) of user 34567"]
    assert found_beside({34_567}) == []


@needs_root
def test_one_that_is_ending_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "_PATIENCE", 10.0)
    with subprocess.Popen(["/bin/sleep", "0.5"], user=34_568, group=34_568, extra_groups=[]):
        begun = time.monotonic()
        assert found_beside({34_568}) == []
        assert time.monotonic() - begun < 9


@needs_root
def test_alone_as_its_user_the_service_starts() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        address = Path(folder) / "runner.sock"
        with subprocess.Popen(
            ["setpriv", "--reuid=34570", "--regid=34570", "--clear-groups", *SERVICE, address],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "TMPDIR": folder, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            text=True,
        ) as service:
            assert service.stderr is not None
            said = service.stderr.readline()
            service.terminate()
            said += service.stderr.read()
    if "ModuleNotFoundError" in said or "Permission denied" in said:
        pytest.skip("this checkout is closed to other users")
    assert said.startswith(f"runner at {address}, sandbox ")


@needs_root
def test_the_service_does_not_start_beside_another_process_of_its_own_user() -> None:
    with tempfile.TemporaryDirectory() as folder, process_of(34_569) as pid:
        Path(folder).chmod(0o777)
        done = subprocess.run(
            ["setpriv", "--reuid=34569", "--regid=34569", "--clear-groups", *SERVICE, "r.sock"],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "TMPDIR": folder, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        if "ModuleNotFoundError" in done.stderr or "Permission denied" in done.stderr:
            pytest.skip("this checkout is closed to other users")
        assert done.returncode == 1
        assert f"process {pid} (sleep) of user 34569 is there" in done.stderr
        assert not list(Path(folder).glob("durak-runner-*"))
