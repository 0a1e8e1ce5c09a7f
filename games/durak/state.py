"""A deal of Durak at one moment: what may be played, and what follows from it."""

from __future__ import annotations

from games.cards import BITS, RANK_MASKS, SUIT_MASKS, SUIT_OF, cards_of
from games.durak.legal import (
    DurakLegalMoves,
    beating_codes,
    leading_codes,
    menu,
    refusal,
    throwing_codes,
)
from games.durak.outcomes import outcome_of
from games.durak.rules import DEFEND, HAND_SIZE, LEAD, OVER, THROW
from games.durak.table import DurakTable
from games.durak.view import DurakView, view_of
from games.moves import ATTACK, BEAT, PASS, SEVERAL, TAKE, Move, read_move, set_of_code
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.game import Outcome


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
        return self._first_leader

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

    @property
    def stock_count(self) -> int:
        """Cards still to be drawn, with the turned-up one."""
        return len(self.stock) - self.drawn

    def legal_codes(self) -> list[int]:
        """The legal moves as plain numbers, which `play` takes as well: for search bots."""
        phase = self.phase
        if phase == DEFEND:
            return beating_codes(self)
        if phase == THROW:
            return throwing_codes(self.fitting(), self.room)
        return leading_codes(self) if phase == LEAD else []

    def menu(self) -> dict[str, Any]:
        """The legal moves, compact; see the bot protocol."""
        return menu(self)

    def view(self, seat: int | None) -> DurakView:
        """What *seat* may know; None is a spectator."""
        return view_of(self, seat)

    def play(self, move: int | str | Mapping[str, Any]) -> None:
        """
        Play a move of the seat to act: a `Move`, its number, its text or its JSON object.

        Raises:
            InvalidMove: If it cannot be read, or is no move of this game.
            IllegalMove: If it cannot be played; its code says why. Nothing has changed.
        """
        code = move if isinstance(move, int) else read_move(move)
        if not self.allows(code):
            raise refusal(self, code)
        seat = self.to_act
        assert seat is not None
        self._log.append(code << 3 | seat)
        verb = code & 15
        if verb == BEAT:
            self._beat(seat, code >> 4 & 63, code >> 10)
        elif verb == PASS:
            self.passed |= 1 << seat
            self._ask_next_thrower()
        elif verb == TAKE:
            self._take()
        else:
            self._lay_attack(seat, code)

    def allows(self, code: int) -> bool:
        """Whether the seat to act may play this move (its number), without listing all moves."""
        verb = code & 15
        payload = code >> 4
        phase = self.phase
        if phase == DEFEND:
            if verb == BEAT:
                target = payload & 63
                return bool(self.open >> target & 1 and self.able(target) >> (payload >> 6) & 1)
            return verb == TAKE and not payload
        if phase == THROW:
            if verb == PASS:
                return not payload
            if 0 <= payload < SEVERAL:
                return verb == THROW_IN and bool(self.fitting() >> payload & 1)
            return verb == THROW_IN and self._may_throw_together(payload)
        if phase == LEAD and verb == ATTACK:
            if 0 <= payload < SEVERAL:
                return bool(self.hands[self.leader] >> payload & 1)
            return self._may_lead_together(payload)
        return False

    def able(self, target: int) -> int:
        """The set of cards with which the defender may beat *target*."""
        found = self.hands[self.defender] & self._beats[target]
        if self.rules.follow_suit:
            return found & SUIT_MASKS[SUIT_OF[target]] or found
        return found

    def fitting(self) -> int:
        """The set of cards of the seat to act whose ranks lie on the table."""
        return 0 if self.to_act is None else self.hands[self.to_act] & self.ranks

    def _may_throw_together(self, payload: int) -> bool:
        cards = payload >> 6
        return self._are_several(payload) and not cards & ~self.fitting()

    def _may_lead_together(self, payload: int) -> bool:
        cards = payload >> 6
        return (
            self.rules.multi_lead
            and self._are_several(payload)
            and not cards & ~self.hands[self.leader]
            and not cards & ~RANK_MASKS[cards.bit_length() - 1]
        )

    def _are_several(self, payload: int) -> bool:
        """Whether a payload is a set of two or more cards for which there is room."""
        return payload & 63 == SEVERAL and 2 <= (payload >> 6).bit_count() <= self.room

    # What a move does

    def _lay_attack(self, seat: int, code: int) -> None:
        """Lead or throw in one or several cards."""
        single = code >> 4 < SEVERAL
        cards = BITS[code >> 4] if single else set_of_code(code)
        hand = self.hands[seat] ^ cards
        self.hands[seat] = hand
        if not hand:
            self.emptied.append(seat)
        self.known[seat] &= hand
        self.table |= cards
        self.open |= cards
        if self.phase == LEAD:
            self.led = cards
        self.room -= 1
        if single:
            self.attacks.append(code >> 4)
            self.answers.append(-1)
            self.ranks |= RANK_MASKS[code >> 4]
        else:
            self._add_attack_cards(cards_of(cards))
        if self.taking:
            self._ask_next_thrower()
            return
        if not self.rules.pass_is_final:
            self.passed = 0
        self.phase = DEFEND
        self.to_act = self.defender

    def _add_attack_cards(self, cards: tuple[int, ...]) -> None:
        """Lay several attack cards; room for one of them is taken already."""
        self.room -= len(cards) - 1
        self.attacks += cards
        self.answers += [-1] * len(cards)
        for card in cards:
            self.ranks |= RANK_MASKS[card]

    def _beat(self, seat: int, target: int, card: int) -> None:
        bit = BITS[card]
        hand = self.hands[seat] ^ bit
        self.hands[seat] = hand
        self.known[seat] &= hand
        self.table |= bit
        self.ranks |= RANK_MASKS[card]
        self.answers[self.attacks.index(target)] = card
        self.open ^= BITS[target]
        if not hand:
            self.emptied.append(seat)
        if self.open:
            return
        if hand:
            self._ask_next_thrower()
        else:
            self._end_bout()

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
                if self.hands[seat] and not self.passed >> seat & 1:
                    self.phase = THROW
                    self.to_act = seat
                    return
        self._end_bout()

    # Bouts

    def start_bout(self, place: int) -> None:
        """Begin a bout led by the first place from *place* on that somebody can act in."""
        self.bout += 1
        rules = self.rules
        leader = self._next_place(place)
        defender = self._next_place(leader + 1)
        self.leader_seat = self.leader = leader
        self.defender_seat = self.defender = defender
        if rules.teams:
            self.leader = self._operator(leader)
            self.defender = self._operator(defender)
        self.throwers = rules.throwers_at(leader, self.leader, defender, self.defender)
        hand = self.hands[self.defender].bit_count()
        self.limit = self.room = rules.limit(self.bout, self.discarded, hand)
        self.phase = LEAD
        self.to_act = self.leader
        if not self._log:
            self._first_leader = self.leader
        if self.drawn == len(self.stock) and rules.repetition and self._repeats():
            self._end_deal("repetition", -1)
        elif self.bout > rules.max_bouts:
            self._end_deal("bout_limit", -1)

    def _next_place(self, place: int) -> int:
        """The first place from *place* on, clockwise, where somebody can act."""
        hands = self.hands
        place %= len(hands)
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
        led, attacks = self.led, self.attacks
        if taken:
            self.hands[defender] |= self.table
            self.known[defender] |= self.table
        else:
            self.discard |= self.table
            self.discarded = True
            self.positions.clear()
        self.last_bout = (taken, defender, self._refill() if self.drawn < len(self.stock) else ())
        self.clear_table()
        if self.emptied:
            self.finished += [seat for seat in self.emptied if not self.hands[seat]]
            self.emptied = []
            if self._is_over():
                self._settle(led, sum(BITS[card] for card in attacks) if taken else 0)
                return
        self.start_bout(self.defender_seat + taken)

    def _refill(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Draw up to six: the leader first, then clockwise, the defender last."""
        drawn = []
        for seat in self.rules.refill_order(self.leader_seat, self.defender):
            wanted = HAND_SIZE - self.hands[seat].bit_count()
            if wanted > 0:
                cards = self.stock[self.drawn : self.drawn + wanted]
                if cards:
                    drawn.append((seat, cards))
                    self._draw(seat, cards)
        return tuple(drawn)

    def _draw(self, seat: int, cards: tuple[int, ...]) -> None:
        self.drawn += len(cards)
        hand = self.hands[seat]
        for card in cards:
            hand |= BITS[card]
        self.hands[seat] = hand
        if self.drawn == len(self.stock):
            self.known[seat] |= BITS[cards[-1]]

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
        self.to_act = None
