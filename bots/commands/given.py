"""What an author types: a bot as a file, a folder or a name of the house, and the game to play."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex

from bots.check.positions import require_decisions
from bots.measure.meeting import Contestant
from bots.packing import packed
from bots.reference import PROGRAMS
from bots.reports import BundleProgram, HouseProgram, Program
from bots.sandbox.bundle import FILES, MAIN, UPLOAD_BYTES, open_bundle
from games.catalogue import GAMES
from games.game import Game
from games.terminal.setting import game_from

OK, FAILED, UNUSABLE = 0, 1, 2
HOUSE = "reference:"
DEFAULT_GAME = "podkidnoy"
# What every checkout has lying about and no bot needs.
_LEFT_OUT = ("__pycache__",)


class Unusable(Exception):
    """The command cannot be carried out as it was given."""


def contestants(names: Sequence[str]) -> list[Contestant]:
    """
    Each name's program, called by the shortest name that nobody else here has.

    Raises:
        Unusable: If a name is neither a file, a folder nor a bot of the house.
        BundleError: If it is one that cannot be a bot.
    """
    short = [_short(name) for name in names]
    labels = [
        own if short.count(own) == 1 else name for name, own in zip(names, short, strict=True)
    ]
    return [
        Contestant(label if labels.count(label) == 1 else f"{label} ({number})", program_of(name))
        for number, (label, name) in enumerate(zip(labels, names, strict=True), start=1)
    ]


def _short(name: str) -> str:
    return name.removeprefix(HOUSE) if name.startswith(HOUSE) else Path(name).name or name


def program_of(name: str) -> Program:
    """
    The program called *name*: what lies here under that name comes before the house's own, which
    ``reference:NAME`` always means.

    Raises:
        Unusable: If there is nothing of that name.
    """
    house = name.removeprefix(HOUSE)
    if Path(name).exists():
        if house in PROGRAMS:
            sys.stderr.write(f"{name} is what lies here; the house's is {HOUSE}{house}\n")
        return bundle_from(Path(name))
    if house in PROGRAMS:
        return HouseProgram(house)
    names = ", ".join(PROGRAMS)
    raise Unusable(f"{name!r} is neither a file nor a bot of the house ({names})")


def bundle_from(path: Path) -> BundleProgram:
    """
    The bot in a file, or packed from a folder.

    Raises:
        Unusable: If it cannot be read.
        BundleError: If it cannot be a bot.
    """
    data, filename = upload_from(path)
    return BundleProgram(data, open_bundle(data, filename).sha256)


def upload_from(path: Path) -> tuple[bytes, str]:
    """
    The bytes to be uploaded and their file name; a folder is packed as a zip.

    Raises:
        Unusable: If it cannot be read.
    """
    try:
        if path.is_dir():
            return _packed(path), f"{path.resolve().name}.zip"
        return path.read_bytes(), path.name
    except OSError as error:
        raise Unusable(f"cannot read {error.filename or path}: {error.strerror}") from error


def _packed(folder: Path) -> bytes:
    """The files of *folder* as a zip, the same bytes for the same files."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and _wanted(path, folder)]
    if not (folder / MAIN).is_file():
        raise Unusable(f"the folder {folder} has no {MAIN}; name the bot's file so")
    if len(files) > FILES:
        raise Unusable(f"the folder {folder} has {len(files)} files; at most {FILES} are taken")
    if sum(path.stat().st_size for path in files) > 4 * UPLOAD_BYTES:
        raise Unusable(f"the folder {folder} is too large; a bot has at most 4 MiB unpacked")
    return packed({path.relative_to(folder).as_posix(): path.read_bytes() for path in files})


def _wanted(path: Path, folder: Path) -> bool:
    parts = path.relative_to(folder).parts
    return not any(part.startswith(".") or part in _LEFT_OUT for part in parts)


def add_game(command: argparse.ArgumentParser) -> None:
    """The arguments that say what is played."""
    keys = ", ".join(game.key for game in GAMES)
    command.add_argument(
        "--game", default=DEFAULT_GAME, help=f"{keys} ({DEFAULT_GAME})", metavar="GAME"
    )
    command.add_argument("--seats", type=int, help="how many sit at the table; the fewest")
    command.add_argument("--sides", default="single", help="single, pairs or threes (single)")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )


def add_match(command: argparse.ArgumentParser) -> None:
    """The arguments that say how a match is played."""
    add_game(command)
    command.add_argument("-n", "--deals", type=int, default=200, help="deals of a match (200)")
    command.add_argument(
        "--mirrored", action="store_true", help="play each deal from every seat: luck weighs less"
    )
    command.add_argument("--secret", default="", help="64 hexadecimal digits: the same cards again")
    command.add_argument("--jobs", type=int, default=1, metavar="N", help="matches at a time (1)")
    command.add_argument("--json", action="store_true", help="write the result as JSON")


def game_of(options: argparse.Namespace) -> Game:
    """
    The game that was asked for.

    Raises:
        WrongSetting: Saying what is not possible, and what is.
        SpecError: If it leaves nothing to decide.
    """
    game = game_from(options.game, options.seats, options.sides, options.option, "en")
    require_decisions(game)
    return game


def positive(options: argparse.Namespace, *names: str) -> None:
    """
    Raises:
        Unusable: If a number that must be at least 1 is not.
    """
    for name in names:
        value = getattr(options, name)
        if value < 1:
            raise Unusable(f"--{name} is {value}; it must be at least 1")


def secret_of(options: argparse.Namespace) -> str:
    """The shuffle secret that was given, or a new one."""
    return options.secret or token_hex(32)
