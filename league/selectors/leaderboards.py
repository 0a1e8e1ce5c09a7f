"""Leaderboards: the rating table of a pool, and a ladder's standings."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from django.db.models import Count, Q

from league.models import Bot, BotVersion, Ladder, LadderEntry, Match, Player, Rating, RatingRun
from league.selectors import ratings

PROVISIONAL = 60.0
"""An interval wider than this is provisional: the place may still change a good deal."""


@dataclass(frozen=True, slots=True)
class Row:
    """
    A competitor's line; ``rank`` is among bots or among people. It, ``rating`` and ``interval`` are
    None before the first rated deal, and ``rank`` also of a paused bot: that keeps its rating, but
    no place by staying away.

    ``trend`` is the change of rating since the run of about an hour ago, None if not known.
    """

    rank: int | None
    player: Player
    bot: Bot | None
    version: BotVersion | None
    rating: float | None
    interval: float | None
    matches: int
    deals: int
    won: int
    faults: int
    trend: float | None = None

    @property
    def is_provisional(self) -> bool:
        return self.interval is None or self.interval > PROVISIONAL

    @property
    def is_paused(self) -> bool:
        return self.bot is not None and self.bot.is_paused

    @property
    def won_share(self) -> float | None:
        """Part of the deals won alone, 0 to 1."""
        return self.won / self.deals if self.deals else None


def pool_rows(pool: str, *, kind: str = "all") -> list[Row]:
    """
    The rating table of *pool*: bots, each with its current version, and after them people.

    The two are ranked apart: they are never rated by each other, so that nothing compares them.

    Args:
        kind: ``bot``, ``person`` or ``all``.
    """
    lines = ratings.table(pool)
    if kind in {"bot", "person"}:
        lines = lines.filter(player__kind=kind)
    current = set(
        Bot.objects.exclude(current_version=None).values_list("current_version", flat=True)
    )
    before = _before(pool)
    bots = [line for line in lines if line.version_id in current]
    people = [line for line in lines if line.version_id is None]
    return _ranked(bots, before) + _ranked(people, before)


def ladder_rows(ladder: Ladder) -> list[Row]:
    """Everybody on the ladder: the rated by rating, then those who wait for their first match."""
    entries = LadderEntry.objects.filter(
        ladder=ladder, is_active=True, bot__current_version__isnull=False
    ).select_related("bot__current_version", "bot__player", "bot__owner")
    by_version = {entry.bot.current_version_id: entry for entry in entries}
    pool = ladder.ruleset.pool
    rated = _ranked(
        [line for line in ratings.table(pool) if line.version_id in by_version], _before(pool)
    )
    seen = {row.version.pk for row in rated if row.version}
    unrated = [
        Row(None, e.bot.player, e.bot, e.bot.current_version, None, None, 0, 0, 0, 0)
        for version, e in sorted(by_version.items(), key=lambda item: item[1].joined_at)
        if version not in seen
    ]
    return rated + unrated


def _ranked(lines: Iterable[Rating], before: dict[tuple[int, int | None], float]) -> list[Row]:
    rows = []
    ranks = count(1)
    for line in lines:
        bot = line.version.bot if line.version else None
        earlier = before.get((line.player_id, line.version_id))
        rows.append(
            Row(
                rank=None if bot and bot.is_paused else next(ranks),
                player=line.player,
                bot=bot,
                version=line.version,
                rating=line.value,
                interval=line.interval,
                matches=line.matches,
                deals=line.deals,
                won=line.won,
                faults=line.faults,
                trend=None if earlier is None else line.value - earlier,
            )
        )
    return rows


def _before(pool: str) -> dict[tuple[int, int | None], float]:
    """Everybody's value an hour before the newest run."""
    newest = ratings.latest_run(pool)
    if newest is None:
        return {}
    from_then = RatingRun.objects.filter(
        pool=pool, created_at__lte=newest.created_at - ratings.TREND
    ).first()
    if from_then is None:
        return {}
    lines = from_then.ratings.values_list("player_id", "version_id", "value")
    return {(player, version): value for player, version, value in lines}


def open_ladders() -> list[Ladder]:
    """The ladders, with the number of their bots and of the matches being played."""
    active = Count("entries", filter=Q(entries__is_active=True), distinct=True)
    playing = Count("matches", filter=Q(matches__status=Match.Status.RUNNING), distinct=True)
    return list(
        Ladder.objects.select_related("ruleset").annotate(active_bots=active, playing=playing)
    )
