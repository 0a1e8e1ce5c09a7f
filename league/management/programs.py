"""Which programs the league consists of, and the command and environment of each."""

import hashlib
import os
import socket
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError

from bots.sandbox.choose import AUTO, require_known
from league.management.processes import Program

LONGEST_SOCKET_PATH = 100  # bytes; the kernel takes 107
CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "league.celery"]
RUNNER_KNOWS = ("PATH", "LANG", "BOT_PYTHON")
ON_ONES_OWN_MACHINE = AUTO
"""The sandbox where nobody has set one: the best that holds, named on console and operator page."""


@dataclass(frozen=True)
class Address:
    """Where the site answers."""

    host: str
    port: int

    @property
    def url(self) -> str:
        return self._at("localhost" if self.everywhere else self.host)

    @property
    def local_url(self) -> str:
        """The same site as asked from this machine by number."""
        loopback = "::1" if ":" in self.host else "127.0.0.1"
        return self._at(loopback if self.everywhere else self.host)

    @property
    def everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::")

    @property
    def loopback(self) -> bool:
        """Whether only this machine itself can reach the site."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    @property
    def allowed_hosts(self) -> str:
        """What a browser may call this machine, as LEAGUE_ALLOWED_HOSTS."""
        if self.everywhere:
            return "*"
        own = f"[{self.host}]" if ":" in self.host else self.host
        return ",".join(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", own]))

    def _at(self, host: str) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


def runner_socket() -> Path:
    """Where the runner listens; elsewhere if the data folder's path is too long for a socket."""
    path = Path(settings.LEAGUE_RUNNER_SOCKET)
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"league-{os.getuid()}-{name}" / "runner.sock"


def programs(*, address: Address, listener: socket.socket, workers: int) -> list[Program]:
    """
    The four programs of one machine.

    Args:
        listener: The bound socket that the web server answers at.
        workers: How many matches are played at once.
    """
    path = runner_socket()
    path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
    ours = site_environment(address, path)
    return [
        Program("runner", runner(path, workers), runner_environment(os.environ), settings.BASE_DIR),
        Program("web", web(listener), ours, settings.BASE_DIR, pass_fds=[listener.fileno()]),
        Program("worker", worker(workers), ours, settings.BASE_DIR),
        Program("scheduler", scheduler(), ours, settings.BASE_DIR),
    ]


def runner(path: Path, slots: int) -> list[str]:
    command = [sys.executable, "-m", "bots.service", "--socket", str(path)]
    return [*command, "--sandbox", sandbox(), "--slots", str(slots)]


def sandbox() -> str:
    """What LEAGUE_SANDBOX says, or else the best that holds."""
    try:
        return require_known(os.environ.get("LEAGUE_SANDBOX") or ON_ONES_OWN_MACHINE)
    except ValueError as error:
        raise CommandError(f"LEAGUE_SANDBOX: {error}") from error


def web(listener: socket.socket) -> list[str]:
    return [
        *[sys.executable, "-m", "gunicorn", "league.wsgi:application"],
        *["--bind", f"fd://{listener.fileno()}"],
        *["--worker-class", "gthread", "--workers", "1", "--threads", "8"],
        *["--log-level", "warning", "--graceful-timeout", "3", "--no-control-socket"],
    ]


def worker(slots: int) -> list[str]:
    return [
        *CELERY,
        *["worker", "--concurrency", str(slots), "--loglevel", "WARNING"],
        *["--without-gossip", "--without-mingle", "--without-heartbeat"],
    ]


def scheduler() -> list[str]:
    plan = str(settings.VAR / "schedule")
    return [*CELERY, "beat", "--loglevel", "WARNING", "--pidfile=", "--schedule", plan]


def site_environment(address: Address, path: Path) -> dict[str, str]:
    """What web, worker and scheduler are told: all that `up` was told, and where things are."""
    return {
        "LEAGUE_ALLOWED_HOSTS": address.allowed_hosts,
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "LEAGUE_DATA": str(settings.VAR),
        "LEAGUE_RUNNER_SOCKET": str(path),
        "PYTHONUNBUFFERED": "1",
        "PYTHONWARNINGS": "ignore",
    }


def runner_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """
    All that the runner is told of its surroundings.

    It starts strangers' programs: keys and addresses of databases stay out of its reach.
    """
    known = {name: environment[name] for name in RUNNER_KNOWS if name in environment}
    return {"PATH": os.defpath, "LANG": "C.UTF-8", **known}
