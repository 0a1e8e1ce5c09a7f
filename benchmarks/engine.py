"""The rules engine beside two public ones in one run: `python -m benchmarks.engine`.

OpenSpiel's `crazy_eights` for two (a C++ engine asked through Python) and RLCard's `uno` are
played the same way as Podkidnoy: list the legal moves, draw one, play it. The rounds alternate,
so that a busy machine slows all alike: only the ratios mean anything. The two packages are for
this benchmark alone; without one its line says so.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from games.catalogue import find_game

# Plays one game with moves drawn by lot; returns the number of moves.
Playout = Callable[[Random], int]

# At most this part of OpenSpiel's time a move, at least so many times RLCard's moves a second.
GOALS = {"open_spiel crazy_eights": 0.5, "rlcard uno": 0.1}


def podkidnoy() -> Playout:
    """Two-player Podkidnoy: full rules, every move validated and logged."""
    game = find_game("podkidnoy")(seats=2)
    deck = game.deck

    def playout(rng: Random) -> int:
        rng.shuffle(deck)
        state = game.deal(deck)
        chance = rng.random
        while state.to_act is not None:
            legal = state.legal_codes()
            state.play(legal[int(chance() * len(legal))])
        return len(state.moves)

    return playout


def crazy_eights() -> Playout:
    """
    OpenSpiel's crazy_eights for two; cards come by chance nodes, which take time but are no moves.

    Raises:
        ImportError: If OpenSpiel is not installed.
    """
    game = import_module("pyspiel").load_game("crazy_eights(players=2)")

    def playout(rng: Random) -> int:
        state = game.new_initial_state()
        chance = rng.random
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                cards, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(cards, weights)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            moves += 1
        return moves

    return playout


def uno() -> Playout:
    """
    RLCard's uno between its own random agents.

    Raises:
        ImportError: If RLCard is not installed.
    """
    rlcard = import_module("rlcard")
    agents = import_module("rlcard.agents")
    env = rlcard.make("uno")
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(2)])

    def playout(rng: Random) -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return playout


OTHERS: dict[str, Callable[[], Playout]] = {
    "open_spiel crazy_eights": crazy_eights,
    "rlcard uno": uno,
}


def us_per_move(playout: Playout, rng: Random, seconds: float) -> float:
    """Microseconds of CPU time a move, over whole games for at least so many seconds."""
    moves = 0
    began = process_time()
    while True:
        moves += playout(rng)
        took = process_time() - began
        if took >= seconds:
            return 1e6 * took / moves


def compare(other: Playout, rounds: int, seconds: float) -> dict[str, float]:
    """Medians of alternating rounds, after one of each to warm up: ours, the other's, the ratio."""
    ours, rng = podkidnoy(), Random(20)
    us_per_move(ours, rng, seconds)
    us_per_move(other, rng, seconds)
    pairs = [
        (us_per_move(ours, rng, seconds), us_per_move(other, rng, seconds)) for _ in range(rounds)
    ]
    return {
        "ours_us": round(statistics.median(mine for mine, _ in pairs), 3),
        "other_us": round(statistics.median(theirs for _, theirs in pairs), 3),
        "ratio": round(statistics.median(mine / theirs for mine, theirs in pairs), 3),
    }


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each engine; 1 if a goal is missed, 0 also where an engine is absent."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds a round")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    results: dict[str, Any] = {}
    for name, make in OTHERS.items():
        try:
            other = make()
        except ImportError as error:
            results[name] = {"absent": f"not installed ({error.name})"}
            continue
        found = compare(other, options.rounds, options.seconds)
        results[name] = {**found, "goal": GOALS[name], "met": found["ratio"] <= GOALS[name]}
    told = json.dumps(results, indent=2) if options.json else _table(results)
    sys.stdout.write(told + "\n")
    return int(any(result.get("met") is False for result in results.values()))


def _table(results: dict[str, Any]) -> str:
    return "\n".join(
        f"{name}: {result['absent']}"
        if "absent" in result
        else f"{name}: {result['other_us']} us a move, podkidnoy {result['ours_us']}; "
        f"ratio {result['ratio']}, at most {result['goal']}: {'met' if result['met'] else 'MISSED'}"
        for name, result in results.items()
    )


if __name__ == "__main__":
    sys.exit(main())
