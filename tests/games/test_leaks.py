"""No seat is told more than it may know; and the checks of this find leaks put there on purpose."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.catalogue import GAMES, find_game
from games.errors import GameError, IllegalMove
from games.game import Game, State
from games.moves import Move
from games.scenarios import snapshot
from tests.games.helpers import game_of, setup_id, setups
from tests.games.leaks import (
    Course,
    check_made_up_deals,
    check_named_cards,
    check_swapped_cards,
)

ALL = list(setups())


@pytest.mark.parametrize("setup", ALL, ids=map(setup_id, ALL))
def test_nobody_is_told_of_cards_he_has_not_seen(setup: dict[str, Any]) -> None:
    game = game_of(setup)
    rng = Random(8)
    compared = 0
    course = Course(game, 0, rng)
    for seat in (None, *range(game.seats)):
        assert check_named_cards(course, game.deal, seat, every=9) > 0
        compared += check_swapped_cards(course, game.deal, seat, rng, tries=3, every=5)
    assert compared > 0, "no other cards could be compared"


@pytest.mark.slow
@pytest.mark.parametrize("setup", ALL, ids=map(setup_id, ALL))
def test_nobody_is_told_of_cards_he_has_not_seen_in_long_deals(setup: dict[str, Any]) -> None:
    game = game_of(setup)
    rng = Random(9)
    for deal in range(1, 3):
        course = Course(game, deal, rng, most=200)
        for seat in (None, *range(game.seats)):
            check_named_cards(course, game.deal, seat, every=2)
            check_swapped_cards(course, game.deal, seat, rng, tries=4)


# Leaks put there on purpose

Told = dict[str, Any]
Plant = Callable[[Told, State, int | None], Told]


def hidden(state: State, seat: int | None) -> list[str]:
    """The cards in the places *seat* cannot look into, in a fixed order of places."""
    told = snapshot(state)
    blind = seat if state.game.key != "drunkard" else None
    piles: list[Any] = [hand for other, hand in enumerate(told["hands"]) if other != blind]
    piles += [told.get("stock", []), *told.get("down", ())]
    return [name for pile in piles for name in pile if name and name != told.get("turnup")]


def in_a_field(told: Told, state: State, seat: int | None) -> Told:
    return {**told, "hint": (hidden(state, seat) or [""])[-1]}


def within_a_text(told: Told, state: State, seat: int | None) -> Told:
    return {**told, "note": f"they hold {', '.join(hidden(state, seat))}"}


def as_a_key(told: Told, state: State, seat: int | None) -> Told:
    return {**told, "weights": dict.fromkeys(hidden(state, seat), 1)}


def in_the_order_of_a_list(told: Told, state: State, seat: int | None) -> Told:
    """Nothing more is in it, but it begins elsewhere, according to the first hidden card."""
    lists = {name: value for name, value in told.items() if isinstance(value, list)}
    name = max(lists, key=lambda name: len(set(map(repr, lists[name]))))
    cards = hidden(state, seat) or ["6S"]
    turn = sorted(cards).index(cards[0]) % max(len(told[name]), 1)
    return {**told, name: told[name][turn:] + told[name][:turn]}


def in_the_order_of_keys(told: Told, state: State, seat: int | None) -> Told:
    reds = [name[1] in "DH" for name in hidden(state, seat)]
    return dict(sorted(told.items(), reverse=any(reds[:1])))


def in_a_count(told: Told, state: State, seat: int | None) -> Told:
    """How many aces, kings and queens the next seat holds, added to whose deal it is."""
    hands = snapshot(state)["hands"]
    other = hands[0 if seat is None else (seat + 1) % len(hands)]
    return {**told, "dealer": told["dealer"] + sum(name[0] in "AKQ" for name in other)}


def in_whose_turn_it_is(told: Told, state: State, seat: int | None) -> Told:
    if told["to_act"] is None:
        return told
    first = (hidden(state, seat) or ["6S"])[0]
    return {**told, "to_act": (told["to_act"] + (first[0] in "89TJ")) % state.game.seats}


def in_a_field_that_is_there_or_not(told: Told, state: State, seat: int | None) -> Told:
    last = (hidden(state, seat) or ["6S"])[-1]
    return told if last[1] in "SD" else {**told, "version": 1}


IN_JSON = [
    in_a_field,
    within_a_text,
    as_a_key,
    in_the_order_of_a_list,
    in_the_order_of_keys,
    in_a_count,
    in_whose_turn_it_is,
    in_a_field_that_is_there_or_not,
]


def leaking_view(state: State, seat: int | None, plant: Plant) -> Any:
    """The view of a seat, of a class that says more in its JSON."""
    view: Any = state.view(seat)
    kind = type(view)
    more = plant(kind.to_json(view), state, seat)
    members = {"__slots__": (), "to_json": lambda self: more, "__repr__": kind.__repr__}
    view.__class__ = type("Leaking", (kind,), members)
    return view


class Leaking:
    """A deal that goes like another, except where it tells too much."""

    def __init__(self, state: State, plant: Plant | None = None) -> None:
        self.real = state
        self.plant = plant

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def view(self, seat: int | None) -> Any:
        return leaking_view(self.real, seat, self.plant) if self.plant else self.real.view(seat)


class AsksOnlyWhoHasAChoice(Leaking):
    """Whose turn it is depends on hands: a seat that could only pass is not asked."""

    @property
    def to_act(self) -> int | None:
        ahead = self.real.copy()
        while ahead.to_act is not None and list(ahead.legal_moves) == [Move.parse("pass")]:
            ahead.play("pass")
        return ahead.to_act


class TurnByHiddenCards(Leaking):
    @property
    def to_act(self) -> int | None:
        seat = self.real.to_act
        first = (hidden(self.real, seat) or ["6S"])[0]
        return seat if seat is None or first[1] in "SC" else (seat + 1) % self.real.game.seats


class MenuByHiddenCards(Leaking):
    def menu(self) -> dict[str, Any]:
        red = (hidden(self.real, self.real.to_act) or ["6S"])[-1][1] in "DH"
        menu = self.real.menu()
        return {**menu, "good": True} if red else menu


class MovesInTellingOrder(Leaking):
    @property
    def legal_moves(self) -> list[Move]:
        first = (hidden(self.real, self.real.to_act) or ["6S"])[0]
        moves = list(self.real.legal_moves)
        return moves if first[1] in "SC" else [*moves[::-1], Move.parse("take")]


class TellsInRefusals(Leaking):
    def play(self, move: Any) -> None:
        try:
            self.real.play(move)
        except GameError as error:
            held = hidden(self.real, self.real.to_act)
            raise IllegalMove(error.code, f"{error}; {held[:1]} would beat it") from None


def caught(game: Game, wrap: Callable[[State], Any], seats: Any = None, deals: int = 3) -> set[str]:
    """Which of the checks find that the deals of *wrap* leak; each until it has found something."""

    def deal(*args: Any, **kwargs: Any) -> Any:
        return wrap(game.deal(*args, **kwargs))

    def determinize(view: Any, rng: Random) -> Any:
        return wrap(game.determinize(view, rng))

    def made_up(course: Course, seat: int | None) -> None:
        state = course.dealt_by(deal)
        for time, move in enumerate(course.moves[:30]):
            if time % 4 == 0:
                check_made_up_deals(state, determinize, seat, rng)
            state.play(move)

    rng = Random(12)
    checks: dict[str, Callable[[Course, int | None], object]] = {
        "named": lambda course, seat: check_named_cards(course, deal, seat),
        "swapped": lambda course, seat: check_swapped_cards(course, deal, seat, rng, tries=6),
        "made up": made_up,
    }
    found: set[str] = set()
    for number in range(deals):
        course = Course(game, number, rng, most=40)
        for seat in seats or (None, *range(game.seats)):
            for name in checks.keys() - found:
                try:
                    checks[name](course, seat)
                except AssertionError:
                    found.add(name)
    return found


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_a_wrapped_deal_that_tells_nothing_more_passes(kind: type[Game]) -> None:
    assert caught(kind(seats=3), Leaking, deals=1) == set()
    with_a_plant = caught(kind(seats=2), lambda state: Leaking(state, lambda told, _, __: told))
    assert with_a_plant == set()


@pytest.mark.parametrize("plant", IN_JSON, ids=lambda plant: plant.__name__)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_a_leak_in_the_view_is_found(kind: type[Game], plant: Plant) -> None:
    found = caught(kind(seats=3), lambda state: Leaking(state, plant))
    assert {"made up", "swapped"} <= found
    assert ("named" in found) == (plant in (in_a_field, within_a_text, as_a_key))


@pytest.mark.parametrize("plant", IN_JSON, ids=lambda plant: plant.__name__)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_a_leak_to_one_seat_alone_is_found(kind: type[Game], plant: Plant) -> None:
    def to_seat_two(told: Told, state: State, seat: int | None) -> Told:
        return plant(told, state, seat) if seat == 2 else told

    def wrap(state: State) -> Leaking:
        return Leaking(state, to_seat_two)

    assert {"made up", "swapped"} <= caught(kind(seats=3), wrap, [2])
    assert caught(kind(seats=3), wrap, [0], deals=1) == set()


@pytest.mark.parametrize("wrap", [TurnByHiddenCards, MenuByHiddenCards, MovesInTellingOrder])
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_a_leak_beside_the_view_is_found(kind: type[Game], wrap: type[Leaking]) -> None:
    if (kind.key, wrap) == ("drunkard", MovesInTellingOrder):
        return
    assert "swapped" in caught(kind(seats=3), wrap)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_a_refusal_that_tells_is_found(kind: type[Game]) -> None:
    assert "swapped" in caught(kind(seats=3), TellsInRefusals)


@pytest.mark.parametrize("key", ["podkidnoy", "passing"])
def test_asking_only_who_has_a_choice_is_found(key: str) -> None:
    """The reason why a seat that holds nothing to throw in is asked all the same."""
    assert "swapped" in caught(find_game(key)(seats=4), AsksOnlyWhoHasAChoice)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_made_up_deals_that_are_the_real_one_are_found(kind: type[Game]) -> None:
    """A search bot whose made-up deals knew the cards would be told all of them."""
    game = kind(seats=3)
    course = Course(game, 0, Random(13))
    state = course.dealt_by(game.deal)
    with pytest.raises(AssertionError, match="always the same"):
        check_made_up_deals(state, lambda view, rng: state.copy(), 0, Random(14))
