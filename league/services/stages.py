"""The stages of a tournament: what an organiser asks for is checked, and told in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import shown
from league.errors import BadInput, Text
from league.models import Ruleset, Stage
from league.progress.options import (
    FITTING,
    DoubleEliminationOptions,
    KnockoutOptions,
    OptionError,
    Options,
    Ranked,
    RoundRobinOptions,
    SwissOptions,
    TablesOptions,
    options_from_json,
)
from league.scheduling.swiss import System
from league.scheduling.tables import TableOptions
from league.selectors.terms import sides_of
from league.selectors.tie_breaks import TIE_BREAKS
from league.services import rulesets
from league.standings.values import MatchPoints

MOST_STAGES = 2
MOST_IN_GROUP = 64
MOST_IN_BRACKET = 512
MOST_IN_SWISS = 2000
MOST_AT_TABLES = 1000

BRACKETS = (Stage.Format.KNOCKOUT, Stage.Format.DOUBLE_ELIMINATION)
"""Formats that tell who has won, but nobody who goes on."""

OPTIONS: dict[str, Text] = {
    "format": gettext_lazy("format"),
    "cycles": gettext_lazy("times everybody meets"),
    "groups": gettext_lazy("groups"),
    "rounds": gettext_lazy("rounds"),
    "pairing": gettext_lazy("how rounds are drawn"),
    "size": gettext_lazy("players at a table"),
    "beside": gettext_lazy("players at other tables beside them"),
    "third_place": gettext_lazy("match for third place"),
    "reseeded": gettext_lazy("best against last in every round"),
    "points": gettext_lazy("points for a win, a draw, a loss"),
    "points.win": gettext_lazy("points for a win"),
    "points.draw": gettext_lazy("points for a draw"),
    "points.loss": gettext_lazy("points for a loss"),
    "points.bye": gettext_lazy("points for a bye"),
    "points.forfeit": gettext_lazy("points for a forfeit"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "least_share": gettext_lazy("who leaves counts from this share of his matches on"),
    "qualifiers": gettext_lazy("how many go on"),
}
"""What an option is called, by its name; one of `points` has that of both."""

PAIRINGS: dict[str, Text] = {
    FITTING: gettext_lazy("the Dutch system in small fields, else by weighted matching"),
    System.DUTCH.value: gettext_lazy("the Dutch system of FIDE"),
    System.MATCHING.value: gettext_lazy("weighted matching"),
    System.MATCHING_WITHOUT_DEALS.value: gettext_lazy("weighted matching, whoever deals first"),
}

_ALLOWED: dict[str, Text] = {
    "true, false": gettext_lazy("yes or no (true, false)"),
    "a list": gettext_lazy("a list of keys"),
    "-99–99, in quarters": gettext_lazy("−99 to 99, in quarters"),
    "win > draw ≥ loss": gettext_lazy("a win more than a draw, a draw no less than a loss"),
}
"""What the options say in words of what they allow."""


def checked_stages(
    stages: Sequence[Mapping[str, Any]], ruleset: Ruleset, team_size: int = 1
) -> list[tuple[str, dict[str, Any]]]:
    """
    Format and options of every stage, complete, as they are stored.

    Args:
        stages: One or two objects with ``format`` and any options of that format.

    Raises:
        BadInput: If one cannot be, they do not follow each other, or the ruleset or the size of
            the teams does not fit. Its field is a path such as ``stages/0/cycles``.
    """
    if not 1 <= len(stages) <= MOST_STAGES:
        raise BadInput(
            "stages",
            _("%(count)d stages were given; a tournament has one or two.") % {"count": len(stages)},
        )
    if team_size not in (1, 2, 3):
        raise BadInput(
            "team_size",
            _("%(size)d players in an entry are not possible; 1 to 3 are.") % {"size": team_size},
        )
    options = [_read(number, stage, ruleset) for number, stage in enumerate(stages, start=1)]
    _check_order(options)
    _check_table(options[0], ruleset, team_size)
    if len(options) == 2 and isinstance(options[0], TablesOptions):
        _check_variant(ruleset, 2, "stages/1/format")
    return [(one.format, as_json(one)) for one in options]


def options_of(stage: Stage) -> Options:
    """The options of a stored stage, with what is usual where it says nothing."""
    return options_from_json(stage.format, stage.options)


def as_json(options: Options) -> dict[str, Any]:
    """All the options as they are stored and told, with lists where the core has tuples."""
    told = options.to_json()
    if isinstance(options, Ranked):
        told["tie_breaks"] = list(options.tie_breaks)
    return told


def field_limits(stage: Stage) -> tuple[int, int]:
    """How many entries a stage needs at least, and how many it takes at most."""
    match options_of(stage):
        case RoundRobinOptions() as options:
            groups = options.groups
            return groups * max(2, options.qualifiers), groups * MOST_IN_GROUP
        case KnockoutOptions(third_place=third_place):
            return 3 if third_place else 2, MOST_IN_BRACKET
        case DoubleEliminationOptions():
            return 2, MOST_IN_BRACKET
        case SwissOptions(qualifiers=qualifiers):
            return max(2, qualifiers), MOST_IN_SWISS
        case TablesOptions(size=size, beside=beside, qualifiers=qualifiers):
            return max(min(size, beside or size), qualifiers), MOST_AT_TABLES
        case other:
            raise TypeError(f"{type(other).__name__} has no limits of its field")


def describe(stage: Stage) -> list[tuple[str, str]]:
    """What was chosen for a stage: labels and values in the reader's language."""
    options = options_of(stage)
    chosen = options.to_json()
    told: list[tuple[str, str]] = []
    for name in sorted(chosen, key=list(OPTIONS).index):
        value = chosen[name]
        if name == "points":
            told += _told_points(value, "bye" if isinstance(options, SwissOptions) else "")
        elif value or name not in {"qualifiers", "beside", "least_share"}:
            told.append((str(OPTIONS[name]), _told(name, value)))
    return told


