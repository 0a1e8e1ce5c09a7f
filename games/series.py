"""The deals of one match: who deals and leads next, the score sheet, and when the match is won."""

from __future__ import annotations

from games.errors import OptionError, SeriesError, SetupError
from games.shuffle import Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.game import Game, Outcome, State

KINDS = ("deals", "points", "losses")
MOST_DEALS = 10_000


class Length:
    """
    When a match ends.

    kind: `deals`, after *count* deals; `points`, when a side has *count* points of the match
    score; `losses`, when a side has lost *count* deals.
    must_have_winner: if the score is level then, deals are added one at a time until it is not.

    Raises:
        OptionError: If the kind or the count is not possible.
    """

    __slots__ = ("count", "kind", "must_have_winner")

    def __init__(self, kind: str = "deals", count: int = 1, must_have_winner: bool = False) -> None:
        if kind not in KINDS:
            raise OptionError("kind", kind, ", ".join(KINDS))
        if type(count) is not int or not 1 <= count <= MOST_DEALS:
            raise OptionError("count", count, f"1 to {MOST_DEALS}")
        if not isinstance(must_have_winner, bool):
            raise OptionError("must_have_winner", must_have_winner, "true, false")
        self.kind = kind
        self.count = count
        self.must_have_winner = must_have_winner

    def to_json(self) -> dict[str, Any]:
        """The three fields by name."""
        return {"kind": self.kind, "count": self.count, "must_have_winner": self.must_have_winner}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Length:
        """
        The length that `to_json` wrote; `must_have_winner` may be left out.

        Raises:
            OptionError: For an unknown field or a value that is not allowed.
        """
        if not isinstance(data, dict):
            raise OptionError("series", data, "an object with kind, count, must_have_winner")
        for name in data:
            if name not in Length.__slots__:
                raise OptionError(name, data[name], "kind, count, must_have_winner")
        return Length(**data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Length) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.kind, self.count, self.must_have_winner))

    def __repr__(self) -> str:
        return f"Length({self.kind!r}, {self.count}, must_have_winner={self.must_have_winner})"


class Dealt:
    """A deal that begins: its number from 0, the deck, who deals and leads, and the state."""

    __slots__ = ("dealer", "dealer_by_lot", "deck", "leader", "number", "state")

    def __init__(self, number: int, state: State, dealer_by_lot: bool) -> None:
        self.number = number
        self.deck = list(state.deck)
        self.dealer = state.dealer
        self.leader = state.first_leader
        self.state = state
        self.dealer_by_lot = dealer_by_lot


