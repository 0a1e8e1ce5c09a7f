"""What a deal counts as when a bot has failed in it: the failed side comes last."""

from collections.abc import Mapping

from games.game import Game, Outcome

# Seat -> when it failed, counted from 0; seats that failed at one moment have the same number.
Faulted = Mapping[int, int]


def awarded(game: Game, outcome: Outcome, faulted: Faulted) -> dict[str, list[int]] | None:
    """
    Places and points that count instead of the rules' own; None where nothing changes.

    The side of a failed seat is put last and the others move up in their order; of two that
    failed the later one stands above. Points follow the places: the best place gets the most
    points of the deal, and where the rules gave everybody the same, a failed seat loses one more.
    """
    if not faulted:
        return None
    failed_at: dict[int, int] = {}
    for seat, moment in faulted.items():
        side = game.side_of(seat)
        failed_at[side] = min(moment, failed_at.get(side, moment))

    def rank(seat: int) -> tuple[int, int]:
        moment = failed_at.get(game.side_of(seat))
        return (0, outcome.places[seat]) if moment is None else (1, -moment)

    seats = range(game.seats)
    ranks = [rank(seat) for seat in seats]
    places = [1 + sum(other < ranks[seat] for other in ranks) for seat in seats]
    if places == list(outcome.places):
        return None
    last = [game.side_of(seat) in failed_at for seat in seats]
    return {"places": places, "points": _points(outcome.points, places, last)}


def _points(points: tuple[int, ...], places: list[int], failed: list[bool]) -> list[int]:
    if len(set(points)) == 1:
        return [own - lost for own, lost in zip(points, failed, strict=True)]
    # Seats that share a place share the fewest points among them.
    best_first = sorted(points, reverse=True)
    return [best_first[place + places.count(place) - 2] for place in places]
