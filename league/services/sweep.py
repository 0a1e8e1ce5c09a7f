"""The sweep: what lies in the rows and was not taken up is sent again. A lost message costs time,
never a match."""

from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone

from league import queue
from league.models import IdempotentRequest, Match, Submission

MOST_AT_ONCE = 16
FORGET_AFTER = timedelta(days=2)


def resend() -> int:
    """Send again the queued that nobody took up and the running whose lease is over."""
    now = timezone.now()
    stale = now - timedelta(seconds=settings.LEAGUE_RESEND_SECONDS)
    unsent = Q(sent_at__isnull=True) | Q(sent_at__lt=stale)
    abandoned = Q(lease_until__lt=now)
    matches = Match.objects.filter(
        Q(status=Match.Status.QUEUED) & unsent
        | Q(status=Match.Status.RUNNING) & abandoned & unsent,
        parked_at__isnull=True,
    )
    submissions = Submission.objects.filter(
        Q(status=Submission.Status.QUEUED) & unsent
        | Q(status=Submission.Status.CHECKING) & abandoned & unsent,
        parked_at__isnull=True,
    )
    sent = 0
    # Whose turn was longest ago: many that wait in vain must not hide one whose message was lost.
    turn = F("sent_at").asc(nulls_first=True)
    for task, rows in ((queue.CHECK_SUBMISSION, submissions), (queue.PLAY_MATCH, matches)):
        for row in rows.order_by(turn, "created_at").only("pk")[:MOST_AT_ONCE]:
            type(row).objects.filter(pk=row.pk).update(sent_at=now)
            queue.send(task, row.pk)
            sent += 1
    return sent


def forget() -> None:
    """Delete kept answers that no program will ask for any more."""
    IdempotentRequest.objects.filter(created_at__lt=timezone.now() - FORGET_AFTER).delete()
