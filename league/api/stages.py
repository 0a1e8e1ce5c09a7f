"""Stages of tournaments: one object each, its format with all the options of that format."""

from collections.abc import Iterator, Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from rest_framework import serializers

from league.models import Stage
from league.progress.options import FORMATS, MOST_ROUNDS
from league.progress.stages import RankedStage
from league.selectors.progress import Progress
from league.services import stages
from league.standings.tie_breaks import tie_breaks_of


class StageShape(serializers.Serializer[Any]):
    """A part of a tournament with one format and the options of that format."""

    number = serializers.IntegerField(read_only=True)
    format = serializers.ChoiceField(choices=Stage.Format.choices)

    def to_internal_value(self, data: Any) -> Any:
        asked = super().to_internal_value(data)
        # The options are handed on as they came: the service names what it refuses.
        options = {name: value for name, value in data.items() if name not in self.fields}
        return {**asked, **options}

    def to_representation(self, stage: Any) -> dict[str, Any]:
        options = stages.as_json(stages.options_of(stage))
        return {"number": stage.number, "format": stage.format, **options}


class StagePlayedShape(serializers.Serializer[Any]):
    """
    A stage and how far it has come.

    ``is_drawn`` says whether its entries are known. ``next_round`` is the round that waits to be
    drawn, null where none does or rounds are not drawn one by one. ``by_hand`` are the rounds whose
    tables somebody is changing. ``options`` are those that count now, later changes included.
    """

    number = serializers.IntegerField()
    format = serializers.ChoiceField(choices=Stage.Format.choices)
    options = serializers.DictField()
    is_drawn = serializers.BooleanField()
    is_complete = serializers.BooleanField()
    entries = serializers.IntegerField()
    groups = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="how many are drawn")
    next_round = serializers.IntegerField(allow_null=True)
    by_hand = serializers.ListField(child=serializers.IntegerField())


def stages_played(progress: Progress) -> Iterator[dict[str, Any]]:
    """Every stage in the form of ``StagePlayedShape``."""
    for stage in progress.state.stages:
        yield {
            "number": stage.number,
            "format": stage.options.format,
            "options": stages.as_json(stage.options),
            "is_drawn": stage.is_drawn,
            "is_complete": stage.is_complete,
            "entries": len(stage.order),
            "groups": len(stage.groups) if isinstance(stage, RankedStage) else 0,
            "rounds": len(stage.rounds),
            "next_round": stage.next_round,
            "by_hand": [round.number for round in stage.rounds if round.by_hand],
        }


class StageScheme(OpenApiSerializerExtension):
    """Tells the description which options each format has, what they may be, what is usual."""

    target_class = StageShape

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        return {
            "description": StageShape.__doc__,
            "oneOf": [_format(name) for name in FORMATS],
            "discriminator": {"propertyName": "format"},
        }


def _format(name: str) -> dict[str, Any]:
    usual = stages.as_json(FORMATS[name]())
    options = {
        option: {
            **_allowed(name, option),
            "default": usual[option],
            "description": str(stages.OPTIONS[option]),
        }
        for option in usual
    }
    if "size" in options:
        # A ruleset of 3 to 6 seats says it by itself.
        del options["size"]["default"]
    return {
        "title": str(Stage.Format(name).label),
        "description": FORMATS[name].__doc__,
        "type": "object",
        "properties": {
            "number": {"type": "integer", "readOnly": True},
            "format": {"type": "string", "const": name},
            **options,
        },
        "required": ["format"],
        "additionalProperties": False,
    }


def _allowed(format: str, option: str) -> dict[str, Any]:
    """Which values an option may have."""
    match option:
        case "points":
            return _points()
        case "tie_breaks":
            system = FORMATS[format].system
            assert system is not None
            keys = {one.key: f"{one.name}: {one.help}" for one in tie_breaks_of(system)}
            return {"type": "array", "items": _one_of(keys)}
        case "pairing":
            return _one_of({key: str(label) for key, label in stages.PAIRINGS.items()})
        case "qualifiers" if format in stages.BRACKETS:
            return {"type": "integer", "const": 0}
        case "beside":
            return {"type": "integer", "enum": [0, 3, 4, 5, 6]}
        case "third_place" | "reseeded":
            return {"type": "boolean"}
    least, most = _BOUNDS[option]
    is_share = option == "least_share"
    return {"type": "number" if is_share else "integer", "minimum": least, "maximum": most}


_BOUNDS = {
    "cycles": (1, 4),
    "groups": (1, 64),
    "rounds": (1, MOST_ROUNDS),
    "size": (3, 6),
    "qualifiers": (0, stages.MOST_IN_BRACKET),
    "least_share": (0, 1),
}


def _points() -> dict[str, Any]:
    names = ("win", "draw", "loss", "bye", "forfeit")
    each = {"type": "number", "minimum": -99, "maximum": 99, "multipleOf": 0.25}
    return {
        "type": "object",
        "properties": {
            name: {**each, "description": str(stages.OPTIONS[f"points.{name}"])} for name in names
        },
        "additionalProperties": False,
    }


def _one_of(meanings: Mapping[str, str]) -> dict[str, Any]:
    return {
        "type": "string",
        "oneOf": [{"const": key, "description": told} for key, told in meanings.items()],
    }
