"""How the bots of the house do in the other games, and where more than two sit at a table."""

from __future__ import annotations

from collections.abc import Sequence

from bots.measure.strength import Pair
from bots.reports import HouseProgram
from games.catalogue import find_game
from games.game import Game
from games.options import SIDES

MARKS = "<!-- others: begin -->\n\n", "\n\n<!-- others: end -->"
# By the key of the game, seats and sides; throw-in Durak for two has a table of its own.
_TABLES = (
    ("passing", 2, "single"),
    ("passing", 4, "single"),
    ("british", 2, "single"),
    ("british", 4, "single"),
    ("armenian", 2, "single"),
    ("armenian", 3, "single"),
    ("podkidnoy", 3, "single"),
    ("podkidnoy", 4, "single"),
    ("podkidnoy", 6, "single"),
    ("podkidnoy", 4, "pairs"),
    ("podkidnoy", 6, "threes"),
)
# Who is put at the table, and whom he meets there.
_MEETINGS = (("cautious", "random"), ("cautious", "lowest"))
# Searching is measured in the other games only: a deal of many takes it long.
_SEARCHES = (("search", "cautious"),)

Meetings = list[tuple[Game, list[Pair]]]


def meetings() -> Meetings:
    """Every table, and there every meeting, to be measured."""
    return [
        (
            find_game(key)(seats, sides),
            [
                Pair(HouseProgram(one), HouseProgram(other))
                for one, other in _MEETINGS + (() if key == "podkidnoy" else _SEARCHES)
            ],
        )
        for key, seats, sides in _TABLES
    ]


def table_of_tables(tables: Meetings) -> str:
    """The table in Markdown."""
    lines = [
        "| table | one | among | decks | points ahead, 95 % | places won, 95 % | CPU a move |",
        "|---|---|---|---|---|---|---|",
    ]
    for game, pairs in tables:
        lines += _lines(game, pairs)
    return "\n".join(lines)


def _lines(game: Game, pairs: Sequence[Pair]) -> list[str]:
    sides = "" if game.sides == "single" else f", {SIDES[game.sides]['en']}"
    table = f"{game.NAMES['en']}, {game.seats} seats{sides}"
    return [
        f"| {table} | `{pair.stronger.program}` | `{pair.weaker.program}` | {len(pair.units)} "
        f"| {_ahead(pair)} | {_won(pair)} | {pair.thinking[0].mean:.2f} ms |"
        for pair in pairs
    ]


def _ahead(pair: Pair) -> str:
    lead = pair.lead
    if lead is None:
        return "–"
    told = f"{round(lead.value, 2) + 0.0:+.2f} ± {lead.half_width:.2f}"
    return f"**{told}**" if lead.is_shown else told


def _won(pair: Pair) -> str:
    share = pair.share
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
