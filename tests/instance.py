"""A whole league for a test: the real processes of ``manage.py up`` on a data folder of its own."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120.0
STOP_SECONDS = 60.0
PROGRAMS = {
    "web": "league.wsgi",
    "worker": "league.celery worker",
    "scheduler": "league.celery beat",
    "runner": "bots.service",
}
"""What the command line of each program says."""


@dataclass
class Instance:
    """A running ``up``: its address, its data folder, and what it was told."""

    folder: Path
    environment: dict[str, str]
    port: int
    process: "subprocess.Popen[bytes]"
    killed: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        return (self.folder / "up.log").read_text(errors="replace")

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            body: bytes = answer.read()
        return body

    def ask(self, code: str) -> Any:
        """Run *code* with Django in another process; what it assigns to ``answer``, by JSON."""
        script = f"import django, json\ndjango.setup()\n{code}\nprint(json.dumps(answer))"
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def pids(self, program: str) -> list[int]:
        """The processes of *program* that this instance started, its own first."""
        return [pid for pid in self.family() if PROGRAMS[program] in _command(pid)]

    def family(self) -> list[int]:
        """Every living process that descends from ``up``, and those of its own groups."""
        return sorted(_descendants(self.process.pid) | _with_folder(self.folder))

    def kill(self, program: str) -> bool:
        """kill -9 every process of *program*; False where there was none just now."""
        pids = self.pids(program)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.killed += [program] * bool(pids)
        return bool(pids)

    def wait_until(self, what: str, ready: Callable[[], object], seconds: float = 60.0) -> None:
        """Ask again until *ready* says yes; fail with *what* and the log if it does not."""
        end = time.monotonic() + seconds
        while not ready():
            assert self.process.poll() is None, f"up ended: {self.output}"
            assert time.monotonic() < end, f"after {seconds:.0f} s still not: {what}\n{self.output}"
            time.sleep(0.5)

    def stop(self) -> int:
        """Ctrl-C, and the exit code once everything has ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(STOP_SECONDS)


@contextlib.contextmanager
def instance(folder: Path, **settings: str) -> Iterator[Instance]:
    """
    Start ``manage.py up`` on a free port with these settings of the environment.

    With DATABASE_URL in the environment a database of its own is made on that server.
    """
    port = free_port()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "LEAGUE_DATA": str(folder),
        "LEAGUE_RUNNER_SOCKET": str(folder / "runner" / "runner.sock"),
        "LEAGUE_BOOTSTRAP": "0",
        "PYTHONPATH": str(ROOT),
        **settings,
    }
    with own_database(environment):
        process = _up(folder, environment, port)
        running = Instance(folder, environment, port, process)
        try:
            running.wait_until("ready", lambda: "ready in" in running.output, START_SECONDS)
            yield running
        finally:
            running.stop()


def _up(folder: Path, environment: Mapping[str, str], port: int) -> "subprocess.Popen[bytes]":
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "up.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port), "--workers", "2"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


@contextlib.contextmanager
def own_database(environment: dict[str, str]) -> Iterator[None]:
    """A new database on the server of DATABASE_URL, dropped afterwards; nothing to do on SQLite."""
    if "DATABASE_URL" not in environment:
        yield
        return
    name = f"instance_{os.getpid()}_{time.monotonic_ns()}"
    with psycopg.connect(
        host=environment["PGHOST"], user=environment["PGUSER"], dbname="postgres", autocommit=True
    ) as server:
        server.execute(f'CREATE DATABASE "{name}"')  # type: ignore[call-overload]
        environment["DATABASE_URL"] = f"postgres:///{name}"
        try:
            yield
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[call-overload]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def _descendants(root: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found: set[int] = set()
    front = [root]
    while front:
        for child in children.get(front.pop(), []):
            if child not in found:
                found.add(child)
                front.append(child)
    return found


def _with_folder(folder: Path) -> set[int]:
    """Processes whose command line names the data folder: orphans too."""
    mark = os.fsencode(folder)
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                if mark in (entry / "cmdline").read_bytes():
                    found.add(int(entry.name))
    return found


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return (
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        )
    return ""
