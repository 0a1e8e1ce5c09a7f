"""What a stranger may send, for tests of whatever reads texts, JSON and numbers."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games.cards import NAMES
from games.errors import GameError
from games.moves import VERBS

# How many times as many examples are tried as in the short form of the tests; see conftest.py.
times = 1


def tries(examples: int) -> settings:
    """So many examples, the same at every run, and more of them in the long form of the tests."""
    return settings(
        derandomize=True,
        deadline=None,
        max_examples=examples * times,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


# What a stranger may write

WORDS = st.sampled_from([*VERBS, *NAMES, *"SCDH", "", " ", "-1", "10", "\ud800", "\x00", "т", "²"])
TEXTS = st.one_of(
    st.text(max_size=40),
    st.text(st.characters(), max_size=10),
    st.lists(WORDS, max_size=6).map(" ".join),
    st.builds("{} {}".format, st.integers(), st.lists(WORDS, max_size=4).map(" ".join)),
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-10, 60),
    st.sampled_from([2**31, 2**63, 2**64, -(2**64), 10**400, 10**4000]),
    st.floats(),
    TEXTS,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(TEXTS | WORDS, inner, max_size=4)
    ),
    max_leaves=12,
)


def deep(levels: int, kind: str) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value] if kind == "list" else {"beat": value}
    return value


HUGE: dict[str, Any] = {
    "a text of a million letters": "7" * 1_000_000,
    "a move of a million letters": "attack " + "7S " * 300_000,
    "a verb and nothing for a megabyte": "take" + " " * 1_000_000,
    "a number of many digits": "9" * 10_000 + " take",
    "a number that cannot be written": 10**10_000,
    "lists in lists": deep(50_000, "list"),
    "objects in objects": deep(50_000, "dict"),
    "a long list": ["7S"] * 200_000,
    "an object of many keys": {str(n): n for n in range(100_000)},
    "half a letter": "\ud800",
    "bytes": b"take",
    "not a number": float("nan"),
    "infinity": float("inf"),
}


def own_error(read: Callable[[Any], Any], sent: Any, kind: type[GameError] = GameError) -> Any:
    """What *read* makes of *sent*; None if it refuses with an error of this kind, and a short one.

    Any other exception goes through, and the test fails.
    """
    try:
        return read(sent)
    except kind as refused:
        error = refused
    assert error.code.isupper()
    assert 0 < len(str(error)) < 1_000
    return None


def mutated(value: Any, data: st.DataObject, changes: int = 2) -> Any:
    """A copy with a few places dropped, doubled, or with something else in them."""
    changed = copy.deepcopy(value)
    for _ in range(data.draw(st.integers(1, changes))):
        places = list(walk(changed))
        where, key = data.draw(st.sampled_from(places))
        what = data.draw(st.sampled_from(["drop", "other", "near", "add"]))
        if what == "drop":
            del where[key]
        elif what == "other":
            where[key] = data.draw(VALUES)
        elif what == "near":
            where[key] = near(where[key], data)
        elif isinstance(where, list):
            where.insert(key, copy.deepcopy(where[key]))
        else:
            where[data.draw(TEXTS)] = data.draw(SCALARS)
        if not list(walk(changed)):
            break
    return changed


def walk(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value, as what holds it and the key or index there."""
    inside: Any = ()
    if isinstance(value, dict):
        inside = list(value)
    elif isinstance(value, list):
        inside = range(len(value))
    for key in inside:
        yield value, key
        yield from walk(value[key])


def near(value: Any, data: st.DataObject) -> Any:
    """Something of the same kind, or what is often taken for it."""
    if isinstance(value, bool):
        return data.draw(st.sampled_from([not value, int(value), str(value), None]))
    if isinstance(value, int):
        as_float = float(max(-(2**64), min(value, 2**64)))
        return data.draw(st.sampled_from([value + 1, -value - 1, str(value), as_float, 2**64]))
    if isinstance(value, str):
        return data.draw(st.sampled_from([value + " ", value[:-1], value.lower(), "7S", "", 7]))
    if isinstance(value, list):
        return data.draw(st.sampled_from([value[::-1], tuple(value), [value], {}, value * 2]))
    return data.draw(st.sampled_from([[], {}, 0, "", {"points": [0, 0]}]))
