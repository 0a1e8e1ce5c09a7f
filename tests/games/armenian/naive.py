"""Armenian Durak once more: slow, with texts and lists, written from the rules alone."""

from __future__ import annotations

from typing import Any

RANKS = "6789TJQKA"
CARDS_A_ROW = {2: 6, 3: 4, 4: 3}

Seat = int


def dealt(deck: list[str], seats: int, dealer: Seat, options: dict[str, Any]) -> Deal:
    """A deal of *deck*, of which the first card is dealt first: covered row, open row, hand."""
    clockwise = [(dealer + 1 + step) % seats for step in range(seats)]
    rest = list(deck)
    rows: list[list[list[Any]]] = []
    for _ in ("covered", "open", "hand"):
        row: list[list[Any]] = [[] for _ in range(seats)]
        for _ in range(CARDS_A_ROW[seats]):
            for seat in clockwise:
                row[seat].append(rest.pop(0))
        rows.append(row)
    down, open_row, hands = rows
    return Deal(hands, open_row, down, dealer, clockwise[0], options)


class Deal:
    """
    One deal, a card at a time.

    hands, open, down: per seat, None for an empty place. match: the points before this deal.
    """

    def __init__(
        self,
        hands: list[list[str]],
        open: list[list[str | None]],
        down: list[list[str | None]],
        dealer: Seat,
        leader: Seat,
        options: dict[str, Any],
        tricks: list[int] | None = None,
        match: list[int] | None = None,
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.open = [list(row) for row in open]
        self.down = [list(row) for row in down]
        self.dealer = dealer
        self.options = options
        self.seats = len(hands)
        self.trick: list[tuple[Seat, str]] = []
        self.tricks = list(tricks or [0] * self.seats)
        self.match = list(match or [0] * self.seats)
        self.to_act: Seat | None = leader

    def own(self, seat: Seat) -> list[str]:
        """What a seat may lay at all."""
        return self.hands[seat] + [card for card in self.open[seat] if card is not None]

    def _playable(self) -> list[str]:
        if self.to_act is None:
            return []
        own = self.own(self.to_act)
        if not self.trick:
            return own
        suit = self.trick[0][1][1]
        in_suit = [card for card in own if card[1] == suit]
        if self.options["follow_scope"] == "hand_only":
            # Whoever has the suit in hand must follow, if he likes with a card of the table.
            held = [card for card in self.hands[self.to_act] if card[1] == suit]
            return in_suit if held else own
        return in_suit or own

    def moves(self) -> list[str]:
        return [f"play {card}" for card in self._playable()]

    def menu(self) -> dict[str, Any]:
        return {} if self.to_act is None else {"play": self._playable()}

    def refusal(self, move: str) -> set[str]:
        """The codes a refusal of this move may have; none where the rules name none."""
        card = move.split()[-1]
        if self.to_act is None:
            return {"GAME_OVER"}
        if card in self.own(self.to_act):
            return {"MUST_FOLLOW_SUIT"}
        # To tell other cards apart would tell what lies face down.
        return {"CARD_NOT_ACCESSIBLE"}

    def play(self, move: str) -> None:
        assert move in self.moves()
        assert self.to_act is not None
        seat, card = self.to_act, move.split()[1]
        if card in self.hands[seat]:
            self.hands[seat].remove(card)
        else:
            self.open[seat][self.open[seat].index(card)] = None
        self.trick.append((seat, card))
        if self.options["reveal"] == "immediate":
            self._turn_up()
        self.to_act = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self._take()

    def _take(self) -> None:
        led = self.trick[0][1][1]
        winner, _ = max(
            (one for one in self.trick if one[1][1] == led), key=lambda one: RANKS.index(one[1][0])
        )
        self.tricks[winner] += 1
        self.trick = []
        self._turn_up()
        self.to_act = winner if self.own(winner) else None
        if self.to_act is None:
            self.match = [had + gained for had, gained in zip(self.match, self.gain(), strict=True)]

    def _turn_up(self) -> None:
        for seat in range(self.seats):
            for place, covered in enumerate(self.down[seat]):
                if self.open[seat][place] is None and covered is not None:
                    self.open[seat][place] = covered
                    self.down[seat][place] = None

    def _clockwise_from(self, seat: Seat) -> list[Seat]:
        return [(seat + step) % self.seats for step in range(self.seats)]

    def _most(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if self.tricks[seat] == max(self.tricks)]

    def gain(self) -> list[int]:
        most = self._most()
        if len(most) > 1:
            return [self.options["draw_bonus"] * (seat in most) for seat in range(self.seats)]
        second = sorted(self.tricks)[-2]
        return [(max(self.tricks) - second) * (seat in most) for seat in range(self.seats)]

    def told(self) -> dict[str, Any]:
        """What everybody could write down, in the words of the scenarios."""
        return {
            "to_act": self.to_act,
            "over": self.to_act is None,
            "hands": self.hands,
            "open": self.open,
            "down": self.down,
            "tricks": self.tricks,
        }

    def result(self) -> dict[str, Any]:
        most = self._most()
        best = [seat for seat in range(self.seats) if self.match[seat] == max(self.match)]
        won = len(best) == 1 and max(self.match) >= self.options["target"]
        return {
            "tricks": self.tricks,
            "deal_winner": most[0] if len(most) == 1 else None,
            "gain": self.gain(),
            "match": self.match,
            "match_winner": best[0] if won else None,
        }

    def places(self) -> list[int]:
        return [1 + sum(other > own for other in self.tricks) for own in self.tricks]

    def points(self) -> list[int]:
        return self.gain()

    def losers(self) -> list[Seat]:
        """Those with the fewest tricks, unless it is a draw."""
        if len(self._most()) > 1:
            return []
        return [seat for seat in range(self.seats) if self.tricks[seat] == min(self.tricks)]

    def next_leader(self) -> Seat:
        """The dealer's left neighbour leads."""
        return (self.next_dealer() + 1) % self.seats

    def next_dealer(self) -> Seat:
        """After a draw the next in turn; of several losers the first after the dealer."""
        after = self._clockwise_from(self.dealer + 1)
        if self.options["next_dealer"] == "alternate" or len(self._most()) > 1:
            return after[0]
        if self.options["next_dealer"] == "winner":
            return self._most()[0]
        return next(seat for seat in after if self.tricks[seat] == min(self.tricks))
