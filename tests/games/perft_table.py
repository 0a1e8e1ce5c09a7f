"""Write the table of move sequences anew: `python -m tests.games.perft_table`.

Only for a new option or game, or when the rules have changed on purpose: a number that has
changed for no such reason is an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.game import Game
from games.perft import perft
from tests.games.helpers import dealt, game_of, setups

TABLE = Path(__file__).parent / "data" / "perft.jsonl"
SECRETS = (bytes(32), bytes(range(32)))
# How far a line goes: to the first depth with more sequences than this, at most so many moves.
MANY, MOST_MOVES = 100_000, 24
MANY_WITH_OPTIONS = 10_000


def entries() -> Iterator[dict[str, Any]]:
    """A line for each game, seats, sides and option, from each secret."""
    for setup in setups():
        chosen = {k: v for k, v in setup.items() if k not in ("key", "seats", "sides")}
        for secret in SECRETS:
            line: dict[str, Any] = {
                "game": setup["key"],
                "seats": setup["seats"],
                "sides": setup["sides"],
                "options": chosen,
                "secret": secret.hex(),
                "deal": 0,
            }
            game = game_of(setup)
            if setup["key"] == "drunkard":
                yield {**line, "length": length(game, secret)}
            else:
                many = MANY_WITH_OPTIONS if chosen else MANY
                yield {**line, "depths": depths(game, secret, many)}


def depths(game: Game, secret: bytes, many: int) -> list[int]:
    """The number of sequences of 1, 2, 3 ... moves."""
    state = dealt(game, 0, secret)
    counts = [perft(state, 1)]
    while counts[-1] and counts[-1] <= many and len(counts) < MOST_MOVES:
        counts.append(perft(state, len(counts) + 1))
    return counts


def length(game: Game, secret: bytes) -> int:
    """How many moves a deal has in which nobody ever has a choice."""
    state = dealt(game, 0, secret)
    while state.to_act is not None:
        (only,) = state.legal_codes()
        state.play(only)
    return len(state.moves)


if __name__ == "__main__":
    text = "".join(json.dumps(entry) + "\n" for entry in entries())
    TABLE.write_text(text, encoding="utf-8")
    print(f"{text.count(chr(10))} lines")
