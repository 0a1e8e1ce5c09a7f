"""A record that a stranger sends is what it says, or refused: never another error, never a hang."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import records
from games.catalogue import GAMES
from games.errors import RecordError
from games.game import Outcome
from games.records import Record, RecordedMove
from games.series import Length
from tests.games.helpers import SECRET, dealt, play_out
from tests.games.hostile import HUGE, TEXTS, VALUES, mutated, own_error, tries


@lru_cache(maxsize=1)
def deals() -> list[Record]:
    """The shortest of some deals of every game, with its secret."""
    found = []
    for kind in GAMES:
        played = [play_out(dealt(kind(), deal), Random(deal)) for deal in range(12)]
        lengths = [len(state.moves) for state in played]
        deal = lengths.index(min(lengths))
        record = records.record_of(
            played[deal], deal=deal, secret=SECRET, published=True, dealer_by_lot=True
        )
        found.append(record)
    return found


def judged(data: Any) -> Record | None:
    """A record as it is read and verified; None if it is refused at either."""
    record = own_error(Record.from_json, data, RecordError)
    if record is None:
        return None
    return None if own_error(verified, record, RecordError) is None else record


def verified(record: Record) -> bool:
    records.verify(record)
    return True


def test_the_records_themselves_are_good() -> None:
    for record in deals():
        assert judged(record.to_json()) == record


@tries(50)
@given(TEXTS)
def test_a_recorded_move_survives_or_is_refused(text: str) -> None:
    recorded = own_error(RecordedMove.parse, text, RecordError)
    if recorded is not None:
        assert RecordedMove.parse(str(recorded)) == recorded


@pytest.mark.parametrize("what", HUGE)
@pytest.mark.parametrize(
    "read",
    [RecordedMove.parse, Record.from_json, Outcome.from_json, Length.from_json],
    ids=lambda read: getattr(read, "__qualname__", "?"),
)
def test_what_is_too_much_is_refused_at_once_and_shortly(
    read: Callable[[Any], Any], what: str
) -> None:
    began = process_time()
    assert own_error(read, HUGE[what]) is None
    assert process_time() - began < 1


@tries(50)
@given(VALUES, st.sampled_from([Outcome, Length, Record]))
def test_a_value_is_no_outcome_length_or_record_or_survives(value: Any, kind: Any) -> None:
    found = own_error(kind.from_json, value)
    if found is not None:
        assert kind.from_json(json.loads(json.dumps(found.to_json()))) == found


@tries(80)
@given(st.data())
def test_an_outcome_that_was_changed_survives_or_is_refused(data: st.DataObject) -> None:
    told = data.draw(st.sampled_from([record.outcome.to_json() for record in deals()]))
    outcome = own_error(Outcome.from_json, mutated(told, data))
    if outcome is not None:
        again = Outcome.from_json(json.loads(json.dumps(outcome.to_json())))
        assert again == outcome
        assert hash(again) == hash(outcome)


@tries(50)
@given(st.data())
def test_a_length_that_was_changed_survives_or_is_refused(data: st.DataObject) -> None:
    told = Length("points", 3, must_have_winner=True).to_json()
    length = own_error(Length.from_json, mutated(told, data))
    if length is not None:
        assert Length.from_json(json.loads(json.dumps(length.to_json()))) == length


@tries(120)
@given(st.data())
def test_a_record_that_was_changed_survives_or_is_refused(data: st.DataObject) -> None:
    found = judged(mutated(data.draw(st.sampled_from(deals())).to_json(), data))
    if found is not None:
        assert Record.from_json(json.loads(json.dumps(found.to_json()))) == found
        assert records.loads(records.dumps([found])) == [found]


# Fields that say how a deal was arranged, not how it was played: a change cannot be seen here.
FREE = {"match", "leg", "sitting", "series", "commitment", "secret", "awarded"}


@pytest.mark.parametrize("number", range(len(GAMES)), ids=[kind.key for kind in GAMES])
def test_every_field_of_a_record_is_needed_and_believed_only_if_true(number: int) -> None:
    """Each field in turn: missing, and with values of all kinds."""
    told = deals()[number].to_json()
    kinds: list[Any] = [
        None,
        True,
        0,
        -1,
        2**64,
        1.5,
        float("nan"),
        "",
        "x",
        [],
        [[]],
        {},
        {"a": 1},
        ["x"],
    ]
    for name in told:
        without = {key: value for key, value in told.items() if key != name}
        assert judged(without) is None, name
        for value in kinds:
            changed = judged({**told, name: value})
            same = value == told[name] and type(value) is type(told[name])
            # Options that are left out have their defaults.
            free = name in FREE or (name == "options" and value == {})
            assert changed is None or same or free, (name, value)
    for name in told["outcome"]:
        for value in kinds:
            changed = judged({**told, "outcome": {**told["outcome"], name: value}})
            assert changed is None or value == told["outcome"][name], (name, value)
    for options in ({"seats": 2}, {"sides": "single"}, {"self": 1}, {"": 1}, {"\ud800": 1}):
        assert judged({**told, "options": options}) is None
    lengths: list[Any] = [{"kind": ["deals"]}, {"kind": {}}, {"count": 2**70}, {"self": 1}, {1: 1}]
    for series in lengths:
        assert judged({**told, "series": series}) is None


@tries(50)
@given(TEXTS)
def test_any_text_is_records_or_is_refused(text: str) -> None:
    own_error(records.loads, text, RecordError)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 10_000,
        "-" + "9" * 10_000,
        "1e999999",
        "NaN",
        "[NaN]",
        '{"format": Infinity}',
        '"\\ud800"',
        "\ud800",
        "\x00",
        "\ufeff{}",
        "{}",
        "[]",
        "null",
        '{"format": 1, "format": 1}',
        '{"outcome": {"places": [1, 2], "places": [2, 1]}}',
        '"' + "x" * 1_000_000 + '"',
        "\u2028{}",
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_a_text_that_is_no_record_is_refused_with_its_line(text: str) -> None:
    began = process_time()
    with pytest.raises(RecordError, match=r"line [123]: "):
        records.loads(text)
    assert own_error(records.loads, text, RecordError) is None
    assert process_time() - began < 2


def test_a_number_of_many_digits_in_a_record_is_refused() -> None:
    text = records.dumps(deals()[:1])
    for name in ('"seats": 2', '"deal": ', '"format": 1', '"leg": 0'):
        assert name in text
        changed = text.replace(name, name.split(":")[0] + ": " + "9" * 6_000 + ', "x": 1', 1)
        assert own_error(records.loads, changed, RecordError) is None


def test_a_key_that_occurs_twice_is_refused_and_said() -> None:
    text = records.dumps(deals()[:1])
    for name in ("deck", "secret", "places"):
        doubled = text.replace(f'"{name}": ', f'"{name}": [], "{name}": ', 1)
        with pytest.raises(RecordError, match="line 1: a key occurs twice"):
            records.loads(doubled)


@tries(60)
@given(st.data())
def test_a_line_that_was_damaged_is_refused_or_read(data: st.DataObject) -> None:
    """Letters of the text itself are dropped, doubled and changed."""
    text = records.dumps([data.draw(st.sampled_from(deals()[:1] + deals()[3:]))])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 2))
        put = data.draw(
            st.sampled_from(["", text[at] * 2, "0", '"', "]", "{", "\n", "\ud800", "9"])
        )
        text = text[:at] + put + text[at + 1 :]
    for record in own_error(records.loads, text, RecordError) or ():
        judged(record.to_json())
