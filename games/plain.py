"""Markdown as our own sheets use it, made into plain lines for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_ITEM = re.compile(r"(?:[-*]|\d+\.) +")
_UNDERLINE = {1: "=", 2: "-"}


def plain(markdown: str, width: int = 80) -> str:
    """
    Headings underlined, paragraphs and lists wrapped, tables in columns where they fit.

    A table that is too wide becomes a title and indented lines a row. Lines that begin with four
    blanks stay as they are. An item of a list is one line of Markdown.
    """
    parts = ["\n".join(_part(kind, lines, width)) for kind, lines in _parts(markdown)]
    return "\n\n".join(parts)


def _parts(markdown: str) -> Iterator[tuple[str, list[str]]]:
    """Runs of lines of one kind: the kind, and the lines."""
    for kind, lines in groupby(markdown.splitlines(), key=_kind):
        if kind:
            yield kind, list(lines)


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    if line.startswith("    "):
        return "kept"
    if line.startswith("#"):
        return "heading"
    if line.startswith("|"):
        return "table"
    return "list" if _ITEM.match(line) else "text"


def _part(kind: str, lines: Sequence[str], width: int) -> list[str]:
    if kind == "kept":
        return list(lines)
    if kind == "heading":
        return [text for line in lines for text in _heading(line)]
    if kind == "table":
        return _table(lines, width)
    if kind == "list":
        return [text for line in lines for text in _item(line, width)]
    return _wrapped(_inline(" ".join(lines)), width)


def _heading(line: str) -> list[str]:
    level = len(line) - len(line.lstrip("#"))
    text = _inline(line.lstrip("# "))
    return [text, _UNDERLINE[level] * len(text)] if level in _UNDERLINE else [text]


def _item(line: str, width: int) -> list[str]:
    """An item of a list, its further lines under its first word."""
    found = _ITEM.match(line)
    assert found is not None
    mark = found[0]
    return _wrapped(_inline(line[len(mark) :]), width, mark, " " * len(mark))


def _table(lines: Sequence[str], width: int) -> list[str]:
    head, _, *rows = [_cells(line) for line in lines]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) > width:
        return [text for row in rows for text in _record(head, row, width)][:-1]
    rule = ["-" * wide for wide in widths]
    return [_columns(cells, widths) for cells in (head, rule, *rows)]


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(wide) for cell, wide in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def _record(head: Sequence[str], row: Sequence[str], width: int) -> list[str]:
    """A row as a title and an indented line for each further column, then an empty line."""
    lines = _wrapped(row[0], width)
    for title, cell in zip(head[1:], row[1:], strict=True):
        lines += _wrapped(f"{title}: {cell}", width, "  ", "    ")
    return [*lines, ""]


def _cells(line: str) -> list[str]:
    return [_inline(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _wrapped(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _inline(text: str) -> str:
    """Text without the marks of emphasis, code and links."""
    bare = _LINK.sub(r"\1", text).replace("**", "").replace("`", "")
    return _EMPHASIS.sub(r"\1", bare)
