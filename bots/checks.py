"""What a check asks of a bot, step by step, what came of it, and what its author should mend."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from bots.reports import BundleProgram, MatchReport, SpecError, program_from_json
from bots.sandbox.limits import LOG_BYTES, STDERR_BYTES, STDOUT_BYTES, LimitError, Limits

DEALS = 10
POSITIONS = 200

# In this order; a step is tried only if all before it were passed.
STEPS: dict[str, str] = {
    "bundle": "the bundle can be opened",
    "handshake": "it answers hello with ready",
    "start": "it starts in time, every time",
    "flush": "its answers come at once",
    "output": "it is silent while nothing is asked",
    "positions": "it plays legal moves in positions drawn by lot",
    "itself": "it plays a match against itself",
    "house": "it plays a match against the house",
    "limits": "it keeps the limits, with room to spare",
}

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

# What to mend: by the kind of fault, or by a cause that the check has found out.
ADVICE = {
    "bundle": "Pack one .py file, or a .zip with bot.py at its top.",
    "unflushed": (
        "Its answer was written and lay in a buffer until the input ended. Write "
        "print(..., flush=True), or use the kit (from bots.kit import run), which does so."
    ),
    "no_start": (
        "Before anything else it must read hello and answer "
        '{"type":"ready","name":"…","protocol":1}; the kit does so. Its log says how far it came.'
    ),
    "import": (
        "No libraries are installed for bots: there is Python's standard library, bots.kit, games, "
        "and the bot's own files, packed beside bot.py in a .zip."
    ),
    "error_at_start": "It ended with an error before ready; the last lines of its log say where.",
    "version": 'Its first line must be {"type":"ready","name":"…","protocol":1}.',
    "slow_start": "Load less before ready, or load it at the first question.",
    "crashed": "The last lines of its log say where; the position below makes it happen again.",
    "exited": "It must go on reading and answering until bye; look for sys.exit and an early end.",
    "forbidden_syscall": "No network, no other programs, no files, no debugging of processes.",
    "timeout": "It waited without thinking: look for a sleep, a lock, a read that waits.",
    "cpu_limit": "Search less deep, or watch the clock: every ask says cpu_left_ms.",
    "memory_limit": "Keep less in memory; give every cache a bound.",
    "output_limit": "Write nothing but one short line for each ask.",
    "stderr_limit": "Log less: nothing in every move, or only behind a switch.",
    "line_too_long": "An answer is one short line that ends with \\n.",
    "unexpected_output": (
        "One line for each ask and not a byte more. Write notes to standard error, "
        "print(..., file=sys.stderr), or use the kit, which sends every print there."
    ),
    "bad_answer": (
        "Every line on standard output must be one answer with the id of the ask: "
        '{"type":"move","id":17,"move":"take"}.'
    ),
    "prints": (
        "A line on standard output was no JSON. Write notes to standard error, "
        "print(..., file=sys.stderr), or use the kit, which sends every print there."
    ),
    "illegal_move": "Choose from the menu: it lists every legal move.",
}


@dataclass(frozen=True, slots=True)
class CheckSpec:
    """
    A check to be made: the upload, the game, at tables of how many seats, the limits.

    Raises:
        SpecError: If there is no number of seats, or one twice.
    """

    program: BundleProgram
    game: str = "podkidnoy"
    seats: tuple[int, ...] = (2,)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if not self.seats or len(set(self.seats)) != len(self.seats):
            raise SpecError(f"seats are {list(self.seats)}; name each table once")

    def to_json(self) -> dict[str, Any]:
        return {
            "program": self.program.to_json(),
            "game": self.game,
            "seats": list(self.seats),
            "limits": self.limits.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "CheckSpec":
        """
        The check described by *value*; all but the program may be left out.

        Raises:
            SpecError: If a part is missing or out of bounds.
        """
        try:
            program = program_from_json(value["program"])
            if not isinstance(program, BundleProgram):
                raise SpecError("only an uploaded program is checked")
            return cls(
                program=program,
                game=str(value.get("game") or "podkidnoy"),
                seats=tuple(int(seats) for seats in value.get("seats") or (2,)),
                limits=Limits.from_json(value.get("limits")),
            )
        except SpecError:
            raise
        except LimitError as error:
            raise SpecError(str(error)) from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SpecError(f"not a check: {error!r}") from error


@dataclass(frozen=True, slots=True)
class Problem:
    """
    Why a step was not passed.

    ``kind`` is a kind of fault, or "bundle"; ``cause`` a key of `ADVICE`; ``detail`` one line;
    ``position`` what the bot was asked when it failed (game, seats, seat, deal, view, menu, and
    in ``answer`` what it played, if it did), None where no position was to blame.
    """

    kind: str
    cause: str
    detail: str = ""
    position: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step that has been tried: how long it took, what was measured, and what went wrong."""

    name: str
    ms: int
    facts: dict[str, Any] = field(default_factory=dict)
    problem: Problem | None = None

    @property
    def passed(self) -> bool:
        return self.problem is None

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "passed": self.passed, **_without(asdict(self), "name")}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Step":
        problem = value["problem"]
        return cls(
            name=value["name"],
            ms=value["ms"],
            facts=dict(value["facts"]),
            problem=None if problem is None else Problem(**problem),
        )


