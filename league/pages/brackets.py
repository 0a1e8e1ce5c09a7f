"""A knockout or a double elimination as a bracket, and who has come to which place."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.pages import live, words
from league.pages.rounds import PairingLine, pairing
from league.pages.stages import Choice, choice, contestant, find, frame, version_of
from league.progress.elimination import Elimination
from league.progress.stages import Place
from league.progress.tables import Table
from league.scheduling.brackets import BracketMatch, Gap, Occupant
from league.scheduling.double_elimination import DoubleElimination, Part
from league.selectors.progress import Progress, progress_of


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of the stage that is asked for."""
    found = find(slug)
    progress = progress_of(found)
    chosen = choice(request, progress, Elimination)
    if chosen is None:
        return redirect("tournament", slug=slug)
    context = {
        **frame(request, found, "bracket"),
        **_region(progress, chosen),
        "version": version_of(request, found),
    }
    return render(request, "league/tournaments/bracket.html", context)


@require_safe
def bracket_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region of the bracket."""
    found = find(slug)

    def context() -> dict[str, Any]:
        progress = progress_of(found)
        chosen = choice(request, progress, Elimination)
        return {"tournament": found, **(_region(progress, chosen) if chosen else {})}

    return live.answer(
        request,
        "league/tournaments/tree.html",
        version_of(request, found),
        context,
        is_over=found.is_over,
    )


def place_lines(progress: Progress, places: Iterable[Place]) -> list[dict[str, Any]]:
    """The places that are final, best first, with all who share one."""
    shared: dict[tuple[int, int], list[Any]] = {}
    for place in places:
        if place.is_final:
            who = contestant(progress, place.entry)
            shared.setdefault((place.first, place.last), []).append(who)
    return [
        {"first": first, "last": last, "entries": who}
        for (first, last), who in sorted(shared.items(), key=lambda item: item[0])
    ]


def _region(progress: Progress, chosen: Choice) -> dict[str, Any]:
    stage = chosen.stage
    assert isinstance(stage, Elimination)
    address = reverse("tournament-bracket-now", args=[progress.tournament.slug])
    return {
        "chosen": chosen,
        "address": address + chosen.query,
        "parts": _parts(progress, stage),
        "placing": place_lines(progress, stage.places),
    }


def _parts(progress: Progress, stage: Elimination) -> list[dict[str, Any]]:
    """The parts of the bracket with their columns: all in one, or winners', losers', final."""
    tables = {(table.key.round, table.slot): table for table in stage.tables}
    plan = stage.plan if stage.filled else None
    if not isinstance(plan, DoubleElimination):
        columns = [
            _column(progress, stage, tables, words.round_name(number, stage.rounds_total), matches)
            for number, matches in enumerate(stage.bracket, start=1)
        ]
        return [{"name": "", "columns": columns}]
    rounds: dict[tuple[Part, int], list[BracketMatch]] = {}
    for match in (match for row in stage.bracket for match in row):
        rounds.setdefault(plan.part((match.round, match.slot)), []).append(match)
    shown = []
    for name, parts in (
        (_("Winners' rounds"), (Part.WINNERS,)),
        (_("Losers' rounds"), (Part.LOSERS,)),
        (_("Final"), (Part.FINAL, Part.RESET)),
    ):
        columns = [
            _column(progress, stage, tables, words.part_name(*key), matches)
            for key, matches in sorted(rounds.items(), key=lambda item: item[0][1])
            if key[0] in parts and not all(map(_is_empty, matches))
        ]
        if columns:
            shown.append({"name": name, "columns": columns})
    return shown


def _is_empty(match: BracketMatch) -> bool:
    return match.first is Gap.NOBODY and match.second is Gap.NOBODY


def _column(
    progress: Progress,
    stage: Elimination,
    tables: dict[tuple[int, int], Table],
    name: Any,
    matches: list[BracketMatch],
) -> dict[str, Any]:
    return {
        "name": name,
        "by_hand": any(round.by_hand for round in stage.rounds if round.number == matches[0].round),
        "matches": [_node(progress, stage, tables, match) for match in matches],
    }


def _node(
    progress: Progress,
    stage: Elimination,
    tables: dict[tuple[int, int], Table],
    node: BracketMatch,
) -> dict[str, Any]:
    table = tables.get((node.round, node.slot))
    line = pairing(progress, stage, table) if table else None
    is_third = (
        not isinstance(stage.plan, DoubleElimination)
        and node.round == stage.rounds_total
        and node.slot == 2
    )
    return {
        "line": line,
        "sides": [_side(progress, node, line, who) for who in node.sides],
        "is_third": is_third,
    }


def _side(
    progress: Progress, node: BracketMatch, line: PairingLine | None, who: Occupant
) -> dict[str, Any]:
    if isinstance(who, Gap):
        return {"who": None, "is_nobody": who is Gap.NOBODY}
    score = ""
    if line is not None and who in line.table.entries:
        score = line.sides[line.table.entries.index(who)].score
    return {
        "who": contestant(progress, who),
        "score": score,
        "has_won": node.winner == who,
        "has_lost": node.is_decided and node.winner != who,
    }
