"""Asks the runner service, over its socket, to play a match or to check a bot."""

import contextlib
import json
import socket
from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from bots.check.reports import CheckReport, CheckSpec, Step
from bots.reading import BadReport, kept
from bots.reports import DealReport, MatchReport, MatchSpec
from bots.sandbox.trials import Trial

# The service says "alive" every second; silence this long means that it is gone.
SILENCE_SECONDS = 30.0
_LINE_BYTES = 8 << 20
BAD_REPORT = "bad_report"
"""The code of a `RunnerError` that says: what the runner told cannot be believed."""
_SHOWN, _DETAIL = 60, 2_000
_Report = TypeVar("_Report")


class RunnerUnavailable(Exception):
    """The runner service cannot be reached, or went away in the middle of a match: try again."""


class RunnerError(Exception):
    """The runner refused or gave up a match; ``code`` and ``detail`` say why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class SandboxUnavailable(RunnerError):
    """An uploaded bot cannot be run since there is no sandbox that holds; nothing was run."""


@dataclass(frozen=True, slots=True)
class Alive:
    """The match or check goes on, or waits for room."""


@dataclass(frozen=True, slots=True)
class RunnerStatus:
    """
    ``sandbox`` is None, with a ``reason``, where no uploaded bot can be run.

    ``wanted`` is the sandbox that is set, ``python`` the bots' version, and ``trials`` how each
    sandbox did that was tried.
    """

    sandbox: str | None
    reason: str | None
    slots: int
    playing: int
    bot_python: str
    wanted: str = ""
    python: str | None = None
    trials: tuple[Trial, ...] = ()


class Runner:
    """The runner service behind *socket_path*."""

    def __init__(self, socket_path: str | Path) -> None:
        self._path = str(socket_path)

    def status(self, timeout: float = 5.0) -> RunnerStatus:
        """
        What the service can do now.

        Raises:
            RunnerUnavailable: If it does not answer within *timeout* seconds.
        """
        try:
            with self._connection(timeout) as lines:
                message = _read(lines.send({"type": "status"}))
            return _status(message)
        except (RunnerError, KeyError, TypeError) as error:
            raise RunnerUnavailable(f"the runner does not say how it is: {error}") from error

    def play(self, spec: MatchSpec) -> Generator[DealReport | MatchReport | Alive, None, None]:
        """
        The reports of the match as they come, the `MatchReport` last, and `Alive` in between.

        Closing the iterator stops the match.

        Raises:
            RunnerUnavailable: If the service cannot be reached or falls silent.
            SandboxUnavailable: If the match has an uploaded bot and there is no sandbox.
            RunnerError: If the match is refused or fails for another reason, or what is told of
                it cannot be believed.
        """
        with self._connection(SILENCE_SECONDS) as lines:
            source = lines.send({"type": "play", "spec": spec.to_json()})
            for kind, told in _told(source, ("deal", "finished")):
                if kind == "alive":
                    yield Alive()
                elif kind == "deal":
                    yield _believed(DealReport.from_json, told)
                else:
                    yield _believed(MatchReport.from_json, told)
                    return

    def check(self, spec: CheckSpec) -> Generator[Step | CheckReport | Alive, None, None]:
        """
        The steps of the check as they end, the `CheckReport` last, and `Alive` in between.

        Closing the iterator stops the check.

        Raises:
            RunnerUnavailable: If the service cannot be reached or falls silent.
            SandboxUnavailable: If there is no sandbox.
            RunnerError: If the check is refused or fails for another reason, or what is told of
                it cannot be believed.
        """
        with self._connection(SILENCE_SECONDS) as lines:
            source = lines.send({"type": "check", "spec": spec.to_json()})
            for kind, told in _told(source, ("step", "checked")):
                if kind == "alive":
                    yield Alive()
                elif kind == "step":
                    yield _believed(Step.from_json, told)
                else:
                    yield _believed(CheckReport.from_json, told)
                    return

    @contextlib.contextmanager
    def _connection(self, timeout: float) -> Iterator["_Lines"]:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(timeout)
                connection.connect(self._path)
                with connection.makefile("rb") as source:
                    yield _Lines(connection, source)
        except OSError as error:
            raise RunnerUnavailable(
                f"the runner at {self._path} does not answer: {error}"
            ) from error


class _Lines:
    def __init__(self, connection: socket.socket, source: BinaryIO) -> None:
        self._connection = connection
        self._source = source

    def send(self, message: dict[str, Any]) -> Iterator[bytes]:
        self._connection.sendall(json.dumps(message).encode("ascii") + b"\n")
        while line := self._source.readline(_LINE_BYTES):
            yield line


def _told(lines: Iterator[bytes], kinds: Collection[str]) -> Iterator[tuple[str, Any]]:
    """What the runner says, of the *kinds* that were asked for, and that it is alive."""
    while True:
        message = _read(lines)
        kind = message.get("type")
        if kind == "alive":
            yield "alive", None
        elif kind in kinds:
            yield str(kind), message.get("report")
        else:
            raise RunnerError(BAD_REPORT, f"unknown message {ascii(kind)[:_SHOWN]}")


def _believed(read: Callable[[Any], _Report], told: Any) -> _Report:
    try:
        return read(told)
    except BadReport as error:
        raise RunnerError(BAD_REPORT, str(error)) from error


def _read(lines: Iterator[bytes]) -> dict[str, Any]:
    line = next(lines, b"")
    if not line.endswith(b"\n"):
        raise RunnerUnavailable("the runner closed the connection")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RunnerError(BAD_REPORT, f"not JSON: {error}") from error
    if not isinstance(message, dict):
        raise RunnerError(BAD_REPORT, "a message is a JSON object")
    if message.get("type") == "error":
        code, detail = (
            kept(str(message.get("code")), _SHOWN),
            kept(str(message.get("detail")), _DETAIL),
        )
        raise (SandboxUnavailable if code == "sandbox_unavailable" else RunnerError)(code, detail)
    return message


def _status(message: dict[str, Any]) -> RunnerStatus:
    return RunnerStatus(
        sandbox=message["sandbox"],
        reason=message["reason"],
        slots=message["slots"],
        playing=message["playing"],
        bot_python=message["bot_python"],
        wanted=message.get("wanted", ""),
        python=message.get("python"),
        trials=tuple(map(Trial.from_json, message.get("trials", ()))),
    )
