"""Drunkard (Pyanitsa): the highest card takes the trick; who has lost all his cards loses."""

from __future__ import annotations

from games.chance import MadeUp
from games.common import SingleGame
from games.decks import sorted_deck
from games.drunkard.options import OPTIONS
from games.drunkard.rules import Rules
from games.drunkard.state import DrunkardState
from games.drunkard.view import READERS, DrunkardView
from games.errors import OptionError, SetupError
from games.moves import LAY, Move
from games.reading import asked_view, own_view, read_view, unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.choices import Option
    from games.game import Chance, Shuffler, View


class Drunkard(SingleGame):
    """
    Drunkard for 2 to 8 seats [source 000]; nobody ever has a choice, so every move is `lay`.

    Where the source is silent: the lead goes to the next seat clockwise that has cards; who led
    first in a later deal is its dealer; an opponent of the Drunkard scores a point; in
    `last_standing` the only one left scores it, and seats stripped in one trick share a place and
    are listed in the order in which they laid their cards to it; after `max_tricks` the owner of
    the largest pack scores it, and nobody if two are equal. With `rotate` the next dealer is the
    old one's left neighbour.

    Raises:
        OptionError: If a seat count, sides or an option is not possible.
    """

    __slots__ = ("rules",)

    key = "drunkard"
    rules_version = 1
    NAMES: Mapping[str, str] = {"en": "Drunkard", "ru": "Пьяница"}
    SEATS: tuple[int, int] = (2, 8)
    SIDES: Mapping[str, tuple[int, ...]] = {"single": (2, 3, 4, 5, 6, 7, 8)}
    OPTIONS: tuple[Option, ...] = OPTIONS
    points_go_up = True
    has_decisions = False

    rules: Rules

    def __init__(self, seats: int = 2, sides: str = "single", **options: object) -> None:
        super().__init__(seats, sides, **options)
        self._deck = tuple(sorted_deck(int(self._options["deck_size"])))
        self.rules = Rules(self._options)

    def deal(
        self,
        deck: Sequence[int],
        dealer: int = 0,
        leader: int | None = None,
        chance: Chance | None = None,
    ) -> DrunkardState:
        """
        Deal the pack out singly from the dealer's left, each card on top of the one before.

        Raises:
            SetupError: If the deck is not the game's or a seat does not exist.
            OptionError: If cards are to be shuffled and there is no *chance*.
        """
        self._check(deck, dealer, leader)
        order = self._options["collect_order"]
        if order == "shuffled" and chance is None:
            raise OptionError(
                "collect_order", order, f"{order} only where the deal is given a source of chance"
            )
        seats = self.seats
        dealt = len(deck)
        if self._options["remainder"] != "deal_out":
            dealt -= dealt % seats
        stacks: list[list[int]] = [[] for _ in range(seats)]
        for seat in range(seats):
            stacks[(dealer + 1 + seat) % seats] = list(deck[seat:dealt:seats])[::-1]
        first = self.leader_at(dealer, leader)
        return DrunkardState(self, stacks, deck[dealt:], dealer, first, deck, chance)

    def leader_after(self, dealer: int) -> int:
        """The dealer leads to the first trick [source 000]."""
        return dealer

    def fallback(self, view: View) -> Move:
        """There is only one thing to do."""
        asked_view(view, DrunkardView)
        return Move(LAY)

    def determinize(self, view: View, rng: Shuffler) -> DrunkardState:
        """
        A whole state that *view* allows: nobody has seen any card but those that lie open.

        Raises:
            SetupError: If the cards of the view do not add up, or it contradicts itself.
        """
        view = own_view(view, DrunkardView)
        _check_turn(view)
        left = unseen(self, (), [card for _, card in view.trick if card is not None])
        rng.shuffle(left)
        hidden = sum(card is None for _, card in view.trick)
        if len(left) != sum(view.counts) + view.set_aside + hidden:
            raise SetupError("the cards of the view are not the game's pack")
        if not any(view.counts):
            raise SetupError("nobody holds a card in this view")
        stacks = [[left.pop() for _ in range(count)] for count in view.counts]
        aside = [left.pop() for _ in range(view.set_aside)]
        state = DrunkardState(self, stacks, aside, view.dealer, view.leader, (), MadeUp(rng))
        state.take_over(view, left)
        if tuple(state.current) != view.current:
            raise SetupError(f"current is {view.current}, but for this trick {state.current}")
        return state

    def read_view(self, data: Mapping[str, Any]) -> DrunkardView:
        """The view that a bot received as JSON."""
        return read_view(DrunkardView(), READERS, data, self)


def _check_turn(view: DrunkardView) -> None:
    """Whether those who contend for the trick, and wait to lay a card for it, can do so."""
    waiting = view.waiting
    held = [view.counts[seat] for seat in waiting]
    if view.to_act != (waiting[0] if waiting else None):
        raise SetupError(f"seat {view.to_act} is not the first that waits to lay a card")
    if bool(waiting) == bool(view.end):
        raise SetupError("to_act and end do not agree on whether the deal is over")
    # Face down only in a dispute, and never the last card.
    if not all(held) or view.down >= (held[0] if held and view.disputes else 1):
        raise SetupError("a seat that waits to lay a card has too few")
    contending = {seat for seat in view.contenders if view.current[seat] >= 0}.union(waiting)
    if contending != {*view.contenders} or len(contending) != len(view.contenders):
        raise SetupError(f"seats {view.contenders} cannot all contend for this trick")
    if len({*waiting}) != len(waiting):
        raise SetupError(f"seats {waiting} cannot wait twice")
