"""
All matches of a bot as JSON Lines, told one after the other however many there are.

A line is one of two things, told apart by ``type``: a ``match``; a deal, which has no type, for it
is a record as the rules engine writes it, with what the bots noted beside their moves.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.db.models import Prefetch, QuerySet

from league.models import Attempt, Bot, Deal, Match, Result, Seat
from league.permissions import Somebody
from league.selectors.matches import readable_seats, shown_faults, shown_record

MATCHES_AT_ONCE = 20
"""Matches that are read together."""
DEALS_AT_ONCE = 50
"""Deals in memory at a time."""


def match_lines(bot: Bot, reader: Somebody | None) -> Iterator[str]:
    """
    Every finished match of *bot*, the oldest first: a line for the match, then one for each of its
    deals with the secret of the cards and the notes of all bots.

    What bots used and logged is there for *reader*'s own bots, for staff of all; with None of none.
    """
    finished = Match.objects.filter(seats__player=bot.player, status=Match.Status.FINISHED)
    ids = finished.order_by("finished_at", "id").values_list("pk", flat=True).iterator()
    while some := list(islice(ids, MATCHES_AT_ONCE)):
        for told in _told(some, reader):
            yield json.dumps(told, ensure_ascii=False) + "\n"


def _told(ids: list[str], reader: Somebody | None) -> Iterator[dict[str, Any]]:
    """The lines of these matches in their order; as many queries for a deal as for a thousand."""
    matches = _matches().in_bulk(ids)
    rows = _deals(ids).iterator(chunk_size=DEALS_AT_ONCE)
    deal = next(rows, None)
    for pk in ids:
        match = matches[pk]
        own = readable_seats(match, reader)
        yield _of_match(match, own)
        while deal is not None and deal.match_id == pk:
            yield shown_record(deal, match)
            deal = next(rows, None)


def _matches() -> QuerySet[Match]:
    return Match.objects.select_related(
        "ruleset", "ladder", "round__stage__tournament", "challenged_by"
    ).prefetch_related(
        Prefetch("seats", Seat.objects.select_related("player__bot", "version")),
        Prefetch(
            "results", Result.objects.filter(superseded_by__isnull=True), to_attr="standing_results"
        ),
        Prefetch("attempts", Attempt.objects.filter(exit=Attempt.Exit.FINISHED), to_attr="played"),
    )


def _deals(ids: list[str]) -> QuerySet[Deal]:
    """In the order of their matches above."""
    found = Deal.objects.filter(match__in=ids).only("match", "record", "notes")
    return found.order_by("match__finished_at", "match_id", "number")


def _of_match(match: Match, own: frozenset[int]) -> dict[str, Any]:
    results: list[Result] = match.standing_results  # type: ignore[attr-defined]
    told: dict[str, Any] = {
        "type": "match",
        "id": match.pk,
        "ruleset": match.ruleset.slug,
        "game": match.ruleset.game,
        "ladder": match.ladder and match.ladder.slug,
        "tournament": match.round and match.round.stage.tournament.slug,
        "round": match.round and match.round.number,
        "is_rated": match.is_rated,
        "challenged_by": match.challenged_by and match.challenged_by.username,
        "seats": [
            {
                "number": seat.number,
                "player": seat.player.name,
                "bot": seat.player.bot and seat.player.bot.slug,
                "version": seat.version and seat.version.number,
            }
            for seat in match.seats.all()
        ],
        "result": _result(results[0], own) if results else None,
        "commitment": match.commitment,
        "secret": match.secret,
        "started_at": _time(match.started_at),
        "finished_at": _time(match.finished_at),
    }
    return told | {"own": _own(match, own)} if own else told


def _result(result: Result, own: frozenset[int]) -> dict[str, Any]:
    return {
        "scores": result.scores,
        "winner": result.winner,
        "forfeits": result.forfeits,
        "faults": shown_faults(result.faults, own),
    }


def _own(match: Match, own: frozenset[int]) -> list[dict[str, Any]]:
    """What the reader's seats used and logged in the attempt that counts."""
    played: list[Attempt] = match.played  # type: ignore[attr-defined]
    if not played:
        return []
    usage, logs = played[-1].usage, played[-1].logs
    return [
        {
            "seat": seat,
            "usage": usage[seat] if seat < len(usage) else None,
            "log": logs[seat] if seat < len(logs) else "",
        }
        for seat in sorted(own)
    ]


def _time(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None
