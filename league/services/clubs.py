"""Clubs, their members and the people who play there."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict
from league.models import Club, Member, Player, Role, User, fold
from league.models.users import validate_time_zone
from league.permissions import Act
from league.services import audit
from league.services.names import clean_name
from league.services.slugs import free_slug


@transaction.atomic
def create(*, name: str, by: User, time_zone: str = "UTC", description: str = "") -> Club:
    """
    A new club with *by* as its owner.

    Raises:
        BadInput: If the name or the time zone is wrong.
    """
    name = clean_name(name)
    try:
        validate_time_zone(time_zone)
    except ValidationError as error:
        raise BadInput("time_zone", " ".join(error.messages)) from error
    club = Club.objects.create(
        name=name, slug=free_slug(Club, name), time_zone=time_zone, description=description
    )
    Member.objects.create(club=club, user=by, role=Role.OWNER)
    return club


@transaction.atomic
def set_role(*, club: Club, username: str, role: str, by: User) -> Member:
    """
    Make a user a member of *club*, or change his role.

    Raises:
        NotAllowed: If *by* is not an owner.
        BadInput: If there is no such user or role.
        Conflict: If it would leave the club without an owner.
    """
    permissions.require(by, Act.MANAGE_CLUB, club)
    if role not in Role.values:
        raise BadInput(
            "role",
            _("“%(role)s” is not a role; choose from: %(known)s.")
            % {"role": role, "known": ", ".join(Role.values)},
        )
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        raise BadInput(
            "username",
            _("There is no user “%(name)s”; he must sign up first.") % {"name": username},
        )
    # One change of roles after the other: two owners could else put each other down.
    club = Club.objects.select_for_update().get(pk=club.pk)
    others = club.members.exclude(user=user).filter(role=Role.OWNER)
    if role != Role.OWNER and not others.exists():
        raise Conflict(
            _("%(name)s is the only owner; make somebody else an owner first.")
            % {"name": user.username},
            code="last_owner",
        )
    member, _created = Member.objects.update_or_create(
        club=club, user=user, defaults={"role": role}
    )
    audit.record(actor=by, act="set_role", subject=club, club=club, user=user.username, role=role)
    return member


def person(*, club: Club, name: str) -> Player:
    """
    The club's player of this name, made if there is none; ё and е, large and small are one.

    Raises:
        BadInput: If the name is empty, too long or holds invisible characters.
    """
    name = clean_name(name)
    player, _created = Player.objects.get_or_create(
        club=club,
        search_name=fold(name),
        kind=Player.Kind.PERSON,
        defaults={"name": name},
    )
    return player
