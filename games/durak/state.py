"""A deal of Durak at one moment: what may be played, and what a move does."""

from __future__ import annotations

from games.cards import BITS, RANK_MASKS, SUIT_MASKS, SUIT_OF, by_rank, cards_of
from games.durak.bouts import DurakBouts
from games.durak.codes import legal_codes
from games.durak.legal import DurakLegalMoves, menu, refusal
from games.durak.outcomes import outcome_of
from games.durak.rules import (
    DEFEND,
    LEAD,
    SIXES,
    THROW,
    WITHOUT_CARDS,
)
from games.durak.view import DurakView, view_json, view_of
from games.moves import (
    ATTACK,
    BEAT,
    PASS,
    SEVERAL,
    SWAP,
    TAKE,
    TRANSFER,
    TRANSFER_SHOW,
    Move,
    number_of,
    set_of_code,
)
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from games.game import Outcome


# The number of an attack with several cards is at least this.
_OF_SEVERAL_CARDS = SEVERAL << 4


class DurakState(DurakBouts):
    """A deal of Durak in progress."""

    __slots__ = ()

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards as they were dealt; empty for a position made up."""
        return self._deck

    @property
    def first_leader(self) -> int:
        """The seat that leads first."""
        return self._log[0] & 7 if self._log else self.leader

    @property
    def moves(self) -> list[tuple[int, Move]]:
        """What was played so far: seat and move."""
        return [(entry & 7, Move(entry >> 3)) for entry in self._log]

    @property
    def legal_moves(self) -> DurakLegalMoves:
        """What `to_act` may play now."""
        return DurakLegalMoves(self)

    @property
    def outcome(self) -> Outcome | None:
        """Places, honours and points once the deal is over."""
        return outcome_of(self) if self.end else None

    legal_codes = legal_codes

    def menu(self) -> dict[str, Any]:
        """The legal moves, compact; see the bot protocol."""
        return menu(self)

    def view(self, seat: int | None) -> DurakView:
        """What *seat* may know; None is a spectator."""
        view = DurakView()
        view_of(self, seat, view)
        return view

    def view_json(self, seat: int | None) -> dict[str, Any]:
        """The view as bots receive it."""
        return view_json(self, seat)

    def why_no_transfer(self, move: Move) -> tuple[str, str]:
        """The code and the reason why the attack cannot be passed on like this."""
        return "PASSING_NOT_ALLOWED", "throw-in Durak has no passing"

    def play(self, move: int | str | Mapping[str, Any]) -> None:
        """
        Play a move of the seat to act: a `Move`, its number, its text or its JSON object.

        Raises:
            InvalidMove: If it cannot be read, or is no move of this game.
            IllegalMove: If it cannot be played; its code says why. Nothing has changed.
        """
        # The call is spared for what is a number already, as nearly all moves are.
        code = move if type(move) is int else number_of(move)
        _ACTS[code & 15](self, code, self.to_act)

    def allows(self, code: int) -> bool:
        """Whether the seat to act may play this move (its number), without listing all moves."""
        phase = self.phase
        if code & 15 != phase or code < 0:
            return code == WITHOUT_CARDS[phase] or (code == SWAP and self.may_swap())
        if phase == DEFEND:
            target = code >> 4 & 63
            return self.open >> target & 1 == 1 and self.able(target) >> (code >> 10) & 1 == 1
        if code < _OF_SEVERAL_CARDS:
            return self.choice >> (code >> 4) & 1 == 1
        return self._may_lay_together(code >> 4)

    def able(self, target: int) -> int:
        """The set of cards with which the defender may beat *target*."""
        found = self.hands[self.defender] & self.beaters[target]
        if self.rules.follow_suit:
            return found & SUIT_MASKS[SUIT_OF[target]] or found
        return found

    def may_swap(self) -> bool:
        """Whether the seat to act may take the turned-up trump for the six of trumps."""
        begins = self.phase == LEAD or (self.phase == DEFEND and self.open == self.table)
        six = SIXES & SUIT_MASKS[self.trump]
        return self.rules.swap and begins and self.stock_count > 0 and self.choice & six > 0

    def _may_lay_together(self, payload: int) -> bool:
        """Whether a payload is a set of cards for which there is room, when leading of one rank."""
        cards = payload >> 6
        if payload & 63 != SEVERAL or cards & ~self.choice:
            return False
        if self.phase == LEAD and not self._are_a_lead(cards):
            return False
        return 2 <= cards.bit_count() <= self.room

    def _are_a_lead(self, cards: int) -> bool:
        return self.rules.multi_lead and not cards & ~RANK_MASKS[cards.bit_length() - 1]

    # What a move does. Each act looks whether it is allowed before it changes anything.

    def _lead(self, code: int, seat: int) -> None:
        """Lead one or several cards of one rank."""
        if self.phase != LEAD or code < 0:
            raise refusal(self, code)
        hand = self.hands[seat]
        if code < _OF_SEVERAL_CARDS:
            card = code >> 4
            if not hand >> card & 1:
                raise refusal(self, code)
            cards = BITS[card]
            self.pairs[card] = None
            self.ranks = RANK_MASKS[card]
            self.room -= 1
        else:
            cards = self._several(code)
            self.pairs = dict.fromkeys(cards_of(cards))
            self.ranks = RANK_MASKS[cards.bit_length() - 1]
        hand = self.hands[seat] = hand ^ cards
        if not hand:
            self._ran_out(seat)
        self.led = self.table = self.open = cards
        self.phase = DEFEND
        self.to_act = self.defender
        self._log.append(code << 3 | seat)

    def _throw_in(self, code: int, seat: int) -> None:
        """Add one or several cards of ranks on the table to the attack."""
        if self.phase != THROW or code < 0:
            raise refusal(self, code)
        hand = self.hands[seat]
        if code < _OF_SEVERAL_CARDS:
            card = code >> 4
            if not (hand & self.ranks) >> card & 1:
                raise refusal(self, code)
            cards = BITS[card]
            self.pairs[card] = None
            self.room -= 1
        else:
            cards = self._several(code)
            self.pairs.update(dict.fromkeys(by_rank(cards)))
        hand = self.hands[seat] = hand ^ cards
        if not hand:
            self._ran_out(seat)
        self.table |= cards
        self.open |= cards
        self._log.append(code << 3 | seat)
        if self.taking:
            self._ask_next_thrower()
            return
        if not self.rules.pass_is_final:
            self.passed = 0
        self.phase = DEFEND
        self.to_act = self.defender

    def _several(self, code: int) -> int:
        """The set of several cards that may be led or thrown in together; takes up the room."""
        if not self._may_lay_together(code >> 4):
            raise refusal(self, code)
        cards = set_of_code(code)
        self.room -= cards.bit_count()
        return cards

    def _beat(self, code: int, seat: int) -> None:
        """Beat an attack card."""
        target = code >> 4 & 63
        if self.phase != DEFEND or code < 0 or not self.open >> target & 1:
            raise refusal(self, code)
        card = code >> 10
        hands = self.hands
        hand = hands[seat]
        if not (hand & self.beaters[target]) >> card & 1 or (
            self.rules.follow_suit and not self.able(target) >> card & 1
        ):
            raise refusal(self, code)
        bit = BITS[card]
        hand = hands[seat] = hand ^ bit
        self.table |= bit
        self.ranks |= RANK_MASKS[card]
        self.pairs[target] = card
        unbeaten = self.open = self.open ^ BITS[target]
        self._log.append(code << 3 | seat)
        if not hand:
            self._ran_out(seat)
        if not unbeaten:
            if hand:
                self._ask_next_thrower()
            else:
                self._end_bout()

    def _take(self, code: int, seat: int) -> None:
        """Take what is on the table, once everybody has added to it."""
        if self.phase != DEFEND or code != TAKE:
            raise refusal(self, code)
        self._log.append(code << 3 | seat)
        self.taking = True
        rules = self.rules
        if not rules.pass_is_final:
            self.passed = 0
        if rules.throw_after_take:
            self._ask_next_thrower()
        else:
            self._end_bout()

    def _pass(self, code: int, seat: int) -> None:
        """Throw in nothing."""
        if self.phase != THROW or code != PASS:
            raise refusal(self, code)
        self._log.append(code << 3 | seat)
        self.passed |= 1 << seat
        # They are asked in order: when the last one passes, all have.
        if seat == self.throwers[-1]:
            self._end_bout()
        else:
            self._ask_next_thrower()

    def _swap(self, code: int, seat: int) -> None:
        """Put the six of trumps under the stock; the turned-up trump goes to the hand."""
        if code != SWAP or not self.may_swap():
            raise refusal(self, code)
        self._log.append(code << 3 | seat)
        turnup = self.stock[-1]
        six = SIXES & SUIT_MASKS[self.trump]
        self.turnup = six.bit_length() - 1
        self.stock = (*self.stock[:-1], self.turnup)
        self.taken[seat] |= BITS[turnup]
        self.hands[seat] = self.hands[seat] ^ six | BITS[turnup]

    def pass_on(self, code: int, seat: int) -> None:
        """Pass the attack on to the next player, in games that have it."""
        raise refusal(self, code)

    def _other(self, code: int, seat: int) -> None:
        """What is not a move of every kind of Durak, or of none."""
        if code & 15 in (TRANSFER, TRANSFER_SHOW):
            self.pass_on(code, seat)
        else:
            raise refusal(self, code)

    @property
    def choice(self) -> int:
        """The set of cards out of which the seat to act may lay: when throwing in, what fits."""
        hand = 0 if self.to_act is None else self.hands[self.to_act]
        return hand & self.ranks if self.phase == THROW else hand


# What a move of each verb does; what is none of Durak's is refused with its reason.
_OF_VERB: dict[int, Callable[[Any, int, Any], None]] = {
    ATTACK: DurakState._lead,
    BEAT: DurakState._beat,
    THROW_IN: DurakState._throw_in,
    TAKE: DurakState._take,
    PASS: DurakState._pass,
    SWAP: DurakState._swap,
}
_ACTS = tuple(_OF_VERB.get(verb, DurakState._other) for verb in range(16))
