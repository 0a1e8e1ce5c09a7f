"""Users of bots apart from those of every other process that runs tests on this machine."""

from bots.sandbox.users import Slots


class SlotsFrom(Slots):
    """Slots, and so users of bots, counted from another number than 0."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def take(self) -> int:
        return self._first + super().take()

    def free(self, slot: int) -> None:
        super().free(slot - self._first)
