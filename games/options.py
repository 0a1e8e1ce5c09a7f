"""The options of every game described for forms and as JSON schema."""

from __future__ import annotations

from games.catalogue import find_game
from games.choices import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LANGUAGES = ("en", "ru")


def describe(game_key: str, lang: str = "en") -> list[dict[str, Any]]:
    """
    The options of a game for a form: name, label, help, default, and choices or bounds.

    `choices` is a list of value and label; a whole number has `low` and `high` instead.

    Raises:
        UnknownGame: If there is no such game.
    """
    return [_described(option, lang) for option in find_game(game_key).OPTIONS]


def schema(game_key: str, lang: str = "en") -> dict[str, Any]:
    """
    The JSON schema of what a game is set up with: seats, sides and options.

    Titles and descriptions are in *lang* (en, ru). Which sides go with how many seats is said
    under `allOf`.

    Raises:
        UnknownGame: If there is no such game.
    """
    game = find_game(game_key)
    fewest, most = game.SEATS
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.NAMES[lang],
        "type": "object",
        "properties": {
            "seats": {"type": "integer", "minimum": fewest, "maximum": most, "default": fewest},
            "sides": {"type": "string", "enum": list(game.SIDES), "default": "single"},
            "options": {
                "type": "object",
                "properties": {option.name: _schema_of(option, lang) for option in game.OPTIONS},
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
        "allOf": [
            {
                "if": {"properties": {"sides": {"const": sides}}, "required": ["sides"]},
                "then": {"properties": {"seats": {"enum": list(seats)}}},
            }
            for sides, seats in game.SIDES.items()
        ],
    }


def _schema_of(option: Option, lang: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "title": option.label[lang],
        "description": option.help[lang],
        "default": option.default,
    }
    if isinstance(option.default, bool):
        return {"type": "boolean", **described}
    values = option.choices or (option.default,)
    kinds = sorted({"integer" if isinstance(value, int) else "string" for value in values})
    described["type"] = kinds[0] if len(kinds) == 1 else kinds
    if option.choices:
        return {**described, "enum": list(option.choices)}
    return {**described, "minimum": option.low, "maximum": option.high}


def _described(option: Option, lang: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": option.name,
        "label": option.label[lang],
        "help": option.help[lang],
        "default": option.default,
    }
    if not option.choices:
        return {**described, "low": option.low, "high": option.high}
    return {
        **described,
        "choices": [[choice, _choice_label(option, choice, lang)] for choice in option.choices],
    }


def _choice_label(option: Option, choice: bool | int | str, lang: str) -> str:
    if isinstance(choice, bool):
        return {"en": ("no", "yes"), "ru": ("нет", "да")}[lang][choice]
    if str(choice) in option.choice_labels:
        return option.choice_labels[str(choice)][lang]
    return str(choice)
