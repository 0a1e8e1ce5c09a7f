"""The rules at the command line: play, rules, replay, verify, scenarios, perft, bench."""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from games import record_files, records, sheets
from games.bench import bench
from games.catalogue import GAMES, find_game
from games.errors import DealError, GameError, RecordError
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
from games.terminal.setting import (
    WrongSetting,
    deals_from,
    free_path,
    game_from,
    seat_from,
    wrong,
)
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
    """Run one command; 0 if all went well, 1 if not, 2 if the call cannot be read."""
    if sys.stdout is None:
        return 1  # Closed before the start: nobody reads.
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.run(options))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _hang_up()
        return 1
    except WrongSetting as error:
        _complain(f"{TEXT[error.lang]['error']}: {error}", error.lang)
    except UnicodeEncodeError:
        _complain(f"error: {wrong('en', 'encoding', value=sys.stdout.encoding)}")
    except UnicodeDecodeError as error:
        _complain(f"error: the file is no text in UTF-8: {error.reason} at byte {error.start}")
    except OSError as error:
        _complain(f"error: {error.filename}: {error.strerror}" if error.filename else f"{error}")
    except GameError as error:
        _complain(f"error: {error}")
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
    command.add_argument("--depth", type=int, default=4, help="how many moves, from 1")
    command.add_argument("--split", action="store_true", help="a line for each first move")
    command.set_defaults(run=_perft)

    command = commands.add_parser("bench", help="random play, as a JSON list")
    command.add_argument("game", nargs="?", help="one game; all without")
    command.add_argument("--seats", type=int, help="so many seats only; all without")
    command.add_argument(
        "--seconds", type=_seconds, default=1.0, help="CPU seconds of play a table"
    )
    command.add_argument("--json", action="store_true", help="print JSON only (one line)")
    command.set_defaults(run=_bench)
    return parser


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", help=", ".join(game.key for game in GAMES))
    command.add_argument("--seats", type=int, help="how many play; the fewest if left out")
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


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError("seconds are a number above 0")
    return seconds


def _deal(game: Game, secret: bytes) -> State:
    """The first deal of a match with this secret."""
    stream = Stream(secret, 0)
    deck = stream.shuffled(game.deck)
    return game.deal(deck, dealer=stream.below(game.seats), chance=stream)


def _play(options: argparse.Namespace) -> int:
    lang = options.lang
    game = game_from(options.game, options.seats, options.sides, options.option, lang)
    me = seat_from(options.me, game, lang)
    deals = deals_from(options.deals, lang)
    path = free_path(options.record, lang)
    ask, say = console(lang)
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
    found = [record for match in record_files.read(options.record) for record in match.records]
    for number, record in enumerate(found):
        state = records.opening(record)
        _say("\n" * (number > 0) + _heading(record, state.game, lang), lang)
        _say(table_text(state, lang, record.sitting), lang)
        for move, played in enumerate(record.moves, start=1):
            records.play_on(state, move, played)
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
    matches = record_files.read(options.record)
    found = [record for match in matches for record in match.records]
    notes: dict[str, None] = {}
    for match in matches:
        try:
            notes |= dict.fromkeys(_noted(match.records, options.secret))
        except DealError as error:
            raise RecordError(match.wrong(error, named=len(matches) > 1)) from None
    if options.secret is None and not all(record.secret for record in found):
        notes["shuffle not checked: the secret is not known"] = None
    deals = "1 deal" if len(found) == 1 else f"{len(found)} deals"
    of = f" of {len(matches)} matches" if len(matches) > 1 else ""
    print(f"{deals}{of} verified" + (f" ({'; '.join(notes)})" if notes else ""))
    return 0


def _noted(found: Sequence[records.Record], secret: bytes | None) -> list[str]:
    """
    What must be said of the deals of one match that have been verified.

    Raises:
        DealError: If one of them is wrong.
    """
    if (found[0].leg, found[0].deal) == (0, 0) and found[0].series is not None:
        decided = records.verify_match(found, secret).decided
        return [] if decided else ["the match does not end with them"]
    for index, record in enumerate(found):
        try:
            records.verify(record, secret)
        except GameError as error:
            raise DealError(index, records.name_of(record), str(error)) from None
    alone = any(record.series is not None for record in found)
    return ["each by itself: the match does not begin with them"] if alone else []


def _perft(options: argparse.Namespace) -> int:
    if options.depth < 1:
        _complain("error: --depth is at least 1")
        return 2
    game = game_from(options.game, options.seats, options.sides, options.option, "en")
    state = _deal(game, options.secret)
    if options.split:
        for move, count in split(state, options.depth):
            print(f"{move}: {count}")
    print(perft(state, options.depth))
    return 0


def _bench(options: argparse.Namespace) -> int:
    seats = options.seats
    if options.game:
        factories = [find_game(options.game)]
    else:
        factories = [game for game in GAMES if seats is None or seats in game.SIDES["single"]]
    tables = [
        factory(seats=count)
        for factory in factories
        for count in (factory.SIDES["single"] if seats is None else [seats])
    ]
    if not tables:
        _complain(f"error: no game is played with {seats} seats")
        return 1
    results = [bench(game, options.seconds) for game in tables]
    print(json.dumps(results, indent=None if options.json else 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