@dataclass(frozen=True, slots=True)
class CheckReport:
    """A check that is over: its steps and matches, the bot's own log, the limits it was held to."""

    steps: tuple[Step, ...]
    matches: tuple[MatchReport, ...] = ()
    log: str = ""
    limits: Limits = field(default_factory=Limits)

    @property
    def problem(self) -> Problem | None:
        """What it failed at."""
        return next((step.problem for step in self.steps if step.problem is not None), None)

    @property
    def accepted(self) -> bool:
        return self.problem is None

    @property
    def kind(self) -> str:
        """The kind of fault it is refused for; "" if accepted."""
        return "" if self.problem is None else self.problem.kind

    @property
    def reason(self) -> str:
        """Why it is refused, in words; "" if accepted."""
        if self.problem is None:
            return ""
        if self.problem.kind not in EXPLANATIONS:
            return self.problem.detail
        detail = f" ({self.problem.detail})" if self.problem.detail else ""
        return explain(self.problem.kind, self.limits) + detail

    @property
    def advice(self) -> str:
        """What to mend; "" if accepted."""
        return "" if self.problem is None else ADVICE[self.problem.cause]

    def to_json(self) -> dict[str, Any]:
        return {
            "accepted": self.accepted,
            "kind": self.kind,
            "reason": self.reason,
            "advice": self.advice,
            "steps": [step.to_json() for step in self.steps],
            "matches": [report.to_json() for report in self.matches],
            "log": self.log,
            "limits": self.limits.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "CheckReport":
        return cls(
            steps=tuple(Step.from_json(step) for step in value["steps"]),
            matches=tuple(MatchReport.from_json(report) for report in value["matches"]),
            log=value["log"],
            limits=Limits.from_json(value["limits"]),
        )


def explain(kind: str, limits: Limits) -> str:
    """A kind of fault in words."""
    return EXPLANATIONS[kind].format(**limits.to_json())


def joined(logs: Iterable[str]) -> str:
    """What was written to stderr; processes that say the same are quoted once."""
    return "\n".join(dict.fromkeys(log for log in logs if log))[:LOG_BYTES]


def told(step: Step) -> str:
    """What was measured in a step, in a few words; "" where there is nothing to tell."""
    if step.name not in _TOLD or not step.facts:
        return ""
    return _TOLD[step.name].format(**{**step.facts, **_spoken(step.facts)})


_TOLD = {
    "bundle": "files: {files}, bytes: {size:,}",
    "handshake": "“{name}”, protocol {protocol}",
    "start": "{starts} starts, the slowest {wall_ms} ms, {cpu_ms} ms CPU; allowed {start_ms:,} ms",
    "positions": "{asked} at tables of {seats}; slowest answer {cpu_ms} ms CPU, {wall_ms} ms wall",
    "itself": "{deals} deals, {scores}; slowest answer {cpu_ms} ms CPU",
    "house": "{deals} deals against {opponent}, {scores}; slowest answer {cpu_ms} ms CPU",
    "limits": (
        "CPU {move_cpu_ms} ms a move, {deal_cpu_ms} a deal; {move_wall_ms} ms wall; "
        "{memory_mb} MB; {output_bytes} bytes written, {log_bytes} of log"
    ),
}


def _spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    spoken = {}
    for name, value in facts.items():
        if name == "seats":
            spoken[name] = ", ".join(map(str, value))
        elif name == "scores":
            spoken[name] = ", ".join(":".join(map(str, scores)) for scores in value)
        elif isinstance(value, list):
            used, allowed = value
            spoken[name] = f"{used:,} of {allowed:,}"
        elif name == "cpu_ms" and value == 0:
            spoken[name] = "under 1"
    return spoken


def _without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != name}


__all__ = [
    "ADVICE",
    "DEALS",
    "EXPLANATIONS",
    "POSITIONS",
    "STDERR_BYTES",
    "STDOUT_BYTES",
    "STEPS",
    "CheckReport",
    "CheckSpec",
    "Problem",
    "Step",
    "explain",
    "joined",
    "told",
]
