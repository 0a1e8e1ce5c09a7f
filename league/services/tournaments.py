"""Tournaments: created, entered, started; then the next round follows from results."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict
from league.models import (
    Club,
    Entry,
    Match,
    Result,
    Round,
    Ruleset,
    Stage,
    Teammate,
    Tournament,
    User,
)
from league.permissions import Act
from league.scheduling.brackets import BracketMatch
from league.selectors.tournaments import StageView, standing_result
from league.services import audit, matches
from league.services.matches import Sitting
from league.services.names import clean_name
from league.services.slugs import free_slug
from league.services.stages import checked_stages

LEAST_ENTRIES = 2
MOST_ENTRIES = {Stage.Format.ROUND_ROBIN: 64, Stage.Format.KNOCKOUT: 512}
MOST_CYCLES = 4


@transaction.atomic
def create(
    *,
    club: Club,
    name: str,
    ruleset: Ruleset,
    stages: Sequence[Mapping[str, Any]],
    by: User,
    description: str = "",
    team_size: int = 1,
) -> Tournament:
    """
    A draft tournament of *club*.

    Args:
        stages: One or two objects with ``format`` and options of that format, as
            :func:`league.services.stages.checked_stages` reads them.
        team_size: How many players an entry has; more than one is a team.

    Raises:
        NotAllowed: If *by* does not direct the club.
        BadInput: If a name, the ruleset, the size of teams or a stage is wrong.
    """
    permissions.require(by, Act.DIRECT, club)
    name = clean_name(name)
    if ruleset.club_id not in {None, club.pk}:
        raise BadInput("ruleset", _("“%(name)s” belongs to another club.") % {"name": ruleset})
    checked = checked_stages(stages, ruleset, team_size)
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        slug=free_slug(Tournament, name),
        ruleset=ruleset,
        team_size=team_size,
        description=description,
        created_by=by,
    )
    for number, (format, options) in enumerate(checked, start=1):
        Stage.objects.create(tournament=tournament, number=number, format=format, options=options)
    audit.record(actor=by, act="create_tournament", subject=tournament, club=club)
    return tournament


def locked(tournament: Tournament) -> Tournament:
    """The tournament's row, held against other writers to the end of the transaction."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


@transaction.atomic
def open_entries(*, tournament: Tournament, by: User) -> Tournament:
    """
    Let authors enter their own bots in a draft.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If it is not a draft any more.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = locked(tournament)
    if tournament.status != Tournament.Status.DRAFT:
        raise Conflict(
            _("“%(name)s” is not a draft any more.") % {"name": tournament}, code="not_draft"
        )
    tournament.status = Tournament.Status.OPEN
    tournament.save(update_fields=["status"])
    audit.record(actor=by, act="open_tournament", subject=tournament, club=tournament.club)
    return tournament


@transaction.atomic
def start(*, tournament: Tournament, by: User) -> Tournament:
    """
    Close the entries, fix the bots' versions, draw, and let the first round begin.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If it has begun, a bot has no version, or the field is too small or too large.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = locked(tournament)
    if not tournament.takes_entries:
        raise Conflict(
            _("“%(name)s” has been started already.") % {"name": tournament}, code="started"
        )
    stage = tournament.stages.get(number=1)
    _fix_field(tournament, stage)
    now = timezone.now()
    tournament.status = Tournament.Status.RUNNING
    tournament.started_at = now
    tournament.save(update_fields=["status", "started_at"])
    stage.drawn_at = now
    stage.save(update_fields=["drawn_at"])
    if stage.format == Stage.Format.ROUND_ROBIN:
        _draw_round_robin(StageView(stage))
    audit.record(actor=by, act="start_tournament", subject=tournament, club=tournament.club)
    advance(tournament)
    tournament.refresh_from_db()
    return tournament


def _fix_field(tournament: Tournament, stage: Stage) -> None:
    """Number the entries 1 … n and fix the version of every bot in them."""
    entries = list(tournament.entries.with_members())
    least = 3 if stage.options.get("third_place") else LEAST_ENTRIES
    most = MOST_ENTRIES[Stage.Format(stage.format)]
    if not least <= len(entries) <= most:
        raise Conflict(
            _("“%(name)s” has %(count)d entries; this format needs %(least)d to %(most)d.")
            % {"name": tournament, "count": len(entries), "least": least, "most": most},
            code="field_size",
        )
    _hold_programs(entries)
    # Numbers are moved out of the way first: a unique constraint is checked row by row.
    offset = max(entry.starting_rank for entry in entries)
    for number, entry in enumerate(entries, start=1):
        Entry.objects.filter(pk=entry.pk).update(starting_rank=offset + number)
        _fix_version(entry)
        for mate in entry.teammates.all():
            _fix_version(mate)
    for number, entry in enumerate(entries, start=1):
        Entry.objects.filter(pk=entry.pk).update(starting_rank=number)


def _fix_version(member: Entry | Teammate) -> None:
    """A bot plays with the version that it has now, to the end."""
    if member.player.bot is None:
        return
    if member.player.bot.current_version is None:
        raise Conflict(
            _("“%(bot)s” has no accepted version; remove it or wait.") % {"bot": member.player},
            code="no_version",
        )
    member.version = member.player.bot.current_version
    member.save(update_fields=["version"])


def _hold_programs(entries: Sequence[Entry]) -> None:
    """Who deletes one of the programs from now on waits, and then withdraws it."""
    bots = [player.bot for entry in entries for player in entry.players if player.bot is not None]
    versions = [bot.current_version_id for bot in bots if bot.current_version_id is not None]
    matches.hold(versions)
    matches.require_programs(versions)


