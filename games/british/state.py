"""A deal of British Durak at one moment: what may be laid, and what aces and sixes bring about."""

from __future__ import annotations

from games.british.rules import (
    ACES,
    DECLARE,
    FOLLOWUP,
    OVER,
    PENALTY,
    PLAY,
    SIXES,
    Rules,
    value_of,
)
from games.british.view import BritishView, view_of
from games.cards import BITS, SUIT_OF, SUITS, names_of
from games.common import PlayedState, plays_of
from games.errors import SetupError
from games.game import Outcome
from games.moves import DECLARE as DECLARE_VERB
from games.moves import DRAW, PASS
from games.moves import PLAY as PLAY_VERB
from games.places import last_of, placed_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    from games.british.game import British
    from games.game import Chance
    from games.moves import Move

_FIELDS = (
    "ace_open",
    "declared",
    "drawn",
    "end",
    "hands",
    "idle",
    "last_penalty",
    "orders",
    "pending",
    "phase",
    "pile",
    "stock",
    "turns",
)


class BritishState(PlayedState):
    """
    A deal of British Durak in progress. All fields may be read; only `play` changes them.

    hands: sets. stock: the next card to be drawn first. pile: the oldest card first.
    declared: the suit that was named and still holds, or None. ace_open: whether the right to
    name a suit waits for whoever covers the ace on top. drawn: the card just drawn, which may be
    laid. pending: cards the seat to act must draw unless it lays a six (`six_stacking` only).
    idle: turns passed in a row with nothing to draw. turns: how many are over; each ace laid on
    one's own ace counts as one, or a few aces could go round the stock for ever.
    last_penalty: who drew for a six, and what. orders: shuffles of the pile that are prescribed.
    """

    __slots__ = (*_FIELDS, "_may_draw", "_may_pass", "rules")

    _VERBS = frozenset((PLAY_VERB, DRAW, DECLARE_VERB, PASS))

    game: British
    rules: Rules

    def __init__(
        self,
        game: British,
        hands: Sequence[int],
        stock: Sequence[int],
        pile: Sequence[int],
        dealer: int,
        leader: int,
        deck: Sequence[int] = (),
        chance: Chance | None = None,
    ) -> None:
        super().__init__(game, dealer, leader, deck, chance)
        self.rules = game.rules
        self.hands = list(hands)
        self.stock = list(stock)
        self.pile = list(pile)
        self.phase = PLAY
        self.declared: int | None = None
        self.ace_open = False
        self.drawn: int | None = None
        self.pending = self.idle = self.turns = 0
        self.last_penalty: tuple[int, tuple[int, ...]] | None = None
        self.orders: tuple[tuple[int, ...], ...] = ()
        self.end = ""
        self._fitting = None
        self._may_draw = self._may_pass = False

    def copy(self) -> Self:
        """An equal state that goes its own way from here."""
        twin: Self = self._copied()
        twin.rules = self.rules
        twin.hands = self.hands.copy()
        twin.stock = self.stock.copy()
        twin.pile = self.pile.copy()
        twin.phase = self.phase
        twin.declared = self.declared
        twin.ace_open = self.ace_open
        twin.drawn = self.drawn
        twin.pending = self.pending
        twin.idle = self.idle
        twin.turns = self.turns
        twin.last_penalty = self.last_penalty
        twin.orders = self.orders
        twin.end = self.end
        twin._fitting = self._fitting
        twin._may_draw = self._may_draw
        twin._may_pass = self._may_pass
        return twin

    def __eq__(self, other: object) -> bool:
        return self._is_as(other, _FIELDS)

    __hash__ = None  # type: ignore[assignment]

    # What the rules ask about a position

    @property
    def own(self) -> int:
        """The cards of the seat to act."""
        return 0 if self.to_act is None else self.hands[self.to_act]

    @property
    def top(self) -> int | None:
        """The card to be followed; None before the lead."""
        return self.pile[-1] if self.pile else None

    @property
    def required(self) -> int | None:
        """The suit to be followed: the named one, else that of the top card."""
        if self.declared is not None:
            return self.declared
        return SUIT_OF[self.pile[-1]] if self.pile else None

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, if need be under the top of the pile."""
        return bool(self.stock) or len(self.pile) > 1

    @property
    def choices(self) -> tuple[int, bool, bool]:
        """The cards that may be laid, whether one may draw, and whether one may pass."""
        fitting = self._choose() if self._fitting is None else self._fitting
        return fitting, self._may_draw, self._may_pass

    def _choose(self) -> int:
        fitting, self._may_draw, self._may_pass = self.rules.choices(self)
        self._fitting = fitting
        return fitting

    # The contract

    def legal_codes(self) -> list[int]:
        """The legal moves as plain numbers, which `play` takes as well: for search bots."""
        if self.phase == DECLARE:
            return [suit << 4 | DECLARE_VERB for suit in range(4)]
        fitting = self._fitting
        if fitting is None:
            fitting = self._choose()
        codes = plays_of(fitting) if fitting else []
        if self._may_draw:
            codes.append(DRAW)
        if self._may_pass:
            codes.append(PASS)
        return codes

    def allows(self, code: int) -> bool:
        """Whether the seat to act may play this move (its number)."""
        fitting, may_draw, may_pass = self.choices
        verb = code & 15
        if verb == PLAY_VERB:
            return code >= 0 and fitting >> (code >> 4) & 1 == 1
        if verb == DECLARE_VERB:
            return self.phase == DECLARE and 0 <= code >> 4 < 4
        return (may_draw and code == DRAW) or (may_pass and code == PASS)

    def menu(self) -> dict[str, Any]:
        """The legal moves, compact."""
        if self.phase == DECLARE:
            return {"declare": list(SUITS)}
        fitting, may_draw, may_pass = self.choices
        told: dict[str, Any] = {"play": names_of(fitting)} if fitting else {}
        if may_draw:
            told["draw"] = True
        if may_pass:
            told["pass"] = True
        return told

    def view(self, seat: int | None) -> BritishView:
        """What *seat* may know; None is a spectator."""
        return view_of(self, seat)

    @property
    def winner(self) -> int | None:
        """Who won: the seat without cards, or alone with the fewest points in a blocked deal."""
        if not self.end:
            return None
        left = [value_of(hand) for hand in self.hands]
        best = min(left)
        return left.index(best) if left.count(best) == 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """Places by points left; the winner gains what the others lose [source 002]."""
        if not self.end:
            return None
        left = [value_of(hand) for hand in self.hands]
        winner = self.winner
        points = [0] * len(left)
        if winner is not None:
            points = [-value for value in left]
            points[winner] = sum(left) - left[winner]
        places = placed_by(left)
        losers = [] if winner is None else last_of(places)
        next_dealer = (self.dealer + 1) % len(left)
        return Outcome(places, self.end, [0] * len(left), points, losers, next_dealer)

    def result(self) -> dict[str, Any] | None:
        """The end of the deal in the words of the scenarios."""
        if not self.end:
            return None
        left = [value_of(hand) for hand in self.hands]
        winner = self.winner
        gain = 0 if winner is None else sum(left) - left[winner]
        return {"winner": winner, "points": left, "winner_gain": gain}

    def take_over(self, view: BritishView, drawn: int | None) -> None:
        """Go on where *view* stands, with the card that may have been *drawn*."""
        self.to_act = view.to_act
        self.phase = view.phase
        self.declared = view.declared
        self.ace_open = view.ace_open
        self.drawn = drawn
        self.pending = view.pending
        self.idle = view.idle
        self.turns = view.turns
        self.end = view.end

    # Why not

    def _why_not(self, move: Move) -> tuple[str, str]:
        verb = move & 15
        if self.phase == DECLARE:
            return "MUST_DECLARE", "a suit must be named"
        if verb == DECLARE_VERB:
            return "WRONG_PHASE", "there is no suit to be named"
        if verb == PLAY_VERB:
            return self._why_no_card(move >> 4)
        if self.choices[0]:
            return "MUST_PLAY", "a card that fits must be laid"
        if verb == DRAW:
            return "NOTHING_TO_DRAW", "there is no card to draw"
        return "WRONG_PHASE", "a card must be drawn first"

    def _why_no_card(self, card: int) -> tuple[str, str]:
        if not self.own >> card & 1:
            return "CARD_NOT_HELD", "the seat does not hold it"
        if self.drawn is not None and self.rules.follows(self, card):
            return "WRONG_PHASE", "after drawing only the drawn card may be laid"
        return "DOES_NOT_MATCH", "it has neither the suit nor the rank"

    # What a move does

    def _do(self, seat: int, code: int) -> None:
        self._fitting = None
        if code == DRAW:
            self._draw(seat)
        elif code == PASS:
            self._pass(seat)
        elif code & 15 == PLAY_VERB:
            self._lay(seat, code >> 4)
        else:
            self.declared = code >> 4
            self.phase = PLAY
            self._end_turn(seat)

    def _lay(self, seat: int, card: int) -> None:
        covers = self.phase == FOLLOWUP or self.ace_open
        bit = BITS[card]
        left = self.hands[seat] = self.hands[seat] ^ bit
        self.pile.append(card)
        self.drawn = self.declared = None
        self.ace_open = False
        self.idle = 0
        if bit & SIXES:
            self.pending += PENALTY
        if bit & ACES and (left or not self.rules.out_at_once):
            if self.phase == FOLLOWUP:
                self.turns += 1
                if self.turns >= self.rules.max_turns:
                    self._end("turn_limit")
                    return
            self.phase = FOLLOWUP
        elif not left:
            self._go_out(seat)
        elif covers:
            self.phase = DECLARE
        else:
            self.phase = PLAY
            self._end_turn(seat)

    def _draw(self, seat: int) -> None:
        self.idle = 0
        if self.pending:
            self._penalise(seat)
            self._end_turn(seat)
            return
        card = self._next_card()
        self.hands[seat] |= BITS[card]
        if self.rules.follows(self, card) and not self.rules.drawn_ends_turn:
            self.drawn = card
        else:
            self._fail(seat)

    def _pass(self, seat: int) -> None:
        if self.pending:
            self._penalise(seat)
            self._end_turn(seat)
            return
        if self.phase == PLAY and self.drawn is None:
            self.idle += 1
        self._fail(seat)

    def _fail(self, seat: int) -> None:
        """A turn ends without a card: on an ace, the right to name a suit goes on."""
        if self.phase == FOLLOWUP:
            if not self.hands[seat]:
                self._go_out(seat)
                return
            self.ace_open = True
            self.phase = PLAY
        elif self.rules.next_only:
            self.ace_open = False
        self._end_turn(seat)

    def _end_turn(self, seat: int) -> None:
        self.drawn = None
        self.turns = turns = self.turns + 1
        rules = self.rules
        seats = len(self.hands)
        if self.idle >= seats:
            self._end("blocked")
            return
        if turns >= rules.max_turns:
            self._end("turn_limit")
            return
        after = seat + 1 if seat + 1 < seats else 0
        if self.pending and not rules.stacking:
            self._penalise(after)
            after = (after + 1) % seats
        self.to_act = after

    def _penalise(self, seat: int) -> None:
        """Draw what a six, or several, cost: as many as there are."""
        drew: list[int] = []
        while len(drew) < self.pending and self.can_draw:
            drew.append(self._next_card())
        for card in drew:
            self.hands[seat] |= BITS[card]
        self.last_penalty = (seat, tuple(drew))
        self.pending = 0

    def _next_card(self) -> int:
        """Draw the top of the stock; if it is empty all of the pile but its top becomes it."""
        if not self.stock:
            under = self.pile[:-1]
            del self.pile[:-1]
            self.stock = self._prescribed(under) if self.orders else self._shuffle(under)
        return self.stock.pop(0)

    def _prescribed(self, cards: list[int]) -> list[int]:
        order, *rest = self.orders
        if sorted(order) != sorted(cards):
            raise SetupError("the order prescribed for the pile does not have its cards")
        self.orders = tuple(rest)
        return list(order)

    def _go_out(self, seat: int) -> None:
        if self.pending and self.rules.last_six_penalty:
            self._penalise((seat + 1) % len(self.hands))
        self._end("out")

    def _end(self, reason: str) -> None:
        self.end = reason
        self.phase = OVER
        self.pending = 0
        self.ace_open = False
        self.drawn = None
        self.to_act = None
