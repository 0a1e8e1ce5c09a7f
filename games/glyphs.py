"""Cards, hands, seats and numbers of things as people write them, in English and Russian."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import NAMES, RANK_OF, SUIT_OF, SUITS, card

SUIT_SIGNS = dict(zip(SUITS, "♠♣♦♥", strict=True))
# Spades, diamonds, clubs, hearts: black and red by turns.
_HELD = tuple("SDCH".index(suit) for suit in SUITS)
SUIT_NAMES = {
    "en": dict(zip(SUITS, ("spades", "clubs", "diamonds", "hearts"), strict=True)),
    "ru": dict(zip(SUITS, ("пики", "трефы", "бубны", "червы"), strict=True)),
}
# The letters that Russian packs bear; the others are the same in both languages.
RANK_SIGNS = {
    "en": {"T": "10"},
    "ru": {"T": "10", "J": "В", "Q": "Д", "K": "К", "A": "Т"},
}
# What stands for a sign that a terminal cannot show; suits by language, as players write them.
_PLAIN_SUITS = {
    "en": dict(zip("♠♣♦♥", "SCDH", strict=True)),
    "ru": dict(zip("♠♣♦♥", "птбч", strict=True)),
}
_PLAIN = {
    "→": ">",
    "▒": "#",
    "·": ".",
    "•": "*",
    "─": "-",
    "—": "-",
    "–": "-",
    "…": "...",
    "×": "x",
    "’": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "№": "N",
    "ё": "е",
    "Ё": "Е",
}
_EMPTY = {"en": "empty", "ru": "пусто"}
_SEAT = {"en": "Seat {seat}", "ru": "Место {seat}"}


def card_text(one: int | str, lang: str = "en") -> str:
    """A card as people write it: `Q♠`, `10♦`; in Russian `Д♠`."""
    name = NAMES[one] if isinstance(one, int) else NAMES[card(one)]
    return RANK_SIGNS[lang].get(name[0], name[0]) + SUIT_SIGNS[name[1]]


def hand_text(cards: Iterable[int | str], lang: str = "en") -> str:
    """Cards by rank, then suit, with a blank between; a word in *lang* for an empty hand."""
    numbers = [one if isinstance(one, int) else card(one) for one in cards]
    in_order = sorted(numbers, key=lambda one: (RANK_OF[one], one))
    return " ".join(card_text(one, lang) for one in in_order) or _EMPTY[lang]


def in_order(cards: Iterable[int], trump: int | None = None) -> list[int]:
    """Cards as players hold them: by suit, colours in turn, ranks ascending, trumps last."""
    return sorted(cards, key=lambda one: (SUIT_OF[one] == trump, _HELD[SUIT_OF[one]], one))


def showable(text: str, encoding: str, lang: str = "en") -> str:
    """
    *text* with other characters for those signs that *encoding* lacks: `QS` for `Q♠`.

    Raises:
        UnicodeEncodeError: If letters of the language itself are missing.
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = "".join(_shown(sign, encoding, lang) for sign in text)
        text.encode(encoding)
    return text


def _shown(sign: str, encoding: str, lang: str) -> str:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return _PLAIN_SUITS[lang].get(sign) or _PLAIN.get(sign, sign)
    return sign


def after_number(count: int, one: str, few: str, many: str) -> str:
    """The form of a word that Russian has after a number: `1 карта`, `22 карты`, `12 карт`."""
    if count % 100 in (11, 12, 13, 14) or count % 10 not in (1, 2, 3, 4):
        return many
    return one if count % 10 == 1 else few


def seat_text(seat: int, lang: str = "en", names: Sequence[str] = ()) -> str:
    """The name of who sits there, or the number of the seat."""
    return names[seat] if names else _SEAT[lang].format(seat=seat)
