"""A deal of Drunkard at one moment: tricks, disputes of equal cards, and who is stripped."""

from __future__ import annotations

from games.cards import RANK_OF
from games.common import LoggedState
from games.drunkard.rules import ACE, IN_TURN, Rules
from games.drunkard.view import DrunkardView, view_of
from games.game import Outcome
from games.moves import LAY
from games.places import last_of, placed_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    from games.drunkard.game import Drunkard
    from games.game import Chance
    from games.moves import Move

_FIELDS = (
    "aside",
    "contenders",
    "disputes",
    "down",
    "end",
    "kept",
    "last",
    "leader",
    "out",
    "stacks",
    "trick",
    "tricks",
    "waiting",
)


class DrunkardState(LoggedState):
    """
    A deal of Drunkard in progress. All fields may be read; only `play` changes them.

    stacks: per seat, the top card first. aside: cards dealt to nobody. leader: of this trick.
    trick: what was laid, as (seat, card, whether it lies open). contenders: seats that may still
    win the trick. waiting: seats that have yet to lay an open card in this round; down: how many
    cards the first of them lays face down before. kept: seats that had no card for this dispute.
    tricks: how many are over; last: the latest. out: seats that are stripped, in groups by trick.
    """

    __slots__ = (*_FIELDS, "rules")

    _VERBS = frozenset((LAY,))

    game: Drunkard
    rules: Rules
    trick: tuple[tuple[int, int, bool], ...]
    contenders: tuple[int, ...]
    waiting: tuple[int, ...]
    kept: tuple[int, ...]
    last: tuple[int, tuple[tuple[int, int | None, bool], ...], int] | None

    def __init__(
        self,
        game: Drunkard,
        stacks: Sequence[list[int]],
        aside: Sequence[int],
        dealer: int,
        leader: int,
        deck: Sequence[int] = (),
        chance: Chance | None = None,
    ) -> None:
        super().__init__(game, dealer, leader, deck, chance)
        # All moves are `lay`, so that a byte holds one with its seat; deals are long.
        self._log = bytearray()
        self.rules = game.rules
        self.stacks = [list(stack) for stack in stacks]
        self.aside = tuple(aside)
        self.tricks = self.disputes = self.down = 0
        self.kept = ()
        self.last = None
        self.end = ""
        self.out: tuple[tuple[int, ...], ...] = ()
        self._begin_trick(leader)
        self.leader = leader

    def copy(self) -> Self:
        """An equal state that goes its own way from here."""
        twin: Self = self._copied()
        twin.rules = self.rules
        twin.stacks = [stack.copy() for stack in self.stacks]
        twin.aside = self.aside
        twin.leader = self.leader
        twin.trick = self.trick
        twin.contenders = self.contenders
        twin.waiting = self.waiting
        twin.down = self.down
        twin.kept = self.kept
        twin.disputes = self.disputes
        twin.tricks = self.tricks
        twin.last = self.last
        twin.out = self.out
        twin.end = self.end
        return twin

    def __eq__(self, other: object) -> bool:
        return self._is_as(other, _FIELDS)

    __hash__ = None  # type: ignore[assignment]

    def legal_codes(self) -> list[int]:
        """The one move there is, as its number."""
        return [] if self.to_act is None else [LAY]

    def allows(self, code: int) -> bool:
        """Whether somebody is to act and this is the one move there is."""
        return code == LAY and self.to_act is not None

    def menu(self) -> dict[str, Any]:
        """The legal moves, compact."""
        return {} if self.to_act is None else {"lay": True}

    def view(self, seat: int | None) -> DrunkardView:
        """What *seat* may know; nobody knows more than a spectator."""
        return view_of(self, seat)

    @property
    def current(self) -> list[int]:
        """Per seat the place in the trick of the card it contends with, -1 for none."""
        places = [-1] * len(self.stacks)
        for place, (seat, _, is_open) in enumerate(self.trick):
            if is_open:
                places[seat] = place
        return places

    @property
    def outcome(self) -> Outcome | None:
        """Places and points once the deal is over."""
        if not self.end:
            return None
        drunkards = self.drunkards
        places = self._places()
        best = [seat for seat, place in enumerate(places) if place == 1]
        scoring = [seat for seat in range(len(places)) if seat not in drunkards]
        if not drunkards or not self.rules.first_bust:
            scoring = best if len(best) == 1 else []
        points = [int(seat in scoring) for seat in range(len(places))]
        losers = drunkards or (last_of(places) if scoring else [])
        honours = [0] * len(places)
        return Outcome(places, self.end, honours, points, losers, self._next_dealer())

    @property
    def drunkards(self) -> list[int]:
        """Who lost all his cards first, together with others of the same trick."""
        if self.end != "stripped":
            return []
        return sorted(self.out[0])

    def result(self) -> dict[str, Any] | None:
        """The end of the deal in the words of the scenarios."""
        if not self.end:
            return None
        best = [seat for seat, place in enumerate(self._places()) if place == 1]
        winner = best[0] if len(best) == 1 else None
        if not self.rules.first_bust:
            return {
                "winner": winner,
                "out_order": [seat for group in self.out for seat in group],
            }
        told = {"drunkards": self.drunkards, "counts": [len(stack) for stack in self.stacks]}
        return told if self.end == "stripped" else {**told, "winner": winner}

    def take_over(self, view: DrunkardView, hidden: Sequence[int]) -> None:
        """Go on where *view* stands; *hidden* are the cards that lie face down in the trick."""
        covered = iter(hidden)
        self.to_act = view.to_act
        self.trick = tuple(
            [
                (seat, next(covered) if card is None else card, card is not None)
                for seat, card in view.trick
            ]
        )
        self.contenders = view.contenders
        self.waiting = view.waiting
        self.down = view.down
        self.kept = view.kept
        self.disputes = view.disputes
        self.tricks = view.tricks
        self.out = view.out
        self.end = view.end
        # What lay face down in an earlier trick is in some pack by now; nobody asks for it again.
        self.last = None
        if view.last is not None:
            winner, played, disputes = view.last
            cards = tuple((seat, card, card is not None) for seat, card in played)
            self.last = (winner, cards, disputes)

    # What a card does

    def _why_not(self, move: Move) -> tuple[str, str]:
        return "WRONG_PHASE", "the only move is to lay the top card"

    def _do(self, seat: int, code: int) -> None:
        card = self.stacks[seat].pop(0)
        if self.down:
            self.down -= 1
            self.trick = (*self.trick, (seat, card, False))
            return
        self.trick = (*self.trick, (seat, card, True))
        self.waiting = waiting = self.waiting[1:]
        if not waiting:
            self._decide()
        elif self.disputes:
            self._ask()
        else:
            self.to_act = waiting[0]

    def _begin_trick(self, place: int) -> None:
        """Begin a trick; the first seat from *place* on that has cards leads."""
        stacks = self.stacks
        order = IN_TURN[len(stacks)][place]
        if not all(stacks):
            order = tuple([seat for seat in order if stacks[seat]])
        self.waiting = self.contenders = order
        self.leader = self.to_act = order[0]
        self.trick = ()
        if self.disputes:
            self.disputes = self.down = 0
            self.kept = ()

    def _ask(self) -> None:
        """Turn to the next seat of a dispute: with too few cards it keeps one to turn up."""
        self.to_act = seat = self.waiting[0]
        self.down = min(self.rules.down, len(self.stacks[seat]) - 1)

    def _decide(self) -> None:
        """All cards of a round lie: find the winner of the trick, or open a dispute."""
        tied = self._highest()
        while len(tied) > 1 and not self._is_first_at_once(tied):
            self._dispute(tied)
            if self.waiting:
                self._ask()
                return
            if not self.contenders:
                break
            tied = self._highest()
        self._collect(tied[0])

    def _highest(self) -> list[int]:
        """The contenders with the highest card, in the order in which their cards were laid."""
        contending = self._contending() if self.disputes else self.trick
        best = -1
        tied: list[int] = []
        for seat, card, _ in contending:
            rank = RANK_OF[card]
            if rank > best:
                best = rank
                tied = [seat]
            elif rank == best:
                tied.append(seat)
        low = self.rules.low
        if best == ACE and low >= 0:
            return [seat for seat, card, _ in contending if RANK_OF[card] == low] or tied
        return tied

    def _contending(self) -> list[tuple[int, int, bool]]:
        """The cards that contend in a dispute, in the order in which they were laid."""
        current = self.current
        places = sorted([current[seat] for seat in self.contenders])
        return [self.trick[place] for place in places]

    def _is_first_at_once(self, tied: list[int]) -> bool:
        """Whether the earliest of equal cards wins without a dispute."""
        if any(seat in self.kept for seat in tied):
            return True
        return self.rules.first_stands and RANK_OF[self.trick[self.current[tied[0]]][1]] == ACE

    def _dispute(self, tied: list[int]) -> None:
        """Call on the tied seats to lay further cards; without any they forfeit or keep theirs."""
        self.disputes += 1
        standing = tied[:1] if self.rules.first_stands else []
        called = tied[len(standing) :]
        self.waiting = tuple([seat for seat in called if self.stacks[seat]])
        short = tuple(seat for seat in called if not self.stacks[seat])
        self.kept = short if self.rules.keeps_tied else ()
        self.contenders = (*standing, *self.waiting, *self.kept)

    def _collect(self, winner: int) -> None:
        """Put the trick under the winner's pack, and see who is stripped."""
        rules = self.rules
        stacks = self.stacks
        trick = self.trick
        pack = stacks[winner]
        if rules.as_laid:
            for _, card, _ in trick:
                pack.append(card)
        else:
            pack += self._ordered(winner)
        if self.aside and rules.pot:
            pack += self.aside
            self.aside = ()
        self.tricks += 1
        self.last = (winner, trick, self.disputes)
        if not all(stacks) and self._strips():
            self._end("stripped")
        elif self.tricks >= rules.max_tricks:
            self._end("trick_limit")
        else:
            self._begin_trick((self.leader + 1) % len(stacks))

    def _strips(self) -> bool:
        """Note who lost his last card in this trick; whether that ends the deal."""
        laid = dict.fromkeys(seat for seat, _, _ in self.trick)
        stripped = tuple(seat for seat in laid if not self.stacks[seat])
        if stripped:
            self.out += (stripped,)
        left = sum(1 for stack in self.stacks if stack)
        return bool(stripped) and (left == 1 or self.rules.first_bust)

    def _ordered(self, winner: int) -> list[int]:
        """The cards of the trick as they go under the winner's pack, if not as they were laid."""
        if self.rules.shuffles:
            return self._shuffle([card for _, card, _ in self.trick])
        own = [card for seat, card, _ in self.trick if seat == winner]
        return own + [card for seat, card, _ in self.trick if seat != winner]

    def _end(self, reason: str) -> None:
        self.end = reason
        self.to_act = None
        self.leader = (self.leader + 1) % len(self.stacks)
        self.trick = self.contenders = self.kept = ()
        self.disputes = 0

    # What it comes to

    def _places(self) -> list[int]:
        """By cards held; of those who dropped out, who lasted longer stands above."""
        worth = [-len(stack) for stack in self.stacks]
        for place, group in enumerate(reversed(self.out), start=1):
            for seat in group:
                worth[seat] = place
        return placed_by(worth)

    def _next_dealer(self) -> int | None:
        """The Drunkard, of several the first from the old dealer's left; else by lot."""
        drunkards = self.drunkards
        if not drunkards:
            return None
        seats = len(self.stacks)
        if not self.rules.deals_again:
            return (self.dealer + 1) % seats
        return min(drunkards, key=lambda seat: (seat - self.dealer - 1) % seats)
