"""Notices when the runner itself was held up, so that no bot is blamed for a busy machine."""

import threading
import time

from bots.sandbox.process import start_thread

BEAT_SECONDS = 0.01
LATE_SECONDS = 0.2


class Heartbeat:
    """
    A thread that wants to wake every 10 ms and remembers when it last could not.

    It runs on the cores of whoever enters first: enter it before binding a thread to one core.
    """

    def __init__(self) -> None:
        self._last_late = float("-inf")
        self._expected = float("inf")
        self._lock = threading.Lock()
        self._users = 0
        self._quit = threading.Event()

    def __enter__(self) -> "Heartbeat":
        """
        Raises:
            ExhaustedError: If no thread can be started for it.
        """
        with self._lock:
            if not self._users:
                stop = threading.Event()
                beat = threading.Thread(
                    target=self._beat, args=(stop,), name="heartbeat", daemon=True
                )
                start_thread(beat)
                self._quit = stop
            self._users += 1
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._quit.set()

    def late_since(self, moment: float) -> bool:
        """
        Whether a beat was late by more than 200 ms since *moment* (time.monotonic).

        Whoever was held up may ask before the beat itself is back: one overdue by now counts.
        """
        return self._last_late >= moment or time.monotonic() - self._expected > LATE_SECONDS

    def _beat(self, stop: threading.Event) -> None:
        self._expected = time.monotonic() + BEAT_SECONDS
        while not stop.wait(BEAT_SECONDS):
            now = time.monotonic()
            if now - self._expected > LATE_SECONDS:
                self._last_late = now
            self._expected = now + BEAT_SECONDS
        self._expected = float("inf")


heartbeat = Heartbeat()
