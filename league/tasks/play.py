"""Ask the runner to play: matches, and the checks of submissions."""

import os
import socket
from collections.abc import Generator, Iterator
from contextlib import closing
from time import monotonic
from typing import TypedDict, TypeVar

import structlog
from celery import shared_task
from django.conf import settings

from bots.check.reports import Step
from bots.client import Alive, Runner, RunnerError, RunnerUnavailable
from bots.matches import longest_deal
from bots.reading import BadReport
from bots.reports import DealReport, MatchReport
from league import queue
from league.models import Attempt, Waits
from league.services import attempts, matches, submissions
from league.services.attempts import LostClaim
from league.services.submissions import LostCheck

log = structlog.get_logger("league.play")
Report = TypeVar("Report")

SLACK_SECONDS = 120.0
"""What a deal may take beside its own clocks: a wait for room, and a machine at its limit."""
STEP_SECONDS = 3600.0
"""No step of a check takes as long as this, whatever its bot does."""

NOT_NOW = {"sandbox_unavailable": Waits.SANDBOX, "busy": Waits.BUSY}
"""What the runner refuses to begin with: the match waits as if nobody had asked."""
CUT_SHORT = frozenset({"starved", "stopping", "exhausted"})
"""Why the runner breaks off what it has begun: nobody's fault, tried again later."""
SANDBOX_FAILED = "sandbox_failed"
"""The walls held when it was begun, and could not be put up again: as often as it may be cut short,
a match is tried again, then staff must look."""
NO_ROOM = CUT_SHORT | {"busy"}
"""What says nothing of the upload that was being checked: it does not count how often."""


def worker_name() -> str:
    """This worker, for the attempt's row."""
    return f"{socket.gethostname()}:{os.getpid()}"


@shared_task(name=queue.PLAY_MATCH)
def play_match(match_id: str) -> None:
    """Claim a match and play it on to its end."""
    runner = Runner(settings.LEAGUE_RUNNER_SOCKET)
    if why := _why_not(runner, sandbox=matches.needs_sandbox(match_id)):
        matches.wait(match_id=match_id, **why)
        return
    attempt = attempts.claim(match_id=match_id, worker=worker_name())
    if attempt is not None:
        _play(runner, attempt)


class Why(TypedDict):
    """Why the runner cannot play now: for everybody, and for staff."""

    reason: Waits
    detail: str


def _why_not(runner: Runner, *, sandbox: bool) -> Why | None:
    """Why the runner cannot play now; None where it can."""
    try:
        status = runner.status()
    except RunnerUnavailable as error:
        return Why(reason=Waits.RUNNER, detail=str(error))
    if sandbox and status.sandbox is None:
        return Why(reason=Waits.SANDBOX, detail=status.reason or "")
    return None


def in_time(reports: Generator[Report, None, None], seconds: float) -> Iterator[Report]:
    """
    *reports*, as long as there is more than `Alive` to read every so many *seconds*.

    Raises:
        RunnerUnavailable: If there is not: what is to be reported hangs.
    """
    with closing(reports):
        told = monotonic()
        for report in reports:
            if not isinstance(report, Alive):
                told = monotonic()
            elif monotonic() - told > seconds:
                raise RunnerUnavailable(
                    f"for {seconds:.0f} s the runner has told nothing but that it is alive"
                )
            yield report


def _play(runner: Runner, attempt: Attempt) -> None:
    try:
        spec = attempts.spec(attempt)
        for report in in_time(runner.play(spec), longest_deal(spec) + SLACK_SECONDS):
            if isinstance(report, DealReport):
                attempts.store_deal(attempt, report)
            elif isinstance(report, MatchReport):
                attempts.finish(attempt, report)
            else:
                attempts.renew(attempt)
    except LostClaim as error:
        log.info("claim lost", reason=str(error))
    except RunnerUnavailable as error:
        attempts.interrupt(attempt, detail=str(error))
    except RunnerError as error:
        _give_back(attempt, error)
    except BadReport as error:
        attempts.fail(attempt, detail=str(error))


def _give_back(attempt: Attempt, error: RunnerError) -> None:
    if error.code in NOT_NOW:
        attempts.put_off(attempt, reason=NOT_NOW[error.code], detail=str(error))
    elif error.code in CUT_SHORT or error.code == SANDBOX_FAILED:
        attempts.interrupt(attempt, detail=str(error))
    else:
        attempts.fail(attempt, detail=str(error))


@shared_task(name=queue.CHECK_SUBMISSION)
def check_submission(submission_id: int) -> None:
    """Claim a submission, let it play its check in the sandbox, accept or refuse it."""
    runner = Runner(settings.LEAGUE_RUNNER_SOCKET)
    if why := _why_not(runner, sandbox=True):
        submissions.wait(submission_id=submission_id, **why)
        return
    check = submissions.claim(submission_id=submission_id)
    if check is None:
        return
    try:
        for report in in_time(runner.check(check.spec), STEP_SECONDS):
            if isinstance(report, Alive):
                submissions.renew(check)
            elif isinstance(report, Step):
                submissions.note(check, report)
            else:
                submissions.decide(check, report)
    except LostCheck as error:
        log.info("check lost", reason=str(error))
    except RunnerUnavailable as error:
        submissions.break_off(check, reason=Waits.BROKEN_OFF, detail=str(error))
    except RunnerError as error:
        reason = NOT_NOW.get(error.code, Waits.BROKEN_OFF)
        counts = error.code not in NO_ROOM
        submissions.break_off(check, reason=reason, detail=str(error), counts=counts)
