"""
All matches of a bot as JSON Lines, so many in one answer, told one after the other.

A line is one of three things, told apart by ``type``: a ``match``; a deal, which has no type, for
it is a record as the rules engine writes it, with what the bots noted beside their moves; and at
the end, where there are more matches, ``more`` with the ``after`` to ask for them with.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from league.errors import BadInput
from league.models import Attempt, Bot, Deal, Match, Result, Seat
from league.permissions import Somebody
from league.selectors.matches import readable_seats, shown_faults, shown_record

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
MOST = 1000
"""Matches in one answer."""
MOST_PARTS = 50
MATCHES_AT_ONCE = 20
"""Matches that are read together."""
DEALS_AT_ONCE = 50
"""Deals in memory at a time."""


@dataclass(frozen=True, slots=True)
class Place:
    """Behind which match an answer begins; the text of it is what ``after`` is."""

    finished_at: datetime
    match: str

    def __str__(self) -> str:
        return f"{(self.finished_at - EPOCH) // MICROSECOND}_{self.match}"

    @classmethod
    def parse(cls, text: str) -> "Place":
        """
        Raises:
            BadInput: If this is not what an answer has ended with.
        """
        found = re.fullmatch(r"(\d{1,17})_(\w{1,20})", text, re.ASCII)
        if found is None:
            raise BadInput(
                "after",
                _("“%(text)s” is not what the last line of an earlier answer gave as “after”.")
                % {"text": text[:60]},
            )
        return cls(EPOCH + int(found[1]) * MICROSECOND, found[2])


def match_lines(
    bot: Bot, reader: Somebody | None, after: Place | None = None, *, most: int = MOST
) -> Iterator[str]:
    """
    The finished matches of *bot*, the oldest first: a line for the match, then one for each of its
    deals with the secret of the cards and the notes of all bots. At *most* so many; if there are
    more, the last line says how to go on.

    What bots used and logged is there for *reader*'s own bots, for staff of all; with None of none.
    """
    left = most
    while left and (some := _places(bot, after, min(MATCHES_AT_ONCE, left))):
        for told in _told([place.match for place in some], reader):
            yield json.dumps(told, ensure_ascii=False) + "\n"
        after, left = some[-1], left - len(some)
    if _places(bot, after, 1):
        yield json.dumps({"type": "more", "after": str(after)}) + "\n"


def parts(bot: Bot) -> list[Place]:
    """Behind which match each answer but the first begins, if all are asked for; the first ones."""
    found = _finished(bot)
    ends = range(MOST - 1, min(found.count() - 1, MOST * MOST_PARTS), MOST)
    return [Place(*found[end]) for end in ends]


def _places(bot: Bot, after: Place | None, most: int) -> list[Place]:
    """The next matches behind *after*. Each time anew: a cursor would be held while one reads."""
    found = _finished(bot)
    if after is not None:
        same = Q(finished_at=after.finished_at, pk__gt=after.match)
        found = found.filter(Q(finished_at__gt=after.finished_at) | same)
    return [Place(*one) for one in found[:most]]


def _finished(bot: Bot) -> QuerySet[Match, Any]:
    found = Match.objects.filter(seats__player=bot.player, status=Match.Status.FINISHED)
    found = found.filter(finished_at__isnull=False).order_by("finished_at", "id")
    return found.values_list("finished_at", "pk")


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
        Prefetch("results", Result.objects.filter(stands=True), to_attr="standing_results"),
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
