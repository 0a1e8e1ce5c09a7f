"""A deal of Durak at one moment: whose turn it is, what may be played, and what follows."""

from __future__ import annotations

from games.cards import BITS, RANK_MASKS, SUIT_MASKS, SUIT_OF, cards_of
from games.durak.legal import DurakLegalMoves, menu, refusal
from games.durak.outcomes import outcome_of
from games.durak.rules import BEATERS, DEFEND, HAND_SIZE, LEAD, OVER, THROW
from games.durak.view import DurakView, view_of
from games.game import State
from games.moves import ATTACK, BEAT, PASS, TAKE, Move, read_move
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.durak.podkidnoy import Podkidnoy
    from games.durak.rules import Rules
    from games.game import Outcome


class DurakState(State):
    """
    A deal of Durak. All fields may be read; only `play` changes them.

    Between moves: `hands`, the table, the rest of the stock and `discard` hold every card once.
    `leader` and `defender` are the seats that act, `leader_seat` and `defender_seat` the places
    they act in (they differ in teams, when a seat that is out is played by its team-mate).
    `open` holds the attack cards that are not beaten; after "take" nobody needs to beat them.
    `ranks` holds every card of a rank that lies on the table. `limit` is the most attack cards of
    this bout, `room` what is left of it. `emptied` lists the seats that ran out of cards in this
    bout, `finished` those that are out, both in order. `known` holds, per seat, cards taken in
    the open. `positions` counts starts of bouts since the stock ran out and nothing was
    discarded, `repetition` the present one. `laid_aside` are cards that were out of play before a
    made-up position began.
    """

    __slots__ = (
        "_beats",
        "_deck",
        "_first_leader",
        "_log",
        "answers",
        "attacks",
        "bout",
        "dealer",
        "defender",
        "defender_seat",
        "discard",
        "discarded",
        "drawn",
        "emptied",
        "end",
        "finished",
        "fool",
        "game",
        "hands",
        "known",
        "laid_aside",
        "last_bout",
        "leader",
        "leader_seat",
        "led",
        "limit",
        "open",
        "passed",
        "phase",
        "positions",
        "ranks",
        "repetition",
        "room",
        "rules",
        "stock",
        "straps",
        "table",
        "taking",
        "to_act",
        "trump",
        "turnup",
    )

    game: Podkidnoy
    attacks: list[int]
    answers: list[int]
    open: int
    ranks: int
    table: int
    led: int
    limit: int
    room: int
    passed: int
    taking: bool
    phase: int

    def __init__(
        self,
        game: Podkidnoy,
        rules: Rules,
        hands: Sequence[int],
        stock: Sequence[int],
        trump: int,
        turnup: int | None,
        dealer: int,
        deck: Sequence[int] = (),
    ) -> None:
        """A deal before its first bout: hands as sets, `stock[0]` is drawn first."""
        self.game = game
        self.rules = rules
        self._deck = tuple(deck)
        self._first_leader = 0
        self._beats = BEATERS[trump]
        self._log: list[int] = []
        self.hands = list(hands)
        self.stock = tuple(stock)
        self.drawn = 0
        self.trump = trump
        self.turnup = turnup
        self.dealer = dealer
        self.known = [0] * len(self.hands)
        self.discard = self.laid_aside = 0
        self.discarded = False
        self.bout = 0
        self.emptied: list[int] = []
        self.finished: list[int] = []
        self.positions: dict[tuple[int, ...], int] = {}
        self.repetition = 0
        self.last_bout: tuple[bool, int, list[tuple[int, tuple[int, ...]]]] | None = None
        self.end = ""
        self.fool = -1
        self.straps = 0
        self.leader = self.leader_seat = self.defender = self.defender_seat = 0
        self.to_act: int | None = None
        self._clear_table()

    # The contract of State

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

    def menu(self) -> dict[str, Any]:
        """The legal moves, compact; see the bot protocol."""
        return menu(self)

    def view(self, seat: int | None) -> DurakView:
        """What *seat* may know; None is a spectator."""
        return view_of(self, seat)

    def copy(self) -> DurakState:
        """An equal state that goes its own way from here."""
        twin = DurakState.__new__(DurakState)
        twin.game = self.game
        twin.rules = self.rules
        twin._deck = self._deck
        twin._first_leader = self._first_leader
        twin._beats = self._beats
        twin._log = self._log[:]
        twin.hands = self.hands[:]
        twin.stock = self.stock
        twin.drawn = self.drawn
        twin.trump = self.trump
        twin.turnup = self.turnup
        twin.dealer = self.dealer
        twin.known = self.known[:]
        twin.discard = self.discard
        twin.laid_aside = self.laid_aside
        twin.discarded = self.discarded
        twin.bout = self.bout
        twin.emptied = self.emptied[:]
        twin.finished = self.finished[:]
        twin.positions = self.positions.copy()
        twin.repetition = self.repetition
        twin.last_bout = self.last_bout
        twin.end = self.end
        twin.fool = self.fool
        twin.straps = self.straps
        twin.leader = self.leader
        twin.leader_seat = self.leader_seat
        twin.defender = self.defender
        twin.defender_seat = self.defender_seat
        twin.to_act = self.to_act
        twin.attacks = self.attacks[:]
        twin.answers = self.answers[:]
        twin.open = self.open
        twin.ranks = self.ranks
        twin.table = self.table
        twin.led = self.led
        twin.limit = self.limit
        twin.room = self.room
        twin.passed = self.passed
        twin.taking = self.taking
        twin.phase = self.phase
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DurakState) and all(
            getattr(self, name) == getattr(other, name)
            for name in DurakState.__slots__
            if name != "rules"
        )

    __hash__ = None  # type: ignore[assignment]

    # Moves

    def play(self, move: Move | str | Mapping[str, Any]) -> None:
        """
        Play a move of the seat to act.

        Raises:
            InvalidMove: If it cannot be read, or is no move of this game.
            IllegalMove: If it cannot be played; its code says why. Nothing has changed.
        """
        code: int = move if isinstance(move, Move) else read_move(move)
        seat = self.to_act
        if seat is None or not self.allows(code):
            raise refusal(self, Move(code))
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
            self._lay_attack(seat, code >> 4)

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
            if verb == THROW_IN:
                hand = self.hands[self.to_act]  # type: ignore[index]
                return (
                    payload > 0
                    and not payload & ~(hand & self.ranks)
                    and (payload.bit_count() <= self.room)
                )
            return verb == PASS and not payload
        if phase == LEAD and verb == ATTACK and payload > 0:
            if payload & ~self.hands[self.leader]:
                return False
            if not payload & payload - 1:
                return True
            return (
                self.rules.multi_lead
                and payload.bit_count() <= self.room
                and (not payload & ~RANK_MASKS[payload.bit_length() - 1])
            )
        return False

    def able(self, target: int) -> int:
        """The set of cards with which the defender may beat *target*."""
        found = self.hands[self.defender] & self._beats[target]
        if self.rules.follow_suit:
            return found & SUIT_MASKS[SUIT_OF[target]] or found
        return found

    def _lay_attack(self, seat: int, cards: int) -> None:
        """Lead or throw in a set of cards."""
        hand = self.hands[seat] ^ cards
        self.hands[seat] = hand
        if not hand:
            self.emptied.append(seat)
        self.known[seat] &= ~cards
        self.table |= cards
        self.open |= cards
        if self.phase == LEAD:
            self.led = cards
        for card in cards_of(cards):
            self.attacks.append(card)
            self.answers.append(-1)
            self.ranks |= RANK_MASKS[card]
            self.room -= 1
        if self.taking:
            self._ask_next_thrower()
            return
        if not self.rules.pass_is_final:
            self.passed = 0
        self.phase = DEFEND
        self.to_act = self.defender

    def _beat(self, seat: int, target: int, card: int) -> None:
        bit = BITS[card]
        hand = self.hands[seat] ^ bit
        self.hands[seat] = hand
        self.known[seat] &= ~bit
        self.table |= bit
        self.ranks |= RANK_MASKS[card]
        self.answers[self.attacks.index(target)] = card
        self.open ^= BITS[target]
        if not hand:
            self.emptied.append(seat)
        if self.open:
            return
        if not hand or self.rules.throwers == "none":
            self._end_bout()
        else:
            self._ask_next_thrower()

    def _take(self) -> None:
        self.taking = True
        if not self.rules.throw_after_take:
            self._end_bout()
            return
        if not self.rules.pass_is_final:
            self.passed = 0
        self._ask_next_thrower()

    # Turns

    def _ask_next_thrower(self) -> None:
        """
        Offer throwing in to the first seat from the leader that has not passed, or end the bout.

        Who is asked depends on public facts only: also a seat that holds nothing fitting.
        """
        if self.room:
            hands = self.hands
            seats = len(hands)
            first = self.leader_seat
            for step in range(seats):
                seat = first + step if first + step < seats else first + step - seats
                if hands[seat] and not self.passed >> seat & 1 and self._may_throw(seat):
                    self.phase = THROW
                    self.to_act = seat
                    return
        self._end_bout()

    def _may_throw(self, seat: int) -> bool:
        """Whether a seat with cards is one of those who throw in at this defender."""
        rules = self.rules
        if seat == self.defender or (
            rules.teams and rules.sides[seat] == rules.sides[self.defender_seat]
        ):
            return False
        if rules.throwers == "all" or seat == self.leader:
            return True
        return rules.throwers == "neighbours" and seat in (self._neighbour(1), self._neighbour(-1))

    def _neighbour(self, direction: int) -> int:
        """The nearest opponent of the defender with cards, on one side of him."""
        sides = self.rules.sides
        seat = self.defender_seat
        for _ in sides:
            seat = (seat + direction) % len(sides)
            if self.hands[seat] and sides[seat] != sides[self.defender_seat]:
                break
        return seat

    def operator(self, seat: int) -> int:
        """Who acts in a place: the seat itself, or the next team-mate clockwise with cards."""
        sides = self.rules.sides
        for step in range(len(sides)):
            mate = (seat + step) % len(sides)
            if self.hands[mate] and sides[mate] == sides[seat]:
                return mate
        return seat

    def _next_place(self, seat: int) -> int:
        """The first place from *seat* on, clockwise, in which somebody can act."""
        while not self.hands[self.operator(seat)]:
            seat = (seat + 1) % len(self.hands)
        return seat

    # Bouts

    def start_bout(self, place: int) -> None:
        """Begin a bout led by the first place from *place* on that somebody can act in."""
        seats = len(self.hands)
        self.bout += 1
        self.leader_seat = self._next_place(place)
        self.leader = self.operator(self.leader_seat)
        self.defender_seat = self._next_place((self.leader_seat + 1) % seats)
        self.defender = self.operator(self.defender_seat)
        hand = self.hands[self.defender].bit_count()
        self.limit = self.room = self.rules.limit(self.bout, self.discarded, hand)
        self.phase = LEAD
        self.to_act = self.leader
        if not self._log:
            self._first_leader = self.leader
        if self.drawn == len(self.stock) and self.rules.repetition and self._repeats():
            self._end_deal("repetition", -1)
        elif self.bout > self.rules.max_bouts:
            self._end_deal("bout_limit", -1)

    def _repeats(self) -> bool:
        """Count this start of a bout; whether it is the third with the same hands and leader."""
        position = (self.leader_seat, *self.hands)
        self.repetition = self.positions.get(position, 0) + 1
        self.positions[position] = self.repetition
        return self.repetition >= 3

    def _end_bout(self) -> None:
        defender = self.defender
        taken = self.taking
        led, attack = self.led, self.attacks
        if taken:
            self.hands[defender] |= self.table
            self.known[defender] |= self.table
        else:
            self.discard |= self.table
            self.discarded = True
            self.positions.clear()
        self.last_bout = (taken, defender, self._refill())
        self._clear_table()
        if self.emptied:
            self.finished += [seat for seat in self.emptied if not self.hands[seat]]
            self.emptied = []
            if self._is_over():
                self._settle(led, sum(BITS[card] for card in attack) if taken else 0)
                return
        self.start_bout((self.defender_seat + taken) % len(self.hands))

    def lay_table(self, pairs: Sequence[tuple[int, int | None]], led: int) -> None:
        """Put cards in play as pairs of attack and answer; *led* are those that opened the bout."""
        self._clear_table()
        self.led = led
        for attack, answer in pairs:
            self.attacks.append(attack)
            self.answers.append(-1 if answer is None else answer)
            for card in (attack,) if answer is None else (attack, answer):
                self.table |= BITS[card]
                self.ranks |= RANK_MASKS[card]
            if answer is None:
                self.open |= BITS[attack]

    def _clear_table(self) -> None:
        self.attacks = []
        self.answers = []
        self.open = self.ranks = self.table = self.led = 0
        self.limit = self.room = self.passed = 0
        self.taking = False
        self.phase = OVER

    def _refill(self) -> list[tuple[int, tuple[int, ...]]]:
        """Draw up to six: the leader first, then clockwise, the defender last."""
        drawn: list[tuple[int, tuple[int, ...]]] = []
        if self.drawn == len(self.stock):
            return drawn
        seats = len(self.hands)
        order = [(self.leader_seat + step) % seats for step in range(seats)]
        order.remove(self.defender)
        for seat in (*order, self.defender):
            wanted = HAND_SIZE - self.hands[seat].bit_count()
            if wanted > 0:
                cards = self.stock[self.drawn : self.drawn + wanted]
                if cards:
                    self.drawn += len(cards)
                    self._hand_over(seat, cards)
                    drawn.append((seat, cards))
        return drawn

    def _hand_over(self, seat: int, cards: Sequence[int]) -> None:
        for card in cards:
            self.hands[seat] |= BITS[card]
            if card == self.turnup:
                self.known[seat] |= BITS[card]

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
