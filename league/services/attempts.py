"""
Attempts: claim a match, store its deals as they end, finish it, or give it back.

Only the holder of a match's newest attempt number may write; whoever has lost his claim gets
LostClaim and changes nothing, however late he comes.
"""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from bots.reports import (
    BundleProgram,
    DealReport,
    FinishedDeal,
    HouseProgram,
    MatchReport,
    MatchSpec,
    Program,
)
from league import permissions, queue
from league.errors import Conflict
from league.models import Attempt, BotVersion, Deal, Match, Result, User, Waits
from league.permissions import Act
from league.selectors.terms import series_of
from league.services import audit, logbook, matches, recounts, results

log = structlog.get_logger("league.attempts")

MAX_INTERRUPTIONS = 20
"""A match that takes its worker or the runner down this often is parked like one that fails."""


class LostClaim(Exception):
    """Another attempt has taken the match over, or it was voided: stop, nothing was written."""


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.LEAGUE_LEASE_SECONDS)


@transaction.atomic
def claim(*, match_id: str, worker: str) -> Attempt | None:
    """Take a queued match, or a running one whose lease is over; None where another has it."""
    now = timezone.now()
    free = Q(status=Match.Status.QUEUED) | Q(status=Match.Status.RUNNING, lease_until__lt=now)
    claimed = Match.objects.filter(free, pk=match_id, parked_at__isnull=True).update(
        status=Match.Status.RUNNING,
        attempt=F("attempt") + 1,
        lease_until=_lease(now),
        started_at=Coalesce("started_at", now),
        waiting_for="",
    )
    if not claimed:
        return None
    match = Match.objects.get(pk=match_id)
    match.attempts.filter(exit=Attempt.Exit.RUNNING).update(
        exit=Attempt.Exit.INTERRUPTED, ended_at=now, detail="the worker was not heard of any more"
    )
    if _unforgiven(match, Attempt.Exit.INTERRUPTED) >= MAX_INTERRUPTIONS:
        Match.objects.filter(pk=match_id).update(
            status=Match.Status.QUEUED, parked_at=now, lease_until=None
        )
        return None
    return Attempt.objects.create(match=match, number=match.attempt, worker=worker[:120])


def _hold(attempt: Attempt, **changes: Any) -> None:
    """
    Write *changes* to the attempt's match if the attempt still holds it.

    Raises:
        LostClaim: If it does not.
    """
    held = Match.objects.filter(
        pk=attempt.match_id, attempt=attempt.number, status=Match.Status.RUNNING
    ).update(**changes)
    if not held:
        raise LostClaim(f"{attempt.match_id} is no longer held by attempt {attempt.number}")


def renew(attempt: Attempt) -> None:
    """
    Keep the match for another lease.

    Raises:
        LostClaim: If it has been taken over or voided.
    """
    _hold(attempt, lease_until=_lease(timezone.now()))


def spec(attempt: Attempt) -> MatchSpec:
    """What the runner must know to play the match on from its first deal not yet stored."""
    match = attempt.match
    seats = list(match.seats.select_related("version__bundle"))
    return MatchSpec(
        match=match.pk,
        game=match.ruleset.game,
        options=match.ruleset.options,
        seats=match.ruleset.seats,
        sides=match.ruleset.sides,
        series=series_of(match.ruleset, must_have_winner=match.must_have_winner),
        secret=match.secret,
        previous=tuple(
            FinishedDeal.from_json(
                {
                    "outcome": deal.outcome,
                    "awarded": deal.awarded,
                    "faults": deal.faults,
                    "again": deal.played_again,
                }
            )
            for deal in match.deals.all()
        ),
        programs=tuple(program_of(seat.version) for seat in seats),
    )


def program_of(version: BotVersion | None) -> Program:
    """A version as the runner reads it: our own program with settings, or a bundle's bytes."""
    assert version is not None, "a seat without a program cannot be played by a worker"
    if version.bundle is None:
        return HouseProgram(version.program, version.settings)
    return BundleProgram(bytes(version.bundle.data), version.bundle.sha256)


