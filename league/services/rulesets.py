"""Rulesets: checked by the rules engine before they are stored, frozen once played."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.catalogue import find_game
from games.errors import OptionError, UnknownGame
from games.series import Length
from league import permissions
from league.errors import BadInput
from league.models import Club, Ruleset, User
from league.permissions import Act
from league.services.names import clean_name
from league.services.slugs import free_slug

MAX_DEALS = 1000


@transaction.atomic
def create(
    *,
    name: str,
    game: str = "podkidnoy",
    seats: int = 2,
    sides: str = "single",
    options: Mapping[str, Any] | None = None,
    deals: int,
    club: Club | None = None,
    by: User | None = None,
) -> Ruleset:
    """
    A ruleset of a fixed number of *deals*.

    Raises:
        NotAllowed: If *by* may not direct *club*, or without one is not of the site's staff.
            (The site's own seeds have neither.)
        BadInput: If the engine refuses the game, its seats or an option, or deals are out of range.
    """
    if club is not None:
        permissions.require(by or AnonymousUser(), Act.DIRECT, club)
    elif by is not None:
        permissions.require(by, Act.OPERATE)
    name = clean_name(name)
    if not 1 <= deals <= MAX_DEALS:
        raise BadInput(
            "deals",
            _("%(deals)d deals is out of range; a match has 1 to %(limit)d.")
            % {"deals": deals, "limit": MAX_DEALS},
        )
    try:
        find_game(game)(seats=seats, sides=sides, **(options or {}))
    except UnknownGame as error:
        raise BadInput("game", str(error)) from error
    except OptionError as error:
        raise BadInput("options", str(error)) from error
    return Ruleset.objects.create(
        name=name,
        slug=free_slug(Ruleset, name),
        club=club,
        game=game,
        seats=seats,
        sides=sides,
        options=dict(options or {}),
        length=Length(kind="deals", count=deals).to_json(),
    )


def freeze(ruleset: Ruleset) -> None:
    """From its first match on a ruleset does not change: results must stay readable."""
    if ruleset.frozen_at is None:
        ruleset.frozen_at = timezone.now()
        ruleset.save(update_fields=["frozen_at"])
