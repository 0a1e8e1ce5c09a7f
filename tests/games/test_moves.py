"""Cards and moves as text, JSON and numbers, for all games of the family."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import BITS, NAMES, by_rank, card, cards, cards_of, mask_of, names_of
from games.errors import InvalidCard, InvalidMove
from games.moves import Move, parse_with_seat, read_move, with_seat

TEXTS = [
    "attack 7S",
    "attack 7S 7D",
    "beat 7S 9S",
    "throw 9C",
    "throw 7D 9C",
    "take",
    "pass",
    "transfer 7H",
    "transfer 7C 7H",
    "transfer_show 7H",
    "play QD",
    "draw",
    "declare S",
    "lay",
    "swap",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_json_number_and_repr_are_inverse(text: str) -> None:
    move = Move.parse(text)
    assert str(move) == text
    assert Move.from_json(move.to_json()) == move
    assert Move.checked(int(move)) == move
    assert eval(repr(move)) == move
    assert parse_with_seat(with_seat(2, move)) == (2, move)
    assert len(move.to_json()) == 1


def test_the_order_of_cards_and_blanks_does_not_matter() -> None:
    assert Move.parse(" throw  9C 7D ") == Move.parse("throw 7D 9C")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "attack",
        "attack 1S",
        "attack 7s",
        "attack 7S 7S",
        "beat 7S",
        "beat 7S 8S 9S",
        "take 7S",
        "declare 7",
        "declare SC",
        "play",
        "play 7S 8S",
        "7S",
        7,
        None,
    ],
)
def test_what_is_no_move_is_refused_with_a_reason(text: Any) -> None:
    with pytest.raises(InvalidMove) as caught:
        Move.parse(text)
    assert caught.value.code == "UNKNOWN_MOVE"
    assert len(str(caught.value)) > 20


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"attack": ["7S"], "take": True},
        {"attack": "7S"},
        {"attack": [7]},
        {"attack": []},
        {"take": False},
        {"take": 1},
        {"beat": {"7S": "8S", "7D": "8D"}},
        {"beat": ["7S", "8S"]},
        {"beat": {"7S": 8}},
        {"declare": "X"},
        {"declare": ["S"]},
        {"dance": True},
        [],
        "take",
    ],
)
def test_what_is_no_move_as_json_is_refused(data: Any) -> None:
    with pytest.raises(InvalidMove):
        Move.from_json(data)


@pytest.mark.parametrize("text", ["beat 7S 9S", "x take", "-1 take", "² take", "", "1"])
def test_a_recorded_move_needs_its_seat(text: str) -> None:
    with pytest.raises(InvalidMove):
        parse_with_seat(text)


def test_a_move_is_read_from_any_of_its_forms() -> None:
    move = Move.parse("beat 7S 9S")
    assert read_move(move) == read_move("beat 7S 9S") == read_move({"beat": {"7S": "9S"}}) == move
    with pytest.raises(InvalidMove):
        read_move(3.5)


@given(st.integers())
def test_a_number_is_a_move_or_is_refused(number: int) -> None:
    with suppress(InvalidMove):
        assert Move.checked(number) == number


@given(st.sets(st.sampled_from(range(52))))
def test_sets_of_cards(some: set[int]) -> None:
    mask = mask_of(some)
    assert cards_of(mask) == tuple(sorted(some))
    assert mask == sum(BITS[one] for one in some)
    assert by_rank(mask) == sorted(some, key=lambda one: (one % 13, one))
    assert mask_of(cards(names_of(mask))) == mask


@pytest.mark.parametrize("text", ["", "7", "S7", "7s", "10S", "7SS", 7, None, ["7S"]])
def test_what_is_no_card_is_refused(text: Any) -> None:
    with pytest.raises(InvalidCard):
        card(text)


def test_names_follow_the_sorted_pack() -> None:
    assert NAMES[:2] == ("2S", "3S")
    assert NAMES[13] == "2C"
    assert NAMES[-1] == "AH"
    assert [card(name) for name in NAMES] == list(range(52))
