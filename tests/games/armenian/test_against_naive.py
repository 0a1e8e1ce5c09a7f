"""Deals of Armenian Durak at every table, with every choice of options, played by two programs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.cards import NAMES
from games.catalogue import find_game
from games.game import Game
from games.scenarios import position
from tests.games.armenian import naive
from tests.games.helpers import SECRET
from tests.games.lockstep import Shuffle, choices_of, named, play_both, play_match

GAME = find_game("armenian")
SEATS = (2, 3, 4)
CHOSEN = choices_of(GAME, seed=3, mixed=20, target=[1, 2, 21, 1000])
EVERY_MOVE = [f"play {NAMES[card]}" for card in GAME().deck]


@pytest.mark.parametrize("options", CHOSEN, ids=named)
def test_both_programs_agree_on_every_card(options: dict[str, Any]) -> None:
    rng = Random(f"cards {options}")
    for seats in SEATS:
        for _ in range(3):
            play_dealt(GAME(seats=seats, **options), rng)


@pytest.mark.parametrize("options", CHOSEN, ids=named)
def test_both_programs_agree_on_the_last_tricks(options: dict[str, Any]) -> None:
    """Made-up positions in which draws, shared first places and matches won are common."""
    rng = Random(f"last {options}")
    for seats in SEATS:
        for _ in range(6):
            play_made_up(GAME(seats=seats, **options), rng)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("rule", ["alternate", "loser", "winner"])
def test_a_whole_match_is_dealt_and_won_alike(seats: int, rule: str) -> None:
    game = GAME(seats=seats, next_dealer=rule, draw_bonus=1, target=12)

    def begin(deck: list[str], dealer: int, score: list[int], _: Shuffle) -> naive.Deal:
        other = naive.dealt(deck, seats, dealer, game.options)
        other.match = list(score)
        return other

    score, last = play_match(game, SECRET, begin)
    assert max(score) >= 12
    assert last.result()["match_winner"] == score.index(max(score))


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_thousands_of_deals_agree(seats: int) -> None:
    rng = Random(f"many {seats}")
    for options in choices_of(GAME, seed=seats, mixed=300, target=[1, 2, 21, 1000]):
        game = GAME(seats=seats, **options)
        for _ in range(4):
            play_dealt(game, rng)
            play_made_up(game, rng)


def test_draws_and_shared_defeats_are_among_the_positions_compared() -> None:
    rng = Random(1)
    ends = {play_made_up(GAME(seats=seats), rng) for seats in SEATS for _ in range(10)}
    assert ends == {"draw", "tricks"}


def play_dealt(game: Game, rng: Random) -> str:
    deck = game.deck
    rng.shuffle(deck)
    names = [NAMES[card] for card in deck]
    dealer = rng.randrange(game.seats)
    match = [rng.randrange(25) for _ in range(game.seats)]
    setup = {"deck_order": names, "players": game.seats, "dealer": dealer, "match": match}
    other = naive.dealt(names, game.seats, dealer, game.options)
    other.match = list(match)
    return play_both(
        position(line(game, setup)),
        other,
        rng,
        every_move=EVERY_MOVE,
        told_as_json=rng.random() < 0.5,
    )


def play_made_up(game: Game, rng: Random) -> str:
    """Few cards of few suits in hands and rows with gaps; as many for each seat."""
    suits = rng.sample("SCDH", rng.choice([2, 3, 4]))
    cards = [rank + suit for suit in suits for rank in naive.RANKS]
    rng.shuffle(cards)
    hands: list[list[str]] = []
    rows: list[list[str | None]] = []
    down: list[list[str | None]] = []
    each = rng.randrange(1, len(cards) // game.seats + 1)
    for _ in range(game.seats):
        left = [cards.pop() for _ in range(each)]
        row: list[str | None] = [None, None]
        under: list[str | None] = [None, None]
        for place in range(2):
            if left and rng.random() < 0.7:
                row[place] = left.pop()
            if left and row[place] is not None and rng.random() < 0.7:
                under[place] = left.pop()
        hands.append(left)
        rows.append(row)
        down.append(under)
    leader, dealer = rng.randrange(game.seats), rng.randrange(game.seats)
    taken = [rng.randrange(3) for _ in range(game.seats)]
    match = [rng.randrange(18, 24) for _ in range(game.seats)]
    setup = {
        "hands": hands,
        "open": rows,
        "down": down,
        "leader": leader,
        "dealer": dealer,
        "tricks": taken,
        "match": match,
    }
    other = naive.Deal(hands, rows, down, dealer, leader, game.options, taken, match)
    return play_both(position(line(game, setup)), other, rng, every_move=EVERY_MOVE)


def line(game: Game, setup: dict[str, Any]) -> dict[str, Any]:
    return {"game": "armenian", "options": game.options, "setup": setup}
