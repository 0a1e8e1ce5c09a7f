"""The protocol as JSON Schema, made from the types of its messages, for authors in any language."""

import dataclasses
import types
import typing
from collections.abc import Sequence
from typing import Any

from bots import protocol
from bots.sandbox.limits import BOUNDS, Limits

_PLAIN = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


def schema() -> dict[str, Any]:
    """Every message by its type: what a bot is told, and the two that it may write."""
    told = {
        "hello": protocol.Hello,
        "deal": protocol.Deal,
        "ask": protocol.Ask,
        "deal_over": protocol.DealOver,
        "bye": protocol.Bye,
    }
    messages = {name: _message(name, kind) for name, kind in told.items()}
    messages["hello"]["properties"]["protocol"] = {"const": protocol.VERSION}
    messages["hello"]["required"].append("protocol")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bot protocol, version {protocol.VERSION}",
        "$defs": {**messages, "ready": _ready(), "move": _move()},
    }


def _message(name: str, kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    fields = dataclasses.fields(kind)
    return {
        "type": "object",
        "description": (kind.__doc__ or "").strip(),
        "properties": {
            "type": {"const": name},
            **{field.name: _value(hints[field.name]) for field in fields},
        },
        "required": ["type"]
        + [field.name for field in fields if field.default is dataclasses.MISSING],
    }


def _value(hint: Any) -> dict[str, Any]:
    if hint is Limits:
        properties = {
            name: {"type": "integer", "minimum": lowest, "maximum": highest}
            for name, (lowest, highest) in BOUNDS.items()
        }
        return {"type": "object", "properties": properties, "required": list(properties)}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        return {"anyOf": [_value(part) for part in inner]}
    if origin in (list, Sequence):
        return {"type": "array", "items": _value(inner[0])}
    if origin is dict:
        values = {} if inner[1] is Any else {"additionalProperties": _value(inner[1])}
        return {"type": "object", **values}
    raise TypeError(f"no schema for {hint!r}")


def _ready() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "type": {"const": "ready"},
            "protocol": {"const": protocol.VERSION},
            "name": {"type": "string", "maxLength": protocol.NAME_BYTES},
        },
        "required": ["type", "protocol"],
        "additionalProperties": False,
    }


def _move() -> dict[str, Any]:
    one_key = {"type": "object", "minProperties": 1, "maxProperties": 1}
    return {
        "type": "object",
        "properties": {
            "type": {"const": "move"},
            "id": {"type": "integer"},
            "move": {"anyOf": [{"type": "string"}, one_key]},
            "note": {"type": "string", "maxLength": protocol.NOTE_BYTES},
        },
        "required": ["type", "id", "move"],
        "additionalProperties": False,
    }
