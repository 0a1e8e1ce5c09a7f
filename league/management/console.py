"""What `up` writes: lines with their sender's name, and one status line at the foot."""

import sys
from typing import TextIO

COLOURS = {"up": 32, "web": 36, "worker": 33, "runner": 35, "scheduler": 34}
WIDTH = max(len(name) for name in COLOURS)


class Console:
    """Lines from several programs on one stream, the status line kept below them on a terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.terminal = self.stream.isatty()
        self._status = ""

    def line(self, sender: str, text: str) -> None:
        label = f"{sender:>{WIDTH}} |"
        if self.terminal:
            label = f"\x1b[{COLOURS.get(sender, 37)}m{label}\x1b[0m"
        self._write(f"{self._erase()}{label} {text.rstrip()}\n{self._status}")

    def status(self, text: str) -> None:
        """Show *text* at the foot; nothing where the output goes to a file."""
        if self.terminal:
            erase = self._erase()
            self._status = f"{'':>{WIDTH}}   {text}" if text else ""
            self._write(erase + self._status)

    def _erase(self) -> str:
        return "\r\x1b[K" if self._status else ""

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except OSError:  # the terminal has been closed; there is still everything to stop
            self.terminal = False
