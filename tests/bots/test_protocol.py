"""Messages between runner and bot: what is written, and how strictly the answers are read."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots import protocol
from bots.protocol import (
    AnswerError,
    Ask,
    Bye,
    Choice,
    Deal,
    DealOver,
    Hello,
    line,
    parse_move,
    parse_object,
    parse_ready,
    quoted,
)
from bots.sandbox.limits import Limits


def answer(**changes: object) -> bytes:
    return json.dumps({"type": "move", "id": 7, "move": "take", **changes}).encode()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (b"thinking", "“thinking”"),
        (b"a\tb\x1b[1m", "“a\\tb\\x1b[1m”"),
        (b"\xff", "“\\xff”"),
        ("ход ".encode() * 20, "“" + "ход " * 15 + "…”"),
        (b"x" * 60, "“" + "x" * 60 + "”"),
        (b"x" * 10_000, "“" + "x" * 60 + "…”"),
    ],
)
def test_what_a_bot_said_is_shown_escaped_and_bounded(said: bytes, shown: str) -> None:
    assert quoted(said) == shown


def test_hello_says_what_is_played_and_under_which_limits() -> None:
    hello = Hello(
        match="m_1",
        game="podkidnoy",
        options={"deck_size": 36},
        seats=2,
        sides="single",
        deals=10,
        leg=0,
        first_deal=4,
        series={"kind": "deals", "count": 10},
        random="0" * 32,
        limits=Limits(),
    )
    message = json.loads(line(hello))
    assert message["type"] == "hello"
    assert message["protocol"] == 1
    assert message["first_deal"] == 4
    assert message["limits"] == {
        "start_ms": 10_000,
        "move_cpu_ms": 1_000,
        "deal_cpu_ms": 3_000,
        "move_wall_ms": 5_000,
        "deal_wall_ms": 20_000,
        "line_bytes": 16_384,
        "memory_mb": 384,
    }


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (Deal(0, 1, {}), "deal"),
        (Ask(0, 1, 5, [], {}, {}), "ask"),
        (DealOver(0, [], (1, 2), (0, -1), [[], []]), "deal_over"),
        (Bye({}), "bye"),
    ],
)
def test_every_message_is_one_line_with_its_type(message: Ask, kind: str) -> None:
    data = line(message)
    assert data.endswith(b"\n")
    assert data.count(b"\n") == 1
    assert json.loads(data)["type"] == kind


def test_refused_is_there_only_after_a_refusal() -> None:
    assert "refused" not in json.loads(line(Ask(0, 1, 5, [], {}, {})))
    refused = {"move": "take", "code": "WRONG_PHASE", "reason": "lead"}
    assert json.loads(line(Ask(0, 1, 5, [], {}, {}, refused)))["refused"] == refused


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("throw 7D 9C", "throw 7D 9C"),
        ({"attack": ["7S", "7D"]}, "attack 7S 7D"),
        ({"throw": ["7D"]}, "throw 7D"),
        ({"transfer": ["7D"]}, "transfer 7D"),
        ({"beat": {"7S": "9S"}}, "beat 7S 9S"),
        ({"transfer_show": "7H"}, "transfer_show 7H"),
        ({"play": "QD"}, "play QD"),
        ({"declare": "S"}, "declare S"),
        ({"take": True}, "take"),
        ({"pass": True}, "pass"),
        ({"draw": True}, "draw"),
        ({"lay": True}, "lay"),
    ],
)
def test_a_move_is_read_as_text_or_as_an_object_with_one_key(move: object, text: str) -> None:
    assert str(parse_move(answer(move=move), 7).move) == text


def test_a_note_is_kept() -> None:
    assert parse_move(answer(note="он берёт"), 7).note == "он берёт"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (answer(move=None), '"move" must be text or an object, not null'),
        (answer(id=8), '"id" must be 7'),
        (answer(id=7.0), '"id" must be 7'),
        (answer(type="answer"), '"type":"move"'),
        (answer(move=None), '"move" must be'),
        (answer(move=3), '"move" must be'),
        (answer(move="banana"), "cannot read the move"),
        (answer(move={"take": True, "pass": True}), "exactly one key"),
        (answer(move={"take": 1}), "wrong form"),
        (answer(note="x" * 257), "at most 256 bytes"),
        (answer(note=5), "at most 256 bytes"),
        (answer(mvoe="take"), "unknown key 'mvoe'"),
    ],
)
def test_a_wrong_answer_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(AnswerError) as refusal:
        parse_move(data, 7)
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff", "not_json"),
        (b"thinking", "not_json"),
        (b"[1]", "not_json"),
        (answer(move=None), "null_move"),
        (answer(move=3), "malformed"),
        (answer(note=5), "malformed"),
        (b'{"type":"move","id":7,"id":7,"move":"take"}', "malformed"),
    ],
)
def test_what_has_a_cause_of_its_own_has_a_code(data: bytes, code: str) -> None:
    with pytest.raises(AnswerError) as refusal:
        parse_move(data, 7)
    assert refusal.value.code == code


def strictly_read(data: bytes) -> Choice | None:
    try:
        return protocol._strict_move(data, 7)
    except AnswerError:
        return None


SPACES = st.sampled_from(["", "", "", " ", "  ", "\t"])
NUMBERS = st.sampled_from(["7", "7", "7", "8", "07", "7.0", "7e0", "-7", "true", '"7"'])
TEXTS = st.sampled_from(
    [
        "take",
        "beat 7S 9S",
        " throw  7D 9C ",
        "attack 7S 7S",
        "fly",
        "",
        "x" * 65,
        "b\\u0065at",
        "\t",
    ]
)
NOTES = st.none() | st.sampled_from(["", "so be it", "[{}]", "{" * 256, "\x7f", "он", "\\u0000"])


@st.composite
def answers(draw: st.DrawFn) -> bytes:
    """Lines in the form most bots use, and what lies close to it."""
    pairs = ['"type":"move"', f'"id":{draw(NUMBERS)}', f'"move":"{draw(TEXTS)}"']
    note = draw(NOTES)
    if note is not None:
        pairs.append(f'"note":"{note}"')
    if draw(st.booleans()):
        pairs = draw(st.lists(st.sampled_from(pairs), max_size=6))
    space = draw(SPACES)
    pairs = [pair.replace('":', f'"{space}:{space}', 1) for pair in pairs]
    data = bytearray(f"{space}{{{f'{space},{space}'.join(pairs)}}}{space}".encode())
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        data.insert(draw(st.integers(0, len(data))), draw(st.integers(0, 255)))
    return bytes(data)


@given(answers())
def test_the_quick_reader_takes_nothing_that_the_strict_one_would_not_read_the_same(
    data: bytes,
) -> None:
    quickly = protocol._plain_move(data, 7)
    assert quickly is None or quickly == strictly_read(data)


@pytest.mark.parametrize("note", [{}, {"note": "why not?"}])
def test_the_quick_reader_reads_what_the_kit_and_most_libraries_write(note: dict[str, str]) -> None:
    value = {"type": "move", "id": 7, "move": "beat 7S 9S", **note}
    for data in (json.dumps(value), json.dumps(value, separators=(",", ":"))):
        assert protocol._plain_move(data.encode(), 7) == strictly_read(data.encode())
        assert strictly_read(data.encode()) is not None


MESSAGES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(MESSAGES)
def test_a_message_is_the_same_bytes_with_and_without_the_library(message: object) -> None:
    without = pytest.MonkeyPatch()
    with without.context() as patch:
        patch.setitem(sys.modules, "msgspec.json", None)
        plain = protocol._encoder()
    assert plain(message) == protocol._encode(message)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[1]",
        b'"text"',
        b"{} {}",
        b'{"a":NaN}',
        b'{"a":-Infinity}',
        b'{"a":1e999}',
        b'{"a":12345678901234567}',
        b'{"a":1,"a":2}',
        b'{"a":"\\u0000"}',
        b'{"a":"\\ud800"}',
        b'{"\\ud800":1}',
        b'{"a":[[[[[[[[1]]]]]]]]}',
        b'{"a":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b'{"a":' * 3_000,
    ],
)
def test_only_a_plain_small_object_is_read(data: bytes) -> None:
    with pytest.raises(AnswerError):
        parse_object(data)


def test_eight_levels_and_sixteen_digits_are_still_read() -> None:
    value = parse_object(b'{"a":[[[[[[[1]]]]]]],"b":1234567890123456,"c":-1.5}')
    assert value["b"] == 1_234_567_890_123_456
    assert value["c"] == -1.5


def test_ready_gives_the_name() -> None:
    assert parse_ready(b'{"type":"ready","name":"my bot 1.2","protocol":1}').name == "my bot 1.2"


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"move"}',
        b'{"type":"ready"}',
        b'{"type":"ready","protocol":2}',
        b'{"type":"ready","protocol":true}',
        b'{"type":"ready","protocol":1,"name":5}',
        b'{"type":"ready","protocol":1,"name":"' + b"x" * 81 + b'"}',
    ],
)
def test_anything_but_a_ready_of_this_version_is_refused(data: bytes) -> None:
    with pytest.raises(AnswerError):
        parse_ready(data)
