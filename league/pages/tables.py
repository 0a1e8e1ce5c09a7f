"""How a stage with a table stands: groups side by side, tie-breaks with their working, the grid."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Tournament
from league.pages import live, words
from league.pages.ladders import csv_response
from league.pages.stages import (
    Choice,
    Contestant,
    choice,
    contestant,
    find,
    frame,
    names_of,
    version_of,
)
from league.pages.workings import Value, worked
from league.progress.options import RoundRobinOptions, SwissOptions, TablesOptions
from league.progress.round_robin import RoundRobin
from league.progress.seated import Tables
from league.progress.stages import Line, RankedStage
from league.progress.state import AnyStage
from league.scheduling.table_quality import Measured, TableQuality
from league.selectors.progress import Progress, progress_of
from league.standings.values import SeatedStanding, Standing


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the standings; *cells* are what stands after the tie-breaks."""

    line: Line
    who: Contestant
    values: tuple[Value, ...]
    cells: tuple[str, ...]
    goes_on: bool

    @property
    def plural(self) -> int:
        """The number whose form the word "points" takes: parts of one are spoken of as two."""
        points = self.line.points
        return int(points) if points == int(points) else 2


def standing_lines(progress: Progress, stage: RankedStage, group: int = 1) -> list[TableLine]:
    """The standings of a group (from 1) with names."""
    going_on = _going_on(progress, stage)
    names = {number: entry.name for number, entry in progress.entries.items()}
    return [
        TableLine(
            line=line,
            who=contestant(progress, line.entry),
            values=tuple(worked(value, names.__getitem__) for value in line.tie_breaks),
            cells=_cells(stage, line),
            goes_on=line.entry in going_on,
        )
        for line in stage.standings[group - 1]
    ]


def _going_on(progress: Progress, stage: RankedStage) -> set[int]:
    """Who plays in the next stage, once that is drawn."""
    later = [one for one in progress.state.stages if one.number == stage.number + 1]
    return set(later[0].order) if later else set()


def _headings(stage: RankedStage) -> list[str]:
    if isinstance(stage, Tables):
        fools = [] if _has_fools(stage) else [_("Fool")]
        return [_("Tables"), _("Sat out"), _("Places"), _("Score"), *fools]
    return [_("Played"), _("Won"), _("Drawn"), _("Lost"), _("Deals")]


def _has_fools(stage: Tables) -> bool:
    """Whether a tie-break tells already who was the fool how often."""
    return any(one.key == "fewest_fools" for one in stage.tie_breaks)


def _cells(stage: RankedStage, line: Line) -> tuple[str, ...]:
    """What a line has in the columns of `_headings`."""
    if isinstance(line, SeatedStanding):
        places = "–".join(map(str, line.places))
        score = f"{line.score:g}".replace("-", "−")
        assert isinstance(stage, Tables)
        fools = () if _has_fools(stage) else (line.fools,)
        return tuple(map(str, (line.tables, line.sat_out, places, score, *fools)))
    deals = f"{line.score_for}:{line.score_against}".replace("-", "−")
    return (*map(str, (line.played, line.won, line.drawn, line.lost)), deals)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the stage that is asked for with its tie-breaks, and the grid; also as CSV."""
    found = find(slug)
    progress = progress_of(found)
    chosen = choice(request, progress, RankedStage)
    if chosen is None:
        is_drawn = any(stage.is_drawn for stage in progress.state.stages)
        return redirect("tournament-bracket" if is_drawn else "tournament", slug=slug)
    if request.GET.get("format") == "csv":
        return _standings_csv(found, progress, chosen.stage)
    context = {
        **frame(request, found, "standings"),
        **_region(progress, chosen),
        "version": version_of(request, found),
    }
    return render(request, "league/tournaments/standings.html", context)


@require_safe
def standings_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region of the standings."""
    found = find(slug)

    def context() -> dict[str, Any]:
        progress = progress_of(found)
        chosen = choice(request, progress, RankedStage)
        return {"tournament": found, **(_region(progress, chosen) if chosen else {})}

    return live.answer(
        request,
        "league/tournaments/tables.html",
        version_of(request, found),
        context,
        is_over=found.is_over,
    )


def _region(progress: Progress, chosen: Choice) -> dict[str, Any]:
    stage = chosen.stage
    assert isinstance(stage, RankedStage)
    address = reverse("tournament-standings-now", args=[progress.tournament.slug])
    return {
        "chosen": chosen,
        "address": address + chosen.query,
        "groups": [_group(progress, stage, number + 1) for number in range(len(stage.groups))],
        "tie_breaks": [one.key for one in stage.tie_breaks],
        "headings": _headings(stage),
        "worth": _worth(stage),
        "is_of_tables": isinstance(stage, Tables),
        "quality": _quality(stage.quality) if isinstance(stage, Tables) and stage.rounds else [],
        "qualifiers": stage.options.qualifiers,
    }


