"""A tournament for everyone: overview, rounds, standings with crosstable, bracket, log."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import AuditEntry, Entry, Match, Member, Result, Role, Stage, Tournament, fold
from league.pages import live, words
from league.pages.ladders import csv_response
from league.pages.lines import score_text, standing
from league.pages.reports import ReportForm
from league.permissions import Act, may
from league.scheduling.knockout import Gap
from league.selectors import tournaments
from league.selectors.tournaments import StageView
from league.services.results import takes_report
from league.standings.values import Standing

PAGE = 30


def find(slug: str) -> Tournament:
    """
    The tournament with club and ruleset.

    Raises:
        Http404: If there is none.
    """
    return get_object_or_404(tournaments.tournaments(), slug=slug)


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


@dataclass(frozen=True, slots=True)
class Contestant:
    """An entry as tables show it: its number, name, page, and whether it left."""

    number: int
    name: str
    address: str
    version: int | None
    is_withdrawn: bool


def contestant(view: StageView, number: int) -> Contestant:
    """The entry of this number."""
    entry: Entry = view.entries[number]
    version = entry.version
    return Contestant(
        number=number,
        name=entry.player.name,
        address=reverse("bot", args=[version.bot.slug]) if version else "",
        version=version.number if version else None,
        is_withdrawn=entry.withdrawn_at is not None,
    )


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A match of a round: its table, who meets, the score, and the arbiter's form if it waits."""

    match: Match
    sides: tuple[Contestant, Contestant]
    winner: int | None
    score: str
    forfeits: list[int]
    form: ReportForm | None = None


def pairings(view: StageView, *, with_forms: bool = False) -> list[PairingLine]:
    """Every match drawn so far, in order of round and table."""
    return [_pairing(view, match, with_forms) for match in view.matches]


def _pairing(view: StageView, match: Match, with_forms: bool) -> PairingLine:
    result = standing(match)
    first, second = view.sides(match)
    return PairingLine(
        match=match,
        sides=(contestant(view, first), contestant(view, second)),
        winner=result.winner if result else None,
        score=score_text(result.scores) if result else "",
        forfeits=result.forfeits if result else [],
        form=ReportForm(match) if with_forms and takes_report(match) else None,
    )


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairings in big type, round by round, with the arbiter's forms where results are due."""
    found = find(slug)
    view = view_of(found)
    if not view.stage.drawn_at:
        return redirect("tournament", slug=slug)
    may_report = (
        may(request.user, Act.REPORT, found) and found.status != Tournament.Status.CANCELLED
    )
    search = request.GET.get("q", "").strip()
    context = {
        **frame(request, found, "rounds"),
        "rounds": _rounds(view, search, with_forms=may_report),
        "search": search,
        "version": version_of(request, found),
    }
    # What an arbiter is typing must not be swept away under his hands.
    context["is_still"] = may_report or context["is_over"]
    return render(request, "league/tournaments/rounds.html", context)


@require_safe
def rounds_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region of the rounds, for those who only look on."""
    found = find(slug)
    search = request.GET.get("q", "").strip()
    is_over = found.is_over
    return live.answer(
        request,
        "league/tournaments/round_list.html",
        version_of(request, found),
        lambda: {
            "tournament": found,
            "rounds": _rounds(view_of(found), search, with_forms=False),
            "search": search,
            "is_still": is_over,
        },
        is_over=is_over,
    )


def _rounds(view: StageView, search: str, *, with_forms: bool) -> list[dict[str, Any]]:
    by_round: dict[int, list[PairingLine]] = {}
    for pairing in pairings(view, with_forms=with_forms):
        if search and not any(fold(search) in fold(side.name) for side in pairing.sides):
            continue
        assert pairing.match.round is not None
        by_round.setdefault(pairing.match.round.number, []).append(pairing)
    is_knockout = view.stage.format == Stage.Format.KNOCKOUT
    due = next((number for number, lines in sorted(by_round.items()) if _waits(lines)), None)
    return [
        {
            "number": number,
            "name": words.round_name(number, view.rounds_total) if is_knockout else "",
            "pairings": lines,
            "byes": [] if is_knockout else _byes(view, number),
            "is_due": _waits(lines) and (is_knockout or bool(search) or number == due),
        }
        for number, lines in sorted(by_round.items())
    ]


def _waits(lines: list[PairingLine]) -> bool:
    return not all(line.score or line.forfeits for line in lines)


def _byes(view: StageView, number: int) -> list[Contestant]:
    return [contestant(view, p.first) for p in view.schedule[number - 1] if p.is_bye]


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