@transaction.atomic
def store_deal(attempt: Attempt, report: DealReport) -> None:
    """
    Check what is told of a finished deal, and store it; its number counts the deals of all legs.

    Raises:
        LostClaim: If the attempt does not hold the match any more.
        BadReport: If it does not follow from the moves, or is not the next deal of this match.
    """
    match = attempt.match
    record = recounts.checked_deal(match, report)
    _hold(attempt, lease_until=_lease(timezone.now()))
    Deal.objects.create(
        match=match,
        number=match.deals.count(),
        places=list(report.places),
        points=list(report.points),
        outcome=report.outcome,
        awarded=report.awarded,
        faults=[fault.to_json() for fault in report.faults],
        notes=[note.to_json() for note in report.notes],
        is_rated=report.rated,
        played_again=report.again,
        record=record,
    )


@transaction.atomic
def finish(attempt: Attempt, report: MatchReport) -> Result:
    """
    Accept the match's result and hand it to its tournament.

    Raises:
        LostClaim: If the attempt does not hold the match any more.
        BadReport: If it is not what the stored deals give.
    """
    now = timezone.now()
    match = attempt.match
    recount = recounts.recount(match, report)
    # The tournament before the match, as everybody else takes them: else two wait for each other.
    if match.round is not None:
        logbook.locked(match.round.stage.tournament)
    _hold(attempt, status=Match.Status.FINISHED, finished_at=now, lease_until=None)
    result = Result(
        match=match,
        attempt=attempt,
        scores=recount.scores,
        winner=recount.winner,
        faults=recount.faults,
        tally=recount.tally,
    )
    if match.round is None:
        result.save()
    else:
        results.record(match, result)
    _end(
        attempt,
        Attempt.Exit.FINISHED,
        usage=[asdict(usage) for usage in report.usage],
        logs=list(report.logs),
    )
    return result


def _unforgiven(match: Match, exit: Attempt.Exit) -> int:
    """How many attempts ended so since an operator last let the match be tried again."""
    return match.attempts.filter(exit=exit, is_forgiven=False).count()


@transaction.atomic
def put_off(attempt: Attempt, *, reason: Waits, detail: str) -> None:
    """
    Give the match back as if it had not been claimed: the runner would not begin with it now.

    Everybody reads the *reason*, staff the *detail*.
    """
    try:
        _hold(attempt, status=Match.Status.QUEUED, lease_until=None, sent_at=timezone.now())
    except LostClaim:
        return
    attempt.delete()
    matches.wait(match_id=attempt.match_id, reason=reason, detail=detail)


@transaction.atomic
def interrupt(attempt: Attempt, *, detail: str) -> None:
    """Give the match back: nobody's fault, free, tried again soon."""
    try:
        _hold(attempt, status=Match.Status.QUEUED, lease_until=None, sent_at=timezone.now())
    except LostClaim:
        return
    _end(attempt, Attempt.Exit.INTERRUPTED, detail=detail)
    matches.wait(match_id=attempt.match_id, reason=Waits.BROKEN_OFF, detail=detail)


@transaction.atomic
def fail(attempt: Attempt, *, detail: str) -> None:
    """Our own fault: tried again a few times, then parked for an operator with its detail."""
    now = timezone.now()
    failed = 1 + _unforgiven(attempt.match, Attempt.Exit.FAILED)
    parked = now if failed >= settings.LEAGUE_MAX_ATTEMPTS else None
    try:
        _hold(attempt, status=Match.Status.QUEUED, lease_until=None, sent_at=now, parked_at=parked)
    except LostClaim:
        return
    _end(attempt, Attempt.Exit.FAILED, detail=detail)
    log.error("attempt failed", match=attempt.match_id, attempt=attempt.number, detail=detail)


def _end(attempt: Attempt, exit: Attempt.Exit, **changes: Any) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(exit=exit, ended_at=timezone.now(), **changes)


@transaction.atomic
def release(*, match: Match, by: User) -> None:
    """
    Let a parked match be tried again, its failures forgiven.

    Raises:
        NotAllowed: If *by* is not of the site's staff.
        Conflict: If the match is not parked.
    """
    permissions.require(by, Act.OPERATE)
    released = Match.objects.filter(
        pk=match.pk, status=Match.Status.QUEUED, parked_at__isnull=False
    ).update(parked_at=None, sent_at=timezone.now())
    if not released:
        raise Conflict(_("This match is not parked."), code="not_parked")
    audit.record(actor=by, act="release_match", subject=match)
    match.attempts.update(is_forgiven=True)
    queue.send(queue.PLAY_MATCH, match.pk)
