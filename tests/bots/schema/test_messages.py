"""The JSON Schema of the protocol fits what is really said at the table, and nothing else does."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from bots.commands import main
from bots.kit import Menu, View
from bots.protocol import Ask, Choice, Hello, Told, line, parse_move, parse_ready
from bots.reports import MatchReport, Usage
from bots.runner.match import play_match
from bots.runner.players import Failure
from bots.sandbox.limits import BOUNDS
from bots.schema import messages
from games.catalogue import GAMES
from games.forms import MOST_SEATS
from games.moves import VERBS, read_move
from tests.bots.conftest import MakeSpec
from tests.bots.schema.judging import SCHEMA, check, fits
from tests.games.helpers import dealt, setup_id, setups

# The schema itself


def test_it_is_a_schema_and_says_of_everything_what_it_is() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema_rs.validator_for(SCHEMA)
    for name, definition in SCHEMA["$defs"].items():
        if not name.startswith("menu_"):
            assert definition["description"], name
        for field, value in definition.get("properties", {}).items():
            said = "$ref" in value or "description" in value or "const" in value
            assert said, f"{name}.{field}"


def test_every_shape_is_closed() -> None:
    for part in _parts(SCHEMA["$defs"]):
        if "properties" in part and part.get("type") == "object":
            assert part["additionalProperties"] is False


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _parts(item)


def test_the_file_for_authors_is_what_the_types_say() -> None:
    assert messages.FILE.read_text(encoding="utf-8") == messages.dumps(), (
        "write it anew: python -m bots schema --write"
    )


def test_the_command_prints_it(capsys: Any) -> None:
    assert main.main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA


def test_its_patterns_are_of_the_kind_that_every_language_has() -> None:
    patterns = [part["pattern"] for part in _parts(SCHEMA) if "pattern" in part]
    assert patterns
    for pattern in patterns:
        assert "(?" not in pattern
        assert not re.search(r"\\[^s]", pattern)


def test_every_limit_is_there_with_what_it_means() -> None:
    assert list(messages.LIMITS) == list(BOUNDS)


# What is said at the table


class Talker:
    """
    A player that speaks in the lines of the protocol, plays by lot and tries illegal moves.

    Every line, told or answered, is checked on its way.
    """

    name = "talker"
    log = ""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self.heard: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []

    usage = Usage()

    def prepare(self, hello: Hello) -> None:
        self._hear(hello)

    def start(self) -> Failure | None:
        ready = {"type": "ready", "protocol": 1, "name": self.name}
        check("ready", ready)
        parse_ready(json.dumps(ready).encode())
        return None

    def tell(self, message: Told) -> None:
        self._hear(message)

    def choose(self, ask: Ask) -> Choice:
        heard = self._hear(ask)
        game = self.heard[0]["game"]
        check(f"view_{game}", heard["view"])
        check(f"menu_{game}", heard["menu"])
        answer = {"type": "move", "id": heard["id"], "move": self._move(heard)}
        if self._chance.random() < 0.2:
            answer["note"] = "по масти ♠"
        check("move", answer)
        self.said.append(answer)
        read = parse_move(json.dumps(answer).encode(), ask.id)
        return Choice(read.move, read.note)

    def _move(self, ask: dict[str, Any]) -> Any:
        text = Menu(ask["menu"], View(ask["view"])).any(self._chance)
        if "refused" not in ask and self._chance.random() < 0.1:
            text = f"{self._chance.choice(('play', 'throw', 'transfer'))} 2S"
        return read_move(text).to_json() if self._chance.random() < 0.5 else text

    def _hear(self, message: Hello | Told | Ask) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads(line(message))
        check(heard["type"], heard)
        self.heard.append(heard)
        return heard

    def close(self) -> None: ...

    def stop(self) -> None: ...


def tables() -> Iterator[Any]:
    """All seats and sides, and mixtures of options; in the long form each option by itself too."""
    for table in setups():
        if table["key"] not in messages.UNASKED:
            marks = [pytest.mark.slow] if len(table) == 4 else []
            yield pytest.param(table, id=setup_id(table), marks=marks)


def talk(make_spec: MakeSpec, table: dict[str, Any], **more: Any) -> list[Talker]:
    """A match at *table* in which everybody speaks in lines."""
    options = {key: value for key, value in table.items() if key not in ("key", "seats", "sides")}
    spec = make_spec(
        *["lowest"] * table["seats"],
        game=table["key"],
        sides=table["sides"],
        options=options,
        **{"deals": 1, **more},
    )
    talkers = [Talker(seat) for seat in range(spec.seats)]
    reports = list(play_match(spec, talkers))
    assert isinstance(reports[-1], MatchReport)
    return talkers


@pytest.mark.parametrize("table", [*tables()])
def test_every_message_of_a_match_fits_at_every_table(
    make_spec: MakeSpec, table: dict[str, Any]
) -> None:
    talkers = talk(make_spec, table)
    kinds = {message["type"] for talker in talkers for message in talker.heard}
    assert {"hello", "deal", "deal_over", "bye"} <= kinds


def test_two_judges_agree_on_the_messages_of_a_match(make_spec: MakeSpec) -> None:
    (talker, _) = talk(make_spec, {"key": "passing", "seats": 2, "sides": "single"})
    for message in [*talker.heard[:8], *talker.heard[-3:], *talker.said[:5]]:
        assert fits(message["type"], message)


def test_among_these_messages_are_all_that_there_are(make_spec: MakeSpec) -> None:
    talkers = [
        talker
        for key in ("podkidnoy", "passing", "british", "armenian")
        for talker in talk(make_spec, {"key": key, "seats": 3, "sides": "single"}, deals=2)
    ]
    heard = [message for talker in talkers for message in talker.heard]
    assert any("refused" in message for message in heard)
    assert any("note" in answer for talker in talkers for answer in talker.said)
    events = " ".join(" ".join(message.get("events", [])) for message in heard)
    for verb in set(VERBS) - {"lay", "swap", "transfer_show"}:
        assert f" {verb}" in events, verb


@pytest.mark.parametrize(
    "series",
    [
        {"kind": "deals", "count": 2, "mirrored": True},
        {"kind": "deals", "count": 3, "seating": "each_deal", "dealing": "in_turn"},
        {"kind": "losses", "count": 1, "must_have_winner": True, "scoring": "by_place"},
        {"kind": "points_lost", "count": 1},
    ],
)
def test_every_message_fits_on_all_terms_of_a_match(
    make_spec: MakeSpec, series: dict[str, Any]
) -> None:
    talkers = talk(make_spec, {"key": "podkidnoy", "seats": 3, "sides": "single"}, series=series)
    assert {message["type"] for message in talkers[0].heard} >= {"hello", "deal_over", "bye"}


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: factory.key)
def test_every_view_and_menu_of_a_deal_fits(factory: Any) -> None:
    """Also those of the game in which nobody is asked, and at the largest table."""
    for seats in (2, factory.SEATS[1]):
        state, chance = dealt(factory(seats=seats), 1), Random(3)
        while state.to_act is not None:
            for seat in range(seats):
                view = {**state.view(seat).to_json(), "scores": [0] * seats}
                check(f"view_{factory.key}", json.loads(json.dumps(view)))
            check(f"menu_{factory.key}", state.menu())
            state.play(chance.choice(state.legal_codes()))


def test_the_largest_table_is_that_of_some_game() -> None:
    assert max(game.SEATS[1] for game in GAMES) == MOST_SEATS


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: factory.key)
def test_no_field_of_a_view_may_be_missing_or_added(factory: Any) -> None:
    view = {**dealt(factory(seats=2)).view(0).to_json(), "scores": [0, 0]}
    assert fits(f"view_{factory.key}", view)
    for name in view:
        assert not fits(f"view_{factory.key}", {**view, name: {"a": 1}}), name
        assert not fits(f"view_{factory.key}", {k: v for k, v in view.items() if k != name}), name
    assert not fits(f"view_{factory.key}", {**view, "secret": 1})


def test_no_message_fits_with_a_key_less_or_more_or_another_value(make_spec: MakeSpec) -> None:
    (talker, _) = talk(make_spec, {"key": "podkidnoy", "seats": 2, "sides": "single"})
    one_of_each = {message["type"]: message for message in talker.heard}
    assert len(one_of_each) == 5
    for kind, message in one_of_each.items():
        assert fits(kind, message)
        assert not fits(kind, {**message, "secret": "5a" * 32})
        for key in message:
            assert not fits(kind, {**message, key: {"odd": [1]}}), (kind, key)
            if key != "refused":
                shorter = {other: value for other, value in message.items() if other != key}
                assert not fits(kind, shorter), (kind, key)


def test_a_hello_names_every_option_of_its_game_and_none_of_another(make_spec: MakeSpec) -> None:
    (hello, *_) = talk(make_spec, {"key": "british", "seats": 2, "sides": "single"})[0].heard
    names = list(hello["options"])
    assert names
    for name in names:
        shorter = {other: value for other, value in hello["options"].items() if other != name}
        assert not fits("hello", {**hello, "options": shorter})
    assert not fits("hello", {**hello, "options": {**hello["options"], "deck_size": 36}})
    assert not fits("hello", {**hello, "game": "podkidnoy"})
    assert not fits("hello", {**hello, "seats": 6})
