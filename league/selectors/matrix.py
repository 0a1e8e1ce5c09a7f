"""Head to head: how every two bots of a pool have done against each other."""

import hashlib
import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from league.models import Bot, BotVersion, Seat, pool_key
from league.selectors import ratings

_Z = 1.96
"""A normal value is within this many standard deviations of its mean 95 times of 100."""
_PRIOR = _Z * _Z / 2
"""Pseudo-deals given to each side before the width is taken (Agresti and Coull, 1998)."""
KEPT_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What *version* has done against *opponent* in deals that were rated."""

    version: BotVersion
    opponent: BotVersion
    won: int
    drawn: int
    lost: int

    @property
    def deals(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Share of the points, 0 to 1: a deal won is one, a draw a half."""
        return (self.won + self.drawn / 2) / self.deals

    @property
    def interval(self) -> float:
        """
        Half the width of the 95 % interval of the score.

        As of a share of so many deals after Agresti and Coull, so that ten of ten won is not
        taken for certain; a draw varies less than a win and a loss, which makes it a little wide.
        """
        deals = self.deals + 2 * _PRIOR
        share = (self.score * self.deals + _PRIOR) / deals
        return _Z * math.sqrt(share * (1 - share) / deals)


def head_to_head(game: str, seats: int, sides: str) -> list[HeadToHead]:
    """
    Every two bots that have met with the versions they play with now, both ways round.

    Only matches of two are counted, with every option at its default, as in the pool's ratings.
    Ordered by the bots' names. Counted anew when the pool has been fitted anew: it reads all
    that was ever played, and anybody may ask for it.
    """
    if seats != 2:
        return []
    run = ratings.latest_run(pool_key(game, seats, sides))
    if run is None:
        return _pairs(_counted(game, seats, sides))
    # An author may go back to another version at any time, with no new result to be fitted.
    current = hashlib.sha256(repr(sorted(filter(None, _current()))).encode()).hexdigest()[:16]
    key = f"head-to-head:{run.pk}:{current}"
    counts = cache.get(key)
    if counts is None:
        counts = _counted(game, seats, sides)
        cache.set(key, counts, timeout=KEPT_SECONDS)
    return _pairs(counts)


def _current() -> QuerySet[Bot, int]:
    return Bot.objects.filter(current_version__isnull=False).values_list(
        "current_version", flat=True
    )


def _counted(game: str, seats: int, sides: str) -> Counter[tuple[int, int, tuple[int, ...]]]:
    """How often each places came of it when one version met another, both ways round."""
    rows = (
        Seat.objects.filter(
            version__in=_current(),
            match__ruleset__game=game,
            match__ruleset__seats=seats,
            match__ruleset__sides=sides,
            match__ruleset__options={},
            match__results__in=ratings.counted(),
        )
        .order_by("match_id", "number")
        .values_list("match_id", "version_id", "match__results__tally")
    )
    seated: dict[str, list[int]] = defaultdict(list)
    tallies: dict[str, list[dict[str, Any]]] = {}
    for match, version, tally in rows.iterator():
        seated[match].append(version or 0)
        tallies[match] = tally
    counts: Counter[tuple[int, int, tuple[int, ...]]] = Counter()
    for match, versions in seated.items():
        if len(versions) == 2:
            _count(counts, versions[0], versions[1], tallies[match])
    return counts


def _count(
    counts: Counter[tuple[int, int, tuple[int, ...]]],
    first: int,
    second: int,
    tally: list[dict[str, Any]],
) -> None:
    for line in tally:
        places: tuple[int, int] = tuple(line["places"])
        times: int = line["count"]
        counts[first, second, places] += times
        counts[second, first, places[::-1]] += times


def _pairs(counts: Counter[tuple[int, int, tuple[int, ...]]]) -> list[HeadToHead]:
    by_pair: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for (one, other, (own, theirs)), times in counts.items():
        by_pair[one, other][(own < theirs) - (own > theirs)] += times
    versions = BotVersion.objects.select_related("bot__player").in_bulk(set(_current()))
    pairs = [
        HeadToHead(versions[one], versions[other], won=n[1], drawn=n[0], lost=n[-1])
        for (one, other), n in by_pair.items()
        if one in versions and other in versions
    ]
    return sorted(
        pairs, key=lambda pair: (pair.version.bot.search_name, pair.opponent.bot.search_name)
    )
