"""Random deals of British Durak, with many choices of options, played by two programs at once."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.cards import NAMES
from games.catalogue import find_game
from games.decks import shuffled
from games.game import Game
from games.scenarios import snapshot
from games.shuffle import Stream
from tests.games.british import naive
from tests.games.helpers import SECRET

GAME = find_game("british")
# Without those that only say how long something may last.
OPTIONS = [option for option in GAME.OPTIONS if option.choices and option.name != "match"]
SETS = [
    dict(zip([option.name for option in OPTIONS], values, strict=True))
    for values in product(*(option.choices for option in OPTIONS))
]
CHOSEN = [
    {},
    *({option.name: choice} for option in OPTIONS for choice in option.choices),
    *Random(2).sample(SETS, 30),
]


@pytest.mark.parametrize("options", CHOSEN, ids=["-".join(map(str, o.values())) for o in CHOSEN])
def test_both_programs_agree_on_every_turn(options: dict[str, object]) -> None:
    rng = Random(repr(options))
    for number in range(8):
        game = GAME(seats=2 + number % 4, **options, max_turns=30 if number % 5 == 0 else 5000)
        # Some players lay what they can, some would rather draw or pass.
        compare(game, number, rng, ("", "play", "draw", "pass")[number // 2])


def compare(game: Game, number: int, rng: Random, wish: str) -> None:
    """Play one random deal in both, comparing what may be played, what lies where, and the end."""
    stream = Stream(SECRET, number)
    deck = stream.shuffled(game.deck)
    dealer = stream.below(game.seats)
    twin = stream.copy()
    state = game.deal(deck, dealer=dealer, chance=stream)
    other = naive.Deal(
        [NAMES[card] for card in deck],
        game.seats,
        dealer,
        game.options,
        lambda cards: shuffled(cards, twin.below),
    )
    course = other.run()
    turn = next(course)
    while True:
        seat, choices, there = turn
        assert (state.to_act, {str(move) for move in state.legal_moves}) == (seat, choices)
        told = snapshot(state)
        told["hands"] = [sorted(hand) for hand in told["hands"]]
        assert {name: told[name] for name in there} == there
        wished = sorted(move for move in choices if wish and move.startswith(wish))
        move = rng.choice(wished or sorted(choices))
        state.play(move)
        try:
            turn = course.send(move)
        except StopIteration as ended:
            check_end(snapshot(state), state.outcome.reason if state.outcome else "", ended, other)
            return


def check_end(
    told: dict[str, object], reason: str, ended: StopIteration, other: naive.Deal
) -> None:
    left = [naive.points(hand) for hand in other.hands]
    winner = left.index(min(left)) if left.count(min(left)) == 1 else None
    gain = 0 if winner is None else sum(left) - min(left)
    assert reason == ended.value
    assert told["over"]
    assert told["result"] == {"winner": winner, "points": left, "winner_gain": gain}
