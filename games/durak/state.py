"""A deal of Durak at one moment: what may be played, and what follows from it."""

from __future__ import annotations

from games.cards import BITS, RANK_MASKS, SUIT_MASKS, SUIT_OF, cards_of, mask_of
from games.durak.codes import legal_codes
from games.durak.legal import DurakLegalMoves, menu, refusal
from games.durak.outcomes import outcome_of
from games.durak.rules import (
    DEFEND,
    HAND_SIZE,
    LEAD,
    MOST_ATTACK_CARDS,
    OVER,
    SIXES,
    THROW,
    WITHOUT_CARDS,
)
from games.durak.table import DurakTable
from games.durak.view import DurakView, view_of
from games.moves import PASS, SEVERAL, SWAP, TAKE, Move, read_move, set_of_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.game import Outcome


# The number of an attack with several cards is at least this.
_OF_SEVERAL_CARDS = SEVERAL << 4


class DurakState(DurakTable):
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
        code = move if isinstance(move, int) else read_move(move)
        seat = self.to_act
        if seat is None or not (code == WITHOUT_CARDS[self.phase] or self.allows(code)):
            raise refusal(self, code)
        self._log.append(code << 3 | seat)
        if code == PASS:
            self.passed |= 1 << seat
            self._ask_next_thrower()
        elif code == TAKE:
            self._take()
        elif code == SWAP:
            self._swap(seat)
        elif self.phase == DEFEND:
            self._answer(code)
        else:
            self._lay_attack(seat, code)

    def allows(self, code: int) -> bool:
        """Whether the seat to act may play this move (its number), without listing all moves."""
        phase = self.phase
        if code & 15 != phase or code < 0:
            return code == WITHOUT_CARDS[phase] or (code == SWAP and self.may_swap())
        if phase == DEFEND:
            target = code >> 4 & 63
            return self.open >> target & self.able(target) >> (code >> 10) & 1 == 1
        if code < _OF_SEVERAL_CARDS:
            return self.choice >> (code >> 4) & 1 == 1
        return self._may_lay_together(code >> 4)

    def able(self, target: int) -> int:
        """The set of cards with which the defender may beat *target*."""
        found = self.choice & self._beats[target]
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

    # What a move does

    def _lay_attack(self, seat: int, code: int) -> None:
        """Lead or throw in one or several cards."""
        if code < _OF_SEVERAL_CARDS:
            card = code >> 4
            cards = BITS[card]
            self.pairs[card] = None
            self.ranks |= RANK_MASKS[card]
            self.room -= 1
        else:
            cards = set_of_code(code)
            for card in cards_of(cards):
                self.pairs[card] = None
                self.ranks |= RANK_MASKS[card]
                self.room -= 1
        hand = self.hands[seat] = self.hands[seat] ^ cards
        if not hand:
            self.emptied += (seat,)
        if self.phase == LEAD:
            self.led = cards
        self.table |= cards
        self.open |= cards
        if self.taking:
            self._ask_next_thrower()
            return
        if not self.rules.pass_is_final:
            self.passed = 0
        self.phase = DEFEND
        self.to_act = defender = self.defender
        self.choice = self.hands[defender]

    def _answer(self, code: int) -> None:
        """Beat an attack card."""
        target = code >> 4 & 63
        card = code >> 10
        bit = BITS[card]
        hand = self.hands[self.defender] = self.choice = self.choice ^ bit
        self.table |= bit
        self.ranks |= RANK_MASKS[card]
        self.pairs[target] = card
        unbeaten = self.open = self.open ^ BITS[target]
        if not hand:
            self.emptied += (self.defender,)
        if unbeaten:
            return
        if hand:
            self._ask_next_thrower()
        else:
            self._end_bout()

    def _swap(self, seat: int) -> None:
        """Put the six of trumps under the stock; the turned-up trump goes to the hand."""
        turnup = self.stock[-1]
        six = SIXES & SUIT_MASKS[self.trump]
        self.turnup = six.bit_length() - 1
        self.stock = (*self.stock[:-1], self.turnup)
        self.taken[seat] |= BITS[turnup]
        self.hands[seat] = self.choice = self.choice ^ six | BITS[turnup]

    def _take(self) -> None:
        self.taking = True
        if not self.rules.throw_after_take:
            self._end_bout()
            return
        if not self.rules.pass_is_final:
            self.passed = 0
        self._ask_next_thrower()

    def _ask_next_thrower(self) -> None:
        """
        Offer throwing in to the first seat from the leader that has not passed, or end the bout.

        Who is asked depends on public facts only: also a seat that holds nothing fitting.
        """
        if self.room:
            rules = self.rules
            for seat in rules.neighbours_of(self) if rules.neighbours else self.throwers:
                hand = self.hands[seat]
                if hand and not self.passed >> seat & 1:
                    self.phase = THROW
                    self.to_act = seat
                    self.choice = hand & self.ranks
                    return
        self._end_bout()

    def choose(self) -> None:
        """Work out `choice` anew, where a position was put together by hand."""
        hand = 0 if self.to_act is None else self.hands[self.to_act]
        self.choice = hand & self.ranks if self.phase == THROW else hand

    # Bouts

    def start_bout(self, place: int) -> None:
        """Begin a bout led by the first place from *place* on that somebody can act in."""
        self.bout = bout = self.bout + 1
        rules = self.rules
        hands = self.hands
        seats = len(hands)
        leader = place % seats
        if not hands[leader]:
            leader = self._next_place(leader)
        defender = (leader + 1) % seats
        if not hands[defender]:
            defender = self._next_place(defender)
        self.leader_seat = self.leader = leader
        self.defender_seat = self.defender = defender
        if rules.teams:
            self.leader = leader = self._operator(leader)
            self.defender = defender = self._operator(defender)
        self.throwers, self.drawers = rules.orders[
            self.leader_seat, leader, self.defender_seat, defender
        ]
        most = self._most_attack_cards()
        room = hands[defender].bit_count()
        self.limit = self.room = room if room < most else most
        self.phase = LEAD
        self.to_act = leader
        self.choice = hands[leader]
        if not self.stock_count and rules.repetition and self._repeats():
            self._end_deal("repetition", -1)
        elif bout > rules.max_bouts:
            self._end_deal("bout_limit", -1)

    def _most_attack_cards(self) -> int:
        """The limit of this bout, whatever the defender holds."""
        rules = self.rules
        if self.bout == 1 or (rules.until_first_discard and not self.discarded):
            return rules.first_bout_max
        return MOST_ATTACK_CARDS

    def _next_place(self, place: int) -> int:
        """The first place from *place* on, clockwise, where somebody can act."""
        hands = self.hands
        while not hands[place]:
            if self.rules.teams and hands[self._operator(place)]:
                break
            place = (place + 1) % len(hands)
        return place

    def _operator(self, seat: int) -> int:
        """Who acts in a place: the seat itself, or the next team-mate clockwise with cards."""
        sides = self.rules.sides
        for step in range(len(sides)):
            mate = (seat + step) % len(sides)
            if self.hands[mate] and sides[mate] == sides[seat]:
                return mate
        return seat

    def _repeats(self) -> bool:
        """Count this start of a bout; whether it is the third with the same hands and leader."""
        position = (self.leader_seat, *self.hands)
        self.repetition = self.positions.get(position, 0) + 1
        self.positions[position] = self.repetition
        return self.repetition >= 3

    def _end_bout(self) -> None:
        defender = self.defender
        taken = self.taking
        led = self.led
        attack = 0
        if taken:
            self.hands[defender] |= self.table
            self.taken[defender] |= self.table
            attack = mask_of(self.pairs) if self.emptied else 0
        else:
            self.discard |= self.table
            self.discarded = True
            if self.positions:
                self.positions = {}
        self.last_bout = (taken, defender, self._refill() if self.stock_count else ())
        self.clear_table()
        if self.emptied:
            self.finished += tuple([seat for seat in self.emptied if not self.hands[seat]])
            self.emptied = ()
            if self._is_over():
                self._settle(led, attack)
                return
        self.start_bout(self.defender_seat + taken)

    def _refill(self) -> tuple[tuple[int, int], ...]:
        """Draw up to six: the leader first, then clockwise, the defender last."""
        hands = self.hands
        stock = self.stock
        first = len(stock) - self.stock_count
        drawn: tuple[tuple[int, int], ...] = ()
        for seat in self.drawers:
            hand = hands[seat]
            wanted = HAND_SIZE - hand.bit_count()
            if wanted > 0 and self.stock_count:
                if wanted >= self.stock_count:
                    wanted = self.stock_count
                    self.taken[seat] |= BITS[stock[-1]]
                for card in stock[first : first + wanted]:
                    hand |= BITS[card]
                hands[seat] = hand
                first += wanted
                self.stock_count -= wanted
                drawn += ((seat, wanted),)
        return drawn

    # The end

    def _is_over(self) -> bool:
        """Whether at most one side still holds cards."""
        sides = self.rules.sides
        return len({sides[seat] for seat, hand in enumerate(self.hands) if hand}) <= 1

    def _settle(self, led: int, attack_taken: int) -> None:
        """End the deal after its last bout; *attack_taken* is empty if it was beaten off."""
        sides = self.rules.sides
        losing = next((sides[seat] for seat, hand in enumerate(self.hands) if hand), -1)
        if losing < 0 and self.rules.defender_loses:
            losing = sides[self.defender]
        if losing < 0:
            self._end_deal("draw", -1)
            return
        if attack_taken and sides[self.defender] == losing:
            self.straps = self.rules.straps(led, attack_taken)
        self._end_deal("team_loss" if self.rules.teams else "fool", losing)

    def _end_deal(self, reason: str, losing_side: int) -> None:
        self.end = reason
        self.fool = losing_side
        self.phase = OVER
        self.limit = self.room = self.choice = 0
        self.to_act = None