class Series:
    """
    The deals of a match, in order: `deal` starts the next one, `add` records how it ended.

    A series has no memory but the outcomes: adding those of earlier deals again rebuilds it.
    The first dealer is drawn by lot; then the game says who deals and leads. Without a length the
    match is as long as the game's own custom has it: Armenian Durak goes to 21.

    Two sides: a deal gives 1 to the side placed first alone and nothing in a draw. More sides,
    and games whose deals are worth different points (`match_by_points`): the game's own points
    are added up. Such a match to so many points is played on while the lead is shared.

    Raises:
        OptionError: If the length asks for points in a game whose points only go down.
    """

    __slots__ = ("_forfeit_winner", "_losses", "_outcome", "_scores", "game", "length", "number")

    def __init__(self, game: Game, length: Length | None = None) -> None:
        length = Length(*game.usual_match) if length is None else length
        if length.kind == "points" and game.side_count > 2 and not game.points_go_up:
            raise OptionError("kind", "points", "deals, losses with more than two sides")
        self.game = game
        self.length = length
        self.number = 0
        self._scores = [0] * game.seats
        self._losses = [0] * game.seats
        self._outcome: Outcome | None = None
        self._forfeit_winner: int | None = None

    def deal(self, secret: bytes) -> Dealt:
        """
        Start the next deal from the shuffle secret of the match.

        Raises:
            SeriesError: If the match is decided.
        """
        if self.decided:
            raise SeriesError("the match is decided; there is no next deal")
        stream = Stream(secret, self.number)
        deck = stream.shuffled(self.game.deck)
        dealer, leader = self.next_deal()
        by_lot = dealer is None
        if dealer is None:
            dealer = stream.below(self.game.seats)
        state = self.game.deal(deck, dealer=dealer, leader=leader, chance=stream)
        self.game.note_scores(state, self.scores)
        return Dealt(self.number, state, by_lot)

    def next_deal(self) -> tuple[int | None, int | None]:
        """Who deals next (None: by lot) and who leads first (None: the cards decide)."""
        dealer = None if self._outcome is None else self._outcome.next_dealer
        return dealer, None if dealer is None else self.game.leader_after(dealer)

    def add(self, outcome: Outcome, awarded: Mapping[str, Any] | None = None) -> None:
        """
        Record the outcome of the next deal.

        awarded: `places` and `points` per seat where a fault changed them; they score, while the
        rules' outcome still says who deals next.

        Raises:
            SeriesError: If the match is decided already.
            SetupError: If there is not one place and one number of points a seat.
        """
        if self.decided:
            raise SeriesError("the match is decided; no deal can be added")
        places = list(awarded["places"] if awarded else outcome.places)
        points = list(awarded["points"] if awarded else outcome.points)
        if not len(places) == len(points) == self.game.seats:
            raise SetupError(f"a deal of {self.game.seats} seats has a place and points for each")
        self._outcome = outcome
        self.number += 1
        losers = _last(places) if awarded else outcome.losers
        for seat in range(self.game.seats):
            self._losses[seat] += seat in losers
            self._scores[seat] += 0 if self._counts_wins else points[seat]
        if self._counts_wins:
            self._give(_first_alone(self.game, places), 1)

    def forfeit(self, seat: int) -> None:
        """
        End a match of two sides: the deals not played count as won by the other side.

        Raises:
            SeriesError: If there are more than two sides, or the match is decided.
        """
        if self.game.side_count != 2:
            raise SeriesError("only a match of two sides can end by forfeit")
        if self.decided:
            raise SeriesError("the match is decided already")
        side = self.game.side_of(seat)
        other = 1 - side
        self._give(other, self._unplayed(side, other))
        self._forfeit_winner = other

    @property
    def scores(self) -> tuple[int, ...]:
        """The match score per seat; team-mates have the same."""
        return tuple(self._scores)

    @property
    def losses(self) -> tuple[int, ...]:
        """Deals lost, per seat."""
        return tuple(self._losses)

    @property
    def decided(self) -> bool:
        """Whether no further deal is played."""
        if self._forfeit_winner is not None:
            return True
        if not self._length_reached():
            return False
        if self.length.kind == "points" and self.game.match_by_points:
            return self._leading() is not None
        return not self.length.must_have_winner or self._leading() is not None

    @property
    def winner(self) -> int | None:
        """The side (in single play: the seat) that won; None while open or if it ended level."""
        if not self.decided:
            return None
        leading = self._leading()
        if leading is None and self.length.must_have_winner:
            return self._forfeit_winner
        return leading

    @property
    def _counts_wins(self) -> bool:
        """Whether the match score is of deals won, not of points."""
        return self.game.side_count == 2 and not self.game.match_by_points

    def _length_reached(self) -> bool:
        counted = {
            "deals": [self.number],
            "points": self._scores,
            "losses": self._losses,
        }[self.length.kind]
        return max(counted) >= self.length.count

    def _leading(self) -> int | None:
        """The side that is ahead alone, by fewest losses or by score."""
        sides = range(self.game.side_count)
        sheet = self._scores
        if self.length.kind == "losses" and self._forfeit_winner is None:
            sheet = [-losses for losses in self._losses]
        totals = [sheet[self._seat_of(side)] for side in sides]
        best = max(totals)
        return totals.index(best) if totals.count(best) == 1 else None

    def _unplayed(self, side: int, other: int) -> int:
        """How many more deals the other side is credited with when *side* forfeits."""
        if self.game.match_by_points:
            return self._points_to_lead(side, other)
        if self.length.kind == "deals":
            return max(self.length.count - self.number, 0)
        if self.length.kind == "points":
            return max(self.length.count - self._scores[self._seat_of(other)], 0)
        return max(self.length.count - self._losses[self._seat_of(side)], 0)

    def _points_to_lead(self, side: int, other: int) -> int:
        """Points that let *other* win: up to the goal if there is one, and one more than *side*."""
        own, theirs = (self._scores[self._seat_of(which)] for which in (other, side))
        goal = self.length.count if self.length.kind == "points" else own
        return max(goal - own, theirs + 1 - own, 0)

    def _seat_of(self, side: int) -> int:
        return next(s for s in range(self.game.seats) if self.game.side_of(s) == side)

    def _give(self, side: int | None, wins: int) -> None:
        for seat in range(self.game.seats):
            if self.game.side_of(seat) == side:
                self._scores[seat] += wins


def _last(places: list[int]) -> list[int]:
    """The seats in the last place; none if all share one."""
    worst = max(places)
    return [seat for seat, place in enumerate(places) if place == worst and worst != min(places)]


def _first_alone(game: Game, places: list[int]) -> int | None:
    """The side that alone holds the best place, or None in a draw."""
    best = min(places)
    sides = {game.side_of(seat) for seat, place in enumerate(places) if place == best}
    return sides.pop() if len(sides) == 1 else None
