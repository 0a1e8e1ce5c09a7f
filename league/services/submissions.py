"""The check of an upload: a match against itself, one against a house bot, then a verdict."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from bots.checks import check_matches, verdict
from bots.reports import BundleProgram, MatchReport, MatchSpec
from league.models import BotVersion, Submission
from league.services import ladders

LOG_LIMIT = 32 * 1024
OPPONENTS = ("itself", "house")
MOST_ATTEMPTS = 20
"""A check that was broken off this often is not tried again: something is wrong with us."""
GAVE_UP = "The check was broken off again and again; the site's operator must look at it."


class LostCheck(Exception):
    """Another worker has taken the check over: stop, nothing was written."""


@dataclass(slots=True)
class Check:
    """A check being made: what must be played, and what has come of it so far."""

    submission: Submission
    reports: list[MatchReport] = field(default_factory=list)

    def specs(self) -> Iterator[MatchSpec]:
        """The matches of the check, until one of them has decided it."""
        bundle = self.submission.bundle
        for spec in check_matches(BundleProgram(bytes(bundle.data), bundle.sha256)):
            yield spec
            if not self.is_accepted:
                return

    def note(self, report: object) -> None:
        """Take in what the runner reports of the match under way."""
        if isinstance(report, MatchReport):
            self.reports.append(report)

    @property
    def is_accepted(self) -> bool:
        """Whether nothing has spoken against it so far."""
        return verdict(self.reports).accepted

    @property
    def summary(self) -> list[dict[str, Any]]:
        """One object per match played."""
        return [
            {
                "opponent": opponent,
                "deals": report.deals,
                "scores": list(report.scores),
                "faults": [fault.to_json() for fault in report.faults],
                "usage": [asdict(usage) for usage in report.usage],
            }
            for opponent, report in zip(OPPONENTS, self.reports, strict=False)
        ]

    @property
    def log(self) -> str:
        """What the bot wrote to stderr; two seats that say the same are quoted once."""
        logs = dict.fromkeys(log for report in self.reports for log in report.logs if log)
        return "\n".join(logs)[:LOG_LIMIT]


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
    held = Submission.objects.filter(_held(check), pk=check.submission.pk)
    if not held.update(lease_until=_lease(timezone.now())):
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
def decide(check: Check) -> None:
    """
    Accept or refuse by what the check has shown. An accepted program becomes the bot's new
    version and joins the ladders that take new bots.
    """
    submission = check.submission
    found = verdict(check.reports)
    decided = Submission.objects.filter(_held(check), pk=submission.pk).update(
        status=Submission.Status.ACCEPTED if found.accepted else Submission.Status.REFUSED,
        reason="" if found.accepted else f"{found.kind}: {found.reason}",
        checks=check.summary,
        log=check.log,
        lease_until=None,
        decided_at=timezone.now(),
    )
    if not decided or not found.accepted:
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
