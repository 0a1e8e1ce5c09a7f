"""Bots behind bubblewrap: empty namespaces, nothing writable, our filter, hard limits."""

import contextlib
import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from bots.sandbox.descriptors import Descriptors, Pipes
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, SandboxError, can_read, system_failure
from bots.sandbox.profiles import BOT_FOLDER, LIBRARY, PYTHON, Profile, own_library
from bots.sandbox.rlimits import hard_limits, lower
from bots.sandbox.seccomp import compile_filter
from bots.sandbox.users import Slots, cannot_run, own_user
from bots.sandbox.workspace import Workspace

BWRAP = "/usr/bin/bwrap"
PRLIMIT = "/usr/bin/prlimit"
_START_SECONDS = 10.0
_STDERR_SHOWN = 2_000


@dataclass(frozen=True)
class Bubblewrap:
    """
    The default sandbox. Started as root, every bot gets a user id of its own from `FIRST_UID`
    before anything of it runs; started as anyone else, bots keep the runner's.
    """

    workspace: Workspace
    interpreter: str
    bwrap: str = BWRAP
    slots: Slots = field(default_factory=Slots)
    profile: Profile = PYTHON

    tier: ClassVar[str] = "bubblewrap"

    def start(self, folder: Path, limits: Limits, cpu_seconds: int) -> Running:
        if refusal := self.profile.refusal:
            raise SandboxError(refusal)
        slot = self.slots.take()
        try:
            return self._start(folder, limits, cpu_seconds, slot)
        except BaseException as error:
            self.slots.free(slot)
            if isinstance(error, OSError):
                raise system_failure(error) from error
            raise

    def arguments(self, folder: Path, filter_file: int, status: int, gate: int) -> list[str]:
        """The command line. The order matters: read-only comes after the last mount."""
        return [
            *self._before,
            *("--ro-bind", str(folder), BOT_FOLDER, "--chdir", BOT_FOLDER, "--remount-ro", "/"),
            *("--as-pid-1", "--seccomp", str(filter_file)),
            *("--json-status-fd", str(status), "--block-fd", str(gate)),
            *("--", self._program[1], *self.profile.arguments[1:]),
        ]

    @cached_property
    def _before(self) -> list[str]:
        """The words of every command line that come before those of one bot."""
        profile = self.profile
        program, shown = self._program
        own = own_library(program)
        return [
            self.bwrap,
            *("--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"),
            *("--hostname", "bot", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
            *("--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", BOT_FOLDER),
            *("--setenv", "LANG", "C.UTF-8"),
            *(word for pair in profile.environment for word in ("--setenv", *pair)),
            *("--perms", "0555", "--dir", "/usr", "--perms", "0555", "--dir", "/usr/bin"),
            *("--ro-bind", program, shown),
            *("--ro-bind", "/usr/lib", "/usr/lib", "--ro-bind-try", "/usr/lib64", "/usr/lib64"),
            *(("--ro-bind", own, own) if own else ()),
            *(word for path in profile.folders for word in ("--ro-bind-try", path, path)),
            *("--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"),
            *("--symlink", "usr/bin", "/bin", "--perms", "0555", "--dir", "/etc"),
            *("--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"),
            *("--perms", "0555", "--dir", "/dev"),
            *("--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/zero", "/dev/zero"),
            *("--dev-bind", "/dev/urandom", "/dev/urandom"),
            *("--ro-bind", str(self.workspace.library), LIBRARY),
        ]

    @cached_property
    def _program(self) -> tuple[str, str]:
        """The interpreter on the host, and where it is shown behind the walls."""
        program = os.path.realpath(self.profile.program or self.interpreter)
        # One that is not the system's finds its libraries by where it is itself.
        return program, program if own_library(program) else self.profile.arguments[0]

    def _start(self, folder: Path, limits: Limits, cpu_seconds: int, slot: int) -> Running:
        with Descriptors() as opened:
            pipes = Pipes(opened)
            status, child_status = opened.pipe()
            child_gate, gate = opened.pipe()
            passed = (_filter_file(opened), child_status, child_gate)
            values = self.hard_limits(limits, cpu_seconds)
            command = self.arguments(folder, *passed)
            if os.getuid() == 0:
                command = _limited(values) + command
            try:
                child = self._spawn(command, pipes, passed, slot)
            except OSError as error:
                raise cannot_run(self.bwrap, error) from error
            opened.close(*pipes.theirs(), *passed)
            try:
                running = self._watched(child, pipes, status, slot, values)
            except BaseException as error:
                child.kill()
                child.wait()
                # Bubblewrap may have given up at any moment: its own words say why, ours where.
                if isinstance(error, OSError) and (complaint := _complaint(pipes.stderr)):
                    raise SandboxError(complaint) from error
                raise
            opened.keep(*pipes.ours(), status)
            # Only now may the child go on to start the interpreter: all is set before that. One
            # that has ended meanwhile is found out by whoever reads what it says.
            with contextlib.suppress(OSError):
                os.write(gate, b"\n")
            return running

    def _watched(
        self,
        child: subprocess.Popen[bytes],
        pipes: Pipes,
        status: int,
        slot: int,
        values: dict[str, int],
    ) -> Running:
        """The process behind the walls, within its limits, which has not yet been let on."""
        pid = 0
        try:
            pid = _child_pid(status, pipes.stderr)
            self.workspace.remember(pid)
            if os.getuid() != 0:
                _lower(pid, values)
            _step_back(pid)
            return Running(child, pipes.ours(), pid, lambda: self.slots.free(slot), status)
        except BaseException:
            if pid:
                # Without its monitor it would wait for ever to be let on.
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            raise

    def hard_limits(self, limits: Limits, cpu_seconds: int) -> dict[str, int]:
        """What is lowered for good; its threads are counted in its namespace, which is its own."""
        values = hard_limits(limits, cpu_seconds, counted_alone=True)
        if self.profile.address_space_mb is not None:
            values["as"] = self.profile.address_space_mb << 20
        return values

    def _spawn(
        self, command: list[str], pipes: Pipes, passed: tuple[int, int, int], slot: int
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=pipes.child_stdin,
            stdout=pipes.child_stdout,
            stderr=pipes.child_stderr,
            pass_fds=passed,
            close_fds=True,
            env={},
            cwd="/",
            start_new_session=True,
            **own_user(slot),
        )


def _limited(values: dict[str, int]) -> list[str]:
    """
    The command that lowers every limit and then becomes the one after it.

    For root's bots only, whose users are others than root: their limits the runner itself could
    lower no more, once they run, than with a right (CAP_SYS_RESOURCE) that containers do not have.
    """
    return [PRLIMIT, *(f"--{name}={value}:{value}" for name, value in values.items()), "--"]


def _lower(pid: int, values: dict[str, int]) -> None:
    """
    Lower every limit of a process of the runner's own user, which spares it a program.

    Raises:
        SandboxError: If the system does not allow it.
    """
    try:
        lower(pid, values)
    except OSError as error:
        raise system_failure(error, "cannot lower the limits of a bot") from error


def _filter_file(opened: Descriptors) -> int:
    # A new one each time: bubblewrap reads it to its end and never rewinds it.
    descriptor = opened.add(os.memfd_create("filter", os.MFD_CLOEXEC))
    os.write(descriptor, compile_filter())
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _child_pid(status: int, stderr: int) -> int:
    """The process behind the walls, as bubblewrap reports it, in one line or in pieces of one."""
    said = b""
    deadline = time.monotonic() + _START_SECONDS
    while b"\n" not in said:
        left = deadline - time.monotonic()
        if left <= 0 or not can_read(status, left):
            raise SandboxError("bubblewrap did not start in time")
        data = os.read(status, 4096)
        if not data:
            raise SandboxError(_complaint(stderr) or "bubblewrap ended without a word")
        said += data
    try:
        return int(json.loads(said.splitlines()[0])["child-pid"])
    except (ValueError, KeyError, TypeError) as error:
        raise SandboxError(f"bubblewrap said {said[:80]!r}") from error


def _complaint(stderr: int) -> str:
    if not can_read(stderr, 1.0):
        return ""
    with contextlib.suppress(OSError):
        return os.read(stderr, _STDERR_SHOWN).decode("utf-8", "replace").strip()
    return ""


def _step_back(pid: int) -> None:
    """Let everything else on the machine come before this process, and it die first."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, max(10, os.getpriority(os.PRIO_PROCESS, 0)))
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text("1000", encoding="ascii")