def rotating_sides(ruleset: Ruleset) -> int:
    """How many sides play at a table where partners rotate; 0 where everybody is for himself."""
    sides = len(set(sides_of(ruleset)))
    return sides if sides < ruleset.seats else 0


def _read(number: int, stage: Mapping[str, Any], ruleset: Ruleset) -> Options:
    format = str(stage.get("format", ""))
    told = {name: value for name, value in stage.items() if name != "format"}
    if format == Stage.Format.TABLES and 3 <= ruleset.seats <= 6:
        told.setdefault("size", ruleset.seats)
    try:
        return options_from_json(format, told)
    except OptionError as error:
        raise BadInput(_path(number, error), _refused(number, error)) from error


def _path(number: int, error: OptionError) -> str:
    where = f"stages/{number - 1}"
    return where if error.name == "option" else f"{where}/{error.name.replace('.', '/')}"


def _refused(number: int, error: OptionError) -> str:
    """Which value of which option of which stage is not possible, and which ones are."""
    value = error.value if isinstance(error.value, str) else shown(error.value)
    facts = {
        "stage": number,
        "option": OPTIONS.get(error.name, error.name),
        "value": value[:60],
        "allowed": _ALLOWED.get(error.allowed, error.allowed),
    }
    if error.name == "format":
        return _("Stage %(stage)d: “%(value)s” is not a format; choose from: %(allowed)s.") % facts
    if error.name == "option":
        return (
            _(
                "Stage %(stage)d: “%(value)s” is not an option of this format; "
                "there is: %(allowed)s."
            )
            % facts
        )
    if error.name == "tie_breaks" and error.value in error.allowed.split(", "):
        return _("Stage %(stage)d: the tie-break “%(value)s” stands twice; once is enough.") % facts
    return (
        _("Stage %(stage)d, %(option)s: “%(value)s” is not possible; possible: %(allowed)s.")
        % facts
    )


