"""
The protocol as JSON Schema, made from the types of its messages, for authors in any language.

    python -m bots schema            print it
    python -m bots schema --write    write it to docs/protocol.schema.json, and the views and menus
                                     as tables to docs/protocol.md
"""

import importlib
import json
import types
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NotRequired

from bots import protocol
from bots.pages import with_part
from bots.sandbox.limits import BOUNDS
from bots.schema import forms
from bots.schema.tables import tables
from games.catalogue import GAMES
from games.choices import Option
from games.forms import NumberOfEach, Seat
from games.game import Game

FILE = Path(__file__).parents[2] / "docs" / "protocol.schema.json"
PAGE = FILE.with_name("protocol.md")
_MARKS = "\n## Views and menus\n\n", "\n## "
# Nobody decides anything in these, so that no bot is started, let alone told anything.
UNASKED = tuple(game.key for game in GAMES if not game.has_decisions)
# What a schema cannot say, or not in the patterns that every language has. The tests show one
# answer of each kind that fits the schema and is refused all the same.
UNSAID = (
    "the line is UTF-8, at most line_bytes long, and has no key twice",
    "name and note are counted in bytes of UTF-8, and hold neither NUL nor half a character",
    "id is the number of the ask, written as an integer of at most 16 digits",
    "a move as text names no card twice (but beat may, and is then illegal)",
)
LIMITS = {
    "start_ms": "From the start of the process to `ready`, on the wall.",
    "move_cpu_ms": "The bot's own CPU time for one move.",
    "deal_cpu_ms": "The bot's own CPU time for all moves of a deal.",
    "move_wall_ms": "A backstop: time on the wall for one move.",
    "deal_wall_ms": "A backstop: time on the wall for all moves of a deal.",
    "line_bytes": "The longest line that the bot may write.",
    "memory_mb": "Resident memory, in MiB.",
}
_PLAIN = {str: "string", int: "integer", bool: "boolean", type(None): "null"}

Schema = dict[str, Any]


def schema() -> Schema:
    """Every message by its type under `$defs`, and beside them whatever they are made of."""
    shared: Schema = {}
    told = {_type_of(form): _object(form, shared) for form in forms.TOLD}
    answers = {_type_of(form): _object(form, shared) for form in forms.ANSWERS}
    asked = [game for game in GAMES if game.key not in UNASKED]
    _fill_hello(told["hello"], asked)
    for name in ("deal", "ask"):
        _fill(told[name], "view", [f"view_{game.key}" for game in asked])
    _fill(told["ask"], "menu", [f"menu_{game.key}" for game in asked])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bot protocol, version {protocol.VERSION}",
        "description": "One message is one line. What is said here of answers is all that is "
        f"asked of them, except that {'; '.join(UNSAID)}.",
        "anyOf": [{"$ref": "#/$defs/told"}, {"$ref": "#/$defs/answer"}],
        "$defs": {
            "told": {"description": "What a bot is told.", "anyOf": _refs(told)},
            "answer": {"description": "What a bot may write.", "anyOf": _refs(answers)},
            **told,
            **answers,
            "limits": _limits(),
            **{f"options_{game.key}": _options(game) for game in GAMES},
            **{f"view_{game.key}": _view(game, shared) for game in GAMES},
            **{f"menu_{game.key}": _menu(game, shared) for game in GAMES},
            **dict(sorted(shared.items())),
        },
    }


