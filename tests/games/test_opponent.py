"""The simple opponents of the terminal: better than chance, and blind to hidden cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.opponent import simple_move
from tests.games.helpers import dealt, game_of


@pytest.mark.parametrize(
    ("key", "seats", "sides"),
    [
        ("podkidnoy", 2, "single"),
        ("podkidnoy", 4, "single"),
        ("podkidnoy", 4, "pairs"),
        ("podkidnoy", 6, "threes"),
        ("passing", 3, "single"),
        ("british", 3, "single"),
        ("armenian", 2, "single"),
        ("armenian", 3, "single"),
    ],
)
def test_the_simple_opponent_is_better_than_chance(key: str, seats: int, sides: str) -> None:
    game = game_of({"key": key, "seats": seats, "sides": sides})
    rng = Random(3)
    points = [0] * seats
    for number in range(40):
        state = dealt(game, number)
        while state.to_act is not None:
            if game.side_of(state.to_act) == 0:
                state.play(simple_move(state))
            else:
                moves = state.legal_moves
                state.play(moves[rng.randrange(len(moves))])
        assert state.outcome is not None
        points = [had + won for had, won in zip(points, state.outcome.points, strict=True)]
    others = [points[seat] for seat in range(seats) if game.side_of(seat) != 0]
    assert points[0] > sum(others) / len(others)


def test_opponents_never_throw_in_against_their_partner() -> None:
    for sides, seats in (("pairs", 4), ("threes", 6)):
        game = game_of({"key": "podkidnoy", "seats": seats, "sides": sides})
        for number in range(10):
            state: Any = dealt(game, number)
            while state.to_act is not None:
                move, defender = simple_move(state), state.defender
                if move.verb in ("attack", "throw"):
                    assert game.side_of(state.to_act) != game.side_of(defender)
                state.play(move)
