"""Entries: players, bots and teams put into a tournament, one by one or as a list, or withdrawn."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import permissions
from league.errors import BadInput, BadLines, Conflict, Text
from league.models import Bot, Entry, Player, Teammate, Tournament, User, fold
from league.models.tournaments import EntryQuerySet
from league.permissions import Act
from league.progress.acts import Withdrew
from league.services import audit, clubs, logbook
from league.services.entry_lists import Line, read_list
from league.services.names import clean_name

MOST_LINES = 600


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
        BadInput: If the player does not belong here, the rank is wrong, or teams play here.
        Conflict: If entries are closed or the player is entered already.
    """
    return _enter(tournament, [player], by=by, starting_rank=starting_rank)


@transaction.atomic
def register_team(
    *,
    tournament: Tournament,
    players: Sequence[Player],
    by: User,
    team_name: str = "",
    starting_rank: int | None = None,
) -> Entry:
    """
    Enter *players* as one team; people and bots may play together in it.

    Args:
        team_name: What it is called; without one it goes by its players.
        starting_rank: As for a single player.

    Raises:
        NotAllowed: If *by* neither directs the club nor is the author of all of them.
        BadInput: If they are too few or many, one does not belong here, or the name is taken.
        Conflict: If entries are closed or one of them is entered already.
    """
    _require_teams(tournament)
    return _enter(tournament, players, team_name=team_name, by=by, starting_rank=starting_rank)


def _enter(
    tournament: Tournament,
    players: Sequence[Player],
    *,
    by: User,
    starting_rank: int | None,
    team_name: str = "",
) -> Entry:
    _require_may_enter(tournament, players, by)
    tournament = _open(tournament)
    _check_players(tournament, players)
    team_name = free_team_name(tournament, team_name)
    entry = _create(tournament, players, team_name, _last_rank(tournament) + 1)
    if starting_rank is not None:
        move(tournament=tournament, entry=entry, to=starting_rank, by=by)
        entry.refresh_from_db()
    return entry


def _last_rank(tournament: Tournament) -> int:
    return tournament.entries.aggregate(last=Max("starting_rank"))["last"] or 0


def _create(
    tournament: Tournament, players: Sequence[Player], team_name: str, starting_rank: int
) -> Entry:
    """An entry of players who have been looked at."""
    entry = Entry.objects.create(
        tournament=tournament,
        player=players[0],
        team_name=team_name,
        starting_rank=starting_rank,
    )
    _add_teammates(entry, players)
    return entry


@transaction.atomic
def edit_team(
    *,
    tournament: Tournament,
    entry: Entry,
    by: User,
    players: Sequence[Player] | None = None,
    team_name: str | None = None,
) -> Entry:
    """
    Let others play in a team, or call it otherwise, before the start; its rank stays.

    Args:
        players: All who play from now on, in order; as before if left out.
        team_name: As before if left out; "" lets it go by its players.

    Raises:
        NotAllowed: If *by* neither directs the club nor is the author of all, old and new.
        BadInput: If they are too few or many, one does not belong here, or the name is taken.
        Conflict: If the tournament has begun, the team was taken out, or one of them is in
            another entry.
    """
    _require_teams(tournament)
    chosen = entry.players if players is None else players
    _require_may_enter(tournament, [*entry.players, *chosen], by)
    tournament = _open(tournament)
    found = tournament.entries.filter(pk=entry.pk).first()
    if found is None:
        raise Conflict(_("“%(name)s” is not entered any more.") % {"name": entry.name}, code="gone")
    _check_players(tournament, chosen, besides=found)
    if team_name is not None:
        found.team_name = free_team_name(tournament, team_name, besides=found)
    found.player = chosen[0]
    found.save(update_fields=["player", "team_name"])
    found.teammates.all().delete()
    _add_teammates(found, chosen)
    return found


def _add_teammates(entry: Entry, players: Sequence[Player]) -> None:
    """All of *players* but the first, who stands in the entry itself."""
    Teammate.objects.bulk_create(
        Teammate(entry=entry, number=number, player=player)
        for number, player in enumerate(players[1:], start=2)
    )


