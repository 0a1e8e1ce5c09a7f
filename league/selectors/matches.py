"""Matches as anyone may see them, and their records."""

import json
from collections.abc import Container, Iterable, Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from league import permissions
from league.models import Attempt, Deal, Match, Result, Seat
from league.permissions import Act, Somebody


def matches() -> QuerySet[Match]:
    """All matches, newest first, with seats and the result that stands in ``standing_results``."""
    seats = Seat.objects.select_related("player__bot", "version", "entry")
    standing = Result.objects.filter(stands=True)
    return Match.objects.select_related(
        "ruleset", "ladder", "round__stage__tournament__club", "challenged_by"
    ).prefetch_related(
        Prefetch("seats", queryset=seats),
        Prefetch("results", queryset=standing, to_attr="standing_results"),
    )


def recent(*, limit: int = 20, **filters: Any) -> list[Match]:
    """The matches that were finished last, or are being played: those first."""
    playing = list(matches().filter(status=Match.Status.RUNNING, **filters)[:limit])
    finished = matches().filter(status=Match.Status.FINISHED, **filters).order_by("-finished_at")
    return playing + list(finished[: max(0, limit - len(playing))])


def of_player(player_id: int) -> QuerySet[Match]:
    """The matches a player sits in, newest first."""
    return matches().filter(seats__player=player_id)


def not_begun() -> QuerySet[Match]:
    """
    The matches planned or queued of which no deal is stored.

    One that was interrupted is queued again, but has begun: whom it goes badly for must not end it.
    """
    waiting = Match.objects.filter(status__in=[Match.Status.PLANNED, Match.Status.QUEUED])
    return waiting.filter(~Exists(Deal.objects.filter(match=OuterRef("pk"))))


def deals(match: Match) -> QuerySet[Deal]:
    """The finished deals of *match*, in order."""
    return match.deals.order_by("number")


def shows_deals(match: Match) -> bool:
    """
    Whether finished deals may be watched: always, but of a mirrored match not before its end, since
    the decks of one leg come again in the next.
    """
    return match.is_over or not match.ruleset.is_mirrored


def shown_deals(match: Match) -> QuerySet[Deal]:
    """The deals of *match* that may be watched."""
    return deals(match) if shows_deals(match) else match.deals.none()


def shown_record(deal: Deal, match: Match) -> dict[str, Any]:
    """
    A deal's record as it may be shown: with the match's secret, and what bots noted beside their
    moves, once the match is over.
    """
    if not match.is_over:
        return {**deal.record, "secret": None}
    shown = {**deal.record, "secret": match.secret}
    return {**shown, "notes": deal.notes} if deal.notes else shown


def record_lines(match: Match) -> Iterator[str]:
    """
    The match's record as JSON Lines, one finished deal a line.

    While the match is being played only its finished deals are there, no secret and no notes; see
    `shown_deals`.
    """
    for deal in shown_deals(match).iterator():
        yield json.dumps(shown_record(deal, match), ensure_ascii=False) + "\n"


def readable_seats(match: Match, reader: Somebody | None) -> frozenset[int]:
    """
    The seats of which *reader* may know what they used, logged and why they failed: those of his
    own bots, for staff all. The match's seats are read with their bots.
    """
    if reader is None or not reader.is_authenticated:
        return frozenset()
    if permissions.may(reader, Act.OPERATE):
        return frozenset(seat.number for seat in match.seats.all())
    return frozenset(
        seat.number
        for seat in match.seats.all()
        if seat.player.bot is not None and permissions.may(reader, Act.SUBMIT, seat.player.bot)
    )


def shown_faults(
    faults: Iterable[dict[str, Any]], readable: Container[int]
) -> list[dict[str, Any]]:
    """
    Faults as they may be shown: of seats that are not *readable* the kind alone, without the
    detail, which may quote the bot.
    """
    return [fault if fault["seat"] in readable else {**fault, "detail": None} for fault in faults]


def attempts(match: Match) -> QuerySet[Attempt]:
    """The tries at playing *match*, for its bots' authors and for staff."""
    return match.attempts.order_by("number")


def corrections(match: Match) -> list[Result]:
    """Every result *match* has had, newest first; more than one tells of corrections."""
    return list(match.results.select_related("reported_by").order_by("-id"))
