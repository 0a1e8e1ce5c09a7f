"""One running bot seen from outside: its pipes, its clock, its memory, and how to end it."""

import contextlib
import errno
import math
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bots.sandbox.descriptors import close_all
from bots.sandbox.limits import Limits

# An ending process is given this long to be gone before its monitor is killed as well.
KILL_SECONDS = 5.0
# More than the system has to say of a process.
_STATUS_BYTES = 8_192
_ON_LINUX = sys.platform == "linux"
# By a handle on Linux, where a number may be another process's by now.
_send_signal = signal.pidfd_send_signal if _ON_LINUX else os.kill


class SandboxError(Exception):
    """
    The walls could not be put up: our failure, never the bot's.

    The text is for everybody to read, so that nothing of what a bot wrote may stand in it.
    """


class ExhaustedError(SandboxError):
    """The machine has run out of something that a match needs; later there may be some."""


# What has run out by what the system says, and the remedy.
_EXHAUSTED = {
    errno.EMFILE: "no descriptor is left to the runner: raise its limit of open files",
    errno.ENFILE: "no descriptor is left on this machine: raise fs.file-max",
    errno.EAGAIN: "no further process or thread may be started: raise the runner's limit of them",
    errno.ENOMEM: "no memory is left on this machine: give it more, or play fewer matches at once",
    errno.ENOSPC: "no room is left in the runner's folder of temporary files: make it larger",
    errno.EDQUOT: "no room is left to the runner's user in its folder of temporary files",
}


def system_failure(error: OSError, doing: str = "") -> SandboxError:
    """What it means that the system refused the runner itself something, with the remedy."""
    if error.errno in _EXHAUSTED:
        return ExhaustedError(_EXHAUSTED[error.errno])
    said = error.strerror or str(error)
    return SandboxError(f"{doing}: {said}" if doing else said)


def start_thread(thread: threading.Thread) -> None:
    """
    Start *thread*.

    Raises:
        ExhaustedError: If the system allows no further one.
    """
    try:
        thread.start()
    except RuntimeError as error:
        raise ExhaustedError(_EXHAUSTED[errno.EAGAIN]) from error


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended: its exit code, or the signal that ended it."""

    code: int | None
    signal: int | None

    def __str__(self) -> str:
        if self.signal is None:
            return f"exit code {self.code}"
        try:
            return f"signal {signal.Signals(self.signal).name}"
        except ValueError:
            return f"signal {self.signal}"


class Walls(Protocol):
    """A way to start bots: in a sandbox, or an author's own file on his own machine."""

    def start(self, folder: Path, limits: Limits, cpu_seconds: int) -> "Running":
        """
        Start bot.py of *folder*; *cpu_seconds* is the hard stop behind the judge's own clock.

        Raises:
            SandboxError: If it cannot be started for a reason that is not the bot's.
        """


class Running:
    """
    A started bot. Its owner thread must outlive it: bots end with the thread that started them.

    ``stdin``, ``stdout`` and ``stderr`` are non-blocking descriptors of the runner's ends.
    """

    def __init__(
        self,
        child: subprocess.Popen[bytes],
        pipes: tuple[int, int, int],
        pid: int,
        ended: Callable[[], None] | None = None,
        status: int = -1,
    ) -> None:
        self._child = child
        self.stdin, self.stdout, self.stderr = pipes
        for descriptor in pipes:
            os.set_blocking(descriptor, False)
        self.pid = pid
        self._handle = os.pidfd_open(pid) if _ON_LINUX else -1
        self._target = self._handle if _ON_LINUX else pid
        # The kernel's number for "the CPU clock of that process" (clock_getcpuclockid).
        self._clock = (~pid << 3) | 2
        self._ended = ended
        # Where the monitor writes how the bot ended: closed earlier, writing would kill it.
        self._status = status
        # A signal may come from another thread while this one gives the handle back.
        self._lock = threading.Lock()
        self.frozen = False
        self._cpu_ns = 0
        self._peak_kb = 0
        self._exit: Exit | None = None

    def freeze(self) -> None:
        """Stop the bot's clock: it may not think on another's time."""
        self.frozen = True
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        self.frozen = False
        self._send(signal.SIGCONT)

    def cpu_ns(self) -> int:
        """CPU time of all its threads so far, in nanoseconds; 0 where the system cannot tell."""
        if _ON_LINUX and self._exit is None:
            try:
                cpu_ns = time.clock_gettime_ns(self._clock)
            except OSError:
                return self._cpu_ns
            if cpu_ns > self._cpu_ns:
                self._cpu_ns = cpu_ns
        return self._cpu_ns

    def peak_kb(self) -> int:
        """The most resident memory it ever had, in KiB; costs 25 microseconds."""
        if _ON_LINUX and self._exit is None:
            found = _peak_kb_in(Path(f"/proc/{self.pid}/status"))
            if found is None:
                # Its first thread has ended, and with it that thread's knowledge of the memory.
                found = max(filter(None, map(_peak_kb_in, _threads_of(self.pid))), default=0)
            self._peak_kb = max(self._peak_kb, found)
        return self._peak_kb

    def wait(self, seconds: float) -> bool:
        """Whether the bot ends by itself within *seconds*."""
        if _ON_LINUX:
            return can_read(self._handle, seconds)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)
        return self._child.returncode is not None

    def kill_now(self) -> None:
        """Send the one signal nothing survives, from any thread; `end` must still be called."""
        self._send(signal.SIGKILL)

    def end(self) -> Exit:
        """Kill the bot if it lives, wait until nothing of it is left, and say how it ended."""
        if self._exit is not None:
            return self._exit
        self.cpu_ns()
        self.peak_kb()
        self.kill_now()
        if not self.wait(KILL_SECONDS):
            self._child.kill()
        returned = self._child.wait()
        with self._lock:
            self._exit = _exit_of(returned, monitored=self._status >= 0)
            if self._handle >= 0:
                os.close(self._handle)
        close_all(self.stdin, self.stdout, self.stderr, self._status)
        if self._ended is not None:
            self._ended()
        return self._exit

    def _send(self, number: signal.Signals) -> None:
        with self._lock:
            if self._exit is None:
                try:
                    _send_signal(self._target, number)
                except OSError:
                    # It has ended and knows nothing of signals any more.
                    return


def can_read(descriptor: int, seconds: float) -> bool:
    """Whether there is something to be read, or an end to be seen, within *seconds*."""
    # Not select, which knows no descriptor above 1023.
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(math.ceil(max(seconds, 0.0) * 1_000)))


def _exit_of(returned: int, *, monitored: bool) -> Exit:
    if returned < 0:
        return Exit(None, -returned)
    # The monitor of a sandbox reports a signal as shells do, 128 above its number.
    if monitored and 128 < returned < 128 + signal.NSIG:
        return Exit(None, returned - 128)
    return Exit(returned, None)


def _threads_of(pid: int) -> list[Path]:
    """What the system tells of each thread; nothing of a process that ends at this moment."""
    try:
        return list(Path(f"/proc/{pid}/task").glob("*/status"))
    except OSError:
        return []


def _peak_kb_in(status: Path) -> int | None:
    # Not pathlib's way, which takes as long again as the system's answer.
    try:
        descriptor = os.open(status, os.O_RDONLY)
    except OSError:
        return None
    try:
        told = os.read(descriptor, _STATUS_BYTES).partition(b"\nVmHWM:")[2]
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return int(told.split(None, 1)[0]) if told else None
