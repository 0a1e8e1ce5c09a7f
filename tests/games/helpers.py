"""What several tests of the rules need: every way to set up a game, and random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.catalogue import GAMES, find_game
from games.errors import OptionError
from games.game import Game, State
from games.shuffle import Stream

SECRET = bytes(range(32))
MIXTURES = 3


def setups() -> Iterator[dict[str, Any]]:
    """
    All seats and sides with default options; each other choice at one of the tables in turn; and
    some tables at which many options differ at once.
    """
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
        yield from mixtures(factory, tables)


def mixtures(factory: type[Game], tables: list[tuple[int, str]]) -> Iterator[dict[str, Any]]:
    """Random choices of all options at random tables, the same at every run."""
    rng = Random(factory.key)
    found = 0
    while found < MIXTURES:
        seats, sides = rng.choice(tables)
        picked = {option.name: rng.choice(option.choices or (None,)) for option in factory.OPTIONS}
        others = {
            option.name: picked[option.name]
            for option in factory.OPTIONS
            if picked[option.name] not in (None, option.default)
        }
        try:
            factory(seats=seats, sides=sides, **others)
        except OptionError:
            continue
        found += 1
        yield {"key": factory.key, "seats": seats, "sides": sides, **others}


def fits(key: str, seats: int, name: str, choice: object) -> bool:
    """Whether so many seats can be dealt to; only the pack sets a bound, and in Durak alone."""
    return name != "deck_size" or key == "drunkard" or int(str(choice)) >= 6 * seats


def setup_id(setup: dict[str, Any]) -> str:
    """The values of a setup; of one with many options their number instead."""
    table, options = list(setup.values())[:3], list(setup.values())[3:]
    told = options if len(options) < 2 else [f"{len(options)} options"]
    return "-".join(map(str, (*table, *told)))


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
