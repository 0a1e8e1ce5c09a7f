"""What a program that searches asks of a deal in progress, in every game."""

from __future__ import annotations

import pytest

from games.catalogue import GAMES, find_game
from games.errors import IllegalMove, InvalidMove
from games.game import Game
from tests.games.helpers import dealt

# Below all, above all, and each verb with a payload that is no card.
NO_MOVES = {-1, 1 << 70, *(63 << 4 | verb for verb in range(16))}


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: str(factory.key))
def test_a_number_is_among_the_legal_moves_exactly_if_it_can_be_played(factory: type[Game]) -> None:
    state = dealt(factory())
    numbers = {code for other in GAMES for code in dealt(other()).legal_codes()}
    for _ in range(40):
        if state.to_act is None:
            break
        codes = state.legal_codes()
        assert all(int(code) in state.legal_moves for code in codes)
        assert not any(code in state.legal_moves for code in (numbers - set(codes)) | NO_MOVES)
        numbers |= set(codes)
        state.play(codes[-1])
    assert False not in state.legal_moves


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: str(factory.key))
@pytest.mark.parametrize("wrong", [True, False, 16.0, None], ids=repr)
def test_what_only_equals_a_number_is_no_move(factory: type[Game], wrong: object) -> None:
    state = dealt(factory())
    assert wrong not in state.legal_moves
    with pytest.raises(InvalidMove, match="expected a Move"):
        state.play(wrong)  # type: ignore[arg-type]


def test_a_move_out_of_its_time_is_told_the_verbs_that_are_in_theirs() -> None:
    state = dealt(find_game("passing")(seats=3))
    told = set()
    while state.to_act is not None:
        with pytest.raises(IllegalMove) as refused:
            state.play("take" if "take" not in state.menu() else "pass")
        told.add(str(refused.value).partition("time to ")[2])
        assert refused.value.position == state
        state.play(state.legal_codes()[-1])
    assert told == {"attack", "beat or take or transfer", "throw or pass"}


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: str(factory.key))
def test_a_state_shows_its_game_how_far_it_is_and_who_is_to_act(factory: type[Game]) -> None:
    state = dealt(factory())
    told = repr(state)
    assert repr(state.game) in told
    assert f"0 moves, seat {state.to_act} to act" in told
    while state.to_act is not None:
        state.play(state.legal_codes()[0])
    assert f"{len(state.moves)} moves, over" in repr(state)
