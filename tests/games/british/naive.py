"""British Durak once more: slow, with texts and lists, written from the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

SUITS = "SCDH"

Seat = int
Menu = dict[str, Any]
# A part of the course: gives a menu, receives the move chosen from it.
Course = Generator[Menu, str]


def dealt(
    deck: list[str],
    seats: int,
    dealer: Seat,
    options: dict[str, Any],
    shuffle: Callable[[list[str]], list[str]],
) -> Deal:
    """A deal of *deck*, of which the first card is dealt first: five each, the rest is stock."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for number, card in enumerate(deck[: 5 * seats]):
        hands[(dealer + 1 + number) % seats].append(card)
    return Deal(hands, deck[5 * seats :], [], dealer, (dealer + 1) % seats, options, shuffle)


class DealOver(Exception):
    """Somebody is out, or nothing can move any more."""


class Deal:
    """
    One deal, a move at a time.

    stock: the next card to be drawn first. pile: the oldest card first. declared: a suit that was
    named and holds. ace_open: an ace lies on top whose player could not cover it.
    shuffle: puts cards in random order.
    """

    def __init__(
        self,
        hands: list[list[str]],
        stock: list[str],
        pile: list[str],
        dealer: Seat,
        leader: Seat,
        options: dict[str, Any],
        shuffle: Callable[[list[str]], list[str]],
        declared: str | None = None,
        ace_open: bool = False,
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.pile = list(pile)
        self.dealer = dealer
        self.seat = leader
        self.options = options
        self.shuffle = shuffle
        self.seats = len(hands)
        self.declared = declared
        # How many players may yet cover an ace whose player could not; None: any number.
        self.right: int | None = 0
        if ace_open:
            self.right = self._heirs()
        self.phase = "play"
        self.drawn: str | None = None
        self.due = 0  # cards to be drawn for sixes
        self.last_penalty: dict[str, Any] | None = None
        self.turns = 0
        self.idle = 0  # turns passed in a row with nothing to draw
        self.reason: str | None = None
        self._course = self._whole_course()
        self._menu = next(self._course)

    @property
    def to_act(self) -> Seat | None:
        return self.seat if self.reason is None else None

    def menu(self) -> Menu:
        return self._menu

    def moves(self) -> list[str]:
        found = []
        for verb, what in self._menu.items():
            found += [verb] if what is True else [f"{verb} {one}" for one in what]
        return found

    def play(self, move: str) -> None:
        assert move in self.moves()
        try:
            self._menu = self._course.send(move)
        except StopIteration:
            self._menu = {}

    # The course of a deal

    def _whole_course(self) -> Course:
        try:
            while True:
                yield from self._turn()
                self._end_turn()
                self.seat = (self.seat + 1) % self.seats
                if self.due and not self.options["six_stacking"]:
                    self._draw_penalty(self.seat)
                    self.seat = (self.seat + 1) % self.seats
        except DealOver:
            return

    def _end_turn(self) -> None:
        self.turns += 1
        if self.idle == self.seats:
            self._end("blocked")
        if self.turns >= self.options["max_turns"]:
            self._end("turn_limit")

    def _turn(self) -> Course:
        hand = self.hands[self.seat]
        if self.due:
            yield from self._answer_six()
            return
        fitting = [card for card in hand if self._fits(card)]
        menu: Menu = {"play": fitting} if fitting else {}
        if self.pile and not (fitting and self.options["forced_play"]):
            menu["draw" if self._can_draw() else "pass"] = True
        move = yield menu
        if move == "pass":
            self.idle += 1
            self._right_passes_on()
            return
        self.idle = 0
        if move == "draw":
            card = yield from self._draw_and_choose(self._fits)
            if card is None:
                self._right_passes_on()
                return
        else:
            card = move.split()[1]
        yield from self._lay_in_turn(card)

    def _lay_in_turn(self, card: str) -> Course:
        """Lay a card; name a suit if it covers an ace; an ace demands another card."""
        covers = self.right != 0 and self.pile[-1][0] == "A" and card[0] != "A"
        self._lay(card)
        if card[0] == "A":
            yield from self._follow_up()
        elif covers:
            yield from self._declare()

    def _lay(self, card: str) -> None:
        hand = self.hands[self.seat]
        hand.remove(card)
        self.pile.append(card)
        self.declared = None
        self.right = 0
        if card[0] == "6":
            self.due += 2
        if not hand and not (card[0] == "A" and self.options["out_on_ace"] == "obligation_first"):
            if card[0] == "6" and self.options["last_six_penalty"]:
                self._draw_penalty((self.seat + 1) % self.seats)
            self._end("out")

    def _follow_up(self) -> Course:
        """After an ace: a card of its suit and a new suit, or another ace and so on."""
        hand = self.hands[self.seat]
        while self.pile[-1][0] == "A":
            self.phase = "followup"
            in_suit = [card for card in hand if card[1] == self.pile[-1][1]]
            aces = [card for card in hand if card[0] == "A"]
            menu: Menu = {"play": in_suit + aces} if in_suit or aces else {}
            if not in_suit and (not aces or self.options["ace_on_ace"] == "optional"):
                menu["draw" if self._can_draw() else "pass"] = True
            if self.options["ace_followup"] == "optional":
                menu["pass"] = True
            move = yield menu
            card: str | None = None
            if move == "draw":
                card = yield from self._draw_and_choose(self._follows)
            elif move != "pass":
                card = move.split()[1]
            self.phase = "play"
            if card is None:
                if not hand:
                    self._end("out")
                self.right = self._heirs()
                return
            self._lay(card)
            if card[0] == "A":
                # It counts as a turn, or a few aces could go round the stock for ever.
                self._end_turn()
        yield from self._declare()

    def _declare(self) -> Course:
        self.phase = "declare"
        move = yield {"declare": list(SUITS)}
        self.declared = move.split()[1]
        self.phase = "play"

    def _draw_and_choose(self, fits: Callable[[str], bool]) -> Generator[Menu, str, str | None]:
        """Draw a card, and lay it if it fits and one may and will; None: it is kept."""
        card = self._draw(self.seat)
        if not fits(card) or self.options["drawn_playable"] == "not_allowed":
            return None
        menu: Menu = {"play": [card]}
        if self.options["drawn_playable"] == "optional":
            menu["pass"] = True
        self.drawn = card
        move = yield menu
        self.drawn = None
        return None if move == "pass" else card

    def _answer_six(self) -> Course:
        sixes = [card for card in self.hands[self.seat] if card[0] == "6"]
        menu: Menu = {"play": sixes} if sixes else {}
        menu["draw" if self._can_draw() else "pass"] = True
        move = yield menu
        if move in ("draw", "pass"):
            self._draw_penalty(self.seat)
        else:
            self.idle = 0
            yield from self._lay_in_turn(move.split()[1])

    def _draw_penalty(self, victim: Seat) -> None:
        drew = []
        while self.due and self._can_draw():
            drew.append(self._draw(victim))
            self.due -= 1
        self.due = 0
        self.last_penalty = {"seat": victim, "drew": drew}

    def _heirs(self) -> int | None:
        return 1 if self.options["declare_inherit"] == "next_only" else None

    def _right_passes_on(self) -> None:
        if self.right is not None and self.right > 0:
            self.right -= 1

    def _end(self, reason: str) -> None:
        self.reason = reason
        raise DealOver

    # Cards

    def _required(self) -> str | None:
        if self.declared is not None:
            return self.declared
        return self.pile[-1][1] if self.pile else None

    def _fits(self, card: str) -> bool:
        return not self.pile or card[1] == self._required() or card[0] == self.pile[-1][0]

    def _follows(self, card: str) -> bool:
        return card[1] == self.pile[-1][1] or card[0] == "A"

    def _can_draw(self) -> bool:
        return bool(self.stock) or len(self.pile) > 1

    def _draw(self, seat: Seat) -> str:
        if not self.stock:
            self.stock = self.shuffle(self.pile[:-1])
            self.pile = self.pile[-1:]
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        return card

    # What may be told

    def told(self) -> dict[str, Any]:
        """What everybody could write down, in the words of the scenarios."""
        told = {
            "to_act": self.to_act,
            "over": self.reason is not None,
            "hands": self.hands,
            "hand_counts": [len(hand) for hand in self.hands],
            "top": self.pile[-1] if self.pile else None,
            "pile_count": len(self.pile),
            "stock": self.stock,
            "stock_count": len(self.stock),
            "declared": self.declared,
            "required_suit": self._required(),
            "last_penalty": self.last_penalty,
        }
        if self.reason is None:
            told.update(phase=self.phase, ace_open=self.right != 0)
        return told

    def refusal(self, move: str) -> set[str]:
        """The codes a refusal of this move may have; none where the rules name none."""
        verb, _, what = move.partition(" ")
        if self.reason is not None:
            return {"GAME_OVER"}
        if self.phase == "declare":
            return {"MUST_DECLARE"}
        if verb == "declare":
            return {"WRONG_PHASE"}
        if verb == "play" and what not in self.hands[self.seat]:
            return {"CARD_NOT_HELD"}
        if verb == "play" and not self.due and self.drawn is None:
            return {"DOES_NOT_MATCH"}
        if verb == "draw" and self.pile and not self._can_draw():
            return {"NOTHING_TO_DRAW", "MUST_PLAY", "WRONG_PHASE"}
        if verb == "draw" and self.phase == "play" and self.drawn is None and self.pile:
            return {"MUST_PLAY"}
        return set()

    def worth(self) -> list[int]:
        """What the cards left in each hand cost."""

        def cost(card: str) -> int:
            if card[0] == "A":
                return 11
            return 10 if card[0] in "KQJT" else int(card[0])

        return [sum(map(cost, hand)) for hand in self.hands]

    def winner(self) -> Seat | None:
        if self.reason == "out":
            return self.hands.index([])
        worth = self.worth()
        return worth.index(min(worth)) if worth.count(min(worth)) == 1 else None

    def result(self) -> dict[str, Any]:
        winner, worth = self.winner(), self.worth()
        gain = 0 if winner is None else sum(worth) - worth[winner]
        return {"winner": winner, "points": worth, "winner_gain": gain}

    def points(self) -> list[int]:
        """Nothing after a draw, else each pays the winner for his own cards."""
        winner, worth = self.winner(), self.worth()
        paid = [0 if winner is None else -points for points in worth]
        if winner is not None:
            paid[winner] = sum(worth) - worth[winner]
        return paid

    def places(self) -> list[int]:
        worth = self.worth()
        return [1 + sum(other < own for other in worth) for own in worth]

    def losers(self) -> list[Seat]:
        """Those with the most points, unless it is a draw."""
        if self.winner() is None:
            return []
        return [seat for seat in range(self.seats) if self.places()[seat] == max(self.places())]

    def next_leader(self) -> Seat:
        """The dealer's left neighbour leads."""
        return (self.next_dealer() + 1) % self.seats

    def next_dealer(self) -> Seat:
        return (self.dealer + 1) % self.seats
