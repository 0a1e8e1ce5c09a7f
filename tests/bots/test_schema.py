"""The JSON Schema of the protocol fits the messages that are really sent, and only them."""

import json
from typing import Any

import jsonschema
import pytest

from bots.players import InProcessPlayer, ScriptedPlayer
from bots.protocol import line
from bots.reference import make
from bots.runner import play_match
from bots.schema import schema

SCHEMA = schema()


def check(message: dict[str, Any]) -> None:
    kind = SCHEMA["$defs"][message["type"]]
    jsonschema.validate(message, kind, jsonschema.Draft202012Validator)


def test_it_is_a_schema() -> None:
    for kind in SCHEMA["$defs"].values():
        jsonschema.Draft202012Validator.check_schema(kind)


def test_every_message_of_a_match_fits(make_spec: Any) -> None:
    player = ScriptedPlayer(["play QD"])
    list(play_match(make_spec(deals=2), [player, InProcessPlayer(lambda: make("lowest"))]))
    kinds = set()
    for message in player.heard:
        sent = json.loads(line(message))
        check(sent)
        kinds.add(sent["type"])
    assert kinds == {"hello", "deal", "ask", "deal_over", "bye"}


@pytest.mark.parametrize(
    "answer",
    [
        {"type": "ready", "protocol": 1, "name": "x"},
        {"type": "move", "id": 1, "move": "take", "note": "x"},
        {"type": "move", "id": 1, "move": {"take": True}},
    ],
)
def test_good_answers_fit(answer: dict[str, Any]) -> None:
    check(answer)


@pytest.mark.parametrize(
    "answer",
    [
        {"type": "ready", "protocol": 2},
        {"type": "move", "move": "take"},
        {"type": "move", "id": 1, "move": {"take": True, "pass": True}},
        {"type": "move", "id": 1, "move": "take", "extra": 1},
    ],
)
def test_bad_answers_do_not_fit(answer: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        check(answer)
