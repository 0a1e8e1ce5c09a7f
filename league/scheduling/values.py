"""The words of a schedule: a pairing is two entries that are to meet, or one that sits out."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairing:
    """
    Two entries that are to meet, or one entry with a bye.

    Entries are starting ranks, counted from 1. *first* has what the game gives to
    the first named (the first deal, the first seat); *second* is None for a bye.
    """

    first: int
    second: int | None

    @property
    def is_bye(self) -> bool:
        return self.second is None

    def reversed(self) -> "Pairing":
        """The same meeting with the order of the two exchanged; a bye stays as it is."""
        if self.second is None:
            return self
        return Pairing(self.second, self.first)
