"""Rulesets: checked by the rules engine before they are stored, frozen once played."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue import GAMES, find_game
from games.errors import OptionError, UnknownGame, shown
from games.game import Game
from games.options import SIDES, conflicts
from games.series import Length
from league import permissions
from league.errors import BadInput
from league.language import readers_language
from league.models import Club, Ruleset, User
from league.models.names import NAME_LENGTH
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
    _check(game, seats, sides, options or {})
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


def _check(game: str, seats: int, sides: str, options: Mapping[str, Any]) -> None:
    """
    Ask the rules engine whether it plays this; what it refuses is told in the reader's language.

    Raises:
        BadInput: If it does not.
    """
    lang = readers_language()
    try:
        kind = find_game(game)
    except UnknownGame as error:
        facts = {"game": game, "allowed": ", ".join(one.key for one in GAMES)}
        raise BadInput(
            "game", _("There is no game “%(game)s”; there is: %(allowed)s.") % facts
        ) from error
    possible = [one for one, counts in kind.SIDES.items() if seats in counts]
    if sides not in possible:
        raise BadInput("options", _table_refused(kind, seats, sides, possible, lang))
    try:
        clashes = conflicts(game, seats, sides, options, lang)
    except OptionError as error:
        raise BadInput("options", _option_refused(kind, error, lang)) from error
    if clashes:
        told = [f"{clash['label']}. {clash['told']}" for clash in clashes]
        raise BadInput("options", " ".join(told))
    kind(seats=seats, sides=sides, **options)


def _table_refused(
    kind: type[Game], seats: int, sides: str, possible: Sequence[str], lang: str
) -> str:
    facts = {"game": kind.NAMES[lang], "seats": seats, "sides": sides}
    if not possible:
        fewest, most = kind.SEATS
        return _("%(game)s is played by %(fewest)d to %(most)d, not by %(seats)d.") % {
            **facts,
            "fewest": fewest,
            "most": most,
        }
    allowed = ", ".join(f"{one} ({SIDES[one][lang]})" for one in possible)
    return _(
        "Sides “%(sides)s” are not possible in %(game)s with %(seats)d seats; "
        "possible: %(allowed)s."
    ) % {**facts, "allowed": allowed}


def _option_refused(kind: type[Game], error: OptionError, lang: str) -> str:
    known = {option.name: option for option in kind.OPTIONS}
    option = known.get(error.option)
    if option is None:
        return _("%(game)s has no option “%(name)s”; there is: %(allowed)s.") % {
            "game": kind.NAMES[lang],
            "name": error.option,
            "allowed": ", ".join(known),
        }
    return _("%(label)s: %(name)s=%(value)s is not possible; possible: %(allowed)s.") % {
        "label": option.label[lang],
        "name": option.name,
        "value": shown(error.value),
        "allowed": ", ".join(map(json.dumps, option.choices)) or f"{option.low}–{option.high}",
    }


@transaction.atomic
def with_deals(ruleset: Ruleset, count: int, *, mirrored: bool) -> Ruleset:
    """
    The game of *ruleset* with its options in a match of *count* deals; mirrored, so many in each
    leg. It is the ruleset itself where that says the same, else one made from it.

    Raises:
        BadInput: If such a match cannot be mirrored.
    """
    terms = {**ruleset.length, "kind": "deals", "count": count, "mirrored": mirrored}
    try:
        length = Length.from_json({**terms, "must_have_winner": False})
    except OptionError as error:
        raise BadInput(
            "mirrored", _("With this ruleset the seats cannot be changed halfway.")
        ) from error
    if Length.from_json(ruleset.length) == length:
        return ruleset
    # Of two who ask for the same at once, the second finds what the first has made.
    Ruleset.objects.select_for_update(no_key=True).get(pk=ruleset.pk)
    found = ruleset.variations.filter(length=length.to_json(), seats=ruleset.seats).first()
    if found is not None:
        return found
    name = f"{ruleset.name[: NAME_LENGTH - 12]}, {count}{' × 2' if mirrored else ''}"
    return Ruleset.objects.create(
        name=name,
        slug=free_slug(Ruleset, name),
        club=ruleset.club,
        game=ruleset.game,
        seats=ruleset.seats,
        sides=ruleset.sides,
        options=ruleset.options,
        length=length.to_json(),
        made_from=ruleset,
    )


@transaction.atomic
def variant(ruleset: Ruleset, seats: int) -> Ruleset:
    """
    The game of *ruleset*, with its options and series, at a table of so many *seats*: the ruleset
    itself where it has as many, else one made from it. Where it has sides, so has the other.

    Raises:
        BadInput: If it cannot be played so.
    """
    if seats == ruleset.seats:
        return ruleset
    sides = sides_of_variant(ruleset, seats)
    # Of two who ask for the same at once, the second finds what the first has made.
    Ruleset.objects.select_for_update(no_key=True).get(pk=ruleset.pk)
    found = ruleset.variations.filter(length=ruleset.length, seats=seats).first()
    if found is not None:
        return found
    facts = {"name": ruleset.name[: NAME_LENGTH - 12], "seats": seats}
    name = ngettext("%(name)s, %(seats)d seat", "%(name)s, %(seats)d seats", seats) % facts
    return Ruleset.objects.create(
        name=name,
        slug=free_slug(Ruleset, name),
        club=ruleset.club,
        game=ruleset.game,
        seats=seats,
        sides=sides,
        options=ruleset.options,
        length=ruleset.length,
        made_from=ruleset,
    )


def sides_of_variant(ruleset: Ruleset, seats: int) -> str:
    """
    Which sides there are when *ruleset* is played at a table of so many *seats*.

    Raises:
        BadInput: If it cannot be played so.
    """
    kind = find_game(ruleset.game)
    is_single = ruleset.sides == "single"
    possible = [
        sides
        for sides, counts in kind.SIDES.items()
        if seats in counts and (sides == "single") is is_single
    ]
    facts = {"name": ruleset.name, "seats": seats}
    if not possible and not is_single:
        raise BadInput(
            "seats", _("“%(name)s”: sides do not come out even with %(seats)d seats.") % facts
        )
    if not possible:
        fewest, most = kind.SEATS
        raise BadInput(
            "seats",
            _(
                "“%(name)s” cannot have %(seats)d seats: "
                "%(game)s is played by %(fewest)d to %(most)d."
            )
            % {**facts, "game": kind.NAMES[readers_language()], "fewest": fewest, "most": most},
        )
    try:
        _check(ruleset.game, seats, possible[0], ruleset.options)
    except BadInput as error:
        told = _("“%(name)s” cannot have %(seats)d seats.") % facts
        raise BadInput("seats", f"{told} {error}") from error
    return possible[0]


def freeze(ruleset: Ruleset) -> None:
    """From its first match on a ruleset does not change: results must stay readable."""
    if ruleset.frozen_at is None:
        ruleset.frozen_at = timezone.now()
        ruleset.save(update_fields=["frozen_at"])
