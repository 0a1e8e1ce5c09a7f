"""Bots, their versions and their uploads."""

from django.db.models import Q, QuerySet

from league.models import Bot, Submission, User, fold


def bots(search: str = "") -> QuerySet[Bot]:
    """All bots that play or did, by name; *search* is a part of the name in any case."""
    found = Bot.objects.select_related("owner", "current_version", "player").filter(
        current_version__isnull=False
    )
    return found.filter(search_name__contains=fold(search)) if search else found


def of_owner(user: User) -> QuerySet[Bot]:
    """A user's own bots, those without a version too."""
    return Bot.objects.filter(owner=user).select_related("current_version", "player")


def enterable(user: User) -> QuerySet[Bot]:
    """Bots *user* may put into a tournament: house bots, and his own."""
    return bots().filter(Q(owner__isnull=True) | Q(owner=user.pk))


def submissions(bot: Bot) -> QuerySet[Submission]:
    """A bot's uploads, newest first."""
    return bot.submissions.select_related("bundle", "version")
