"""Programs that run together: started, watched, started again when they die, and stopped."""

import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

FIRST_DELAY = 0.5  # seconds until a program that died is started again; doubled every time
LONGEST_DELAY = 8.0
KILLED_WITHIN = 2.0  # seconds the kernel needs at most to end what was killed
TOO_MANY = 6  # deaths within a minute
PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class KeepsDyingError(Exception):
    """A program died so often that starting it again helps nobody; carries its name."""


@dataclass
class Program:
    """One program with its own session, so that it and what it starts can be ended as a group."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    folder: str | Path = "."
    pass_fds: Sequence[int] = ()
    process: "subprocess.Popen[bytes] | None" = None
    deaths: list[float] = field(default_factory=list)
    start_at: float | None = None
    """When to start it again, on the monotonic clock; None while it runs."""
    unfinished: bytes = b""
    """The beginning of a line whose end has not been written yet."""

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> IO[bytes]:
        """Start the program and return what it writes, to be read without waiting."""
        self.start_at = None
        parent = os.getpid()
        self.process = subprocess.Popen(
            self.command,
            env=dict(self.environment),
            cwd=self.folder,
            pass_fds=self.pass_fds,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: _die_with(parent),
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        return self.process.stdout

    def signal(self, number: int) -> None:
        """Send a signal to the program itself."""
        if self.running and self.process is not None:
            self.process.send_signal(number)

    def kill_group(self) -> bool:
        """Kill the program and all it has started; False when nothing was left of it."""
        if self.process is None:
            return False
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return False
        return True

    def end_group(self) -> None:
        """Kill the program and all it has started, and return when they are gone."""
        end = time.monotonic() + KILLED_WITHIN
        left = self.kill_group()
        if self.process is not None:
            self.process.wait()
        while left and time.monotonic() < end:
            time.sleep(0.01)
            left = self.kill_group()

    def died(self, now: float) -> int:
        """Note a death, plan the next start and return how often it died in the last minute."""
        self.deaths = [moment for moment in self.deaths if moment > now - 60] + [now]
        delay = FIRST_DELAY * 2 ** (len(self.deaths) - 1)
        self.start_at = now + min(delay, LONGEST_DELAY)
        return len(self.deaths)


class Group:
    """Programs that are started and stopped together and whose lines go to one place."""

    def __init__(self, programs: Sequence[Program], line: Callable[[str, str], None]) -> None:
        self.programs = list(programs)
        self.line = line
        self._selector = selectors.DefaultSelector()

    def start(self) -> None:
        for program in self.programs:
            self._start(program)

    def watch(self, seconds: float) -> None:
        """
        Pass lines on for at most *seconds*, then start again what has died.

        Raises:
            KeepsDyingError: If a program has died too often.
        """
        self.pass_lines(seconds)
        now = time.monotonic()
        for program in self.programs:
            if program.start_at is not None:
                if now >= program.start_at:
                    self._start(program)
            elif not program.running:
                self._note_death(program, now)

    def stop(
        self, order: Sequence[Sequence[str]], seconds: float, hurry: Callable[[], bool]
    ) -> None:
        """
        End the programs, one set of names after another: TERM, then KILL after *seconds*.

        Args:
            hurry: Asked all the time; when true, everything left is killed at once.
        """
        for names in order:
            asked = [program for program in self.programs if program.name in names]
            for program in asked:
                program.signal(signal.SIGTERM)
            end = time.monotonic() + seconds
            while any(p.running for p in asked) and time.monotonic() < end and not hurry():
                self.pass_lines(0.05)
            for program in asked:
                if program.running:
                    self.line("up", f"{program.name} does not stop by itself; killed")
        for program in self.programs:
            program.end_group()
        self._close()

    def pass_lines(self, seconds: float) -> None:
        """Pass on what the programs write, waiting for it at most *seconds*."""
        if not self._selector.get_map():
            time.sleep(seconds)
            return
        for key, _ in self._selector.select(seconds):
            self._read(key.data, key.fileobj)  # type: ignore[arg-type]

    def _start(self, program: Program) -> None:
        self._selector.register(program.start(), selectors.EVENT_READ, program)

    def _read(self, program: Program, stream: IO[bytes]) -> None:
        chunk = b""
        with suppress(BlockingIOError):
            chunk = os.read(stream.fileno(), 65536)
        *whole, program.unfinished = (program.unfinished + chunk).split(b"\n")
        if not chunk:
            whole, program.unfinished = [*whole, program.unfinished], b""
            self._selector.unregister(stream)
            stream.close()
        for text in whole:
            if text.strip():
                self.line(program.name, text.decode(errors="replace"))

    def _close(self) -> None:
        """Pass on the last words and let go of all streams; nothing happens the second time."""
        for key in list((self._selector.get_map() or {}).values()):
            self._read(key.data, key.fileobj)  # type: ignore[arg-type]
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _note_death(self, program: Program, now: float) -> None:
        assert program.process is not None
        program.end_group()  # what it had started must not go on beside its successor
        often = program.died(now)
        ended = _how_it_ended(program.process.returncode)
        if often >= TOO_MANY:
            raise KeepsDyingError(f"{program.name} {ended} {often} times within a minute")
        self.line("up", f"{program.name} {ended}; starting it again")


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    with suppress(ValueError):
        return f"was ended by {signal.Signals(-code).name}"
    return f"was ended by signal {-code}"


def _die_with(parent: int) -> None:
    """In the child, before it becomes the program: end when `up` ends, even by kill -9."""
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)
