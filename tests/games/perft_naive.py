"""Move sequences counted once more, by positions of texts and sets that nobody changes in place.

Two games with their default options, everybody for himself, from the rules alone; nothing is
taken from the library. A position is a named tuple; `moves` of it are all that follow, by move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

RANKS = "6789TJQKA"
Cards = frozenset[str]


def count(position: Durak | Armenian, depth: int) -> int:
    """The number of sequences of *depth* moves."""
    if depth == 0:
        return 1
    return sum(count(after, depth - 1) for _, after in position.moves())


def groups(cards: Cards, most: int) -> Iterator[Cards]:
    """Every choice of one or more of these cards."""
    for size in range(1, min(most, len(cards)) + 1):
        yield from map(frozenset, combinations(sorted(cards), size))


class Durak(NamedTuple):
    """Throw-in Durak at the moment when somebody must decide."""

    hands: tuple[Cards, ...]
    stock: tuple[str, ...]
    trump: str
    leader: int
    defender: int
    limit: int
    first_bout: bool
    # What lies there: attack cards, which of them are beaten, and the cards that beat them.
    attack: Cards = frozenset()
    beaten: Cards = frozenset()
    answers: Cards = frozenset()
    taking: bool = False
    passed: frozenset[int] = frozenset()

    @staticmethod
    def dealt(deck: list[str], seats: int, dealer: int) -> Durak:
        clockwise = [(dealer + 1 + step) % seats for step in range(seats)]
        hands = [
            frozenset(deck[clockwise.index(seat) : 6 * seats : seats]) for seat in range(seats)
        ]
        stock = (*deck[6 * seats + 1 :], *deck[6 * seats : 6 * seats + 1])
        trump = (stock or deck)[-1][1]
        leader = next(
            (seat for rank in RANKS for seat in range(seats) if rank + trump in hands[seat]),
            clockwise[0],
        )
        return Durak(tuple(hands), stock, trump, leader, -1, 0, True).bout(leader)

    def bout(self, place: int) -> Durak:
        """The next bout, led from *place* on."""
        seats = len(self.hands)
        in_play = [s % seats for s in range(place, place + seats) if self.hands[s % seats]]
        if len(in_play) < 2:
            return self._replace(leader=-1)
        leader, defender = in_play[:2]
        return Durak(
            self.hands,
            self.stock,
            self.trump,
            leader,
            defender,
            min(6, len(self.hands[defender])),
            self.first_bout,
        )

    def moves(self) -> Iterator[tuple[str, Durak]]:
        if self.leader < 0:
            return
        if not self.attack:
            yield from self.leads()
        elif self.attack != self.beaten and not self.taking:
            yield from self.defences()
        else:
            yield from self.throws()

    def leads(self) -> Iterator[tuple[str, Durak]]:
        for cards in groups(self.hands[self.leader], min(4, self.limit)):
            if len({card[0] for card in cards}) == 1:
                yield f"attack {sorted(cards)}", self.laid(self.leader, cards)

    def laid(self, seat: int, cards: Cards) -> Durak:
        after = self._replace(hands=self.without(seat, cards), attack=self.attack | cards)
        return after.settled() if self.taking else after._replace(passed=frozenset())

    def defences(self) -> Iterator[tuple[str, Durak]]:
        yield "take", self._replace(taking=True, passed=frozenset()).settled()
        for target in self.attack - self.beaten:
            for card in self.hands[self.defender]:
                if self.beats(card, target):
                    after = self._replace(
                        hands=self.without(self.defender, frozenset([card])),
                        beaten=self.beaten | {target},
                        answers=self.answers | {card},
                    )
                    yield f"beat {target} {card}", after.settled()

    def throws(self) -> Iterator[tuple[str, Durak]]:
        seat = self.thrower()
        assert seat is not None
        yield "pass", self._replace(passed=self.passed | {seat}).settled()
        ranks = {card[0] for card in self.attack | self.answers}
        fitting = frozenset(card for card in self.hands[seat] if card[0] in ranks)
        for cards in groups(fitting, self.limit - len(self.attack)):
            yield f"throw {sorted(cards)}", self.laid(seat, cards)

    def settled(self) -> Durak:
        """This position, or the next bout if nobody has anything to decide in this one."""
        if self.attack != self.beaten and not self.taking:
            return self
        if self.thrower() is not None and (self.taking or self.hands[self.defender]):
            return self
        hands = list(self.hands)
        if self.taking:
            hands[self.defender] |= self.attack | self.answers
        stock = list(self.stock)
        seats = len(hands)
        order = [(self.leader + step) % seats for step in range(seats)]
        order.remove(self.defender)
        for seat in [*order, self.defender]:
            while stock and len(hands[seat]) < 6:
                hands[seat] |= {stock.pop(0)}
        after = self._replace(hands=tuple(hands), stock=tuple(stock), first_bout=False)
        return after.bout(self.defender + self.taking)

    def thrower(self) -> int | None:
        """Who is asked for cards: from the leader on, whoever holds any and has not passed."""
        if len(self.attack) == self.limit:
            return None
        seats = len(self.hands)
        for seat in ((self.leader + step) % seats for step in range(seats)):
            if seat != self.defender and self.hands[seat] and seat not in self.passed:
                return seat
        return None

    def beats(self, card: str, target: str) -> bool:
        if card[1] == target[1]:
            return RANKS.index(card[0]) > RANKS.index(target[0])
        return card[1] == self.trump

    def without(self, seat: int, cards: Cards) -> tuple[Cards, ...]:
        return (*self.hands[:seat], self.hands[seat] - cards, *self.hands[seat + 1 :])


class Armenian(NamedTuple):
    """Armenian Durak; a row is a tuple of places, a place a tuple of cards, the lowest first."""

    hands: tuple[Cards, ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    seat: int
    # Places whose upper card was taken in this trick: what lies under it is still covered.
    covered: frozenset[tuple[int, int]] = frozenset()
    trick: tuple[tuple[int, str], ...] = ()

    @staticmethod
    def dealt(deck: list[str], seats: int, dealer: int) -> Armenian:
        each = 12 // seats
        first = (dealer + 1) % seats
        own = [deck[(seat - first) % seats :: seats] for seat in range(seats)]
        return Armenian(
            tuple(frozenset(cards[2 * each :]) for cards in own),
            tuple(tuple(zip(c[:each], c[each : 2 * each], strict=True)) for c in own),
            first,
        )

    def moves(self) -> Iterator[tuple[str, Armenian]]:
        seat = self.seat
        open_cards = {
            pile[-1]: place
            for place, pile in enumerate(self.rows[seat])
            if pile and (seat, place) not in self.covered
        }
        usable = self.hands[seat] | set(open_cards)
        if self.trick:
            in_suit = frozenset(c for c in usable if c[1] == self.trick[0][1][1])
            usable = in_suit or usable
        for card in usable:
            yield f"play {card}", self.after(card, open_cards.get(card))

    def after(self, card: str, place: int | None) -> Armenian:
        seat, seats = self.seat, len(self.hands)
        hands, rows, covered = list(self.hands), list(self.rows), self.covered
        hands[seat] -= {card}
        if place is not None:
            row = list(rows[seat])
            row[place] = row[place][:-1]
            rows[seat] = tuple(row)
            covered |= {(seat, place)}
        trick = (*self.trick, (seat, card))
        if len(trick) < seats:
            return Armenian(tuple(hands), tuple(rows), (seat + 1) % seats, covered, trick)
        led = [(RANKS.index(c[0]), s) for s, c in trick if c[1] == trick[0][1][1]]
        return Armenian(tuple(hands), tuple(rows), max(led)[1])
