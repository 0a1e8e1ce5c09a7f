"""The runner service with each sandbox: plays, says which one it has, and takes its bots along."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.client import Alive, Runner, RunnerUnavailable
from bots.reports import DealReport, MatchReport
from bots.sandbox.choose import TIERS
from bots.sandbox.workspace import PREFIX, Workspace
from tests.bots.conftest import standing

pytestmark = pytest.mark.sandbox
ROOT = Path(bots.__file__).parents[1]


class Service:
    """A running service in a folder of its own."""

    def __init__(self, folder: Path, tier: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bots.service", "--socket", str(folder / "r.sock")],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "TMPDIR": str(folder), "LEAGUE_SANDBOX": tier},
            stderr=subprocess.DEVNULL,
        )
        self.runner = Runner(folder / "r.sock")
        deadline = time.monotonic() + 60
        while not self.answers():
            assert time.monotonic() < deadline

    def answers(self) -> bool:
        with contextlib.suppress(RunnerUnavailable):
            return bool(self.runner.status().slots)
        time.sleep(0.05)
        return False

    def started(self) -> list[int]:
        """Every bot it has written down as started and that is alive."""
        lists = self.folder.glob(f"{PREFIX}*/*/bots.pid")
        pids = [int(line.split()[0]) for path in lists for line in path.read_text().splitlines()]
        return [pid for pid in pids if _alive(pid)]


def _alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


@pytest.fixture(params=TIERS)
def service(request: pytest.FixtureRequest, workspace: Workspace) -> Iterator[Service]:
    standing(request.param, workspace)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        service = Service(Path(folder), request.param)
        assert service.runner.status().sandbox == request.param
        yield service
        service.process.kill()
        service.process.wait()


def test_uploaded_bots_play_a_match(service: Service, make_spec: Any, own_bot: Any) -> None:
    lowest = own_bot("return menu.lowest()")
    *deals, match = [
        report
        for report in service.runner.play(make_spec(lowest, lowest, "cautious", deals=3))
        if not isinstance(report, Alive)
    ]
    assert all(isinstance(deal, DealReport) for deal in deals)
    assert len(deals) == 3
    assert isinstance(match, MatchReport)
    assert match.faults == ()
    assert match.usage[0].answers > 0
    assert match.usage[0].peak_kb > 5_000
    assert service.started() == []


def test_its_bots_end_with_it_and_their_folders_with_the_next(
    service: Service, make_spec: Any, own_bot: Any
) -> None:
    slow = own_bot("import time; time.sleep(0.02); return menu.lowest()")
    reports = service.runner.play(make_spec(slow, slow, deals=500))
    next(reports)
    assert len(service.started()) == 2
    service.process.kill()
    service.process.wait()
    deadline = time.monotonic() + 10
    while service.started() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert service.started() == []
    with pytest.raises(RunnerUnavailable):
        list(reports)
    assert len(list(service.folder.glob(f"{PREFIX}*"))) == 1
    Workspace(sys.executable, service.folder).close()
    assert list(service.folder.glob(f"{PREFIX}*")) == []
