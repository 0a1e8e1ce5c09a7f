"""Chance after the deal: made up for search, read back from a record, or none at all."""

from __future__ import annotations

from games.errors import RecordError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.game import Shuffler

_WORD = (1 << 64) - 1


class MadeUp:
    """
    Chance for deals that are only imagined: small, quick to copy, and good for nothing else.

    It is seeded from a shuffle of whoever imagines the deal. Cards that people play with come from
    `games.shuffle` alone.
    """

    __slots__ = ("_state",)

    def __init__(self, rng: Shuffler) -> None:
        order = list(range(21))
        rng.shuffle(order)
        seed = 0
        for place in order:
            seed = seed * 21 + place
        self._state = seed & _WORD

    def below(self, n: int) -> int:
        """A number from 0 to *n* - 1 (the splitmix64 generator of Steele, Lea and Flood, 2014)."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        return (mixed ^ mixed >> 31) % n

    def copy(self) -> MadeUp:
        """The same numbers to come, drawn apart from these."""
        twin = MadeUp.__new__(MadeUp)
        twin._state = self._state
        return twin


class Recorded:
    """
    The lots of a record, drawn again in their order.

    Raises:
        RecordError: When more is drawn than was recorded, or a lot is out of bounds.
    """

    __slots__ = ("_lots", "_next")

    def __init__(self, lots: Sequence[int]) -> None:
        self._lots = tuple(lots)
        self._next = 0

    def below(self, n: int) -> int:
        """The next recorded lot, which must be below *n*."""
        if self._next == len(self._lots):
            raise RecordError(f"only {self._next} lots are recorded, but another is drawn")
        lot = self._lots[self._next]
        if not 0 <= lot < n:
            raise RecordError(f"lot {self._next + 1} is {lot}, not a number below {n}")
        self._next += 1
        return lot

    def copy(self) -> Recorded:
        """The same lots to come, drawn apart from these."""
        twin = Recorded(self._lots)
        twin._next = self._next
        return twin


class AsItLies:
    """No chance at all: whatever is shuffled with it keeps its order."""

    __slots__ = ()

    def below(self, n: int) -> int:
        """The last place, where a card already lies."""
        return n - 1


def apart(chance: Any) -> Any:
    """A source of the same chance that is drawn apart; the same source if it has no `copy`."""
    return chance.copy() if hasattr(chance, "copy") else chance
