"""How the bots of the house do in the other games, and where more than two sit at a table."""

from __future__ import annotations

from collections.abc import Sequence

from bots.measure.strength import Pair, pair_of, terms_of
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


def meetings(decks: int, secret: str) -> list[list[Pair]]:
    """Every table, and there every meeting, to be measured."""
    return [_at(find_game(key)(seats, sides), decks, secret) for key, seats, sides in _TABLES]


def _at(game: Game, decks: int, secret: str) -> list[Pair]:
    programs = _MEETINGS + (() if game.key == "podkidnoy" else _SEARCHES)
    terms = terms_of(game, decks, secret)
    return [pair_of(HouseProgram(one), HouseProgram(other), terms) for one, other in programs]


def table_of_tables(tables: Sequence[Sequence[Pair]]) -> str:
    """The table in Markdown."""
    lines = [
        "| table | one | among | decks | points ahead, 95 % | places won, 95 % | CPU a move |",
        "|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *(_line(pair) for pairs in tables for pair in pairs)])


def _line(pair: Pair) -> str:
    game = pair.terms.game
    sides = "" if game.sides == "single" else f", {SIDES[game.sides]['en']}"
    return (
        f"| {game.NAMES['en']}, {game.seats} seats{sides} | {pair.first.label} "
        f"| {pair.second.label} | {len(pair.units)} "
        f"| {_ahead(pair)} | {_won(pair)} | {pair.thinking[0].mean:.2f} ms |"
    )


def _ahead(pair: Pair) -> str:
    lead = pair.lead
    if lead is None:
        return "–"
    told = f"{round(lead.value, 2) + 0.0:+.2f} ± {lead.half_width:.2f}"
    return f"**{told}**" if lead.is_shown else told


def _won(pair: Pair) -> str:
    share = pair.share
    if share is None:
        return "–"
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
