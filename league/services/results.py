"""Results: reported, corrected, voided. What stands is never changed, only superseded."""

from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict
from league.models import Match, Result, Stage, Tournament, User
from league.permissions import Act
from league.selectors.tournaments import StageView, slot_of, standing_result
from league.services import audit, matches, tournaments
from league.services.match_reports import Report
from league.services.matches import Sitting


def takes_report(match: Match) -> bool:
    """Whether the arbiter is waited for: people sit at the table, or a bots' match is parked."""
    if match.parked_at is not None:
        return match.status == Match.Status.QUEUED
    return match.status == Match.Status.PLANNED and not matches.is_for_bots(match)


@transaction.atomic
def report(*, match: Match, report: Report, by: User) -> Result:
    """
    Accept the first result of a match at a table of people, or of one that we failed to play.

    Raises:
        NotAllowed: If *by* may not report for the club.
        Conflict: If the match has a result, is played by the workers, or is void.
    """
    permissions.require(by, Act.REPORT, match)
    tournament = _tournament_of(match)
    tournaments.locked(tournament)
    match.refresh_from_db()
    if match.status == Match.Status.FINISHED:
        raise Conflict(_("This match has a result already; correct it instead."), code="has_result")
    if not takes_report(match):
        raise Conflict(
            _("This match is not waiting for a result: it is %(status)s.")
            % {"status": match.get_status_display()},
            code="not_waiting",
        )
    result = _append(match, report, by=by)
    tournaments.advance(tournament)
    return result


@dataclass(slots=True)
class Consequences:
    """
    What a correction would change.

    Attributes:
        voided: Later matches that would be played again, or not at all.
        standings: Lines that would change: (entry, rank now, rank then, points now, points then).
        reopens: Whether a finished tournament would go on.
    """

    winner_changes: bool = False
    voided: list[Match] = field(default_factory=list)
    standings: list[dict[str, Any]] = field(default_factory=list)
    reopens: bool = False


def consequences(*, match: Match, report: Report) -> Consequences:
    """What superseding the result of *match* by *report* would change; nothing is written."""
    with transaction.atomic():
        before = standing_result(match)
        stage = match.round.stage if match.round else None
        assert stage is not None, "only matches of tournaments are corrected"
        view = StageView(stage)
        found = Consequences(
            winner_changes=before is not None and before.winner != report.winner,
            voided=_hanging_on(view, match, report),
        )
        old_lines = _lines(view)
        savepoint = transaction.savepoint()
        _append(match, report, by=None, reason="preview")
        new_lines = _lines(StageView(stage))
        transaction.savepoint_rollback(savepoint)
    found.reopens = bool(found.voided) and stage.tournament.status == Tournament.Status.FINISHED
    found.standings = [
        {"entry": view.entries[number], "before": old_lines.get(number), "after": line}
        for number, line in new_lines.items()
        if line != old_lines.get(number)
    ]
    return found


def _lines(view: StageView) -> dict[int, tuple[int | None, float]]:
    """Rank and points of each number, in a round robin."""
    if view.stage.format != Stage.Format.ROUND_ROBIN:
        return {}
    return {line.entry: (line.rank, line.points) for line in view.standings}


def _hanging_on(view: StageView, match: Match, report: Report | None) -> list[Match]:
    """
    The knockout's later matches whose entries would not be the same any more, if *match* ended as
    *report* says; without one, if it were still to be played.
    """
    if view.stage.format != Stage.Format.KNOCKOUT:
        return []
    slot = slot_of(match)
    after = dict(view.winners)
    after.pop(slot, None)
    if report is not None:
        after[slot] = None if report.winner is None else view.sides(match)[report.winner]
    hanging = []
    now = {(m.round, m.slot): m.known for matches_ in view.bracket for m in matches_}
    for later in sorted(view.by_slot):
        then = {(m.round, m.slot): m.known for ms in _tolerant(view, after) for m in ms}
        if then[later] != now[later]:
            hanging.append(view.by_slot[later])
            after.pop(later, None)
    return hanging


def _tolerant(view: StageView, winners: dict[tuple[int, int], int | None]) -> list[list[Any]]:
    """The bracket of *winners* without those that no longer stand in their slot."""
    kept: dict[tuple[int, int], int | None] = {}
    for slot in sorted(winners):
        try:
            view.bracket_after({**kept, slot: winners[slot]})
        except ValueError:
            continue
        kept[slot] = winners[slot]
    return view.bracket_after(kept)


