"""
A director's acts upon a tournament that has begun: each says beforehand what it changes, is
written to the log with who, when and why, and can be taken back.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict
from league.models import Entry, LoggedAct, Player, Teammate, Tournament, User
from league.permissions import Act
from league.progress import acts
from league.progress.going_on import draw as drawn_round
from league.progress.going_on import lot, waits_for_draw
from league.scheduling.swiss import Obstacle, UnpairableRound
from league.selectors.consequences import Consequences
from league.selectors.progress import Progress, progress_of
from league.services import logbook, matches
from league.services.entries import free_team_name
from league.services.fitting import line_of, require_fit
from league.services.logbook import Written

RIGHTS: dict[str, Act] = {
    acts.Started.kind: Act.DIRECT,
    acts.Entered.kind: Act.DIRECT,
    acts.Withdrew.kind: Act.DIRECT,
    acts.Returned.kind: Act.DIRECT,
    acts.Excluded.kind: Act.DIRECT,
    acts.Readmitted.kind: Act.DIRECT,
    acts.Substituted.kind: Act.DIRECT,
    acts.KeptApart.kind: Act.DIRECT,
    acts.Ordered.kind: Act.DIRECT,
    acts.Changed.kind: Act.DIRECT,
    acts.Cancelled.kind: Act.DIRECT,
    acts.Qualified.kind: Act.DIRECT,
    acts.Excused.kind: Act.REPORT,
    acts.Drew.kind: Act.REPORT,
    acts.OpenedByHand.kind: Act.REPORT,
    acts.PairedByHand.kind: Act.REPORT,
    acts.ClosedByHand.kind: Act.REPORT,
    acts.DrewLots.kind: Act.REPORT,
    acts.Reported.kind: Act.REPORT,
    acts.Voided.kind: Act.REPORT,
}
"""The right that each act of the log needs; taking one back needs the right to do it."""

NEEDS_REASON = {acts.Excluded.kind, acts.Cancelled.kind, acts.Voided.kind}


def do(
    *, tournament: Tournament, act: acts.Act, by: User, reason: str = "", seen: int | None = None
) -> Written:
    """
    Do *act*, if it fits how the tournament stands.

    Args:
        seen: The number of the last line of the log that its author had before his eyes.

    Raises:
        NotAllowed: If *by* may not.
        BadInput: If the act names what is not there, or lacks a reason that it needs.
        Conflict: If it does not fit, or somebody acted meanwhile.
    """
    with transaction.atomic():
        progress = _ready(tournament, act, by)
        if act.kind in NEEDS_REASON and not reason.strip():
            raise BadInput("reason", _("Say why; everybody reads it in the log."), code="empty")
        return logbook.write(
            progress.tournament, act, by=by, reason=reason, seen=seen, before=progress
        )


def preview(*, tournament: Tournament, act: acts.Act, by: User) -> Consequences:
    """
    What *act* would change; nothing is written.

    Raises:
        NotAllowed: If *by* may not.
        BadInput: If the act names what is not there.
        Conflict: If it does not fit.
    """
    with transaction.atomic():
        progress = _ready(tournament, act, by)
        return logbook.preview(progress, act)


def _ready(tournament: Tournament, act: acts.Act, by: User) -> Progress:
    """The tournament held, when the act is one that *by* may do to it now."""
    tournament = logbook.locked(tournament)
    progress = progress_of(tournament)
    permissions.require(by, _right(progress, act), tournament)
    if not progress.state.is_started and not isinstance(act, acts.Undid):
        raise Conflict(
            _("“%(name)s” has not begun; change its entries instead.") % {"name": tournament},
            code="not_running",
        )
    if progress.state.is_cancelled and not isinstance(act, acts.Undid):
        raise Conflict(
            _("“%(name)s” was called off; take that back first.") % {"name": tournament},
            code="over",
        )
    require_fit(progress, act)
    return progress


def _right(progress: Progress, act: acts.Act) -> Act:
    if not isinstance(act, acts.Undid):
        return RIGHTS[act.kind]
    undone = line_of(progress, act.act)
    while isinstance(undone, acts.Undid):
        undone = line_of(progress, undone.act)
    return RIGHTS[undone.kind]


def draw(
    *, tournament: Tournament, by: User, repeats: bool = False, seen: int | None = None
) -> Written:
    """
    Draw the next round.

    Args:
        repeats: In a Swiss, allow a rematch or a second bye where no round does without.

    Raises:
        NotAllowed: If *by* may not.
        Conflict: If no round waits to be drawn, or none can be.
    """
    permissions.require(by, Act.REPORT, tournament)
    with transaction.atomic():
        progress = progress_of(logbook.locked(tournament))
        return do(
            tournament=tournament, act=next_round(progress, repeats=repeats), by=by, seen=seen
        )


def next_round(progress: Progress, *, repeats: bool = False) -> acts.Drew:
    """
    The next round as the rules draw it.

    Raises:
        Conflict: If no round waits to be drawn, or none can be.
    """
    stage = waits_for_draw(progress.state)
    if stage is None:
        raise Conflict(
            _("No round waits to be drawn: first, all results of the last one must be in."),
            code="nothing_to_draw",
        )
    try:
        return drawn_round(progress.state, stage, repeats=repeats)
    except UnpairableRound as error:
        raise Conflict(unpairable(error), code="unpairable") from error
    except ValueError as error:
        raise Conflict(
            _(
                "Those who are there do not fill a table; "
                "take the last round away or bring one back."
            ),
            code="too_few",
        ) from error


def unpairable(error: UnpairableRound) -> str:
    """Why a round cannot be paired, and the remedy."""
    return {
        Obstacle.TOO_FEW: _("Fewer than two entries are there; end the stage, or bring one back."),
        Obstacle.FIRST_DEAL: _(
            "Every pairing gives somebody the first deal too often or too seldom; "
            "allow repeats, so that the round is paired by matching."
        ),
        Obstacle.BYE: _(
            "Every pairing gives somebody a second bye; allow repeats, pair this round by hand, "
            "or bring an absent entry back."
        ),
        Obstacle.REMATCH: _(
            "Every pairing has two meet again; allow repeats, or end the stage with the last round."
        ),
        Obstacle.FORBIDDEN: _(
            "Every pairing has two meet who are kept apart; let one of these pairs meet."
        ),
    }[error.obstacle]


@transaction.atomic
def enter_late(
    *,
    tournament: Tournament,
    players: Sequence[Player],
    by: User,
    team_name: str = "",
    reason: str = "",
    seen: int | None = None,
) -> Entry:
    """
    Let somebody in who comes after the start.

    Raises:
        NotAllowed: If *by* may not.
        BadInput: If a player does not belong here, or another team has this name.
        Conflict: If there is no room, or a player is in already.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = logbook.locked(tournament)
    members = fixed_members(tournament, players)
    number = _next_number(tournament)
    (first, version), *others = members
    _free_of_others(tournament, players)
    entry = Entry.objects.create(
        tournament=tournament,
        player_id=first,
        version_id=version,
        team_name=free_team_name(tournament, team_name),
        starting_rank=number,
        is_in=False,
    )
    Teammate.objects.bulk_create(
        Teammate(entry=entry, number=position, player_id=mate, version_id=plays_with)
        for position, (mate, plays_with) in enumerate(others, start=2)
    )
    act = acts.Entered(entry=number, members=members)
    do(tournament=tournament, act=act, by=by, reason=reason, seen=seen)
    entry.refresh_from_db()
    return entry


