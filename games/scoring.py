"""What a deal counts in a match, and the sheet on which the deals are written down."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.game import Game
    from games.length import Length

# A strap for each six is the most that anybody is hung with.
MOST_STRAPS = 4


class Line:
    """
    One deal on the score sheet; all tuples have one value for each entry, by its number.

    leg, deal: which deal. seats: where each entry sat. dealer, leader: the entries who dealt and
    led first; None where they were left to chance and nobody has told who it was.
    places: in this deal. points: what it added to the match score. totals: the score after it.
    losses: 1 for those who lost the deal. points_lost: what the game's own scoring took.
    honours: straps of epaulettes. awarded: whether places or points were changed after a fault.
    """

    __slots__ = (
        "awarded",
        "deal",
        "dealer",
        "honours",
        "leader",
        "leg",
        "losses",
        "places",
        "points",
        "points_lost",
        "seats",
        "totals",
    )

    def __init__(
        self,
        *,
        leg: int,
        deal: int,
        seats: Sequence[int],
        dealer: int | None,
        leader: int | None,
        places: Sequence[int],
        points: Sequence[int],
        totals: Sequence[int],
        losses: Sequence[int],
        points_lost: Sequence[int],
        honours: Sequence[int],
        awarded: bool,
    ) -> None:
        self.leg = leg
        self.deal = deal
        self.seats = tuple(seats)
        self.dealer = dealer
        self.leader = leader
        self.places = tuple(places)
        self.points = tuple(points)
        self.totals = tuple(totals)
        self.losses = tuple(losses)
        self.points_lost = tuple(points_lost)
        self.honours = tuple(honours)
        self.awarded = awarded

    def to_json(self) -> dict[str, Any]:
        """All fields, lists for tuples."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {n: list(v) if isinstance(v, tuple) else v for n, v in values.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.leg, self.deal, self.points))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"Line({fields})"


def counts_wins(game: Game, length: Length) -> bool:
    """Whether the match score is of deals won: two sides, in a game that does not add up points."""
    return game.side_count == 2 and not adds_points(game, length)


def adds_points(game: Game, length: Length) -> bool:
    """Whether the game's own points decide even between two."""
    return game.match_by_points and length.scoring == "by_rule"


def worth(game: Game, length: Length, places: Sequence[int], points: Sequence[int]) -> list[int]:
    """
    What a deal adds to the match score, per seat.

    Between two sides a deal won alone counts 1, and as many more as the weight of the epaulettes
    that were hung on the losers: the points between best and worst.
    """
    if length.scoring == "by_place":
        return [_sides_behind(game, places, seat) for seat in range(game.seats)]
    if not counts_wins(game, length):
        return list(points)
    winner = _first_alone(game, places)
    won = max(max(points) - min(points), 1)
    return [won * (game.side_of(seat) == winner) for seat in range(game.seats)]


def bounds(game: Game, length: Length) -> tuple[int | None, int | None]:
    """The least and the most that a match score can be; None where the rules set no limit."""
    if length.scoring == "by_place" or counts_wins(game, length):
        return 0, None
    return None if game.points_go_down else 0, None if game.points_go_up else 0


def most_of_a_deal(game: Game, length: Length) -> int | None:
    """What a deal adds to the scores of all sides together at most; None where no limit is set."""
    if length.scoring == "by_place":
        return game.side_count * (game.side_count - 1) // 2
    if adds_points(game, length):
        return None
    if game.points_go_up and not counts_wins(game, length):
        return game.seats - 1
    return 1 + MOST_STRAPS * int(game.options.get("epaulettes_weight", 0))


def lost(game: Game, points: Sequence[int]) -> list[int]:
    """The points a deal took, per seat; team-mates lose what the worse of them did."""
    worst = [0] * game.side_count
    for seat, own in enumerate(points):
        side = game.side_of(seat)
        worst[side] = max(worst[side], -own)
    return [worst[game.side_of(seat)] for seat in range(game.seats)]


def _sides_behind(game: Game, places: Sequence[int], seat: int) -> int:
    return len({game.side_of(other) for other, p in enumerate(places) if p > places[seat]})


def _first_alone(game: Game, places: Sequence[int]) -> int | None:
    """The side that alone holds the best place, or None in a draw."""
    best = min(places)
    sides = {game.side_of(seat) for seat, place in enumerate(places) if place == best}
    return sides.pop() if len(sides) == 1 else None
