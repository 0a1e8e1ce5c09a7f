"""Whether a message fits the schema, as two independent libraries see it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema
import jsonschema_rs

from bots.schema import messages

SCHEMA = messages.schema()


def part(name: str) -> dict[str, Any]:
    """One definition of the schema as a schema of its own."""
    return {
        "$schema": SCHEMA["$schema"], "$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]
    }  # fmt: skip


@cache
def judge(name: str) -> Any:
    """What checks one definition a hundred times as fast as Python does, by Rust's patterns."""
    return jsonschema_rs.validator_for(part(name))


def check(name: str, value: Mapping[str, Any]) -> None:
    judge(name).validate(value)


@cache
def second_judge(name: str) -> Any:
    """The same in Python, with Python's patterns; it also takes text that is not whole."""
    return jsonschema.Draft202012Validator(part(name))


def fits(name: str, value: Any) -> bool:
    return bool(second_judge(name).is_valid(value))
