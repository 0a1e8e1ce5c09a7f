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
from tests.games.durak.naive_lockstep import (
    Differ,
    choices_of,
    dealt,
    dealt_from,
    in_circles,
    placed,
    random_options,
    random_position,
    same_course,
    same_position,
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


def play(game: Game, rng: Random, wish: str | None = None) -> None:
    pair = dealt(game, rng, rng.choice([None, None, rng.randrange(game.seats)]))
    same_course(pair, rng, wishing(rng.choice(WISHES) if wish is None else wish))


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_at_every_table(key: str, seats: int, sides: str) -> None:
    rng = Random(f"{key} {seats} {sides}")
    for _ in range(3):
        play(find_game(key)(seats=seats, sides=sides), rng)


@pytest.mark.parametrize(("key", "name", "choice"), CHOICES)
def test_with_every_choice(key: str, name: str, choice: Any) -> None:
    rng = Random(f"{key} {name} {choice}")
    for _ in range(2 if key == "podkidnoy" else 6):
        seats, sides = rng.choice(tables(key, {name: choice}))
        game = find_game(key)(seats=seats, sides=sides, **{name: choice})
        play(game, rng, None if key == "podkidnoy" else "transfer")


@pytest.mark.parametrize("number", range(40))
def test_with_several_choices_at_once(number: int) -> None:
    play_combination(number)


def play_combination(number: int) -> None:
    rng = Random(f"combination {number}")
    key = rng.choice(KEYS)
    options = random_options(key, f"combination {number}", rng.choice([0.15, 0.4, 1]))
    seats, sides = rng.choice(tables(key, options))
    play(find_game(key)(seats=seats, sides=sides, **options), rng)


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
    wish = rng.choice([*WISHES, "beat", "beat"])
    same_course(pair, rng, in_circles if number % 3 == 0 else wishing(wish))
    met[pair[1].reason] += 1
    met["honours"] += any(pair[1].honours)


@pytest.mark.parametrize("rule", ["draw", "defender_loses"])
@pytest.mark.parametrize(
    ("key", "seats", "sides"),
    [("podkidnoy", 3, "single"), ("podkidnoy", 4, "pairs"), ("passing", 2, "single")],
)
def test_when_nobody_keeps_a_card(key: str, seats: int, sides: str, rule: str) -> None:
    """Each has one card, the third of three is out, and the defenders mostly hold trumps."""
    rng = Random(f"{key} {sides} {rule}")
    game = find_game(key)(seats=seats, sides=sides, simultaneous_out=rule)
    emptied = 0
    for _ in range(30):
        line = random_position(game, rng)
        plain, trumps = [rng.sample([r + s for r in "6789"], seats) for s in "SH"]
        hands = [[(plain, trumps)[rng.random() < seat / 2][seat]] for seat in range(seats)]
        out = [2] if seats == 3 else []
        hands = [[] if seat in out else hand for seat, hand in enumerate(hands)]
        line["setup"] |= {"hands": hands, "stock": [], "trump": "H", "leader": 0, "finished": out}
        pair = placed(line)
        same_course(pair, rng, wishing("beat"))
        emptied += not any(pair[1].hands)
    assert emptied


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


def test_when_hands_of_one_colour_are_dealt_again() -> None:
    """Of six hands one in nine deals has such a hand, and sometimes the next deal has one too."""
    rng = Random(6)
    game = find_game("podkidnoy")(seats=6, misdeal="on", deck_size=52, no_trump_leader="redeal")
    for _ in range(400):
        state, other = dealt(game, rng)
        next(other.run())
        same_position(state, other)


def test_only_the_seat_to_act_is_heard() -> None:
    state, _ = dealt(find_game("podkidnoy")(seats=4), Random(1))
    for seat in range(4):
        if seat != state.to_act:
            same_turn(state, seat)


@pytest.mark.parametrize(
    ("key", "name", "choice"),
    [
        ("podkidnoy", "multi_lead", False),
        ("podkidnoy", "first_bout_max", 5),
        ("podkidnoy", "follow_suit_before_trump", True),
        ("podkidnoy", "throwers", "leader_only"),
        ("podkidnoy", "throw_after_take", False),
        ("podkidnoy", "pass_is_final", True),
        ("podkidnoy", "max_bouts", 3),
        ("passing", "pass_cards", "many"),
        ("passing", "pass_in_first_bout", False),
        ("passing", "pass_show_trump", "once_per_deal"),
    ],
)
def test_a_program_that_plays_by_another_rule_is_found_out(
    key: str, name: str, choice: Any
) -> None:
    games = find_game(key)(seats=4), find_game(key)(seats=4, **{name: choice})
    with pytest.raises(Differ):
        play_by_different_rules(*games, Random(f"{name} {choice}"))


def play_by_different_rules(game: Game, another: Game, rng: Random) -> None:
    for _ in range(20):
        (state, _), (_, other) = dealt(game, Random(7)), dealt(another, Random(7))
        same_course((state, other), rng, wishing(rng.choice(WISHES)))


@pytest.mark.parametrize("longest", ["none", 3])
@pytest.mark.parametrize("show", ["off", "once_per_deal", "once_per_bout"])
@pytest.mark.parametrize("cards", ["one", "many"])
def test_when_everybody_has_something_to_pass_on_with(
    longest: object, show: str, cards: str
) -> None:
    """Each hand has cards of two ranks, so the attack goes round; a fourth pass needs a show."""
    setup = {
        "hands": [hand.split() for hand in ("7C 7H 8S KD QD", "7D 7S 8H 9C", "8C 8D JC AC QS JS")],
        "stock": [],
        "trump": "H",
        "dealer": 2,
        "leader": 0,
        "finished": [],
        "first_bout": True,
    }
    options = {"pass_chain_max": longest, "pass_show_trump": show, "pass_cards": cards}
    rng = Random(f"{longest} {show} {cards}")
    for _ in range(12):
        pair = placed({"game": "passing", "options": options, "setup": setup})
        same_course(pair, rng, wishing("transfer"))


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