def late_entry(tournament: Tournament, players: Sequence[Player]) -> acts.Entered:
    """
    The act by which these players would come late.

    Raises:
        BadInput: If a player does not belong here.
    """
    return acts.Entered(entry=_next_number(tournament), members=fixed_members(tournament, players))


def substitution(
    tournament: Tournament, entry: Entry, players: Sequence[Player]
) -> acts.Substituted:
    """
    The act by which these players would play for *entry* from now on.

    Raises:
        BadInput: If a player does not belong here.
    """
    _free_of_others(tournament, [player for player in players if player not in entry.players])
    return acts.Substituted(entry=entry.starting_rank, members=fixed_members(tournament, players))


def _next_number(tournament: Tournament) -> int:
    last = tournament.entries.aggregate(last=Max("starting_rank"))["last"] or 0
    return int(last) + 1


def _free_of_others(tournament: Tournament, players: Sequence[Player]) -> None:
    taken = tournament.entries.filter(is_in=True).with_player(list(players)).first()
    if taken is not None:
        raise Conflict(_("“%(name)s” is entered already.") % {"name": taken.name}, code="entered")


def fixed_members(tournament: Tournament, players: Sequence[Player]) -> tuple[acts.Member, ...]:
    """
    These players as the log has them, bots with the version they have now.

    Raises:
        BadInput: If there are too few or too many, one is named twice, is of another club, or is
            a bot without an accepted version.
    """
    if len(players) != tournament.team_size or len({one.pk for one in players}) < len(players):
        raise BadInput(
            "players",
            _("An entry of this tournament has %(size)d different players, not %(count)d.")
            % {"size": tournament.team_size, "count": len({one.pk for one in players})},
        )
    members: list[acts.Member] = []
    for player in players:
        if player.bot is None and player.club_id != tournament.club_id:
            raise BadInput(
                "players", _("“%(name)s” is a player of another club.") % {"name": player}
            )
        if player.bot is not None and player.bot.current_version_id is None:
            raise BadInput(
                "players", _("“%(name)s” has no accepted version yet.") % {"name": player}
            )
        members.append((player.pk, player.bot.current_version_id if player.bot else None))
    versions = [version for _player, version in members if version is not None]
    matches.hold(versions)
    matches.require_programs(versions)
    return tuple(members)


def lots(progress: Progress, stage: int, entries: Sequence[int]) -> acts.DrewLots:
    """A lot between *entries* of a stage; drawn again it comes out the same."""
    return lot(progress.state, stage, tuple(entries))


def last_of(tournament: Tournament) -> LoggedAct | None:
    """The last act that somebody did and that still counts: what "undo" would take back."""
    counting = {act.number for act in acts.effective(progress_of(tournament).acts)}
    lines = tournament.acts.filter(by__isnull=False, number__in=counting)
    return lines.order_by("-number").first()
