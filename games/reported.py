"""Deals played at a table without a computer: the outcome that an arbiter's form tells."""

from __future__ import annotations

from games.errors import ToldError
from games.game import Outcome
from games.places import are_places, last_of
from games.scoring import MOST_STRAPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game


def reported(
    game: Game,
    places: Sequence[int],
    *,
    points: Sequence[int] | None = None,
    honours: Sequence[int] | None = None,
) -> Outcome:
    """
    The outcome of a deal of which only the end was written down, for `Match.add`.

    places: per seat, from 1; who tie share a place and the next ones are left free, and in a draw
    all may share the first. In Durak a last place that is shared is a draw too: there is but one
    fool, or one losing side. points: per seat, by the game's own scoring; they may be left out in
    games of the Durak family and between two sides, unless a deal's points are what is played for.
    Nobody has more points than who stands before him or beside him, and in Durak only losers have
    any.
    honours: straps of epaulettes per seat, none if left out.

    The reason is `reported`. A single loser deals next in Durak, as the fool does; otherwise
    nobody knows who would, and the lot decides.

    Raises:
        ToldError: If places, points or honours do not fit the game, or points are needed.
    """
    honours = [0] * game.seats if honours is None else list(honours)
    _check(game, places, honours, points)
    losers = _losers(game, places)
    if points is None:
        points = _points(game, losers, honours)
    elif not _may_score(game, places, losers, honours, points):
        raise ToldError("points", f"{list(points)}: no deal of places {list(places)} gives these")
    fool = losers[0] if len(losers) == 1 and not game.points_go_up else None
    return Outcome(list(places), "reported", honours, list(points), losers, fool)


def _check(
    game: Game, places: Sequence[int], honours: Sequence[int], points: Sequence[int] | None
) -> None:
    told = places if points is None else points
    for name, values in (("places", places), ("honours", honours), ("points", told)):
        if len(values) != game.seats or any(type(value) is not int for value in values):
            raise ToldError(
                "numbers", f"a deal has one whole number of {name} for each of {game.seats} seats"
            )
    if not are_places(places):
        raise ToldError("places", f"{list(places)}: a place is 1 and the number of seats before it")
    by_side: dict[int, int] = {}
    for seat, place in enumerate(places):
        if by_side.setdefault(game.side_of(seat), place) != place:
            raise ToldError("sides", f"{list(places)}: those of one side share a place")
    losers = _losers(game, places)
    if any(honour < 0 or (honour and seat not in losers) for seat, honour in enumerate(honours)):
        raise ToldError("honours", f"{list(honours)}: only who lost is hung with epaulettes")


def _losers(game: Game, places: Sequence[int]) -> list[int]:
    losers = last_of(places)
    drawn = not game.points_go_up and len({game.side_of(seat) for seat in losers}) > 1
    return [] if drawn else losers


def _points(game: Game, losers: Sequence[int], honours: Sequence[int]) -> list[int]:
    if not game.points_go_up:
        weight = int(game.options.get("epaulettes_weight", 0))
        return [-int(seat in losers) - weight * honour for seat, honour in enumerate(honours)]
    if game.match_by_points or game.side_count > 2:
        raise ToldError(
            "points_needed", f"{game.NAMES['en']} needs the points of a deal, not only the places"
        )
    return [int(bool(losers) and seat not in losers) for seat in range(game.seats)]


def _may_score(
    game: Game,
    places: Sequence[int],
    losers: Sequence[int],
    honours: Sequence[int],
    points: Sequence[int],
) -> bool:
    """Whether a deal with these places can be worth these points."""
    if not game.points_go_up:
        return _are_losses(game, losers, honours, points)
    ended = list(zip(places, points, strict=True))
    if any(own > best for place, best in ended for behind, own in ended if behind >= place):
        return False
    if not game.match_by_points:
        most = [int(bool(losers) and seat not in losers) for seat in range(game.seats)]
        return all(own in (0, best) for own, best in zip(points, most, strict=True))
    return game.points_go_down or min(points) >= 0


def _are_losses(
    game: Game, losers: Sequence[int], honours: Sequence[int], points: Sequence[int]
) -> bool:
    """Whether only losers pay: one point, and the weight of epaulettes once or more."""
    weight = int(game.options.get("epaulettes_weight", 0))
    heaviest = 0 if any(honours) else MOST_STRAPS * weight
    owed = _points(game, losers, honours)
    return all(
        own == due or (seat in losers and 0 < due - own <= heaviest and (due - own) % weight == 0)
        for seat, (due, own) in enumerate(zip(owed, points, strict=True))
    )
