"""The rules at the command line: play, rules, replay, verify, scenarios, perft, bench."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from games import records, sheets
from games.bench import bench
from games.catalogue import GAMES, find_game
from games.errors import GameError
from games.game import Game, State
from games.glyphs import showable
from games.options import LANGUAGES
from games.perft import perft, split
from games.plain import plain
from games.rendering import last_move_text, outcome_text, table_text
from games.scenarios import run_file
from games.shuffle import Stream
from games.terminal.console import console
from games.terminal.match import play_matches
from games.terminal.setting import WrongSetting, deals_from, free_path, game_from, seat_from
from games.terminal.words import TEXT

_REPLAY = {
    "en": {
        "leg": "leg {number}",
        "deal": "deal {number}",
        "forced": "no choice",
        "fallback": "played for it",
    },
    "ru": {
        "leg": "круг {number}",
        "deal": "сдача {number}",
        "forced": "без выбора",
        "fallback": "сыграно за него",
    },
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 if all went well, 1 if something was found wrong, 2 for a wrong call."""
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.run(options))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _hang_up()
        return 1
    except (GameError, OSError, UnicodeError) as error:
        _complain(f"error: {error}")
        return 1
    except (EOFError, KeyboardInterrupt):
        print()
        return 1


def _hang_up() -> None:
    """Whoever read has had enough: what is not said yet goes nowhere, and without a word."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _say(text: str, lang: str) -> None:
    """Print *text*; other characters stand for the signs that the terminal lacks."""
    print(showable(text, sys.stdout.encoding, lang))


def _complain(text: str, lang: str = "en") -> None:
    """Say on standard error what is wrong, if need be with escapes for letters it lacks."""
    with suppress(UnicodeEncodeError):
        text = showable(text, sys.stderr.encoding, lang)
    print(text, file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("play", help="play at the terminal against a simple opponent")
    _add_game(command)
    command.add_argument("--me", type=int, default=0, metavar="SEAT", help="your seat, from 0")
    command.add_argument("--lang", choices=LANGUAGES, default="en")
    command.add_argument("--deals", type=int, metavar="N", help="a match of so many deals")
    command.add_argument("--secret", type=_secret, help="64 hex digits, to play the same cards")
    command.add_argument("--record", type=Path, metavar="FILE", help="for replay and verify")
    command.set_defaults(run=_play)

    command = commands.add_parser("rules", help="print the rule sheet of a game")
    command.add_argument("game", nargs="?", help="which; without, the games there are")
    command.add_argument("--lang", choices=LANGUAGES, default="en")
    command.add_argument("--write", action="store_true", help="write docs/rules anew instead")
    command.set_defaults(run=_rules)

    for name, run, text in (
        ("replay", _replay, "show the deals of a record move by move"),
        ("verify", _verify, "check the deals of a record"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("record", type=Path, help="JSON, or JSON Lines of a match")
        if name == "verify":
            command.add_argument("--secret", type=_secret, help="64 hex digits")
        else:
            command.add_argument("--lang", choices=LANGUAGES, default="en")
        command.set_defaults(run=run)

    command = commands.add_parser("scenarios", help="run worked positions of a JSON Lines file")
    command.add_argument("file", type=Path)
    command.set_defaults(run=lambda given: int(run_file(given.file, print) > 0))

    command = commands.add_parser("perft", help="count the move sequences to a depth")
    _add_game(command)
    command.add_argument("--secret", type=_secret, default=bytes(32), help="64 hex digits")
    command.add_argument("--depth", type=int, default=4)
    command.add_argument("--split", action="store_true", help="a line for each first move")
    command.set_defaults(run=_perft)

    command = commands.add_parser("bench", help="random play, as a JSON list")
    command.add_argument("game", nargs="?", help="one game; all without")
    command.add_argument("--seats", type=int, help="one number of seats; all without")
    command.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of play a table")
    command.add_argument("--json", action="store_true", help="print JSON only (one line)")
    command.set_defaults(run=_bench)
    return parser


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", help=", ".join(game.key for game in GAMES))
    command.add_argument("--seats", type=int)
    command.add_argument("--sides", default="single", help="single, pairs or threes")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )


def _secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise argparse.ArgumentTypeError("a secret is 64 hexadecimal digits")
    return secret


def _game(options: argparse.Namespace) -> Game:
    factory = find_game(options.game)
    chosen = dict(_option(factory, text) for text in options.option)
    seats = factory.SEATS[0] if options.seats is None else options.seats
    return factory(seats=seats, sides=options.sides, **chosen)


def _option(factory: type[Game], text: str) -> tuple[str, object]:
    """The name and the value of an option written as `name=value`; the game says if it may be."""
    name, _, value = text.partition("=")
    choices = [c for option in factory.OPTIONS if option.name == name for c in option.choices]
    for choice in choices:
        if str(choice).lower() == value.lower():
            return name, choice
    is_number = value.isascii() and value.removeprefix("-").isdigit() and len(value) < 10
    return name, int(value) if is_number else value


def _deal(game: Game, secret: bytes) -> State:
    """The first deal of a match with this secret."""
    stream = Stream(secret, 0)
    deck = stream.shuffled(game.deck)
    return game.deal(deck, dealer=stream.below(game.seats), chance=stream)


def _play(options: argparse.Namespace) -> int:
    lang = options.lang
    try:
        game = game_from(options.game, options.seats, options.sides, options.option, lang)
        me = seat_from(options.me, game, lang)
        deals = deals_from(options.deals, lang)
        path = free_path(options.record, lang)
        ask, say = console(lang)
    except WrongSetting as error:
        _complain(f"{TEXT[error.lang]['error']}: {error}", error.lang)
        return 1
    play_matches(game, me, lang, ask, say, deals=deals, secret=options.secret, path=path)
    return 0


def _rules(options: argparse.Namespace) -> int:
    if options.write:
        print("\n".join(sheets.write()) or "docs/rules is as it should be")
        return 0
    lang = options.lang
    text = sheets.sheet(options.game, lang) if options.game else sheets.index(lang)
    width = min(shutil.get_terminal_size().columns, 96)
    _say(plain(text, width), lang)
    return 0


def _replay(options: argparse.Namespace) -> int:
    lang = options.lang
    found = records.loads(options.record.read_text(encoding="utf-8"))
    for number, record in enumerate(found):
        state = records.opening(record)
        _say("\n" * (number > 0) + _heading(record, state.game, lang), lang)
        _say(table_text(state, lang, record.sitting), lang)
        for played in record.moves:
            state.play(played.move)
            mark = f"  ({_REPLAY[lang][played.mark]})" if played.mark else ""
            _say(last_move_text(state, lang, record.sitting) + mark, lang)
        _say(outcome_text(state, lang, record.sitting), lang)
    return 0


def _heading(record: records.Record, game: Game, lang: str) -> str:
    """The game, which deal this is, and of a match played in legs which leg; both from 1."""
    told = [game.NAMES[lang]]
    if record.series is not None and record.series.mirrored:
        told.append(_REPLAY[lang]["leg"].format(number=record.leg + 1))
    told.append(_REPLAY[lang]["deal"].format(number=record.deal + 1))
    return " · ".join(told)


def _verify(options: argparse.Namespace) -> int:
    found = records.loads(options.record.read_text(encoding="utf-8"))
    secret = options.secret
    if found and found[0].deal == 0 and found[0].series is not None:
        records.verify_match(found, secret)
    else:
        for record in found:
            records.verify(record, secret)
    known = secret is not None or (bool(found) and all(record.secret for record in found))
    shuffle = "" if known else " (shuffle not checked: the secret is not known)"
    print(f"{len(found)} deals verified{shuffle}")
    return 0


def _perft(options: argparse.Namespace) -> int:
    if options.depth < 1:
        _complain("error: --depth is at least 1")
        return 2
    state = _deal(_game(options), options.secret)
    if options.split:
        for move, count in split(state, options.depth):
            print(f"{move}: {count}")
    print(perft(state, options.depth))
    return 0


def _bench(options: argparse.Namespace) -> int:
    factories = [find_game(options.game)] if options.game else list(GAMES)
    results = [
        bench(factory(seats=seats), options.seconds)
        for factory in factories
        for seats in ([options.seats] if options.seats else factory.SIDES["single"])
    ]
    print(json.dumps(results, indent=None if options.json else 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
