"""Processes of a user that the runner has for itself, left over or started by somebody else."""

import os
import time
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from bots.sandbox.users import FIRST_UID, USERS

# Users set apart for bots, where the runner is root.
BOT_USERS = range(FIRST_UID, FIRST_UID + USERS)
_PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A living process that should not be there."""

    pid: int
    name: str
    user: int

    def __str__(self) -> str:
        return f"process {self.pid} ({self.name}) of user {self.user}"


def own_users() -> Container[int]:
    """The users whom nobody else should run as: of bots where the runner is root, else its own."""
    return BOT_USERS if os.getuid() == 0 else (os.getuid(),)


def neighbours(users: Container[int]) -> list[Neighbour]:
    """
    Processes of *users*, in order of their number, when those that are ending have had a moment.

    Left out are this process, those it was started by, and what a container's engine starts from
    outside it, such as the question whether it is well: those have no parent.
    """
    deadline = time.monotonic() + _PATIENCE
    while (found := _living(users)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _living(users: Container[int]) -> list[Neighbour]:
    family = _family()
    numbers = sorted(int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    found = []
    for pid in numbers:
        if pid in family:
            continue
        try:
            user = Path(f"/proc/{pid}").stat().st_uid
            name, state, parent = _stat(pid)
        except (OSError, ValueError):
            continue
        if user in users and parent != 0 and state not in ("Z", "X"):
            found.append(Neighbour(pid, name, user))
    return found


def _family() -> set[int]:
    pid, family = os.getpid(), {os.getpid()}
    while pid > 1:
        try:
            pid = _stat(pid)[2]
        except (OSError, ValueError):
            break
        family.add(pid)
    return family


def _stat(pid: int) -> tuple[str, str, int]:
    """Name, state and parent of a process; the name may itself hold brackets and spaces."""
    text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    name, _, rest = text.partition("(")[2].rpartition(")")
    state, parent = rest.split()[:2]
    return name, state, int(parent)