@transaction.atomic
def correct(
    *, match: Match, report: Report, by: User, reason: str, seen: int | None = None
) -> Result:
    """
    Supersede the standing result of *match* and recompute what hangs on it.

    Args:
        seen: The id of the result the corrector looked at; another one now is a conflict.

    Raises:
        NotAllowed: If *by* may not correct for the club.
        BadInput: If no reason is given.
        Conflict: If there is nothing to correct, it was corrected meanwhile, or nothing changes.
    """
    permissions.require(by, Act.REPORT, match)
    if not reason.strip():
        raise BadInput("reason", _("Say why; it is shown beside the result."), code="empty")
    tournament = _tournament_of(match)
    tournaments.locked(tournament)
    match.refresh_from_db()
    before = match.results.filter(superseded_by__isnull=True).first()
    if before is None or match.status != Match.Status.FINISHED:
        raise Conflict(_("This match has no result yet; report it."), code="no_result")
    if seen is not None and before.pk != seen:
        raise Conflict(_("This result was corrected meanwhile; look at it again."), code="stale")
    if (before.scores, before.forfeits) == (list(report.scores), list(report.forfeits)):
        raise Conflict(_("This is the result as it stands."), code="unchanged")
    effects = consequences(match=match, report=report)
    result = _append(match, report, by=by, reason=reason.strip())
    for later in effects.voided:
        _void(later)
    audit.record(
        actor=by,
        act="correct_result",
        subject=match,
        club=tournament.club,
        reason=reason,
        before=before.scores,
        after=list(report.scores),
        voided=[later.pk for later in effects.voided],
    )
    tournaments.advance(tournament)
    return result


@transaction.atomic
def void(*, match: Match, by: User, reason: str) -> Match | None:
    """
    Strike a match out, nobody to blame. In a tournament that was not called off it is played
    again: the new match.

    Raises:
        NotAllowed: If *by* may not: the club's arbiters for its matches, staff for a ladder's.
        BadInput: If no reason is given.
        Conflict: If it is void already.
    """
    permissions.require(by, Act.REPORT if match.round else Act.OPERATE, match)
    if not reason.strip():
        raise BadInput("reason", _("Say why; it is shown beside the match."), code="empty")
    if match.round is None:
        if not _void(match):
            raise Conflict(_("This match is void already."), code="void")
        audit.record(actor=by, act="void_match", subject=match, reason=reason)
        return None
    tournament = _tournament_of(match)
    tournament = tournaments.locked(tournament)
    later = _hanging_on(StageView(match.round.stage), match, None)
    if not _void(match):
        raise Conflict(_("This match is void already."), code="void")
    for hanging in later:
        _void(hanging)
    is_off = tournament.status == Tournament.Status.CANCELLED
    again = None if is_off else _planned_again(match)
    audit.record(
        actor=by, act="void_match", subject=match, club=tournament.club, reason=reason,
        again=again and again.pk,
    )  # fmt: skip
    tournaments.advance(tournament)
    return again


def _planned_again(match: Match) -> Match:
    """A new match of the same seats, with a secret of its own."""
    return matches.plan(
        ruleset=match.ruleset,
        round=match.round,
        table_number=match.table_number,
        slot=match.slot,
        must_have_winner=match.must_have_winner,
        sittings=[
            Sitting(player=seat.player, version=seat.version, entry=seat.entry)
            for seat in match.seats.select_related("player", "version", "entry")
        ],
    )


def _void(match: Match) -> bool:
    return bool(
        Match.objects.filter(pk=match.pk)
        .exclude(status=Match.Status.VOID)
        .update(
            status=Match.Status.VOID, finished_at=timezone.now(), lease_until=None, parked_at=None
        )
    )


def _append(match: Match, report: Report, *, by: User | None, reason: str = "") -> Result:
    """Add the result; the database refuses a second first result and a second successor."""
    now = timezone.now()
    before = match.results.filter(superseded_by__isnull=True).first()
    try:
        with transaction.atomic():
            result = Result.objects.create(
                match=match,
                scores=list(report.scores),
                forfeits=list(report.forfeits),
                winner=report.winner,
                tally=list(report.tally),
                supersedes=before,
                reported_by=by,
                reason=reason,
            )
    except IntegrityError as error:
        raise Conflict(
            _("Somebody else reported this match a moment ago; look at it again."),
            code="has_result",
        ) from error
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED,
        finished_at=now,
        started_at=match.started_at or now,
        parked_at=None,
        waiting_for="",
    )
    return result


def _tournament_of(match: Match) -> Tournament:
    if match.round is None:
        raise Conflict(
            _("A ladder's matches are not corrected by hand; staff may void them."),
            code="ladder_match",
        )
    return match.round.stage.tournament