def _require_may_enter(tournament: Tournament, players: Sequence[Player], by: User) -> None:
    are_own = all(player.bot is not None and player.bot.owner_id == by.pk for player in players)
    if not (are_own and tournament.status == Tournament.Status.OPEN):
        permissions.require(by, Act.DIRECT, tournament)


def _require_teams(tournament: Tournament) -> None:
    if tournament.team_size == 1:
        raise BadInput(
            "players",
            _("“%(name)s” is for single players; enter each one alone.") % {"name": tournament},
        )


def _open(tournament: Tournament) -> Tournament:
    tournament = logbook.locked(tournament)
    if not tournament.takes_entries:
        raise Conflict(
            _("“%(name)s” has begun; its field does not change any more.") % {"name": tournament},
            code="entries_closed",
        )
    return tournament


def _check_players(
    tournament: Tournament, players: Sequence[Player], *, besides: Entry | None = None
) -> None:
    """That *players* may be an entry; *besides* is the entry that they already are, if any."""
    if len(players) != tournament.team_size:
        raise BadInput("players", _wrong_size(tournament, len(players)))
    for number, player in enumerate(players):
        if player in players[:number]:
            raise BadInput(
                "players", _("“%(name)s” stands in this team twice; name another.")
                % {"name": player},
            )  # fmt: skip
        _check_player(tournament, player)
    others = _others(tournament, besides).with_player(players).with_members()
    entered = {player for entry in others for player in entry.players}
    for player in players:
        if player in entered:
            raise Conflict(_("“%(name)s” is entered already.") % {"name": player}, code="entered")


def _wrong_size(tournament: Tournament, count: int) -> str:
    return ngettext(
        "%(count)d player was named; an entry of “%(name)s” is a team of %(size)d.",
        "%(count)d players were named; an entry of “%(name)s” is a team of %(size)d.",
        count,
    ) % {"count": count, "name": tournament, "size": tournament.team_size}


def _check_player(tournament: Tournament, player: Player) -> None:
    if player.bot is not None:
        if player.bot.current_version_id is None:
            raise BadInput(
                "player", _("“%(name)s” has no accepted version yet.") % {"name": player}
            )
    elif player.club_id != tournament.club_id:
        raise BadInput("player", _("“%(name)s” is a player of another club.") % {"name": player})


def free_team_name(tournament: Tournament, name: str, *, besides: Entry | None = None) -> str:
    """
    *name* cleaned, for a team to have; "" stays so. A late team that was taken back loses it.

    Raises:
        BadInput: If another team has it.
    """
    if not name.strip():
        return ""
    name = clean_name(name, field="team_name")
    others = _others(tournament, besides)
    if fold(name) in _team_names(others.filter(is_in=True)):
        raise BadInput(
            "team_name",
            _("A team is called “%(name)s” already; choose another name.") % {"name": name},
            code="taken",
        )
    others.filter(is_in=False, team_name=name).update(team_name="")
    return name


def _others(tournament: Tournament, besides: Entry | None) -> EntryQuerySet:
    """The entries of *tournament*, without one of them if it is given."""
    entries = tournament.entries.all()
    return entries.exclude(pk=besides.pk) if besides else entries


def _team_names(entries: EntryQuerySet) -> set[str]:
    return set(map(fold, entries.exclude(team_name="").values_list("team_name", flat=True)))


