"""The processes of the machine, and orphans that come back to the one who looks for them."""

import ctypes
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_SET_CHILD_SUBREAPER = 36


Identity = tuple[int, str]
"""Number and time of the start: a number alone is used again after a while."""


class Process(NamedTuple):
    """A process that has not ended."""

    pid: int
    began: str
    parent: int
    uid: int
    command: str

    @property
    def identity(self) -> Identity:
        return self.pid, self.began


def all_processes() -> Iterator[Process]:
    """All but those that only wait to be collected with every one of their threads."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state = (entry / "stat").read_text().rpartition(")")[2].split()
                if state[0] == "Z" and len(list((entry / "task").iterdir())) < 2:
                    continue
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                uid = entry.stat().st_uid
            except OSError:
                continue
            yield Process(int(entry.name), state[19], int(state[1]), uid, command)


def within(seconds: float, true: Callable[[], object]) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Meanwhile every descendant whose parent ends becomes a child of this process."""
    library = ctypes.CDLL(None)
    library.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        library.prctl(_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
