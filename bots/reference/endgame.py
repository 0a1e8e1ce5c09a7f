"""
The end of throw-in Durak for two, played out to the last card: who wins with best play, and how.

Once the stock is gone, or nothing but its turned-up card is left, whoever has watched knows every
card, and the rest is a game without chance. It always ends: every bout either discards cards or
leaves the attacker with fewer.

Cards are numbered anew here, cheapest first and trumps last, so that the lowest bit of a set is
the cheapest card of it and the sets of a small ending are small numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from games.cards import BITS, RANK_OF, SUIT_OF, cards_of
from games.durak.rules import BEATERS, DEFEND, HAND_SIZE, LEAD, MOST_ATTACK_CARDS, Rules
from games.durak.view import DurakView
from games.moves import ATTACK, PASS, TAKE, Move
from games.moves import THROW as THROW_IN

LOSS, DRAW, WIN = range(3)
# A move, and whether the attacker reaches a win (or without that a draw) after it.
Choice = tuple[Move, Callable[[bool], bool]]


class OutOfNodesError(Exception):
    """The search has looked at as many positions as it may."""


class Endgame:
    """
    One ending: which cards are alive, what beats what, and everything found out about it so far.

    live: the set of cards in both hands, on the table and in the stock.
    stock: the cards still to be drawn, the next one first. Positions in it are sets of the new
    numbers: *a* the attacker's hand, *d* the defender's, *t* the table; *left* cards of the stock
    are still there.
    """

    def __init__(self, live: int, trump: int, rules: Rules, stock: Sequence[int] = ()) -> None:
        by_price = sorted(cards_of(live), key=lambda one: (SUIT_OF[one] == trump, RANK_OF[one]))
        self.live = live
        self._cards = by_price
        self._number = {one: number for number, one in enumerate(by_price)}
        self._width = len(by_price)
        beaters = BEATERS[trump]
        self._beaters = [self.numbered(beaters[one] & live) for one in by_price]
        same_suit = [[SUIT_OF[o] == SUIT_OF[one] for o in by_price] for one in by_price]
        self._suits = [sum(1 << n for n, same in enumerate(row) if same) for row in same_suit]
        self._ranks = [
            sum(1 << n for n, o in enumerate(by_price) if RANK_OF[o] == RANK_OF[one])
            for one in by_price
        ]
        self._stock = [1 << self._number[one] for one in stock]
        self._follow_suit = rules.follow_suit
        self._throws = rules.throwers != "none"
        self._after_take = rules.throw_after_take
        self._leads_sets = rules.multi_lead and not self._after_take
        self._defender_loses = rules.defender_loses
        self._known: dict[int, bool] = {}
        self._known_bouts: dict[tuple[int, int, int, int], bool] = {}
        self.nodes = 0
        self._most = 0

    def numbered(self, cards: int) -> int:
        """A set of cards in the numbers of this ending."""
        number = self._number
        return sum(1 << number[one] for one in cards_of(cards))

    def named(self, cards: int) -> int:
        """A set of numbers of this ending as the cards they stand for."""
        return sum(BITS[one] for n, one in enumerate(self._cards) if cards >> n & 1)

    def best(self, view: DurakView, opponent: int, nodes: int) -> tuple[int, Move | None]:
        """
        What the seat to act reaches with best play, LOSS, DRAW or WIN, and a move that does.

        opponent: the other's hand. nodes: how many positions may be looked at.
        None where every move loses against best play.

        Raises:
            OutOfNodesError: If that does not suffice.
        """
        self._most = self.nodes + nodes
        attacks = view.phase != DEFEND
        choices = self._choices(view, opponent)
        for value in (WIN, DRAW):
            # What the attacker must not reach is what the defender wants.
            win = (value == WIN) == attacks
            for move, attacker_reaches in choices:
                if attacker_reaches(win) == attacks:
                    return value, move
        return LOSS, None

    def value(self, a: int, d: int, left: int, nodes: int) -> int:
        """
        What the leader of a bout that begins reaches with best play; the hands in the numbers of
        this ending (`numbered`).

        Raises:
            OutOfNodesError: If *nodes* positions do not suffice.
        """
        self._most = self.nodes + nodes
        return next((value for value in (WIN, DRAW) if self.lead(a, d, left, value == WIN)), LOSS)

    def _choices(self, view: DurakView, opponent: int) -> list[Choice]:
        """The moves worth a thought, cheapest first: with each, whether the attacker reaches it."""
        own, other = self.numbered(view.hand), self.numbered(opponent)
        unbeaten = self.numbered(sum(BITS[one] for one, answer in view.table if answer is None))
        t = self.numbered(sum(BITS[one] for pair in view.table for one in pair if one is not None))
        ranks = self.ranks_of(t)
        room, left = view.room, view.stock
        if view.phase == DEFEND:
            return self._answering(other, own, t, unbeaten, ranks, room, left)
        if view.phase == LEAD:
            return self._leading(own, other, room, left)
        return self._throwing(own, other, t, ranks, room, left, view.taking)

    def _leading(self, a: int, d: int, room: int, left: int) -> list[Choice]:
        sets = [
            some
            for ranks in dict.fromkeys(self._ranks)
            for some in _sets(a & ranks, room if self._leads_sets else 1)
        ]
        return [
            (
                Move.of_cards(ATTACK, self.named(some)),
                partial(
                    self.defend,
                    a ^ some,
                    d,
                    some,
                    some,
                    self.ranks_of(some),
                    room - some.bit_count(),
                    left,
                ),
            )
            for some in sorted(sets)
        ]

    def _answering(
        self, a: int, d: int, t: int, unbeaten: int, ranks: int, room: int, left: int
    ) -> list[Choice]:
        choices: list[Choice] = []
        for target, card in enumerate(self._cards):
            answers = self.answers(d, target) if unbeaten >> target & 1 else 0
            while answers:
                one = answers & -answers
                answers ^= one
                beat = Move.beat(card, self._cards[one.bit_length() - 1])
                others = unbeaten ^ 1 << target
                choices.append(
                    (beat, partial(self.beaten, a, d, t, others, ranks, room, left, one))
                )
        take = partial(self.taken, a, d | t, ranks, room, left)
        return [*choices, (Move(TAKE), take)]

    def _throwing(
        self, a: int, d: int, t: int, ranks: int, room: int, left: int, taking: bool
    ) -> list[Choice]:
        if taking:
            adding = [
                (
                    Move.of_cards(THROW_IN, self.named(some)),
                    partial(self.taken_with, a, d | t, some, left),
                )
                for some in _sets(a & ranks, room)
            ]
            return [(Move(PASS), partial(self.taken_with, a, d | t, 0, left)), *adding]
        most = 1 if self._after_take else room
        throwing = [
            (
                Move.of_cards(THROW_IN, self.named(some)),
                partial(
                    self.defend, a ^ some, d, t | some, some, ranks, room - some.bit_count(), left
                ),
            )
            for some in _sets(a & ranks, most)
        ]
        return [(Move(PASS), partial(self.beaten_off, a, d, left)), *throwing]

    def ranks_of(self, cards: int) -> int:
        """All cards of the ranks of a set."""
        found = 0
        for number, same in enumerate(self._ranks):
            if cards >> number & 1:
                found |= same
        return found

    # Each of these says whether the attacker reaches a win, or without *win* at least a draw.

    def lead(self, a: int, d: int, left: int, win: bool) -> bool:
        """The attacker leads to a new bout."""
        key = ((a << self._width | d) << 6 | left) << 1 | win
        known = self._known
        found = known.get(key)
        if found is None:
            # Who wins has not lost, and who cannot even draw does not win.
            if known.get(key ^ 1) is (not win):
                return not win
            room = min(d.bit_count(), MOST_ATTACK_CARDS)
            found = known[key] = self._leads(a, d, room, left, win)
        return found

    def _leads(self, a: int, d: int, room: int, left: int, win: bool) -> bool:
        if not left and self._goes_out(a, d):
            return True
        rest = a
        while rest:
            one = rest & -rest
            rest ^= one
            ranks = self._ranks[one.bit_length() - 1]
            if self.defend(a ^ one, d, one, one, ranks, room - 1, left, win):
                return True
            if self._leads_sets:
                for some in _sets(rest & ranks, room - 1):
                    cards = one | some
                    more = room - cards.bit_count()
                    if self.defend(a ^ cards, d, cards, cards, ranks, more, left, win):
                        return True
        return False

    def _goes_out(self, a: int, d: int) -> bool:
        """
        Whether all cards but at most one cannot be beaten: led one by one, cheapest first.

        What the defender has taken by then beats none of them, and he cannot be rid of his last
        card with the last of the attacker's unless that is the only card either has.
        """
        if not a & a - 1 and not d & d - 1:
            return False
        beatable = 0
        while a:
            number = a.bit_length() - 1
            a ^= 1 << number
            if self._beaters[number] & d:
                if beatable:
                    return False
                beatable = 1
        return True

    def defend(
        self, a: int, d: int, t: int, unbeaten: int, ranks: int, room: int, left: int, win: bool
    ) -> bool:
        """The defender beats one of the *unbeaten* cards, the dearest, or takes them all."""
        self.nodes += 1
        if self.nodes > self._most:
            raise OutOfNodesError
        all_ranks = self._ranks
        targets = unbeaten
        while targets:
            target = targets.bit_length() - 1
            others = unbeaten ^ 1 << target
            # Which one is beaten first matters only where a suit must be followed.
            targets = targets ^ 1 << target if self._follow_suit else 0
            answers = self.answers(d, target) if self._follow_suit else d & self._beaters[target]
            dangerous = 0
            while answers:
                one = answers & -answers
                answers ^= one
                same = all_ranks[one.bit_length() - 1]
                # What lets the attacker throw in more comes last: it is mostly worse.
                if same & a:
                    dangerous |= one
                elif others:
                    if not self.defend(a, d ^ one, t | one, others, ranks | same, room, left, win):
                        return False
                elif not self.throw(a, d ^ one, t | one, ranks | same, room, left, win):
                    return False
            while dangerous:
                one = dangerous & -dangerous
                dangerous ^= one
                if not self.beaten(a, d, t, others, ranks, room, left, one, win):
                    return False
        return self.taken(a, d | t, ranks, room, left, win)

    def answers(self, d: int, target: int) -> int:
        """The cards of *d* that may beat *target*."""
        able = d & self._beaters[target]
        return able & self._suits[target] or able if self._follow_suit else able

    def beaten(
        self,
        a: int,
        d: int,
        t: int,
        others: int,
        ranks: int,
        room: int,
        left: int,
        one: int,
        win: bool,
    ) -> bool:
        """The defender has laid *one*; *others* are still to be beaten."""
        d ^= one
        t |= one
        ranks |= self._ranks[one.bit_length() - 1]
        if others:
            return self.defend(a, d, t, others, ranks, room, left, win)
        return self.throw(a, d, t, ranks, room, left, win)

    def throw(self, a: int, d: int, t: int, ranks: int, room: int, left: int, win: bool) -> bool:
        """All is beaten: the attacker throws in, or lets the bout end."""
        if not d or not room or not self._throws:
            return self.beaten_off(a, d, left, win)
        fitting = a & ranks
        if not fitting:
            return self.beaten_off(a, d, left, win)
        key = (a, d, t, left << 1 | win)
        found = self._known_bouts.get(key)
        if found is None:
            found = self.beaten_off(a, d, left, win)
            while fitting and not found:
                one = fitting & -fitting
                fitting ^= one
                found = self.defend(a ^ one, d, t | one, one, ranks, room - 1, left, win)
                if not self._after_take and not found:
                    found = self._throws_set(a, d, t, one, fitting, ranks, room, left, win)
            self._known_bouts[key] = found
        return found

    def _throws_set(
        self,
        a: int,
        d: int,
        t: int,
        one: int,
        others: int,
        ranks: int,
        room: int,
        left: int,
        win: bool,
    ) -> bool:
        # Only where nothing may be added once the defender takes is it any use to hurry.
        for some in _sets(others, room - 1):
            cards = one | some
            more = room - cards.bit_count()
            if self.defend(a ^ cards, d, t | cards, cards, ranks, more, left, win):
                return True
        return False

    def taken(self, a: int, d: int, ranks: int, room: int, left: int, win: bool) -> bool:
        """The defender takes (*d* holds the table already), and the attacker adds what he likes."""
        if self.taken_with(a, d, 0, left, win):
            return True
        fitting = a & ranks
        if not fitting or not room or not self._after_take:
            return False
        if not fitting & fitting - 1:
            return self.taken_with(a, d, fitting, left, win)
        return any(self.taken_with(a, d, some, left, win) for some in _sets(fitting, room))

    def taken_with(self, a: int, d: int, added: int, left: int, win: bool) -> bool:
        """The bout ends: the defender takes, with *added* on top."""
        a ^= added
        d |= added
        if left:
            a, d, left = self._refilled(a, d, left)
        return not a or self.lead(a, d, left, win)

    def beaten_off(self, a: int, d: int, left: int, win: bool) -> bool:
        """The bout ends: what lies on the table is out of play."""
        if left:
            a, d, left = self._refilled(a, d, left)
        if not d:
            return not a and (self._defender_loses or not win)
        return not a or not self.lead(d, a, left, not win)

    def _refilled(self, a: int, d: int, left: int) -> tuple[int, int, int]:
        """Hands and stock after drawing: the attacker first."""
        first = len(self._stock) - left
        while left and a.bit_count() < HAND_SIZE:
            a |= self._stock[first]
            first, left = first + 1, left - 1
        while left and d.bit_count() < HAND_SIZE:
            d |= self._stock[first]
            first, left = first + 1, left - 1
        return a, d, left


def _sets(cards: int, room: int) -> list[int]:
    """The sets of one or more of *cards*, as far as there is room."""
    bits = []
    while cards:
        bits.append(cards & -cards)
        cards &= cards - 1
    return [
        sum(some)
        for size in range(1, min(room, len(bits)) + 1)
        for some in combinations(bits, size)
    ]
