"""The course of a deal of Durak: who is asked, how a bout ends and the next begins, and the end."""

from __future__ import annotations

from games.cards import BITS, mask_of
from games.durak.rules import HAND_SIZE, LEAD, MOST_ATTACK_CARDS, OVER, THROW
from games.durak.table import DurakTable


class DurakBouts(DurakTable):
    """What happens by itself between the moves of a deal of Durak."""

    __slots__ = ()

    def _ask_next_thrower(self) -> None:
        """
        Offer throwing in to the first seat from the leader that has not passed, or end the bout.

        Who is asked depends on public facts only: also a seat that holds nothing fitting.
        """
        if self.room:
            hands = self.hands
            passed = self.passed
            for seat in self.throwers:
                if hands[seat] and not passed >> seat & 1:
                    self.phase = THROW
                    self.to_act = seat
                    return
        self._end_bout()

    def _ran_out(self, seat: int) -> None:
        """Note that a seat has laid its last card."""
        self.emptied += (seat,)
        if self.rules.throwers_vary:
            self.throwers = self.rules.throwers_now(self)

    def start_bout(self, place: int) -> None:
        """Begin a bout led by the first place from *place* on that somebody can act in."""
        self.bout += 1
        rules = self.rules
        hands = self.hands
        leader = place if hands[place] else self._next_place(place)
        defender = rules.left_of[leader]
        if not hands[defender]:
            defender = self._next_place(defender)
        self.leader_seat = self.leader = self.to_act = leader
        self.defender_seat = self.defender = defender
        if rules.teams:
            self.leader = self.to_act = self._operator(leader)
            self.defender = defender = self._operator(defender)
        self.seat_others()
        room = hands[defender].bit_count()
        most = MOST_ATTACK_CARDS if rules.always_six else self._most_attack_cards()
        self.limit = self.room = room if room < most else most
        self.phase = LEAD
        if rules.may_repeat and not self.stock_count and self._repeats():
            self._end_deal("repetition", -1)
        elif self.bout > rules.max_bouts:
            self._end_deal("bout_limit", -1)

    def seat_others(self) -> None:
        """Say who may throw in and who draws, in order, for this leader and defender."""
        rules = self.rules
        self.throwers, self.drawers = rules.orders[self.leader_seat][self.defender]
        if rules.throwers_vary:
            self.throwers = rules.throwers_now(self)

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
        hands = self.hands
        place = self.defender_seat
        table = self.table
        if self.taking:
            hands[defender] |= table
            self.taken[defender] |= table
            if self.positions:
                self.moved |= table
            place = self.rules.left_of[place]
        else:
            self.discard |= table
            self.discarded = True
            self.positions = {}
            self.moved = 0
        self.last_bout = (self.taking, defender, self._refill() if self.stock_count else ())
        if self.emptied:
            self.finished += tuple([seat for seat in self.emptied if not hands[seat]])
            self.emptied = ()
            if self._is_over():
                self._settle()
                return
        self.clear_table()
        self.start_bout(place)

    def _refill(self) -> tuple[tuple[int, int], ...]:
        """Draw up to six: the leader first, then clockwise, the defender last."""
        hands = self.hands
        stock = self.stock
        count = self.stock_count
        drawn: tuple[tuple[int, int], ...] = ()
        for seat in self.drawers:
            hand = hands[seat]
            wanted = HAND_SIZE - hand.bit_count()
            if wanted > 0 and count:
                if wanted >= count:
                    wanted = count
                    self.taken[seat] |= BITS[stock[-1]]
                for card in stock[-count : wanted - count or None]:
                    hand |= BITS[card]
                hands[seat] = hand
                count -= wanted
                drawn += ((seat, wanted),)
        self.stock_count = count
        return drawn

    # The end

    def _is_over(self) -> bool:
        """Whether at most one side still holds cards."""
        sides = self.rules.sides
        return len({sides[seat] for seat, hand in enumerate(self.hands) if hand}) <= 1

    def _settle(self) -> None:
        """End the deal after its last bout."""
        sides = self.rules.sides
        losing = next((sides[seat] for seat, hand in enumerate(self.hands) if hand), -1)
        if losing < 0 and self.rules.defender_loses:
            losing = sides[self.defender]
        if losing < 0:
            self._end_deal("draw", -1)
            return
        if self.taking and sides[self.defender] == losing:
            self.straps = self.rules.straps(self.led, mask_of(self.pairs))
        self._end_deal("team_loss" if self.rules.teams else "fool", losing)

    def _end_deal(self, reason: str, losing_side: int) -> None:
        self.end = reason
        self.fool = losing_side
        self.phase = OVER
        self.limit = self.room = 0
        self.to_act = None
        self.clear_table()
