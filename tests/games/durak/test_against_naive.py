"""Two programs written apart agree on every menu, position, refusal and outcome."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.cards import NAMES
from games.catalogue import find_game
from games.game import Game
from games.shuffle import Stream
from tests.games.durak import naive
from tests.games.durak.naive_lockstep import (
    choices_of,
    dealt,
    dealt_from,
    in_circles,
    placed,
    random_options,
    random_position,
    same_course,
    same_turn,
    tables,
    wishing,
)

KEYS = ("podkidnoy", "passing")
WISHES = ("", "", "take", "beat", "pass", "throw", "transfer")
TABLES = [(key, *table) for key in KEYS for table in tables(key, {})]
CHOICES = [
    (key, option.name, choice)
    for key in KEYS
    for option in find_game(key).OPTIONS
    for choice in choices_of(option)
    if choice != option.default and (key == "podkidnoy" or option.name.startswith(("pass", "ref")))
]


def play(game: Game, rng: Random, **how: Any) -> naive.Deal:
    pair = dealt(game, rng, rng.choice([None, None, rng.randrange(game.seats)]))
    same_course(pair, rng, wishing(rng.choice(WISHES)), **how)
    return pair[1]


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_at_every_table(key: str, seats: int, sides: str) -> None:
    rng = Random(f"{key} {seats} {sides}")
    for _ in range(3):
        play(find_game(key)(seats=seats, sides=sides), rng)


@pytest.mark.parametrize(("key", "name", "choice"), CHOICES)
def test_with_every_choice(key: str, name: str, choice: object) -> None:
    rng = Random(f"{key} {name} {choice}")
    few = tables(key, {name: choice})
    for seats, sides in rng.sample(few, min(2, len(few))):
        play(find_game(key)(seats=seats, sides=sides, **{name: choice}), rng)


@pytest.mark.parametrize("number", range(40))
def test_with_several_choices_at_once(number: int) -> None:
    play_combination(number)


def play_combination(number: int, **how: Any) -> None:
    rng = Random(f"combination {number}")
    key = rng.choice(KEYS)
    options = random_options(key, f"combination {number}", rng.choice([0.15, 0.4, 1]))
    seats, sides = rng.choice(tables(key, options))
    play(find_game(key)(seats=seats, sides=sides, **options), rng, **how)


@pytest.mark.parametrize("key", KEYS)
def test_from_positions_with_few_cards(key: str) -> None:
    """Short deals end in every way: they are where outs, draws and team-mates matter."""
    met: Counter[str] = Counter()
    for number in range(180):
        play_position(key, number, met)
    ends = {"fool", "draw", "repetition", "bout_limit", "honours"}
    assert set(met) >= (ends | {"team_loss"} if key == "podkidnoy" else ends)


def play_position(key: str, number: int, met: Counter[str]) -> None:
    rng = Random(f"position {key} {number}")
    options = random_options(key, f"position {key} {number}", rng.choice([0, 0.15, 0.4]))
    seats, sides = rng.choice(tables(key, options))
    game = find_game(key)(seats=seats, sides=sides, **options)
    pair = placed(random_position(game, rng))
    same_course(pair, rng, in_circles if number % 3 == 0 else wishing(rng.choice(WISHES)))
    met[pair[1].reason] += 1
    met["honours"] += any(pair[1].honours)


@pytest.mark.parametrize("rule", ["dealer_left", "lowest_card", "random", "redeal"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_nobody_was_dealt_a_trump(rule: str, seats: int) -> None:
    game = find_game("podkidnoy")(seats=seats, no_trump_leader=rule)
    rng = Random(f"{rule} {seats}")
    for _ in range(8):
        lot = Stream(rng.randbytes(32), 0)
        deck = lot.shuffled(game.deck)
        hearts = [c for c in deck if NAMES[c][1] == "H"]
        others = [c for c in deck if NAMES[c][1] != "H"]
        pair = dealt_from(game, others[: 6 * seats] + hearts + others[6 * seats :], 0, None, lot)
        same_course(pair, rng, wishing("beat"))


def test_only_the_seat_to_act_is_heard() -> None:
    state, _ = dealt(find_game("podkidnoy")(seats=4), Random(1))
    for seat in range(4):
        if seat != state.to_act:
            same_turn(state, seat)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(20))
def test_thousands_of_deals_with_any_choices(hundred: int) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        play_combination(1000 + number)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(20))
def test_thousands_of_positions_with_any_choices(hundred: int) -> None:
    met: Counter[str] = Counter()
    for number in range(100 * hundred, 100 * hundred + 100):
        play_position(KEYS[number % 2], 1000 + number, met)
