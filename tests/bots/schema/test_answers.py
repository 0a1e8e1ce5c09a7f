"""What a bot may answer: the schema and the strict reader agree on every line."""

import json
import re
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bots.protocol import AnswerError, parse_move, parse_ready
from bots.schema import forms, messages
from games.cards import NAMES
from games.moves import VERBS, Move
from tests.bots.schema.judging import SCHEMA, fits

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
