"""Tournaments that a program's deletion concerns: where it plays, and where its bot is to play."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from league.models import Bot, BotVersion, Entry, Player, Teammate, Tournament
from league.models.tournaments import EntryQuerySet


def under_way(versions: Iterable[BotVersion]) -> QuerySet[Entry]:
    """The entries that play with one of *versions* in a tournament that is running."""
    wanted = list(versions)
    in_teams = Teammate.objects.filter(version__in=wanted).values("entry")
    found = Entry.objects.filter(Q(version__in=wanted) | Q(pk__in=in_teams))
    return _still_in(found).filter(tournament__status=Tournament.Status.RUNNING)


def to_come(bot: Bot) -> QuerySet[Entry]:
    """
    The entries of *bot*, and of teams that it is in, in tournaments that have not begun; no
    version is fixed there yet.
    """
    return _still_in(Entry.objects.with_player(Player.objects.filter(bot=bot))).filter(
        tournament__status__in=[Tournament.Status.DRAFT, Tournament.Status.OPEN]
    )


def _still_in(entries: EntryQuerySet) -> EntryQuerySet:
    found = entries.filter(withdrawn_at__isnull=True).select_related("tournament__club")
    return found.with_members().order_by("tournament_id")
