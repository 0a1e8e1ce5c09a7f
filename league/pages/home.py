"""The front page: what this is, three doors, and what is being played now."""

from typing import Any

from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.models import Deal, Ladder, Match, RatingRun, Result, Tournament
from league.pages import live
from league.pages.lines import lines
from league.selectors import leaderboards, matches, tournaments

TOP = 8
RECENT = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    context = {**_now(), "version": _version(request), "is_over": False}
    return render(request, "league/home/home.html", context)


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """The front page's live region."""
    return live.answer(request, "league/home/now.html", _version(request), _now)


def _version(request: HttpRequest) -> str:
    running = Match.objects.filter(status=Match.Status.RUNNING)
    return live.version_of(
        request,
        Result.objects.aggregate(newest=Max("id")),
        Deal.objects.aggregate(newest=Max("id")),
        RatingRun.objects.aggregate(newest=Max("id")),
        running.aggregate(count=Count("pk"), newest=Max("started_at")),
        Tournament.objects.aggregate(
            newest=Max("started_at"),
            running=Count("pk", filter=Q(status=Tournament.Status.RUNNING)),
        ),
    )


def _now() -> dict[str, Any]:
    ladder = Ladder.objects.filter(is_open=True).select_related("ruleset").order_by("id").first()
    running = tournaments.tournaments().filter(status=Tournament.Status.RUNNING)[:6]
    return {
        "ladder": ladder,
        "rows": leaderboards.ladder_rows(ladder)[:TOP] if ladder else [],
        "lines": lines(matches.recent(limit=RECENT)),
        "tournaments": running,
    }
