"""One caller of the runner: his line is watched while his match or check is made."""

import contextlib
import json
import os
import socket
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bots.check.reports import CheckReport, CheckSpec, Step
from bots.check.run import check
from bots.check.watching import Watch
from bots.reports import BundleProgram, DealReport, MatchSpec, SpecError
from bots.runner.match import play_match
from bots.runner.players import Player
from bots.runner.processes import StoppedError
from bots.runner.seating import seated
from bots.runner.table import StarvedError
from bots.sandbox.process import (
    ExhaustedError,
    SandboxError,
    Walls,
    can_read,
    start_thread,
    system_failure,
)
from bots.service.admission import Place
from bots.service.requests import Refusal, check_in, match_in, read_request

if TYPE_CHECKING:
    from bots.service.server import Service

ALIVE_SECONDS = 1.0
# A match that finds no room within this time is told so.
WAIT_SECONDS = 60.0
_SEND_SECONDS = 30.0


class CallerGone(Exception):
    """Nobody listens at the other end of the line any more."""


class Connection:
    """
    One caller. This thread watches the line and says "alive"; a second one plays the match or
    makes the check, and lives as long as its bots do.
    """

    def __init__(self, service: "Service", line: socket.socket) -> None:
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