def dumps() -> str:
    """The schema as it is written to the file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def page(text: str) -> str:
    """The text of docs/protocol.md with its tables as they are to be."""
    return with_part(text, *_MARKS, tables(schema()))


def write() -> None:
    """Write the schema to its file and its tables into the page."""
    FILE.write_text(dumps(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


# What differs from game to game


def _fill_hello(hello: Schema, games: Sequence[type[Game]]) -> None:
    hello["properties"]["game"]["enum"] = [game.key for game in games]
    hello["properties"]["limits"]["$ref"] = "#/$defs/limits"
    del hello["properties"]["limits"]["type"]
    hello["allOf"] = [
        {
            "if": {"properties": {"game": {"const": game.key}}},
            "then": {
                "properties": {
                    "options": {"$ref": f"#/$defs/options_{game.key}"},
                    "seats": {"minimum": game.SEATS[0], "maximum": game.SEATS[1]},
                    "sides": {"enum": [*game.SIDES]},
                }
            },
        }
        for game in games
    ]


def _fill(message: Schema, name: str, choices: Sequence[str]) -> None:
    field = message["properties"][name]
    del field["type"]
    field["anyOf"] = _refs(choices)


def _options(game: type[Game]) -> Schema:
    options = {option.name: _option(option) for option in game.OPTIONS}
    return _closed(options, list(options), f"Every option of {game.NAMES['en']} with its value.")


def _option(option: Option) -> Schema:
    values: Schema = (
        {"enum": list(option.choices)}
        if option.choices
        else {"type": "integer", "minimum": option.low, "maximum": option.high}
    )
    return {**values, "description": f"{option.label['en']}. {option.help['en']}"}


def _limits() -> Schema:
    limits = {
        name: {"type": "integer", "minimum": low, "maximum": high, "description": LIMITS[name]}
        for name, (low, high) in BOUNDS.items()
    }
    return _closed(limits, list(limits), "What a bot may use, in ms, bytes and MiB.")


def _view(game: type[Game], shared: Schema) -> Schema:
    """A view as it is sent: never a spectator's, and with the scores."""
    view = _object(_forms_of(game).VIEWS[game.key], shared)
    properties = view["properties"]
    for name in ("seat", "to_act"):
        said = properties[name]["description"].partition(";")[0] + "."
        properties[name] = {**_value(Seat, shared), "description": said}
    scores = "The score of the match so far, per seat; in a mirrored match that of the leg."
    properties["scores"] = {**_value(NumberOfEach, shared), "description": scores}
    view["required"].append("scores")
    return view


def _menu(game: type[Game], shared: Schema) -> Schema:
    menus = [_object(form, shared) for form in _forms_of(game).MENUS[game.key]]
    return menus[0] if len(menus) == 1 else {"anyOf": menus}


def _forms_of(game: type[Game]) -> Any:
    return importlib.import_module(game.__module__.rpartition(".")[0] + ".forms")


# From a type to a schema


def _object(form: type, shared: Schema) -> Schema:
    """The schema of a `TypedDict`: closed, each field with what is said of it."""
    hints = typing.get_type_hints(form, include_extras=True)
    fields = {name: _value(_field(hint), shared) for name, hint in hints.items()}
    required = [name for name in hints if name in form.__required_keys__]  # type: ignore[attr-defined]
    return _closed(fields, required, form.__doc__ or "")


def _closed(properties: Schema, required: list[str], said: str) -> Schema:
    made: Schema = {"type": "object"}
    if text := " ".join(said.split()):
        made["description"] = text
    made["properties"] = properties
    made["required"] = required
    made["additionalProperties"] = False
    return made


def _field(hint: Any) -> Any:
    """The type of a field, of which its name says whether it may be left out."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is NotRequired else hint


def _value(hint: Any, shared: Schema) -> Schema:
    if typing.get_origin(hint) is not typing.Annotated:
        return _bare(hint, shared)
    inner, *notes = typing.get_args(hint)
    made = _bare(inner, shared)
    for note in notes:
        if isinstance(note, str):
            made["description"] = note
            continue
        made.update(note.schema)
        if note.name:
            shared[note.name] = made
            made = {"$ref": f"#/$defs/{note.name}"}
    return made


def _bare(hint: Any, shared: Schema) -> Schema:
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if typing.is_typeddict(hint):
        return _object(hint, shared)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
    if origin in (types.UnionType, typing.Union):
        return _union([_value(part, shared) for part in inner])
    if origin is list:
        return {"type": "array", "items": _value(inner[0], shared)}
    if origin is tuple:
        items = [_value(part, shared) for part in inner]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    if origin is dict:
        return _mapping(inner[0], inner[1], shared)
    raise TypeError(f"no schema for {hint!r}")


def _union(parts: list[Schema]) -> Schema:
    if all(set(part) == {"type"} for part in parts):
        return {"type": [part["type"] for part in parts]}
    return {"anyOf": parts}


def _mapping(key: Any, value: Any, shared: Schema) -> Schema:
    made: Schema = {"type": "object"}
    if key is not str:
        made["propertyNames"] = _value(key, shared)
    if value is not Any:
        made["additionalProperties"] = _value(value, shared)
    return made


def _type_of(form: type) -> str:
    (name,) = typing.get_args(typing.get_type_hints(form)["type"])
    return str(name)


def _refs(names: Mapping[str, Any] | Sequence[str]) -> list[Schema]:
    return [{"$ref": f"#/$defs/{name}"} for name in names]
