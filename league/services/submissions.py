"""The check of an upload: a match against itself, one against a house bot, then a verdict."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from bots.reports import (
    BundleProgram,
    DealReport,
    HouseProgram,
    MatchReport,
    MatchSpec,
    Program,
)
from games.series import Length
from league.models import BotVersion, Submission
from league.services import ladders

CHECK_DEALS = 3
CHECK_OPPONENT = "random"
LEASE = timedelta(seconds=120)
"""Longer than a check can take: start limits and move limits bound it."""
LOG_LIMIT = 32 * 1024


@dataclass(slots=True)
class Check:
    """A check being made: what must be played, and what has come of it so far."""

    submission: Submission
    results: list[dict[str, Any]] = field(default_factory=list)
    log: str = ""

    def specs(self) -> Iterator[MatchSpec]:
        """The matches of the check: against itself, then against a house bot."""
        bundle = self.submission.bundle
        own = BundleProgram(bytes(bundle.data), bundle.sha256)
        house = HouseProgram(CHECK_OPPONENT)
        pairs: tuple[tuple[str, tuple[Program, Program]], ...] = (
            ("itself", (own, own)),
            (CHECK_OPPONENT, (own, house)),
        )
        for opponent, programs in pairs:
            self.results.append({"opponent": opponent, "scores": None, "faults": []})
            yield MatchSpec(
                match=f"check_{self.submission.pk}_{opponent}",
                game="podkidnoy",
                options={},
                seats=2,
                sides="single",
                series=Length(kind="deals", count=CHECK_DEALS).to_json(),
                secret=secrets.token_hex(32),
                randoms=(secrets.token_hex(16), secrets.token_hex(16)),
                programs=programs,
            )

    def note(self, report: object) -> None:
        """Take in what the runner reports of the match under way."""
        now = self.results[-1]
        if isinstance(report, DealReport):
            now["deals"] = report.number + 1
        elif isinstance(report, MatchReport):
            now["scores"] = list(report.scores)
            now["faults"] = [fault.to_json() for fault in report.faults]
            now["usage"] = [asdict(usage) for usage in report.usage]
            self.log = "\n".join(filter(None, [self.log, *dict.fromkeys(report.logs)]))[:LOG_LIMIT]

    @property
    def faults(self) -> list[dict[str, Any]]:
        return [fault for result in self.results for fault in result["faults"]]

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is known before the remaining matches are played."""
        return bool(self.faults)


@transaction.atomic
def claim(*, submission_id: int) -> Check | None:
    """Take an unchecked submission; None where somebody else has it."""
    now = timezone.now()
    free = Q(status=Submission.Status.QUEUED) | Q(
        status=Submission.Status.CHECKING, lease_until__lt=now
    )
    claimed = Submission.objects.filter(free, pk=submission_id).update(
        status=Submission.Status.CHECKING,
        attempt=F("attempt") + 1,
        lease_until=now + LEASE,
        waiting_for="",
    )
    if not claimed:
        return None
    return Check(Submission.objects.select_related("bundle", "bot").get(pk=submission_id))


def wait(*, submission_id: int, reason: str) -> None:
    """Leave a submission in the queue and say why it is not being checked."""
    Submission.objects.filter(
        pk=submission_id, status__in=[Submission.Status.QUEUED, Submission.Status.CHECKING]
    ).update(
        status=Submission.Status.QUEUED,
        lease_until=None,
        waiting_for=reason[:500],
        sent_at=timezone.now(),
    )


@transaction.atomic
def decide(check: Check) -> None:
    """
    Accept or refuse by what the check has shown. An accepted program becomes the bot's new
    version and joins the ladders that take new bots.
    """
    submission = check.submission
    refused = bool(check.faults)
    decided = Submission.objects.filter(
        pk=submission.pk, attempt=submission.attempt, status=Submission.Status.CHECKING
    ).update(
        status=Submission.Status.REFUSED if refused else Submission.Status.ACCEPTED,
        reason=_sentence(check) if refused else "",
        checks=check.results,
        log=check.log,
        lease_until=None,
        decided_at=timezone.now(),
    )
    if not decided or refused:
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


def _sentence(check: Check) -> str:
    result = next(result for result in check.results if result["faults"])
    fault = result["faults"][0]
    return (
        f"{fault['kind']} in deal {fault['deal'] + 1} of the match against {result['opponent']}: "
        f"{fault['detail']}"
    )
