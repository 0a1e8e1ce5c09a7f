"""Ask the runner to play: matches, and the checks of submissions."""

import os
import socket
from collections.abc import Callable

import structlog
from celery import shared_task
from django.conf import settings

from bots.check.reports import Step
from bots.client import Alive, Runner, RunnerError, RunnerUnavailable
from bots.reports import DealReport, MatchReport
from league import queue
from league.models import Attempt
from league.services import attempts, matches, submissions
from league.services.attempts import BadReport, LostClaim
from league.services.submissions import LostCheck

log = structlog.get_logger("league.play")

NOT_NOW = frozenset({"sandbox_unavailable", "busy"})
"""What the runner refuses to begin with: the match waits as if nobody had asked."""
CUT_SHORT = frozenset({"starved", "stopping"})
"""Why the runner breaks off what it has begun: nobody's fault, tried again later."""


def worker_name() -> str:
    """This worker, for the attempt's row."""
    return f"{socket.gethostname()}:{os.getpid()}"


@shared_task(name=queue.PLAY_MATCH)
def play_match(match_id: str) -> None:
    """Claim a match and play it on to its end."""
    runner = Runner(settings.LEAGUE_RUNNER_SOCKET)
    reason = _why_not(runner, sandbox=matches.needs_sandbox(match_id))
    if reason:
        matches.wait(match_id=match_id, reason=reason)
        return
    attempt = attempts.claim(match_id=match_id, worker=worker_name())
    if attempt is not None:
        _play(runner, attempt)


def _why_not(runner: Runner, *, sandbox: bool) -> str:
    """Why the runner cannot play now; "" where it can."""
    try:
        status = runner.status()
    except RunnerUnavailable as error:
        return f"The match runner is not running. {error}"
    if sandbox and status.sandbox is None:
        return f"The bot sandbox is not available. {status.reason}"
    return ""


def _play(runner: Runner, attempt: Attempt) -> None:
    try:
        for report in runner.play(attempts.spec(attempt)):
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
        _give_back(error.code)(attempt, detail=str(error))
    except BadReport as error:
        attempts.fail(attempt, detail=str(error))


def _give_back(code: str) -> Callable[..., None]:
    if code in NOT_NOW:
        return attempts.put_off
    return attempts.interrupt if code in CUT_SHORT else attempts.fail


@shared_task(name=queue.CHECK_SUBMISSION)
def check_submission(submission_id: int) -> None:
    """Claim a submission, let it play its check in the sandbox, accept or refuse it."""
    runner = Runner(settings.LEAGUE_RUNNER_SOCKET)
    reason = _why_not(runner, sandbox=True)
    if reason:
        submissions.wait(submission_id=submission_id, reason=reason)
        return
    check = submissions.claim(submission_id=submission_id)
    if check is None:
        return
    try:
        for report in runner.check(check.spec):
            if isinstance(report, Alive):
                submissions.renew(check)
            elif isinstance(report, Step):
                submissions.note(check, report)
            else:
                submissions.decide(check, report)
    except LostCheck as error:
        log.info("check lost", reason=str(error))
    except (RunnerUnavailable, RunnerError) as error:
        reason = f"The check could not be run: {error}"
        submissions.wait(submission_id=submission_id, reason=reason, check=check)
