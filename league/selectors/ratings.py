"""Ratings as they stand, and how they came to be."""

from datetime import timedelta

from django.db.models import QuerySet

from league.models import Rating, RatingRun

TREND = timedelta(hours=1)
"""The span over which a leaderboard shows how a rating has moved."""

START = 1500.0
"""What an unrated competitor is taken to be worth: as much as the anchor."""


def latest_run(pool: str) -> RatingRun | None:
    """The newest fit of *pool*."""
    return RatingRun.objects.filter(pool=pool).first()


def table(pool: str) -> QuerySet[Rating]:
    """The lines of the pool's newest run, strongest first."""
    run = latest_run(pool)
    lines = Rating.objects.select_related("player__bot", "version__bot")
    return lines.filter(run=run).order_by("-value", "id") if run else lines.none()


def by_version(pool: str) -> dict[int, Rating]:
    """The newest line of every bot version of *pool*, by the version's id."""
    return {line.version_id: line for line in table(pool) if line.version_id is not None}


def history(pool: str, version_id: int) -> list[tuple[str, float, float]]:
    """A version's numbers over the runs kept, oldest first: time (ISO), value, interval."""
    lines = (
        Rating.objects.filter(version=version_id, run__pool=pool)
        .select_related("run")
        .order_by("run_id")
    )
    return [(line.run.created_at.isoformat(), line.value, line.interval) for line in lines]
