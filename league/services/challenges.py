"""
Challenges: an author lets his bot play another, to see how it fares. They are never rated.

A challenge is a match like any other, open to everybody. It stands back behind the others: it
is planned at once, and handed to the workers when none of those waits, or after a while anyhow.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict, NotAllowed
from league.models import Bot, Match, Ruleset, User
from league.permissions import Act
from league.selectors import challenges as rows
from league.selectors.matches import not_begun
from league.services import audit, matches, rulesets
from league.services.matches import Sitting

DEALS = (2, 200)
"""How many deals a challenge may have, in all its legs."""


@transaction.atomic
def challenge(
    *,
    challenger: Bot,
    opponent: Bot,
    ruleset: Ruleset,
    deals: int,
    mirrored: bool = False,
    by: User,
) -> Match:
    """
    Plan an unrated match of *challenger*, in seat 0, against *opponent*.

    Args:
        deals: How many are played in all; mirrored, half of them with the seats changed.

    Raises:
        NotAllowed: If *by* is not the author of *challenger*, or has challenged too often.
        BadInput: If deals are out of range, or the ruleset does not go with them.
        Conflict: If one of the bots does not play, or takes no challenges.
    """
    permissions.require(by, Act.SUBMIT, challenger)
    _require_two_who_play(challenger, opponent, by)
    _require_quota(by)
    match = matches.plan(
        ruleset=_variation(ruleset, deals, mirrored=mirrored),
        sittings=[
            Sitting(player=bot.player, version=bot.current_version)
            for bot in (challenger, opponent)
        ],
        challenged_by=by,
    )
    start_next()
    match.refresh_from_db()
    return match


@transaction.atomic
def withdraw(*, match: Match, by: User) -> None:
    """
    Take a challenge back that has not begun.

    Raises:
        NotAllowed: If *by* is not who made it.
        Conflict: If it has begun, or is over.
    """
    if match.challenged_by_id != by.pk:
        permissions.require(by, Act.OPERATE)
    withdrawn = (
        not_begun()
        .filter(pk=match.pk, challenged_by__isnull=False)
        .update(
            status=Match.Status.VOID, finished_at=timezone.now(), parked_at=None, waiting_for=""
        )
    )
    if not withdrawn:
        raise Conflict(_("Only a challenge that has not begun can be taken back."), code="begun")
    audit.record(actor=by, act="withdraw_challenge", subject=match)


def start_next() -> Match | None:
    """
    Hand the challenge that has waited longest to the workers, if it is its turn; None if not.

    So many are open at a time, and while other matches wait it gives way to them, but not for ever.
    """
    planned = Match.objects.filter(challenged_by__isnull=False, status=Match.Status.PLANNED)
    first = planned.order_by("created_at", "id").first()
    if first is None:
        return None
    is_open = Q(status__in=[Match.Status.QUEUED, Match.Status.RUNNING], parked_at__isnull=True)
    underway = Match.objects.filter(is_open, challenged_by__isnull=False)
    if underway.count() >= settings.LEAGUE_CHALLENGES_AT_ONCE:
        return None
    patience = timedelta(seconds=settings.LEAGUE_CHALLENGE_PATIENCE)
    if timezone.now() - first.created_at < patience and _others_wait():
        return None
    return first if matches.enqueue(first) else None


def _others_wait() -> bool:
    """Whether a match of a ladder or a tournament waits for nothing but a worker."""
    return Match.objects.filter(
        status=Match.Status.QUEUED,
        challenged_by__isnull=True,
        waiting_for="",
        parked_at__isnull=True,
    ).exists()


def _require_two_who_play(challenger: Bot, opponent: Bot, by: User) -> None:
    if challenger.pk == opponent.pk:
        raise BadInput("bot", _("A bot does not challenge itself; choose another one."))
    for bot in (challenger, opponent):
        if bot.current_version_id is None:
            raise Conflict(
                _("“%(bot)s” has no version that could play.") % {"bot": bot}, code="no_version"
            )
    if permissions.may(by, Act.SUBMIT, opponent):
        return
    if not opponent.takes_challenges:
        raise Conflict(
            _("The author of “%(bot)s” lets it take no challenges.") % {"bot": opponent},
            code="takes_none",
        )
    if opponent.is_paused:
        raise Conflict(
            _("“%(bot)s” is paused and takes no challenges.") % {"bot": opponent}, code="paused"
        )


def _require_quota(by: User) -> None:
    # One after the other, or two at the same moment would both be the last that is allowed. His key
    # is left free: who holds a version may have to write down his name.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    limit = settings.LEAGUE_CHALLENGES_PER_DAY
    if rows.of_today(by) >= limit:
        raise NotAllowed(
            _("You have made %(limit)d challenges within a day, which is the limit; wait a while.")
            % {"limit": limit},
            code="too_many_challenges",
        )
    limit = settings.LEAGUE_CHALLENGES_OPEN
    if rows.open_now(by) >= limit:
        raise NotAllowed(
            _("%(limit)d challenges of yours are still to be played, which is the limit.")
            % {"limit": limit},
            code="too_many_challenges",
        )


def _variation(ruleset: Ruleset, deals: int, *, mirrored: bool) -> Ruleset:
    """*ruleset* with so many deals: itself, or one made for challenges."""
    fewest, most = DEALS
    if not fewest <= deals <= most:
        raise BadInput(
            "deals",
            _("%(deals)d deals is out of range; a challenge has %(fewest)d to %(most)d.")
            % {"deals": deals, "fewest": fewest, "most": most},
        )
    if (ruleset.seats, ruleset.sides) != (2, "single"):
        raise BadInput("ruleset", _("A challenge is played by two."))
    if mirrored and deals % 2:
        raise BadInput(
            "deals",
            _("With the seats changed halfway the number of deals is even: %(less)d or %(more)d.")
            % {"less": deals - 1, "more": deals + 1},
        )
    return rulesets.with_deals(ruleset, deals // 2 if mirrored else deals, mirrored=mirrored)
