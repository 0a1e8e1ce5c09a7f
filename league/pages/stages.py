"""What the pages of a tournament share: head and tabs, the stage that is looked at, its entries."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Deal, Match, Stage, Tournament
from league.pages import live
from league.permissions import Act, may
from league.progress.drawn import DrawnStage
from league.progress.elimination import Elimination
from league.progress.stages import RankedStage
from league.progress.state import AnyStage
from league.selectors import tournaments
from league.selectors.progress import Progress

_OF_A_BRACKET = {Stage.Format.KNOCKOUT, Stage.Format.DOUBLE_ELIMINATION}


def find(slug: str) -> Tournament:
    """
    The tournament with club and ruleset.

    Raises:
        Http404: If there is none.
    """
    return get_object_or_404(tournaments.tournaments(), slug=slug)


def frame(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What every tab of a tournament shows: the head, the tabs, what this visitor may do."""
    stages = list(tournament.stages.all())
    drawn = {stage.format for stage in stages if stage.drawn_at}
    tabs = [("overview", _("Overview"), "tournament"), ("entries", _("Entries"), None)]
    if drawn:
        tabs.append(("rounds", _("Rounds"), None))
    if drawn - _OF_A_BRACKET:
        tabs.append(("standings", _("Standings"), None))
    if drawn & _OF_A_BRACKET:
        tabs.append(("bracket", _("Bracket"), None))
    tabs.append(("log", _("Log"), None))
    return {
        "tournament": tournament,
        "stage": stages[0],
        "formats": [stage.get_format_display() for stage in stages],
        "tab": tab,
        "tabs": [
            (key, label, reverse(name or f"tournament-{key}", args=[tournament.slug]))
            for key, label, name in tabs
        ],
        "may_direct": may(request.user, Act.DIRECT, tournament),
        "is_over": tournament.is_over,
    }


@dataclass(frozen=True, slots=True)
class Choice:
    """The stage that a page is about, and those that it could be about: number, label, whether."""

    stage: AnyStage
    others: list[tuple[int, str, bool]]

    @property
    def query(self) -> str:
        """What of an address says which stage is meant; nothing where there is only one."""
        return f"?stage={self.stage.number}" if len(self.others) > 1 else ""


def choice(
    request: HttpRequest, progress: Progress, kind: type[RankedStage] | type[Elimination] | None
) -> Choice | None:
    """
    The stage of this *kind* that the visitor asked for; else the last one that is drawn. None where
    none is.
    """
    found = [
        stage
        for stage in progress.state.stages
        if stage.is_drawn and (kind is None or isinstance(stage, kind))
    ]
    if not found:
        return None
    asked = [stage for stage in found if str(stage.number) == request.GET.get("stage")]
    chosen = asked[0] if asked else found[-1]
    return Choice(
        chosen,
        [(stage.number, label_of(progress, stage), stage is chosen) for stage in found],
    )


def label_of(progress: Progress, stage: AnyStage | DrawnStage) -> str:
    """A stage as people call it: “Stage 2: Knockout”, alone by its format."""
    format = str(Stage.Format(stage.options.format).label)
    if len(progress.state.stages) == 1:
        return format
    return _("Stage %(number)d: %(format)s") % {"number": stage.number, "format": format}


def version_of(request: HttpRequest, tournament: Tournament) -> str:
    """
    A number that changes with everything a live region of the tournament shows: the last act of its
    log, and what the running matches have come to.
    """
    played = Match.objects.filter(round__stage__tournament=tournament)
    return live.version_of(
        request,
        tournament.status,
        tournament.acts.aggregate(last=Max("number")),
        tournament.entries.count(),
        list(played.values_list("status").annotate(count=Count("pk")).order_by("status")),
        played.aggregate(started=Max("started_at")),
        Deal.objects.filter(
            match__round__stage__tournament=tournament, match__status=Match.Status.RUNNING
        ).aggregate(count=Count("pk"), newest=Max("pk")),
    )


@dataclass(frozen=True, slots=True)
class Contestant:
    """An entry as pages show it: its number, name, page, and whether it left or was excluded."""

    number: int
    name: str
    address: str
    version: int | None
    is_withdrawn: bool
    is_excluded: bool

    @property
    def is_out(self) -> bool:
        return self.is_withdrawn or self.is_excluded


def contestant(progress: Progress, number: int) -> Contestant:
    """The entry of this number. A team has no page; its members stand with the entries."""
    entry = progress.entries[number]
    version = None if entry.is_team else entry.version
    field = progress.state.field
    return Contestant(
        number=number,
        name=entry.name,
        address=reverse("bot", args=[version.bot.slug]) if version else "",
        version=version.number if version else None,
        is_withdrawn=number in field.withdrawn and number not in field.excluded,
        is_excluded=number in field.excluded,
    )


def names_of(progress: Progress, numbers: Iterable[int]) -> str:
    """These entries by their names, one after the other."""
    return ", ".join(progress.entries[number].name for number in numbers)
