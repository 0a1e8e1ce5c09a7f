"""Deals and made-up positions of Drunkard, with every choice of options, played by two programs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.cards import NAMES
from games.catalogue import find_game
from games.game import Game
from games.scenarios import play, position
from games.series import Length
from games.shuffle import Stream
from tests.games.drunkard import naive
from tests.games.helpers import SECRET
from tests.games.lockstep import (
    Shuffle,
    choices_of,
    compare,
    compare_ends,
    named,
    play_both,
    play_match,
)

GAME = find_game("drunkard")
SEATS = range(2, 9)
CHOSEN = choices_of(GAME, seed=1, mixed=20, max_tricks=[1, 2, 40])
FOREIGN = ["pass", "draw", "take", "play 6S", "declare S", "lay"]


def short(options: dict[str, Any]) -> dict[str, Any]:
    """The same with an end in sight, for every card of an endless deal costs a comparison."""
    return {"max_tricks": 60, **options}


@pytest.mark.parametrize("options", CHOSEN, ids=named)
def test_both_programs_lay_the_same_cards(options: dict[str, Any]) -> None:
    first = CHOSEN.index(options)
    for number in range(3):
        game = GAME(seats=SEATS[(first + number * 2) % len(SEATS)], **short(options))
        play_dealt(game, number, Random(f"{options} {number}"))


@pytest.mark.parametrize("options", CHOSEN, ids=named)
def test_both_programs_play_the_tricks_of_a_scenario(options: dict[str, Any]) -> None:
    number = CHOSEN.index(options)
    play_tricks(GAME(seats=SEATS[number % len(SEATS)], **short(options)), number)


@pytest.mark.parametrize("options", CHOSEN, ids=named)
def test_both_programs_settle_disputes_with_few_cards(options: dict[str, Any]) -> None:
    rng = Random(f"few {options}")
    for seats in SEATS:
        for _ in range(3):
            play_made_up(GAME(seats=seats, **short(options)), rng)


@pytest.mark.parametrize("seats", SEATS)
def test_usual_deals_are_the_same_to_the_end(seats: int) -> None:
    game = GAME(seats=seats)
    assert len(game.deck) == (36 if seats == 2 else 52)
    for number in range(2):
        assert play_tricks(game, number) in ("stripped", "trick_limit")


@pytest.mark.parametrize("options", [{}, {"next_dealer": "rotate"}, {"max_tricks": 9}], ids=named)
def test_deals_of_a_match_follow_each_other_alike(options: dict[str, Any]) -> None:
    for seats in SEATS:
        game = GAME(seats=seats, **short(options))

        def begin(
            deck: list[str], dealer: int, _: list[int], shuffle: Shuffle, game: Game = game
        ) -> naive.Deal:
            return naive.dealt(deck, game.seats, dealer, game.options, shuffle)

        play_match(game, SECRET, begin, Length("deals", 4))


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_thousands_of_deals_are_the_same(seats: int) -> None:
    rng = Random(f"many {seats}")
    for number, options in enumerate(many_choices(seats)):
        game = GAME(seats=seats, **options)
        play_tricks(game, number)
        for _ in range(5):
            play_made_up(game, rng)


def many_choices(seats: int) -> Iterator[dict[str, Any]]:
    for options in choices_of(GAME, seed=100 + seats, mixed=400, max_tricks=[1, 3, 50, 5000]):
        yield {"max_tricks": 500, **options}


def play_dealt(game: Game, number: int, rng: Random) -> str:
    """Card by card, from a deck, a dealer and later shuffles that follow from a secret."""
    stream = Stream(SECRET, number)
    deck = stream.shuffled(game.deck)
    dealer = stream.below(game.seats)
    shuffle = Shuffle(stream.copy())
    state = game.deal(deck, dealer=dealer, chance=stream)
    names = [NAMES[card] for card in deck]
    other = naive.dealt(names, game.seats, dealer, game.options, shuffle)
    end = play_both(state, other, rng, every_move=FOREIGN)
    assert list(state.lots) == shuffle.drawn
    return end


def play_tricks(game: Game, number: int) -> str:
    """Trick by trick, as the line of a scenario file has it; what is shuffled keeps its order."""
    stream = Stream(SECRET, 1000 + number)
    names = [NAMES[card] for card in stream.shuffled(game.deck)]
    dealer = stream.below(game.seats)
    state = position(line(game, {"deck_order": names, "players": game.seats, "dealer": dealer}))
    other = naive.dealt(names, game.seats, dealer, game.options, list)
    while other.to_act is not None:
        play(state, {"type": "trick"})
        done = other.tricks
        while other.tricks == done:
            other.play("lay")
        compare(state, other)
    return compare_ends(state, other)


def play_made_up(game: Game, rng: Random) -> str:
    """A position of small packs of few ranks, where equal cards and shortages abound."""
    ranks = rng.sample("6789TJQKA" if len(game.deck) == 36 else "23456789TJQKA", 5)
    ranks = rng.choice([ranks[:2], ranks[:3], ranks, ["A", ranks[0]], ["A", naive.RANKS[4]]])
    if game.options["low_beats_ace"]:
        ranks = [*ranks, "A", "6" if len(game.deck) == 36 else "2"]
    cards = sorted({rank + suit for rank in ranks for suit in "SCDH"})
    rng.shuffle(cards)
    stacks: list[list[str]] = [[] for _ in range(game.seats)]
    for number, card in enumerate(cards):
        # Each has a card, as far as they go round; then packs of uneven size.
        seat = number if number < game.seats else rng.randrange(rng.randrange(game.seats) + 1)
        stacks[seat].append(card)
    rng.shuffle(stacks)
    with_cards = [seat for seat in range(game.seats) if stacks[seat]]
    leader = rng.choice(with_cards)
    dealer = rng.randrange(game.seats)
    setup = {"stacks": stacks, "leader": leader, "dealer": dealer}
    other = naive.Deal(stacks, [], dealer, leader, game.options, list)
    state = position(line(game, setup))
    return play_both(state, other, rng, every_move=FOREIGN, told_as_json=True)


def line(game: Game, setup: dict[str, Any]) -> dict[str, Any]:
    return {"game": "drunkard", "options": game.options, "setup": setup}
