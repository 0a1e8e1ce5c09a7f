"""What is to be played and what came of it: the values handed between the site and the runner."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from dataclasses import fields as fields_of
from typing import Any

from bots.protocol import NAME_BYTES, NOTE_BYTES
from bots.reading import BadReport, Fields, kept
from bots.sandbox.limits import LOG_BYTES, LimitError, Limits
from games.errors import GameError
from games.game import Outcome
from games.length import MOST_DEALS

FAULTS = (
    "no_start",
    "crashed",
    "exited",
    "forbidden_syscall",
    "timeout",
    "cpu_limit",
    "memory_limit",
    "output_limit",
    "stderr_limit",
    "line_too_long",
    "unexpected_output",
    "bad_answer",
    "illegal_move",
)

MOST_SEATS = 8
# What a report may hold: beyond that it is none of ours.
DETAIL_LENGTH = 2_000
_MOST_LEGS = 1_000
_SHOWN = 200
_MOST_MOVES = 100_000
_MOST_POINTS = 1_000_000
_MOST_VALUES = 200_000
# A control character of a log is written out with four.
_LOG_LENGTH = 4 * LOG_BYTES


class SpecError(ValueError):
    """A match that cannot be played as it is described."""


@dataclass(frozen=True, slots=True)
class HouseProgram:
    """One of the house's own programs with its settings; plays inside the runner."""

    program: str
    settings: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"kind": "house", "program": self.program, "settings": self.settings}


@dataclass(frozen=True, slots=True)
class BundleProgram:
    """An uploaded program, the one .py or .zip as it came; plays in the sandbox only."""

    data: bytes
    sha256: str

    def to_json(self) -> dict[str, Any]:
        encoded = base64.b64encode(self.data).decode("ascii")
        return {"kind": "bundle", "sha256": self.sha256, "data": encoded}


Program = HouseProgram | BundleProgram


def program_from_json(value: Any) -> Program:
    """
    The program in *value*.

    Raises:
        SpecError: If it is of no known kind or misses a part.
    """
    try:
        if value["kind"] == "house":
            return HouseProgram(str(value["program"]), dict(value.get("settings") or {}))
        if value["kind"] == "bundle":
            data = base64.b64decode(value["data"], validate=True)
            return BundleProgram(data, str(value["sha256"]))
        raise SpecError(f"unknown kind of program {value['kind']!r}; known are house, bundle")
    except (KeyError, TypeError, binascii.Error) as error:
        raise SpecError(f"not a program: {error!r}") from error


