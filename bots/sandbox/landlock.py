"""Bots behind Landlock, the filter and hard limits: for hosts that allow no namespaces."""

import ctypes
import errno
import os
import platform
import socket
import subprocess
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from bots.sandbox.descriptors import Descriptors, Pipes
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, system_failure
from bots.sandbox.profiles import own_library
from bots.sandbox.rlimits import hard_limits, number_of
from bots.sandbox.seccomp import compile_filter, syscall_numbers
from bots.sandbox.threads import ThreadCount
from bots.sandbox.users import Slots, cannot_run, own_user
from bots.sandbox.workspace import Workspace

# The same as in the launcher, which can only be imported where there is Landlock.
OWN_PROCESS = 0x7EADBEEF
_CREATE_RULESET = 444
_ASK_VERSION = 1
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
}


@dataclass(frozen=True)
class Landlock:
    """
    The second sandbox, for Python only, taken by explicit choice.

    A bot sees nothing of the file system but what a Python needs, has no network, starts nothing
    and signals nobody. It shares the list of processes with the rest of the machine, and may learn
    whether a path exists and how large it is. Started as root, every bot gets a user id of its
    own; started as anyone else, bots keep the runner's.
    """

    workspace: Workspace
    interpreter: str
    abi: int
    """The version of Landlock that is asked for, at most the kernel's own."""
    slots: Slots = field(default_factory=Slots)

    tier: ClassVar[str] = "landlock"

    def __post_init__(self) -> None:
        path = self._filter
        if not path.exists():
            path.write_bytes(compile_filter(own_process=OWN_PROCESS))
            path.chmod(0o444)

    def start(self, folder: Path, limits: Limits, cpu_seconds: int) -> Running:
        slot = self.slots.take()
        try:
            return self._start(folder, limits, cpu_seconds, slot)
        except BaseException as error:
            self.slots.free(slot)
            if isinstance(error, OSError):
                raise system_failure(error) from error
            raise

    def _start(self, folder: Path, limits: Limits, cpu_seconds: int, slot: int) -> Running:
        with Descriptors() as opened:
            pipes = Pipes(opened)
            ours, theirs = (opened.add(end.detach()) for end in socket.socketpair())
            command = self.arguments(folder, limits, cpu_seconds, theirs)
            try:
                child = self._spawn(command, folder, pipes, theirs, slot)
            except OSError as error:
                raise cannot_run(self.interpreter, error) from error
            opened.close(*pipes.theirs(), theirs)
            count = ThreadCount(child.pid, ours)

            def ended() -> None:
                count.end()
                self.slots.free(slot)

            try:
                self.workspace.remember(child.pid)
                count.begin()
                opened.keep(ours)
                running = Running(child, pipes.ours(), child.pid, ended)
            except BaseException:
                child.kill()
                child.wait()
                count.end()
                raise
            opened.keep(*pipes.ours())
            return running

    def arguments(self, folder: Path, limits: Limits, cpu_seconds: int, line: int) -> list[str]:
        """
        The command line: the launcher confines itself before it reads a line of the bot's. Over
        the socket *line* it hands out its threads to be counted.
        """
        library = self.workspace.library
        # Started as root, every bot has a user of its own.
        values = hard_limits(limits, cpu_seconds, counted_alone=os.getuid() == 0)
        numbers = syscall_numbers(platform.machine())
        counting = (line, numbers["clone"], numbers["seccomp"])
        return [
            *(os.path.realpath(self.interpreter), "-I", "-S", "-B"),
            *(self._launcher, str(folder), str(library)),
            *(str(self._filter), str(self.abi), str(os.getpid())),
            ",".join(map(str, counting)),
            *filter(None, [own_library(self.interpreter)]),
            *(f"{number_of(name)}={value}" for name, value in values.items()),
        ]

    @cached_property
    def _launcher(self) -> str:
        # Compiled already by the workspace: reading it as source would cost every start 1 ms.
        library = self.workspace.library
        compiled = sorted((library / "__pycache__").glob("landlock_launch.*.pyc"))
        return str(compiled[0] if compiled else library / "landlock_launch.py")

    @property
    def _filter(self) -> Path:
        return self.workspace.path / "landlock.filter"

    def _spawn(
        self, command: list[str], folder: Path, pipes: Pipes, line: int, slot: int
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=pipes.child_stdin,
            stdout=pipes.child_stdout,
            stderr=pipes.child_stderr,
            pass_fds=(line,),
            close_fds=True,
            env={**_ENVIRONMENT, "HOME": str(folder)},
            cwd="/",
            start_new_session=True,
            **own_user(slot),
        )


def kernel_abi() -> int:
    """
    The version of Landlock in the running kernel.

    Raises:
        OSError: If it has none (ENOSYS), it is switched off (EOPNOTSUPP) or forbidden (EPERM).
    """
    system = ctypes.CDLL(None, use_errno=True)
    version: int = system.syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    if version < 1:
        code = ctypes.get_errno() or errno.ENOSYS
        raise OSError(code, os.strerror(code))
    return version
