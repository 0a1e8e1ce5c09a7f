"""Files of records: the deals of one match or of several, and on which line each deal stands."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games import records
from games.errors import DealError, RecordError, shown
from games.record_form import Record


@dataclass(frozen=True, slots=True)
class Stored:
    """
    The deals of one match in a file.

    ``told`` is what the line before them tells of the match, empty where there is none; ``lines``
    has for each deal the number of its line from 1, and is empty for one object over many lines.
    """

    records: tuple[Record, ...]
    lines: tuple[int, ...] = ()
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The id of the match, "" where neither the file nor its records say it."""
        return _name(self.told) if self.told else self.records[0].match

    def wrong(self, error: DealError, *, named: bool) -> str:
        """What is wrong with a deal, and where: match, if *named*, deal from 1, line from 1."""
        where = [f"match {self.name}"] if named else []
        line = f" (line {self.lines[error.index]})" if self.lines else ""
        if not error.where:
            return ", ".join([*where, f"{error.problem}{line}"])
        return ", ".join([*where, f"{error.where}{line}: {error.problem}"])


def read(path: Path) -> list[Stored]:
    """
    The deals of a file, match by match. One of several matches has a line before each that tells
    of it, an object of the type "match"; what has another type is passed over.

    Raises:
        RecordError: If a line cannot be read, there is no record, or one is of another match than
            the line before it tells of.
        OSError: If the file cannot be read.
        UnicodeDecodeError: If it is no text in UTF-8.
    """
    found = [match for match in _matches(path.read_text(encoding="utf-8")) if match.records]
    if not found:
        raise RecordError(f"{path} is empty: there is no record in it")
    return found


def _matches(text: str) -> list[Stored]:
    if '"type"' not in text:
        return [_of_match(text, {})]
    parts: list[tuple[dict[str, Any], list[str]]] = [({}, [])]
    for number, line in enumerate(text.splitlines()):
        told = _told(line)
        if told.get("type") == "match":
            # The lines before stand there empty, so that every line keeps its number.
            parts.append((told, [""] * number))
        parts[-1][1].append("" if "type" in told else line)
    return [_of_match("\n".join(lines), told) for told, lines in parts]


def _of_match(text: str, told: dict[str, Any]) -> Stored:
    try:
        found = tuple(records.loads(text))
    except RecordError as error:
        raise RecordError(f"match {_name(told)}, {error}" if told else str(error)) from None
    lines = tuple(number for number, line in enumerate(text.splitlines(), 1) if line.strip())
    if len(lines) != len(found):
        lines = ()
    for number, record in zip(lines, found, strict=False):
        if told and told.get("id") != record.match:
            raise RecordError(
                f"line {number}: a deal of match {record.match} stands under match {_name(told)}"
            )
    return Stored(found, lines, told)


def _told(line: str) -> dict[str, Any]:
    """What a line that is no record tells; nothing where it is one, or cannot be read."""
    try:
        told = json.loads(line) if line.startswith('{"type"') else {}
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _name(told: dict[str, Any]) -> str:
    name = told.get("id")
    return name if isinstance(name, str) and len(name) <= 80 else shown(name)
