"""A match put together from a game, and what each of its bots is told of it before all else."""

import hashlib
from collections.abc import Sequence

from bots.protocol import Hello
from bots.reports import MatchSpec, Program
from bots.sandbox.limits import Limits
from games.game import Game
from games.series import Length


def spec_of(
    match: str,
    game: Game,
    series: Length,
    secret: str,
    programs: Sequence[Program],
    limits: Limits | None = None,
) -> MatchSpec:
    """
    The match called *match*, from its first deal: one program for each seat of *game*.

    Raises:
        SpecError: If there are more programs or fewer, or *secret* is not 64 hexadecimal digits.
    """
    return MatchSpec(
        match=match,
        game=game.key,
        options=dict(game.options),
        seats=game.seats,
        sides=game.sides,
        series=series.to_json(),
        secret=secret,
        programs=tuple(programs),
        limits=limits or Limits(),
    )


def longest_deal(spec: MatchSpec) -> float:
    """
    Seconds that a deal of *spec* may take by its own clocks, from the end of the one before: each
    bot starts and thinks for as long as it may, and all of it is begun twice.
    """
    each = spec.limits.start_ms + spec.limits.deal_wall_ms
    return 2 * spec.seats * each / 1000


def hello_of(
    spec: MatchSpec, game: Game, series: Length, seat: int, *, leg: int = 0, first_deal: int = 0
) -> Hello:
    """
    What the bot that has *seat* in the first deal of *spec* is told when its process begins with
    this leg and deal; *game* and *series* are those of *spec*, read.
    """
    return Hello(
        match=spec.match,
        game=spec.game,
        options=dict(game.options),
        seats=spec.seats,
        sides=spec.sides,
        deals=series.count if series.kind == "deals" else None,
        leg=leg,
        first_deal=first_deal,
        series=series.to_json(),
        random=random_of(spec.secret, seat),
        limits=spec.limits,
    )


def random_of(secret: str, seat: int) -> str:
    """
    The 32 hexadecimal digits that are the source of chance of the bot that has *seat* in the first
    deal.

    Fixed for a match and seat, so that an interrupted match goes on as it would have, and a match
    that is over can be asked again; they tell nothing of the *secret* they are made from.
    """
    return hashlib.sha256(f"random|{secret}|{seat}".encode()).hexdigest()[:32]
