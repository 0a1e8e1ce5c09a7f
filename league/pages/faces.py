"""Card faces as inline SVG: suit signs in one sprite, a letter, a name for screen readers."""

from functools import cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

SIGNS = {
    "S": "M50 5C62 28 92 40 92 64c0 17-21 24-34 10 1 10 5 16 12 20H30c7-4 11-10 12-20C29 88 8 81 8 "
    "64 8 40 38 28 50 5Z",
    "C": "M50 6a21 21 0 0 1 18 32 22 22 0 1 1-12 38c1 8 5 14 12 18H32c7-4 11-10 12-18a22 22 0 1 1"
    "-12-38A21 21 0 0 1 50 6Z",
    "D": "M50 4 86 50 50 96 14 50Z",
    "H": "M50 94C20 66 6 50 6 32 6 16 18 7 30 7c9 0 16 5 20 13C54 12 61 7 70 7c12 0 24 9 24 25 0 18"
    "-14 34-44 62Z",
}
"""The outline of each suit's sign in a square of 100."""

_SUITS = {
    "en": {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"},
    "ru": {"S": "пик", "C": "треф", "D": "бубён", "H": "червей"},
}
_RANKS = {
    "en": {
        "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
        "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
    },
    "ru": {
        "2": "двойка", "3": "тройка", "4": "четвёрка", "5": "пятёрка", "6": "шестёрка",
        "7": "семёрка", "8": "восьмёрка", "9": "девятка", "T": "десятка", "J": "валет",
        "Q": "дама", "K": "король", "A": "туз",
    },
}  # fmt: skip
_LETTERS = {
    "en": {"T": "10"},
    "ru": {"T": "10", "J": "В", "Q": "Д", "K": "К", "A": "Т"},
}


def name(card: str, language: str) -> str:
    """A card's name for people: ``queen of spades``, ``дама пик``."""
    lang = language if language in _RANKS else "en"
    rank, suit = _RANKS[lang][card[0]], _SUITS[lang][card[1]]
    return f"{rank} {suit}" if lang == "ru" else f"{rank} of {suit}"


@cache
def face(card: str, language: str) -> SafeString:
    """A card lying open: its letter and sign in two corners, the sign in the middle."""
    lang = language if language in _LETTERS else "en"
    letter, suit = _LETTERS[lang].get(card[0], card[0]), card[1]
    corner = format_html(
        '<text x="20" y="78" class="letter">{0}</text>'
        '<use href="#suit-{1}" x="22" y="92" width="52" height="52"/>',
        letter,
        suit,
    )
    return format_html(
        '<svg class="card {0}" viewBox="0 0 250 350" role="img" aria-label="{1}">'
        '<rect class="paper" x="3" y="3" width="244" height="344" rx="22"/>{2}'
        '<use href="#suit-{0}" x="75" y="125" width="100" height="100"/>'
        '<g transform="rotate(180 125 175)">{2}</g></svg>',
        suit,
        name(card, lang),
        corner,
    )


@cache
def back() -> SafeString:
    """A card lying face down; a hand of them is named by their number, so each is silent."""
    lines = format_html_join(
        "",
        '<path class="lattice" d="M{} 24 {} 326M{} 24 {} 326"/>',
        ((x, x + 101, x + 101, x) for x in (24, 74, 125)),
    )
    return format_html(
        '<svg class="card back" viewBox="0 0 250 350" aria-hidden="true">'
        '<rect class="paper" x="3" y="3" width="244" height="344" rx="22"/>{}</svg>',
        lines,
    )


@cache
def pip(suit: str) -> SafeString:
    """A suit's sign alone."""
    return format_html(
        '<svg viewBox="0 0 100 100" aria-hidden="true"><use href="#suit-{}"/></svg>', suit
    )


@cache
def corners(card: str, language: str) -> SafeString:
    """A card's letter and sign for the two corners of a panel that looks like it."""
    letter = _LETTERS["ru" if language == "ru" else "en"].get(card[0], card[0])
    colour = " red" if card[1] in "HD" else ""
    return format_html_join(
        "",
        '<span class="index{}{}" aria-hidden="true">{}{}</span>',
        ((colour, end, letter, pip(card[1])) for end in ("", " end")),
    )


@cache
def sprite() -> SafeString:
    """The four signs, to be put once into every page that shows cards."""
    symbols = format_html_join(
        "",
        '<symbol id="suit-{}" viewBox="0 0 100 100"><path d="{}"/></symbol>',
        SIGNS.items(),
    )
    return mark_safe(f'<svg class="sprite" aria-hidden="true">{symbols}</svg>')
