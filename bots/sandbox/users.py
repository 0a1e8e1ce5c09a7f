"""A user of its own for every bot that runs at once, where the runner is root."""

import contextlib
import errno
import fcntl
import itertools
import os
import stat
import threading
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from bots.sandbox.process import SandboxError, system_failure
from bots.sandbox.reasons import NO_BOT_USERS

FIRST_UID = 200_000
# Users set apart for bots, and how many of them a runner claims at once.
USERS = 10_000
RANGE = 100
# Where a claimed range is marked: in the first folder that root may write.
MARKS = (Path("/run/durak-league"), Path("/tmp/durak-league"))


class Slots:
    """
    Numbers for bots running at once; a freed number is given out again.

    Where the runner is root a bot's number is its user, counted from `FIRST_UID`. Such numbers
    come in ranges that are claimed while this object lives: two runners never share a user.
    """

    def __init__(self) -> None:
        self._ranges: list[Iterable[int]] = []
        self._taken: set[int] = set()
        self._lock = threading.Lock()

    def take(self) -> int:
        """
        The number of a bot about to be started.

        Raises:
            SandboxError: If there is no user left that no other runner has.
        """
        with self._lock:
            while True:
                for slot in itertools.chain.from_iterable(self._ranges):
                    if slot not in self._taken:
                        self._taken.add(slot)
                        return slot
                self._ranges.append(self._further())

    def free(self, slot: int) -> None:
        with self._lock:
            self._taken.discard(slot)

    def _further(self) -> Iterable[int]:
        """Numbers that nobody else gives out."""
        if os.getuid() != 0:
            return range(USERS)
        numbers, mark = claimed()
        weakref.finalize(self, os.close, mark)
        return numbers


def claimed() -> tuple[range, int]:
    """
    A range of numbers that no other process on this machine has, and the descriptor it is kept by.

    A range is left for last where processes of its users are there yet, such as a killed runner
    leaves: they count for what the next bot of that user may start.

    Raises:
        SandboxError: If all are taken, or there is nowhere to mark one as taken.
    """
    folder = _folder_of_marks()
    lived_in = {(user - FIRST_UID) // RANGE * RANGE for user in _users_with_processes()}
    for first in sorted(range(0, USERS, RANGE), key=lived_in.__contains__):
        path = folder / str(FIRST_UID + first)
        try:
            mark = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise system_failure(error, f"cannot mark users as taken in {path}") from error
        # The system forgets it with the process, however that ends.
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(mark)
            continue
        return range(first, first + RANGE), mark
    raise SandboxError(
        f"all users from {FIRST_UID} to {FIRST_UID + USERS - 1} are taken by runners of this "
        "machine: stop one of them"
    )


def _users_with_processes() -> set[int]:
    """Zombies count here as they do for the system's own limit."""
    users = set()
    with os.scandir("/proc") as entries:
        for entry in entries:
            if entry.name.isdigit():
                # Some end while they are looked at.
                with contextlib.suppress(OSError):
                    users.add(entry.stat().st_uid)
    return users


def _folder_of_marks() -> Path:
    for folder in MARKS:
        # Whatever keeps it from being made, there is no folder then.
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o755)
        try:
            found = folder.lstat()
        except OSError:
            continue
        is_open_to_others = bool(found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != 0 or is_open_to_others:
            raise SandboxError(f"{folder} is not root's own folder: remove it")
        if os.access(folder, os.W_OK):
            return folder
    raise SandboxError(f"cannot mark which users are taken: let root write {MARKS[0].parent}")


class User(TypedDict):
    """The arguments of ``Popen`` that say as whom a bot runs."""

    user: int | None
    group: int | None
    extra_groups: list[int] | None


def own_user(slot: int) -> User:
    """The user of the bot in *slot*: its own where the runner is root, else the runner's."""
    if os.getuid() != 0:
        return {"user": None, "group": None, "extra_groups": None}
    return {"user": FIRST_UID + slot, "group": FIRST_UID + slot, "extra_groups": []}


def cannot_run(program: str, error: OSError) -> SandboxError:
    """What it means that *program* could not be started as the user of a bot."""
    # Root of a container may lack the right, or have no numbers mapped but its own.
    if os.getuid() == 0 and error.errno in (errno.EPERM, errno.EINVAL):
        return SandboxError(NO_BOT_USERS)
    return system_failure(error, f"cannot run {program}")
