"""A user of its own for every bot that runs at once, where the runner is root."""

import errno
import os
import threading
from typing import TypedDict

from bots.sandbox.process import SandboxError, system_failure
from bots.sandbox.reasons import NO_BOT_USERS

FIRST_UID = 200_000


class Slots:
    """Numbers for bots running at once; a freed number is given out again."""

    def __init__(self) -> None:
        self._taken: set[int] = set()
        self._lock = threading.Lock()

    def take(self) -> int:
        with self._lock:
            slot = next(
                number for number in range(len(self._taken) + 1) if number not in self._taken
            )
            self._taken.add(slot)
            return slot

    def free(self, slot: int) -> None:
        with self._lock:
            self._taken.discard(slot)


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
