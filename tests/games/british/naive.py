"""British Durak once more: slow, with texts and lists, written from the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

WORTH = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
Turn = tuple[int, set[str], dict[str, Any]]


def points(hand: list[str]) -> int:
    return sum(WORTH.get(card[0]) or int(card[0]) for card in hand)


class Deal:
    """One deal; `run` yields who acts, what he may do, and what lies where."""

    def __init__(
        self,
        deck: list[str],
        seats: int,
        dealer: int,
        options: dict[str, Any],
        shuffle: Callable[[list[str]], list[str]],
    ) -> None:
        self.seats, self.options, self.shuffle = seats, options, shuffle
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock = list(deck)
        for number in range(5 * seats):
            self.hands[(dealer + 1 + number) % seats].append(self.stock.pop(0))
        self.pile: list[str] = []
        self.suit = ""
        self.right = False  # to name a suit, for whoever covers the ace
        self.owed = 0
        self.seat = (dealer + 1) % seats
        self.passes = 0

    def run(self) -> Generator[Turn, str, str]:
        for left in reversed(range(self.options["max_turns"])):
            ended = yield from self.turn()
            if ended:
                return ended
            if self.passes == self.seats:
                return "blocked"
            if not left:
                break
            self.seat = (self.seat + 1) % self.seats
            if self.owed and not self.options["six_stacking"]:
                self.pay(self.seat)
                self.seat = (self.seat + 1) % self.seats
        return "turn_limit"

    def turn(self) -> Generator[Turn, str, str]:
        hand = self.hands[self.seat]
        if self.owed:
            sixes = {f"play {card}" for card in hand if card[0] == "6"}
            said = yield self.ask(sixes | self.drawing())
            if said in sixes:
                return (yield from self.laid(said))
            self.passes = 0 if said == "draw" else self.passes
            self.pay(self.seat)
            return ""
        fits = {f"play {card}" for card in hand if self.fits(card)}
        bound = not self.pile or (self.options["forced_play"] and fits)
        said = yield self.ask(fits if bound else fits | self.drawing())
        if said == "draw":
            said = yield from self.drawn()
        elif said == "pass":
            self.passes += 1
            said = ""
        if said:
            return (yield from self.laid(said))
        if self.options["declare_inherit"] == "next_only":
            self.right = False
        return ""

    def laid(self, said: str) -> Generator[Turn, str, str]:
        """A card goes on the pile, and perhaps more on it, until the turn is over."""
        hand = self.hands[self.seat]
        naming = self.right
        self.right = False
        while True:
            card = said.split()[1]
            hand.remove(card)
            self.pile.append(card)
            self.suit = card[1]
            self.passes = 0
            if card[0] == "6":
                self.owed += 2
            if card[0] != "A" or (not hand and self.options["out_on_ace"] == "immediate"):
                break
            naming = True
            said = yield from self.card_for_ace()
            if not said:
                if not hand:
                    return "out"
                self.right = True
                return ""
        if not hand:
            if self.options["last_six_penalty"]:
                self.pay((self.seat + 1) % self.seats)
            return "out"
        if naming:
            said = yield self.ask({f"declare {suit}" for suit in "SCDH"})
            self.suit = said.split()[1]
        return ""

    def card_for_ace(self) -> Generator[Turn, str, str]:
        hand = self.hands[self.seat]
        same = {f"play {card}" for card in hand if card[1] == self.suit}
        aces = {f"play {card}" for card in hand if card[0] == "A"}
        may = same | aces
        if not may or (not same and self.options["ace_on_ace"] == "optional"):
            may = may | self.drawing()
        if self.options["ace_followup"] == "optional":
            may = may | {"pass"}
        said = yield self.ask(may)
        if said == "draw":
            return (yield from self.drawn())
        return "" if said == "pass" else said

    def drawn(self) -> Generator[Turn, str, str]:
        """Draw one card; the answer is the move with it, or nothing."""
        self.passes = 0
        card = self.take()
        self.hands[self.seat].append(card)
        rule = self.options["drawn_playable"]
        if not self.fits(card) or rule == "not_allowed":
            return ""
        said = yield self.ask({f"play {card}"} | ({"pass"} if rule == "optional" else set()))
        return "" if said == "pass" else said

    def fits(self, card: str) -> bool:
        return not self.pile or card[1] == self.suit or card[0] == self.pile[-1][0]

    def drawing(self) -> set[str]:
        return {"draw"} if self.stock or len(self.pile) > 1 else {"pass"}

    def take(self) -> str:
        if not self.stock:
            self.stock = self.shuffle(self.pile[:-1])
            self.pile = self.pile[-1:]
        return self.stock.pop(0)

    def pay(self, seat: int) -> None:
        for _ in range(self.owed):
            if self.stock or len(self.pile) > 1:
                self.hands[seat].append(self.take())
        self.owed = 0

    def ask(self, moves: set[str]) -> Turn:
        there = {
            "hands": [sorted(hand) for hand in self.hands],
            "stock": list(self.stock),
            "pile": list(self.pile),
            "required_suit": self.suit or None,
            "ace_open": self.right,
            "pending": self.owed,
        }
        return self.seat, moves, there
