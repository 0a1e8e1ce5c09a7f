"""How a tournament stands: the table with its crosstable, or the bracket."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Stage, Tournament
from league.pages import live, words
from league.pages.ladders import csv_response
from league.pages.lines import standing
from league.pages.stages import Contestant, contestant, find, frame, version_of, view_of
from league.scheduling.brackets import Gap
from league.selectors.tournaments import StageView
from league.standings.values import Standing


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the standings."""

    line: Standing
    who: Contestant


def standing_lines(view: StageView) -> list[TableLine]:
    """The standings with names."""
    return [TableLine(line, contestant(view, line.entry)) for line in view.standings]


def placing_lines(view: StageView) -> list[dict[str, Any]]:
    """A knockout's ranks with names; of those still in, nothing is said."""
    return [
        {
            "first": placing.first_rank,
            "last": placing.last_rank,
            "entries": [contestant(view, number) for number in placing.entries],
        }
        for placing in view.placing
        if not placing.still_in
    ]


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table with its tie-breaks, and the crosstable; also as CSV."""
    found = find(slug)
    view = view_of(found)
    if not view.stage.drawn_at:
        return redirect("tournament", slug=slug)
    if view.stage.format == Stage.Format.KNOCKOUT:
        return redirect("tournament-bracket", slug=slug)
    lines = standing_lines(view)
    if request.GET.get("format") == "csv":
        return _standings_csv(found, lines)
    context = {
        **frame(request, found, "standings"),
        "lines": lines,
        "tie_breaks": lines[0].line.tie_breaks if lines else [],
        "cross": _crosstable(view),
        "version": version_of(request, found),
    }
    return render(request, "league/tournaments/standings.html", context)


@require_safe
def standings_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region of the standings."""
    found = find(slug)
    view = view_of(found)

    def context() -> dict[str, Any]:
        lines = standing_lines(view)
        return {
            "tournament": found,
            "lines": lines,
            "tie_breaks": lines[0].line.tie_breaks if lines else [],
            "cross": _crosstable(view),
        }

    return live.answer(
        request,
        "league/tournaments/tables.html",
        version_of(request, found),
        context,
        is_over=found.is_over,
    )


def _crosstable(view: StageView) -> list[dict[str, Any]]:
    if not view.schedule:
        return []
    by_pair = _addresses(view)
    grid = view.crosstable
    return [
        {
            "who": contestant(view, row.entry),
            "points": row.points,
            "cells": [
                {
                    "is_self": other == row.entry,
                    "meetings": [
                        {
                            "score": f"{m.score}:{m.opponent_score}",
                            "verdict": m.verdict,
                            "forfeit": m.forfeit,
                            "counted": m.counted,
                            "address": by_pair.get((m.round, frozenset({m.entry, other})), ""),
                        }
                        for m in meetings
                    ],
                }
                for other, meetings in zip(grid.entries, row.cells, strict=True)
            ],
        }
        for row in grid.rows
    ]


def _addresses(view: StageView) -> dict[tuple[int, frozenset[int]], str]:
    return {
        (match.round.number, frozenset(view.sides(match))): reverse("match", args=[match.pk])
        for match in view.matches
        if match.round is not None
    }


def _standings_csv(tournament: Tournament, lines: list[TableLine]) -> HttpResponse:
    breaks = lines[0].line.tie_breaks if lines else ()
    heading = [
        _("rank"), _("name"), _("points"), _("played"), _("won"), _("drawn"), _("lost"),
        _("deals won"), _("deals lost"),
    ]  # fmt: skip
    shorts = [str(words.TIE_BREAKS[value.key][1]) for value in breaks]
    table: list[list[Any]] = [[*heading, *shorts]]
    for one in lines:
        line = one.line
        # Who has left is listed without tie-breaks.
        values = [value.value for value in line.tie_breaks] or [None] * len(breaks)
        table.append(
            [
                line.rank, one.who.name, line.points, line.played, line.won, line.drawn, line.lost,
                line.score_for, line.score_against, *values,
            ]
        )  # fmt: skip
    return csv_response(f"{tournament.slug}-standings.csv", table)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """A knockout's bracket, and who has come to which place."""
    found = find(slug)
    view = view_of(found)
    if not view.stage.drawn_at or view.stage.format != Stage.Format.KNOCKOUT:
        return redirect("tournament", slug=slug)
    context = {
        **frame(request, found, "bracket"),
        **_bracket(view),
        "version": version_of(request, found),
    }
    return render(request, "league/tournaments/bracket.html", context)


@require_safe
def bracket_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region of the bracket."""
    found = find(slug)
    return live.answer(
        request,
        "league/tournaments/tree.html",
        version_of(request, found),
        lambda: {"tournament": found, **_bracket(view_of(found))},
        is_over=found.is_over,
    )


def _bracket(view: StageView) -> dict[str, Any]:
    last = view.rounds_total
    columns = []
    for number, matches in enumerate(view.bracket, start=1):
        columns.append(
            {
                "name": words.round_name(number, last),
                "matches": [_node(view, match, last) for match in matches],
            }
        )
    return {"columns": columns, "placing": placing_lines(view)}


def _node(view: StageView, node: Any, last: int) -> dict[str, Any]:
    match = view.by_slot.get((node.round, node.slot))
    result = standing(match) if match else None
    order = view.sides(match) if match else ()
    sides = []
    for who in (node.first, node.second):
        is_known = not isinstance(who, Gap)
        sides.append(
            {
                "who": contestant(view, who) if is_known else None,
                "is_nobody": who is Gap.NOBODY,
                "score": result.scores[order.index(who)] if result and who in order else "",
                "has_forfeited": bool(
                    result and who in order and order.index(who) in result.forfeits
                ),
                "has_won": is_known and node.winner == who,
                "has_lost": is_known and node.is_decided and node.winner != who,
            }
        )
    is_third = node.round == last and node.slot == 2
    return {"match": match, "sides": sides, "is_bye": node.is_bye, "is_third": is_third}
