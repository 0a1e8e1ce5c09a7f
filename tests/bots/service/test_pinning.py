"""A match is bound to one core; what tells that the machine was held up is bound to none."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from bots.client import Runner
from bots.reports import DealReport
from bots.sandbox.choose import Chosen
from bots.sandbox.workspace import Workspace
from bots.service.admission import Admission
from bots.service.server import Service


def beating() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "heartbeat"]


def test_the_heartbeat_begins_with_the_service_and_runs_on_every_core(
    make_spec: Any, tmp_path: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "close", lambda: None)  # shared by other tests
    address = tmp_path / "runner.sock"
    service = Service(address, Chosen(None, None, "none"), workspace, Admission(1, 1))
    serving = threading.Thread(target=service.serve)
    serving.start()
    try:
        runner = Runner(address)
        assert runner.status().playing == 0
        (beat,) = beating()
        reports = runner.play(make_spec(deals=500))
        assert isinstance(next(reports), DealReport)
        assert beating() == [beat]
        assert beat.native_id is not None
        assert os.sched_getaffinity(beat.native_id) == os.sched_getaffinity(0)
        matches = [one for one in threading.enumerate() if one.name == "m_test"]
        assert [len(os.sched_getaffinity(one.native_id or 0)) for one in matches] == [1]
        reports.close()
    finally:
        service.stop()
        serving.join()
    beat.join(5)
    assert not beat.is_alive()
