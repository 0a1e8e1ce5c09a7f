"""Bots, their versions and their uploads."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from league.models import Bot, BotVersion, Submission, User, fold

DAY = timedelta(days=1)
RETIRED = Q(current_version__isnull=True) & Exists(BotVersion.objects.filter(bot=OuterRef("pk")))
"""Whether a bot has versions and plays with none of them."""


def bots(search: str = "") -> QuerySet[Bot]:
    """All bots that play or did, by name; *search* is a part of the name in any case."""
    found = Bot.objects.select_related("owner", "current_version", "player").filter(
        current_version__isnull=False
    )
    return found.filter(search_name__contains=fold(search)) if search else found


def of_owner(user: User) -> QuerySet[Bot]:
    """A user's own bots, those without a version and those retired too; ``is_retired`` tells."""
    found = Bot.objects.filter(owner=user).annotate(is_retired=RETIRED)
    return found.select_related("current_version", "player")


def not_retired(user: User) -> QuerySet[Bot]:
    """A user's own bots that play, or have not played yet."""
    return Bot.objects.filter(owner=user).exclude(RETIRED)


def is_retired(bot: Bot) -> bool:
    """Whether *bot* has versions and plays with none of them."""
    return bot.current_version_id is None and bot.versions.exists()


def enterable(user: User) -> QuerySet[Bot]:
    """Bots *user* may put into a tournament: house bots, and his own."""
    return bots().filter(Q(owner__isnull=True) | Q(owner=user.pk))


def submissions(bot: Bot) -> QuerySet[Submission]:
    """A bot's uploads, newest first."""
    return bot.submissions.select_related("bundle", "version")


def uploads_of_today(user: User) -> int:
    """How often *user* has uploaded within the last 24 hours."""
    since = timezone.now() - DAY
    return Submission.objects.filter(submitted_by=user, created_at__gt=since).count()
