"""What several tests of the rules need: every way to set up a game, and random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.catalogue import GAMES, find_game
from games.game import Game, State
from games.shuffle import Stream

SECRET = bytes(range(32))


def setups() -> Iterator[dict[str, Any]]:
    """All seats and sides with default options; each other choice at one of the tables in turn."""
    for factory in GAMES:
        tables = [(seats, sides) for sides, counts in factory.SIDES.items() for seats in counts]
        for seats, sides in tables:
            yield {"key": factory.key, "seats": seats, "sides": sides}
        turn = 0
        for option in factory.OPTIONS:
            for choice in option.choices or (option.low, option.high):
                if choice == option.default:
                    continue
                turn += 1
                seats, sides = tables[turn % len(tables)]
                if fits(factory.key, seats, option.name, choice):
                    table = {"key": factory.key, "seats": seats, "sides": sides}
                    yield {**table, option.name: choice}


def fits(key: str, seats: int, name: str, choice: object) -> bool:
    """Whether so many seats can be dealt to; only the pack sets a bound, and in Durak alone."""
    return name != "deck_size" or key == "drunkard" or int(str(choice)) >= 6 * seats


def setup_id(setup: dict[str, Any]) -> str:
    return "-".join(str(value) for value in setup.values())


def game_of(setup: dict[str, Any]) -> Game:
    return find_game(setup["key"])(**{k: v for k, v in setup.items() if k != "key"})


def dealt(game: Game, deal: int = 0, secret: bytes = SECRET) -> State:
    """A deal of this game: deck, dealer and later chance from the secret."""
    stream = Stream(secret, deal)
    deck = stream.shuffled(game.deck)
    return game.deal(deck, dealer=stream.below(game.seats), chance=stream)


def play_out(state: State, rng: Random) -> State:
    """Random moves to the end."""
    while state.to_act is not None:
        moves = state.legal_moves
        state.play(moves[rng.randrange(len(moves))])
    return state
