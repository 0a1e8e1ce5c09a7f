"""Descriptors that a start of a bot opens: closed whatever happens, but for those that are kept."""

import contextlib
import os
from typing import Self


class Descriptors:
    """
    Whatever was opened through it and neither closed nor kept is closed at the end of the block,
    so that a start that fails half-way leaves nothing open.
    """

    def __init__(self) -> None:
        self._open: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close(*self._open)

    def pipe(self) -> tuple[int, int]:
        """A new pipe: where it is read and where it is written."""
        ends = os.pipe()
        self._open.update(ends)
        return ends

    def add(self, descriptor: int) -> int:
        """*descriptor* itself, which is closed like the others from now on."""
        self._open.add(descriptor)
        return descriptor

    def close(self, *descriptors: int) -> None:
        """Close these now."""
        self._open.difference_update(descriptors)
        close_all(*descriptors)

    def keep(self, *descriptors: int) -> None:
        """Leave these to somebody else, who closes them."""
        self._open.difference_update(descriptors)


class Pipes:
    """The three pipes to a process about to be started, opened through *opened*."""

    def __init__(self, opened: Descriptors) -> None:
        self.child_stdin, self.stdin = opened.pipe()
        self.stdout, self.child_stdout = opened.pipe()
        self.stderr, self.child_stderr = opened.pipe()

    def ours(self) -> tuple[int, int, int]:
        """The runner's ends."""
        return self.stdin, self.stdout, self.stderr

    def theirs(self) -> tuple[int, int, int]:
        """The ends that are the process's own and of no use to anybody else."""
        return self.child_stdin, self.child_stdout, self.child_stderr


def close_all(*descriptors: int) -> None:
    """Close what is open of *descriptors*."""
    for descriptor in descriptors:
        with contextlib.suppress(OSError):
            os.close(descriptor)
