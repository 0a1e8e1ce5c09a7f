"""A tournament's rounds: who meets whom at which table, who sits out, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.errors import Text
from league.models import Match, Tournament, fold
from league.pages import live, words
from league.pages.lines import between, scores_so_far
from league.pages.reports import ReportForm
from league.pages.stages import Choice, Contestant, choice, contestant, find, frame, version_of
from league.permissions import Act, may
from league.progress.elimination import Elimination
from league.progress.seated import Tables
from league.progress.state import AnyStage
from league.progress.swiss import Swiss
from league.progress.tables import Round, Table
from league.selectors.progress import Progress, progress_of
from league.services.results import takes_report

ABSENT, PRESENT = "–", "+"
BETWEEN_PARTNERS = " / "


@dataclass(frozen=True, slots=True)
class SideLine:
    """Who play together at a table, often one alone; *place* where more than two sides play."""

    members: tuple[Contestant, ...]
    score: str
    has_won: bool
    place: int | None = None

    @property
    def name(self) -> str:
        return BETWEEN_PARTNERS.join(member.name for member in self.members)


@dataclass(frozen=True, slots=True)
class PairingLine:
    """
    A table of a round: who meets in the order of the seats, the score, and the arbiter's form if a
    result is due. *match* is None where nobody has to play. *attacks* says who attacks whom first.
    """

    table: Table
    match: Match | None
    sides: tuple[SideLine, ...]
    seats: tuple[Contestant, ...]
    part: Text = ""
    form: ReportForm | None = None
    is_running: bool = False

    @property
    def names(self) -> str:
        """Who meets."""
        return between(side.name for side in self.sides)

    @property
    def is_decided(self) -> bool:
        return self.table.outcome is not None

    @property
    def is_forfeited(self) -> bool:
        return bool(self.table.outcome and self.table.outcome.forfeits)

    @property
    def has_scores(self) -> bool:
        return any(side.score for side in self.sides)

    @property
    def score(self) -> str:
        """The scores as one text; empty before there are any."""
        return ":".join(side.score for side in self.sides) if self.has_scores else ""

    @property
    def attacks(self) -> list[tuple[str, str]]:
        """Who attacks whom at a table of several seats: everybody the next one."""
        if len(self.seats) < 3:
            return []
        return [
            (one.name, other.name)
            for one, other in zip(self.seats, (*self.seats[1:], self.seats[0]), strict=True)
        ]


def pairing(
    progress: Progress,
    stage: AnyStage,
    table: Table,
    *,
    running: Sequence[int] | None = None,
    with_form: bool = False,
) -> PairingLine:
    """A table as a page shows it; *running* is the score by seat of a match being played."""
    match = progress.match(table)
    return PairingLine(
        table=table,
        match=match,
        sides=_sides(progress, stage, table, running),
        seats=tuple(contestant(progress, entry) for entry in table.entries),
        part=words.part_of_round(stage, table) if isinstance(stage, Elimination) else "",
        form=ReportForm(match) if with_form and match and takes_report(match) else None,
        is_running=match is not None and match.status == Match.Status.RUNNING,
    )


def _sides(
    progress: Progress, stage: AnyStage, table: Table, running: Sequence[int] | None
) -> tuple[SideLine, ...]:
    entries = table.entries
    several = isinstance(stage, Tables) and stage.sides and len(entries) > stage.sides
    count = stage.sides if several and isinstance(stage, Tables) else len(entries)
    return tuple(
        SideLine(
            members=tuple(contestant(progress, entry) for entry in entries[position::count]),
            score=_score(table, position, running),
            has_won=_has_won(table, position, count),
            place=table.outcome.places[position] if table.outcome and count > 2 else None,
        )
        for position in range(count)
    )


def _has_won(table: Table, position: int, sides: int) -> bool:
    winner = None if table.outcome is None else table.outcome.winner
    return winner is not None and winner % sides == position


def _score(table: Table, position: int, running: Sequence[int] | None) -> str:
    outcome = table.outcome
    if outcome is None:
        return str(running[position]).replace("-", "−") if running else ""
    if position in outcome.forfeits:
        return ABSENT
    if outcome.forfeits and (len(table.entries) == 2 or table.is_walkover):
        return PRESENT
    return str(outcome.scores[position]).replace("-", "−")


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairings in big type, round by round, with the arbiter's forms where results are due."""
    found = find(slug)
    progress = progress_of(found)
    chosen = choice(request, progress, None)
    if chosen is None:
        return redirect("tournament", slug=slug)
    may_report = (
        may(request.user, Act.REPORT, found) and found.status != Tournament.Status.CANCELLED
    )
    context = {
        **frame(request, found, "rounds"),
        **_region(request, progress, chosen, with_forms=may_report),
        "version": version_of(request, found),
    }
    # What an arbiter is typing must not be swept away under his hands.
    context["is_still"] = may_report or context["is_over"]
    return render(request, "league/tournaments/rounds.html", context)


