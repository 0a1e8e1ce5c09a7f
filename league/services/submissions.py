"""The check of an upload: taken by one worker, noted step by step, then a verdict."""

from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from bots.check.reports import CheckReport, CheckSpec, Step
from bots.reports import BundleProgram
from league.models import BotVersion, Submission
from league.services import ladders

LOG_LIMIT = 32 * 1024
OPPONENTS = ("itself", "house")
"""Of the matches of a check, in their order."""
MOST_ATTEMPTS = 20
"""A check that was broken off this often is not tried again: something is wrong with us."""
GAVE_UP = "The check was broken off again and again; the site's operator must look at it."


class LostCheck(Exception):
    """Another worker has taken the check over: stop, nothing was written."""


@dataclass(slots=True)
class Check:
    """A check being made, and the steps that it has got through."""

    submission: Submission
    steps: list[dict[str, Any]] = field(default_factory=list)

    @property
    def spec(self) -> CheckSpec:
        """What the runner must know to make it."""
        bundle = self.submission.bundle
        return CheckSpec(BundleProgram(bytes(bundle.data), bundle.sha256))


def _matches_of(report: CheckReport) -> list[dict[str, Any]]:
    """One object per match played."""
    return [
        {
            "opponent": opponent,
            "deals": match.deals,
            "scores": list(match.scores),
            "faults": [fault.to_json() for fault in match.faults],
            "usage": [asdict(usage) for usage in match.usage],
        }
        for opponent, match in zip(OPPONENTS, report.matches, strict=False)
    ]


@transaction.atomic
def claim(*, submission_id: int) -> Check | None:
    """Take an unchecked submission; None where somebody else has it."""
    now = timezone.now()
    stuck = Submission.objects.filter(_free(now), pk=submission_id, attempt__gte=MOST_ATTEMPTS)
    if stuck.update(
        status=Submission.Status.QUEUED, lease_until=None, waiting_for=GAVE_UP, sent_at=now
    ):
        return None
    claimed = Submission.objects.filter(_free(now), pk=submission_id).update(
        status=Submission.Status.CHECKING,
        attempt=F("attempt") + 1,
        lease_until=_lease(now),
        waiting_for="",
        steps=[],
    )
    if not claimed:
        return None
    return Check(Submission.objects.select_related("bundle", "bot").get(pk=submission_id))


def _free(now: datetime) -> Q:
    return Q(status=Submission.Status.QUEUED) | Q(
        status=Submission.Status.CHECKING, lease_until__lt=now
    )


def _held(check: Check) -> Q:
    return Q(attempt=check.submission.attempt, status=Submission.Status.CHECKING)


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.LEAGUE_LEASE_SECONDS)


def renew(check: Check) -> None:
    """
    Keep the submission for another lease: a slow bot's check takes many of them.

    Raises:
        LostCheck: If another worker has taken it over.
    """
    _hold(check)


def note(check: Check, step: Step) -> None:
    """
    Store a step that has ended, for its author to watch.

    Raises:
        LostCheck: If another worker has taken the check over.
    """
    check.steps.append(step.to_json())
    _hold(check, steps=check.steps)


def _hold(check: Check, **changes: Any) -> None:
    held = Submission.objects.filter(_held(check), pk=check.submission.pk)
    if not held.update(lease_until=_lease(timezone.now()), **changes):
        raise LostCheck(f"submission {check.submission.pk} is checked by another worker")


def wait(*, submission_id: int, reason: str, check: Check | None = None) -> None:
    """
    Leave a submission in the queue and say why it is not being checked; one that a worker holds
    is given back by him alone, with his *check*.
    """
    now = timezone.now()
    Submission.objects.filter(_held(check) if check else _free(now), pk=submission_id).update(
        status=Submission.Status.QUEUED,
        lease_until=None,
        waiting_for=reason[:500],
        sent_at=now,
    )


@transaction.atomic
def decide(check: Check, report: CheckReport) -> None:
    """
    Accept or refuse by what the check has shown. An accepted program becomes the bot's new
    version and joins the ladders that take new bots.
    """
    submission = check.submission
    decided = Submission.objects.filter(_held(check), pk=submission.pk).update(
        status=Submission.Status.ACCEPTED if report.accepted else Submission.Status.REFUSED,
        reason="" if report.accepted else f"{report.kind}: {report.reason}",
        steps=[step.to_json() for step in report.steps],
        checks=_matches_of(report),
        log=report.log[:LOG_LIMIT],
        lease_until=None,
        decided_at=timezone.now(),
    )
    if not decided or not report.accepted:
        return
    bot = submission.bot
    bot.current_version = BotVersion.objects.create(
        bot=bot,
        number=bot.versions.count() + 1,
        submission=submission,
        bundle=submission.bundle,
    )
    bot.save(update_fields=["current_version"])
    ladders.enrol_everywhere(bot)
