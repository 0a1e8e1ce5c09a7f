"""How the whole site is doing, in numbers a console or a front page shows."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from league.models import Deal, LadderEntry, Match, Submission, Tournament


@dataclass(frozen=True, slots=True)
class Overview:
    """What is being played and what waits."""

    playing: int
    queued: int
    waiting: int
    parked: int
    finished: int
    finished_last_minute: int
    deals: int
    bots: int
    tournaments_running: int
    submissions_waiting: int


def overview() -> Overview:
    """Count it now."""
    minute = timezone.now() - timedelta(minutes=1)
    queued = Match.objects.filter(status=Match.Status.QUEUED, parked_at__isnull=True)
    finished = Match.objects.filter(status=Match.Status.FINISHED)
    return Overview(
        playing=Match.objects.filter(status=Match.Status.RUNNING).count(),
        queued=queued.filter(waiting_for="").count(),
        waiting=queued.exclude(waiting_for="").count(),
        parked=Match.objects.filter(parked_at__isnull=False).count()
        + Submission.objects.filter(parked_at__isnull=False).count(),
        finished=finished.count(),
        finished_last_minute=finished.filter(finished_at__gt=minute).count(),
        deals=Deal.objects.count(),
        bots=LadderEntry.objects.filter(is_active=True).values("bot").distinct().count(),
        tournaments_running=Tournament.objects.filter(status=Tournament.Status.RUNNING).count(),
        submissions_waiting=Submission.objects.filter(
            status__in=[Submission.Status.QUEUED, Submission.Status.CHECKING]
        ).count(),
    )


def status_line() -> str:
    """One line for the console of ``manage.py up``."""
    now = overview()
    parts = [
        f"{now.finished} matches played ({now.finished_last_minute} in the last minute)",
        f"{now.playing} being played",
        f"{now.queued} queued",
    ]
    parts += [f"{now.waiting} waiting for the runner or its sandbox"] if now.waiting else []
    parts += [f"{now.parked} parked: an operator must look"] if now.parked else []
    return ", ".join(parts)
