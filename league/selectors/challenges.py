"""Challenges: unrated matches that authors have asked for."""

from datetime import timedelta

from django.db.models import Case, QuerySet, When
from django.utils import timezone

from league.models import Bot, Ladder, Match, Ruleset, User
from league.selectors import bots
from league.selectors import matches as all_matches

DAY = timedelta(days=1)


def of_bot(bot: Bot) -> QuerySet[Match]:
    """The challenges *bot* plays in, newest first; those taken back are left out."""
    return (
        all_matches.of_player(bot.player.pk)
        .filter(challenged_by__isnull=False)
        .exclude(status=Match.Status.VOID)
    )


def of_today(user: User) -> int:
    """How many challenges *user* has made within the last 24 hours, those taken back too."""
    return user.challenges.filter(created_at__gt=timezone.now() - DAY).count()


def open_now(user: User) -> int:
    """How many of *user*'s challenges are to be played or being played."""
    over = [Match.Status.FINISHED, Match.Status.VOID]
    return user.challenges.exclude(status__in=over).count()


def challengers(user: User, opponent: Bot) -> QuerySet[Bot]:
    """The bots *user* may challenge *opponent* with."""
    return bots.of_owner(user).filter(current_version__isnull=False).exclude(pk=opponent.pk)


def rulesets() -> QuerySet[Ruleset]:
    """What may be played: everything for two that is offered for choice, the ladders' first."""
    played = Ladder.objects.filter(is_open=True).values("ruleset")
    found = Ruleset.objects.filter(seats=2, sides="single", made_from__isnull=True)
    return found.select_related("club").order_by(
        Case(When(pk__in=played, then=0), default=1), "search_name", "id"
    )
