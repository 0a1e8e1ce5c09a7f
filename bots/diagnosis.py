"""From a bot's failure to what its author should mend: the cause, and the position it failed in."""

from collections.abc import Sequence
from typing import Any

from bots.checks import Problem
from bots.players import Failure
from bots.positions import described
from bots.protocol import AnswerError, parse_move
from bots.reports import DealReport, Fault
from games.records import Record, opening, play_on


def problem_of(failure: Failure, position: dict[str, Any] | None = None) -> Problem:
    """What went wrong when an answer was due, with the *position* that was asked."""
    return Problem(failure.kind, _cause(failure.kind, failure.detail), failure.detail, position)


def problem_at_start(failure: Failure, log: str) -> Problem:
    """What went wrong before `ready`; the *log* may say more than the end of the process."""
    cause = failure.kind
    if "; it said " in failure.detail:
        cause = "version"
    elif "ModuleNotFoundError" in log:
        cause = "import"
    elif failure.detail.startswith("crashed"):
        cause = "error_at_start"
    return Problem(failure.kind, cause, failure.detail)


def problem_in_match(fault: Fault, deals: Sequence[DealReport]) -> Problem:
    """What went wrong in a match, with the decision of the deal at which it did."""
    position = None
    deal = next((deal for deal in deals if deal.number == fault.deal), None)
    if fault.kind != "no_start" and deal is not None:
        answer = fault.detail.partition(":")[0] if fault.kind == "illegal_move" else None
        position = asked_at_fault(Record.from_json(deal.record), fault.seat, answer)
    return Problem(fault.kind, _cause(fault.kind, fault.detail), fault.detail, position)


def asked_at_fault(record: Record, entry: int, answer: str | None) -> dict[str, Any] | None:
    """The decision at which *entry* failed in a deal: the first that was made for it."""
    state = opening(record)
    for number, played in enumerate(record.moves, start=1):
        if played.mark == "fallback" and record.seated[played.seat] == entry:
            return described(state, played.seat, record.deal, dict(record.options), answer)
        play_on(state, number, played)
    return None


def is_answer(said: bytes) -> bool:
    """Whether a line is an answer to the first ask."""
    try:
        parse_move(said, 1)
    except AnswerError:
        return False
    return True


def _cause(kind: str, detail: str) -> str:
    return "prints" if kind == "bad_answer" and detail.startswith("the line is not") else kind
