"""Throw-in Durak (Podkidnoy): to an attack, cards of ranks on the table may be added."""

from __future__ import annotations

from games.cards import BITS, RANK_OF, SUIT_MASKS, SUIT_OF, SUITS, by_rank, cards_of, mask_of
from games.choices import chosen
from games.decks import shuffled, sorted_deck
from games.durak.determinize import determinize
from games.durak.options import OPTIONS
from games.durak.rules import DEFEND, HAND_SIZE, LEAD, Rules
from games.durak.state import DurakState
from games.durak.view import DurakView
from games.errors import OptionError, SetupError
from games.game import Game
from games.moves import ATTACK, PASS, TAKE, Move
from games.reading import asked_view, own_view, read_view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.choices import Option
    from games.game import Chance, Shuffler, View


RED = SUIT_MASKS[SUITS.index("D")] | SUIT_MASKS[SUITS.index("H")]


class Podkidnoy(Game):
    """
    Throw-in Durak for 2 to 6 seats, single or in two sides [sources 000, 003].

    Raises:
        OptionError: If a seat count, sides or an option is not possible.
    """

    __slots__ = ("rules",)

    key = "podkidnoy"
    rules_version = 1
    NAMES: Mapping[str, str] = {"en": "Podkidnoy Durak", "ru": "Подкидной дурак"}
    SEATS: tuple[int, int] = (2, 6)
    SIDES: Mapping[str, tuple[int, ...]] = {
        "single": (2, 3, 4, 5, 6),
        "pairs": (4,),
        "threes": (6,),
    }
    OPTIONS: tuple[Option, ...] = OPTIONS
    points_go_up = False
    # What a game that differs in its rules, or in what a state or a view must hold, replaces.
    RULES: type[Rules] = Rules
    STATE: type[DurakState] = DurakState
    VIEW: type[DurakView] = DurakView

    rules: Rules

    def __init__(self, seats: int = 2, sides: str = "single", **options: object) -> None:
        fewest, most = self.SEATS
        if type(seats) is not int or not fewest <= seats <= most:
            raise OptionError("seats", seats, f"{fewest} to {most}")
        possible = [name for name, counts in self.SIDES.items() if seats in counts]
        if sides not in possible:
            raise OptionError("sides", sides, f"{', '.join(possible)} with {seats} seats")
        self.seats = seats
        self.sides = sides
        self._options = chosen(self.OPTIONS, options, seats, sides)
        self._deck = tuple(sorted_deck(int(self._options["deck_size"])))
        self.rules = self.RULES(self._options, tuple(self.side_of(seat) for seat in range(seats)))

    @property
    def side_count(self) -> int:
        """Two sides in pairs and threes, else one a seat."""
        return self.seats if self.sides == "single" else 2

    def side_of(self, seat: int) -> int:
        """Partners and opponents alternate round the table [source 000]."""
        return seat if self.sides == "single" else seat % 2

    def deal(
        self,
        deck: Sequence[int],
        dealer: int = 0,
        leader: int | None = None,
        chance: Chance | None = None,
    ) -> DurakState:
        """
        Deal six cards each, singly, from the dealer's left; the next card is turned up as trump.

        With no card left after the deal the last one, the dealer's, is shown and names trumps.
        A hand of one colour is dealt again where `misdeal` says so.
        leader: None lets the lowest trump lead, or what `no_trump_leader` says.
        chance: shuffles for another deal and draws a leader by lot.

        Raises:
            SetupError: If the deck is not the game's or a seat does not exist.
            OptionError: If one of these options needs *chance* and it is missing.
        """
        self._check(deck, dealer, leader)
        state = self._well_dealt(deck, dealer, chance)
        if leader is None:
            leader = self._leader_by_trump(state)
        while leader is None:
            if self.rules.no_trump_leader == "random":
                leader = self._needed(chance, "no_trump_leader").below(self.seats)
            else:
                another = self._another_deck(state.deck, chance, "no_trump_leader")
                state = self._well_dealt(another, dealer, chance)
                leader = self._leader_by_trump(state)
        state.start_bout(leader)
        return state

    def leader_after(self, dealer: int) -> int | None:
        """Who leads when the fool deals: two conventions of the sources, and two more."""
        rule = self.rules.next_leader
        if rule == "lowest_trump":
            return None
        step = {"from_under_fool": 1, "under_fool": -1, "fool_leads": 0}[rule]
        return (dealer + step) % self.seats

    def fallback(self, view: View) -> Move:
        """Lead the lowest card, trumps last; take; pass."""
        view = asked_view(view, DurakView)
        if view.phase == LEAD:
            plain = view.hand & ~SUIT_MASKS[view.trump]
            return Move.of_cards(ATTACK, BITS[by_rank(plain or view.hand)[0]])
        return Move(TAKE if view.phase == DEFEND else PASS)

    def determinize(self, view: View, rng: Shuffler) -> DurakState:
        """
        A whole state that *view* allows, the unseen cards in random places.

        Raises:
            SetupError: If the cards of the view do not add up.
        """
        view = own_view(view, DurakView)
        return determinize(self, view, rng)

    def read_view(self, data: Mapping[str, Any]) -> DurakView:
        """The view that a bot received as JSON."""
        return read_view(self.VIEW(), self.VIEW.READERS, data, self)

    def _well_dealt(self, deck: Sequence[int], dealer: int, chance: Chance | None) -> DurakState:
        """The deal of *deck*; where `misdeal` is on, of another until no hand has one colour."""
        state = self._dealt(deck, dealer)
        while self._options["misdeal"] == "on" and any(map(_is_of_one_colour, state.hands)):
            state = self._dealt(self._another_deck(state.deck, chance, "misdeal"), dealer)
        return state

    def _another_deck(self, deck: Sequence[int], chance: Chance | None, option: str) -> list[int]:
        """The pack in the order that *chance* gives it next; *option* asks for it."""
        another = shuffled(self._deck, self._needed(chance, option).below)
        if another == list(deck):
            raise SetupError(f"{option}: chance deals the same cards again and again")
        return another

    def _dealt(self, deck: Sequence[int], dealer: int) -> DurakState:
        seats = self.seats
        dealt = HAND_SIZE * seats
        hands = [0] * seats
        for seat in range(seats):
            hands[(dealer + 1 + seat) % seats] = mask_of(deck[seat:dealt:seats])
        stock = (*deck[dealt + 1 :], *deck[dealt : dealt + 1])
        turnup = stock[-1] if stock else deck[-1]
        state = self.STATE(self, self.rules, hands, stock, SUIT_OF[turnup], turnup, dealer, deck)
        if not stock:
            state.taken[dealer] = BITS[turnup]
        return state

    def _leader_by_trump(self, state: DurakState) -> int | None:
        """The holder of the lowest trump; without trumps what the option says, None by chance."""
        left = (state.dealer + 1) % self.seats
        trumps = [hand & SUIT_MASKS[state.trump] for hand in state.hands]
        lowest = min((held & -held for held in trumps if held), default=0)
        if lowest:
            return next(seat for seat, held in enumerate(trumps) if held & lowest)
        if self.rules.no_trump_leader == "dealer_left":
            return left
        if self.rules.no_trump_leader == "lowest_card":
            clockwise = [(left + step) % self.seats for step in range(self.seats)]
            return min(clockwise, key=lambda seat: _lowest_rank(state.hands[seat]))
        return None

    def _needed(self, chance: Chance | None, option: str) -> Chance:
        if chance is None:
            value = self._options[option]
            raise OptionError(
                option, value, f"{value} only where the deal is given a source of chance"
            )
        return chance


def _is_of_one_colour(hand: int) -> bool:
    """Whether a hand has red cards only, or black cards only."""
    return not hand & RED or not hand & ~RED


def _lowest_rank(hand: int) -> int:
    return min(RANK_OF[card] for card in cards_of(hand))
