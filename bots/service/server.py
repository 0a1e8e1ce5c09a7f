"""The runner as a process of its own: matches and checks are asked for over a Unix socket."""

import argparse
import contextlib
import json
import os
import select
import signal
import socket
import stat
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bots.check.reports import CheckReport, CheckSpec, Step
from bots.check.run import check
from bots.check.watching import Watch
from bots.reports import BundleProgram, DealReport, MatchSpec, SpecError
from bots.runner.heartbeat import heartbeat
from bots.runner.match import play_match
from bots.runner.players import Player
from bots.runner.processes import StoppedError
from bots.runner.seating import seated
from bots.runner.table import StarvedError
from bots.sandbox.choose import AUTO, DEFAULT, TIERS, Chosen, bot_python, choose, require_known
from bots.sandbox.neighbours import neighbours, own_users
from bots.sandbox.process import (
    ExhaustedError,
    SandboxError,
    Walls,
    can_read,
    start_thread,
    system_failure,
)
from bots.sandbox.workspace import Workspace
from bots.service.admission import Admission, Place
from bots.service.requests import Refusal, check_in, match_in, read_request

ALIVE_SECONDS = 1.0
# A match that finds no room within this time is told so.
WAIT_SECONDS = 60.0
_SEND_SECONDS = 30.0
_STOP_SECONDS = 10.0
_EXHAUSTED_SECONDS = 0.1


class CallerGone(Exception):
    """Nobody listens at the other end of the line any more."""


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

    def forget(self, connection: "Connection") -> None:
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


class Connection:
    """
    One caller. This thread watches the line and says "alive"; a second one plays the match or
    makes the check, and lives as long as its bots do.
    """

    def __init__(self, service: Service, line: socket.socket) -> None:
        self._service = service
        self._line = line
        self._line.settimeout(_SEND_SECONDS)
        self._sending = threading.Lock()
        self._stopped = threading.Event()
        self._players: Sequence[Player] = ()
        self._watch: Watch | None = None
        self.thread = threading.Thread(target=self._serve, name="connection", daemon=True)

    def hang_up(self) -> None:
        """Stop the match or check, if there is one, and kill its bots."""
        self._stopped.set()
        for player in self._players:
            player.stop()
        if self._watch is not None:
            self._watch.stop()
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        try:
            self._answer(read_request(self._line))
        except Refusal as refusal:
            self._send_error(refusal.code, str(refusal))
        except ExhaustedError as error:
            self._send_error("exhausted", str(error))
        except (CallerGone, OSError):
            pass
        finally:
            self._line.close()
            self._service.forget(self)

    def _answer(self, request: dict[str, Any]) -> None:
        if request.get("type") == "status":
            self._send(self._service.status())
        elif request.get("type") == "play":
            self._play(match_in(request))
        elif request.get("type") == "check":
            self._check(check_in(request))
        else:
            raise Refusal("bad_request", f"unknown request {str(request.get('type'))[:40]!r}")

    def _play(self, spec: MatchSpec) -> None:
        uploaded = sum(isinstance(program, BundleProgram) for program in spec.programs)
        if uploaded:
            self._require_walls()
        memory = uploaded * spec.limits.address_space_bytes
        self._work(memory, spec.match, lambda: self._report(spec))

    def _check(self, spec: CheckSpec) -> None:
        watch = Watch(self._require_walls())
        # Against itself it sits in every seat.
        memory = max(spec.seats) * spec.limits.address_space_bytes
        self._work(memory, "check", lambda: self._report_check(spec, watch))

    def _require_walls(self) -> Walls:
        walls = self._service.chosen.walls
        if walls is None:
            raise Refusal("sandbox_unavailable", self._service.chosen.reason or "no sandbox")
        return walls

    def _work(self, memory: int, name: str, report: Callable[[], None]) -> None:
        """Wait for room for bots that may take *memory* bytes, then *report* in a second thread."""
        if memory > self._service.admission.memory:
            raise Refusal("bad_spec", "the match needs more memory than this runner may use")
        place = self._await_place(memory)
        if place is None:
            return
        with place:
            worker = threading.Thread(target=self._run, args=(report, place.number), name=name)
            start_thread(worker)
            while worker.is_alive() and not self._stopped.is_set():
                if self._gone(ALIVE_SECONDS):
                    self.hang_up()
                elif worker.is_alive():
                    self._say_alive()
            worker.join()

    def _await_place(self, memory: int) -> Place | None:
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            place = self._service.admission.enter(memory, ALIVE_SECONDS)
            if place is not None:
                return place
            if self._stopped.is_set() or self._gone(0.0):
                return None
            if time.monotonic() > deadline:
                raise Refusal("busy", f"no room within {WAIT_SECONDS:.0f} s; try again later")
            self._send({"type": "alive"})

    def _say_alive(self) -> None:
        try:
            self._send({"type": "alive"})
        except CallerGone:
            self.hang_up()

    def _gone(self, seconds: float) -> bool:
        """Whether the line has ended (by the caller, or by ourselves after the last report)."""
        if not can_read(self._line.fileno(), seconds):
            return False
        try:
            return not self._line.recv(4096)
        except OSError:
            return True

    def _run(self, report: Callable[[], None], number: int) -> None:
        _pin(number)
        try:
            report()
        except (StoppedError, CallerGone):
            pass
        except ExhaustedError as error:
            self._send_error("exhausted", str(error))
        except SandboxError as error:
            # Another word than where nothing was begun: this match cannot wait for ever.
            self._send_error("sandbox_failed", str(error))
        except SpecError as error:
            self._send_error("bad_spec", str(error))
        except StarvedError as error:
            self._send_error("starved", f"broken off twice, and no bot is to blame: {error}")
        except Exception as error:
            traceback.print_exc()
            failure = system_failure(error) if isinstance(error, OSError) else None
            if isinstance(failure, ExhaustedError):
                self._send_error("exhausted", str(failure))
            else:
                self._send_error("internal", repr(error))
        finally:
            # Wakes the watching thread.
            with contextlib.suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)

    def _report(self, spec: MatchSpec) -> None:
        with seated(spec, self._service.chosen.walls, self._service.workspace) as players:
            self._players = players
            # Set before players could be told to stop, this is seen here at the latest.
            if self._stopped.is_set():
                return
            with contextlib.closing(play_match(spec, players)) as reports:
                for report in reports:
                    if self._stopped.is_set():
                        return
                    kind = "deal" if isinstance(report, DealReport) else "finished"
                    self._send({"type": kind, "report": report.to_json()})

    def _report_check(self, spec: CheckSpec, watch: Watch) -> None:
        self._watch = watch
        # As above: whoever was told to stop before the watch was known is told here.
        if self._stopped.is_set():
            return
        with contextlib.closing(check(spec, watch, self._service.workspace)) as reports:
            for report in reports:
                if self._stopped.is_set():
                    return
                if isinstance(report, Step):
                    self._send({"type": "step", "report": report.to_json()})
                elif isinstance(report, CheckReport):
                    self._send({"type": "checked", "report": report.to_json()})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
        try:
            with self._sending:
                self._line.sendall(data)
        except OSError as error:
            raise CallerGone from error

    def _send_error(self, code: str, detail: str) -> None:
        if self._service.stopping:
            code, detail = "stopping", "the runner is shutting down"
        with contextlib.suppress(CallerGone):
            self._send({"type": "error", "code": code, "detail": detail})


def _pin(number: int) -> None:
    # A match and its bots take turns, so one core for all of them saves waking others: 2.5 times.
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {cores[number % len(cores)]})


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
