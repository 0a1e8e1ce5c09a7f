"""Measure how strong the bots of the house are, each against the one before it."""

import argparse
from pathlib import Path

from bots.commands.given import DEFAULT_GAME, FAILED, OK, Unusable, add_game, game_of, positive
from bots.commands.progress import Bar
from bots.measure import strength, strength_tables
from bots.measure.strength import DECKS, SECRET, ladder, measure, settings_told, table, terms_of
from bots.measure.strength_tables import meetings, table_of_tables
from bots.pages import with_part

PAGE = Path("docs/strength.md")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("strength", help=__doc__)
    add_game(command)
    command.add_argument(
        "--decks", type=int, default=DECKS, help=f"decks, each played from both seats ({DECKS})"
    )
    command.add_argument("--secret", default=SECRET, help="64 hexadecimal digits: other cards")
    command.add_argument("--jobs", type=int, default=2, help="processes at work (2)")
    command.add_argument("--write", action="store_true", help=f"put the table into {PAGE}")
    command.add_argument(
        "--others",
        action="store_true",
        help="the other games and larger tables instead: points ahead of whoever sits there",
    )
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Measure and show; 1 if a step of the order is not shown to be real."""
    positive(options, "decks", "jobs")
    if options.write and not PAGE.is_file():
        raise Unusable(f"there is no {PAGE} here to write to")
    if options.others or options.write:
        _require_no_game(options)
    if options.others:
        return _others(options)
    game = game_of(options)
    if game.seats != 2:
        raise Unusable(f"two programs are compared at a table of two, not of {game.seats}")
    pairs = ladder(terms_of(game, options.decks, options.secret))
    with Bar("strength", options.decks * len(pairs)) as bar:
        for done in measure(pairs, jobs=options.jobs):
            bar.show(done, "decks")
    text = table(pairs)
    print(text)
    if options.write:
        _write(f"{text}\n\n{_made_by(options)}, with:\n\n{settings_told()}", strength.MARKS)
    return OK if all(pair.is_real for pair in pairs) else FAILED


def _others(options: argparse.Namespace) -> int:
    """The tables at which the order of the ladder is not the question."""
    tables = meetings(options.decks, options.secret)
    rounds = sum(len(pairs) for pairs in tables)
    with Bar("strength", options.decks * rounds) as bar:
        before = 0
        for pairs in tables:
            done = 0
            for done in measure(pairs, jobs=options.jobs):
                bar.show(before + done, "decks")
            before += done
    text = table_of_tables(tables)
    print(text)
    if options.write:
        _write(f"{text}\n\n{_made_by(options)}.", strength_tables.MARKS)
    return OK


def _require_no_game(options: argparse.Namespace) -> None:
    """The tables of the page, and those of --others, are of games of their own."""
    given = {
        "--game": options.game != DEFAULT_GAME,
        "--seats": options.seats is not None,
        "--sides": options.sides != "single",
        "--option": bool(options.option),
    }
    for name, is_given in given.items():
        if is_given:
            other = "--others" if options.others else "--write"
            raise Unusable(f"{other} has its own games: leave out {name}, or {other}")


def _made_by(options: argparse.Namespace) -> str:
    given = " --others" if options.others else ""
    given += f" --secret {options.secret}" if options.secret != SECRET else ""
    return f"Made by `python -m bots strength{given} --decks {options.decks} --write`"


def _write(text: str, marks: tuple[str, str]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_part(page, *marks, text), encoding="utf-8")
