"""The packs that are played with, 24, 32, 36 or 52 cards, and how one is put in random order."""

from __future__ import annotations

from games.cards import RANKS
from games.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LOWEST_RANK = {24: "9", 32: "7", 36: "6", 52: "2"}


def sorted_deck(size: int) -> list[int]:
    """
    A new pack of *size* cards: suits S C D H, ranks ascending in each.

    Raises:
        OptionError: If no pack has that many cards.
    """
    if size not in LOWEST_RANK:
        raise OptionError("deck_size", size, ", ".join(map(str, LOWEST_RANK)))
    lowest = RANKS.index(LOWEST_RANK[size])
    return [13 * suit + rank for suit in range(4) for rank in range(lowest, 13)]


def shuffled(cards: Sequence[int], below: Callable[[int], int]) -> list[int]:
    """A shuffled copy of *cards*: Fisher-Yates from the last down, chance from *below*."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
