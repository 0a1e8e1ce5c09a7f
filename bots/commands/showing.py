"""What a command shows of a check, a position or a meeting, as text for a terminal."""

import sys
from collections.abc import Iterable
from typing import Any

from bots.check.advice import STEPS, told
from bots.check.reports import CheckReport, Step
from bots.kit import Menu, View
from bots.measure.meeting import Meeting
from bots.measure.statistics import Share
from games.catalogue import find_game
from games.errors import GameError
from games.game import Game
from games.rendering import table_text

_NAME_WIDTH = max(map(len, STEPS))


def say(text: str = "") -> None:
    """Print *text*; signs that the terminal lacks become question marks, never an error."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))


def counted(number: int, one: str, many: str = "") -> str:
    """Such as ``1 deal`` or ``24 deals``; *many* where it is not *one* with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def mark(passed: bool | None) -> str:
    """Passed, failed, or not tried."""
    try:
        "✓✗".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return {True: "+", False: "x", None: "-"}[passed]
    return {True: "✓", False: "✗", None: "–"}[passed]


def step_line(step: Step) -> str:
    """A step that has been tried, in one line; a newer site may have steps not known here."""
    text = told(step.name, step.facts) if step.passed else ""
    words = STEPS.get(step.name, step.name)
    said = f"{words}: {text}" if text else words
    return f"{mark(step.passed)} {step.name:{_NAME_WIDTH}} {step.ms / 1_000:6.2f} s  {said}"


def untried_line(name: str) -> str:
    return f"{mark(None)} {name:{_NAME_WIDTH}}    –     {STEPS[name]}"


def report_lines(report: CheckReport) -> Iterable[str]:
    """Every step, the verdict, and after a failure what to mend."""
    tried = {step.name: step for step in report.steps}
    last = list(STEPS).index(report.steps[-1].name)
    for number, name in enumerate(STEPS):
        if name in tried:
            yield step_line(tried[name])
        elif number > last:
            yield untried_line(name)
    yield ""
    if report.accepted:
        yield "accepted: it passed every step"
        return
    yield f"refused: {report.reason}"
    yield f"mend it: {report.advice}"
    if report.problem is not None and report.problem.position is not None:
        yield ""
        yield from position_lines(report.problem.position)
    if report.log:
        yield ""
        yield "its log:\n" + report.log.rstrip()


def position_lines(position: dict[str, Any]) -> Iterable[str]:
    """A position as its seat sees it, what it may play, and what was answered."""
    yield f"the position, seen from seat {position['seat']}:"
    try:
        game = find_game(position["game"])(
            seats=position["seats"], sides=position["sides"], **position["options"]
        )
        yield view_text(game, position["view"])
    except GameError:
        yield str(position["view"])
    yield f"it may play: {', '.join(moves_of(position['menu'], position['view']))}"
    if position["answer"] is not None:
        yield f"it played:   {position['answer']}"


def view_text(game: Game, view: dict[str, Any]) -> str:
    """The table as *view* shows it."""
    return table_text(game.read_view(view))


def moves_of(menu: dict[str, Any], view: dict[str, Any]) -> list[str]:
    """The moves of a menu as texts; of sets to throw in only single cards."""
    return Menu(menu, View(view)).moves()


def faults_told(meeting: Meeting) -> Iterable[str]:
    """A line for each fault, and its log."""
    names = meeting.first.label, meeting.second.label
    for who in (0, 1):
        for fault in meeting.faults(who):
            leg = f", leg {fault['leg'] + 1}" if meeting.terms.mirrored else ""
            detail = f": {fault['detail']}" if fault["detail"] else ""
            yield f"{names[who]} failed in deal {fault['deal'] + 1}{leg}: {fault['kind']}{detail}"
            if fault["log"]:
                yield "its log:\n" + fault["log"].rstrip()


def shown_share(share: Share | None) -> str:
    """Such as ``56.0 % ± 6.8``."""
    if share is None:
        return "–"
    return f"{share.value:.1%} ± {share.half_width * 100:.1f}".replace("%", " %")
