"""The arguments of `manage.py up`: one place for Django's parser and for the look before set-up."""

# Read on a bare Python, before anything is installed: the standard library only.
import argparse
import os


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Enter what `up` takes beside what every command of Django's takes."""
    parser.add_argument("--host", default="127.0.0.1", help="listen here (default: %(default)s)")
    parser.add_argument("--port", type=port, default=8000, help="(default: %(default)s)")
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 2,
        help="matches played at once (default: one for each processor, %(default)s)",
    )
    parser.add_argument("--exit-when-ready", action="store_true", help="stop once all runs")
    parser.add_argument(
        "--for", type=float, dest="seconds", metavar="SECONDS", help="stop so long after ready"
    )


def port(text: str) -> int:
    """
    The number of a port; 0 lets the system choose one.

    Raises:
        argparse.ArgumentTypeError: If it is none.
    """
    if not (text.isascii() and text.isdigit() and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number up to 65535 is")
    return int(text)


def check(arguments: list[str]) -> None:
    """
    Leave with a message, before anything is set up, where `up` cannot be called with *arguments*
    or is only asked for its help.
    """
    parser = argparse.ArgumentParser(
        prog="manage.py up",
        description="Run web, worker, runner and scheduler together; Ctrl-C stops them all.",
    )
    add_arguments(parser)
    _add_djangos(parser)
    _, unknown = parser.parse_known_args(arguments)
    if unknown:
        given = " ".join(unknown)
        parser.error(f"unrecognized arguments: {given}; the address is given by --host and --port")


def _add_djangos(parser: argparse.ArgumentParser) -> None:
    for name in ("--settings", "--pythonpath"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--verbosity", "-v", type=int, choices=range(4), help=argparse.SUPPRESS)
    parser.add_argument("--version", action="store_true", help=argparse.SUPPRESS)
    for name in ("--traceback", "--no-color", "--force-color", "--skip-checks"):
        parser.add_argument(name, action="store_true", help=argparse.SUPPRESS)
