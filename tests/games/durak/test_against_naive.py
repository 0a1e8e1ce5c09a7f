"""Two programs written apart must agree on every menu, every turn and every outcome."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import NAMES
from games.catalogue import find_game
from games.durak.state import DurakState
from tests.games.durak import naive

GAME = find_game("podkidnoy")()


def compare(deck: list[int], dealer: int, rng: Random, wish: str = "") -> str:
    """Play one random deal in both; returns how it ended. *wish*: a verb to prefer."""
    state = GAME.deal(deck, dealer=dealer)
    other = naive.deal([NAMES[card] for card in deck], dealer)
    turn = next(other)
    while True:
        seat, choices = turn
        assert state.to_act == seat
        assert {str(move) for move in state.legal_moves} == choices
        wished = sorted(move for move in choices if wish and move.startswith(wish))
        move = rng.choice(wished or sorted(choices))
        state.play(move)
        try:
            turn = other.send(move)
        except StopIteration as ended:
            check_end(state, *ended.value)
            return state.end


def check_end(state: DurakState, fool: int | None, epaulettes: bool) -> None:
    outcome = state.outcome
    assert outcome is not None
    if fool is None:
        assert outcome.places == (1, 1)
        assert outcome.points == (0, 0)
        assert outcome.losers == ()
    else:
        assert outcome.losers == (fool,)
        assert outcome.places[fool] == 2
        assert outcome.points[fool] == -1
        assert outcome.honours[fool] == int(epaulettes)
        assert outcome.next_dealer == fool


@pytest.mark.parametrize("wish", ["", "take", "beat", "pass", "throw"])
def test_random_deals_agree(wish: str) -> None:
    """Also with players who always take, beat, pass or throw when they can."""
    rng = Random(f"agree {wish}")
    for number in range(60):
        deck = GAME.deck
        rng.shuffle(deck)
        compare(deck, number % 2, rng, wish)


@settings(max_examples=40, deadline=None)
@given(st.permutations(GAME.deck), st.integers(0, 1), st.randoms(use_true_random=False))
def test_any_deck_agrees(deck: list[int], dealer: int, rng: Random) -> None:
    compare(list(deck), dealer, rng)


def test_draws_and_epaulettes_are_among_the_deals_compared() -> None:
    """Short packs of play are rare: among many deals all kinds of ends must have been met."""
    rng = Random(11)
    ends = set()
    for number in range(250):
        deck = GAME.deck
        rng.shuffle(deck)
        ends.add(compare(deck, number % 2, rng, rng.choice(["", "beat"])))
    assert ends >= {"fool", "draw"}
