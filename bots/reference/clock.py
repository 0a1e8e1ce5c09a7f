"""How long a bot may think about a move: a part of what is left, so that it never runs out."""

from __future__ import annotations

from collections.abc import Mapping
from time import thread_time
from typing import Any

# Of the limit of a move, and of what is left for the deal once something is kept back: reading and
# answering cost time as well, and nobody knows how many moves a deal will have.
_OF_MOVE = 0.5
_OF_DEAL = 0.1
_KEPT_BACK = 0.3
# A position of an ending takes a few microseconds; this many are taken to fit into a millisecond
# on any machine.
_NODES_A_MS = 60


class Clock:
    """
    The CPU time of one bot in one deal, by its own reckoning and by what it is told.

    limits: those of the hello; where there are none, nobody counts.
    """

    def __init__(self, limits: Mapping[str, Any]) -> None:
        self._move_ms = float(limits.get("move_cpu_ms", 1_000))
        self._deal_ms = float(limits.get("deal_cpu_ms", 3_000))
        self._used_ms = 0.0
        self._began = 0.0
        self._until = 0.0

    def deal(self) -> None:
        """A deal begins."""
        self._used_ms = 0.0

    def begin(self, left_ms: int = 0) -> None:
        """A move begins; *left_ms* is what the runner says is left, 0 if it does not say."""
        left = self._deal_ms - self._used_ms
        if left_ms:
            left = min(left, left_ms)
        spare = max(0.0, left - self._deal_ms * _KEPT_BACK)
        self._began = thread_time()
        self._until = self._began + min(self._move_ms * _OF_MOVE, spare * _OF_DEAL) / 1_000

    def end(self) -> None:
        """The move is made."""
        self._used_ms += 1_000 * (thread_time() - self._began)

    @property
    def is_up(self) -> bool:
        """Whether it is time to move."""
        return thread_time() >= self._until

    def nodes(self, most: int) -> int:
        """How many positions of an ending may be looked at, *most* if there is time enough."""
        left_ms = 1_000 * (self._until - thread_time())
        return max(0, min(most, int(left_ms * _NODES_A_MS)))
