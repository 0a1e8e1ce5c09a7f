"""Lists of a field as clubs keep them: pasted or uploaded text, a player or a team on each line."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.errors import BadInput, Text
from league.models import fold
from league.models.tournaments import MEMBERS_BETWEEN
from league.services.names import clean_name

NAME_HEADINGS = {"name", "player", "имя", "игрок", "фио", "фамилия", "участник"}
MEMBERS_HEADINGS = {"players", "members", "игроки", "состав", "участники"}
TEAM_HEADINGS = {"team", "team name", "команда", "название", "название команды"}
_NUMBERED = re.compile(r"(?P<what>.*?)[\s№#]*\d")
_MARKS = re.compile(r"\s[/+]\s"), re.compile(r"[/+]")
"""What parts the members of a team: with spaces round it, for a name may hold one without."""

EXAMPLES: dict[int, Text] = {
    2: gettext_lazy("Anna / Boris"),
    3: gettext_lazy("Anna / Boris / Vera"),
}
"""A team of so many as one writes it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a list: its line from 1, who plays, what a team is called; names cleaned."""

    number: int
    players: tuple[str, ...]
    team: str = ""

    @property
    def name(self) -> str:
        return self.team or MEMBERS_BETWEEN.join(self.players)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as it was read: the entries, and what is wrong line by line."""

    lines: tuple[Line, ...]
    problems: tuple[tuple[int, Text], ...]


def read_list(text: str, team_size: int = 1) -> Listed:
    """
    Entries out of pasted or uploaded text: one a line, or CSV with comma, semicolon or tab.

    A heading line names the columns; without one the first column is taken (a column of running
    numbers before the names is skipped). A team of *team_size* is written as ``Anna / Boris`` or
    ``Anna + Boris``, or has a column for each player; a heading may name a column of team names.
    Empty lines, teams of other sizes and names that stand twice are reported.

    Raises:
        BadInput: If it is no list, such as one with a quotation mark that is never closed.
    """
    rows = _rows(text)
    columns = _columns_of_players(rows) if team_size == 1 else _columns_of_teams(rows)
    lines: list[Line] = []
    problems: list[tuple[int, Text]] = []
    seen = _Seen()
    last = max((n for n, row in enumerate(rows, 1) if any(map(str.strip, row))), default=0)
    for number, row in enumerate(rows[columns.begin : last], start=columns.begin + 1):
        try:
            line = _line(number, row, columns, team_size)
            seen.add(line)
        except BadInput as error:
            problems.append((number, error.detail))
        else:
            lines.append(line)
    return Listed(tuple(lines), tuple(problems))


def _rows(text: str) -> list[list[str]]:
    # Universal newlines: a lone carriage return, as old spreadsheets write it, ends a line too.
    lines_in = io.StringIO(text, newline=None)
    try:
        return list(csv.reader(lines_in, delimiter=_delimiter(text)))
    except csv.Error as error:
        raise BadInput(
            "list",
            _("This cannot be read as a list (%(reason)s); write one name a line.")
            % {"reason": error},
            code="not_a_list",
        ) from error


def _delimiter(text: str) -> str:
    """Tab, semicolon or comma: the one the first lines hold most of, in this order of trust."""
    head = "\n".join(text.splitlines()[:20])
    counts = {mark: head.count(mark) for mark in "\t;,"}
    return max(counts, key=lambda mark: counts[mark])


@dataclass(frozen=True, slots=True)
class _Columns:
    """
    Where a list has what it tells: the columns of players, all from the last of them on if it is
    not known which, the column of team names, and the row with which the entries begin.
    """

    players: tuple[int, ...]
    begin: int = 0
    team: int | None = None
    is_open: bool = False

    def names(self, row: Sequence[str], *, of_team: bool) -> list[str]:
        """Who plays. A single column may hold all players of a team."""
        here = self.players
        if self.is_open:
            here = (*here, *range(here[-1] + 1, len(row)))
        cells = [row[column] for column in here if column < len(row) and row[column].strip()]
        if cells and of_team and len(self.players) == 1:
            together = _parted(cells[0])
            return together if len(together) > 1 else cells
        return cells

    def team_name(self, row: Sequence[str]) -> str:
        if self.team is None or self.team >= len(row):
            return ""
        return row[self.team].strip()


