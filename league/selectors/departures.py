"""Tournaments that a program's deletion concerns: where it plays, and where its bot is to play."""

from collections.abc import Iterable

from django.db.models import QuerySet

from league.models import Bot, BotVersion, Entry, Tournament


def under_way(versions: Iterable[BotVersion]) -> QuerySet[Entry]:
    """The entries that play with one of *versions* in a tournament that is running."""
    return _still_in(Entry.objects.filter(version__in=list(versions))).filter(
        tournament__status=Tournament.Status.RUNNING
    )


def to_come(bot: Bot) -> QuerySet[Entry]:
    """The entries of *bot* in tournaments that have not begun; no version is fixed there yet."""
    return _still_in(Entry.objects.filter(player__bot=bot)).filter(
        tournament__status__in=[Tournament.Status.DRAFT, Tournament.Status.OPEN]
    )


def _still_in(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    found = entries.filter(withdrawn_at__isnull=True).select_related("tournament__club", "player")
    return found.order_by("tournament_id")
