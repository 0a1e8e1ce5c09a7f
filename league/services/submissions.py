"""The check of an upload: taken by one worker, noted step by step, then a verdict."""

from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from bots.check.reports import CheckReport, CheckSpec, Step
from bots.reports import BundleProgram
from league import permissions, queue
from league.errors import Conflict
from league.models import Bot, BotVersion, Submission, User, Waits
from league.permissions import Act
from league.services import audit, ladders

log = structlog.get_logger("league.submissions")

LOG_LIMIT = 32 * 1024
OPPONENTS = ("itself", "house")
"""Of the matches of a check, in their order."""
MOST_BROKEN_OFF = 20
"""A check that was broken off this often is parked: something is wrong with us."""
GIVEN_UP = "given_up: its check could not be finished"


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
    """
    Take an unchecked submission; None where somebody else has it, where another one of the same
    account is being checked, or where it has been broken off too often.
    """
    now = timezone.now()
    this = Submission.objects.filter(_free(now), pk=submission_id, parked_at__isnull=True)
    submission = this.only("submitted_by").first()
    if submission is None or _is_kept_waiting(submission, now):
        return None
    _take_from_the_dead(this)
    if this.filter(broken_off__gte=MOST_BROKEN_OFF).update(
        parked_at=now, waiting_for=Waits.GIVEN_UP
    ):
        log.error("upload parked", submission=submission_id)
        return None
    claimed = this.update(
        status=Submission.Status.CHECKING,
        attempt=F("attempt") + 1,
        lease_until=_lease(now),
        waiting_for="",
        steps=[],
    )
    if not claimed:
        return None
    return Check(Submission.objects.select_related("bundle", "bot").get(pk=submission_id))


def _is_kept_waiting(submission: Submission, now: datetime) -> bool:
    """One upload of an account is checked at a time: whoever sends many waits for himself alone."""
    # Two workers at the same moment would both find that nothing is being checked.
    User.objects.select_for_update(no_key=True).get(pk=submission.submitted_by_id)
    others = Submission.objects.filter(
        submitted_by=submission.submitted_by_id,
        status=Submission.Status.CHECKING,
        lease_until__gte=now,
    ).exclude(pk=submission.pk)
    if not others.exists():
        return False
    wait(submission_id=submission.pk, reason=Waits.OWN_CHECK)
    return True


def _take_from_the_dead(free: "QuerySet[Submission]") -> None:
    """Whoever had one of these is not heard of any more: its check may have been why."""
    free.filter(status=Submission.Status.CHECKING).update(
        status=Submission.Status.QUEUED, lease_until=None, broken_off=F("broken_off") + 1
    )


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


def wait(*, submission_id: int, reason: Waits, detail: str = "") -> None:
    """
    Leave a submission that no worker holds in the queue and say why it is not being checked.

    Args:
        reason: For everybody. What *detail* says besides is for staff.
    """
    now = timezone.now()
    this = Submission.objects.filter(_free(now), pk=submission_id, parked_at__isnull=True)
    _take_from_the_dead(this)
    this.update(waiting_for=reason, waiting_detail=detail, sent_at=now)


def break_off(check: Check, *, reason: Waits, detail: str, counts: bool = True) -> None:
    """
    Give a submission back, to be checked later from the beginning.

    Args:
        counts: Whether the upload may be to blame; one that has been broken off too often is not
            tried again.
    """
    Submission.objects.filter(_held(check), pk=check.submission.pk).update(
        status=Submission.Status.QUEUED,
        lease_until=None,
        broken_off=F("broken_off") + int(counts),
        waiting_for=reason,
        waiting_detail=detail,
        sent_at=timezone.now(),
    )
    _send_next(check.submission)


def _send_next(submission: Submission) -> None:
    """Send the upload of the same account that has waited longest for this check to end."""
    waiting = Submission.objects.filter(
        submitted_by=submission.submitted_by_id,
        status=Submission.Status.QUEUED,
        waiting_for=Waits.OWN_CHECK,
    )
    following = waiting.order_by("created_at", "id").values_list("pk", flat=True).first()
    if following is not None:
        queue.send(queue.CHECK_SUBMISSION, following)


@transaction.atomic
def release(*, submission: Submission, by: User) -> None:
    """
    Let a parked upload be checked again, what was broken off forgiven.

    Raises:
        NotAllowed: If *by* is not of the site's staff.
        Conflict: If the upload is not parked.
    """
    permissions.require(by, Act.OPERATE)
    released = Submission.objects.filter(
        pk=submission.pk, status=Submission.Status.QUEUED, parked_at__isnull=False
    ).update(parked_at=None, broken_off=0, waiting_for="", sent_at=timezone.now())
    if not released:
        raise Conflict(_("This upload is not parked."), code="not_parked")
    audit.record(actor=by, act="release_submission", subject=submission)
    queue.send(queue.CHECK_SUBMISSION, submission.pk)


def require_none_open(bot: Bot) -> None:
    """
    Raises:
        Conflict: If an upload of *bot* is still to be checked; one that is parked does not count.
    """
    undecided = [Submission.Status.QUEUED, Submission.Status.CHECKING]
    if bot.submissions.filter(status__in=undecided, parked_at__isnull=True).exists():
        raise Conflict(
            _("An earlier upload of “%(bot)s” is still being checked; wait for it.") % {"bot": bot},
            code="being_checked",
        )


def give_up(bot: Bot) -> None:
    """Refuse the parked uploads of *bot*: its author has sent another one, or retires it."""
    bot.submissions.filter(status=Submission.Status.QUEUED, parked_at__isnull=False).update(
        status=Submission.Status.REFUSED,
        reason=GIVEN_UP,
        parked_at=None,
        waiting_for="",
        decided_at=timezone.now(),
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
    _send_next(submission)
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
