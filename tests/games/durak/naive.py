"""Podkidnoy once more: slow, with texts and lists, written from the rules alone.

A deal is a generator: it stops whenever a seat is to act, is sent the text of the chosen move, and
tells in `told()` everything that lies on the table, in the words of the scenarios.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "SCDH"
Course = Generator[None, str, None]
Below = Callable[[int], int]


def rank(card: str) -> int:
    return RANKS.index(card[0])


def beats(card: str, attack: str, trump: str) -> bool:
    if card[1] == attack[1]:
        return rank(card) > rank(attack)
    return card[1] == trump


def one_rank(cards: Iterable[str]) -> bool:
    return len({card[0] for card in cards}) == 1


def one_colour(hand: Iterable[str]) -> bool:
    return len({card[1] in "DH" for card in hand}) == 1


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards as a move names them: by rank, then spades, clubs, diamonds, hearts."""
    return sorted(cards, key=lambda card: (rank(card), SUITS.index(card[1])))


def move(verb: str, cards: Iterable[str]) -> str:
    return " ".join([verb, *in_order(cards)])


def whole_pack(size: int) -> list[str]:
    return [r + suit for suit in SUITS for r in RANKS[len(RANKS) - size // 4 :]]


def shuffled_pack(size: int, below: Below) -> list[str]:
    """From the last card down, each changes places with one not yet fixed, or with itself."""
    pack = whole_pack(size)
    for i in range(size - 1, 0, -1):
        j = below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def next_leader(options: Mapping[str, Any], seats: int, dealer: int | None) -> int | None:
    """Who leads the deal after the one whose loser is *dealer*; None: the lowest trump."""
    step = {"from_under_fool": 1, "under_fool": -1, "fool_leads": 0}.get(options["next_leader"])
    return None if dealer is None or step is None else (dealer + step) % seats


class Deal:
    """One deal, from the cards dealt or from a position."""

    menu: dict[str, Any]
    result: dict[str, Any] | None = None
    reason = ""

    def __init__(self, options: Mapping[str, Any], seats: int, sides: str) -> None:
        self.options = options
        self.seats = seats
        self.in_teams = sides != "single"
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock: list[str] = []
        self.trump = ""
        self.turnup: str | None = None
        self.dealer = 0
        self.leader_seat = 0
        self.discard: list[str] = []
        self.discarded = False  # whether any bout has been beaten off
        self.finished: list[int] = []
        self.known: list[set[str]] = [set() for _ in range(seats)]
        self.bouts = 1
        self.past: list[tuple[int, list[list[str]]]] = []
        self.last_bout: dict[str, Any] | None = None
        self.to_act: int | None = None
        self.phase = ""
        self.menu = {}

    # Before the first bout

    def deal(self, deck: list[str], dealer: int, leader: int | None, below: Below) -> None:
        self.dealer = dealer
        self.hands = [[] for _ in range(self.seats)]
        for number in range(6 * self.seats):
            self.hands[(dealer + 1 + number) % self.seats].append(deck[number])
        rest = deck[6 * self.seats :]
        self.turnup = rest[0] if rest else deck[-1]
        self.stock = rest[1:] + rest[:1]
        self.trump = self.turnup[1]
        if self.options.get("misdeal") == "on" and any(map(one_colour, self.hands)):
            self.deal(self.another_deck(below), dealer, leader, below)
            return
        if not rest:
            self.known[dealer].add(self.turnup)
        self.leader_seat = self.first_leader(below) if leader is None else leader

    def first_leader(self, below: Below) -> int:
        trumps = [c for hand in self.hands for c in hand if c[1] == self.trump]
        how = self.options["no_trump_leader"]
        clockwise = [(self.dealer + 1 + step) % self.seats for step in range(self.seats)]
        if trumps:
            lowest = min(trumps, key=rank)
            return next(seat for seat in clockwise if lowest in self.hands[seat])
        if how == "lowest_card":
            least = min(rank(card) for hand in self.hands for card in hand)
            return next(s for s in clockwise if least in [rank(card) for card in self.hands[s]])
        if how == "random":
            return below(self.seats)
        if how == "redeal":
            self.deal(self.another_deck(below), self.dealer, None, below)
            return self.leader_seat
        return clockwise[0]

    def another_deck(self, below: Below) -> list[str]:
        self.known = [set() for _ in range(self.seats)]
        return shuffled_pack(int(self.options["deck_size"]), below)

    # Who sits where

    def side(self, seat: int) -> int:
        return seat % 2 if self.in_teams else seat

    def player_of(self, seat: int) -> int:
        """Who plays in a seat's place: in teams the next team-mate, once it is out."""
        for step in range(self.seats):
            other = (seat + step) % self.seats
            if self.side(other) == self.side(seat) and self.hands[other]:
                return other
        return seat

    def in_rotation(self, seat: int) -> int:
        """The seat itself or, playing singly, the next to its left that has cards."""
        seat %= self.seats
        while not self.in_teams and not self.hands[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def sides_with_cards(self) -> set[int]:
        return {self.side(seat) for seat in range(self.seats) if self.hands[seat]}

    # The course of the deal

    def run(self) -> Course:
        while self.result is None:
            self.begin_bout()
            if self.repeated():
                self.end_drawn("repetition")
                break
            if self.bouts > self.options["max_bouts"]:
                self.end_drawn("bout_limit")
                break
            yield from self.bout()
            self.end_bout()
        self.to_act = None
        self.phase = "over"
        self.menu = {}

    def begin_bout(self) -> None:
        self.opener = self.leader_seat
        self.leader = self.player_of(self.leader_seat)
        self.table: list[list[str | None]] = []
        self.led: list[str] = []
        self.passed: list[int] = []
        self.emptied: list[int] = []
        self.taking = False
        self.new_defender(self.in_rotation(self.leader_seat + 1))

    def new_defender(self, seat: int) -> None:
        self.defender_seat = seat
        self.defender = self.player_of(seat)
        self.cap = min(self.most_cards(), len(self.hands[self.defender]))

    def most_cards(self) -> int:
        if self.options["first_bout_scope"] == "first_bout":
            early = self.bouts == 1
        else:
            early = not self.discarded
        return int(self.options["first_bout_max"]) if early else 6

    def repeated(self) -> bool:
        if self.stock or not self.options["repetition"]:
            return False
        now = (self.leader_seat, [sorted(hand) for hand in self.hands])
        self.past.append(now)
        return self.past.count(now) == 3

    def bout(self) -> Course:
        yield from self.lead()
        while True:
            yield from self.defend()
            if self.taking or not self.room() or not self.hands[self.defender]:
                break
            before = len(self.table)
            yield from self.offer(until_thrown=True)
            if len(self.table) == before:
                break
        if self.taking and self.options["throw_after_take"]:
            yield from self.offer(until_thrown=False)

    def ask(self, seat: int, phase: str, menu: dict[str, Any]) -> Generator[None, str, list[str]]:
        self.to_act, self.phase, self.menu = seat, phase, menu
        move = yield
        return move.split()

    def lead(self) -> Course:
        while True:
            menu: dict[str, Any] = {"attack": self.leads(), **self.swap(self.leader)}
            verb, *cards = yield from self.ask(self.leader, "lead", menu)
            if verb == "attack":
                self.led = cards
                self.lay(self.leader, cards)
                return
            self.do_swap(self.leader)

    def leads(self) -> list[list[str]]:
        most = min(4, self.cap) if self.options["multi_lead"] else 1
        hand = in_order(self.hands[self.leader])
        found: list[list[str]] = []
        for one in RANKS:
            alike = [card for card in hand if card[0] == one]
            for size in range(1, most + 1):
                found += [list(some) for some in combinations(alike, size)]
        return found

    def defend(self) -> Course:
        while self.open_cards() and not self.taking:
            menu = self.defence()
            verb, *cards = yield from self.ask(self.defender, "defend", menu)
            if verb == "take":
                self.taking = True
            elif verb == "beat":
                self.drop(self.defender, cards[1])
                for pair in self.table:
                    if pair[0] == cards[0]:
                        pair[1] = cards[1]
            else:
                self.defend_otherwise(verb, cards)

    def defence(self) -> dict[str, Any]:
        answers = {card: self.answers(card) for card in self.open_cards()}
        begun = any(answer for _, answer in self.table)
        return {"beat": answers, "take": True, **({} if begun else self.swap(self.defender))}

    def defend_otherwise(self, verb: str, cards: list[str]) -> None:
        self.do_swap(self.defender)

    def open_cards(self) -> list[str]:
        return [str(attack) for attack, answer in self.table if answer is None]

    def answers(self, attack: str) -> list[str]:
        able = [card for card in self.hands[self.defender] if beats(card, attack, self.trump)]
        in_suit = [card for card in able if card[1] == attack[1]]
        if self.options["follow_suit_before_trump"] and in_suit:
            return in_suit
        return able

    def offer(self, until_thrown: bool) -> Course:
        """Ask for throw-ins in turn: until somebody throws, or until the bout allows no more."""
        if not self.options["pass_is_final"]:
            self.passed = []
        while self.room():
            seat = self.next_thrower()
            if seat is None:
                return
            menu = {"throw": self.fitting(seat), "max": self.room(), "pass": True}
            verb, *cards = yield from self.ask(seat, "throw", menu)
            if verb == "pass":
                self.passed.append(seat)
                continue
            self.lay(seat, cards)
            if until_thrown:
                return

    def room(self) -> int:
        return self.cap - len(self.table)

    def fitting(self, seat: int) -> list[str]:
        ranks = {card[0] for pair in self.table for card in pair if card}
        return [card for card in self.hands[seat] if card[0] in ranks]

    def next_thrower(self) -> int | None:
        for step in range(self.seats):
            seat = (self.leader_seat + step) % self.seats
            if self.may_throw(seat) and seat not in self.passed:
                return seat
        return None

    def may_throw(self, seat: int) -> bool:
        if not self.hands[seat] or self.side(seat) == self.side(self.defender):
            return False
        who = self.options["throwers"]
        if who == "neighbours":
            return seat == self.leader or seat in self.neighbours()
        return who == "all" or (who == "leader_only" and seat == self.leader)

    def neighbours(self) -> set[int]:
        """The nearest seats with cards on each side of the defender."""
        round_table = [(self.defender + step) % self.seats for step in range(1, self.seats)]
        holding = [seat for seat in round_table if self.hands[seat]]
        return {*holding[:1], *holding[-1:]}

    def lay(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.drop(seat, card)
            self.table.append([card, None])

    def drop(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        if not self.hands[seat]:
            self.emptied.append(seat)

    def swap(self, seat: int) -> dict[str, bool]:
        allowed = self.options["trump_six_swap"] == "on" and self.stock
        return {"swap": True} if allowed and "6" + self.trump in self.hands[seat] else {}

    def do_swap(self, seat: int) -> None:
        six = "6" + self.trump
        self.hands[seat].remove(six)
        self.hands[seat].append(self.stock[-1])
        self.known[seat].discard(six)
        self.known[seat].add(self.stock[-1])
        self.stock[-1] = self.turnup = six

    # After the bout

    def end_bout(self) -> None:
        self.clear_table()
        self.last_bout = {
            "taken": self.taking,
            "defender": self.defender,
            "refill": self.refill(),
        }
        if not self.stock:
            self.finished += [seat for seat in self.emptied if not self.hands[seat]]
        holding = self.sides_with_cards()
        if not holding and self.options["simultaneous_out"] == "draw":
            self.end_drawn("draw")
        elif len(holding) <= 1:
            self.end_lost(min(holding, default=self.side(self.defender)))
        else:
            self.bouts += 1
            self.leader_seat = self.in_rotation(self.defender_seat + self.taking)

    def clear_table(self) -> None:
        cards = [card for pair in self.table for card in pair if card]
        self.attack = [str(attack) for attack, _ in self.table]
        self.table = []
        if self.taking:
            self.hands[self.defender] += cards
            self.known[self.defender] |= set(cards)
        else:
            self.discard += cards
            self.discarded = True

    def refill(self) -> list[list[Any]]:
        first = self.draws_first()
        clockwise = [(first + step) % self.seats for step in range(self.seats)]
        others = [seat for seat in clockwise if seat != self.defender_seat]
        drawn = []
        for seat in [*others, self.defender_seat]:
            new: list[str] = []
            while seat not in self.finished and self.stock and len(self.hands[seat]) < 6:
                new.append(self.stock.pop(0))
                self.hands[seat].append(new[-1])
                if not self.stock:
                    self.known[seat].add(new[-1])
            if new:
                drawn.append([seat, new])
        return drawn

    def draws_first(self) -> int:
        return self.opener

    def end_drawn(self, reason: str) -> None:
        self.result = {"outcome": "draw", "finish_order": self.finished}
        self.reason = reason
        self.places = [self.drawn_place(seat) for seat in range(self.seats)]
        self.losers: list[int] = []
        self.honours = [0] * self.seats
        self.next_dealer: int | None = None

    def drawn_place(self, seat: int) -> int:
        """Who is out keeps his place; two whom the last bout drew level, or the rest, share one."""
        if self.in_teams:
            return 1
        last_shared = min(len(self.finished), self.seats - 2)
        return min(self.finished.index(seat) if seat in self.finished else 9, last_shared) + 1

    def end_lost(self, loser: int) -> None:
        """A side has lost: the one that holds cards, or the defender's."""
        self.losers = [seat for seat in range(self.seats) if self.side(seat) == loser]
        self.honours = [0] * self.seats
        if self.taking:
            self.honours[self.defender] = self.straps()
        honoured = sum(self.honours)
        if self.in_teams:
            self.reason = "team_loss"
            self.places = [1 + self.seats // 2 * (s in self.losers) for s in range(self.seats)]
            holders = [seat for seat in range(self.seats) if self.hands[seat]]
            self.result = {"outcome": "team_loss", "losing_team": loser, "losers": self.losers}
            self.result |= {"holders": holders, "epaulettes": honoured}
            self.next_dealer = self.losing_dealer()
            return
        self.reason = "fool"
        went_out = [seat for seat in self.finished if seat != loser]
        order = [*went_out, loser]
        self.places = [order.index(seat) + 1 for seat in range(self.seats)]
        self.result = {"outcome": "fool", "fool": loser, "finish_order": went_out}
        self.result["epaulettes"] = honoured
        self.next_dealer = loser

    def straps(self) -> int:
        """How many honours the fool takes with the cards of the last bout."""
        sixes = [card for card in self.attack if card[0] == "6"]
        how = self.options["epaulettes"]
        if how == "led_pair":
            return int(len(sixes) == len(self.led) == len(self.attack) == 2)
        if how == "any_two_sixes":
            return int(len(sixes) >= 2)
        return len(sixes) if how == "one_strap_per_six" else 0

    def losing_dealer(self) -> int:
        if self.defender in self.losers and self.hands[self.defender]:
            return self.defender
        clockwise = [(self.dealer + 1 + step) % self.seats for step in range(self.seats)]
        losing = [seat for seat in clockwise if seat in self.losers]
        return next((seat for seat in losing if self.hands[seat]), self.defender)

    @property
    def points(self) -> list[int]:
        weight = int(self.options["epaulettes_weight"])
        return [-(s in self.losers) - weight * self.honours[s] for s in range(self.seats)]

    # What others may compare

    def told(self) -> dict[str, Any]:
        """The position in the words of the scenarios."""
        return {
            "to_act": self.to_act,
            "over": self.to_act is None,
            "phase": self.phase,
            "legal": self.menu,
            "hands": self.hands,
            "trump": self.trump,
            "turnup": self.turnup,
            "stock": self.stock,
            "stock_last": self.stock[-1] if self.stock else None,
            "stock_count": len(self.stock),
            "discard_count": len(self.discard),
            "dealer": self.dealer,
            "table": self.table,
            "finished": self.finished,
            "last_bout": self.last_bout,
            "result": self.result,
        } | ({} if self.to_act is None else self.told_of_bout())

    def told_of_bout(self) -> dict[str, Any]:
        return {
            "leader": self.leader,
            "defender": self.defender,
            "leader_seat": self.leader_seat,
            "defender_seat": self.defender_seat,
            "cap": self.cap,
            "bout": self.bouts,
        } | ({"passed": self.passed} if self.phase == "throw" else {})

    def told_openly(self) -> dict[str, Any]:
        """What a view for everybody says besides."""
        return {
            "counts": [len(hand) for hand in self.hands],
            "discard": self.discard,
            "discarded": self.discarded,
            "known": [sorted(cards) for cards in self.known],
            "led": self.led,
            "taking": self.taking,
            "room": self.room(),
            "limit": self.cap,
        }

    # Why a move is refused

    def objections(self, move: str) -> set[str]:
        """Every code that says why the seat to act may not make this move; none if it may."""
        if self.to_act is None:
            return {"GAME_OVER"}
        verb, *cards = move.split()
        if verb == "swap":
            return (
                set() if "swap" in self.menu else {"WRONG_PHASE", "NOT_ELIGIBLE", "CARD_NOT_HELD"}
            )
        if self.phase == "lead" and verb != "attack":
            wrong = {"MUST_LEAD", "WRONG_PHASE"}
            return wrong | (self.objections_to_passing(cards) if "transfer" in verb else set())
        if verb == "attack":
            return self.objections_to_lead(cards)
        if verb == "throw":
            return self.objections_to_throw(cards)
        if verb == "beat":
            return self.objections_to_beating(*cards)
        if verb == "take":
            return set() if self.phase == "defend" else {"WRONG_PHASE"}
        if verb == "pass":
            return set() if self.phase == "throw" else {"WRONG_PHASE"}
        return self.objections_to_passing(cards)

    def not_held(self, cards: Iterable[str]) -> set[str]:
        assert self.to_act is not None
        return set() if set(cards) <= set(self.hands[self.to_act]) else {"CARD_NOT_HELD"}

    def objections_to_lead(self, cards: list[str]) -> set[str]:
        found = self.not_held(cards)
        if self.phase != "lead":
            found.add("WRONG_PHASE")
        if not one_rank(cards):
            found.add("MIXED_RANKS")
        if len(cards) > 1 and not self.options["multi_lead"]:
            found.add("ONE_CARD_ONLY")
        if len(cards) > self.cap:
            found.add("LIMIT_EXCEEDED")
        return found

    def objections_to_throw(self, cards: list[str]) -> set[str]:
        found = self.not_held(cards)
        if self.phase != "throw":
            found.add("WRONG_PHASE")
        if not {card[0] for card in cards} <= {c[0] for pair in self.table for c in pair if c}:
            found.add("RANK_NOT_ON_TABLE")
        if len(cards) > self.room():
            found.add("LIMIT_EXCEEDED")
        return found

    def objections_to_beating(self, target: str, card: str) -> set[str]:
        found = self.not_held([card])
        if self.phase != "defend":
            found.add("WRONG_PHASE")
        if target not in self.open_cards():
            found.add("NO_SUCH_TARGET")
        elif not beats(card, target, self.trump):
            found.add("CANNOT_BEAT")
        elif card[1] != target[1] and card not in self.answers(target) and not found:
            found.add("MUST_USE_SUIT")
        return found

    def objections_to_passing(self, cards: list[str]) -> set[str]:
        return {"PASSING_NOT_ALLOWED", "WRONG_PHASE"}


def moves_of(menu: Mapping[str, Any]) -> set[str]:
    """Every move of a menu as text."""
    moves = {verb for verb in ("take", "pass", "swap") if menu.get(verb)}
    for target, answers in menu.get("beat", {}).items():
        moves |= {f"beat {target} {card}" for card in answers}
    moves |= {move("attack", cards) for cards in menu.get("attack", [])}
    for size in range(1, menu.get("max", 0) + 1):
        moves |= {move("throw", cards) for cards in combinations(menu["throw"], size)}
    for cards in menu.get("transfer", []):
        moves.add(move("transfer", [cards] if isinstance(cards, str) else cards))
    return moves | {f"transfer_show {card}" for card in menu.get("transfer_show", [])}