def _group(progress: Progress, stage: RankedStage, number: int) -> dict[str, Any]:
    lines = standing_lines(progress, stage, number)
    ranks = [one.line.rank for one in lines if one.line.rank is not None]
    members = set(stage.groups[number - 1])
    return {
        "number": number if len(stage.groups) > 1 else 0,
        "lines": lines,
        "cross": _crosstable(progress, stage, number) if isinstance(stage, RoundRobin) else [],
        "is_shared": len(set(ranks)) < len(ranks),
        "lots": [names_of(progress, order) for order in stage.lots if set(order) <= members],
    }


def _worth(stage: RankedStage) -> str:
    """What a match or a place is worth, as a sentence."""
    match stage.options:
        case RoundRobinOptions(points=points) | SwissOptions(points=points):
            return _("A won match gives %(win)g, a drawn one %(draw)g, a lost one %(loss)g.") % {
                "win": points.win, "draw": points.draw, "loss": points.loss,
            }  # fmt: skip
        case TablesOptions() as options:
            return _(
                "The first at a table has %(best)g, the last none, the others evenly between; who "
                "shares places shares their points. A round sat out gives %(out)g."
            ) % {"best": options.best, "out": options.sat_out}
    raise AssertionError(f"{stage.options.format} has no table")


def _quality(quality: TableQuality) -> list[tuple[str, Measured]]:
    """What is measured of the seats, with what nobody can get below."""
    measured = [
        (_("Meetings that were not the first of their pair"), quality.repeats),
        (_("Most often that two met"), quality.most_meetings),
        (_("Attacks that were not the first upon the same one"), quality.attack_repeats),
        (_("Most often that one attacked another"), quality.most_attacks),
        (_("Most often that one had the first deal"), quality.most_first_deals),
        (_("Most often that one had the same seat"), quality.most_in_one_seat),
        (_("Most rounds that one sat out"), quality.most_sat_out),
    ]
    if quality.partner_repeats is not None:
        measured.append((_("Partnerships that were not the first"), quality.partner_repeats))
    return measured


def _crosstable(progress: Progress, stage: RoundRobin, group: int) -> list[dict[str, Any]]:
    by_pair = _addresses(progress, stage)
    grid = stage.crosstable(group)
    return [
        {
            "who": contestant(progress, row.entry),
            "points": row.points,
            "cells": [
                {
                    "is_self": other == row.entry,
                    "meetings": [
                        {
                            "score": f"{m.score}:{m.opponent_score}".replace("-", "−"),
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


def _addresses(progress: Progress, stage: AnyStage) -> dict[tuple[int, frozenset[int]], str]:
    return {
        (table.key.round, frozenset(table.entries)): reverse("match", args=[match.pk])
        for table in stage.tables
        if (match := progress.match(table)) is not None
    }


CsvColumn = tuple[str, Callable[[Any], Any]]


def _csv_columns(stage: RankedStage) -> list[CsvColumn]:
    if isinstance(stage, Tables):
        return [
            (_("tables"), lambda line: line.tables),
            (_("sat out"), lambda line: line.sat_out),
            (_("places"), lambda line: "/".join(map(str, line.places))),
            (_("score"), lambda line: line.score),
            (_("fool"), lambda line: line.fools),
            (_("epaulettes"), lambda line: line.epaulettes),
        ]
    return [
        (_("played"), lambda line: line.played),
        (_("won"), lambda line: line.won),
        (_("drawn"), lambda line: line.drawn),
        (_("lost"), lambda line: line.lost),
        (_("deals won"), lambda line: line.score_for),
        (_("deals lost"), lambda line: line.score_against),
    ]


def _standings_csv(tournament: Tournament, progress: Progress, stage: AnyStage) -> HttpResponse:
    assert isinstance(stage, RankedStage)
    columns = _csv_columns(stage)
    shorts = [str(words.TIE_BREAKS[one.key][1]) for one in stage.tie_breaks]
    is_grouped = len(stage.groups) > 1
    heading = [_("rank"), _("name"), _("points"), *(name for name, _of in columns), *shorts]
    table: list[list[Any]] = [[_("group"), *heading] if is_grouped else heading]
    for number, lines in enumerate(stage.standings, start=1):
        for line in lines:
            row = _csv_line(progress, line, columns, len(shorts))
            table.append([number, *row] if is_grouped else row)
    return csv_response(f"{tournament.slug}-standings.csv", table)


def _csv_line(
    progress: Progress, line: Standing | SeatedStanding, columns: list[CsvColumn], breaks: int
) -> list[Any]:
    # Who is not counted is listed without tie-breaks.
    values = [value.value for value in line.tie_breaks] or [None] * breaks
    told = [of(line) for _name, of in columns]
    return [line.rank, progress.entries[line.entry].name, line.points, *told, *values]
