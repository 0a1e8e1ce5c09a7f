"""Cards, hands and seats as people write them, in English and Russian."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import NAMES, RANK_OF, SUITS, card

SUIT_SIGNS = dict(zip(SUITS, "♠♣♦♥", strict=True))
SUIT_NAMES = {
    "en": dict(zip(SUITS, ("spades", "clubs", "diamonds", "hearts"), strict=True)),
    "ru": dict(zip(SUITS, ("пики", "трефы", "бубны", "червы"), strict=True)),
}
_EMPTY = {"en": "empty", "ru": "пусто"}
_SEAT = {"en": "Seat {seat}", "ru": "Место {seat}"}


def card_text(one: int | str) -> str:
    """A card as people write it: `Q♠`, `10♦`."""
    name = NAMES[one] if isinstance(one, int) else NAMES[card(one)]
    rank = "10" if name[0] == "T" else name[0]
    return rank + SUIT_SIGNS[name[1]]


def hand_text(cards: Iterable[int | str], lang: str = "en") -> str:
    """Cards by rank, then suit, with a blank between; a word in *lang* for an empty hand."""
    numbers = [one if isinstance(one, int) else card(one) for one in cards]
    in_order = sorted(numbers, key=lambda one: (RANK_OF[one], one))
    return " ".join(card_text(one) for one in in_order) or _EMPTY[lang]


def seat_text(seat: int, lang: str = "en", names: Sequence[str] = ()) -> str:
    """The name of who sits there, or the number of the seat."""
    return names[seat] if names else _SEAT[lang].format(seat=seat)