@transaction.atomic
def register_list(
    *, tournament: Tournament, text: str, by: User, skip_problems: bool = False
) -> list[Entry]:
    """
    Enter everybody on a list, in its order, all or nobody; where teams play, a team a line.

    A name that is a bot's enters the bot; any other is a person of the club, made if new.

    Raises:
        NotAllowed: If *by* does not direct the club.
        BadLines: If lines are wrong and *skip_problems* is false; nothing is written then.
        BadInput: If the list holds no names or too many.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = _open(tournament)
    listed = read_list(text, tournament.team_size)
    if not listed.lines and not listed.problems:
        raise BadInput("list", _("The list is empty; write one name a line."), code="empty")
    if len(listed.lines) > MOST_LINES:
        raise BadInput(
            "list",
            _("%(count)d names are too many; at most %(most)d at a time.")
            % {"count": len(listed.lines), "most": MOST_LINES},
        )
    refused = _refused(tournament, listed.lines)
    problems = [*listed.problems, *refused.items()]
    if problems and not skip_problems:
        raise BadLines(
            "list",
            sorted(problems, key=lambda problem: problem[0]),
            _("Nothing was entered: some lines need a look."),
        )
    good = [line for line in listed.lines if line.number not in refused]
    return [
        _create(tournament, [_known(tournament, name) for name in line.players], line.team, rank)
        for rank, line in enumerate(good, start=_last_rank(tournament) + 1)
    ]


def _refused(tournament: Tournament, lines: Sequence[Line]) -> dict[int, Text]:
    """The lines that are readable and yet cannot be entered, each with the reason."""
    inside = Q(tournament_entries__tournament=tournament) | Q(teams__entry__tournament=tournament)
    entered = {player.search_name for player in Player.objects.filter(inside)}
    teams = _team_names(tournament.entries.all())
    idle = _bots_without_version(tournament, [name for line in lines for name in line.players])
    refused: dict[int, Text] = {}
    for line in lines:
        for name in line.players:
            if fold(name) in entered:
                refused[line.number] = _("“%(name)s” is entered already") % {"name": name}
            elif fold(name) in idle:
                refused[line.number] = _no_version(name)
        if line.team and fold(line.team) in teams:
            refused[line.number] = _("a team is called “%(name)s” already; choose another name") % {
                "name": line.team
            }
    return refused


def player_named(tournament: Tournament, name: str) -> Player:
    """
    The bot of this name, which may be anybody's; else the person of the club, made if new.

    Raises:
        BadInput: If it is no name, or that of a bot which has no accepted version.
    """
    if _bots_without_version(tournament, [name]):
        raise BadInput("name", _no_version(name))
    return _known(tournament, name)


def _known(tournament: Tournament, name: str) -> Player:
    bots = Bot.objects.filter(search_name=fold(name), current_version__isnull=False)
    bot = bots.select_related("player").first()
    return bot.player if bot else clubs.person(club=tournament.club, name=name)


def _bots_without_version(tournament: Tournament, names: Iterable[str]) -> set[str]:
    """Those of *names*, folded, by which only a bot is known that cannot play."""
    bots = Bot.objects.filter(search_name__in=set(map(fold, names)), current_version=None)
    idle = set(bots.values_list("search_name", flat=True))
    people = tournament.club.players.filter(search_name__in=idle)
    return idle - set(people.values_list("search_name", flat=True))


def _no_version(name: str) -> str:
    return _("“%(name)s” is a bot without an accepted version; wait for one or name another") % {
        "name": name
    }


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
        NotAllowed: If *by* neither directs the club nor is the author of all who play in it.
        Conflict: If the tournament has begun; withdraw it then.
    """
    _require_may_enter(tournament, entry.players, by)
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
    tournament = logbook.locked(tournament)
    if tournament.status != Tournament.Status.RUNNING:
        raise Conflict(
            _("“%(name)s” is not running; before the start, remove the entry instead.")
            % {"name": tournament},
            code="not_running",
        )
    entry.refresh_from_db()
    if entry.withdrawn_at is not None:
        raise Conflict(_("“%(name)s” has left already.") % {"name": entry.name}, code="withdrawn")
    leave(entry=entry, by=by)
    entry.refresh_from_db()
    return entry


def leave(*, entry: Entry, by: User, reason: str = "") -> None:
    """Withdraw an entry of a running tournament; who may do so is decided already."""
    logbook.write(entry.tournament, Withdrew(entry=entry.starting_rank), by=by, reason=reason)


def _record_departure(entry: Entry, by: User) -> None:
    tournament = entry.tournament
    audit.record(
        actor=by,
        act="withdraw_entry",
        subject=tournament,
        club=tournament.club,
        entry=entry.starting_rank,
        player=entry.name,
    )
