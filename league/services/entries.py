"""Entries: players and bots put into a tournament, one by one or as a list, or withdrawn."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, BadLines, Conflict, Text
from league.models import Bot, Entry, Player, Tournament, User, fold
from league.permissions import Act
from league.services import audit, clubs, tournaments
from league.services.names import clean_name

MOST_LINES = 600
NAME_HEADINGS = {"name", "player", "имя", "игрок", "фио", "фамилия", "участник"}


@dataclass(frozen=True, slots=True)
class Line:
    """One name of a list: its line number from 1, and the name cleaned."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as it was read: the names, and what is wrong line by line."""

    lines: tuple[Line, ...]
    problems: tuple[tuple[int, Text], ...]


@transaction.atomic
def register(
    *, tournament: Tournament, player: Player, by: User, starting_rank: int | None = None
) -> Entry:
    """
    Enter *player*: a person of the club, a house bot, or a bot with an accepted version.

    Args:
        starting_rank: From 1; the last place if left out. A place that is taken pushes the
            others down. Only who directs the club chooses one.

    Raises:
        NotAllowed: If *by* neither directs the club nor is the bot's author.
        BadInput: If the player does not belong here or the rank is wrong.
        Conflict: If entries are closed or the player is entered already.
    """
    _require_may_enter(tournament, player, by)
    tournament = _open(tournament)
    _check_player(tournament, player)
    if tournament.entries.filter(player=player).exists():
        raise Conflict(_("“%(name)s” is entered already.") % {"name": player}, code="entered")
    last = tournament.entries.aggregate(last=Max("starting_rank"))["last"] or 0
    entry = Entry.objects.create(tournament=tournament, player=player, starting_rank=last + 1)
    if starting_rank is not None:
        move(tournament=tournament, entry=entry, to=starting_rank, by=by)
        entry.refresh_from_db()
    return entry


def _require_may_enter(tournament: Tournament, player: Player, by: User) -> None:
    own_bot = player.bot is not None and player.bot.owner_id == by.pk
    if not (own_bot and tournament.status == Tournament.Status.OPEN):
        permissions.require(by, Act.DIRECT, tournament)


def _open(tournament: Tournament) -> Tournament:
    tournament = tournaments.locked(tournament)
    if not tournament.takes_entries:
        raise Conflict(
            _("“%(name)s” has begun; its field does not change any more.") % {"name": tournament},
            code="entries_closed",
        )
    return tournament


def _check_player(tournament: Tournament, player: Player) -> None:
    if player.bot is not None:
        if player.bot.current_version_id is None:
            raise BadInput(
                "player", _("“%(name)s” has no accepted version yet.") % {"name": player}
            )
    elif player.club_id != tournament.club_id:
        raise BadInput("player", _("“%(name)s” is a player of another club.") % {"name": player})


def read_list(text: str) -> Listed:
    """
    Names out of pasted or uploaded text: one a line, or CSV with comma, semicolon or tab.

    A heading line names the column; without one the first column is taken (a column of running
    numbers before the names is skipped). Empty lines and names that stand twice are reported.

    Raises:
        BadInput: If it is no list, such as one with a quotation mark that is never closed.
    """
    # Universal newlines: a lone carriage return, as old spreadsheets write it, ends a line too.
    lines_in = io.StringIO(text, newline=None)
    try:
        rows = list(csv.reader(lines_in, delimiter=_delimiter(text)))
    except csv.Error as error:
        raise BadInput(
            "list",
            _("This cannot be read as a list (%(reason)s); write one name a line.")
            % {"reason": error},
            code="not_a_list",
        ) from error
    column, begin = _name_column(rows)
    lines: list[Line] = []
    problems: list[tuple[int, Text]] = []
    seen: dict[str, int] = {}
    last = max((n for n, row in enumerate(rows, 1) if any(map(str.strip, row))), default=0)
    for number, row in enumerate(rows[begin:last], start=begin + 1):
        name = row[column] if column < len(row) else ""
        if not name.strip():
            problems.append((number, _("no name on this line")))
            continue
        try:
            cleaned = clean_name(name)
        except BadInput as error:
            problems.append((number, error.detail))
            continue
        if fold(cleaned) in seen:
            problems.append(
                (
                    number,
                    _("“%(name)s” stands on line %(line)d already")
                    % {"name": cleaned, "line": seen[fold(cleaned)]},
                )
            )
            continue
        seen[fold(cleaned)] = number
        lines.append(Line(number, cleaned))
    return Listed(tuple(lines), tuple(problems))


def _delimiter(text: str) -> str:
    """Tab, semicolon or comma: the one the first lines hold most of, in this order of trust."""
    head = "\n".join(text.splitlines()[:20])
    counts = {mark: head.count(mark) for mark in "\t;,"}
    return max(counts, key=lambda mark: counts[mark])


