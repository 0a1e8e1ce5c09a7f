"""What the pages of a tournament share: head and tabs, the stage as read once, its entries."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Entry, Match, Result, Stage, Tournament
from league.pages import live
from league.permissions import Act, may
from league.selectors import tournaments
from league.selectors.tournaments import StageView


def find(slug: str) -> Tournament:
    """
    The tournament with club and ruleset.

    Raises:
        Http404: If there is none.
    """
    return get_object_or_404(tournaments.tournaments(), slug=slug)


def frame(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What every tab of a tournament shows: the head, the tabs, what this visitor may do."""
    stage = tournament.stages.all()[0]
    tabs = [("overview", _("Overview"), "tournament"), ("entries", _("Entries"), None)]
    if stage.drawn_at:
        tabs.append(("rounds", _("Rounds"), None))
        if stage.format == Stage.Format.KNOCKOUT:
            tabs.append(("bracket", _("Bracket"), None))
        else:
            tabs.append(("standings", _("Standings"), None))
    tabs.append(("log", _("Log"), None))
    return {
        "tournament": tournament,
        "stage": stage,
        "tab": tab,
        "tabs": [
            (key, label, reverse(name or f"tournament-{key}", args=[tournament.slug]))
            for key, label, name in tabs
        ],
        "may_direct": may(request.user, Act.DIRECT, tournament),
        "is_over": tournament.is_over,
    }


def view_of(tournament: Tournament) -> StageView:
    """The tournament's stage, read once, with its tournament at hand."""
    stage = tournament.stages.all()[0]
    stage.tournament = tournament
    return StageView(stage)


def version_of(request: HttpRequest, tournament: Tournament) -> str:
    """A number that changes with everything a live region of the tournament shows."""
    played = Match.objects.filter(round__stage__tournament=tournament)
    return live.version_of(
        request,
        tournament.status,
        Result.objects.filter(match__round__stage__tournament=tournament).aggregate(
            count=Count("id"), newest=Max("id")
        ),
        list(played.values_list("status").annotate(count=Count("pk")).order_by("status")),
        played.aggregate(started=Max("started_at"), finished=Max("finished_at")),
        tournament.entries.exclude(withdrawn_at=None).count(),
    )


@dataclass(frozen=True, slots=True)
class Contestant:
    """An entry as tables show it: its number, name, page, and whether it left."""

    number: int
    name: str
    address: str
    version: int | None
    is_withdrawn: bool


def contestant(view: StageView, number: int) -> Contestant:
    """The entry of this number. A team has no page; its members stand with the entries."""
    entry: Entry = view.entries[number]
    version = None if entry.is_team else entry.version
    return Contestant(
        number=number,
        name=entry.name,
        address=reverse("bot", args=[version.bot.slug]) if version else "",
        version=version.number if version else None,
        is_withdrawn=entry.withdrawn_at is not None,
    )
