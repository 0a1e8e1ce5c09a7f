"""
Attempts: claim a match, store its deals as they end, finish it, or give it back.

Only the holder of a match's newest attempt number may write; whoever has lost his claim gets
LostClaim and changes nothing, however late he comes.
"""

from collections import Counter
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
from games.catalogue import find_game
from games.errors import GameError
from games.game import Game, Outcome
from games.records import Record, game_of, verify
from games.seating import deal_after
from games.series import Length
from games.series import Match as Counted
from league import permissions, queue
from league.errors import Conflict
from league.models import Attempt, BotVersion, Deal, Match, Result, Ruleset, User, Waits
from league.permissions import Act
from league.services import audit, matches, tournaments

log = structlog.get_logger("league.attempts")

MAX_INTERRUPTIONS = 20
"""A match that takes its worker or the runner down this often is parked like one that fails."""


class LostClaim(Exception):
    """Another attempt has taken the match over, or it was voided: stop, nothing was written."""


class BadReport(Exception):
    """The runner reported a deal that the rules engine does not confirm: a fault of ours."""


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


def series_of(ruleset: Ruleset, *, must_have_winner: bool) -> dict[str, Any]:
    """The ruleset's series, with deals to break a tie where somebody must go on."""
    return {**ruleset.length, "must_have_winner": must_have_winner}


def program_of(version: BotVersion | None) -> Program:
    """A version as the runner reads it: our own program with settings, or a bundle's bytes."""
    assert version is not None, "a seat without a program cannot be played by a worker"
    if version.bundle is None:
        return HouseProgram(version.program, version.settings)
    return BundleProgram(bytes(version.bundle.data), version.bundle.sha256)


@transaction.atomic
def store_deal(attempt: Attempt, report: DealReport) -> None:
    """
    Check a finished deal by replaying it, and store it; its number counts the deals of all legs.

    Raises:
        LostClaim: If the attempt does not hold the match any more.
        BadReport: If the deal is not one of this match or does not replay.
    """
    match = attempt.match
    record = _checked_record(match, report)
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


def _checked_record(match: Match, report: DealReport) -> dict[str, Any]:
    try:
        record = Record.from_json(report.record)
        verify(record, secret=bytes.fromhex(match.secret))
        game = game_of(record)
    except GameError as error:
        raise BadReport(f"deal {report.number} does not replay: {error}") from error
    length = length_of(match)
    leg, number = deal_after(game_played(match.ruleset), length, match.deals.count())
    told = (record.match, record.leg, record.deal, record.commitment, record.series, game)
    owed = (match.pk, leg, number, match.commitment, length, game_played(match.ruleset))
    if told != owed:
        raise BadReport(f"deal {report.number} is of another match: {told}, expected {owed}")
    places, points = counted(record)
    says = (leg, number, record.outcome.to_json(), record.awarded, places, points)
    reported = (
        report.leg, report.number, report.outcome, report.awarded, report.places, report.points,
    )  # fmt: skip
    if reported != says:
        raise BadReport(f"deal {report.number} is reported otherwise than it is recorded")
    return record.to_json()


def counted(record: Record) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places and points that count, for each seat of the match, whoever sat where."""
    awarded = record.awarded or {}
    by_seat = [record.seated.index(seat) for seat in range(record.seats)]
    places = awarded.get("places", record.outcome.places)
    points = awarded.get("points", record.outcome.points)
    return tuple(places[seat] for seat in by_seat), tuple(points[seat] for seat in by_seat)


def length_of(match: Match) -> Length:
    """The series of *match*, as the rules engine counts it."""
    return Length.from_json(series_of(match.ruleset, must_have_winner=match.must_have_winner))


def game_played(ruleset: Ruleset) -> Game:
    """The ruleset's game, ready to be dealt."""
    return find_game(ruleset.game)(seats=ruleset.seats, sides=ruleset.sides, **ruleset.options)


@transaction.atomic
def finish(attempt: Attempt, report: MatchReport) -> Result:
    """
    Accept the match's result and hand it to its tournament.

    Raises:
        LostClaim: If the attempt does not hold the match any more.
        BadReport: If the scores are not those of the stored deals.
    """
    now = timezone.now()
    match = attempt.match
    _check_scores(match, report)
    # The tournament before the match, as everybody else takes them: else two wait for each other.
    if match.round is not None:
        tournaments.locked(match.round.stage.tournament)
    _hold(attempt, status=Match.Status.FINISHED, finished_at=now, lease_until=None)
    result = Result.objects.create(
        match=match,
        attempt=attempt,
        scores=list(report.scores),
        winner=report.winner,
        faults=[fault.to_json() for fault in report.faults],
        tally=tally_of(match),
    )
    _end(
        attempt,
        Attempt.Exit.FINISHED,
        usage=[asdict(usage) for usage in report.usage],
        logs=list(report.logs),
    )
    if match.round is not None:
        tournaments.advance(match.round.stage.tournament)
    return result


def _check_scores(match: Match, report: MatchReport) -> None:
    """
    What was stored must follow deal from deal, and give the scores reported, but for deals
    forfeited by a fault.
    """
    deals = list(match.deals.all())
    score = Counted(game_played(match.ruleset), length_of(match))
    for deal in deals:
        dealer, _leader = score.next_deal()
        dealt, by_lot = deal.record["dealer"], deal.record["dealer_by_lot"]
        if by_lot != (dealer is None) or dealer not in (None, dealt):
            raise BadReport(f"deal {deal.number}: seat {dealt} was not to deal")
        score.add(Outcome.from_json(deal.outcome), deal.awarded)
    played, told = score.scores, report.scores
    agree = told == played or (
        bool(report.faults) and all(more >= less for more, less in zip(told, played, strict=True))
    )
    if not agree or (not score.decided and not report.faults) or report.deals != len(deals):
        raise BadReport(
            f"scores {told} after {report.deals} deals reported, {played} after {len(deals)} stored"
        )


def tally_of(match: Match) -> list[dict[str, Any]]:
    """How often each order of places was awarded in the match's rated deals."""
    counts = Counter(
        tuple(places)
        for places in match.deals.filter(is_rated=True).values_list("places", flat=True)
    )
    return [{"places": list(places), "count": count} for places, count in sorted(counts.items())]


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