@dataclass(frozen=True, slots=True)
class Fault:
    """
    A bot's failure: which seat of the match, in which deal of which leg, of which kind, and one
    line about it.
    """

    seat: int
    deal: int
    kind: str
    detail: str = ""
    leg: int = 0

    def __post_init__(self) -> None:
        # It may quote what a bot wrote.
        object.__setattr__(self, "detail", kept(self.detail, DETAIL_LENGTH))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Any, where: str = "fault") -> "Fault":
        """
        The fault in *value*.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds.
        """
        fields = Fields(value, where, ("seat", "deal", "kind", "detail", "leg"))
        return cls(
            seat=fields.whole("seat", 0, MOST_SEATS - 1),
            deal=fields.whole("deal", 0, MOST_DEALS),
            kind=fields.one_of("kind", FAULTS),
            detail=fields.text("detail", DETAIL_LENGTH),
            leg=fields.whole("leg", 0, _MOST_LEGS),
        )


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """
    An earlier deal of an interrupted match: its outcome, what a fault changed, the faults, and
    whether it was begun twice.
    """

    outcome: dict[str, Any]
    awarded: dict[str, Any] | None = None
    faults: tuple[Fault, ...] = ()
    again: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome,
            "awarded": self.awarded,
            "faults": [fault.to_json() for fault in self.faults],
            "again": self.again,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "FinishedDeal":
        """Everything but ``outcome`` may be left out."""
        faults = tuple(Fault(**fault) for fault in value.get("faults") or ())
        again = bool(value.get("again"))
        return cls(dict(value["outcome"]), value.get("awarded"), faults, again)


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """
    One match to be played.

    ``secret`` is the shuffle secret (64 hexadecimal digits), from which each bot's own source of
    chance follows too; ``previous`` are the deals already played, in order.

    A seat of a match is the one that somebody has in its first deal: where the series lets the
    players move (mirrored legs, seatings that change) the number stays theirs.
    """

    match: str
    game: str
    options: dict[str, Any]
    seats: int
    sides: str
    series: dict[str, Any]
    secret: str
    programs: tuple[Program, ...]
    previous: tuple[FinishedDeal, ...] = ()
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        # How many may play is for the rules of the game to say.
        if len(self.programs) != self.seats:
            raise SpecError(f"{self.seats} seats need as many programs, not {len(self.programs)}")
        if len(self.secret) != 64 or not set(self.secret) <= set("0123456789abcdef"):
            raise SpecError("secret must be 64 hexadecimal digits in lower case")

    def to_json(self) -> dict[str, Any]:
        return {
            "match": self.match,
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "sides": self.sides,
            "series": self.series,
            "secret": self.secret,
            "previous": [deal.to_json() for deal in self.previous],
            "programs": [program.to_json() for program in self.programs],
            "limits": self.limits.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "MatchSpec":
        """
        The match described by *value*.

        Options, previous and limits may be left out.

        Raises:
            SpecError: If a part is missing or out of bounds.
        """
        try:
            return cls(
                match=str(value["match"]),
                game=str(value["game"]),
                options=dict(value.get("options") or {}),
                seats=int(value["seats"]),
                sides=str(value.get("sides") or "single"),
                series=dict(value["series"]),
                secret=str(value["secret"]),
                programs=tuple(program_from_json(item) for item in value["programs"]),
                previous=tuple(
                    FinishedDeal.from_json(deal) for deal in value.get("previous") or ()
                ),
                limits=Limits.from_json(value.get("limits")),
            )
        except SpecError:
            raise
        except LimitError as error:
            raise SpecError(str(error)) from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SpecError(f"not a match: {error!r}") from error


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot wrote beside its move; ``move`` is the number of the move in the deal, from 0."""

    move: int
    text: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Any, where: str = "note") -> "Note":
        """
        The note in *value*.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds.
        """
        fields = Fields(value, where, ("move", "text"))
        return cls(fields.whole("move", 0, _MOST_MOVES), fields.text("text", NOTE_BYTES))


@dataclass(frozen=True, slots=True)
class DealReport:
    """
    A finished deal: number ``number`` of leg ``leg``.

    ``places`` and ``points`` are what counts, after faults, for each seat of the match. ``record``
    keeps what the rules said and who sat where; like it, ``outcome`` and ``awarded`` go by the
    seats of the deal. ``rated`` is false for deals after a fault: ratings leave them out.
    ``again`` says that it was begun twice because the runner itself was held up.
    """

    number: int
    leg: int
    record: dict[str, Any]
    outcome: dict[str, Any]
    places: tuple[int, ...]
    points: tuple[int, ...]
    awarded: dict[str, Any] | None = None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Note, ...] = ()
    rated: bool = True
    again: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "leg": self.leg,
            "record": self.record,
            "outcome": self.outcome,
            "places": list(self.places),
            "points": list(self.points),
            "awarded": self.awarded,
            "faults": [fault.to_json() for fault in self.faults],
            "notes": [note.to_json() for note in self.notes],
            "rated": self.rated,
            "again": self.again,
        }

    @classmethod
    def from_json(cls, value: Any, where: str = "deal") -> "DealReport":
        """
        The report in *value*; whether the deal replays is for the rules engine to say.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds.
        """
        fields = Fields(value, where, _names(cls))
        places = fields.wholes("places", 2, MOST_SEATS, 1, MOST_SEATS)
        seats = len(places)
        outcome = fields.plain("outcome", _MOST_VALUES)
        try:
            Outcome.from_json(outcome)
        except GameError as error:
            raise BadReport(f"{where}.outcome: {str(error)[:_SHOWN]}") from error
        return cls(
            number=fields.whole("number", 0, MOST_DEALS),
            leg=fields.whole("leg", 0, _MOST_LEGS),
            record=fields.plain("record", _MOST_VALUES),
            outcome=outcome,
            places=places,
            points=fields.wholes("points", seats, seats, -_MOST_POINTS, _MOST_POINTS),
            awarded=_awarded(fields, where, seats),
            faults=_faults(fields, seats, where),
            notes=fields.each("notes", 0, _MOST_MOVES, Note.from_json),
            rated=fields.flag("rated"),
            again=fields.flag("again"),
        )


@dataclass(frozen=True, slots=True)
class Usage:
    """
    What one seat used in the match: CPU and wall time of its own thinking, memory, answers, and
    what it wrote to standard output and to its log (in mirrored matches: in the wordiest leg).
    """

    cpu_ms: int = 0
    wall_ms: int = 0
    peak_kb: int = 0
    answers: int = 0
    max_move_cpu_ms: int = 0
    output_bytes: int = 0
    log_bytes: int = 0

    @classmethod
    def from_json(cls, value: Any, where: str = "usage") -> "Usage":
        """
        The usage in *value*.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds.
        """
        names = _names(cls)
        fields = Fields(value, where, names)
        return cls(**{name: fields.whole(name) for name in names})


@dataclass(frozen=True, slots=True)
class MatchReport:
    """
    A match that has come to its end.

    ``scores`` are per seat of the match. ``winner`` is the winning seat (or side), None in a draw
    and where nobody earned it. ``deals`` is how many were played, in all legs.
    ``logs`` are the first 32 KB of each seat's stderr, for its author and staff only.
    """

    match: str
    scores: tuple[int, ...]
    decided: bool
    winner: int | None
    faults: tuple[Fault, ...]
    usage: tuple[Usage, ...]
    logs: tuple[str, ...]
    names: tuple[str, ...]
    deals: int

    def to_json(self) -> dict[str, Any]:
        return {
            "match": self.match,
            "scores": list(self.scores),
            "decided": self.decided,
            "winner": self.winner,
            "faults": [fault.to_json() for fault in self.faults],
            "usage": [asdict(usage) for usage in self.usage],
            "logs": list(self.logs),
            "names": list(self.names),
            "deals": self.deals,
        }

    @classmethod
    def from_json(cls, value: Any, where: str = "match") -> "MatchReport":
        """
        The report in *value*; whether the scores follow from the deals is counted elsewhere.

        Raises:
            BadReport: If a part is missing, unknown or out of bounds.
        """
        fields = Fields(value, where, _names(cls))
        most = _MOST_POINTS * MOST_DEALS
        scores = fields.wholes("scores", 2, MOST_SEATS, -most, most)
        seats = len(scores)
        return cls(
            match=fields.text("match", NAME_BYTES),
            scores=scores,
            decided=fields.flag("decided"),
            winner=None if fields.any("winner") is None else fields.whole("winner", 0, seats - 1),
            faults=_faults(fields, seats, where),
            usage=fields.each("usage", seats, seats, Usage.from_json),
            logs=fields.texts("logs", seats, seats, _LOG_LENGTH),
            names=fields.texts("names", seats, seats, NAME_BYTES),
            deals=fields.whole("deals", 0, MOST_DEALS * _MOST_LEGS),
        )


def _names(kind: "type[DealReport | MatchReport | Usage]") -> tuple[str, ...]:
    return tuple(field.name for field in fields_of(kind))


def _faults(fields: Fields, seats: int, where: str) -> tuple[Fault, ...]:
    """The faults of a deal or match: a seat fails once."""
    faults = fields.each("faults", 0, seats, Fault.from_json)
    failed = {fault.seat for fault in faults}
    if len(failed) < len(faults) or not failed <= set(range(seats)):
        raise BadReport(f"{where}.faults name a seat twice, or one that there is not")
    return faults


def _awarded(fields: Fields, where: str, seats: int) -> dict[str, Any] | None:
    if fields.any("awarded") is None:
        return None
    inner = Fields(fields.any("awarded"), f"{where}.awarded", ("places", "points"))
    return {
        "places": list(inner.wholes("places", seats, seats, 1, MOST_SEATS)),
        "points": list(inner.wholes("points", seats, seats, -_MOST_POINTS, _MOST_POINTS)),
    }
