"""Users of bots apart from those of every other process that runs tests on this machine."""

from bots.sandbox.users import RANGE, Slots


class SlotsFrom(Slots):
    """Slots, and so users of bots, counted from a number of choice."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def _further(self) -> range:
        return range(self._first, self._first + RANGE)
