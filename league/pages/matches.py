"""A match: who, how it stands, deal by deal, what it was committed to, and its corrections."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.seating import deal_after, deals_before
from league.models import Attempt, Deal, Match, Seat
from league.pages import live
from league.pages.lines import (
    between,
    deal_worth,
    first_alone,
    places_by_side,
    result_text,
    score_text,
    sides_at,
    standing,
    summed,
)
from league.pages.reports import ReportForm
from league.permissions import Act, Somebody, may
from league.selectors import matches
from league.selectors.terms import game_played, length_of
from league.services import results


@dataclass(frozen=True, slots=True)
class DealLine:
    """
    A deal in the match's list: who won it, and how the score stood after it. ``order`` has the
    sides with their places, best first, where there are more than two. ``leg`` is from 1, None
    where there is but one.
    """

    deal: Deal
    leg: int | None
    winner: str
    order: list[tuple[int, str]]
    score: str
    moves: int
    faults: list[dict[str, Any]]


def find(match_id: str) -> Match:
    """
    The match with its seats and result.

    Raises:
        Http404: If there is none.
    """
    return get_object_or_404(matches.matches(), pk=match_id)


@require_safe
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """A match's page."""
    found = find(match_id)
    context = {
        **_state(found, request.user),
        "version": _version(request, found),
        "is_over": found.is_over,
        "corrections": matches.corrections(found),
        "may_correct": _is_correctable(found) and may(request.user, Act.REPORT, found),
        "may_void": found.status != Match.Status.VOID
        and may(request.user, Act.REPORT if found.round else Act.OPERATE, found),
        "may_withdraw": _is_withdrawable(found, request.user),
        "form": ReportForm(found) if _awaits_report(found, request.user) else None,
    }
    return render(request, "league/matches/match.html", context)


@require_safe
def match_now(request: HttpRequest, match_id: str) -> HttpResponse:
    """The live region of a match's page."""
    found = find(match_id)
    return live.answer(
        request,
        "league/matches/now.html",
        _version(request, found),
        lambda: _state(found, request.user),
        is_over=found.is_over,
    )


def _version(request: HttpRequest, match: Match) -> str:
    result = standing(match)
    return live.version_of(
        request,
        match.status,
        match.attempt,
        match.waiting_for,
        match.parked_at,
        match.deals.count(),
        result and result.pk,
    )


def _state(match: Match, user: Somebody) -> dict[str, Any]:
    result = standing(match)
    seats = list(match.seats.all())
    deals, score = _deal_lines(match, [seat.player.name for seat in seats])
    sides = sides_at(match, score)
    readable = matches.readable_seats(match, user)
    shown = deals[-1].score if deals else ":".join("–" for _ in sides)
    if result is not None:
        shown = result_text(match, result.scores, result.forfeits)
    return {
        "match": match,
        "names": between(side.name for side in sides),
        "sides": sides,
        "result": result,
        "score": shown,
        "deals": deals,
        "are_shown": matches.shows_deals(match),
        "faults": [
            {
                **fault,
                "name": seats[fault["seat"]].player.name,
                "deal": order_of(match, fault.get("leg", 0), fault["deal"]),
            }
            for fault in matches.shown_faults(result.faults if result else [], readable)
        ],
        "attempts": _attempts(match, user, seats, readable),
        "is_bots": all(seat.version_id for seat in seats),
    }


def _deal_lines(match: Match, names: list[str]) -> tuple[list[DealLine], list[int] | None]:
    """The lines of the deals, and the score by seat after them; None before the first."""
    score: list[int] | None = None
    worth = deal_worth(match)
    found = []
    for deal in matches.deals(match):
        score = summed(score, worth(deal.places, deal.points))
        order = places_by_side(match, deal.places)
        found.append(
            DealLine(
                deal=deal,
                leg=leg_of(match, deal),
                winner=first_alone(order),
                order=order if len(order) > 2 else [],
                score=score_text(match, score),
                moves=len(deal.record.get("moves", [])),
                faults=[{**fault, "name": names[fault["seat"]]} for fault in deal.faults],
            )
        )
    return found, score


def leg_of(match: Match, deal: Deal) -> int | None:
    """The leg of *deal*, from 1; None in a match that is played once."""
    length = length_of(match)
    if not length.mirrored:
        return None
    return 1 + deal_after(game_played(match.ruleset), length, deal.number)[0]


def order_of(match: Match, leg: int, deal: int) -> int:
    """The number that a deal of a leg has among those of all legs, from 0."""
    return deals_before(game_played(match.ruleset), length_of(match), leg, deal)


def _attempts(
    match: Match, user: Somebody, seats: list[Seat], readable: frozenset[int]
) -> list[dict[str, Any]]:
    """The tries at playing the match: all of them for staff, an author's own logs for him."""
    if not readable:
        return []
    found = matches.attempts(match)
    return [
        {
            "attempt": attempt,
            "detail": attempt.detail if user.is_staff else "",
            "seats": [
                {
                    "name": seats[number].player.name,
                    "usage": attempt.usage[number] if number < len(attempt.usage) else {},
                    "log": attempt.logs[number] if number < len(attempt.logs) else "",
                }
                for number in sorted(readable)
            ],
        }
        for attempt in (found if user.is_staff else found.filter(exit=Attempt.Exit.FINISHED))
    ]


def _awaits_report(match: Match, user: Somebody) -> bool:
    return match.round is not None and results.takes_report(match) and may(user, Act.REPORT, match)


def _is_withdrawable(match: Match, user: Somebody) -> bool:
    is_his = user.pk == match.challenged_by_id or may(user, Act.OPERATE)
    return match.is_challenge and is_his and matches.not_begun().filter(pk=match.pk).exists()


def _is_correctable(match: Match) -> bool:
    return match.status == Match.Status.FINISHED and match.round is not None


@require_safe
def record(request: HttpRequest, match_id: str) -> StreamingHttpResponse:
    """The match's record as JSON Lines, to be checked by anyone."""
    found = find(match_id)
    response = StreamingHttpResponse(
        matches.record_lines(found), content_type="application/x-ndjson; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{found.pk}.jsonl"'
    return response