def _name_column(rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    """The column of the names, and how many heading lines to skip."""
    if not rows:
        return 0, 0
    headings = [cell.strip().casefold() for cell in rows[0]]
    for column, heading in enumerate(headings):
        if heading in NAME_HEADINGS:
            return column, 1
    numbered = all(row[0].strip().rstrip(".").isdigit() for row in rows if row and row[0].strip())
    wide = any(len(row) > 1 for row in rows)
    return (1 if numbered and wide else 0), 0


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


@transaction.atomic
def register_list(
    *, tournament: Tournament, text: str, by: User, skip_problems: bool = False
) -> list[Entry]:
    """
    Enter everybody on a list, in its order, all or nobody.

    A name that is a bot's enters the bot; any other is a person of the club, made if new.

    Raises:
        NotAllowed: If *by* does not direct the club.
        BadLines: If lines are wrong and *skip_problems* is false; nothing is written then.
        BadInput: If the list holds no names or too many.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = _open(tournament)
    listed = read_list(text)
    if not listed.lines and not listed.problems:
        raise BadInput("list", _("The list is empty; write one name a line."), code="empty")
    if len(listed.lines) > MOST_LINES:
        raise BadInput(
            "list",
            _("%(count)d names are too many; at most %(most)d at a time.")
            % {"count": len(listed.lines), "most": MOST_LINES},
        )
    entered = {
        player.search_name
        for player in Player.objects.filter(tournament_entries__tournament=tournament)
    }
    problems = [
        *listed.problems,
        *(
            (line.number, _("“%(name)s” is entered already") % {"name": line.name})
            for line in listed.lines
            if fold(line.name) in entered
        ),
    ]
    if problems and not skip_problems:
        raise BadLines(
            "list",
            sorted(problems, key=lambda problem: problem[0]),
            _("Nothing was entered: some lines need a look."),
        )
    return [
        register(tournament=tournament, player=_player_named(tournament, line.name), by=by)
        for line in listed.lines
        if fold(line.name) not in entered
    ]


def _player_named(tournament: Tournament, name: str) -> Player:
    bot = Bot.objects.filter(search_name=fold(name), current_version__isnull=False).first()
    if bot is not None:
        return bot.player
    return clubs.person(club=tournament.club, name=name)


@transaction.atomic
def move(*, tournament: Tournament, entry: Entry, to: int, by: User) -> None:
    """
    Give *entry* the starting rank *to* (from 1); the others keep their order.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If the tournament has begun.
        BadInput: If there is no such rank.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = _open(tournament)
    order = [other for other in tournament.entries.all() if other.pk != entry.pk]
    if not 1 <= to <= len(order) + 1:
        raise BadInput(
            "starting_rank",
            _("There is no starting rank %(rank)d; 1 to %(most)d.")
            % {"rank": to, "most": len(order) + 1},
        )
    order.insert(to - 1, entry)
    _renumber(tournament, order)


def _renumber(tournament: Tournament, order: Sequence[Entry]) -> None:
    # In two steps: the unique constraint is checked row by row.
    offset = len(order) + max((entry.starting_rank for entry in order), default=0)
    for step in (offset, 0):
        for number, entry in enumerate(order, start=1):
            Entry.objects.filter(pk=entry.pk).update(starting_rank=step + number)


@transaction.atomic
def remove(*, tournament: Tournament, entry: Entry, by: User) -> None:
    """
    Take an entry out before the start.

    Raises:
        NotAllowed: If *by* neither directs the club nor is the bot's author.
        Conflict: If the tournament has begun; withdraw it then.
    """
    _require_may_enter(tournament, entry.player, by)
    _open(tournament)
    _take_out(entry)


def take_out(*, entry: Entry, by: User) -> None:
    """Take an entry out of a tournament that has not begun; who may do so is decided already."""
    _record_departure(entry, by)
    _take_out(entry)


def _take_out(entry: Entry) -> None:
    tournament = entry.tournament
    entry.delete()
    _renumber(tournament, list(tournament.entries.all()))


@transaction.atomic
def withdraw(*, tournament: Tournament, entry: Entry, by: User) -> Entry:
    """
    Let an entry leave for good: its undecided matches are lost without play.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If the tournament is not running or the entry has left already.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = tournaments.locked(tournament)
    if tournament.status != Tournament.Status.RUNNING:
        raise Conflict(
            _("“%(name)s” is not running; before the start, remove the entry instead.")
            % {"name": tournament},
            code="not_running",
        )
    entry.refresh_from_db()
    if entry.withdrawn_at is not None:
        raise Conflict(_("“%(name)s” has left already.") % {"name": entry.player}, code="withdrawn")
    leave(entry=entry, by=by)
    return entry


def leave(*, entry: Entry, by: User) -> None:
    """Withdraw an entry of a running tournament; who may do so is decided already."""
    entry.withdrawn_at = timezone.now()
    entry.save(update_fields=["withdrawn_at"])
    _record_departure(entry, by)
    tournaments.advance(entry.tournament)


def _record_departure(entry: Entry, by: User) -> None:
    tournament = entry.tournament
    audit.record(
        actor=by,
        act="withdraw_entry",
        subject=tournament,
        club=tournament.club,
        entry=entry.starting_rank,
        player=entry.player.name,
    )
