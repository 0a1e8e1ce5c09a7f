"""Random deals of Armenian Durak, two to four seats, played by two programs at once."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.cards import NAMES
from games.catalogue import find_game
from games.scenarios import snapshot
from tests.games.armenian import naive

CASES = list(
    product((2, 3, 4), ("hand_and_open", "hand_only"), ("after_trick", "immediate"), (0, 1))
)


@pytest.mark.parametrize(("seats", "scope", "reveal", "bonus"), CASES)
def test_both_programs_agree_on_every_card(seats: int, scope: str, reveal: str, bonus: int) -> None:
    game = find_game("armenian")(seats=seats, follow_scope=scope, reveal=reveal, draw_bonus=bonus)
    rng = Random(f"{seats} {scope} {reveal}")
    for number in range(20):
        deck = game.deck
        rng.shuffle(deck)
        dealer = number % seats
        state = game.deal(deck, dealer=dealer)
        other = naive.deal([NAMES[card] for card in deck], seats, dealer, game.options)
        turn = next(other)
        tricks = None
        while tricks is None:
            seat, choices, there = turn
            assert (state.to_act, {str(move) for move in state.legal_moves}) == (seat, choices)
            told = snapshot(state)
            assert {name: told[name] for name in there} == there
            move = rng.choice(sorted(choices))
            state.play(move)
            try:
                turn = other.send(move)
            except StopIteration as ended:
                tricks = ended.value
        first, second = sorted(tricks, reverse=True)[:2]
        lead = first - second
        gain = [(lead or bonus) if taken == first else 0 for taken in tricks]
        assert snapshot(state)["result"] == {
            "tricks": tricks,
            "deal_winner": tricks.index(first) if lead else None,
            "gain": gain,
            "match": gain,
            "match_winner": None,
        }
