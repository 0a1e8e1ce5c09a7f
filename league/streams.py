"""
Long answers, few at a time: however slowly they are read, threads are left for everybody else.

Each process counts its own, as it has its own threads. An account reads one at a time.
"""

import threading
from collections.abc import Iterator

from django.conf import settings

from league.throttle import seconds_to_wait

SOON = 30.0
"""Seconds after which it is worth asking again for what somebody else is reading now."""

_reading: set[int] = set()
_lock = threading.Lock()


class Busy(Exception):
    """There is no such answer now; ``wait`` is in how many seconds to ask again."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"ask again in {wait:.0f} s")
        self.wait = wait


class Stream(Iterator[bytes]):
    """Lines for one account. The server closes it at the end, and when the reader hangs up."""

    def __init__(self, lines: Iterator[str], reader: int) -> None:
        """
        Args:
            reader: The account's key.

        Raises:
            Busy: If this account reads another one, has asked too often, or too many others read.
        """
        self._lines, self._reader, self._is_open = lines, reader, False
        with _lock:
            if reader in _reading or len(_reading) >= settings.LEAGUE_EXPORTS_AT_ONCE:
                raise Busy(SOON)
            _reading.add(reader)
        self._is_open = True
        try:
            wait = seconds_to_wait("export", str(reader))
            if wait is not None:
                raise Busy(wait)
        except BaseException:
            self.close()
            raise

    def __next__(self) -> bytes:
        try:
            return next(self._lines).encode()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the next one read; closing it twice does no harm."""
        with _lock:
            if self._is_open:
                _reading.discard(self._reader)
            self._is_open = False

    def __del__(self) -> None:
        # The answer may be thrown away before the server has seen it.
        self.close()
