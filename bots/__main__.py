"""The author's commands: begin a bot, check it as the site would, and let it play."""

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

from bots.checking import check
from bots.checks import CheckReport, CheckSpec, Step
from bots.reference import PROGRAMS
from bots.reports import (
    BundleProgram,
    DealReport,
    HouseProgram,
    MatchReport,
    MatchSpec,
    Program,
    SpecError,
)
from bots.runner import play_match
from bots.sandbox.bundle import BundleError, open_bundle
from bots.sandbox.own import Own
from bots.sandbox.process import SandboxError
from bots.sandbox.workspace import Workspace
from bots.seating import seated
from bots.table import StarvedError
from bots.watching import Watch

OK, FAILED, UNUSABLE = 0, 1, 2
_NEXT = """wrote {path}
check it as the site would:  python3 -m bots check {path}
let it play:                 python3 -m bots play {path} cautious"""


class Unusable(Exception):
    """The command cannot be carried out as it was given."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; 0 done, 1 the bot failed, 2 the command made no sense."""
    options = _parser().parse_args(arguments)
    if sys.platform == "win32":
        print("bots need Linux, macOS or the Windows Subsystem for Linux", file=sys.stderr)
        return UNUSABLE
    try:
        code: int = options.act(options)
    except (Unusable, BundleError, SpecError) as error:
        print(f"error: {error}", file=sys.stderr)
        return UNUSABLE
    except (SandboxError, StarvedError) as error:
        print(f"error: the bot could not be run: {error}", file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return UNUSABLE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    new = commands.add_parser("new", help="write a small bot to begin with")
    new.add_argument("name", help="name of the bot; NAME.py is written here")
    new.set_defaults(act=_new)
    check = commands.add_parser("check", help="play the matches of the site's check")
    check.add_argument("file", type=Path, help="the bot: a .py file or a .zip with bot.py")
    check.add_argument("--json", action="store_true", help="write the result as JSON")
    check.set_defaults(act=_check)
    play = commands.add_parser("play", help="let two bots play a match")
    names = ", ".join(PROGRAMS)
    play.add_argument("first", metavar="A", help=f"a file, or a bot of the house: {names}")
    play.add_argument("second", metavar="B", help="the other")
    play.add_argument("--deals", type=int, default=10, help="deals of the match (10)")
    play.add_argument("--game", default="podkidnoy", help="key of the game (podkidnoy)")
    play.add_argument("--secret", default="", help="64 hexadecimal digits: the same cards again")
    play.add_argument("--json", action="store_true", help="write the reports as JSON Lines")
    play.set_defaults(act=_play)
    return parser


def _new(options: argparse.Namespace) -> int:
    name = options.name.removesuffix(".py")
    if not name.replace("-", "_").isidentifier():
        raise Unusable(f"{options.name!r} is no name for a bot: use letters, digits, - and _")
    path = Path(f"{name}.py")
    example = Path(__file__).with_name("example.txt").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(example)
    except FileExistsError:
        raise Unusable(f"{path} is there already; choose another name") from None
    except OSError as error:
        raise Unusable(f"cannot write {path}: {error.strerror}") from error
    print(_NEXT.format(path=path))
    return OK


def _check(options: argparse.Namespace) -> int:
    spec = CheckSpec(_bundle(options.file))
    workspace = Workspace(sys.executable)
    found: CheckReport | None = None
    try:
        for event in check(spec, Watch(Own(workspace)), workspace):
            if isinstance(event, Step):
                print(f"{event.name}: {'passed' if event.passed else 'failed'}", file=sys.stderr)
            elif isinstance(event, CheckReport):
                found = event
    finally:
        workspace.close()
    assert found is not None, "a check ends with its report"
    if options.json:
        print(json.dumps(found.to_json()))
    elif found.accepted:
        print("accepted: it passed every step")
    else:
        print(f"refused: {found.reason}")
        if found.log:
            print("its log:\n" + found.log.rstrip())
    return OK if found.accepted else FAILED


def _play(options: argparse.Namespace) -> int:
    if options.deals < 1:
        raise Unusable(f"--deals is {options.deals}; it must be at least 1")
    programs = (_program(options.first), _program(options.second))
    spec = MatchSpec(
        match="home",
        game=options.game,
        options={},
        seats=2,
        sides="single",
        series={"kind": "deals", "count": options.deals},
        secret=options.secret or token_hex(32),
        randoms=(token_hex(16), token_hex(16)),
        programs=programs,
    )
    result: MatchReport | None = None
    with _progress(f"{options.first} - {options.second}") as tell:
        for report in _reports(spec):
            tell(report)
            if options.json:
                kind = "finished" if isinstance(report, MatchReport) else "deal"
                print(json.dumps({"type": kind, "report": report.to_json()}), flush=True)
            if isinstance(report, MatchReport):
                result = report
    assert result is not None, "a match ends with its report"
    if not options.json:
        _show(result, (options.first, options.second), spec.secret)
    return FAILED if result.faults else OK


def _show(report: MatchReport, names: Sequence[str], secret: str) -> None:
    print(f"{names[0]} {_score(report)} {names[1]}   ({_counted(report)}, {_used(report)})")
    print(f"the same cards again: --secret {secret}")
    for fault in report.faults:
        detail = f": {fault.detail}" if fault.detail else ""
        print(f"{names[fault.seat]} failed in deal {fault.deal + 1}: {fault.kind}{detail}")
        if report.logs[fault.seat]:
            print("its log:\n" + report.logs[fault.seat].rstrip())


def _reports(spec: MatchSpec) -> Iterator[DealReport | MatchReport]:
    workspace = Workspace(sys.executable)
    try:
        with (
            seated(spec, Own(workspace), workspace) as players,
            contextlib.closing(play_match(spec, players)) as reports,
        ):
            yield from reports
    finally:
        workspace.close()


def _program(name: str) -> Program:
    if name in PROGRAMS:
        return HouseProgram(name)
    if not Path(name).exists():
        names = ", ".join(PROGRAMS)
        raise Unusable(f"{name!r} is neither a file nor a bot of the house ({names})")
    return _bundle(Path(name))


def _bundle(path: Path) -> BundleProgram:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unusable(f"cannot read {path}: {error.strerror}") from error
    return BundleProgram(data, open_bundle(data, path.name).sha256)


def _score(report: MatchReport) -> str:
    return ":".join(str(score) for score in report.scores)


def _counted(report: MatchReport) -> str:
    return "1 deal" if report.deals == 1 else f"{report.deals} deals"


def _used(report: MatchReport) -> str:
    slowest = max(usage.max_move_cpu_ms for usage in report.usage)
    return f"slowest move {slowest} ms CPU"


@contextlib.contextmanager
def _progress(title: str) -> Iterator[Any]:
    """A line on standard error that counts deals; only its end where that is no terminal."""
    live = sys.stderr.isatty()
    state = ""

    def tell(report: DealReport | MatchReport) -> None:
        nonlocal state
        if isinstance(report, MatchReport):
            state = f"{title}: {_counted(report)}, {_score(report)}"
        else:
            state = f"{title}: deal {report.number + 1}"
        if live:
            sys.stderr.write(f"\r{state:60}")
            sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write(f"\r{state:60}\n" if live else f"{state}\n")


if __name__ == "__main__":
    sys.exit(main())
