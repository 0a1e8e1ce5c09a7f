"""A deal of Armenian Durak at one moment: the trick, the rows on the table, the tricks taken."""

from __future__ import annotations

from games.armenian.rules import Rules, match_winner, set_of
from games.armenian.view import ArmenianView, view_of
from games.cards import BITS, SUIT_OF, names_of
from games.common import PlayedState, plays_of
from games.game import Outcome
from games.moves import PLAY
from games.places import last_of, placed_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    from games.armenian.game import Armenian
    from games.game import Chance
    from games.moves import Move

_FIELDS = ("down", "gone", "hands", "leader", "rows", "trick", "tricks")


class ArmenianState(PlayedState):
    """
    A deal of Armenian Durak in progress. All fields may be read; only `play` changes them.

    hands: sets. rows, down: per seat the open cards and those under them, None for an empty
    place. shown: the open cards as sets; gaps: seat and place of covered cards on which nothing
    lies. leader: who led the trick; trick: what was laid to it, as (seat, card).
    tricks: taken, per seat. gone: cards of earlier tricks, in order.
    match: points of earlier deals of the match; no part of the deal, and not compared.
    """

    __slots__ = (*_FIELDS, "gaps", "match", "rules", "shown")

    _VERBS = frozenset((PLAY,))

    game: Armenian
    rules: Rules

    def __init__(
        self,
        game: Armenian,
        hands: Sequence[int],
        rows: Sequence[list[int | None]],
        down: Sequence[list[int | None]],
        dealer: int,
        leader: int,
        deck: Sequence[int] = (),
        chance: Chance | None = None,
    ) -> None:
        super().__init__(game, dealer, leader, deck, chance)
        self.rules = game.rules
        self.hands = list(hands)
        self.rows = [list(row) for row in rows]
        self.down = [list(row) for row in down]
        self.leader = leader
        self.trick: tuple[tuple[int, int], ...] = ()
        self.tricks = [0] * len(hands)
        self.gone: list[int] = []
        self.match: tuple[int, ...] = (0,) * len(hands)
        self.shown = [set_of(row) for row in rows]
        self.gaps = self._uncovered()
        self._fitting = None

    def copy(self) -> Self:
        """An equal state that goes its own way from here."""
        twin: Self = self._copied()
        twin.rules = self.rules
        twin.hands = self.hands.copy()
        twin.rows = [row.copy() for row in self.rows]
        twin.down = [row.copy() for row in self.down]
        twin.shown = self.shown.copy()
        twin.gaps = self.gaps
        twin.leader = self.leader
        twin.trick = self.trick
        twin.tricks = self.tricks.copy()
        twin.gone = self.gone.copy()
        twin.match = self.match
        twin._fitting = self._fitting
        return twin

    def __eq__(self, other: object) -> bool:
        return self._is_as(other, _FIELDS)

    __hash__ = None  # type: ignore[assignment]

    @property
    def usable(self) -> int:
        """The cards that the seat to act may lay."""
        return self._choose() if self._fitting is None else self._fitting

    def _choose(self) -> int:
        seat = self.to_act
        if seat is None:
            return 0
        fitting = self.rules.choices(self.hands[seat], self.shown[seat], self.trick)
        self._fitting = fitting
        return fitting

    def legal_codes(self) -> list[int]:
        """The legal moves as plain numbers, which `play` takes as well: for search bots."""
        fitting = self._fitting
        return plays_of(self._choose() if fitting is None else fitting)

    def allows(self, code: int) -> bool:
        """Whether the seat to act may play this move (its number)."""
        return code & 15 == PLAY and code >= 0 and self.usable >> (code >> 4) & 1 == 1

    def menu(self) -> dict[str, Any]:
        """The legal moves, compact."""
        return {} if self.to_act is None else {"play": names_of(self.usable)}

    def view(self, seat: int | None) -> ArmenianView:
        """What *seat* may know; None is a spectator."""
        return view_of(self, seat)

    @property
    def winner(self) -> int | None:
        """Who alone has the most tricks so far."""
        best = max(self.tricks)
        return self.tricks.index(best) if self.tricks.count(best) == 1 else None

    @property
    def gain(self) -> list[int]:
        """The winner's lead over the second; in a draw the bonus for those who tie for first."""
        best, second = sorted(self.tricks, reverse=True)[:2]
        if best == second:
            return [self.rules.draw_bonus * (taken == best) for taken in self.tricks]
        return [(best - second) * (taken == best) for taken in self.tricks]

    @property
    def outcome(self) -> Outcome | None:
        """Places by tricks, points by the difference [source 004]."""
        if self.to_act is not None:
            return None
        places = placed_by([-taken for taken in self.tricks])
        losers = [] if self.winner is None else last_of(places)
        honours = [0] * len(places)
        reason = "draw" if self.winner is None else "tricks"
        return Outcome(places, reason, honours, self.gain, losers, self._next_dealer(losers))

    def result(self) -> dict[str, Any] | None:
        """The end of the deal in the words of the scenarios."""
        if self.to_act is not None:
            return None
        match = [before + now for before, now in zip(self.match, self.gain, strict=True)]
        return {
            "tricks": list(self.tricks),
            "deal_winner": self.winner,
            "gain": self.gain,
            "match": match,
            "match_winner": match_winner(match, self.rules.target),
        }

    def take_over(self, view: ArmenianView) -> None:
        """Go on where *view* stands."""
        self.to_act = view.to_act
        self.trick = view.trick
        self.tricks = list(view.tricks)
        self.gone = list(view.gone)
        self.match = view.match

    def _why_not(self, move: Move) -> tuple[str, str]:
        assert self.to_act is not None
        card = move.cards[0]
        held = self.hands[self.to_act] | self.shown[self.to_act]
        if not held >> card & 1:
            return "CARD_NOT_ACCESSIBLE", "it is neither in the hand nor in the seat's open row"
        return "MUST_FOLLOW_SUIT", "a card of the suit that was led must be laid"

    def _do(self, seat: int, code: int) -> None:
        self._fitting = None
        self._lay(seat, code >> 4)

    def _lay(self, seat: int, card: int) -> None:
        bit = BITS[card]
        hands = self.hands
        if hands[seat] & bit:
            hands[seat] ^= bit
        else:
            self._lay_from_row(seat, card)
        self.trick = trick = (*self.trick, (seat, card))
        seats = len(hands)
        if len(trick) < seats:
            self.to_act = seat + 1 if seat + 1 < seats else 0
        else:
            self._end_trick(trick)

    def _lay_from_row(self, seat: int, card: int) -> None:
        row = self.rows[seat]
        place = row.index(card)
        row[place] = None
        self.shown[seat] ^= BITS[card]
        if self.down[seat][place] is not None:
            self.gaps += ((seat, place),)
        if self.rules.at_once:
            self._turn_up([gap for gap in self.gaps if gap[0] == seat])

    def _end_trick(self, trick: tuple[tuple[int, int], ...]) -> None:
        """The highest card of the suit that was led takes it; there are no trumps [source 004]."""
        winner, highest = trick[0]
        suit = SUIT_OF[highest]
        gone = self.gone
        for seat, card in trick:
            gone.append(card)
            if card > highest and SUIT_OF[card] == suit:
                winner = seat
                highest = card
        self.tricks[winner] += 1
        self.trick = ()
        if self.gaps:
            self._turn_up(self.gaps)
        self.leader = winner
        self.to_act = winner if self.hands[winner] or self.shown[winner] else None

    def _turn_up(self, gaps: Sequence[tuple[int, int]]) -> None:
        """Turn covered cards on which nothing lies any more."""
        for seat, place in gaps:
            card = self.down[seat][place]
            assert card is not None
            self.down[seat][place] = None
            self.rows[seat][place] = card
            self.shown[seat] |= BITS[card]
        self.gaps = self._uncovered() if len(gaps) < len(self.gaps) else ()

    def _uncovered(self) -> tuple[tuple[int, int], ...]:
        """The covered cards on which nothing lies, by seat and place."""
        return tuple(
            [
                (seat, place)
                for seat, row in enumerate(self.rows)
                if None in row
                for place, card in enumerate(self.down[seat])
                if card is not None and row[place] is None
            ]
        )

    def _next_dealer(self, losers: list[int]) -> int:
        seats = len(self.hands)
        winner = self.winner
        if winner is not None and self.rules.next_dealer == "winner":
            return winner
        if losers and self.rules.next_dealer == "loser":
            return min(losers, key=lambda seat: (seat - self.dealer - 1) % seats)
        return (self.dealer + 1) % seats
