"""Deals and made-up positions of British Durak, with every choice of options, in two programs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.cards import NAMES
from games.catalogue import find_game
from games.game import Game
from games.scenarios import position
from games.shuffle import Stream
from tests.games.british import naive
from tests.games.helpers import SECRET
from tests.games.lockstep import Shuffle, choices_of, named, play_both, play_match

GAME = find_game("british")
SEATS = (2, 3, 4, 5)
EXTREMES: dict[str, list[Any]] = {"max_turns": [1, 7, 30], "target": [1, 101]}
CHOSEN = choices_of(GAME, seed=2, mixed=30, **EXTREMES)
CARDS = [NAMES[card] for card in GAME().deck]
EVERY_MOVE = [
    *(f"play {card}" for card in CARDS),
    *(f"declare {suit}" for suit in "SCDH"),
    *["draw", "pass"] * 3,
]
# Some players lay what they can, some would rather draw or pass.
WISHES = ("", "play", "draw", "pass")


def short(options: dict[str, Any]) -> dict[str, Any]:
    """The same with an end in sight: who never has to lay a card can draw for ever."""
    return {"max_turns": 60, **options}


@pytest.mark.parametrize("options", CHOSEN, ids=named)
def test_both_programs_agree_on_every_turn(options: dict[str, Any]) -> None:
    rng = Random(f"turns {options}")
    for seats in SEATS:
        play_dealt(GAME(seats=seats, **short(options)), rng)


@pytest.mark.parametrize("options", CHOSEN, ids=named)
def test_both_programs_agree_near_the_end(options: dict[str, Any]) -> None:
    rng = Random(f"end {options}")
    for seats in SEATS:
        for _ in range(4):
            play_made_up(GAME(seats=seats, **short(options)), rng)


@pytest.mark.parametrize("seats", SEATS)
def test_usual_deals_agree_to_the_end(seats: int) -> None:
    rng = Random(f"usual {seats}")
    assert {play_dealt(GAME(seats=seats), rng) for _ in range(8)} <= {"out", "blocked"}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("match", [{}, {"match": "target_points", "target": 60}], ids=named)
def test_a_whole_match_is_dealt_and_paid_alike(seats: int, match: dict[str, Any]) -> None:
    game = GAME(seats=seats, **match)

    def begin(deck: list[str], dealer: int, _: list[int], shuffle: Shuffle) -> naive.Deal:
        return naive.dealt(deck, seats, dealer, game.options, shuffle)

    score, _ = play_match(game, SECRET, begin)
    assert sum(score) == 0
    assert not match or max(score) >= 60


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_thousands_of_deals_agree(seats: int) -> None:
    rng = Random(f"many {seats}")
    for options in choices_of(GAME, seed=seats, mixed=400, **EXTREMES):
        game = GAME(seats=seats, **{"max_turns": 400, **options})
        for _ in range(3):
            play_dealt(game, rng)
        for _ in range(6):
            play_made_up(game, rng)


def test_every_end_is_among_the_positions_compared() -> None:
    rng = Random(1)
    ends = {play_made_up(GAME(seats=2, max_turns=60), rng) for _ in range(150)}
    assert ends == {"out", "blocked", "turn_limit"}


def play_dealt(game: Game, rng: Random) -> str:
    """
    A deal, half of them as in a match, half as the line of a scenario file.

    In a match the pile is shuffled by the stream of the deal; in a scenario it keeps its order.
    """
    stream = Stream(SECRET, rng.randrange(1 << 32))
    deck = stream.shuffled(game.deck)
    dealer = stream.below(game.seats)
    names = [NAMES[card] for card in deck]
    wish = rng.choice(WISHES)
    if rng.random() < 0.5:
        setup = {"deck_order": names, "players": game.seats, "dealer": dealer}
        state = position(line(game, setup))
        other = naive.dealt(names, game.seats, dealer, game.options, list)
        return play_both(state, other, rng, wish, every_move=EVERY_MOVE, told_as_json=True)
    shuffle = Shuffle(stream.copy())
    state = game.deal(deck, dealer=dealer, chance=stream)
    other = naive.dealt(names, game.seats, dealer, game.options, shuffle)
    end = play_both(state, other, rng, wish, every_move=EVERY_MOVE)
    assert list(state.lots) == shuffle.drawn
    return end


def play_made_up(game: Game, rng: Random) -> str:
    """Few cards, many of them aces and sixes, a short pile and hardly any stock."""
    cards = list(CARDS)
    rng.shuffle(cards)
    cards.sort(key=lambda card: card[0] in "6A" and rng.random() < 0.6)
    hands = [[cards.pop() for _ in range(rng.randrange(1, 5))] for _ in range(game.seats)]
    pile = [cards.pop() for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    stock = [cards.pop() for _ in range(rng.choice([0, 0, 1, 2, 5]))]
    turn, dealer = rng.randrange(game.seats), rng.randrange(game.seats)
    setup = {"hands": hands, "stock": stock, "pile": pile, "turn": turn, "dealer": dealer}
    declared, ace_open = None, False
    if pile and pile[-1][0] == "A":
        ace_open = setup["ace_open"] = rng.random() < 0.7
    elif pile and rng.random() < 0.3:
        declared = setup["declared"] = rng.choice("SCDH")
    state = position(line(game, setup))
    other = naive.Deal(hands, stock, pile, dealer, turn, game.options, list, declared, ace_open)
    wish = rng.choice(WISHES)
    return play_both(state, other, rng, wish, every_move=EVERY_MOVE)


def line(game: Game, setup: dict[str, Any]) -> dict[str, Any]:
    return {"game": "british", "options": game.options, "setup": setup}
