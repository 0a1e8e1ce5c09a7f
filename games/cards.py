"""Cards, their suits and ranks, sets of cards, and their two-letter text.

A card is a small number: 13 times the suit (S C D H) plus the rank (2 to ace), so that numeric
order is the sorted order of a pack. A set of cards is an `int` with one bit a card. Names appear
only at the edges: reading, writing, showing.
"""

from __future__ import annotations

from games.errors import InvalidCard

# The name is all type checkers look at; importing typing would double the start-up of a bot.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SUITS = "SCDH"
RANKS = "23456789TJQKA"

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
BITS: tuple[int, ...] = tuple(1 << card for card in range(len(NAMES)))
SUIT_MASKS: tuple[int, ...] = tuple(8191 << 13 * suit for suit in range(4))
SUIT_OF: tuple[int, ...] = tuple(card // 13 for card in range(52))
RANK_OF: tuple[int, ...] = tuple(card % 13 for card in range(52))
# All cards of the rank of a card: "what ranks are on the table" is an OR of these.
RANK_MASKS: tuple[int, ...] = tuple((1 | 1 << 13 | 1 << 26 | 1 << 39) << rank for rank in RANK_OF)

_CARDS = {name: card for card, name in enumerate(NAMES)}


class _CardsInSuit(dict[int, tuple[int, ...]]):
    """The cards of one suit for each pattern of 13 bits, worked out when first asked for."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._first = 13 * suit

    def __missing__(self, pattern: int) -> tuple[int, ...]:
        cards = tuple(self._first + rank for rank in range(13) if pattern >> rank & 1)
        self[pattern] = cards
        return cards


_SPADES, _CLUBS, _DIAMONDS, _HEARTS = (_CardsInSuit(suit) for suit in range(4))


def card(text: str) -> int:
    """
    The card written as rank and suit, as in `7S` or `TD`.

    Raises:
        InvalidCard: If *text* is anything else.
    """
    found = _CARDS.get(text) if isinstance(text, str) else None
    if found is None:
        raise InvalidCard(text)
    return found


def cards(texts: Iterable[str]) -> list[int]:
    """The cards of several texts, in their order."""
    return [card(text) for text in texts]


def mask_of(some: Iterable[int]) -> int:
    """The set of these cards; a card twice is in it once."""
    mask = 0
    for one in some:
        mask |= BITS[one]
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, sorted as a pack: by suit, then rank."""
    return (
        _SPADES[mask & 8191]
        + _CLUBS[mask >> 13 & 8191]
        + _DIAMONDS[mask >> 26 & 8191]
        + _HEARTS[mask >> 39 & 8191]
    )


def by_rank(mask: int) -> list[int]:
    """The cards of a set as people and menus list them: by rank, then suit."""
    if not mask & mask - 1:
        return [mask.bit_length() - 1] if mask else []
    return sorted(cards_of(mask), key=RANK_OF.__getitem__)


def names_of(mask: int) -> list[str]:
    """The texts of a set of cards, by rank, then suit."""
    if not mask & mask - 1:
        return [NAMES[mask.bit_length() - 1]] if mask else []
    return [*_NAMES_OF[mask]]


class _NamesOf(dict[int, list[str]]):
    """The texts of sets asked for lately: what was discarded, or is held, is asked for often."""

    def __missing__(self, mask: int) -> list[str]:
        apart = (
            _APART[mask & 8191]
            | _APART[mask >> 13 & 8191] << 1
            | _APART[mask >> 26 & 8191] << 2
            | _APART[mask >> 39 & 8191] << 3
        )
        if len(self) == _SETS_KEPT:
            self.clear()
        names = self[mask] = [
            *_LOW[apart & 8191],
            *_MIDDLE[apart >> 13 & 8191],
            *_HIGH[apart >> 26 & 8191],
            *_TOP[apart >> 39],
        ]
        return names


class _Apart(dict[int, int]):
    """For a pattern of 13 bits the same bits four apart, with room for the other suits between."""

    def __missing__(self, pattern: int) -> int:
        apart = self[pattern] = sum(1 << 4 * rank for rank in range(13) if pattern >> rank & 1)
        return apart


class _NamesByRank(dict[int, tuple[str, ...]]):
    """The texts of cards ordered by rank, then suit, for 13 bits of a set in that order."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._names = sorted(NAMES, key=lambda name: RANKS.index(name[0]))[first : first + 13]

    def __missing__(self, pattern: int) -> tuple[str, ...]:
        names = tuple([name for place, name in enumerate(self._names) if pattern >> place & 1])
        self[pattern] = names
        return names


# Few: more would push out of the processor's cache what is asked for again.
_SETS_KEPT = 128
_NAMES_OF = _NamesOf()
_APART = _Apart()
_LOW, _MIDDLE, _HIGH, _TOP = (_NamesByRank(first) for first in (0, 13, 26, 39))
