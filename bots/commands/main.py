"""The author's commands: begin a bot, check it as the site would, let it play, and send it in."""

import argparse
import sys
from collections.abc import Sequence

from bots.commands import check, new, play, replay, schema, strength, submit, tournament
from bots.commands.given import UNUSABLE, Unusable
from bots.commands.site import SiteError
from bots.reports import SpecError
from bots.runner.table import StarvedError
from bots.sandbox.bundle import BundleError
from bots.sandbox.process import SandboxError
from games.errors import GameError
from games.terminal.setting import WrongSetting

_COMMANDS = (new, check, play, tournament, replay, submit, schema, strength)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; 0 done, 1 the bot failed, 2 the command made no sense."""
    options = _parser().parse_args(arguments)
    if sys.platform == "win32":
        return _complain("bots need Linux, macOS or the Windows Subsystem for Linux")
    try:
        code: int = options.act(options)
        sys.stdout.flush()
    except (Unusable, BundleError, SpecError, WrongSetting, GameError, SiteError) as error:
        return _complain(str(error))
    except (SandboxError, StarvedError) as error:
        return _complain(f"the bot could not be run: {error}")
    except BrokenPipeError:
        sys.stderr.close()  # Whoever read has had enough.
        return UNUSABLE
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        return UNUSABLE
    return code


def _complain(text: str) -> int:
    sys.stderr.write(f"error: {text}\n")
    return UNUSABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add(commands)
    return parser
