"""A tournament for everyone: the list of all, and the overview of one."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.models import Match, Member, Role, Tournament
from league.pages import live
from league.pages.brackets import place_lines
from league.pages.lines import scores_so_far
from league.pages.panel import panel_of
from league.pages.rounds import PairingLine, pairing
from league.pages.stages import find, frame, label_of, names_of, version_of
from league.pages.tables import standing_lines
from league.progress.drawn import DrawnStage
from league.progress.elimination import Elimination
from league.progress.stages import RankedStage
from league.progress.state import AnyStage
from league.selectors import tournaments
from league.selectors.progress import Progress, progress_of

PAGE = 30
MOST_PLAYING = 6
LEADERS = 3


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments, newest first; those being played stand above."""
    found = tournaments.tournaments().annotate(size=Count("entries")).order_by("-created_at", "-id")
    context = {
        "running": found.filter(status=Tournament.Status.RUNNING),
        "page": Paginator(found.exclude(status=Tournament.Status.RUNNING), PAGE).get_page(
            request.GET.get("page")
        ),
        "may_create": _may_create(request),
    }
    return render(request, "league/tournaments/list.html", context)


def _may_create(request: HttpRequest) -> bool:
    user = request.user
    return user.is_authenticated and (
        user.is_staff
        or Member.objects.filter(user=user, role__in=[Role.OWNER, Role.ORGANISER]).exists()
    )


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played, how far it has come, who leads."""
    found = find(slug)
    context = {
        **frame(request, found, "overview"),
        **_how_far(found),
        "version": version_of(request, found),
        "panel": panel_of(progress_of(found), request.user),
    }
    return render(request, "league/tournaments/overview.html", context)


@require_safe
def tournament_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The overview's live region."""
    found = find(slug)
    return live.answer(
        request,
        "league/tournaments/now.html",
        version_of(request, found),
        lambda: {"tournament": found, **_how_far(found)},
        is_over=found.is_over,
    )


def _how_far(tournament: Tournament) -> dict[str, Any]:
    progress = progress_of(tournament)
    state = progress.state
    if not state.is_started:
        return {"size": len(progress.entries)}
    stage = state.current
    real = [table for table in stage.tables if len(table.entries) > 1]
    decided = sum(table.outcome is not None for table in real)
    several = len(state.stages) > 1
    return {
        "size": len(progress.entries),
        "is_started": True,
        "decided": decided,
        "known": _matches_in_all(stage, len(real)),
        "rounds_over": stage.rounds_over if isinstance(stage, DrawnStage) else None,
        "rounds": stage.options.rounds if isinstance(stage, DrawnStage) else None,
        "stages": [_stage_line(progress, one) for one in state.stages] if several else [],
        "notes": [] if tournament.is_over else _notes(progress),
        "groups": _leaders(progress, stage) if decided and not _is_ended(progress) else [],
        "placing": place_lines(progress, state.places)[:4] if _is_ended(progress) else [],
        "still_in": "" if _is_ended(progress) else _still_in(progress, stage),
        "playing": _playing(progress),
    }


def _is_ended(progress: Progress) -> bool:
    """Whether there are final places over several stages, or of a bracket."""
    return progress.state.is_finished and (
        len(progress.state.stages) > 1 or isinstance(progress.state.current, Elimination)
    )


def _still_in(progress: Progress, stage: AnyStage) -> str:
    """Whose place in a bracket is open; nothing where there is none."""
    if not isinstance(stage, Elimination):
        return ""
    return names_of(progress, (place.entry for place in stage.places if not place.is_final))


def _matches_in_all(stage: AnyStage, so_far: int) -> int:
    """How many matches there will be, as far as that is known."""
    if not isinstance(stage, Elimination):
        return so_far
    return max(so_far, sum(not m.is_bye for matches in stage.bracket for m in matches))


def _leaders(progress: Progress, stage: AnyStage) -> list[dict[str, Any]]:
    """The first of each group."""
    if not isinstance(stage, RankedStage):
        return []
    count = len(stage.groups)
    return [
        {
            "number": number if count > 1 else 0,
            "lines": standing_lines(progress, stage, number)[:LEADERS],
        }
        for number in range(1, count + 1)
    ]


def _stage_line(progress: Progress, stage: AnyStage) -> dict[str, Any]:
    return {
        "label": label_of(progress, stage),
        "number": stage.number,
        "entries": len(stage.order),
        "is_drawn": stage.is_drawn,
        "is_complete": stage.is_complete,
        "qualifiers": stage.options.qualifiers,
        "page": "tournament-bracket" if isinstance(stage, Elimination) else "tournament-standings",
    }


def _notes(progress: Progress) -> list[str]:
    """What the tournament waits for, if that is something special."""
    state = progress.state
    said = []
    for stage in state.stages:
        said += [
            _("Round %(number)d is being changed by hand; its matches wait.")
            % {"number": round.number}
            for round in stage.rounds
            if round.by_hand
        ]
        if stage.next_round is not None:
            said.append(_("Round %(number)d can be drawn.") % {"number": stage.next_round})
    if state.tied is not None:
        names = names_of(progress, state.tied[1])
        said.append(_("A lot has to be drawn between %(names)s.") % {"names": names})
    gone = len(state.field.gone)
    if gone:
        said.append(
            ngettext("%(count)d entry is out.", "%(count)d entries are out.", gone)
            % {"count": gone}
        )
    return said


def _playing(progress: Progress) -> list[PairingLine]:
    """The tables at which a match is being played, with the score so far."""
    found = [
        (stage, table, match)
        for stage in progress.state.stages
        for table in stage.tables
        if table.outcome is None
        and (match := progress.match(table)) is not None
        and match.status == Match.Status.RUNNING
    ][:MOST_PLAYING]
    scores = scores_so_far(match for _stage, _table, match in found)
    return [
        pairing(progress, stage, table, running=scores.get(match.pk))
        for stage, table, match in found
    ]
