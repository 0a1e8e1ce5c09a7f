"""British Durak: suit or rank of the top card; an ace names a suit, a six makes the next draw."""

from __future__ import annotations

from games.british.options import OPTIONS
from games.british.rules import DECLARE as NAMING
from games.british.rules import HAND_SIZE, OVER, Rules
from games.british.state import BritishState
from games.british.view import READERS, BritishView
from games.cards import BITS, SUIT_OF, by_rank, mask_of
from games.chance import MadeUp
from games.common import SingleGame
from games.decks import sorted_deck
from games.errors import SetupError
from games.moves import DECLARE, DRAW, PASS, PLAY, Move
from games.reading import asked_view, check_hand, own_view, read_view, unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.choices import Option
    from games.game import Chance, Shuffler, View


class British(SingleGame):
    """
    British Durak for 2 to 5 seats with 36 cards [source 002].

    Where the source is silent: a seat that cannot follow and has nothing to draw passes, also on
    its own ace; so many such passes in a row as there are seats block the deal, and so do
    `max_turns` turns. The leader must lead even where play is not forced; anyone else may then
    draw, or pass if there is nothing to draw. After a draw only the drawn card may be laid, also
    on one's own ace. Who declines a card for an ace that was his last card is out. With
    `six_stacking` the victim is asked whether or not he holds a six, and misses his turn once he
    has drawn. What covers an inherited ace is an ordinary play: with `next_only` the one player
    who inherits the right must still follow suit or rank. Each deal is paid: the others lose the
    value of their cards to the winner; a blocked deal with two lowest hands is not paid. The
    deal goes round to the left.

    Raises:
        OptionError: If a seat count, sides or an option is not possible.
    """

    __slots__ = ("rules",)

    key = "british"
    rules_version = 1
    NAMES: Mapping[str, str] = {"en": "British Durak", "ru": "Британский дурак"}
    SEATS: tuple[int, int] = (2, 5)
    SIDES: Mapping[str, tuple[int, ...]] = {"single": (2, 3, 4, 5)}
    OPTIONS: tuple[Option, ...] = OPTIONS
    points_go_up = True
    match_by_points = True

    rules: Rules

    def __init__(self, seats: int = 2, sides: str = "single", **options: object) -> None:
        super().__init__(seats, sides, **options)
        self._deck = tuple(sorted_deck(36))
        self.rules = Rules(self._options)

    @property
    def points_go_down(self) -> bool:
        """The losers pay."""
        return True

    @property
    def usual_match(self) -> tuple[str, int]:
        """A deal for each seat to deal once, or first to `target` points."""
        if self._options["match"] == "target_points":
            return "points", int(self._options["target"])
        return "deals", self.seats

    def deal(
        self,
        deck: Sequence[int],
        dealer: int = 0,
        leader: int | None = None,
        chance: Chance | None = None,
    ) -> BritishState:
        """
        Deal five cards each, singly, from the dealer's left; the rest is the stock.

        chance: shuffles the pile when it becomes the stock; without it the pile is turned over as
        it lies, the oldest card to be drawn first.

        Raises:
            SetupError: If the deck is not the game's or a seat does not exist.
        """
        self._check(deck, dealer, leader)
        seats = self.seats
        dealt = HAND_SIZE * seats
        hands = [0] * seats
        for seat in range(seats):
            hands[(dealer + 1 + seat) % seats] = mask_of(deck[seat:dealt:seats])
        first = self.leader_at(dealer, leader)
        return BritishState(self, hands, deck[dealt:], (), dealer, first, deck, chance)

    def leader_after(self, dealer: int) -> int:
        """The dealer's left neighbour leads [source 002]."""
        return (dealer + 1) % self.seats

    def fallback(self, view: View) -> Move:
        """Lay the lowest card that may be laid, leave the suit as it is, draw, or pass."""
        view = asked_view(view, BritishView)
        if view.phase == NAMING:
            assert view.top is not None
            return Move.of_card(DECLARE, SUIT_OF[view.top])
        fitting, may_draw, _ = self.rules.choices(view)
        if fitting:
            return Move.of_card(PLAY, by_rank(fitting)[0])
        return Move(DRAW if may_draw else PASS)

    def determinize(self, view: View, rng: Shuffler) -> BritishState:
        """
        A whole state that *view* allows, the unseen cards in random places.

        Raises:
            SetupError: If the cards of the view do not add up, or it contradicts itself.
        """
        view = own_view(view, BritishView)
        check_hand(view)
        _check_top(view)
        _check_drawn(view)
        left = unseen(self, [view.hand], view.pile)
        rng.shuffle(left)
        hands = [0] * self.seats
        drawn = view.drawn
        if view.has_drawn and drawn is None and view.to_act is not None:
            # It fitted, or the turn would be over.
            drawn = next((card for card in left if self.rules.follows(view, card)), None)
            if drawn is None:
                raise SetupError("no unseen card could have been drawn and fit")
            left.remove(drawn)
            hands[view.to_act] = BITS[drawn]
        if view.seat is not None:
            hands[view.seat] = view.hand
        for seat, count in enumerate(view.counts):
            missing = count - hands[seat].bit_count()
            if not 0 <= missing <= len(left):
                raise SetupError(f"seat {seat} cannot hold {count} cards in this view")
            hands[seat] |= mask_of(left.pop() for _ in range(missing))
        if len(left) != view.stock:
            raise SetupError(f"{len(left)} unseen cards for a stock of {view.stock}")
        first = 0 if view.to_act is None else view.to_act
        state = BritishState(self, hands, left, view.pile, view.dealer, first, (), MadeUp(rng))
        state.take_over(view, drawn)
        return state

    def read_view(self, data: Mapping[str, Any]) -> BritishView:
        """The view that a bot received as JSON."""
        return read_view(BritishView(), READERS, data, self)


def _check_top(view: BritishView) -> None:
    """Whether the card and the suit to be followed are those of the pile, if it goes on at all."""
    if len({view.to_act is None, view.phase == OVER, bool(view.end)}) > 1:
        raise SetupError("to_act, phase and end do not agree on whether the deal is over")
    top = view.pile[-1] if view.pile else None
    required = SUIT_OF[top] if view.declared is None and top is not None else view.declared
    if view.top != top or view.required != required:
        raise SetupError("top or required is not what the pile and the named suit say")


def _check_drawn(view: BritishView) -> None:
    """Whether a drawn card is told to the seat that drew it, and to no other."""
    if view.seat is not None and view.seat == view.to_act:
        told = view.drawn is not None
        fits = told == view.has_drawn and (view.drawn is None or view.hand >> view.drawn & 1)
    else:
        fits = view.drawn is None and (not view.has_drawn or view.to_act is not None)
    if not fits:
        raise SetupError("drawn is not a card that this seat has drawn and holds")
