"""The runner as a process of its own: matches and checks are asked for over a Unix socket."""

import argparse
import contextlib
import os
import select
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bots.runner.heartbeat import heartbeat
from bots.sandbox.choose import AUTO, DEFAULT, TIERS, Chosen, bot_python, choose, require_known
from bots.sandbox.neighbours import neighbours, own_users
from bots.sandbox.process import (
    ExhaustedError,
    SandboxError,
    start_thread,
    system_failure,
)
from bots.sandbox.workspace import Workspace
from bots.service.admission import Admission
from bots.service.connection import Connection

_STOP_SECONDS = 10.0
_EXHAUSTED_SECONDS = 0.1


class Service:
    """Listens on *path*; every connection is one request, and one match or check at most."""

    def __init__(
        self, path: Path, chosen: Chosen, workspace: Workspace, admission: Admission
    ) -> None:
        self.path = path
        self.chosen = chosen
        self.workspace = workspace
        self.admission = admission
        self._listener = _listen(path)
        self._wake, self._waker = os.pipe()
        self._connections: set[Connection] = set()
        self._lock = threading.Lock()
        self.stopping = False

    def serve(self) -> None:
        """Answer until `stop` is called; afterwards no bot, socket or folder is left."""
        poll = select.poll()
        poll.register(self._listener, select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        # It beats from here on, on every core: each match is bound to one.
        with heartbeat:
            try:
                while not self.stopping:
                    ready = [descriptor for descriptor, _ in poll.poll()]
                    if self._listener.fileno() in ready and not self.stopping:
                        self._accept()
            finally:
                self._shut_down()

    def stop(self) -> None:
        """Make `serve` return; may be called from a signal handler."""
        self.stopping = True
        os.write(self._waker, b"\n")

    def forget(self, connection: Connection) -> None:
        with self._lock:
            self._connections.discard(connection)

    def status(self) -> dict[str, Any]:
        return {
            "type": "status",
            **self.chosen.to_json(),
            "slots": self.admission.slots,
            "playing": self.admission.playing,
        }

    def _accept(self) -> None:
        try:
            accepted, _ = self._listener.accept()
        except BlockingIOError:
            return
        except OSError as error:
            self._cannot_answer(system_failure(error))
            return
        connection = Connection(self, accepted)
        with self._lock:
            self._connections.add(connection)
        try:
            start_thread(connection.thread)
        except ExhaustedError as error:
            # Who asked finds the line closed and tries again later.
            accepted.close()
            self.forget(connection)
            self._cannot_answer(error)

    def _cannot_answer(self, error: SandboxError) -> None:
        sys.stderr.write(f"a caller was not answered: {error}\n")
        # What the system has run out of does not come back at once.
        time.sleep(_EXHAUSTED_SECONDS)

    def _shut_down(self) -> None:
        self.stopping = True
        self._listener.close()
        with contextlib.suppress(OSError):
            self.path.unlink()
        with self._lock:
            open_connections = list(self._connections)
        for connection in open_connections:
            connection.hang_up()
        deadline = time.monotonic() + _STOP_SECONDS
        for connection in open_connections:
            connection.thread.join(max(0.0, deadline - time.monotonic()))
        self.workspace.close()


def _listen(path: Path) -> socket.socket:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() or path.is_symlink():
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise SystemExit(f"{path} is there and is no socket: choose another --socket")
        with socket.socket(socket.AF_UNIX) as other:
            if other.connect_ex(str(path)) == 0:
                raise SystemExit(f"another runner answers at {path}: stop it first")
        path.unlink()
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o117)
    try:
        listener.bind(str(path))
    except OSError as error:
        raise SystemExit(f"cannot listen at {path}: {error}") from error
    finally:
        os.umask(before)
    listener.listen(64)
    listener.setblocking(False)
    return listener


def _be_alone() -> None:
    # What runs as this user could be a bot that got out, and would be among the next ones.
    left = neighbours(own_users())
    if left:
        raise SystemExit(f"{left[0]} is there: end it, then start the runner again")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the service until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(prog="python -m bots.service", description=__doc__)
    parser.add_argument("--socket", type=Path, required=True, help="path of the Unix socket")
    parser.add_argument(
        "--sandbox",
        choices=(*TIERS, AUTO),
        default=os.environ.get("LEAGUE_SANDBOX") or DEFAULT,
        help="of uploaded bots, LEAGUE_SANDBOX without it (%(default)s); auto is the best that "
        "holds, for a person's own machine",
    )
    parser.add_argument(
        "--own-user",
        action="store_true",
        help="this user is the runner's alone: do not start beside other processes of it",
    )
    parser.add_argument("--slots", type=int, default=os.cpu_count() or 1, help="matches at once")
    parser.add_argument("--memory-mb", type=int, default=4096, help="for all uploaded bots")
    options = parser.parse_args(arguments)
    if options.slots < 1 or options.memory_mb < 1:
        parser.error("--slots and --memory-mb must be at least 1")
    try:
        # argparse looks at what it was given, not at what stands in the environment.
        require_known(options.sandbox)
    except ValueError as error:
        parser.error(f"LEAGUE_SANDBOX: {error}")
    workspace = Workspace(bot_python())
    try:
        if options.own_user:
            _be_alone()
        chosen = choose(options.sandbox, workspace)
        admission = Admission(options.slots, options.memory_mb << 20)
        service = Service(options.socket, chosen, workspace, admission)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: service.stop())
        sys.stderr.write(f"runner at {options.socket}, sandbox {chosen}\n")
        service.serve()
    finally:
        workspace.close()
