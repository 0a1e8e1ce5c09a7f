"""The runner as a process of its own: asked over a socket, stopped by hanging up or a signal."""

import contextlib
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.check.advice import STEPS
from bots.check.reports import CheckReport, CheckSpec, Step
from bots.client import Alive, Runner, RunnerError, RunnerUnavailable, SandboxUnavailable
from bots.reports import BundleProgram, DealReport, MatchReport
from bots.sandbox.workspace import PREFIX
from tests.bots.conftest import as_program

ROOT = Path(bots.__file__).parents[1]
FOREVER = "menu.lowest(); import time; time.sleep(0.02); return menu.lowest()"


class Started:
    """A running service, its client, and the folder it keeps its bots in."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.socket = folder / "runner.sock"
        # Its bots' folders, apart from those of other runners on this machine.
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.temporary.chmod(0o777)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bots.service", "--socket", str(self.socket), *arguments],
            cwd=ROOT,
            env={"TMPDIR": str(self.temporary), "PATH": os.environ["PATH"], **environment},
            stderr=subprocess.DEVNULL,
        )
        self.runner = Runner(self.socket)
        try:
            self.until(self.answers)
        except BaseException:
            self.end()
            raise

    def answers(self) -> bool:
        with contextlib.suppress(RunnerUnavailable):
            return bool(self.runner.status().slots)
        return False

    def bots(self) -> int:
        """Processes of bots that are alive."""
        return sum(
            b"/usr/league/launcher" in command and str(self.temporary).encode() in command
            for command in _commands()
        )

    def until(self, condition: Callable[[], bool], seconds: float = 10.0) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, "it took too long"
            time.sleep(0.02)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def _commands() -> Iterator[bytes]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                yield (entry / "cmdline").read_bytes()


@pytest.fixture
def folder() -> Iterator[Path]:
    # Bots run as other users, to whom pytest's own folders are closed.
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Started]]:
    started: list[Started] = []

    def make(*arguments: str, **environment: str) -> Started:
        started.append(Started(folder, *arguments, **environment))
        return started[-1]

    yield make
    for service in started:
        service.end()


def test_house_programs_play_through_the_service(start: Any, make_spec: Any) -> None:
    service = start("--slots", "3")
    reports = list(service.runner.play(make_spec("cautious", "random", deals=4)))
    deals = [report for report in reports if isinstance(report, DealReport)]
    assert [deal.number for deal in deals] == [0, 1, 2, 3]
    assert isinstance(reports[-1], MatchReport)
    assert service.runner.status().slots == 3
    service.until(lambda: service.runner.status().playing == 0)


def test_the_socket_is_for_owner_and_group_only(start: Any) -> None:
    assert stat.S_IMODE(start().socket.stat().st_mode) == 0o660


def test_a_missing_service_is_said_to_be_unavailable(tmp_path: Path, make_spec: Any) -> None:
    runner = Runner(tmp_path / "nobody.sock")
    with pytest.raises(RunnerUnavailable):
        runner.status()
    with pytest.raises(RunnerUnavailable):
        list(runner.play(make_spec()))


def test_without_an_interpreter_for_bots_only_the_house_plays(
    start: Any, make_spec: Any, own_bot: Any
) -> None:
    service = start(BOT_PYTHON="/nowhere/python3")
    status = service.runner.status()
    assert status.sandbox is None
    assert status.reason
    with pytest.raises(SandboxUnavailable) as refusal:
        list(service.runner.play(make_spec(own_bot("return 1"), "lowest")))
    assert refusal.value.detail == status.reason
    assert isinstance(list(service.runner.play(make_spec()))[-1], MatchReport)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "whist"}, "unknown game 'whist'"),
        ({"programs": [{"kind": "house", "program": "genius"}] * 2}, "no house program 'genius'"),
        (
            {"programs": [{"kind": "house", "program": "lowest", "settings": {"luck": 1}}] * 2},
            "lowest has no setting 'luck'",
        ),
        ({"seats": 1}, "1 seats need as many programs, not 2"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused_with_the_reason(
    start: Any, make_spec: Any, change: dict[str, Any], reason: str
) -> None:
    service = start()
    request = {"type": "play", "spec": {**make_spec().to_json(), **change}}
    answer = _exchange(service.socket, json.dumps(request).encode() + b"\n")
    assert answer["type"] == "error"
    assert answer["code"] == "bad_spec"
    assert reason in answer["detail"]


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (None, "needs a spec"),
        ({"program": {"kind": "house", "program": "lowest"}}, "only an uploaded program"),
    ],
)
def test_a_check_that_makes_no_sense_is_refused(start: Any, spec: Any, reason: str) -> None:
    request = {"type": "check", "spec": spec}
    answer = _exchange(start().socket, json.dumps(request).encode() + b"\n")
    assert (answer["type"], answer["code"]) == ("error", "bad_spec")
    assert reason in answer["detail"]


@pytest.mark.sandbox
def test_a_sandbox_that_breaks_after_the_start_is_told_apart_from_none(
    start: Any, make_spec: Any, own_bot: Any
) -> None:
    service = start()
    (library,) = service.temporary.glob("*/library")
    library.rename(library.with_name("gone"))
    with pytest.raises(RunnerError) as failure:
        list(service.runner.play(make_spec(own_bot("return menu.lowest()"), "random", deals=2)))
    assert failure.value.code == "sandbox_failed"
    assert service.runner.status().sandbox is not None


def test_without_a_sandbox_nothing_is_checked(start: Any, own_bot: Any) -> None:
    service = start(BOT_PYTHON="/nowhere/python3")
    with pytest.raises(SandboxUnavailable):
        list(service.runner.check(check_of(own_bot("return menu.lowest()"))))


@pytest.mark.parametrize("line", [b"nonsense\n", b"[]\n", b'{"type":"dance"}\n'])
def test_a_request_that_cannot_be_read_is_refused(start: Any, line: bytes) -> None:
    assert _exchange(start().socket, line)["code"] == "bad_request"


def _exchange(path: Path, line: bytes) -> dict[str, Any]:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        connection.sendall(line)
        with connection.makefile("rb") as lines:
            answer: dict[str, Any] = json.loads(lines.readline())
            return answer


def test_a_second_service_at_the_same_socket_refuses_to_start(start: Any) -> None:
    service = start()
    second = subprocess.run(
        [sys.executable, "-m", "bots.service", "--socket", str(service.socket)],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    assert second.returncode != 0
    assert "another runner answers" in second.stderr
    assert service.answers()


def check_of(source: bytes) -> CheckSpec:
    program = as_program(source)
    assert isinstance(program, BundleProgram)
    return CheckSpec(program)


@pytest.mark.sandbox
class TestWithBots:
    def test_a_check_is_reported_step_by_step(self, start: Any, own_bot: Any) -> None:
        *steps, report = start().runner.check(check_of(own_bot("return menu.lowest()")))
        steps = [step for step in steps if isinstance(step, Step)]
        assert [step.name for step in steps] == list(STEPS)
        assert isinstance(report, CheckReport)
        assert report.steps == tuple(steps)
        assert report.accepted

    def test_a_failure_of_our_own_is_told_and_not_taken_for_a_caller_who_left(
        self, start: Any, own_bot: Any
    ) -> None:
        service = start()
        for folder in service.temporary.glob(f"{PREFIX}*"):
            shutil.rmtree(folder)
        with pytest.raises(RunnerError) as failure:
            list(service.runner.check(check_of(own_bot("return menu.lowest()"))))
        assert failure.value.code == "internal"
        assert "No such file" in failure.value.detail

    def test_hanging_up_stops_a_check_and_kills_its_bot(self, start: Any, own_bot: Any) -> None:
        service = start()
        reports = service.runner.check(check_of(own_bot("import time; time.sleep(3)")))
        for report in reports:
            if isinstance(report, Step) and report.name == "start":
                break
        service.until(lambda: service.bots() > 0)
        reports.close()
        service.until(lambda: service.bots() == 0 and service.runner.status().playing == 0)

    def test_a_running_match_says_that_it_is_alive(
        self, start: Any, make_spec: Any, own_bot: Any
    ) -> None:
        slow = own_bot("import time; time.sleep(0.4); return menu.lowest()")
        reports = start().runner.play(make_spec(slow, "lowest", deals=1))
        assert isinstance(next(reports), Alive)
        reports.close()

    def test_hanging_up_stops_the_match_and_kills_its_bots(
        self, start: Any, make_spec: Any, own_bot: Any
    ) -> None:
        service = start()
        reports = service.runner.play(make_spec(own_bot(FOREVER), own_bot(FOREVER), deals=500))
        next(reports)
        assert service.bots() >= 2
        reports.close()
        service.until(lambda: service.bots() == 0 and service.runner.status().playing == 0)

    def test_a_signal_ends_the_service_and_leaves_nothing(
        self, start: Any, make_spec: Any, own_bot: Any
    ) -> None:
        service = start()
        reports = service.runner.play(make_spec(own_bot(FOREVER), "lowest", deals=500))
        next(reports)
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(15) == 0
        with pytest.raises((RunnerUnavailable, RunnerError)):
            list(reports)
        assert service.bots() == 0
        assert not service.socket.exists()
        assert list(service.temporary.iterdir()) == []

    def test_a_killed_service_leaves_no_bot_and_its_folder_goes_with_the_next(
        self, start: Any, make_spec: Any, own_bot: Any
    ) -> None:
        service = start()
        reports = service.runner.play(make_spec(own_bot(FOREVER), own_bot(FOREVER), deals=500))
        next(reports)
        assert service.bots() >= 2
        service.end()
        service.until(lambda: service.bots() == 0, 5)
        (left,) = service.temporary.glob(PREFIX + "*")
        reports.close()
        again = subprocess.Popen(
            [sys.executable, "-m", "bots.service", "--socket", str(service.socket)],
            cwd=ROOT,
            env={"TMPDIR": str(service.temporary), "PATH": os.environ["PATH"]},
            stderr=subprocess.DEVNULL,
        )
        try:
            service.until(service.answers)
            assert not left.exists()
        finally:
            again.terminate()
            again.wait()

    def test_bots_are_admitted_by_the_memory_they_may_take(
        self, start: Any, make_spec: Any, own_bot: Any
    ) -> None:
        service = start("--slots", "8", "--memory-mb", "600")
        bot = own_bot(FOREVER)
        with pytest.raises(RunnerError) as refusal:
            list(service.runner.play(make_spec(bot, bot)))
        assert refusal.value.code == "bad_spec"
        first = service.runner.play(make_spec(bot, "lowest", deals=500))
        next(first)
        second = service.runner.play(make_spec(bot, "lowest", deals=1))
        assert isinstance(next(second), Alive)
        assert service.runner.status().playing == 1
        first.close()
        assert isinstance(list(second)[-1], MatchReport)