def _draw_round_robin(view: StageView) -> None:
    for number, pairings in enumerate(view.schedule, start=1):
        round = Round.objects.create(stage=view.stage, number=number)
        tables = [pairing for pairing in pairings if pairing.second is not None]
        for table_number, pairing in enumerate(tables, start=1):
            _plan(view, round, table_number, (pairing.first, pairing.second or 0))


def _plan(
    view: StageView,
    round: Round,
    table_number: int,
    numbers: tuple[int, int],
    *,
    slot: int | None = None,
) -> Match:
    entries = [view.entries[number] for number in numbers]
    return matches.plan(
        ruleset=view.stage.tournament.ruleset,
        round=round,
        table_number=table_number,
        slot=slot,
        must_have_winner=view.stage.format == Stage.Format.KNOCKOUT,
        sittings=[
            Sitting(player=entry.player, version=entry.version, entry=entry) for entry in entries
        ],
    )


@transaction.atomic
def advance(tournament: Tournament) -> None:
    """
    Draw what has become known, decide what a withdrawal has decided, let the next round play,
    and finish the tournament when nothing is left. Safe to call at any time, any number of times.
    """
    tournament = locked(tournament)
    if tournament.status not in {Tournament.Status.RUNNING, Tournament.Status.FINISHED}:
        return
    stage = tournament.stages.get(number=1)
    while _advance_once(stage):
        pass
    _set_finished(tournament, is_finished=StageView(stage).is_complete)


def _advance_once(stage: Stage) -> bool:
    """One step; True where it changed results or the draw, so that another may be possible."""
    view = StageView(stage)
    if stage.format == Stage.Format.KNOCKOUT and _draw_ready(view):
        return True
    if _forfeit_for_withdrawn(view):
        return True
    _open_tables(view)
    return False


def _draw_ready(view: StageView) -> bool:
    """Make the knockout's matches whose two entries have become known."""
    ready = [
        match
        for matches_ in view.bracket
        for match in matches_
        if match.is_ready and (match.round, match.slot) not in view.by_slot
    ]
    for match in ready:
        round, _created = Round.objects.get_or_create(stage=view.stage, number=match.round)
        first, second = match.known
        _plan(view, round, table_of(view, match), (first, second), slot=match.slot)
    return bool(ready)


def table_of(view: StageView, match: BracketMatch) -> int:
    """The table of a bracket's match: its slot, in round one not counting the byes."""
    if match.round > 1:
        return match.slot
    real = [other.slot for other in view.bracket[0] if not other.is_bye]
    return real.index(match.slot) + 1


def _forfeit_for_withdrawn(view: StageView) -> bool:
    """Undecided matches of those who left, or have no program any more, are lost without play."""
    changed = False
    absent = view.withdrawn | view.without_program
    for match in view.matches:
        gone = [n for n, number in enumerate(view.sides(match)) if number in absent]
        if not gone or standing_result(match) is not None:
            continue
        decide_without_play(match, forfeits=gone, reason="withdrawn")
        changed = True
    return changed


def decide_without_play(match: Match, *, forfeits: list[int], reason: str) -> Result:
    """Accept a result of *match* that nobody played for."""
    present = [seat for seat in (0, 1) if seat not in forfeits]
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED,
        finished_at=timezone.now(),
        lease_until=None,
        parked_at=None,
    )
    return Result.objects.create(
        match=match,
        scores=[0, 0],
        forfeits=forfeits,
        winner=present[0] if len(present) == 1 else None,
        reason=reason,
    )


def _open_tables(view: StageView) -> None:
    """Queue the bot tables of every round that is due."""
    undecided = [match for match in view.matches if standing_result(match) is None]
    due = min((match.round.number for match in undecided if match.round), default=None)
    for match in undecided:
        is_due = view.stage.format == Stage.Format.KNOCKOUT or (
            match.round is not None and match.round.number == due
        )
        if is_due and match.status == Match.Status.PLANNED and matches.is_for_bots(match):
            matches.enqueue(match)


def _set_finished(tournament: Tournament, *, is_finished: bool) -> None:
    if is_finished == (tournament.status == Tournament.Status.FINISHED):
        return
    tournament.status = Tournament.Status.FINISHED if is_finished else Tournament.Status.RUNNING
    tournament.finished_at = timezone.now() if is_finished else None
    tournament.save(update_fields=["status", "finished_at"])


@transaction.atomic
def cancel(*, tournament: Tournament, by: User, reason: str) -> Tournament:
    """
    Call a tournament off: what has been played stays visible, what has not is void.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If it is over already.
        BadInput: If no reason is given.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = locked(tournament)
    if tournament.is_over:
        raise Conflict(_("“%(name)s” is over already.") % {"name": tournament}, code="over")
    if not reason.strip():
        raise BadInput("reason", _("Say why; the players will read it."), code="empty")
    Match.objects.filter(
        round__stage__tournament=tournament,
        status__in=[Match.Status.PLANNED, Match.Status.QUEUED, Match.Status.RUNNING],
    ).update(status=Match.Status.VOID, finished_at=timezone.now(), lease_until=None, parked_at=None)
    tournament.status = Tournament.Status.CANCELLED
    tournament.finished_at = timezone.now()
    tournament.save(update_fields=["status", "finished_at"])
    audit.record(
        actor=by, act="cancel_tournament", subject=tournament, club=tournament.club, reason=reason
    )
    return tournament
