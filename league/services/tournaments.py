"""Tournaments: created, entered, started; then the next round follows from results."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict
from league.models import (
    Club,
    Entry,
    Ruleset,
    Stage,
    Teammate,
    Tournament,
    User,
)
from league.permissions import Act
from league.progress.acts import Cancelled, Started
from league.services import audit, logbook, matches
from league.services.names import clean_name
from league.services.slugs import free_slug
from league.services.stages import checked_stages, field_limits


@transaction.atomic
def create(
    *,
    club: Club,
    name: str,
    ruleset: Ruleset,
    stages: Sequence[Mapping[str, Any]],
    by: User,
    description: str = "",
    team_size: int = 1,
) -> Tournament:
    """
    A draft tournament of *club*.

    Args:
        stages: One or two objects with ``format`` and options of that format, as
            :func:`league.services.stages.checked_stages` reads them.
        team_size: How many players an entry has; more than one is a team.

    Raises:
        NotAllowed: If *by* does not direct the club.
        BadInput: If a name, the ruleset, the size of teams or a stage is wrong.
    """
    permissions.require(by, Act.DIRECT, club)
    name = clean_name(name)
    if ruleset.club_id not in {None, club.pk}:
        raise BadInput("ruleset", _("“%(name)s” belongs to another club.") % {"name": ruleset})
    checked = checked_stages(stages, ruleset, team_size)
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        slug=free_slug(Tournament, name),
        ruleset=ruleset,
        team_size=team_size,
        description=description,
        created_by=by,
    )
    for number, (format, options) in enumerate(checked, start=1):
        Stage.objects.create(tournament=tournament, number=number, format=format, options=options)
    audit.record(actor=by, act="create_tournament", subject=tournament, club=club)
    return tournament


@transaction.atomic
def open_entries(*, tournament: Tournament, by: User) -> Tournament:
    """
    Let authors enter their own bots in a draft.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If it is not a draft any more.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = logbook.locked(tournament)
    if tournament.status != Tournament.Status.DRAFT:
        raise Conflict(
            _("“%(name)s” is not a draft any more.") % {"name": tournament}, code="not_draft"
        )
    tournament.status = Tournament.Status.OPEN
    tournament.save(update_fields=["status"])
    audit.record(actor=by, act="open_tournament", subject=tournament, club=tournament.club)
    return tournament


@transaction.atomic
def start(*, tournament: Tournament, by: User) -> Tournament:
    """
    Close the entries, fix the bots' versions, draw, and let the first round begin.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If it has begun, a bot has no version, or the field is too small or too large.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = logbook.locked(tournament)
    if not tournament.takes_entries:
        raise Conflict(
            _("“%(name)s” has been started already.") % {"name": tournament}, code="started"
        )
    _fix_field(tournament, tournament.stages.get(number=1))
    members = tuple(
        tuple((one.player.pk, one.version.pk if one.version else None) for one in entry.members)
        for entry in tournament.entries.filter(is_in=True).with_members()
    )
    logbook.write(tournament, Started(members=members), by=by)
    tournament.refresh_from_db()
    return tournament


def _fix_field(tournament: Tournament, stage: Stage) -> None:
    """Number the entries 1 … n and fix the version of every bot in them."""
    entries = list(tournament.entries.filter(is_in=True).with_members())
    least, most = field_limits(stage)
    if not least <= len(entries) <= most:
        raise Conflict(
            _("“%(name)s” has %(count)d entries; this format needs %(least)d to %(most)d.")
            % {"name": tournament, "count": len(entries), "least": least, "most": most},
            code="field_size",
        )
    _hold_programs(entries)
    for entry in entries:
        _fix_version(entry)
        for mate in entry.teammates.all():
            _fix_version(mate)
    _number([*entries, *tournament.entries.filter(is_in=False)])


def _number(entries: Sequence[Entry]) -> None:
    """Number the entries in this order, from 1."""
    # Numbers are moved out of the way first: a unique constraint is checked row by row.
    offset = max(entry.starting_rank for entry in entries)
    for first in (offset + 1, 1):
        for number, entry in enumerate(entries, start=first):
            Entry.objects.filter(pk=entry.pk).update(starting_rank=number)


def _fix_version(member: Entry | Teammate) -> None:
    """A bot plays with the version that it has now, to the end."""
    if member.player.bot is None:
        return
    if member.player.bot.current_version is None:
        raise Conflict(
            _("“%(bot)s” has no accepted version; remove it or wait.") % {"bot": member.player},
            code="no_version",
        )
    member.version = member.player.bot.current_version
    member.save(update_fields=["version"])


def _hold_programs(entries: Sequence[Entry]) -> None:
    """Who deletes one of the programs from now on waits, and then withdraws it."""
    bots = [player.bot for entry in entries for player in entry.players if player.bot is not None]
    versions = [bot.current_version_id for bot in bots if bot.current_version_id is not None]
    matches.hold(versions)
    matches.require_programs(versions)


@transaction.atomic
def cancel(*, tournament: Tournament, by: User, reason: str) -> Tournament:
    """
    Call a tournament off: what has been played stays visible, what has not is void.

    Raises:
        NotAllowed: If *by* does not direct the club.
        Conflict: If it is over already.
        BadInput: If no reason is given.
    """
    permissions.require(by, Act.DIRECT, tournament)
    tournament = logbook.locked(tournament)
    if tournament.is_over:
        raise Conflict(_("“%(name)s” is over already.") % {"name": tournament}, code="over")
    if not reason.strip():
        raise BadInput("reason", _("Say why; the players will read it."), code="empty")
    logbook.write(tournament, Cancelled(), by=by, reason=reason)
    tournament.refresh_from_db()
    return tournament