def _columns_of_players(rows: Sequence[Sequence[str]]) -> _Columns:
    headings = _headings(rows)
    for column, heading in enumerate(headings):
        if heading in NAME_HEADINGS:
            return _Columns((column,), begin=1)
    return _Columns((_first_column(rows),))


def _columns_of_teams(rows: Sequence[Sequence[str]]) -> _Columns:
    headings = _headings(rows)
    single = [n for n, heading in enumerate(headings) if heading in NAME_HEADINGS]
    together = [n for n, heading in enumerate(headings) if heading in MEMBERS_HEADINGS]
    numbered = [n for n, heading in enumerate(headings) if _base(heading) in NAME_HEADINGS]
    teams = [n for n, heading in enumerate(headings) if heading in TEAM_HEADINGS]
    if numbered or together:
        # Beside columns of players, a column that is called “name” has the names of the teams.
        return _Columns(tuple(numbered) or (together[0],), 1, next(iter(teams + single), None))
    if single:
        return _Columns(tuple(single), 1, next(iter(teams), None))
    if teams:
        return _Columns((teams[0],), 1)
    return _Columns((_first_column(rows),), is_open=True)


def _headings(rows: Sequence[Sequence[str]]) -> list[str]:
    return [cell.strip().casefold() for cell in rows[0]] if rows else []


def _base(heading: str) -> str:
    """What is numbered by a heading such as “player 1”; "" if nothing is."""
    found = _NUMBERED.fullmatch(heading)
    return found["what"] if found else ""


def _first_column(rows: Sequence[Sequence[str]]) -> int:
    """The first column, or the second where running numbers stand in the first."""
    numbered = all(row[0].strip().rstrip(".").isdigit() for row in rows if row and row[0].strip())
    return int(numbered and any(len(row) > 1 for row in rows))


def _parted(text: str) -> list[str]:
    for mark in _MARKS:
        parts = [part for part in mark.split(text) if part.strip()]
        if len(parts) > 1:
            return parts
    return [text]


def _line(number: int, row: Sequence[str], columns: _Columns, team_size: int) -> Line:
    """
    Raises:
        BadInput: With what is wrong with the line.
    """
    names = columns.names(row, of_team=team_size > 1)
    if not names:
        raise BadInput("list", _("no name on this line"))
    if len(names) != team_size:
        raise BadInput("list", _wrong_size(names, team_size))
    players = tuple(map(clean_name, names))
    for n, name in enumerate(players):
        if fold(name) in map(fold, players[:n]):
            raise BadInput(
                "list", _("“%(name)s” stands in this team twice; name another") % {"name": name}
            )
    team = columns.team_name(row)
    return Line(number, players, clean_name(team) if team else "")


def _wrong_size(names: Sequence[str], team_size: int) -> str:
    return ngettext(
        "“%(names)s” is %(count)d player; a team here has %(size)d, written as %(example)s",
        "“%(names)s” are %(count)d players; a team here has %(size)d, written as %(example)s",
        len(names),
    ) % {
        "names": MEMBERS_BETWEEN.join(name.strip() for name in names),
        "count": len(names),
        "size": team_size,
        "example": EXAMPLES[team_size],
    }


@dataclass(slots=True)
class _Seen:
    """The lines on which names of players and of teams have stood already."""

    players: dict[str, int] = field(default_factory=dict)
    teams: dict[str, int] = field(default_factory=dict)

    def add(self, line: Line) -> None:
        """
        Raises:
            BadInput: If a player or a team of this name stands on an earlier line.
        """
        for name in line.players:
            if fold(name) in self.players:
                raise BadInput("list", _stands_already(name, self.players[fold(name)]))
        if fold(line.team) in self.teams:
            raise BadInput("list", _stands_already(line.team, self.teams[fold(line.team)]))
        self.players |= {fold(name): line.number for name in line.players}
        if line.team:
            self.teams[fold(line.team)] = line.number


def _stands_already(name: str, line: int) -> str:
    return _("“%(name)s” stands on line %(line)d already") % {"name": name, "line": line}


def decode(data: bytes) -> str:
    """
    The text of an uploaded list: UTF-8 with or without a byte order mark, or Windows-1251.

    Raises:
        BadInput: If it is neither.
    """
    for encoding in ("utf-8-sig", "cp1251"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise BadInput(
        "file",
        _("This file is neither UTF-8 nor Windows-1251 text; save it as CSV in UTF-8."),
        code="encoding",
    )
