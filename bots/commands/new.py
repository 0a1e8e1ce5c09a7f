"""Write a small bot to begin with."""

import argparse
from importlib.resources import files
from pathlib import Path

from bots.check.positions import require_decisions
from bots.commands.given import DEFAULT_GAME, OK, Unusable
from games.catalogue import GAMES, find_game
from games.game import Game
from games.terminal.setting import game_from

_BEGUN = """wrote {path}, which plays {game} (the rules: python3 -m games rules {key})
{check} python3 -m bots check {path}{option}
let it play:                 python3 -m bots play {path} reference:cautious{option}"""
_SEND = "send it in:                  python3 -m bots submit {path} --server URL --token TOKEN"
_AT_HOME = """let several play:            python3 -m bots tournament {path} reference:lowest \
reference:cautious{option}
A site checks every bot at {taken} for two: send it in once it plays that as well;
hello["game"] says what is played."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("new", help=__doc__)
    command.add_argument("name", help="name of the bot; NAME.py is written here")
    keys = ", ".join(game.key for game in GAMES)
    command.add_argument("--game", default=DEFAULT_GAME, help=f"{keys} ({DEFAULT_GAME})")
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Write the file, never over another."""
    game = game_from(options.game, None, "single", [], "en")
    require_decisions(game)
    name = options.name.removesuffix(".py")
    if not name.replace("-", "_").isidentifier():
        raise Unusable(f"{options.name!r} is no name for a bot: use letters, digits, - and _")
    path = Path(f"{name}.py")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(example(game))
    except FileExistsError:
        raise Unusable(f"{path} is there already; choose another name") from None
    except OSError as error:
        raise Unusable(f"cannot write {path}: {error.strerror}") from error
    is_taken = game.key == DEFAULT_GAME
    option = "" if is_taken else f" --game {game.key}"
    check = "check it as the site would: " if is_taken else "check it in the same steps: "
    names = {
        "check": check,
        "path": path,
        "game": game.NAMES["en"],
        "key": game.key,
        "option": option,
    }
    taken = find_game(DEFAULT_GAME).NAMES["en"]
    print(f"{_BEGUN}\n{_SEND if is_taken else _AT_HOME}".format(**names, taken=taken))
    return OK


def example(game: Game) -> str:
    """A bot for *game*: one written for it, else one that plays whatever the menu offers."""
    texts = files("bots")
    name = "example.txt" if game.key == DEFAULT_GAME else f"example-{game.key}.txt"
    if not (texts / name).is_file():
        name = "example-any.txt"
    return (texts / name).read_text(encoding="utf-8").replace("{game}", game.NAMES["en"])
