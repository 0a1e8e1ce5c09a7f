"""Who looks at a table, and in which language; lines that fit on the screen."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.cards import SUITS, card
from games.game import Game
from games.glyphs import card_text, in_order
from games.terminal.words import COMPANY, TEXT, counted

WIDTH = 80
# Games at whose table the same is to be seen.
_FAMILIES = {"podkidnoy": "durak", "passing": "durak"}
_RED = re.compile(r"(?:10|[2-9JQKAВДКТ])?[♦♥]")


@dataclass(frozen=True)
class Look:
    """
    Who looks at which table, and in which language.

    names: one a seat; that of `me` is the word for "you". deal: from 1. score: of the match so
    far, one number a seat; empty where there is nothing to tell.
    """

    game: Game
    me: int
    lang: str
    names: tuple[str, ...]
    deal: int = 1
    score: tuple[int, ...] = ()

    def say(self, key: str, **facts: object) -> str:
        """A phrase of this language."""
        return TEXT[self.lang][key].format(**facts)

    def card(self, name: str | int) -> str:
        """A card of this language."""
        return card_text(name, self.lang)

    def cards(self, names: Iterable[str | int], trump: str | None = None) -> str:
        """Cards in the order in which players hold them."""
        numbers = [one if isinstance(one, int) else card(one) for one in names]
        ordered = in_order(numbers, None if trump is None else SUITS.index(trump))
        return " ".join(self.card(one) for one in ordered)

    def counted(self, count: int) -> str:
        """So many cards."""
        return counted(count, self.lang)

    @property
    def family(self) -> str:
        """Whose table it is: `durak` for both games of beating cards, else the key of the game."""
        return _FAMILIES.get(self.game.key, self.game.key)

    @property
    def sitting(self) -> tuple[str, ...]:
        """Who sits where, for a record that others read."""
        return (*self.names[: self.me], self.say("player"), *self.names[self.me + 1 :])

    @property
    def round(self) -> list[int]:
        """The seats clockwise, from the left neighbour on; one's own is the last."""
        return [(self.me + step) % self.game.seats for step in range(1, self.game.seats + 1)]


def look_at(game: Game, me: int, lang: str) -> Look:
    """The table of *game* as seat *me* sees it, with company from the left neighbour on."""
    names = [TEXT[lang]["you"]] * game.seats
    for step in range(1, game.seats):
        names[(me + step) % game.seats] = COMPANY[lang][step - 1]
    return Look(game, me, lang, tuple(names))


def fitted(text: str, indent: str = "") -> str:
    """*text* in lines of at most `WIDTH` characters, further lines indented."""
    return textwrap.fill(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def side_by_side(pieces: Sequence[str], start: str = "", gap: str = "   ") -> list[str]:
    """Pieces that must not be broken, in lines of at most `WIDTH`, after *start*."""
    lines = [start]
    indent = " " * len(start)
    for piece in pieces:
        joint = "" if lines[-1] in (start, indent) else gap
        if len(lines[-1]) + len(joint) + len(piece) > WIDTH and joint:
            lines.append(indent + piece)
        else:
            lines[-1] += joint + piece
    return lines


def coloured(text: str) -> str:
    """Red suits in red and titles bold, with the codes that terminals understand."""
    if text.startswith("── "):
        return f"\x1b[1m{text}\x1b[0m"
    return _RED.sub(lambda found: f"\x1b[31m{found[0]}\x1b[0m", text)
