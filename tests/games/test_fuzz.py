"""Whatever a stranger sends is read as what it says or refused with a code: never anything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.cards import NAMES, card, cards
from games.catalogue import GAMES, find_game
from games.errors import InvalidCard, InvalidMove, OptionError, SetupError, UnknownGame
from games.game import Game
from games.moves import VERBS, Move, parse_with_seat, read_move, with_seat
from tests.games.helpers import dealt, play_out
from tests.games.hostile import HUGE, SCALARS, TEXTS, VALUES, mutated, own_error, tries

# Cards and moves


@tries(50)
@given(TEXTS)
def test_a_text_is_a_move_that_is_written_as_it_was_read_or_none(text: str) -> None:
    move = own_error(Move.parse, text, InvalidMove)
    if move is not None:
        assert Move.parse(str(move)) == move
        assert Move.checked(move) == move
        assert sorted(str(move).split()) == sorted(text.split())


@tries(50)
@given(VALUES)
def test_a_value_is_a_move_that_is_written_as_it_was_read_or_none(value: Any) -> None:
    for read in (Move.from_json, read_move):
        move = own_error(read, value, InvalidMove)
        if move is not None:
            assert Move.from_json(move.to_json()) == move
            assert read_move(str(move)) == move


@tries(50)
@given(st.sampled_from(VERBS), VALUES)
def test_a_verb_with_any_value_is_a_move_or_none(verb: str, value: Any) -> None:
    move = own_error(Move.from_json, {verb: value}, InvalidMove)
    if move is not None:
        assert move.verb == verb
        assert Move.from_json(json.loads(json.dumps(move.to_json()))) == move


@tries(50)
@given(TEXTS)
def test_a_move_with_its_seat_survives_or_is_refused(text: str) -> None:
    found = own_error(parse_with_seat, text, InvalidMove)
    if found is not None:
        assert parse_with_seat(with_seat(*found)) == found


@tries(50)
@given(st.integers() | st.sampled_from([10**400, -(10**400), 2**62 << 4, -1, -16, 15]))
def test_a_number_is_a_move_or_none(number: int) -> None:
    move = own_error(Move.checked, number, InvalidMove)
    if move is not None:
        assert move == number
        assert Move.parse(str(move)) == move


@tries(50)
@given(SCALARS | VALUES)
def test_a_value_is_a_card_or_none(value: Any) -> None:
    found = own_error(card, value, InvalidCard)
    assert found is None or NAMES[found] == value
    if isinstance(value, list | str):
        several = own_error(cards, value, InvalidCard)
        assert several is None or [NAMES[one] for one in several] == list(value)


@pytest.mark.parametrize("what", HUGE)
@pytest.mark.parametrize(
    "read",
    [Move.parse, Move.from_json, read_move, parse_with_seat, card, find_game],
    ids=lambda read: getattr(read, "__qualname__", "?"),
)
def test_what_is_too_much_is_refused_at_once_and_shortly(
    read: Callable[[Any], Any], what: str
) -> None:
    began = process_time()
    found = own_error(read, HUGE[what])
    assert found is None or read_move(str(found)) == found
    assert process_time() - began < 1


@pytest.mark.parametrize("what", HUGE)
def test_what_is_too_much_is_no_move_of_a_deal(what: str) -> None:
    for kind in GAMES:
        for state in (dealt(kind()), play_out(dealt(kind()), Random(1))):
            before = state.copy()
            assert own_error(state.play, HUGE[what]) is None
            assert state == before


# Games and their options


@tries(50)
@given(SCALARS | VALUES)
def test_there_is_a_game_of_this_name_or_none(key: Any) -> None:
    kind = own_error(find_game, key, UnknownGame)
    assert kind is None or kind.key == key


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
@tries(50)
@given(data=st.data())
def test_options_are_taken_as_they_are_or_refused_by_name(
    kind: type[Game], data: st.DataObject
) -> None:
    names = st.sampled_from([option.name for option in kind.OPTIONS])
    values = st.one_of(
        SCALARS,
        VALUES,
        st.sampled_from([c for option in kind.OPTIONS for c in (*option.choices, option.high)]),
    )
    free = st.text(min_size=1, max_size=8).filter(lambda name: name not in ("self", "cls"))
    given_options = data.draw(st.dictionaries(names | free, values, max_size=3))
    assume(not {"seats", "sides"} & set(given_options))
    seats = data.draw(st.integers(-1, 9) | SCALARS)
    sides = data.draw(st.sampled_from(["single", "pairs", "threes", "both"]) | SCALARS | VALUES)

    def set_up(chosen: dict[str, Any]) -> Game:
        return kind(seats=seats, sides=sides, **chosen)

    game = own_error(set_up, given_options, OptionError)
    if game is not None:
        assert (game.seats, game.sides) == (seats, sides)
        for name, value in given_options.items():
            assert game.options[name] in (value, {True: "on", False: "off"}.get(value is True))
        assert find_game(game.key)(game.seats, game.sides, **game.options) == game
        assert own_error(dealt, game) is not None


# Views


@lru_cache(maxsize=1)
def views() -> list[tuple[Game, dict[str, Any]]]:
    """Views from the middle of a deal of every game."""
    found = []
    for kind in GAMES:
        game = kind(seats=3)
        state = dealt(game)
        rng = Random(3)
        for _ in range(25):
            if state.to_act is not None:
                moves = state.legal_moves
                state.play(moves[rng.randrange(len(moves))])
        found += [(game, state.view(seat).to_json()) for seat in (0, None)]
    return found


@tries(50)
@given(VALUES)
def test_a_value_is_no_view(value: Any) -> None:
    for game, _ in views():
        assert own_error(game.read_view, value) is None


@tries(50)
@given(st.data())
def test_a_view_that_was_changed_is_read_or_refused(data: st.DataObject) -> None:
    game, told = data.draw(st.sampled_from(views()))
    own_error(game.read_view, mutated(told, data))


def test_a_view_without_a_field_is_refused_and_one_with_more_is_read() -> None:
    for game, told in views():
        view = game.read_view(told)
        assert game.read_view({**told, "further": 1}) == view
        for name in told:
            without = {key: value for key, value in told.items() if key != name}
            read = own_error(game.read_view, without, SetupError)
            assert read is None or (read == view and name in DERIVED)


# Sums over other fields, told for convenience.
DERIVED = ("pile_count", "down_counts")


def test_no_deal_is_made_up_from_a_view_whose_cards_do_not_add_up() -> None:
    for game, told in views():
        for seat, count in enumerate(told["counts"]):
            if seat == told["seat"]:
                continue
            for other in (count - 1, count + 1):
                counts = [*told["counts"][:seat], other, *told["counts"][seat + 1 :]]
                with pytest.raises(SetupError):
                    game.determinize(game.read_view({**told, "counts": counts}), Random(2))
