"""The deals of one match: who sits where, deals and leads next, the score sheet, and its end."""

from __future__ import annotations

from games.errors import OptionError, SeriesError, SetupError
from games.length import KINDS, MOST_DEALS, Length
from games.places import last_of
from games.scoring import Line, adds_points, lost, worth
from games.seating import deal_after, dealer_in_turn, leader_of, legs_of, next_seat, sitting
from games.shuffle import Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.game import Game, Outcome, State

__all__ = ["KINDS", "MOST_DEALS", "Dealt", "Length", "Line", "Match", "Series", "kinds_of"]


def kinds_of(game: Game, scoring: str = "by_rule") -> tuple[str, ...]:
    """
    What may end a match of this game, as kinds of `Length`.

    Points can be the goal where deals can earn some, points lost where deals can cost some.
    """
    earned = scoring == "by_place" or game.side_count == 2 or game.points_go_up
    possible = {"points": earned, "points_lost": game.points_go_down}
    return tuple(kind for kind in KINDS if possible.get(kind, True))


class Dealt:
    """
    A deal that begins: which it is, the deck, who sits where, deals and leads, and the state.

    leg, number: from 0. sitting: the entry in each seat. dealer, leader: seats.
    """

    __slots__ = ("dealer", "dealer_by_lot", "deck", "leader", "leg", "number", "sitting", "state")

    def __init__(
        self, leg: int, number: int, sitting: Sequence[int], state: State, dealer_by_lot: bool
    ) -> None:
        self.leg = leg
        self.number = number
        self.sitting = tuple(sitting)
        self.deck = list(state.deck)
        self.dealer = state.dealer
        self.leader = state.first_leader
        self.state = state
        self.dealer_by_lot = dealer_by_lot


