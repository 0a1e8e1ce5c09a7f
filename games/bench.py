"""How fast the rules are: random play, every move validated and logged."""

from __future__ import annotations

import statistics
from random import Random
from time import process_time
from typing import Any

from games.game import Game

RUNS = 5


def bench(game: Game, seconds: float, runs: int = RUNS) -> dict[str, Any]:
    """
    Random play of *game* for *seconds* of CPU time in all; medians of several runs.

    Every move is drawn evenly from the legal ones. Shuffling and dealing are included.
    """
    rng = Random(20)
    _deals(game, rng, 0.0)
    measured = [_deals(game, rng, seconds / runs) for _ in range(runs)]
    return {
        "game": game.key,
        "seats": game.seats,
        "deals_per_s": round(statistics.median(deals / took for deals, _, took in measured), 1),
        "moves_per_s": round(statistics.median(moves / took for _, moves, took in measured)),
        "us_per_move": round(
            statistics.median(1e6 * took / moves for _, moves, took in measured), 3
        ),
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
