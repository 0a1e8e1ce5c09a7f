"""What an organiser chooses for a stage, format by format, with what is usual where he does not."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from league.scheduling.swiss import System as Pairing
from league.standings.breaking import TieBreak
from league.standings.tie_breaks import DEFAULTS, find_tie_break, tie_breaks_of
from league.standings.values import DEFAULT_POINTS, MatchPoints, System

FITTING = "fitting"
"""The Dutch system where the field is small enough for it, else matching."""
SWISS_POINTS = MatchPoints(bye=2)
MOST_ROUNDS = 99


class OptionError(ValueError):
    """A value that an option cannot have; *allowed* says which ones it can."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{value!r} is no value of {name}: {allowed}")
        self.name = name
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """
    The options of one stage.

    *qualifiers* is how many go on to the next stage (from each group where there are groups);
    0 in the last one.

    Raises:
        OptionError: If a value is not one of its option's.
    """

    format: ClassVar[str]
    system: ClassVar[System | None] = None
    qualifiers: int = 0

    def __post_init__(self) -> None:
        self._whole("qualifiers", 0, 512)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def _whole(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        if type(value) is not int or not least <= value <= most:
            raise OptionError(name, value, f"{least}–{most}")

    def _yes_or_no(self, name: str) -> None:
        value = getattr(self, name)
        if type(value) is not bool:
            raise OptionError(name, value, "true, false")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked(Options):
    """
    A stage with a table of standings.

    *tie_breaks* are their keys in the order they are asked; *points* is what a match is worth.
    """

    tie_breaks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        assert self.system is not None
        known = {one.key: one for one in tie_breaks_of(self.system)}
        keys = self.tie_breaks or tuple(one.key for one in DEFAULTS[self.system])
        object.__setattr__(self, "tie_breaks", tuple(keys))
        for key in keys:
            if not isinstance(key, str):
                raise OptionError("tie_breaks", key, ", ".join(known))
            again = keys.count(key) > 1 and not known[key].among_tied if key in known else True
            if again:
                raise OptionError("tie_breaks", key, ", ".join(known))

    @property
    def order(self) -> list[TieBreak]:
        """The tie-breaks themselves."""
        return [find_tie_break(key) for key in self.tie_breaks]


def _check_points(points: MatchPoints) -> None:
    for name, value in asdict(points).items():
        if type(value) not in (int, float) or not -99 <= value <= 99 or value * 4 % 1:
            raise OptionError(f"points.{name}", value, "-99–99, in quarters")
    if not points.win > points.draw >= points.loss:
        raise OptionError(
            "points", f"{points.win}, {points.draw}, {points.loss}", "win > draw ≥ loss"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinOptions(Ranked):
    """
    Everybody meets everybody of his group, *cycles* times.

    Whoever leaves before he has played *least_share* of his matches is not counted, nor is what
    others have against him (0: everything counts).
    """

    format: ClassVar[str] = "round_robin"
    system: ClassVar[System | None] = "round_robin"
    cycles: int = 1
    groups: int = 1
    points: MatchPoints = DEFAULT_POINTS
    least_share: float = 0.5

    def __post_init__(self) -> None:
        Ranked.__post_init__(self)
        self._whole("cycles", 1, 4)
        self._whole("groups", 1, 64)
        _check_points(self.points)
        if type(self.least_share) not in (int, float) or not 0 <= self.least_share <= 1:
            raise OptionError("least_share", self.least_share, "0–1")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutOptions(Options):
    """One loss and one is out. *reseeded*: the best left meets the last one left, every round."""

    format: ClassVar[str] = "knockout"
    third_place: bool = False
    reseeded: bool = False

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        self._yes_or_no("third_place")
        self._yes_or_no("reseeded")
        if self.qualifiers:
            raise OptionError("qualifiers", self.qualifiers, "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleEliminationOptions(Options):
    """Two losses and one is out."""

    format: ClassVar[str] = "double_elimination"

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        if self.qualifiers:
            raise OptionError("qualifiers", self.qualifiers, "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissOptions(Ranked):
    """Entries with about equal points meet, *rounds* times, nobody twice."""

    format: ClassVar[str] = "swiss"
    system: ClassVar[System | None] = "swiss"
    rounds: int = 5
    pairing: str = FITTING
    points: MatchPoints = SWISS_POINTS

    def __post_init__(self) -> None:
        Ranked.__post_init__(self)
        self._whole("rounds", 1, MOST_ROUNDS)
        known = (FITTING, *(system.value for system in Pairing))
        if self.pairing not in known:
            raise OptionError("pairing", self.pairing, ", ".join(known))
        _check_points(self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesOptions(Ranked):
    """
    Rounds at tables of *size*, some of size *beside* among them where that seats more.

    The first at a table has ``size - 1`` points (of the larger size), the last none, the others
    evenly between; a round sat out is worth what a table is worth on average.
    """

    format: ClassVar[str] = "tables"
    system: ClassVar[System | None] = "tables"
    rounds: int = 4
    size: int = 4
    beside: int = 0

    def __post_init__(self) -> None:
        Ranked.__post_init__(self)
        self._whole("rounds", 1, MOST_ROUNDS)
        self._whole("size", 3, 6)
        if type(self.beside) is not int or self.beside not in (0, 3, 4, 5, 6):
            raise OptionError("beside", self.beside, "0, 3–6")
        if self.beside == self.size:
            raise OptionError("beside", self.beside, f"0, 3–6 ≠ {self.size}")

    @property
    def best(self) -> int:
        """What the first place is worth, at a table of whatever size."""
        return max(self.size, self.beside) - 1

    def worth(self, seats: int) -> list[float]:
        """The points of each place at a table of so many."""
        return [self.best * (seats - place) / (seats - 1) for place in range(1, seats + 1)]

    @property
    def sat_out(self) -> float:
        return self.best / 2


FORMATS: dict[str, type[Options]] = {
    made.format: made
    for made in (
        RoundRobinOptions, KnockoutOptions, DoubleEliminationOptions, SwissOptions, TablesOptions,
    )
}  # fmt: skip


def options_from_json(format: str, told: Mapping[str, Any]) -> Options:
    """
    The options of a stage of this format.

    Raises:
        OptionError: If there is no such format or option, or a value is none of its option's.
    """
    made = FORMATS.get(format)
    if made is None:
        raise OptionError("format", format, ", ".join(FORMATS))
    names = [one.name for one in fields(made)]
    for name in told:
        if name not in names:
            raise OptionError("option", name, ", ".join(names))
    return made(**{name: _value(name, value) for name, value in told.items()})


def _value(name: str, value: Any) -> Any:
    if name == "points":
        known = [one.name for one in fields(MatchPoints)]
        if not isinstance(value, Mapping):
            raise OptionError(name, value, ", ".join(known))
        for key in value:
            if key not in known:
                raise OptionError(f"points.{key}", value[key], ", ".join(known))
        return MatchPoints(**value)
    if name == "tie_breaks":
        if not isinstance(value, list | tuple):
            raise OptionError(name, value, "a list")
        return tuple(value)
    return value
