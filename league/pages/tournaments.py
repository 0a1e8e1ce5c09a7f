"""A tournament for everyone: the list of all, the overview of one, its log."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.models import AuditEntry, Match, Member, Role, Stage, Tournament
from league.pages import live, words
from league.pages.lines import standing
from league.pages.rounds import pairings
from league.pages.stages import find, frame, version_of, view_of
from league.pages.tables import placing_lines, standing_lines
from league.selectors import tournaments
from league.selectors.tournaments import StageView

PAGE = 30


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
        **_progress(found),
        "version": version_of(request, found),
    }
    return render(request, "league/tournaments/overview.html", context)


@require_safe
def tournament_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The overview's live region."""
    found = find(slug)
    frame_ = {"tournament": found, "stage": found.stages.all()[0]}
    return live.answer(
        request,
        "league/tournaments/now.html",
        version_of(request, found),
        lambda: {**frame_, **_progress(found)},
        is_over=found.is_over,
    )


def _progress(tournament: Tournament) -> dict[str, Any]:
    view = view_of(tournament)
    if not view.stage.drawn_at:
        return {"size": len(view.entries)}
    decided = sum(standing(match) is not None for match in view.matches)
    return {
        "size": len(view.entries),
        "decided": decided,
        "known": _matches_in_all(view),
        "leaders": standing_lines(view)[:3]
        if decided and view.stage.format == Stage.Format.ROUND_ROBIN
        else [],
        "placing": placing_lines(view)[:4],
        "playing": [
            pairing for pairing in pairings(view) if pairing.match.status == Match.Status.RUNNING
        ][:6],
    }


def _matches_in_all(view: StageView) -> int:
    if view.stage.format == Stage.Format.ROUND_ROBIN:
        return len(view.matches)
    return sum(not match.is_bye for matches in view.bracket for match in matches)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what with a privileged hand."""
    found = find(slug)
    subjects = [
        f"tournament:{found.pk}",
        *(f"match:{match.pk}" for match in Match.objects.filter(round__stage__tournament=found)),
    ]
    acts = AuditEntry.objects.filter(subject__in=subjects).select_related("actor")
    context = {
        **frame(request, found, "log"),
        "acts": [
            {
                "entry": entry,
                "act": words.ACTS.get(entry.act, entry.act),
                "match": entry.subject.removeprefix("match:")
                if entry.subject.startswith("match:")
                else "",
            }
            for entry in acts[:200]
        ],
    }
    return render(request, "league/tournaments/log.html", context)
