"""Who may do what: one function, one table, used by pages, API and services alike."""

from enum import StrEnum
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.errors import NotAllowed, Text
from league.models import Bot, Club, Match, Member, Role, Submission, Tournament, User

Somebody: TypeAlias = User | AnonymousUser
Subject: TypeAlias = Club | Tournament | Match | Bot | Submission


class Act(StrEnum):
    """A privileged act."""

    MANAGE_CLUB = "manage_club"
    DIRECT = "direct"  # create, enter, start, cancel a tournament
    REPORT = "report"  # enter and correct results
    SUBMIT = "submit"  # upload a version of a bot, read its logs
    OPERATE = "operate"  # parked matches, workers


_ROLES: dict[Act, frozenset[str]] = {
    Act.MANAGE_CLUB: frozenset({Role.OWNER}),
    Act.DIRECT: frozenset({Role.OWNER, Role.ORGANISER}),
    Act.REPORT: frozenset({Role.OWNER, Role.ORGANISER, Role.ARBITER}),
}
_REFUSALS: dict[Act, Text] = {
    Act.MANAGE_CLUB: _("Only an owner of the club may do this."),
    Act.DIRECT: _("Only an organiser of the club may do this."),
    Act.REPORT: _("Only an arbiter or organiser of the club may report and correct results."),
    Act.SUBMIT: _("Only the bot's author may do this."),
    Act.OPERATE: _("Only the site's staff may do this."),
}


def may(user: Somebody, act: Act, subject: Subject | None = None) -> bool:
    """Whether *user* may do *act* to *subject*. Staff may do everything."""
    if not user.is_authenticated:
        return False
    if user.is_staff:
        return True
    if act is Act.SUBMIT:
        return _bot_of(subject).owner_id == user.pk
    if act is Act.OPERATE:
        return False
    club = _club_of(subject)
    return (
        club is not None
        and Member.objects.filter(club=club, user=user, role__in=_ROLES[act]).exists()
    )


def require(user: Somebody, act: Act, subject: Subject | None = None) -> None:
    """
    Raises:
        NotAllowed: If *user* may not do *act* to *subject*.
    """
    if not may(user, act, subject):
        raise NotAllowed(_REFUSALS[act])


def _club_of(subject: models.Model | None) -> Club | None:
    if isinstance(subject, Club):
        return subject
    if isinstance(subject, Tournament):
        return subject.club
    if isinstance(subject, Match) and subject.round is not None:
        return subject.round.stage.tournament.club
    return None


def _bot_of(subject: models.Model | None) -> Bot:
    if isinstance(subject, Submission):
        return subject.bot
    assert isinstance(subject, Bot)
    return subject
