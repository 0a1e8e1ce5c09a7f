"""`manage.py test`: what it would run, what it says at the end, and what it makes of a gap."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import command
from tests.command import Done, Need, Step

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def nothing_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "NEEDS", {})
    monkeypatch.delenv("CI", raising=False)


def a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    gap = Need("Chromium", "chromium", lambda: False, lambda: False)
    monkeypatch.setattr(command, "NEEDS", {"Chromium": gap})


def test_it_runs_every_kind_of_check_on_both_databases_and_both_queues() -> None:
    names = [step.name for step in command.steps(full=False)]
    assert names == [
        "ruff check",
        "ruff format",
        "djlint",
        "import contracts",
        "types",
        "check --deploy",
        "migrations",
        "tests on SQLite",
        "tests on PostgreSQL",
        "tests on Redis",
        "tests in a browser",
        "tests of faults",
    ]


@pytest.mark.parametrize("full", [False, True])
def test_every_test_is_in_some_run_and_only_the_full_form_has_the_slow_ones(full: bool) -> None:
    marks = [step.command[-1] for step in command.steps(full=full) if "pytest" in step.command]
    assert all(("not slow" in mark) != full for mark in marks)
    for kind in ("browser", "faults"):
        assert any(mark.startswith(f"{kind} and") for mark in marks)


def test_unknown_arguments_go_to_pytest() -> None:
    options, rest = command.parse(["--full", "tests/up", "-k", "broker", "-x"])
    assert options.full
    assert rest == ["tests/up", "-k", "broker", "-x"]


def test_all_passed_is_a_success(nothing_needed: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.summarise([Done("types", 0, 3.0)], 63.0) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "PASSED (1 min 3 s)"


def test_one_failure_is_named_in_the_last_line(
    nothing_needed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.summarise([Done("types", 0, 3), Done("djlint", 1, 2)], 5) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "FAILED: djlint (0 min 5 s)"


def test_what_was_not_run_is_said_last_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    a_gap(monkeypatch)
    done = command.run(Step("tests in a browser", ["false"], need="Chromium"))
    assert done.code is None
    assert command.summarise([done], 1) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("!!! NOT EVERYTHING WAS RUN: Chromium missing.")
    assert last.endswith("apt install chromium")


def test_under_ci_a_gap_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_gap(monkeypatch)
    monkeypatch.setenv("CI", "true")
    assert command.summarise([Done("types", 0, 1)], 1) == 1
    assert "Under CI=true that is a failure" in capsys.readouterr().out


def test_a_failing_step_shows_what_it_wrote(capsys: pytest.CaptureFixture[str]) -> None:
    done = command.run(Step("a step", [sys.executable, "-c", "print('why'); raise SystemExit(3)"]))
    assert done.code == 3
    shown = capsys.readouterr().out
    assert "why\n" in shown
    assert "a step FAILED" in shown


def test_a_quiet_step_shows_nothing_but_its_name_and_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.run(Step("a step", [sys.executable, "-c", "print('chatter')"])).code == 0
    assert "chatter" not in capsys.readouterr().out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_tests_stop_their_servers(tmp_path: Path, number: signal.Signals) -> None:
    sleeper = tmp_path / "test_sleep.py"
    sleeper.write_text(
        "import os, time\n"
        "def test_sleep():\n"
        "    print(os.environ['CELERY_BROKER_URL'], flush=True); time.sleep(600)\n"
    )
    alone = ["-c", "/dev/null", "-p", "no:django"]
    tests = subprocess.Popen(
        [*command.PYTEST, *alone, "-s", "--services", "redis", str(sleeper)],
        cwd=ROOT,
        # Not a worker of the run that this test is part of: those start no servers.
        env={name: value for name, value in os.environ.items() if "XDIST" not in name},
        stdout=subprocess.PIPE,
        text=True,
        # Whoever runs this in the background of a script has Ctrl-C ignored, and hands that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert tests.stdout is not None
        told = next(line for line in tests.stdout if "redis+socket" in line)
        path = Path(told.split("://")[1].strip())
        assert path.exists()
        tests.send_signal(number)
        tests.communicate(timeout=60)
    finally:
        tests.kill()
        tests.wait()
    end = time.monotonic() + 5
    while path.parent.exists():
        assert time.monotonic() < end, "the server's folder was left behind"
        time.sleep(0.05)
