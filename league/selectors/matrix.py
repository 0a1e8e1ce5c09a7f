"""Head to head: how every two bots of a pool have done against each other."""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from league.models import Bot, BotVersion, Match, Seat

_Z = 1.96
"""A normal value is within this many standard deviations of its mean 95 times of 100."""
_PRIOR = _Z * _Z / 2
"""Pseudo-deals given to each side before the width is taken (Agresti and Coull, 1998)."""


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
    Ordered by the bots' names.
    """
    if seats != 2:
        return []
    current = Bot.objects.filter(current_version__isnull=False).values("current_version")
    rows = (
        Seat.objects.filter(
            version__in=current,
            match__status=Match.Status.FINISHED,
            match__ruleset__game=game,
            match__ruleset__seats=seats,
            match__ruleset__sides=sides,
            match__ruleset__options={},
            match__results__superseded_by__isnull=True,
            match__results__isnull=False,
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
    return _pairs(counts)


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
    versions = BotVersion.objects.select_related("bot__player").in_bulk(
        {version for pair in by_pair for version in pair}
    )
    pairs = [
        HeadToHead(versions[one], versions[other], won=n[1], drawn=n[0], lost=n[-1])
        for (one, other), n in by_pair.items()
    ]
    return sorted(
        pairs, key=lambda pair: (pair.version.bot.search_name, pair.opponent.bot.search_name)
    )
