"""Ctrl-C at whatever moment leaves no bot behind."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, Walls

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Guarded:
    """
    Walls that are not interrupted while they start a bot, so that there is always somebody who
    knows of it. ``latest`` is the bot started last: it may not be anybody else's yet.
    """

    def __init__(self, walls: Walls) -> None:
        self._walls = walls
        self._is_starting = False
        self._is_told = False
        self.latest: Running | None = None

    def start(self, folder: Path, limits: Limits, cpu_seconds: int) -> Running:
        """
        As of the walls themselves.

        Raises:
            KeyboardInterrupt: If the user wished to stop meanwhile.
        """
        self._is_starting = True
        try:
            self.latest = self._walls.start(folder, limits, cpu_seconds)
        finally:
            self._is_starting = False
        if self._is_told:
            raise KeyboardInterrupt
        return self.latest

    def interrupt(self, *_: int | FrameType | None) -> None:
        """Take a signal; further ones change nothing, for what follows is clearing away."""
        # Not by ignoring them: one that has come already would be complained of by Python.
        if not self._is_told:
            self._is_told = True
            if not self._is_starting:
                raise KeyboardInterrupt

    def end(self) -> None:
        """End the bot that was started last, if nobody has."""
        if self.latest is not None:
            self.latest.end()


@contextmanager
def guarded(walls: Walls) -> Iterator[Guarded]:
    """*walls* while the block lasts, in which SIGINT and SIGTERM are a KeyboardInterrupt."""
    made = Guarded(walls)
    if threading.current_thread() is not threading.main_thread():
        yield made
        return
    before = {number: signal.signal(number, made.interrupt) for number in _SIGNALS}
    try:
        yield made
    finally:
        made.end()
        for number, handler in before.items():
            signal.signal(number, handler)