@require_safe
def rounds_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region of the rounds, for those who only look on."""
    found = find(slug)
    is_over = found.is_over

    def context() -> dict[str, Any]:
        progress = progress_of(found)
        chosen = choice(request, progress, None)
        region = _region(request, progress, chosen, with_forms=False) if chosen else {}
        return {"tournament": found, **region, "is_still": is_over}

    return live.answer(
        request,
        "league/tournaments/round_list.html",
        version_of(request, found),
        context,
        is_over=is_over,
    )


def _region(
    request: HttpRequest, progress: Progress, chosen: Choice, *, with_forms: bool
) -> dict[str, Any]:
    search = request.GET.get("q", "").strip()
    asked = {"stage": str(chosen.stage.number)} if chosen.query else {}
    if search:
        asked["q"] = search
    address = reverse("tournament-rounds-now", args=[progress.tournament.slug])
    return {
        "chosen": chosen,
        "rounds": _rounds(progress, chosen.stage, search, with_forms=with_forms),
        "search": search,
        "address": f"{address}?{urlencode(asked)}" if asked else address,
        "is_of_bracket": isinstance(chosen.stage, Elimination),
    }


def _rounds(
    progress: Progress, stage: AnyStage, search: str, *, with_forms: bool
) -> list[dict[str, Any]]:
    running = scores_so_far(
        match for match in progress.matches.values() if match.status == Match.Status.RUNNING
    )
    due = {table.key.round for table in stage.due}
    shown = []
    for round in stage.rounds:
        lines = [
            pairing(
                progress,
                stage,
                table,
                running=running.get(match.pk) if (match := progress.match(table)) else None,
                with_form=with_forms,
            )
            for table in round.tables
            if len(table.entries) > 1 and _is_found(progress, search, table.entries)
        ]
        out = [
            {"who": contestant(progress, entry), "says": said}
            for entry, said in _out(stage, round)
            if _is_found(progress, search, [entry])
        ]
        if lines or out or not search:
            shown.append(
                {
                    "number": round.number,
                    "name": words.name_of_round(stage, round.number),
                    "pairings": lines,
                    "out": out,
                    "by_hand": round.by_hand,
                    "is_due": round.number in due,
                }
            )
    return shown


def _is_found(progress: Progress, search: str, entries: Sequence[int]) -> bool:
    return not search or any(
        fold(search) in fold(progress.entries[entry].name) for entry in entries
    )


def _out(stage: AnyStage, round: Round) -> list[tuple[int, str]]:
    """Who has no opponent in a round, and why."""
    found = [(entry, _("has a bye")) for entry in round.out]
    if isinstance(stage, Tables):
        found = [(entry, _("sits out")) for entry in round.out]
        found += [
            (table.entries[0], _("is alone at the table"))
            for table in round.tables
            if len(table.entries) == 1
        ]
    if isinstance(stage, Elimination):
        found = [(entry, _("goes on without a match")) for entry in round.out]
    if isinstance(stage, Swiss):
        there = {entry for table in round.tables for entry in table.entries} | {*round.out}
        found += [
            (entry, str(words.REQUESTED_BYES[bye]))
            for entry, number, bye in stage.excused
            if number == round.number and entry not in there
        ]
    return found
