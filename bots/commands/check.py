"""Check a bot in the very steps in which the site does."""

import argparse
import contextlib
import json
import sys
from pathlib import Path

from bots.check.advice import STEPS
from bots.check.diagnosis import problem_of_bundle
from bots.check.positions import require_decisions
from bots.check.reports import CheckReport, CheckSpec, Step
from bots.check.run import Progress, check
from bots.check.watching import Watch
from bots.commands.given import (
    DEFAULT_GAME,
    FAILED,
    OK,
    upload_from,
)
from bots.commands.home import unwalled, walled
from bots.commands.progress import Bar
from bots.commands.showing import report_lines, say
from bots.reports import BundleProgram
from bots.sandbox.bundle import BundleError, open_bundle
from bots.sandbox.process import Walls
from bots.sandbox.workspace import Workspace
from games.catalogue import GAMES
from games.terminal.setting import game_from


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("check", help=__doc__)
    command.add_argument(
        "file", type=Path, help="the bot: a .py file, a .zip with bot.py, or a folder with it"
    )
    keys = ", ".join(game.key for game in GAMES)
    command.add_argument("--game", default=DEFAULT_GAME, help=f"{keys} ({DEFAULT_GAME})")
    command.add_argument(
        "--seats",
        type=_seats,
        metavar="N[,N…]",
        help="tables of how many seats, such as 2,3,4; the fewest of the game",
    )
    command.add_argument(
        "--no-walls", action="store_true", help="run it without the sandbox even if there is one"
    )
    command.add_argument("--json", action="store_true", help="write the result as JSON")
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Check the bot; 1 if it is refused."""
    seats = options.seats or [None]
    games = [game_from(options.game, count, "single", [], "en") for count in seats]
    require_decisions(games[0])
    data, filename = upload_from(options.file)
    try:
        bundle = open_bundle(data, filename)
    except BundleError as error:
        report = CheckReport((Step("bundle", 0, {}, problem_of_bundle(error)),))
    else:
        program = BundleProgram(data, bundle.sha256)
        tables = tuple(game.seats for game in games)
        report = _checked(CheckSpec(program, options.game, tables), options.no_walls)
    if options.json:
        print(json.dumps(report.to_json()))
    else:
        for line in report_lines(report):
            say(line)
    return OK if report.accepted else FAILED


def _checked(spec: CheckSpec, no_walls: bool) -> CheckReport:
    with contextlib.ExitStack() as stack:
        if no_walls:
            walls, workspace = stack.enter_context(unwalled())
            reason = "as was asked for"
        else:
            walls, workspace, reason = stack.enter_context(walled())
        if reason:
            sys.stderr.write(
                f"checked without a sandbox ({reason}): the site also keeps it to its memory and "
                "to what a bot may ask of the system\n"
            )
        return _followed(spec, walls, workspace)


def _followed(spec: CheckSpec, walls: Walls, workspace: Workspace) -> CheckReport:
    report: CheckReport | None = None
    with Bar("check", len(STEPS)) as bar:
        done = 0
        for event in check(spec, Watch(walls), workspace):
            if isinstance(event, Progress):
                far = f" {event.done}/{event.total}" if event.total > 1 else ""
                bar.show(done, f"{event.name}{far}")
            elif isinstance(event, Step):
                done = list(STEPS).index(event.name) + event.passed
                bar.show(done, event.name)
            else:
                report = event
    assert report is not None, "a check ends with its report"
    return report


def _seats(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list such as 2,3,4") from None
