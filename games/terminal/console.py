"""The real terminal: lines read, text written as far as its encoding and its colours allow."""

from __future__ import annotations

import io
import os
import sys

from games.glyphs import showable
from games.terminal.look import coloured
from games.terminal.setting import wrong
from games.terminal.talk import Ask, Say


def has_colours() -> bool:
    """Whether colours are wanted: on a terminal that knows them, unless NO_COLOR is set."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")


def _safe(text: str, encoding: str, lang: str) -> str:
    """As `showable`, with question marks for letters typed that the terminal cannot show."""
    try:
        return showable(text, encoding, lang)
    except UnicodeEncodeError:
        return text.encode(encoding, "replace").decode(encoding)


def console(lang: str) -> tuple[Ask, Say]:
    """
    How to ask and what to say with, on standard input and output.

    Raises:
        WrongSetting: If the encoding of the output has no letters for the language.
    """
    encoding = sys.stdout.encoding or "utf-8"
    paints = has_colours()

    def say(text: str) -> None:
        lines = text.split("\n")
        shown = [coloured(line) if paints else line for line in lines]
        sys.stdout.write(_safe("\n".join(shown), encoding, lang) + "\n")

    def ask(prompt: str) -> str:
        if sys.stdin is None:
            raise EOFError
        return input(showable(prompt, encoding, lang))

    if isinstance(sys.stdin, io.TextIOWrapper):
        # A broken letter is an answer that is not understood, not the end of the game.
        sys.stdin.reconfigure(errors="replace")
    try:
        showable({"en": "a", "ru": "Яё"}[lang], encoding, lang)
    except UnicodeEncodeError:
        raise wrong("en", "encoding", value=encoding) from None
    return ask, say
