"""Armenian Durak by hand: following suit, rows, the score, three and four seats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.armenian.game import Armenian
from games.armenian.positions import position, snapshot
from games.armenian.state import ArmenianState
from games.cards import cards
from games.errors import IllegalMove, InvalidMove, SetupError
from tests.games.helpers import play_out

TABLE = {
    "hands": [["QH", "7C", "8C"], ["6H", "7S", "8D"]],
    "open": [["AS", "JD"], ["KH", "9C"]],
    "down": [["9S", "TS"], ["QS", "TD"]],
    "leader": 0,
}


def at(*moves: str, setup: dict[str, Any] | None = None, **options: Any) -> ArmenianState:
    given = {**TABLE, **(setup or {})}
    state = position(Armenian(seats=len(given["hands"]), **options), given)
    for move in moves:
        state.play(move)
    return state


def test_a_covered_card_is_turned_after_the_trick_or_at_once() -> None:
    waits = at("play AS")
    assert snapshot(waits)["open"][0] == [None, "JD"]
    assert snapshot(waits)["down"][0] == ["9S", "TS"]
    waits.play("play 7S")
    assert snapshot(waits)["open"][0] == ["9S", "JD"]
    assert snapshot(waits)["down"][0] == [None, "TS"]
    assert snapshot(at("play AS", reveal="immediate"))["open"][0] == ["9S", "JD"]


def test_a_place_whose_cards_are_gone_stays_empty() -> None:
    state = at("play AS", "play 7S", "play 9S", "play 8D")
    assert snapshot(state)["open"][0] == [None, "JD"]
    assert snapshot(state)["down"][0] == [None, "TS"]


def test_a_suit_the_hand_holds_may_be_followed_from_the_row_too() -> None:
    both = {"play": ["6H", "KH"]}
    assert at("play QH").menu() == at("play QH", follow_scope="hand_only").menu() == both
    spade = at("play AS", follow_scope="hand_only", setup={"hands": [["QH"], ["6H"]]})
    assert len(spade.legal_moves) == 3


def test_what_cannot_be_reached_and_what_must_be_followed() -> None:
    state = at("play QH")
    for move, code in (
        ("play 7S", "MUST_FOLLOW_SUIT"),
        ("play QS", "CARD_NOT_ACCESSIBLE"),
        ("play AS", "CARD_NOT_ACCESSIBLE"),
        ("play QH", "CARD_NOT_ACCESSIBLE"),
    ):
        before = state.copy()
        with pytest.raises(IllegalMove) as caught:
            state.play(move)
        assert (caught.value.code, state) == (code, before)
    for move in ("draw", "pass", "take", "declare S"):
        with pytest.raises(InvalidMove):
            state.play(move)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_cards_are_dealt_in_three_equal_layers(seats: int) -> None:
    game = Armenian(seats=seats)
    state = game.deal(game.deck, dealer=1)
    each = 12 // seats
    assert [len(row) for row in state.rows] == [len(row) for row in state.down] == [each] * seats
    assert [hand.bit_count() for hand in state.hands] == [each] * seats
    first = (1 + 1) % seats
    assert state.to_act == first
    assert [state.down[(first + step) % seats][0] for step in range(seats)] == game.deck[:seats]


LAST_TRICK = {
    "hands": [["AH"], ["KH"], ["QH"]],
    "open": [[], [], []],
    "down": [[], [], []],
    "leader": 0,
}


@pytest.mark.parametrize(
    ("tricks", "bonus", "gain", "winner"),
    [
        ([4, 3, 4], 0, [1, 0, 0], 0),
        ([3, 4, 4], 1, [1, 1, 1], None),
        ([4, 5, 2], 1, [1, 1, 0], None),
        ([4, 5, 2], 0, [0, 0, 0], None),
        ([6, 3, 2], 0, [4, 0, 0], 0),
    ],
)
def test_the_winner_of_three_scores_his_lead_over_the_second(
    tricks: list[int], bonus: int, gain: list[int], winner: int | None
) -> None:
    setup = {**LAST_TRICK, "tricks": tricks}
    state = at("play AH", "play KH", "play QH", setup=setup, draw_bonus=bonus)
    result = snapshot(state)["result"]
    assert (result["gain"], result["deal_winner"]) == (gain, winner)
    assert state.outcome is not None
    assert list(state.outcome.points) == gain


def test_the_match_is_won_at_the_target_by_whoever_is_ahead_alone() -> None:
    moves = ("play AH", "play KH", "play QH")
    for match, target, expected in (
        ([20, 0, 0], 21, 0),
        ([19, 0, 0], 21, None),
        ([0, 22, 0], 21, 1),
        ([21, 22, 0], 21, None),
        ([4, 0, 0], 5, 0),
    ):
        setup = {**LAST_TRICK, "tricks": [4, 3, 4], "match": match}
        result = snapshot(at(*moves, setup=setup, target=target))["result"]
        assert result["match_winner"] == expected


def test_of_several_losers_the_first_from_the_dealers_left_deals() -> None:
    setup = {**LAST_TRICK, "tricks": [6, 2, 2], "dealer": 1}
    moves = ("play AH", "play KH", "play QH")
    for rule, expected in (("loser", 2), ("winner", 0), ("alternate", 2)):
        outcome = at(*moves, setup=setup, next_dealer=rule).outcome
        assert outcome is not None
        assert outcome.next_dealer == expected


def test_the_first_to_draw_an_ace_deals() -> None:
    game = Armenian(seats=3)
    assert game.dealer_by_draw(1, cards(["7H", "KS", "AD"])) == 0
    assert game.dealer_by_draw(0, cards(["AD"])) == 0
    assert game.dealer_by_draw(0, cards(["KD"])) is None


def test_eighteen_tricks_are_played() -> None:
    game = Armenian()
    for number in range(5):
        state = play_out(game.deal(game.deck, dealer=number % 2), Random(number))
        assert isinstance(state, ArmenianState)
        assert sum(state.tricks) == 18


def test_impossible_positions_are_refused() -> None:
    for wrong, message in (
        ({"hands": [["QH"], ["QH"]]}, "twice"),
        ({"open": [["AS"], ["KH", "9C"]]}, "same number of places"),
        ({"open": [["AS", "JD"]]}, "1 rows for 2 seats"),
    ):
        with pytest.raises(SetupError, match=message):
            at(setup=wrong)
