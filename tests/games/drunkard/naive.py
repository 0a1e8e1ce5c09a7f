"""Drunkard once more: slow, with texts and lists, written from the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

RANKS = "23456789TJQKA"
FACE_DOWN = {"all_tied_draw": 0, "one_down_one_up": 1, "three_down_one_up": 3}

Seat = int


def dealt(
    deck: list[str],
    seats: int,
    dealer: Seat,
    options: dict[str, Any],
    shuffle: Callable[[list[str]], list[str]],
) -> Deal:
    """A deal of *deck*, of which the first card is dealt first, each on top of the one before."""
    stacks: list[list[str]] = [[] for _ in range(seats)]
    rest = []
    whole_rounds = len(deck) // seats * seats
    for number, card in enumerate(deck):
        if number < whole_rounds or options["remainder"] == "deal_out":
            stacks[(dealer + 1 + number) % seats].insert(0, card)
        else:
            rest.append(card)
    return Deal(stacks, rest, dealer, dealer, options, shuffle)


class Deal:
    """
    One deal, a laid card at a time.

    stacks: the top card first. rest: cards dealt to nobody. leader: of the first trick.
    shuffle: puts cards in random order.
    """

    def __init__(
        self,
        stacks: list[list[str]],
        rest: list[str],
        dealer: Seat,
        leader: Seat,
        options: dict[str, Any],
        shuffle: Callable[[list[str]], list[str]],
    ) -> None:
        self.stacks = [list(stack) for stack in stacks]
        self.rest = list(rest)
        self.dealer = dealer
        self.leader = leader
        self.options = options
        self.shuffle = shuffle
        self.seats = len(stacks)
        self.lowest = {36: "6", 52: "2"}[options["deck_size"]]
        self.last: dict[str, Any] | None = None
        self.tricks = 0
        self.out: list[list[Seat]] = []  # those stripped, trick by trick
        self.drunkards: list[Seat] = []
        self.over = False
        self._course = self._tricks()
        self.to_act: Seat | None = next(self._course)

    def moves(self) -> list[str]:
        return [] if self.over else ["lay"]

    def menu(self) -> dict[str, Any]:
        return {} if self.over else {"lay": True}

    def play(self, move: str) -> None:
        assert move in self.moves()
        self.to_act = next(self._course, None)

    def _tricks(self) -> Generator[Seat]:
        while True:
            with_cards = [seat for seat in range(self.seats) if self.stacks[seat]]
            yield from self._trick()
            self.tricks += 1
            clockwise = self._clockwise_from(self.leader)
            stripped = [seat for seat in clockwise if seat in with_cards and not self.stacks[seat]]
            left = [seat for seat in range(self.seats) if self.stacks[seat]]
            if stripped:
                self.out.append(stripped)
            if stripped and self.options["end_mode"] == "first_bust":
                self.drunkards = sorted(stripped)
                break
            if len(left) == 1:
                self.drunkards = sorted(self.out[0])
                break
            if self.tricks == self.options["max_tricks"]:
                break
            after = clockwise[1:] + clockwise[:1]
            self.leader = next(seat for seat in after if self.stacks[seat])
        self.over = True

    def _trick(self) -> Generator[Seat]:
        laid: list[tuple[Seat, str]] = []
        card: dict[Seat, int] = {}  # where in `laid` a seat's card lies that counts now

        def lay(seat: Seat) -> None:
            laid.append((seat, self.stacks[seat].pop(0)))
            card[seat] = len(laid) - 1

        contenders = [seat for seat in self._clockwise_from(self.leader) if self.stacks[seat]]
        for seat in contenders:
            yield seat
            lay(seat)
        disputes = 0
        kept: list[Seat] = []
        first_stands = self.options["tie_rule"] == "first_card_stands"
        while True:
            high = self._highest([laid[card[seat]][1][0] for seat in contenders])
            tied = [seat for seat in contenders if laid[card[seat]][1][0] == high]
            tied.sort(key=lambda seat: card[seat])
            winner = tied[0]
            if len(tied) == 1 or (high == "A" and first_stands):
                break
            if any(seat in kept for seat in tied):
                break
            disputes += 1
            contenders = [winner] if first_stands else []
            for seat in tied[1:] if first_stands else tied:
                if self.stacks[seat]:
                    down = 0 if first_stands else FACE_DOWN[self.options["tie_rule"]]
                    for _ in range(min(down + 1, len(self.stacks[seat]))):
                        yield seat
                        lay(seat)
                    contenders.append(seat)
                elif self.options["dispute_shortage"] == "last_card_counts":
                    kept.append(seat)
                    contenders.append(seat)
            if not contenders:
                break
        self._collect(winner, laid)
        self.last = {
            "winner": winner,
            "played": [list(one) for one in laid],
            "disputes": disputes,
        }

    def _highest(self, ranks: list[str]) -> str:
        high = max(ranks, key=RANKS.index)
        if self.options["low_beats_ace"] and high == "A" and self.lowest in ranks:
            return self.lowest
        return high

    def _collect(self, winner: Seat, laid: list[tuple[Seat, str]]) -> None:
        cards = [card for _, card in laid]
        if self.options["collect_order"] == "winner_first":
            cards = [card for seat, card in laid if seat == winner]
            cards += [card for seat, card in laid if seat != winner]
        if self.options["collect_order"] == "shuffled":
            cards = self.shuffle(cards)
        self.stacks[winner] += cards
        if self.options["remainder"] == "first_trick_pot":
            self.stacks[winner] += self.rest
            self.rest = []

    def _clockwise_from(self, seat: Seat) -> list[Seat]:
        return [(seat + step) % self.seats for step in range(self.seats)]

    def told(self) -> dict[str, Any]:
        """What everybody could write down, in the words of the scenarios."""
        told = {
            "to_act": self.to_act,
            "over": self.over,
            "stacks": self.stacks,
            "stack_counts": [len(stack) for stack in self.stacks],
            "tops": [stack[0] if stack else None for stack in self.stacks],
            "last": self.last,
            "set_aside": self.rest,
        }
        # Nobody leads any more once the deal is over.
        return told if self.over else {**told, "leader": self.leader}

    def result(self) -> dict[str, Any]:
        counts = [len(stack) for stack in self.stacks]
        most = [seat for seat in range(self.seats) if counts[seat] == max(counts)]
        winner = most[0] if len(most) == 1 else None
        if self.options["end_mode"] == "last_standing":
            out_order = [seat for stripped in self.out for seat in stripped]
            return {"winner": winner, "out_order": out_order}
        if self.drunkards:
            return {"drunkards": self.drunkards, "counts": counts}
        return {"drunkards": [], "counts": counts, "winner": winner}

    def refusal(self, move: str) -> set[str]:
        """The codes a refusal of this move may have."""
        return {"UNKNOWN_MOVE"} if move != "lay" else {"GAME_OVER"}

    def places(self) -> list[int]:
        """From 1: the larger pack is better, then whoever was stripped later."""
        worth = [len(stack) for stack in self.stacks]
        for trick, stripped in enumerate(self.out):
            for seat in stripped:
                worth[seat] = trick - 1000
        return [1 + sum(other > own for other in worth) for own in worth]

    def points(self) -> list[int]:
        """A point for each opponent of the Drunkard; else for the one who won alone."""
        best = [seat for seat in range(self.seats) if self.places()[seat] == 1]
        if self.drunkards and self.options["end_mode"] == "first_bust":
            return [int(seat not in self.drunkards) for seat in range(self.seats)]
        return [int(best == [seat]) for seat in range(self.seats)]

    def losers(self) -> list[Seat]:
        """The Drunkards; where there are none the smallest packs, unless it is a draw."""
        if self.drunkards or not any(self.points()):
            return self.drunkards
        return [seat for seat in range(self.seats) if self.places()[seat] == max(self.places())]

    def next_leader(self) -> Seat | None:
        """The dealer leads."""
        return self.next_dealer()

    def next_dealer(self) -> Seat | None:
        """None: by lot."""
        if not self.drunkards:
            return None
        after = self._clockwise_from((self.dealer + 1) % self.seats)
        if self.options["next_dealer"] == "rotate":
            return after[0]
        return next(seat for seat in after if seat in self.drunkards)
