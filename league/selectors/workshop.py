"""What an author is told of his own bot: what it uses, where it fails, what he may still do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F

from league.models import Attempt, AuditEntry, Bot, BotVersion, Match, Result, User
from league.selectors import bots, challenges

RECENT = 20
"""Matches over which usage is told."""
FAULTS = 6
LOOKED_AT = 200
"""Matches with faults of anybody among which those of a bot are looked for."""
ACTS = 12


@dataclass(frozen=True, slots=True)
class Recent:
    """
    What a bot used in its last *matches*: CPU milliseconds at most and on average for a move,
    memory at its peak in kilobytes.
    """

    matches: int
    most_cpu_ms: int
    mean_cpu_ms: float
    peak_kb: int

    @property
    def peak_mb(self) -> int:
        return -(-self.peak_kb // 1024)


@dataclass(frozen=True, slots=True)
class Failure:
    """
    A fault of a bot: in which match, leg and deal (from 0), against whom, of which kind, and what
    it had logged.
    """

    match: Match
    leg: int
    deal: int
    opponents: str
    kind: str
    detail: str
    log: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Quota:
    """
    How many bots an author has that are not retired, how often he has uploaded and challenged
    within 24 hours, and how much of each he may.
    """

    bots: int
    most_bots: int
    uploads: int
    most_uploads: int
    challenges: int
    most_challenges: int
    open_challenges: int
    most_open_challenges: int


def quota(user: User) -> Quota:
    """What *user* has used up of what he may have, and do in a day."""
    return Quota(
        bots=bots.not_retired(user).count(),
        most_bots=settings.LEAGUE_BOTS_PER_AUTHOR,
        uploads=bots.uploads_of_today(user),
        most_uploads=settings.LEAGUE_SUBMISSIONS_PER_DAY,
        challenges=challenges.of_today(user),
        most_challenges=settings.LEAGUE_CHALLENGES_PER_DAY,
        open_challenges=challenges.open_now(user),
        most_open_challenges=settings.LEAGUE_CHALLENGES_OPEN,
    )


def usage(bot: Bot) -> Recent | None:
    """What *bot* used in its last matches; None where none has been measured."""
    rows = (
        Attempt.objects.filter(exit=Attempt.Exit.FINISHED, match__seats__player=bot.player)
        .annotate(seat=F("match__seats__number"))
        .order_by("-ended_at")
        .values_list("seat", "usage")[:RECENT]
    )
    found = [used[seat] for seat, used in rows if seat < len(used) and used[seat]]
    answers = sum(one.get("answers", 0) for one in found)
    if not answers:
        return None
    return Recent(
        matches=len(found),
        most_cpu_ms=max(one.get("max_move_cpu_ms", 0) for one in found),
        mean_cpu_ms=sum(one.get("cpu_ms", 0) for one in found) / answers,
        peak_kb=max(one.get("peak_kb", 0) for one in found),
    )


def faults(bot: Bot) -> list[Failure]:
    """The last faults of *bot*, newest first, each with its log; of its last matches with any."""
    rows = (
        Result.objects.filter(match__seats__player=bot.player, stands=True)
        .exclude(faults=[])
        .annotate(seat=F("match__seats__number"))
        .order_by("-id")
        .values_list("pk", "seat", "faults")[:LOOKED_AT]
    )
    # Most may be its opponents': they are told apart here, before anything large is read.
    own = [(pk, seat, one) for pk, seat, told in rows for one in told if one["seat"] == seat]
    results = (
        Result.objects.select_related("match__ruleset", "attempt")
        .defer("tally", "attempt__usage")
        .prefetch_related("match__seats__player")
        .in_bulk([pk for pk, _seat, _fault in own[:FAULTS]])
    )
    return [_failure(results[pk], seat, fault) for pk, seat, fault in own[:FAULTS]]


def _failure(result: Result, own: int, fault: dict[str, Any]) -> Failure:
    logs = result.attempt.logs if result.attempt else []
    return Failure(
        match=result.match,
        leg=fault.get("leg", 0),
        deal=fault["deal"],
        opponents=", ".join(
            seat.player.name for seat in result.match.seats.all() if seat.number != own
        ),
        kind=fault["kind"],
        detail=fault.get("detail", ""),
        log=logs[own] if own < len(logs) else "",
        at=result.created_at,
    )


def history(bot: Bot) -> list[AuditEntry]:
    """What was done with *bot*, newest first."""
    found = AuditEntry.objects.filter(subject=f"bot:{bot.pk}").select_related("actor")
    return list(found[:ACTS])


def playing(versions: Iterable[BotVersion]) -> tuple[int, int]:
    """How many ladder matches and challenges with *versions* wait to be played, and are played."""
    seated = Match.objects.filter(seats__version__in=list(versions), round__isnull=True)
    waiting = seated.filter(status__in=[Match.Status.PLANNED, Match.Status.QUEUED])
    running = seated.filter(status=Match.Status.RUNNING)
    return waiting.distinct().count(), running.distinct().count()