def _check_order(options: Sequence[Options]) -> None:
    """See that the stages follow each other: some go on from the first, to a bracket."""
    last = options[-1]
    if last.qualifiers:
        raise BadInput(
            f"stages/{len(options) - 1}/qualifiers",
            _("%(value)d shall go on, but no stage follows stage %(stage)d; say 0 or add one.")
            % {"value": last.qualifiers, "stage": len(options)},
        )
    if len(options) == 1:
        return
    first = options[0]
    if first.format in BRACKETS:
        raise BadInput(
            "stages/0/format",
            _("After a knockout or a double elimination no stage follows; begin with another."),
        )
    if last.format not in BRACKETS:
        raise BadInput(
            "stages/1/format", _("The second stage is a knockout or a double elimination.")
        )
    groups = first.groups if isinstance(first, RoundRobinOptions) else 1
    count = first.qualifiers * groups
    if not 2 <= count <= MOST_IN_BRACKET:
        raise BadInput(
            "stages/0/qualifiers",
            _(
                "%(count)d go on to the second stage; let %(least)d to %(most)d go on, "
                "from all groups together."
            )
            % {"count": count, "least": 2, "most": MOST_IN_BRACKET},
        )
    if isinstance(last, KnockoutOptions) and last.third_place and count < 3:
        raise BadInput(
            "stages/1/third_place",
            _("Only two go on to the second stage: there is no match for third place."),
        )


def _check_table(options: Options, ruleset: Ruleset, team_size: int) -> None:
    """See that those who meet in the first stage fill the seats of the ruleset."""
    if isinstance(options, TablesOptions):
        _check_seats(options, ruleset, team_size)
        return
    facts = {"name": ruleset, "seats": ruleset.seats, "size": team_size, "needed": 2 * team_size}
    if team_size == 1 and ruleset.seats != 2:
        raise BadInput(
            "ruleset", _("“%(name)s” has %(seats)d seats; these formats need two.") % facts
        )
    if team_size > 1 and (ruleset.seats != 2 * team_size or rotating_sides(ruleset) != 2):
        raise BadInput(
            "ruleset",
            _(
                "“%(name)s” is not played by two teams of %(size)d; "
                "choose a ruleset of %(needed)d seats in two sides."
            )
            % facts,
        )


def _check_seats(options: TablesOptions, ruleset: Ruleset, team_size: int) -> None:
    facts = {"name": ruleset, "seats": ruleset.seats, "size": options.size}
    if team_size > 1:
        raise BadInput(
            "team_size",
            _(
                "Teams do not meet at tables of three to six; choose another format, or let "
                "single players change partners: a ruleset with sides."
            ),
        )
    if ruleset.seats != options.size:
        raise BadInput(
            "ruleset",
            _(
                "“%(name)s” has %(seats)d seats, but at a table are %(size)d; "
                "choose another ruleset or other tables."
            )
            % facts,
        )
    if not options.beside:
        return
    _check_variant(ruleset, options.beside, "stages/0/beside")
    try:
        TableOptions(options.size, options.beside, rotating_sides(ruleset))
    except ValueError as error:
        raise BadInput(
            "stages/0/beside",
            _("Sides do not come out even at tables of %(beside)d beside tables of %(size)d.")
            % {**facts, "beside": options.beside},
        ) from error


def _check_variant(ruleset: Ruleset, seats: int, path: str) -> None:
    try:
        rulesets.sides_of_variant(ruleset, seats)
    except BadInput as error:
        raise BadInput(path, error.detail) from error


def _told_points(points: Mapping[str, float], beside: str) -> list[tuple[str, str]]:
    usual = MatchPoints()
    main = ", ".join(_number(points[name]) for name in ("win", "draw", "loss"))
    told = [(str(OPTIONS["points"]), main)]
    if beside or points["bye"] != usual.bye:
        told.append((str(OPTIONS["points.bye"]), _number(points["bye"])))
    if points["forfeit"] != usual.forfeit:
        told.append((str(OPTIONS["points.forfeit"]), _number(points["forfeit"])))
    return told


def _told(name: str, value: Any) -> str:
    if name == "tie_breaks":
        return ", ".join(str(TIE_BREAKS[key][0]) for key in value)
    if name == "pairing":
        return str(PAIRINGS[value])
    if name == "least_share":
        return f"{_number(100 * value)} %"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _number(value)


def _number(value: float) -> str:
    return f"{value:g}"
