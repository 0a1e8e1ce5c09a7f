"""Passing Durak at its corners: who may pass the attack on, with what, and what follows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.catalogue import find_game
from games.durak.passing_state import PassingState
from games.durak.positions import position, snapshot
from games.errors import GameError, OptionError, SetupError
from tests.games.helpers import dealt


def place(
    *hands: str, stock: str = "", trump: str = "H", leader: int = 0, **more: Any
) -> PassingState:
    """A position of hands written as `6S 7D`; options of the game and the setup by name."""
    setup: dict[str, Any] = {
        "hands": [hand.split() for hand in hands],
        "stock": stock.split(),
        "trump": trump,
        "leader": leader,
    }
    for name in ("first_bout", "finished", "dealer"):
        if name in more:
            setup[name] = more.pop(name)
    state = position(find_game("passing")(seats=len(hands), **more), setup)
    assert isinstance(state, PassingState)
    return state


def after(state: PassingState, *moves: str) -> PassingState:
    for move in moves:
        state.play(move)
    return state


def refused(state: PassingState, move: str) -> str:
    with pytest.raises(GameError) as caught:
        state.play(move)
    return caught.value.code


def test_nobody_passes_in_sides() -> None:
    with pytest.raises(OptionError, match="single"):
        find_game("passing")(seats=4, sides="pairs")


def test_the_passer_is_the_leader_and_throws_in_first() -> None:
    state = after(
        place("7C KD 8H", "7D JC TC", "8C 8D AS"),
        "attack 7C", "transfer 7D", "beat 7C 8C", "beat 7D 8D",
    )  # fmt: skip
    assert (state.leader, state.defender, state.to_act) == (1, 2, 1)
    after(state, "pass")
    assert state.to_act == 0
    assert state.menu()["throw"] == ["8H"]


def test_the_limit_is_the_new_defenders_hand_whatever_the_passer_held() -> None:
    state = after(place("7C KD", "7D", "8C JD AS QS"), "attack 7C", "transfer 7D")
    assert (state.limit, state.room) == (4, 2)
    state = after(
        place("7C KD", "7D 9S 9C 9D 9H TS", "8C JD AS QS QC QD KC KS", first_bout=True,
              first_bout_max=5),
        "attack 7C", "transfer 7D",
    )  # fmt: skip
    assert (state.limit, state.room) == (5, 3)


def test_the_bout_goes_on_from_the_last_defender() -> None:
    hands = ("7C KD 9S", "7D 9C TC", "8C JD AS")
    taken = after(place(*hands), "attack 7C", "transfer 7D", "take", "pass", "pass")
    assert (taken.leader, taken.defender) == (0, 1)
    beaten = after(
        place(*hands), "attack 7C", "transfer 7D", "beat 7C 8C", "beat 7D JD", "pass", "pass"
    )
    assert (beaten.leader, beaten.defender) == (2, 0)


@pytest.mark.parametrize(
    ("rule", "order"), [("original_leader", [0, 1, 2]), ("last_passer", [1, 0, 2])]
)
def test_who_led_first_draws_first_unless_agreed_otherwise(rule: str, order: list[int]) -> None:
    state = place(
        "7C KD QS JS TS", "7D 9C TC JC QC", "8C 8D AS KS QD",
        stock="6S 6C 6D 9D 9H 6H", refill_first=rule,
    )  # fmt: skip
    after(state, "attack 7C", "transfer 7D", "beat 7C 8C", "beat 7D 8D", "pass", "pass")
    told = snapshot(state)["last_bout"]["refill"]
    assert [seat for seat, _ in told] == order


def test_two_seats_bounce_the_attack_as_long_as_they_hold_the_rank() -> None:
    state = after(place("7C 7S KD QD 8D", "7D 7H 9C JC AC"), "attack 7C", "transfer 7D")
    assert state.menu()["transfer"] == ["7S"]
    after(state, "transfer 7S")
    assert (state.leader, state.defender, state.limit, state.room) == (0, 1, 4, 1)
    assert state.menu()["transfer"] == []
    assert refused(state, "transfer 7H") == "NEXT_PLAYER_TOO_FEW_CARDS"


def test_with_nobody_else_holding_cards_nothing_is_passed_on() -> None:
    state = after(place("7C", "7D 7H KS", pass_show_trump="once_per_deal"), "attack 7C")
    assert state.menu()["transfer"] == state.menu()["transfer_show"] == []
    assert refused(state, "transfer 7D") == "NEXT_PLAYER_TOO_FEW_CARDS"
    assert refused(state, "transfer_show 7H") == "NEXT_PLAYER_TOO_FEW_CARDS"


def test_a_seat_without_cards_is_skipped() -> None:
    state = after(place("7C KD", "7D 9C", "", "8C JD"), "attack 7C", "transfer 7D")
    assert (state.leader, state.defender) == (1, 3)


def test_who_passes_with_the_last_card_is_out_at_the_end_of_the_bout() -> None:
    state = after(place("7C KD", "7D", "8C JD AS"), "attack 7C", "transfer 7D")
    assert state.finished == ()
    after(state, "take", "pass")
    assert state.finished == (1,)


def test_several_cards_pass_only_by_option() -> None:
    hands = ("7C KD", "7D 7S 9C", "8C JD AS QS")
    assert refused(after(place(*hands), "attack 7C"), "transfer 7D 7S") == "ONE_CARD_ONLY"
    state = after(place(*hands, pass_cards="many"), "attack 7C")
    assert state.menu()["transfer"] == [["7S"], ["7D"], ["7S", "7D"]]
    after(state, "transfer 7S 7D")
    assert (state.defender, state.room, len(state.pairs)) == (2, 1, 3)


def test_a_chain_may_have_a_limit() -> None:
    hands = ("7C 7H KD QD 8D 8S", "7D 7S 9C JC AC KC")
    moves = ("attack 7C", "transfer 7D", "transfer_show 7H", "transfer 7S")
    free: dict[str, Any] = {"pass_show_trump": "once_per_bout"}
    assert after(place(*hands, **free), *moves, "transfer 7H").passes == 4
    state = after(place(*hands, **free, pass_chain_max=3), *moves)
    assert refused(state, "transfer 7H") == "PASSING_NOT_ALLOWED"


def test_the_reason_for_a_refusal_is_the_first_that_holds() -> None:
    state = after(place("7C KD", "7D 9C", "8C JD AS"), "attack 7C")
    assert refused(state, "transfer 7S") == "CARD_NOT_HELD"
    assert refused(state, "transfer 9C") == "RANK_MISMATCH"
    assert refused(state, "transfer_show 9C") == "PASSING_NOT_ALLOWED"
    assert refused(place("7C KD", "7D 9C"), "transfer 7C") == "WRONG_PHASE"


def test_a_shown_trump_stays_in_hand_and_is_known() -> None:
    state = after(
        place("7C KD", "7H 9C", "8C JD", pass_show_trump="once_per_deal"),
        "attack 7C", "transfer_show 7H",
    )  # fmt: skip
    assert (state.leader, state.defender, state.limit, state.room) == (1, 2, 2, 1)
    told = state.view(0).to_json()
    assert told["known"][1] == told["shown"] == ["7H"]
    assert told["counts"] == [1, 2, 2]
    assert (told["opener"], told["passes"]) == (0, 1)


def test_only_the_trump_of_the_rank_is_shown() -> None:
    state = after(place("7C KD", "7S 9H", "8C JD", pass_show_trump="once_per_bout"), "attack 7C")
    assert refused(state, "transfer_show 7S") == "NOT_ELIGIBLE"
    assert refused(state, "transfer_show 9H") == "RANK_MISMATCH"


@pytest.mark.parametrize(("rule", "again"), [("once_per_deal", []), ("once_per_bout", ["7H"])])
def test_a_trump_is_shown_once_in_a_deal_or_in_a_bout(rule: str, again: list[str]) -> None:
    state = place("7C 7S 8S KD", "7H 9C 9D", pass_show_trump=rule)
    after(state, "attack 7C", "transfer_show 7H", "take", "pass")
    assert (state.leader, state.phase) == (1, 0)
    after(state, "attack 9C", "take", "pass", "attack 9D", "take", "pass")
    assert state.to_act is None or state.leader == 1
    state = place("7C 7S 8S KD", "7H 9C 9D JD", "AS AC AD AH QS", pass_show_trump=rule)
    after(state, "attack 7C", "transfer_show 7H", "take", "pass", "pass")
    after(state, "attack 7S")
    assert state.menu()["transfer_show"] == again
    if not again:
        assert refused(state, "transfer_show 7H") == "ALREADY_SHOWN"


def test_sixes_laid_in_passing_count_as_the_attack_but_were_not_led_together() -> None:
    hands = ("6C", "6D", "8C")
    for rule, straps in (("led_pair", 0), ("any_two_sixes", 1), ("one_strap_per_six", 2)):
        state = place("6C", "6D", "8C JD", epaulettes=rule)
        after(state, "attack 6C", "transfer 6D", "take")
        assert state.outcome is not None
        assert state.outcome.losers == (2,)
        assert state.outcome.honours == (0, 0, straps)
    assert refused(after(place(*hands), "attack 6C"), "transfer 6D") == "NEXT_PLAYER_TOO_FEW_CARDS"


def test_a_view_of_podkidnoy_is_not_taken_for_one_of_passing() -> None:
    view = dealt(find_game("podkidnoy")()).view(0)
    with pytest.raises(SetupError):
        find_game("passing")().determinize(view, Random(1))
    with pytest.raises(SetupError):
        find_game("passing")().read_view(view.to_json())
