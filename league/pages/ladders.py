"""Ladders live, and the leaderboards of a game."""

import csv
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.catalogue import GAMES, find_game
from league.models import Deal, Ladder, LadderEntry, Match, RatingRun, no_ratings, pool_key
from league.pages import live
from league.pages.lines import lines
from league.selectors import bots, leaderboards, matches

RECENT = 12


@require_safe
def ladder_list(request: HttpRequest) -> HttpResponse:
    """All ladders."""
    return render(request, "league/ladders/list.html", {"ladders": leaderboards.open_ladders()})


def _ladder(slug: str) -> Ladder:
    return get_object_or_404(Ladder.objects.select_related("ruleset"), slug=slug)


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """A ladder's standings and its latest matches."""
    found = _ladder(slug)
    mine = bots.of_owner(request.user) if request.user.is_authenticated else []
    context = {
        **_standings(found),
        "version": _version(request, found),
        "is_over": False,
        "mine": [bot for bot in mine if bot.current_version_id],
    }
    return render(request, "league/ladders/ladder.html", context)


@require_safe
def ladder_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region of a ladder's page."""
    found = _ladder(slug)
    return live.answer(
        request, "league/ladders/now.html", _version(request, found), lambda: _standings(found)
    )


def _version(request: HttpRequest, ladder: Ladder) -> str:
    # Every onlooker asks every few seconds: nothing here may read all that was ever played.
    running = Match.objects.filter(ladder=ladder, status=Match.Status.RUNNING)
    finished = Match.objects.filter(ladder=ladder, status=Match.Status.FINISHED)
    return live.version_of(
        request,
        RatingRun.objects.filter(pool=ladder.ruleset.pool).aggregate(newest=Max("id")),
        Deal.objects.aggregate(newest=Max("id")),
        running.aggregate(count=Count("pk"), newest=Max("started_at")),
        finished.aggregate(newest=Max("finished_at")),
        LadderEntry.objects.filter(ladder=ladder, is_active=True).aggregate(
            count=Count("pk"),
            versions=Sum("bot__current_version"),
            paused=Sum("bot__pk", filter=Q(bot__paused_at__isnull=False)),
        ),
    )


def _standings(ladder: Ladder) -> dict[str, Any]:
    return {
        "ladder": ladder,
        "rows": leaderboards.ladder_rows(ladder),
        "lines": lines(matches.recent(limit=RECENT, ladder=ladder)),
    }


@require_safe
def leaderboard_list(request: HttpRequest) -> HttpResponse:
    """To the leaderboard of the first game there is."""
    return redirect("leaderboard", game=GAMES[0].key)


@require_safe
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """The rating table of a game's pool, as a page or as CSV."""
    if game not in {known.key for known in GAMES}:
        raise Http404
    kind = request.GET.get("kind", "all")
    if kind not in {"all", "bot", "person"}:
        kind = "all"
    rows = leaderboards.pool_rows(pool_key(game, 2, "single"), kind=kind)
    if request.GET.get("format") == "csv":
        return _as_csv(rows, f"leaderboard-{game}.csv")
    context = {
        "game": game,
        "unrated": "" if find_game(game).has_decisions else no_ratings(game),
        "games": [known.key for known in GAMES if known.has_decisions],
        "kind": kind,
        "kinds": [("all", _("everybody")), ("bot", _("bots")), ("person", _("people"))],
        "rows": rows,
    }
    return render(request, "league/ladders/leaderboard.html", context)


def csv_response(filename: str, table: list[list[Any]]) -> HttpResponse:
    """
    A table for a spreadsheet: a byte order mark, and for readers of Russian semicolons between
    and commas within numbers, where a point would make 7.5 the seventh of May.
    """
    is_russian = get_language() == "ru"
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    response.write("\ufeff")
    writer = csv.writer(response, delimiter=";" if is_russian else ",")
    writer.writerows([_cell(cell, is_russian=is_russian) for cell in line] for line in table)
    return response


def _cell(cell: Any, *, is_russian: bool) -> Any:
    """Numbers as the reader writes them; names that look like a formula get an apostrophe."""
    if isinstance(cell, float):
        text = f"{cell:g}"
        return text.replace(".", ",") if is_russian else text
    is_formula = isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@", "\t", "\r"}
    return f"'{cell}" if is_formula else cell


def _as_csv(rows: list[leaderboards.Row], filename: str) -> HttpResponse:
    heading = [
        _("rank"), _("name"), _("version"), _("rating"), "±", _("matches"), _("deals"), _("won"),
        _("faults"),
    ]  # fmt: skip
    return csv_response(
        filename,
        [
            heading,
            *(
                [
                    row.rank,
                    row.player.name,
                    row.version.number if row.version else "",
                    "" if row.rating is None else round(row.rating),
                    "" if row.interval is None else round(row.interval),
                    row.matches,
                    row.deals,
                    row.won,
                    row.faults,
                ]
                for row in rows
            ),
        ],
    )
