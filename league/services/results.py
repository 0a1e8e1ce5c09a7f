"""Results: reported, corrected, voided. What stands is never changed, only superseded."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict
from league.models import Match, Result, Tournament, User
from league.permissions import Act
from league.progress.acts import Reported, Voided
from league.progress.tables import Table
from league.selectors.consequences import Consequences
from league.selectors.progress import Progress, outcome_of, progress_of
from league.selectors.tournaments import standing_result
from league.services import audit, logbook, matches
from league.services.match_reports import Report


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
    logbook.locked(_tournament_of(match))
    match.refresh_from_db()
    if match.status == Match.Status.FINISHED:
        raise Conflict(_("This match has a result already; correct it instead."), code="has_result")
    if not takes_report(match):
        raise Conflict(
            _("This match is not waiting for a result: it is %(status)s.")
            % {"status": match.get_status_display()},
            code="not_waiting",
        )
    return record(match, _unsaved(match, report, by=by))


@transaction.atomic
def record(match: Match, result: Result) -> Result:
    """
    Put a result into the log of its tournament, whoever brings it: an arbiter, or a worker.

    Raises:
        Conflict: If the match is no longer one of the tournament's.
    """
    progress = progress_of(logbook.locked(_tournament_of(match)))
    written = logbook.write(
        progress.tournament,
        _reported(progress, match, result),
        by=result.reported_by,
        reason=result.reason,
        result=result,
        before=progress,
    )
    result.act = written.row
    return result


def _unsaved(match: Match, report: Report, *, by: User | None, reason: str = "") -> Result:
    return Result(
        match=match,
        scores=list(report.scores),
        forfeits=list(report.forfeits),
        winner=report.winner,
        tally=list(report.tally),
        supersedes=standing_result(match),
        reported_by=by,
        reason=reason,
    )


def _reported(progress: Progress, match: Match, result: Result) -> Reported:
    table = _table_of(progress, match)
    return Reported(table=table.key, outcome=outcome_of(match, result, len(table.entries)))


def _table_of(progress: Progress, match: Match) -> Table:
    for table in progress.state.tables:
        if str(table.key) == match.key:
            return table
    raise Conflict(
        _("This match is not being played any more: the tournament went on without it."),
        code="not_waiting",
    )


def consequences(*, match: Match, report: Report) -> Consequences:
    """What superseding the result of *match* by *report* would change; nothing is written."""
    progress = progress_of(_tournament_of(match))
    return logbook.preview(progress, _reported(progress, match, _unsaved(match, report, by=None)))


@transaction.atomic
def correct(
    *, match: Match, report: Report, by: User, reason: str, seen: int | None = None
) -> Result:
    """
    Supersede the standing result of *match*; what hangs on it is computed anew.

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
    logbook.locked(_tournament_of(match))
    match.refresh_from_db()
    before = match.results.filter(stands=True).first()
    if before is None or match.status != Match.Status.FINISHED:
        raise Conflict(_("This match has no result yet; report it."), code="no_result")
    if seen is not None and before.pk != seen:
        raise Conflict(_("This result was corrected meanwhile; look at it again."), code="stale")
    if (before.scores, before.forfeits) == (list(report.scores), list(report.forfeits)):
        raise Conflict(_("This is the result as it stands."), code="unchanged")
    return record(match, _unsaved(match, report, by=by, reason=reason.strip()))


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
    tournament = logbook.locked(_tournament_of(match))
    progress = progress_of(tournament)
    match.refresh_from_db()
    if match.status == Match.Status.VOID:
        raise Conflict(_("This match is void already."), code="void")
    act = Voided(table=_table_of(progress, match).key)
    written = logbook.write(tournament, act, by=by, reason=reason, before=progress)
    again = next(
        (
            table
            for table in written.progress.state.tables
            if table.key.meeting == act.table.meeting
        ),
        None,
    )
    return None if again is None else written.progress.match(again)


def consequences_of_void(*, match: Match) -> Consequences:
    """What striking *match* out would change; nothing is written."""
    progress = progress_of(_tournament_of(match))
    return logbook.preview(progress, Voided(table=_table_of(progress, match).key))


def _void(match: Match) -> bool:
    return bool(
        Match.objects.filter(pk=match.pk)
        .exclude(status=Match.Status.VOID)
        .update(
            status=Match.Status.VOID, finished_at=timezone.now(), lease_until=None, parked_at=None
        )
    )


def _tournament_of(match: Match) -> Tournament:
    if match.round is None:
        raise Conflict(
            _("A ladder's matches are not corrected by hand; staff may void them."),
            code="ladder_match",
        )
    return match.round.stage.tournament
