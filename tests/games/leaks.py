"""Three ways to find out whether a seat is told more than it may know; each raises AssertionError.

1. *Named cards.* A witness follows a deal and notes which cards were ever shown, and which a seat
   has held. Nothing that seat is told may name any other.
2. *Swapped cards.* Cards that a seat has never seen change places in the deck, and the same moves
   are played again. To that seat every moment must be the same to the byte: its view, whose turn
   it is, what it may play, why it may not, and what is said about the move before.
3. *Made-up deals.* A whole deal made up from a view must look the same from there, to the byte;
   and what the seat does not know must come out differently from one made-up deal to the next.

The second uses nothing but the deck and the moves, so it also tests `determinize`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from math import factorial, prod
from random import Random
from typing import Any

from games.cards import NAMES, card
from games.chance import Recorded
from games.drunkard.state import DrunkardState
from games.errors import GameError, IllegalMove, RecordError
from games.game import Game, State
from games.rendering import last_move_text, table_text
from games.scenarios import snapshot
from tests.games.helpers import dealt

Deal = Callable[..., State]
_NAME = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][SCDH](?![0-9A-Za-z])")
_PROBES = ("take", "pass", "draw", "lay", "declare S", "beat 6S 7S", *(f"play {n}" for n in NAMES))
# What may not be played shows what is held: whoever hears of a draw knows that nothing fitted.
_TELLING = ("MUST_PLAY", "MUST_FOLLOW_SUIT", "MUST_USE_SUIT")


class Course:
    """
    A random deal from its first card to its last, and who saw what.

    moves: as texts. shown[t]: cards that have lain open in the first *t* moves; held[t][seat]:
    cards that the seat has had in its hand until then; moved[t]: cards that have gone from the
    stock to somebody's hand until then.
    """

    def __init__(self, game: Game, deal: int, rng: Random, most: int = 80) -> None:
        state = dealt(game, deal)
        self.game = game
        self.deck, self.dealer, self.leader = state.deck, state.dealer, state.first_leader
        self.moves: list[str] = []
        self.shown: list[set[int]] = [shown_in(state)]
        self.held = [held_in(state)]
        self.moved: list[set[int]] = [set()]
        stock = stock_of(state)
        while state.to_act is not None and len(self.moves) < most:
            moves = state.legal_moves
            move = moves[rng.randrange(len(moves))]
            state.play(move)
            self.moves.append(str(move))
            self.shown.append(self.shown[-1] | shown_in(state) | set(move.cards))
            pairs = zip(self.held[-1], held_in(state), strict=True)
            self.held.append([before | now for before, now in pairs])
            self.moved.append(self.moved[-1] | (stock - stock_of(state)))
            stock |= stock_of(state)
        self.lots = state.lots

    def dealt_by(self, deal: Deal, deck: tuple[int, ...] | None = None) -> State:
        """The deal again before its first move, perhaps with another *deck*."""
        return deal(
            self.deck if deck is None else deck,
            dealer=self.dealer,
            leader=self.leader,
            chance=Recorded(self.lots),
        )

    def unseen(self, seat: int | None, time: int) -> list[int]:
        """The cards that *seat* has never seen in the first *time* moves, nor heard anything of."""
        seen = self.shown[time] | (set() if seat is None else self.held[time][seat])
        if self.game.key == "british":
            # That a card was drawn and kept tells that it did not fit.
            seen = seen | self.moved[time]
        return [one for one in self.deck if one not in seen]


def shown_in(state: State) -> set[int]:
    """The cards that lie open now, and that everybody therefore knows."""
    told = snapshot(state)
    names = [told.get("turnup"), *(name for row in told.get("open", ()) for name in row)]
    if isinstance(state, DrunkardState):
        laid = (*state.trick, *(state.last[1] if state.last else ()))
        return {one for _, one, is_open in laid if is_open and one is not None}
    return {card(name) for name in names if name is not None}


def held_in(state: State) -> list[set[int]]:
    """The cards in each seat's hand; in Drunkard nobody looks at his own."""
    hands = snapshot(state)["hands"]
    if isinstance(state, DrunkardState):
        return [set() for _ in hands]
    return [{card(name) for name in hand} for hand in hands]


def stock_of(state: State) -> set[int]:
    return {card(name) for name in snapshot(state).get("stock", ())}


# What a seat is told


def told(state: State, seat: int | None) -> dict[str, str]:
    """Everything that reaches a seat at this moment, as text; lists and keys in their order."""
    view = state.view(seat)
    heard = {
        "whose turn": str(state.to_act),
        "view": json.dumps(view.to_json()),
        "repr": repr(view),
        "hash": str(hash(view)),
        "table": table_text(view),
        "news": last_move_text(state) if state.moves else "",
    }
    if seat is not None and seat == state.to_act:
        heard["menu"] = json.dumps(state.menu())
        heard["moves"] = ", ".join(map(str, state.legal_moves))
    return heard


