"""Ratings as they stand, and how they came to be."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import Bot, Ladder, Match, Player, Rating, RatingRun, Result, Seat

TREND = timedelta(hours=1)
"""The span over which a leaderboard shows how a rating has moved."""

START = 1500.0
"""What an unrated competitor is taken to be worth: as much as the anchor."""


def may_be_rated(players: Sequence[Player], *, ladder: Ladder | None) -> bool:
    """
    Whether ratings may count a match of *players*: people among themselves, or bots on a ladder.

    A ladder draws its matches, and nobody who gains by them may strike one out. In a tournament
    both can be arranged: anybody may found a club, enter any bot and correct what came of it. Two
    bots of one author could help each other.
    """
    bots = [player.bot for player in players if player.bot is not None]
    if not bots:
        return True
    owners = [bot.owner_id for bot in bots if not bot.is_house]
    return ladder is not None and len(bots) == len(players) and len(set(owners)) == len(owners)


def counted() -> QuerySet[Result]:
    """
    The results that ratings are made of: those that stand, of rated matches that are not void.

    Where a bot sits, only of a ladder and only what a worker has had played: nothing that somebody
    reported or corrected by hand.
    """
    bots = Seat.objects.filter(match=OuterRef("match"), player__bot__isnull=False)
    drawn_and_played = Q(match__ladder__isnull=False, attempt__isnull=False)
    return Result.objects.filter(
        drawn_and_played | ~Exists(bots),
        match__is_rated=True,
        match__status=Match.Status.FINISHED,
        stands=True,
    )


def latest_run(pool: str) -> RatingRun | None:
    """The newest fit of *pool*."""
    return RatingRun.objects.filter(pool=pool).first()


def table(pool: str) -> QuerySet[Rating]:
    """The lines of the pool's newest run, strongest first."""
    run = latest_run(pool)
    lines = Rating.objects.select_related("player__bot", "version__bot")
    return lines.filter(run=run).order_by("-value", "id") if run else lines.none()


def of_bot(pool: str, bot: Bot) -> dict[int, Rating]:
    """The newest lines of the versions of *bot*, by the version's id."""
    run = latest_run(pool)
    lines = Rating.objects.filter(run=run, version__bot=bot) if run else Rating.objects.none()
    return {line.version_id: line for line in lines if line.version_id is not None}


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
