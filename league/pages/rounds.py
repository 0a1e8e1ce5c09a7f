"""A tournament's rounds: who meets whom at which table, and how it ended."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.models import Match, Stage, Tournament, fold
from league.pages import live, words
from league.pages.lines import between, seats_by_side, side_scores, standing
from league.pages.reports import ReportForm
from league.pages.stages import Contestant, contestant, find, frame, version_of, view_of
from league.permissions import Act, may
from league.selectors.tournaments import StageView
from league.services.results import takes_report


@dataclass(frozen=True, slots=True)
class PairingLine:
    """
    A match of a round: its table, who meets, the score, and the arbiter's form if it waits.

    ``winner`` is the side that won, ``scores`` has a text for each side.
    """

    match: Match
    sides: tuple[Contestant, ...]
    winner: int | None
    scores: list[str]
    is_decided: bool
    is_forfeited: bool
    form: ReportForm | None = None

    @property
    def names(self) -> str:
        """Who meets."""
        return between(side.name for side in self.sides)

    @property
    def score(self) -> str:
        """The scores as one text; empty before there is a result."""
        return ":".join(self.scores) if self.is_decided else ""


def pairings(view: StageView, *, with_forms: bool = False) -> list[PairingLine]:
    """Every match drawn so far, in order of round and table."""
    return [_pairing(view, match, with_forms) for match in view.matches]


def _pairing(view: StageView, match: Match, with_forms: bool) -> PairingLine:
    result = standing(match)
    by_side = seats_by_side(match)
    scores, forfeits = (result.scores, result.forfeits) if result else (None, [])
    won = [
        number
        for number, seats in enumerate(by_side)
        if result and result.winner in [seat.number for seat in seats]
    ]
    return PairingLine(
        match=match,
        sides=tuple(contestant(view, view.numbers[seats[0].entry_id or 0]) for seats in by_side),
        winner=won[0] if won else None,
        scores=side_scores(match, scores, forfeits),
        is_decided=result is not None,
        is_forfeited=bool(forfeits),
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
    return not all(line.is_decided for line in lines)


def _byes(view: StageView, number: int) -> list[Contestant]:
    return [contestant(view, p.first) for p in view.schedule[number - 1] if p.is_bye]
