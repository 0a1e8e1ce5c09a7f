"""A runner that may start no further thread says so, stays, and goes on when there are some."""

import contextlib
import itertools
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

import bots
from bots.client import Runner, RunnerError, RunnerUnavailable
from bots.reports import MatchReport
from bots.runner.heartbeat import LATE_SECONDS, Heartbeat
from bots.sandbox.choose import bot_python
from bots.sandbox.process import ExhaustedError

ROOT = Path(bots.__file__).parents[1]
# The limit of threads does not hold for root, and counts all that runs as a user.
USER = 40_000 + os.getpid() % 10_000


class Unprivileged:
    """A service of a user whose processes and threads are all its own."""

    def __init__(self, folder: Path) -> None:
        address = folder / "runner.sock"
        self.process = subprocess.Popen(
            # The system's Python: ours may lie where only its owner comes.
            [bot_python(), "-m", "bots.service", "--socket", str(address)],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "TMPDIR": str(folder), "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            text=True,
            user=USER,
            group=USER,
            extra_groups=[],
        )
        assert self.process.stderr is not None
        self.said = self.process.stderr.readline()
        self.runner = Runner(address)

    @property
    def threads(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/task"))  # noqa: PTH208

    @property
    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))  # noqa: PTH208

    def threads_left(self, count: int) -> contextlib.AbstractContextManager[None]:
        """Let it start only *count* further threads."""
        return self._limited("nproc", self.threads + count)

    def descriptors_left(self, count: int) -> contextlib.AbstractContextManager[None]:
        """Let it open only *count* further descriptors."""
        open_ones = {int(name) for name in os.listdir(f"/proc/{self.process.pid}/fd")}  # noqa: PTH208
        free = (number for number in itertools.count() if number not in open_ones)
        # The limit is above the highest number there may be.
        return self._limited("nofile", next(itertools.islice(free, count, None)))

    @contextlib.contextmanager
    def _limited(self, name: str, value: int) -> Iterator[None]:
        before = self._prlimit(f"--{name}", "--raw", "--noheadings", "--output=SOFT")
        self._prlimit(f"--{name}={value}:")
        try:
            yield
        finally:
            self._prlimit(f"--{name}={before}:")

    def _prlimit(self, *words: str) -> str:
        # Root of a container may not, but whom the process belongs to may.
        command = ["prlimit", "--pid", str(self.process.pid), *words]
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, user=USER, group=USER
        )
        return done.stdout.strip()


@pytest.fixture
def service() -> Iterator[Unprivileged]:
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        service = Unprivileged(Path(folder))
        try:
            if not service.said.startswith("runner at "):
                service.process.kill()
                assert service.process.stderr is not None
                said = service.said + service.process.stderr.read()
                closed = "ModuleNotFoundError" in said or "Permission denied" in said
                assert closed, said
                pytest.skip("this checkout is closed to other users")
            _until(lambda: service.runner.status().playing == 0)
            yield service
        finally:
            service.process.kill()
            service.process.communicate()


def _until(condition: Any) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


def test_a_caller_whose_thread_cannot_start_is_sent_away_and_the_service_stays(
    service: Unprivileged,
) -> None:
    _until(lambda: service.threads == 2)
    before = service.descriptors
    with service.threads_left(0):
        for _ in range(3):
            with pytest.raises(RunnerUnavailable):
                service.runner.status()
    assert service.runner.status().playing == 0
    _until(lambda: service.descriptors == before)


def test_a_match_whose_thread_cannot_start_is_our_failure_and_gives_its_place_back(
    service: Unprivileged, make_spec: Any
) -> None:
    _until(lambda: service.threads == 2)
    with service.threads_left(1), pytest.raises(RunnerError) as failure:
        list(service.runner.play(make_spec()))
    assert failure.value.code == "exhausted"
    assert "raise the runner's limit" in failure.value.detail
    _until(lambda: service.runner.status().playing == 0)
    assert isinstance(list(service.runner.play(make_spec()))[-1], MatchReport)


@pytest.mark.sandbox
def test_a_match_whose_bot_cannot_be_started_is_our_failure_and_the_next_one_is_played(
    service: Unprivileged, make_spec: Any, own_bot: Any
) -> None:
    if service.runner.status().sandbox is None:
        pytest.skip(f"no sandbox: {service.runner.status().reason}")
    spec = make_spec(own_bot("return menu.lowest()"), "lowest")
    _until(lambda: service.threads == 2)
    before = service.descriptors
    for count in (1, 4, 9, 12):
        with service.descriptors_left(count), pytest.raises(RunnerError) as failure:
            list(service.runner.play(spec))
        assert failure.value.code == "exhausted"
        assert "raise its limit of open files" in failure.value.detail
        _until(lambda: service.descriptors == before)
    match = list(service.runner.play(spec))[-1]
    assert isinstance(match, MatchReport)
    assert match.faults == ()
    _until(lambda: service.descriptors == before)


def test_callers_that_cannot_be_let_in_do_not_keep_the_service_busy(
    service: Unprivileged,
) -> None:
    _until(lambda: service.threads == 2)
    with service.descriptors_left(0):
        used = _cpu_ticks(service.process.pid)
        with pytest.raises(RunnerUnavailable):
            service.runner.status(timeout=1.0)
        # A hundredth of a second each.
        assert _cpu_ticks(service.process.pid) - used < 30
    assert service.runner.status().playing == 0


def _cpu_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def no_thread(_: threading.Thread) -> NoReturn:
    raise RuntimeError("can't start new thread")


def test_a_heartbeat_that_could_not_start_beats_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heartbeat = Heartbeat()
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", no_thread)
        with pytest.raises(ExhaustedError), heartbeat:
            pass
    with heartbeat:
        # What beats is found to be late where it is held up; what does not is never late.
        _until(lambda: heartbeat._expected < float("inf"))
        assert not heartbeat.late_since(time.monotonic() + LATE_SECONDS)
