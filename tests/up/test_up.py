"""`manage.py up` as a person meets it: it starts, says where, plays, and ends without trace."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from league.services.seeding import DEMO_ACCOUNTS

pytestmark = pytest.mark.faults
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90.0


class Up:
    """A running `up`, what it has written so far, and the processes it consists of."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.output = ""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", *options],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "LEAGUE_BOOTSTRAP": "0", "LEAGUE_DATA": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line

    def says(self, pattern: str) -> re.Match[str]:
        """Wait until it has written something."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.output)):
            ended = self.process.poll() is not None and not self.reader.is_alive()
            assert not ended, f"ended without saying {pattern!r}:\n{self.output}"
            assert time.monotonic() < end, f"never said {pattern!r}:\n{self.output}"
            time.sleep(0.05)
        return found

    def ends(self) -> int:
        """Wait for its end and return the exit code."""
        code = self.process.wait(PATIENCE)
        self.reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def family(self) -> dict[int, str]:
        """The commands of all processes that came from this `up` or work on its data, by number."""
        found = {}
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and ") Z" not in (entry / "stat").read_text():
                    told = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                    if str(self.folder).encode() in told:
                        command = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                        found[int(entry.name)] = command.decode()
        return found

    def one(self, words: str) -> int:
        """The number of the first process whose command contains *words*."""
        return min(number for number, command in self.family().items() if words in command)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.folder / "league.sqlite3", timeout=20)) as database:
            return database.execute(query).fetchall()


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Callable[..., Up]]:
    started: list[Up] = []

    def start(*options: str, folder: str = "data") -> Up:
        started.append(Up(tmp_path / folder, *options))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.ends()


@pytest.fixture
def port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return str(free.getsockname()[1])


def wait_until(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def test_it_serves_plays_stops_without_trace_and_goes_on_with_the_same_data(
    up: Callable[..., Up], port: str
) -> None:
    first = up("--port", port)
    url = first.says(r"ready in .* s: (http://127\.0\.0\.1:\d+/)")[1]
    first.says("Ctrl-C stops everything")
    with urllib.request.urlopen(f"{url}health/ready", timeout=10) as answer:
        assert answer.status == 200
    with urllib.request.urlopen(url, timeout=10) as answer:
        assert answer.status == 200
    for name, password, _ in DEMO_ACCOUNTS:
        assert f"{name} " in first.output
        assert password in first.output
    played = "SELECT count(*) FROM league_match WHERE status = 'finished'"
    wait_until(lambda: first.rows(played) > [(1,)], "no match was played")
    first.process.send_signal(signal.SIGINT)
    assert first.ends() == 0
    assert "everything is kept" in first.output
    assert first.family() == {}
    [before] = first.rows("SELECT count(*), min(id), min(date_joined) FROM league_user")

    second = up("--port", port, "--exit-when-ready")
    assert second.ends() == 0
    assert second.family() == {}
    assert second.rows("SELECT count(*), min(id), min(date_joined) FROM league_user") == [before]


def test_a_second_one_on_the_same_data_and_a_busy_port_get_one_line_each(
    up: Callable[..., Up], port: str
) -> None:
    first = up("--port", port)
    first.says("bringing the database up to date")
    second = up("--port", port)
    assert second.ends() == 3
    assert second.output.count("\n") == 1
    assert f"process {first.process.pid} at http://127.0.0.1:{port}/" in second.output
    third = up("--port", port, folder="other")
    assert third.ends() == 4
    assert third.output.count("\n") == 1
    assert f"Port {port} is taken" in third.output
    first.process.send_signal(signal.SIGTERM)
    assert first.ends() == 0
    assert first.family() == {}


@pytest.mark.parametrize(
    ("name", "words"),
    [("worker", "league.celery worker"), ("runner", "bots.service"), ("web", "gunicorn")],
)
def test_a_killed_program_is_named_and_started_again(
    up: Callable[..., Up], port: str, name: str, words: str
) -> None:
    running = up("--port", port)
    running.says("Ctrl-C stops everything")
    killed = running.one(words)
    os.kill(killed, signal.SIGKILL)
    running.says(rf"{name} was ended by SIGKILL; starting it again")
    wait_until(lambda: [n for n, c in running.family().items() if words in c], "not started again")
    finished = "SELECT count(*) FROM league_match WHERE status = 'finished'"
    before = running.rows(finished)
    wait_until(lambda: running.rows(finished) > before, "nothing is played any more")
    running.process.send_signal(signal.SIGINT)
    assert running.ends() == 0
    assert running.family() == {}


def test_killed_itself_it_takes_its_programs_along(up: Callable[..., Up], port: str) -> None:
    running = up("--port", port)
    running.says("Ctrl-C stops everything")
    assert len(running.family()) >= 5
    running.process.kill()
    running.ends()
    wait_until(lambda: running.family() == {}, f"left behind: {running.family()}")


def test_the_runner_knows_no_secret(up: Callable[..., Up], port: str) -> None:
    running = up("--port", port)
    running.says("Ctrl-C stops everything")
    told = Path(f"/proc/{running.one('bots.service')}/environ").read_bytes().split(b"\0")
    assert {line.split(b"=")[0] for line in told if line} <= {b"PATH", b"LANG", b"BOT_PYTHON"}
    running.process.send_signal(signal.SIGINT)
    assert running.ends() == 0


def test_it_stops_by_itself_after_the_time_it_was_given(up: Callable[..., Up], port: str) -> None:
    running = up("--port", port, "--for", "1")
    assert running.ends() == 0
    assert "ready in" in running.output
    assert running.family() == {}
