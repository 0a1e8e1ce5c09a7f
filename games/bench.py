"""How fast the rules are: random play, every move validated and logged, copies, views, replays."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any

from games.game import Game, State
from games.records import Record, record_of, replay
from games.shuffle import Stream

RUNS = 5
# Deals of which positions and records are measured; and one position in so many moves.
_SAMPLE = 20
_EVERY = 3


def bench(game: Game, seconds: float, runs: int = RUNS) -> dict[str, Any]:
    """
    Random play of *game* for *seconds* of CPU time in all; medians of several runs.

    Every move is drawn evenly from the legal ones; shuffling and dealing are included. Besides, in
    microseconds: copying a state, the view of the seat to act, its menu, and the view as JSON; and
    how many stored deals a second are replayed with every move validated.
    """
    rng = Random(20)
    _deals(game, rng, 0.0)
    measured = [_deals(game, rng, seconds / runs) for _ in range(runs)]
    states, records = _sample(game, rng)

    def us(act: Callable[[State], object]) -> float:
        return round(1e6 * _each(act, states, runs), 3)

    return {
        "game": game.key,
        "seats": game.seats,
        "deals_per_s": round(statistics.median(deals / took for deals, _, took in measured), 1),
        "moves_per_s": round(statistics.median(moves / took for _, moves, took in measured)),
        "us_per_move": round(
            statistics.median(1e6 * took / moves for _, moves, took in measured), 3
        ),
        "copy_us": us(lambda state: state.copy()),
        "view_us": us(lambda state: state.view(state.to_act)),
        "view_json_us": us(lambda state: state.view(state.to_act).to_json()),
        "menu_us": us(lambda state: state.menu()),
        "replays_per_s": round(1 / _each(replay, records, runs)),
    }


def _deals(game: Game, rng: Random, seconds: float) -> tuple[int, int, float]:
    """Whole random deals until the time is over: their number, their moves, the CPU time."""
    deck = game.deck
    chance = rng.random
    deals = moves = 0
    began = process_time()
    while True:
        rng.shuffle(deck)
        state = game.deal(deck)
        while state.to_act is not None:
            legal = state.legal_codes()
            state.play(legal[int(chance() * len(legal))])
            moves += 1
        deals += 1
        took = process_time() - began
        if took >= seconds:
            return deals, moves, took


def _sample(game: Game, rng: Random) -> tuple[list[State], list[Record]]:
    """Positions out of random deals, and the records of these deals."""
    states: list[State] = []
    records = []
    for number in range(_SAMPLE):
        stream = Stream(bytes(32), number)
        deck = stream.shuffled(game.deck)
        state = game.deal(deck, dealer=stream.below(game.seats), chance=stream)
        while state.to_act is not None:
            if len(state.moves) % _EVERY == 0:
                states.append(state.copy())
            state.play(rng.choice(state.legal_codes()))
        records.append(record_of(state, deal=number))
    return states, records


def _each(act: Callable[[Any], object], items: Sequence[object], runs: int) -> float:
    """Seconds of CPU time an item, over all of them: the median of several runs after one more."""

    def once() -> float:
        began = process_time()
        for item in items:
            act(item)
        return (process_time() - began) / len(items)

    once()
    return statistics.median(once() for _ in range(runs))
