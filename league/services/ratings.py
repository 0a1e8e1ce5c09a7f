"""Ratings: recomputed from all accepted results of a pool, never incremented."""

import hashlib
from collections import defaultdict
from datetime import timedelta
from typing import NamedTuple

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from bots.reference import ANCHOR
from league.models import BotVersion, Match, Rating, RatingRun, Result, Ruleset, Seat
from league.ratings.fit import fit
from league.ratings.values import DealResult
from league.selectors import ratings as rows

log = structlog.get_logger("league.ratings")

KEEP_ALL = timedelta(hours=2)
"""Runs younger than this are all kept; of older ones the last of each hour."""


REST = 9
"""A pool rests so many times the whole seconds its last fit took: fits never fill the workers."""
FIT_SECONDS = 60
"""A fit that has taken so long was lost with its worker; another may begin."""


class Competitor(NamedTuple):
    """Who is rated: a person's player, or a bot's player with one of its versions."""

    player: int
    version: int | None


def pools() -> list[str]:
    """The pools that have rulesets."""
    return sorted({ruleset.pool for ruleset in Ruleset.objects.all()} - {""})


def refresh() -> list[RatingRun]:
    """Fit every pool anew that has changed since its last run, at most so often."""
    runs = [_refit_alone(pool) for pool in pools() if _is_due(pool)]
    return [run for run in runs if run is not None]


def _refit_alone(pool: str) -> RatingRun | None:
    """
    Fit *pool* unless another worker is at it: a fit of many results takes longer than the
    scheduler waits before it asks again, and would be begun by one worker after the other.
    """
    key = f"refit:{pool}"
    if not cache.add(key, True, timeout=FIT_SECONDS):
        return None
    try:
        return refit(pool)
    finally:
        cache.delete(key)


def _is_due(pool: str) -> bool:
    last = RatingRun.objects.filter(pool=pool).first()
    if last is None:
        return True
    rest = max(settings.LEAGUE_RATING_SECONDS, REST * last.parameters.get("seconds", 0))
    if timezone.now() - last.created_at < timedelta(seconds=rest):
        return False
    voided = Match.objects.filter(
        ruleset__in=_rulesets(pool),
        is_rated=True,
        status=Match.Status.VOID,
        finished_at__gt=last.created_at,
        results__isnull=False,
    )
    # Not only a later one: the newest itself may have been struck out.
    return _newest(pool) != last.last_result or voided.exists()


def accepted(pool: str) -> list[Result]:
    """The pool's results that count, oldest first."""
    return list(_counted(pool).only("id", "match_id", "faults", "tally").order_by("id"))


def _counted(pool: str) -> QuerySet[Result]:
    return rows.counted().filter(match__ruleset__in=_rulesets(pool))


def _newest(pool: str) -> int:
    """The id of the pool's newest result that counts; 0 where there is none."""
    return _counted(pool).aggregate(newest=Max("id"))["newest"] or 0


def _rulesets(pool: str) -> list[int]:
    return [ruleset.pk for ruleset in Ruleset.objects.all() if ruleset.pool == pool]


def refit(pool: str) -> RatingRun | None:
    """
    Fit *pool* from its accepted results and store the run; None where nobody has ever played.
    Where none of them counts any more, nobody is rated in it.

    Only storing it is a transaction: SQLite has one writer, who would keep out all others.
    """
    # Noted before anything is read: what comes in meanwhile makes the pool due again.
    begun = timezone.now()
    newest = _newest(pool)
    results = accepted(pool)
    if not results and rows.latest_run(pool) is None:
        return None
    tallies = _Tallies(pool, results)
    anchor = _anchor(set(tallies.matches))
    ratings = fit(tallies.deal_results(), anchor=anchor)
    run = RatingRun(
        pool=pool,
        created_at=begun,
        last_result=newest,
        inputs=hashlib.sha256(",".join(str(r.pk) for r in results).encode()).hexdigest(),
        deals=sum(tallies.deals.values()) // 2,
        parameters={
            "anchor": anchor.version if anchor else None,
            "seconds": int((timezone.now() - begun).total_seconds()),
        },
    )
    lines = [
        Rating(
            run=run,
            player_id=rating.competitor.player,
            version_id=rating.competitor.version,
            value=rating.value,
            interval=rating.interval,
            matches=tallies.matches[rating.competitor],
            deals=tallies.deals[rating.competitor],
            won=tallies.won[rating.competitor],
            faults=tallies.faults[rating.competitor],
        )
        for rating in ratings
    ]
    with transaction.atomic():
        run.save()
        Rating.objects.bulk_create(lines)
    return run


def _anchor(competitors: set[Competitor]) -> Competitor | None:
    """The house's own cautious bot, whose rating reads 1500, if it has played in the pool."""
    versions = BotVersion.objects.filter(program=ANCHOR, settings={}).values_list("pk", flat=True)
    anchors = set(versions)
    return next((one for one in sorted(competitors, key=str) if one.version in anchors), None)


class _Tallies:
    """What the accepted results say of each competitor, counted once over."""

    def __init__(self, pool: str, results: list[Result]) -> None:
        self.matches: dict[Competitor, int] = defaultdict(int)
        self.deals: dict[Competitor, int] = defaultdict(int)
        self.won: dict[Competitor, int] = defaultdict(int)
        self.faults: dict[Competitor, int] = defaultdict(int)
        self._orders: dict[tuple[tuple[Competitor, ...], tuple[int, ...]], int] = defaultdict(int)
        seats = _seats(pool)
        for result in results:
            self._count(result, seats[result.match_id])

    def _count(self, result: Result, seated: tuple[Competitor, ...]) -> None:
        for fault in result.faults:
            self.faults[seated[fault["seat"]]] += 1
        if not result.tally:
            return
        for competitor in seated:
            self.matches[competitor] += 1
        for line in result.tally:
            places, count = tuple(line["places"]), line["count"]
            self._orders[seated, places] += count
            for competitor, place in zip(seated, places, strict=True):
                self.deals[competitor] += count
                self.won[competitor] += count * (place == 1 and places.count(1) == 1)

    def deal_results(self) -> list[DealResult[Competitor]]:
        return [
            DealResult(competitors=seated, places=places, count=count)
            for (seated, places), count in self._orders.items()
        ]


def _seats(pool: str) -> dict[str, tuple[Competitor, ...]]:
    """Who sits at each match of *pool*, by the match's id."""
    seats: dict[str, list[Competitor]] = defaultdict(list)
    # Voided ones too: a match may have been voided since its result was read.
    rows = Seat.objects.filter(match__ruleset__in=_rulesets(pool)).order_by("match_id", "number")
    for match, player, version in rows.values_list("match_id", "player_id", "version_id"):
        seats[match].append(Competitor(player, version))
    return {match: tuple(seated) for match, seated in seats.items()}


def thin_out() -> int:
    """Delete old runs but the last of each hour; the number of runs deleted."""
    old = RatingRun.objects.filter(created_at__lt=timezone.now() - KEEP_ALL).order_by("-id")
    seen: set[tuple[str, str]] = set()
    surplus = []
    for run in old.only("id", "pool", "created_at").iterator():
        hour = run.pool, f"{run.created_at:%Y%m%d%H}"
        if hour in seen:
            surplus.append(run.pk)
        seen.add(hour)
    RatingRun.objects.filter(pk__in=surplus).delete()
    return len(surplus)
