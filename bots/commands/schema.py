"""Print every message of the protocol as JSON Schema."""

import argparse
import sys

from bots.commands.given import OK
from bots.schema import messages


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("schema", help=__doc__)
    command.add_argument(
        "--write", action="store_true", help="write it, and its tables, into docs instead"
    )
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Print or write it."""
    if options.write:
        messages.write()
        sys.stderr.write(f"wrote {messages.FILE} and the tables of {messages.PAGE}\n")
    else:
        sys.stdout.write(messages.dumps())
    return OK
