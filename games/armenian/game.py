"""Armenian Durak: follow suit from hand or open row, take tricks, score the difference."""

from __future__ import annotations

from games.armenian.options import OPTIONS
from games.armenian.rules import Rules
from games.armenian.state import ArmenianState
from games.armenian.view import READERS, ArmenianView
from games.cards import RANK_OF, RANKS, by_rank, mask_of
from games.common import SingleGame
from games.decks import sorted_deck
from games.errors import SetupError
from games.moves import PLAY, Move
from games.reading import asked_view, check_hand, own_view, read_view, unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.choices import Option
    from games.game import Chance, Shuffler, State, View


class Armenian(SingleGame):
    """
    Armenian Durak for two [source 004]; three and four seats are an extension of this library.

    With three seats each has four, with four seats three cards covered, open and in the hand;
    the winner scores his lead over the second. Where the source is silent: the lead goes round
    clockwise, and who takes a trick leads to the next; a card laid from the open row leaves its
    place empty until the covered card is turned, and the place stays where it is; with
    `follow_scope` hand_only a suit that the hand holds may still be followed from the open row.
    A tie for the most tricks is a draw. `next_dealer`: of several losers the first from the old
    dealer's left deals; after a draw the deal goes round. A match ends when somebody has `target`
    points and is ahead alone.

    Raises:
        OptionError: If a seat count, sides or an option is not possible.
    """

    __slots__ = ("rules",)

    key = "armenian"
    rules_version = 1
    NAMES: Mapping[str, str] = {"en": "Armenian Durak", "ru": "Армянский дурак"}
    SEATS: tuple[int, int] = (2, 4)
    SIDES: Mapping[str, tuple[int, ...]] = {"single": (2, 3, 4)}
    OPTIONS: tuple[Option, ...] = OPTIONS
    points_go_up = True
    match_by_points = True

    rules: Rules

    def __init__(self, seats: int = 2, sides: str = "single", **options: object) -> None:
        super().__init__(seats, sides, **options)
        self._deck = tuple(sorted_deck(36))
        self.rules = Rules(self._options)

    @property
    def usual_match(self) -> tuple[str, int]:
        """First to `target` points [source 004: mostly 21]."""
        return "points", self.rules.target

    def deal(
        self,
        deck: Sequence[int],
        dealer: int = 0,
        leader: int | None = None,
        chance: Chance | None = None,
    ) -> ArmenianState:
        """
        Deal all cards singly from the dealer's left: a covered row, an open row on it, hands.

        Raises:
            SetupError: If the deck is not the game's or a seat does not exist.
        """
        self._check(deck, dealer, leader)
        seats = self.seats
        third = len(deck) // 3
        down: list[list[int | None]] = [[] for _ in range(seats)]
        rows: list[list[int | None]] = [[] for _ in range(seats)]
        hands = [0] * seats
        for step in range(seats):
            seat = (dealer + 1 + step) % seats
            down[seat] = list(deck[step:third:seats])
            rows[seat] = list(deck[third + step : 2 * third : seats])
            hands[seat] = mask_of(deck[2 * third + step :: seats])
        first = self.leader_at(dealer, leader)
        return ArmenianState(self, hands, rows, down, dealer, first, deck, chance)

    def leader_after(self, dealer: int) -> int:
        """The dealer's opponent, with more seats his left neighbour, leads [source 004]."""
        return (dealer + 1) % self.seats

    def dealer_by_draw(self, first: int, drawn: Sequence[int]) -> int | None:
        """
        Who deals when seats draw cards in turn from *first* on: the first to draw an ace.

        None if there is no ace among *drawn* [source 004].
        """
        for step, card in enumerate(drawn):
            if RANKS[RANK_OF[card]] == "A":
                return (first + step) % self.seats
        return None

    def note_scores(self, state: State, scores: Sequence[int]) -> None:
        """Let a deal know how the match stands before it."""
        assert isinstance(state, ArmenianState)
        state.match = tuple(scores)

    def fallback(self, view: View) -> Move:
        """Lay the lowest card that may be laid."""
        view = asked_view(view, ArmenianView)
        return Move.of_card(PLAY, by_rank(view.usable)[0])

    def determinize(self, view: View, rng: Shuffler) -> ArmenianState:
        """
        A whole state that *view* allows: covered cards and the others' hands in random places.

        Raises:
            SetupError: If the cards of the view do not add up, or it contradicts itself.
        """
        view = own_view(view, ArmenianView)
        check_hand(view)
        if [len(row) for row in view.open] != [len(row) for row in view.down]:
            raise SetupError("the open and the covered rows have not the same number of places")
        seen = [*view.gone, *[card for _, card in view.trick]]
        for row in view.open:
            seen += [card for card in row if card is not None]
        left = unseen(self, [view.hand], seen)
        rng.shuffle(left)
        own = [seat == view.seat for seat in range(self.seats)]
        wanted = sum(count for count, mine in zip(view.counts, own, strict=True) if not mine)
        if len(left) != wanted + sum(covered for row in view.down for covered in row):
            raise SetupError("the cards of the view are not the game's pack")
        hands = [
            view.hand if mine else mask_of(left.pop() for _ in range(count))
            for count, mine in zip(view.counts, own, strict=True)
        ]
        down = [[left.pop() if covered else None for covered in row] for row in view.down]
        rows = [list(row) for row in view.open]
        state = ArmenianState(self, hands, rows, down, view.dealer, view.leader)
        state.take_over(view)
        return state

    def read_view(self, data: Mapping[str, Any]) -> ArmenianView:
        """The view that a bot received as JSON."""
        view = ArmenianView()
        view.rules = self.rules
        return read_view(view, READERS, data, self)
