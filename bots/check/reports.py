"""The check of a bot as it is handed about: what is to be checked, and what came of each step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bots.check.advice import ADVICE, EXPLANATIONS, STEPS, explain, told
from bots.reading import BadReport, Fields, kept
from bots.reports import (
    DETAIL_LENGTH,
    FAULTS,
    BundleProgram,
    MatchReport,
    SpecError,
    program_from_json,
)
from bots.sandbox.limits import LOG_BYTES, LimitError, Limits

DEALS = 10
POSITIONS = 200
# Left out where the bot said nothing to judge by: the positions show what it does instead.
MAY_BE_LEFT_OUT = ("flush", "output")
_MOST_MATCHES = 20
_MOST_MS = 24 * 3_600_000
_MOST_FACTS = 500
_SHOWN = 200
_MOST_VALUES = 10_000


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

    def __post_init__(self) -> None:
        # It may quote what a bot wrote, or how a file of the upload is called.
        object.__setattr__(self, "detail", kept(self.detail, DETAIL_LENGTH))

    @classmethod
    def from_json(cls, value: Any, where: str = "problem") -> "Problem":
        """
        The problem in *value*.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds.
        """
        fields = Fields(value, where, ("kind", "cause", "detail", "position"))
        is_known = fields.any("position") is not None
        return cls(
            kind=fields.one_of("kind", (*FAULTS, "bundle")),
            cause=fields.one_of("cause", ADVICE),
            detail=fields.text("detail", DETAIL_LENGTH),
            position=fields.plain("position", _MOST_VALUES) if is_known else None,
        )


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
    def from_json(cls, value: Any, where: str = "step") -> "Step":
        """
        The step in *value*, as the runner reports it.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds.
        """
        fields = Fields(value, where, ("name", "passed", "ms", "facts", "problem"))
        problem = fields.any("problem")
        step = cls(
            name=fields.one_of("name", STEPS),
            ms=fields.whole("ms", 0, _MOST_MS),
            facts=fields.plain("facts", _MOST_FACTS),
            problem=None if problem is None else Problem.from_json(problem, f"{where}.problem"),
        )
        if fields.flag("passed") != step.passed:
            raise BadReport(f"{where}.passed does not fit its problem")
        if step.passed:
            _require_facts(step, where)
        return step

    @classmethod
    def from_site(cls, value: Mapping[str, Any]) -> "Step":
        """The step in *value*, as a site shows it that may be newer and know of other steps."""
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
        """Whether there were steps, and it got through all of them."""
        return bool(self.steps) and self.problem is None

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
    def from_json(cls, value: Any, where: str = "check") -> "CheckReport":
        """
        The report in *value*: the steps in their order up to the first that was not passed, or
        all of them.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds, or a step is left out.
        """
        names = ("accepted", "kind", "reason", "advice", "steps", "matches", "log", "limits")
        fields = Fields(value, where, names)
        try:
            limits = Limits.from_json(fields.plain("limits", _MOST_FACTS))
        except LimitError as error:
            raise BadReport(f"{where}.limits: {str(error)[:_SHOWN]}") from error
        report = cls(
            steps=fields.each("steps", 1, len(STEPS), Step.from_json),
            matches=fields.each("matches", 0, _MOST_MATCHES, MatchReport.from_json),
            log=fields.text("log", LOG_BYTES),
            limits=limits,
        )
        _require_order([step.name for step in report.steps], report.accepted, where)
        if any(not step.passed for step in report.steps[:-1]):
            raise BadReport(f"{where}.steps go on after one that was not passed")
        if report.accepted and (not report.matches or any(one.faults for one in report.matches)):
            raise BadReport(f"{where}.matches do not show that it can play")
        told_so = (fields.flag("accepted"), fields.any("kind"))
        if told_so != (report.accepted, report.kind):
            raise BadReport(f"{where}.accepted does not fit its steps")
        return report


def _require_facts(step: Step, where: str) -> None:
    """
    Raises:
        BadReport: If what was measured is not what is told of such a step.
    """
    try:
        told(step.name, step.facts or {"nothing": 0})
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise BadReport(f"{where}.facts are not those of {step.name}") from error


def _require_order(names: Sequence[str], accepted: bool, where: str) -> None:
    """
    Raises:
        BadReport: If a step was not made that comes before the last one, or at all if *accepted*.
    """
    left = iter(STEPS)
    for name in names:
        skipped = []
        for step in left:
            if step == name:
                break
            skipped.append(step)
        else:
            raise BadReport(f"{where}.steps have {name} twice or too late")
        if missing := [step for step in skipped if step not in MAY_BE_LEFT_OUT]:
            raise BadReport(f"{where}.steps are without {missing[0]}")
    if accepted and (missing := [step for step in left if step not in MAY_BE_LEFT_OUT]):
        raise BadReport(f"{where}.steps are without {missing[0]}")


def joined(logs: Iterable[str]) -> str:
    """What was written to stderr; processes that say the same are quoted once."""
    return "\n".join(dict.fromkeys(log for log in logs if log))[:LOG_BYTES]


def _without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != name}