class Match:
    """
    The deals of a match, in order: `deal` starts the next one, `add` records how it ended.

    A match has no memory but the outcomes: adding those of earlier deals again rebuilds it. It is
    kept by *entry*: an entry's number is the seat it has in the first deal. Seats are what a deal
    knows; `sitting` says who has which. Where nobody moves the two are the same.

    The first dealer is drawn by lot; then the game says who deals and leads. Without a length the
    match is as long as the game's own custom has it: Armenian Durak goes to 21.

    Two sides: a deal gives 1 to the side placed first alone (more with epaulettes that weigh) and
    nothing in a draw. More sides, and games whose deals are worth different points
    (`match_by_points`): the game's own points are added up. A match to so many points is played on
    while the lead is shared.

    Mirrored: the deals are played in legs, one for each rotation of the entries round the seats
    (two where there are sides), the same decks in each leg. Nothing before a deal has a part in it:
    seat 0 deals deal 0 and the cards decide who leads, then the deal goes round to the left, and
    the leader follows from the dealer by the game's rule. The score is of all legs, and only
    `decided` ends the match: until then the secret stays hidden.

    Tie-breaks: with `must_have_winner` a level match goes on, one deal at a time, for all entries
    and by the same rules, until one side is ahead alone. The deals are numbered on, and in a
    mirrored match they make a further leg, in which everybody has his first seat again. A match
    ends in any case with deal MOST_DEALS, or where more are agreed with the last of them.

    Raises:
        OptionError: If the length asks for points in a game whose points only go down, or for
            points lost where they only go up.
    """

    __slots__ = (
        "_begun",
        "_credit",
        "_forfeit_winner",
        "_leg_scores",
        "_lines",
        "_losses",
        "_lost",
        "_outcome",
        "_scores",
        "game",
        "legs",
        "length",
    )

    def __init__(self, game: Game, length: Length | None = None) -> None:
        length = Length(*game.usual_match) if length is None else length
        possible = kinds_of(game, length.scoring)
        if length.kind not in possible:
            raise OptionError("kind", length.kind, f"{', '.join(possible)} in this game")
        self.game = game
        self.length = length
        self.legs = legs_of(game, length)
        self._lines: list[Line] = []
        self._scores = [0] * game.seats
        self._leg_scores = [0] * game.seats
        self._losses = [0] * game.seats
        self._lost = [0] * game.seats
        self._credit = [0] * game.seats
        self._outcome: Outcome | None = None
        self._begun: tuple[int, int] | None = None
        self._forfeit_winner: int | None = None

    def __repr__(self) -> str:
        stands = "decided" if self.decided else f"leg {self.leg}, deal {self.number} next"
        return (
            f"<{type(self).__name__} of {self.game!r}, {self.length!r}, {stands}, "
            f"scores {self._scores}>"
        )

    @property
    def leg(self) -> int:
        """The leg of the next deal; after the last leg the number of legs."""
        return deal_after(self.game, self.length, self.played)[0]

    @property
    def number(self) -> int:
        """The number of the next deal in its leg; tie-breaks are numbered on."""
        return deal_after(self.game, self.length, self.played)[1]

    @property
    def played(self) -> int:
        """How many deals have been added, in all legs."""
        return len(self._lines)

    @property
    def sitting(self) -> tuple[int, ...]:
        """The entry in each seat in the next deal."""
        return sitting(self.game, self.length, self.leg, self.number)

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
        self.game.note_scores(state, self.seat_scores)
        self._begun = (state.dealer, state.first_leader)
        return Dealt(self.leg, self.number, self.sitting, state, by_lot)

    def next_deal(self) -> tuple[int | None, int | None]:
        """The seat that deals next (None: by lot) and that leads first (None: the cards decide)."""
        if self.length.in_turn:
            dealer: int | None = dealer_in_turn(self.game, self.length, self.number)
        else:
            dealer = None if self._outcome is None else self._outcome.next_dealer
            if dealer is not None:
                dealer = next_seat(self.game, self.length, dealer, self.number)
        return dealer, leader_of(self.game, self.length, self.number, dealer)

    def add(
        self,
        outcome: Outcome,
        awarded: Mapping[str, Any] | None = None,
        *,
        dealer: int | None = None,
        leader: int | None = None,
    ) -> None:
        """
        Record the outcome of the next deal.

        awarded: `places` and `points` per seat where a fault changed them; they score, while the
        rules' outcome still says who deals next.
        dealer, leader: seats, for the sheet, where chance decided and `deal` was not called.

        Raises:
            SeriesError: If the match is decided already.
            SetupError: If there is not one place and one number of points a seat.
        """
        if self.decided:
            raise SeriesError("the match is decided; no deal can be added")
        places = list(awarded["places"] if awarded else outcome.places)
        points = list(awarded["points"] if awarded else outcome.points)
        self._check(outcome, places, points)
        losers = last_of(places) if awarded else outcome.losers
        line = self._line(
            self._dealer_and_leader(dealer, leader),
            places=places,
            points=worth(self.game, self.length, places, points),
            losses=[int(seat in losers) for seat in range(self.game.seats)],
            points_lost=lost(self.game, points),
            honours=outcome.honours,
            awarded=awarded is not None,
        )
        leg = self.leg
        self._outcome = outcome
        self._begun = None
        self._scores = list(line.totals)
        self._losses = _sum(self._losses, line.losses)
        self._lost = _sum(self._lost, line.points_lost)
        self._leg_scores = _sum(self._leg_scores, line.points)
        self._lines.append(line)
        if self.leg != leg:
            self._leg_scores = [0] * self.game.seats

    def forfeit(self, entry: int) -> None:
        """
        End a match of two sides: the deals not played count as won by the other side.

        entry: who forfeits; team-mates lose with it.

        Raises:
            SeriesError: If there is no such entry, there are more than two sides, or the match is
                decided.
        """
        if entry not in range(self.game.seats):
            raise SeriesError(f"there is no entry {entry} in a match of {self.game.seats}")
        if self.game.side_count != 2:
            raise SeriesError("only a match of two sides can end by forfeit")
        if self.decided:
            raise SeriesError("the match is decided already")
        side = self.game.side_of(entry)
        other = 1 - side
        given = self._unplayed(side, other)
        seats = range(self.game.seats)
        self._credit = [given * (self.game.side_of(own) == other) for own in seats]
        self._scores = _sum(self._scores, self._credit)
        self._forfeit_winner = other

    @property
    def scores(self) -> tuple[int, ...]:
        """The match score per entry; team-mates have the same."""
        return tuple(self._scores)

    @property
    def seat_scores(self) -> tuple[int, ...]:
        """What the table of the next deal shows, per seat: the score of its leg."""
        return tuple(self._leg_scores[entry] for entry in self.sitting)

    @property
    def losses(self) -> tuple[int, ...]:
        """Deals lost, per entry."""
        return tuple(self._losses)

    @property
    def points_lost(self) -> tuple[int, ...]:
        """Points lost in all deals, per entry, without what was gained in others."""
        return tuple(self._lost)

    @property
    def credit(self) -> tuple[int, ...]:
        """The part of the score that a forfeit gave instead of a deal, per entry."""
        return tuple(self._credit)

    @property
    def sheet(self) -> tuple[Line, ...]:
        """The score sheet: a line for each deal, in order."""
        return tuple(self._lines)

    @property
    def decided(self) -> bool:
        """Whether no further deal is played."""
        if self._forfeit_winner is not None:
            return True
        if self.played >= max(MOST_DEALS, self._most_agreed):
            return True
        if not self._length_reached():
            return False
        goes_on_if_level = self.length.must_have_winner or self.length.kind == "points"
        return not goes_on_if_level or self._leading() is not None

    @property
    def winner(self) -> int | None:
        """The side (in single play: the entry) that won; None while open or if it ended level."""
        if not self.decided:
            return None
        leading = self._leading()
        if leading is None and self.length.must_have_winner:
            return self._forfeit_winner
        return leading

    def _check(self, outcome: Outcome, places: Sequence[int], points: Sequence[int]) -> None:
        seats = self.game.seats
        if not len(places) == len(points) == len(outcome.honours) == seats:
            raise SetupError(f"a deal of {seats} seats has a place and points for each")
        named = (*outcome.losers, outcome.next_dealer or 0)
        if not all(0 <= seat < seats for seat in named):
            raise SetupError(f"an outcome of {seats} seats names a seat that there is not")

    def _dealer_and_leader(
        self, dealer: int | None, leader: int | None
    ) -> tuple[int | None, int | None]:
        """The seats as told; else as dealt; else as far as the rules alone say."""
        known = self._begun or self.next_deal()
        return (
            known[0] if dealer is None else dealer,
            known[1] if leader is None else leader,
        )

    def _line(
        self,
        began: tuple[int | None, int | None],
        *,
        points: Sequence[int],
        awarded: bool,
        **by_seat: Sequence[int],
    ) -> Line:
        """The sheet's line of the next deal: what is told by seat is written down by entry."""
        entries = self.sitting
        seats = [entries.index(entry) for entry in range(self.game.seats)]
        gained = [points[seat] for seat in seats]
        dealer, leader = (None if seat is None else entries[seat] for seat in began)
        return Line(
            leg=self.leg,
            deal=self.number,
            seats=seats,
            dealer=dealer,
            leader=leader,
            points=gained,
            totals=_sum(self._scores, gained),
            awarded=awarded,
            **{name: [values[seat] for seat in seats] for name, values in by_seat.items()},
        )

    @property
    def _most_agreed(self) -> int:
        """How many deals are to be played, where it was agreed."""
        return self.legs * self.length.count if self.length.kind == "deals" else 0

    def _length_reached(self) -> bool:
        counted = {
            "deals": [self.played],
            "points": self._scores,
            "losses": self._losses,
            "points_lost": self._lost,
        }[self.length.kind]
        return max(counted) >= self.legs * self.length.count  # more legs than one only for `deals`

    def _leading(self) -> int | None:
        """The side that is ahead alone, by the least lost or by score."""
        sheet = self._scores
        if self._forfeit_winner is None and self.length.kind in ("losses", "points_lost"):
            counted = self._losses if self.length.kind == "losses" else self._lost
            sheet = [-own for own in counted]
        totals = [sheet[self._entry_of(side)] for side in range(self.game.side_count)]
        best = max(totals)
        return totals.index(best) if totals.count(best) == 1 else None

    def _unplayed(self, side: int, other: int) -> int:
        """What the other side is credited with when *side* forfeits."""
        if adds_points(self.game, self.length):
            return self._points_to_lead(side, other)
        total = self.legs * self.length.count
        has = {
            "deals": self.played,
            "points": self._scores[self._entry_of(other)],
            "losses": self._losses[self._entry_of(side)],
            "points_lost": self._lost[self._entry_of(side)],
        }[self.length.kind]
        return max(total - has, 0)

    def _points_to_lead(self, side: int, other: int) -> int:
        """Points that let *other* win: up to the goal if there is one, and one more than *side*."""
        own, theirs = (self._scores[self._entry_of(which)] for which in (other, side))
        goal = self.length.count if self.length.kind == "points" else own
        return max(goal - own, theirs + 1 - own, 0)

    def _entry_of(self, side: int) -> int:
        return next(e for e in range(self.game.seats) if self.game.side_of(e) == side)


class Series(Match):
    """
    A match in which everybody keeps his seat, so that the entry and the seat have one number.

    Raises:
        OptionError: If the length moves the entries: then there is `Match`.
    """

    __slots__ = ()

    def __init__(self, game: Game, length: Length | None = None) -> None:
        super().__init__(game, length)
        if self.length.mirrored:
            raise OptionError("mirrored", True, "false where everybody keeps his seat")
        if self.length.seating != "fixed":
            raise OptionError("seating", self.length.seating, "fixed where nobody moves")


def _sum(first: Sequence[int], second: Sequence[int]) -> list[int]:
    return [one + other for one, other in zip(first, second, strict=True)]
