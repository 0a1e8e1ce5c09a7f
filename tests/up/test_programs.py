"""The four programs of one machine: commands that exist, and a runner that is told nothing."""

import importlib.util
import os
import socket
from pathlib import Path

import pytest
from django.core.management import CommandError
from pytest_django.fixtures import Settings

from league.management.processes import Program
from league.management.programs import (
    Address,
    programs,
    runner,
    runner_environment,
    runner_socket,
)


@pytest.fixture
def four(settings: Settings, tmp_path: Path) -> dict[str, Program]:
    settings.LEAGUE_RUNNER_SOCKET = tmp_path / "runner" / "runner.sock"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        made = programs(address=Address("127.0.0.1", 8000), listener=listener, workers=3)
    return {program.name: program for program in made}


def test_the_programs_are_the_four_of_the_league(four: dict[str, Program]) -> None:
    assert list(four) == ["runner", "web", "worker", "scheduler"]


def test_every_program_starts_a_module_that_exists(four: dict[str, Program]) -> None:
    for program in four.values():
        assert program.command[1] == "-m"
        assert importlib.util.find_spec(program.command[2]), program.command


def test_the_runner_is_told_nothing_but_path_language_and_interpreter(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    secrets = {
        "DATABASE_URL": "postgres://league:secret@db/league",
        "LEAGUE_SECRET_KEY": "secret",
        "CELERY_BROKER_URL": "redis://:secret@queue/0",
        "PYTHONPATH": "/somewhere",
        "HOME": "/root",
    }
    told = runner_environment({**secrets, "PATH": "/usr/bin", "BOT_PYTHON": "/usr/bin/python3"})
    assert told == {"PATH": "/usr/bin", "LANG": "C.UTF-8", "BOT_PYTHON": "/usr/bin/python3"}


@pytest.mark.parametrize(
    ("told", "taken"), [(None, "auto"), ("", "auto"), ("landlock", "landlock")]
)
def test_the_best_sandbox_that_holds_is_taken_where_none_is_set(
    told: str | None, taken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LEAGUE_SANDBOX", raising=False)
    if told is not None:
        monkeypatch.setenv("LEAGUE_SANDBOX", told)
    command = runner(Path("/run/runner.sock"), 2)
    assert command[command.index("--sandbox") + 1] == taken


def test_a_sandbox_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEAGUE_SANDBOX", "none")
    with pytest.raises(CommandError, match="LEAGUE_SANDBOX: no sandbox 'none'"):
        runner(Path("/run/runner.sock"), 2)


def test_the_worker_knows_the_runner_by_the_socket_it_listens_at(four: dict[str, Program]) -> None:
    listens_at = four["runner"].command[four["runner"].command.index("--socket") + 1]
    assert four["worker"].environment["LEAGUE_RUNNER_SOCKET"] == listens_at
    assert Path(listens_at).parent.stat().st_mode & 0o777 == 0o750


def test_a_socket_path_too_long_for_the_kernel_is_replaced_by_a_short_one(
    settings: Settings,
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = Path("/data") / ("x" * 120) / "runner.sock"
    assert len(os.fsencode(runner_socket())) < 100
    assert runner_socket() == runner_socket()


@pytest.mark.parametrize(
    ("host", "url", "allowed"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/", "localhost,127.0.0.1,[::1]"),
        ("192.168.1.5", "http://192.168.1.5:8000/", "localhost,127.0.0.1,[::1],192.168.1.5"),
        ("0.0.0.0", "http://localhost:8000/", "*"),
        ("::1", "http://[::1]:8000/", "localhost,127.0.0.1,[::1]"),
    ],
)
def test_an_address_is_printed_and_allowed_as_a_browser_writes_it(
    host: str, url: str, allowed: str
) -> None:
    address = Address(host, 8000)
    assert (address.url, address.allowed_hosts) == (url, allowed)
