"""The check of a bot as it is handed about: what is to be checked, and what came of each step."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from bots.check.advice import ADVICE, EXPLANATIONS, explain
from bots.reports import BundleProgram, MatchReport, SpecError, program_from_json
from bots.sandbox.limits import LOG_BYTES, LimitError, Limits

DEALS = 10
POSITIONS = 200


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


def joined(logs: Iterable[str]) -> str:
    """What was written to stderr; processes that say the same are quoted once."""
    return "\n".join(dict.fromkeys(log for log in logs if log))[:LOG_BYTES]


def _without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != name}
