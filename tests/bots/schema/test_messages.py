"""The JSON Schema of the protocol fits what is really said at the table, and nothing else does."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bots.commands import main
from bots.kit import Menu, View
from bots.protocol import AnswerError, Ask, Hello, Told, line, parse_move, parse_ready
from bots.reports import MatchReport, Usage
from bots.runner.match import play_match
from bots.runner.players import Choice, Failure
from bots.sandbox.limits import BOUNDS
from bots.schema import forms, messages
from games.cards import NAMES
from games.catalogue import GAMES
from games.forms import MOST_SEATS
from games.moves import VERBS, Move, read_move
from tests.bots.conftest import MakeSpec
from tests.games.helpers import dealt, setup_id, setups

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


# What a bot may answer

PLAYS = (
    "attack 7S", "attack 7S 7C", "throw 7S", "throw 7S 8C", "transfer 7S", "transfer 7S 7C",
    "beat 7S 9S", "play 7S", "transfer_show 7S", "declare S", "take", "pass", "draw", "lay", "swap",
)  # fmt: skip

CARD = st.sampled_from(["6S", "7H", "TD", "AC"])
NO_CARD = st.sampled_from(["1S", "7s", "10H", "", "7S\n", "Ｔ♠", "S"])
BLANK = st.sampled_from([" ", "  ", "\t", "\n", "\u00a0", "\u2003", "\x1c"])
NO_BLANK = st.sampled_from(["_", "\u200b", ", ", ""])
NO_VERB = st.sampled_from(["Take", "fold", "", "attack7S", "№"])
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**17), 10**17),
    st.floats(),
    st.text(max_size=5),
    st.lists(CARD, max_size=2),
    st.dictionaries(CARD, CARD, max_size=2),
    st.recursive(st.just(0), lambda inner: st.lists(inner, max_size=2), max_leaves=12),
)
TEXTS = st.one_of(
    st.text(max_size=300),
    st.sampled_from(["x" * 80, "x" * 81, "x" * 256, "x" * 257, "ж" * 128, "ж" * 129, "\0"]),
)


@st.composite
def moves(draw: Any) -> Any:
    """A move in either shape, of which a word, a blank or the value may be wrong."""
    verb, *cards = draw(st.sampled_from(PLAYS)).split()
    wrong = draw(st.sampled_from(["", "", "", "verb", "card", "blank", "more", "fewer", "value"]))
    cards = [draw(CARD) if card in NAMES else card for card in cards]
    if wrong == "verb":
        verb = draw(st.one_of(NO_VERB, st.sampled_from(VERBS)))
    elif wrong == "card" and cards:
        cards[draw(st.integers(0, len(cards) - 1))] = draw(st.one_of(NO_CARD, ODD))
    elif wrong == "more":
        cards.append(draw(CARD))
    elif wrong == "fewer":
        cards = cards[1:]
    if draw(st.booleans()):
        blanks = st.one_of(BLANK, NO_BLANK) if wrong == "blank" else BLANK
        text = "".join(f"{draw(blanks)}{word}" for word in map(str, cards))
        return f"{draw(BLANK) if draw(st.booleans()) else ''}{verb}{text}"
    value = draw(st.one_of(ODD, st.just(1))) if wrong == "value" else _value_of(verb, cards)
    return {verb: value} if wrong != "blank" else {verb: value, draw(st.sampled_from(VERBS)): True}


def _value_of(verb: str, cards: list[Any]) -> Any:
    if verb in ("attack", "throw", "transfer"):
        return cards
    if verb == "beat" and len(cards) == 2 and isinstance(cards[0], str):
        return {cards[0]: cards[1]}
    return cards[0] if len(cards) == 1 else True


@st.composite
def answers(draw: Any) -> dict[str, Any]:
    """A `move` or `ready`, right or wrong in one or two places."""
    if draw(st.integers(0, 4)):
        found: dict[str, Any] = {"type": "move", "id": 7, "move": draw(moves())}
        if draw(st.booleans()):
            found["note"] = draw(TEXTS)
    else:
        found = {"type": "ready", "protocol": 1}
        if draw(st.booleans()):
            found["name"] = draw(TEXTS)
    how = draw(st.integers(0, 9))
    key = draw(st.sampled_from(sorted(found)))
    if how == 0:
        del found[key]
    elif how == 1:
        found[key] = draw(ODD)
    elif how == 2:
        found[draw(st.text(max_size=5))] = draw(ODD)
    return found


def unsaid(answer: dict[str, Any]) -> bool:
    """Whether an answer breaks one of `messages.UNSAID`."""
    for name, most in (("note", 256), ("name", 80)):
        text = answer.get(name, "")
        if isinstance(text, str):
            whole = re.search("[\0\ud800-\udfff]", text) is None
            if not whole or len(text.encode("utf-8", "surrogatepass")) > most:
                return True
    if isinstance(answer.get("id"), float):
        return True
    move = answer.get("move")
    words = move.split() if isinstance(move, str) else []
    return words[:1] != ["beat"] and len(set(words[1:])) < len(words[1:])


def is_read(answer: dict[str, Any]) -> bool:
    """Whether the runner takes a line for an answer of the protocol, however it is laid out."""
    lines = {
        json.dumps(answer).encode(),
        json.dumps(answer, separators=(",", ":")).encode(),
        f"  {json.dumps(answer, ensure_ascii=False, sort_keys=True)}\r".encode(
            "utf-8", "surrogatepass"
        ),
    }
    (found,) = {_is_read(answer, line) for line in lines}
    return found


def _is_read(answer: dict[str, Any], data: bytes) -> bool:
    number = answer.get("id")
    asked = number if type(number) is int and number > 0 else 7
    try:
        if answer.get("type") == "ready":
            parse_ready(data)
        else:
            parse_move(data, asked)
    except AnswerError:
        return False
    return True


@given(answers())
@example({"type": "move", "id": 7, "move": "attack 7S 7D", "note": "x" * 256})
@example({"type": "move", "id": 7, "move": {"beat": {"7S": "9S"}}})
@example({"type": "move", "id": 7, "move": {"beat": {"7S": "9S", "6S": "TS"}}})
@example({"type": "move", "id": 7, "move": {"take": 1}})
@example({"type": "move", "id": True, "move": "take"})
@example({"type": "ready", "protocol": True})
@example({"type": "ready", "protocol": 1.0})
def test_what_fits_the_schema_is_read_and_what_does_not_is_refused(answer: dict[str, Any]) -> None:
    expected = fits("answer", answer) and not unsaid(answer)
    assert is_read(answer) == expected


@given(st.recursive(ODD, lambda inner: st.dictionaries(st.text(max_size=4), inner, max_size=3)))
def test_whatever_else_a_bot_writes_is_neither_a_fit_nor_read(value: Any) -> None:
    assert not fits("answer", value)
    for read in (parse_ready, lambda data: parse_move(data, 7)):
        with pytest.raises(AnswerError):
            read(json.dumps(value).encode())


def test_what_is_white_space_in_a_move_is_the_same_for_both() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    blanks = {*re.findall(r"\s", everything), *filter(str.isspace, everything)}
    assert len(blanks) > 20
    for blank in blanks:
        answer = {"type": "move", "id": 7, "move": f"{blank}attack{blank}7S{blank}"}
        assert fits("move", answer)
        assert is_read(answer), blank


@pytest.mark.parametrize("card", NAMES)
def test_every_card_is_read_in_every_form(card: str) -> None:
    for move in (
        f"attack {card}", f"beat 6S {card}", f"play {card}", f"transfer_show {card}",
        {"throw": [card]}, {"transfer": [card]}, {"beat": {card: "6S"}}, {"play": card},
    ):  # fmt: skip
        answer = {"type": "move", "id": 7, "move": move}
        assert fits("move", answer)
        assert is_read(answer)


@pytest.mark.parametrize("text", PLAYS)
def test_every_verb_has_its_form_in_both_shapes(text: str) -> None:
    move = Move.parse(text)
    for form in (text, move.to_json()):
        assert fits("move", {"type": "move", "id": 1, "move": form})
    assert re.fullmatch(forms.EVENT, f"5 {move}")


def test_these_are_all_verbs() -> None:
    assert {text.split()[0] for text in PLAYS} == set(VERBS)


# One case for each line of `messages.UNSAID`, or more: each fits the schema and is refused.
REFUSED_ALL_THE_SAME: dict[int, list[bytes]] = {
    0: [
        b'{"type":"move","id":7,"id":7,"move":"take"}',
        b'{"type":"move","id":7,"move":"take"}\xff',
    ],
    1: [
        json.dumps({"type": "move", "id": 7, "move": "take", "note": "ж" * 129}).encode(),
        json.dumps({"type": "move", "id": 7, "move": "take", "note": "\0"}).encode(),
        json.dumps({"type": "move", "id": 7, "move": "take", "note": "\ud800"}).encode(),
    ],
    2: [
        b'{"type":"move","id":8,"move":"take"}',
        b'{"type":"move","id":7.0,"move":"take"}',
        b'{"type":"move","id":7e0,"move":"take"}',
    ],
    3: [b'{"type":"move","id":7,"move":"attack 7S 7S"}'],
}


def test_each_rule_that_a_schema_cannot_say_is_listed_with_it() -> None:
    assert list(REFUSED_ALL_THE_SAME) == list(range(len(messages.UNSAID)))
    for rule in messages.UNSAID:
        assert rule in SCHEMA["description"]


@pytest.mark.parametrize(
    "data", [data for cases in REFUSED_ALL_THE_SAME.values() for data in cases]
)
def test_what_a_schema_cannot_refuse_the_reader_does(data: bytes) -> None:
    assert fits("move", json.loads(data.decode(errors="ignore")))
    with pytest.raises(AnswerError):
        parse_move(data, 7)