def refusals(state: State) -> Iterator[str]:
    """What the seat to act is told when it tries what it may not play."""
    for probe in _PROBES:
        if probe not in state.legal_moves:
            try:
                state.play(probe)
            except GameError as error:
                yield f"{error.code}: {error}"
            else:
                raise AssertionError(f"{probe} could be played, but was not legal")


# The checks


def check_named_cards(course: Course, deal: Deal, seat: int | None, every: int = 5) -> int:
    """What *seat* is told names only cards it has seen; returns how many moments were looked at."""
    state = course.dealt_by(deal)
    looked = 0
    for time in range(len(course.moves) + 1):
        if time % every == 0:
            known = set(course.shown[time])
            known |= set() if seat is None else course.held[time][seat]
            for what, text in told(state, seat).items():
                if what in ("view", "repr", "menu", "moves"):
                    named = {card(name) for name in _NAME.findall(text)}
                    assert named <= known, f"{what} of seat {seat} names {names(named - known)}"
            looked += 1
        if time < len(course.moves):
            state.play(course.moves[time])
    return looked


def check_swapped_cards(
    course: Course, deal: Deal, seat: int | None, rng: Random, tries: int, every: int = 3
) -> int:
    """
    Nothing that *seat* is told depends on where cards lie that it has not seen.

    Returns how many deals with other cards could be compared to the end: a swap that makes a move
    of the deal impossible shows nothing.
    """
    compared = 0
    for number in range(tries):
        time = rng.randrange(len(course.moves) + 1)
        unseen = course.unseen(seat, time)
        if len(unseen) < 2:
            continue
        chosen = unseen if number % 2 == 0 else rng.sample(unseen, 2)
        mixed = chosen[::-1] if len(chosen) == 2 else rng.sample(chosen, len(chosen))
        to = dict(zip(chosen, mixed, strict=True))
        deck = tuple(to.get(one, one) for one in course.deck)
        compared += _same_to_the_byte(course, deal, seat, deck, time, every)
    return compared


def _same_to_the_byte(
    course: Course, deal: Deal, seat: int | None, deck: tuple[int, ...], time: int, every: int
) -> bool:
    one = course.dealt_by(deal)
    try:
        other = course.dealt_by(deal, deck)
    except RecordError:
        # With these cards it would have been a misdeal, so everybody knows that they are not dealt.
        return False
    for now in range(time + 1):
        assert other.to_act == one.to_act, (
            f"after {now} moves it is the turn of seat {one.to_act} or {other.to_act}, "
            f"which depends on cards that seat {seat} has not seen"
        )
        if now % every == 0 or now == time:
            _assert_same(told(one, seat), told(other, seat), seat, now)
        if now < time:
            one.play(course.moves[now])
            try:
                other.play(course.moves[now])
            except IllegalMove as error:
                if error.code in _TELLING:
                    return False
                raise AssertionError(
                    f"{course.moves[now]} hangs on unseen cards: {error}"
                ) from None
    if seat is not None and seat == one.to_act:
        for this, that in zip(refusals(one), refusals(other), strict=True):
            assert this == that, f"a refusal tells seat {seat} of cards it has not seen"
    return True


def check_made_up_deals(
    state: State, determinize: Callable[[Any, Random], State], seat: int | None, rng: Random
) -> None:
    """Deals made up from the view of *seat* look the same to it, and are not all the same."""
    heard = {k: text for k, text in told(state, seat).items() if k != "news"}
    view = state.view(seat)
    hidden = set()
    for _ in range(3):
        made_up = determinize(view, rng)
        again = {k: text for k, text in told(made_up, seat).items() if k != "news"}
        _assert_same(heard, again, seat, len(state.moves))
        assert made_up.view(seat) == view
        hidden.add(_places(made_up))
    if ways(state, seat) > 10_000:
        assert len(hidden) > 1, f"seat {seat}: the cards it does not know are always the same"


def ways(state: State, seat: int | None) -> int:
    """In how many ways the cards that were never shown may lie, as far as *seat* cannot look."""
    told = snapshot(state)
    if isinstance(state, DrunkardState):
        piles, shown = told["hands"], set()
    else:
        hands = [hand for other, hand in enumerate(told["hands"]) if other != seat]
        piles = [*hands, told.get("stock", []), *told.get("down", ())]
        shown = {NAMES[one] for _, move in state.moves for one in move.cards}
        shown |= {told.get("turnup", "")}
    counts = [sum(1 for name in pile if name and name not in shown) for pile in piles]
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _places(state: State) -> str:
    told = snapshot(state)
    return repr([told["hands"], told.get("stock"), told.get("down")])


def _assert_same(one: dict[str, str], other: dict[str, str], seat: int | None, now: int) -> None:
    assert one.keys() == other.keys()
    for what, text in one.items():
        assert text == other[what], (
            f"after {now} moves the {what} of seat {seat} depends on cards it has not seen:\n"
            f"{text}\n{other[what]}"
        )


def names(cards: set[int]) -> str:
    return " ".join(NAMES[one] for one in sorted(cards))
