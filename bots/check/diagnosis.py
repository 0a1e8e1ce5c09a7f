"""From a bot's failure to what its author should mend: the cause, and the position it failed in."""

import typing
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bots.check.advice import ADVICE
from bots.check.positions import described, shown_move
from bots.check.reports import Problem
from bots.protocol import AnswerCode, AnswerError, Choice, parse_move
from bots.reports import DealReport, Fault
from bots.runner.players import Failure
from bots.sandbox.bundle import BundleError
from games.records import Record, opening, play_on

# How Python's last line puts it that there is no network.
_NO_NETWORK = (
    "Permission denied",
    "Operation not permitted",
    "Network is unreachable",
    "name resolution",
)


def problem_of(failure: Failure, position: dict[str, Any] | None = None) -> Problem:
    """What went wrong when an answer was due, with the *position* that was asked."""
    return Problem(failure.kind, _cause(failure), failure.detail, position)


def problem_at_start(failure: Failure, log: str) -> Problem:
    """What went wrong before `ready`; the *log* may say more than the end of the process."""
    cause = failure.kind
    if failure.cause in typing.get_args(AnswerCode):
        cause = "version"
    elif "ModuleNotFoundError" in log:
        cause = "import"
    elif failure.cause == "crashed":
        cause = "error_at_start"
    elif failure.cause == "exited" and not log:
        cause = "no_run"
    return Problem(failure.kind, cause, failure.detail)


def problem_of_bundle(error: BundleError) -> Problem:
    """Why an upload could not be opened."""
    cause = f"bundle_{error.code}"
    return Problem("bundle", cause if cause in ADVICE else "bundle", str(error))


def with_log(problem: Problem, logs: Iterable[str]) -> Problem:
    """*problem* with the cause that the last of the bot's *logs* tells of, if it tells of one."""
    log = next((log for log in reversed(list(logs)) if log), "")
    last = log.rstrip().rpartition("\n")[2]
    is_refused = "socket" in log and any(said in last for said in _NO_NETWORK)
    if problem.cause in ("crashed", "error_at_start") and is_refused:
        return replace(problem, cause="network")
    return problem


def problem_in_match(
    fault: Fault, answer: Choice | Failure | None, deals: Sequence[DealReport]
) -> Problem:
    """
    What went wrong in a match, with the decision of the deal at which it did; *answer* is the last
    that the bot gave.
    """
    position = None
    deal = next((deal for deal in deals if deal.number == fault.deal), None)
    if fault.kind != "no_start" and deal is not None:
        played = shown_move(answer) if isinstance(answer, Choice) else None
        position = asked_at_fault(Record.from_json(deal.record), fault.seat, played)
    cause = _cause(answer) if isinstance(answer, Failure) else fault.kind
    return Problem(fault.kind, cause, fault.detail, position)


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


def _cause(failure: Failure) -> str:
    causes = {"not_json": "prints", "null_move": "no_return"}
    return causes.get(failure.cause, failure.kind) if failure.kind == "bad_answer" else failure.kind
