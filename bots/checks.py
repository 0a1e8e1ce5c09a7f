"""What a new bot must do before it may enter: play itself and a house bot without a fault."""

from collections.abc import Iterable
from dataclasses import dataclass
from secrets import token_hex

from bots.reference import ANCHOR
from bots.reports import HouseProgram, MatchReport, MatchSpec, Program
from bots.sandbox.limits import Limits

DEALS = 10

# What the author is told of each kind of fault.
EXPLANATIONS = {
    "no_start": "it did not start: it must answer hello with ready within {start_ms} ms",
    "crashed": "it ended with an error",
    "exited": "it ended before the match did",
    "forbidden_syscall": "it asked the system for what no bot may have",
    "timeout": "it did not answer within {move_wall_ms} ms, or {deal_wall_ms} ms for a deal",
    "cpu_limit": "it used more than {move_cpu_ms} ms CPU for a move or {deal_cpu_ms} ms for a deal",
    "memory_limit": "it used more than {memory_mb} MB of memory",
    "output_limit": "it wrote more than 4 MiB in one match",
    "stderr_limit": "it wrote more than 64 KiB of log in one match",
    "line_too_long": "it wrote a line of more than {line_bytes} bytes",
    "unexpected_output": "it wrote to standard output although nothing was asked",
    "bad_answer": "its answer was no message of the protocol",
    "illegal_move": "it played an illegal move twice in a row",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a bot may enter; ``kind`` and ``reason`` say why not, ``log`` is its own stderr."""

    accepted: bool
    kind: str = ""
    reason: str = ""
    log: str = ""


def check_matches(
    program: Program, *, game: str = "podkidnoy", limits: Limits | None = None
) -> list[MatchSpec]:
    """The matches of a check: against itself, and against the anchor of the house."""
    opponents = {"self": program, "house": HouseProgram(ANCHOR)}
    return [
        MatchSpec(
            match=f"check_{name}",
            game=game,
            options={},
            seats=2,
            sides="single",
            series={"kind": "deals", "count": DEALS},
            secret=token_hex(32),
            randoms=(token_hex(16), token_hex(16)),
            programs=(program, opponent),
            limits=limits or Limits(),
        )
        for name, opponent in opponents.items()
    ]


def verdict(reports: Iterable[MatchReport], limits: Limits | None = None) -> Verdict:
    """What the check says after the matches of `check_matches`, or as soon as one has a fault."""
    for report in reports:
        for fault in report.faults:
            explained = explain(fault.kind, limits or Limits())
            detail = f" ({fault.detail})" if fault.detail else ""
            return Verdict(False, fault.kind, explained + detail, report.logs[fault.seat])
    return Verdict(True)


def explain(kind: str, limits: Limits) -> str:
    """A kind of fault in words."""
    return EXPLANATIONS[kind].format(**limits.to_json())
