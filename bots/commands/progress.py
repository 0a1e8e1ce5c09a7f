"""How far a command has come: a bar on a terminal, a line at the end elsewhere."""

import sys
import time
from collections.abc import Callable

_WIDTH = 24
_EVERY_SECONDS = 0.1


class Bar:
    """
    A bar on standard error while the block lasts.

    Where that is no terminal only its last state is written, so that logs stay short.
    """

    def __init__(self, title: str, total: int) -> None:
        self._title = title
        self._total = max(total, 1)
        self._done = 0
        self._note: str | Callable[[], str] = ""
        self._shown = 0.0
        self._width = 0
        self._is_live = sys.stderr.isatty()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_live:
            self._draw()
            sys.stderr.write("\n")
        else:
            sys.stderr.write(self._text() + "\n")
        sys.stderr.flush()

    def show(self, done: int, note: str | Callable[[], str] = "") -> None:
        """Say that *done* of the total is done, and beside it *note*, reckoned when it is shown."""
        self._done, self._note = done, note
        now = time.monotonic()
        if self._is_live and now - self._shown >= _EVERY_SECONDS:
            self._shown = now
            self._draw()

    def _text(self) -> str:
        note = self._note if isinstance(self._note, str) else self._note()
        beside = f", {note}" if note else ""
        return f"{self._title}: {self._done} of {self._total}{beside}"

    def _draw(self) -> None:
        filled = min(_WIDTH, _WIDTH * self._done // self._total)
        bar = "#" * filled + "." * (_WIDTH - filled)
        line = f"[{bar}] {self._text()}"
        # What was longer before is written over.
        sys.stderr.write("\r" + line.ljust(self._width))
        self._width = len(line)
        sys.stderr.flush()
