"""Views with anything wrong in them: they are read as they stand, or refused with the reason."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from games.cards import NAMES
from games.catalogue import GAMES, find_game
from games.errors import SetupError
from games.game import Game, State
from tests.games.helpers import dealt, game_of, setup_id
from tests.games.hostile import HUGE, own_error, walk

NAN = float("nan")
# Read for convenience only; a view does not keep them.
DERIVED = ("pile_count", "down_counts")
# Options that put more into a view than the usual rules do.
FULLER: dict[str, dict[str, Any]] = {
    "podkidnoy": {},
    "passing": {"pass_show_trump": "once_per_deal", "pass_cards": "many"},
    "drunkard": {"tie_rule": "one_down_one_up", "end_mode": "last_standing"},
    "british": {"six_stacking": True, "drawn_playable": "optional"},
    "armenian": {},
}
TABLES = [
    {"key": factory.key, "seats": seats, "sides": sides, **FULLER[factory.key]}
    for factory in GAMES
    for sides, counts in factory.SIDES.items()
    for seats in counts
]
# A field of a view, and where in it if it is a list.
Place = tuple[str, int | None]
each_table = pytest.mark.parametrize("setup", TABLES, ids=map(setup_id, TABLES))


@cache
def told(key: str, seats: int, sides: str) -> list[dict[str, Any]]:
    """Views out of all parts of two deals: of who is to act, of the next seat, of a spectator."""
    game = game_of({"key": key, "seats": seats, "sides": sides, **FULLER[key]})
    found = []
    for number in range(2):
        rng = Random(number)
        state = dealt(game, number)
        course = [state.copy()]
        while state.to_act is not None:
            moves = state.legal_moves
            state.play(moves[rng.randrange(len(moves))])
            course.append(state.copy())
        for moment in [*rng.sample(course, min(4, len(course))), course[-1]]:
            acts = moment.to_act or 0
            seen_by = (acts, (acts + 1) % seats, None)
            found += [moment.view(seat).to_json() for seat in seen_by]
    return found


def views(setup: dict[str, Any]) -> list[dict[str, Any]]:
    return told(setup["key"], setup["seats"], setup["sides"])


def comes_to(game: Game, data: Any, rng: Random) -> str:
    """Read *data*, make up a deal and play on: how far it came. Wrong errors go through."""
    view = own_error(game.read_view, data, SetupError)
    if view is None:
        return "refused"
    assert game.read_view(json.loads(json.dumps(view.to_json()))) == view
    made_up = own_error(lambda read: game.determinize(read, rng), view, SetupError)
    if made_up is None:
        return "does not add up"
    assert made_up.view(view.seat) == view
    play_on(made_up, rng)
    return "made up"


def play_on(state: State, rng: Random, most: int = 30) -> None:
    """Some moves, as a bot that searches would try; a deal that makes no sense may have none."""
    for _ in range(most):
        moves = state.legal_moves
        if not moves:
            break
        state.play(moves[rng.randrange(len(moves))])


# Changes


def other_kind(where: Any, key: Any, rng: Random) -> None:
    """Something of another type, or far out of range."""
    near = where[key]
    kinds: list[Any] = [
        None,
        True,
        False,
        [],
        {},
        "",
        "7S",
        "over",
        0,
        1,
        -1,
        99,
        2**64,
        10**400,
        0.5,
    ]
    kinds += [NAN, float("inf"), [near], {"near": near}, [near, near], str(near)]
    if isinstance(near, int):
        kinds += [near + 0.0 if near < 2**53 else near, near + 1, near - 1, not near]
    where[key] = copy.deepcopy(rng.choice(kinds))


def dropped(where: Any, key: Any, rng: Random) -> None:
    del where[key]


def doubled(where: Any, key: Any, rng: Random) -> None:
    if isinstance(where, list):
        where.insert(rng.randrange(len(where) + 1), copy.deepcopy(where[key]))
    else:
        where[rng.choice(list(where))] = copy.deepcopy(where[key])


def other_card(where: Any, key: Any, rng: Random) -> None:
    """One more or another card, or many more."""
    if isinstance(where[key], list):
        where[key] += rng.sample(NAMES, rng.choice([1, 1, 2, 52]))
    elif isinstance(where[key], str | None):
        where[key] = rng.choice(NAMES)


def other_number(where: Any, key: Any, rng: Random) -> None:
    if isinstance(where[key], bool):
        where[key] = not where[key]
    elif isinstance(where[key], int):
        where[key] += rng.choice([-1, 1])
    elif isinstance(where[key], list):
        rng.shuffle(where[key])


CHANGES = [other_kind, dropped, doubled, other_card, other_number, other_number]


def changed(data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A copy with one to three changes, or with two values in each other's place."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice([1, 1, 2, 3])):
        places = list(walk(data))
        if not places:
            break
        where, key = rng.choice(places)
        if rng.random() < 0.3:
            there, other = rng.choice(places)
            first, second = copy.deepcopy(where[key]), copy.deepcopy(there[other])
            where[key], there[other] = second, first
        else:
            rng.choice(CHANGES)(where, key, rng)
    return data


def fuzz(setup: dict[str, Any], rounds: int, seed: int) -> Counter[str]:
    game = game_of(setup)
    rng = Random(seed)
    found: Counter[str] = Counter()
    for data in views(setup):
        found.update(comes_to(game, changed(data, rng), rng) for _ in range(rounds))
    return found


@each_table
def test_a_view_with_changes_is_read_as_it_stands_or_refused(setup: dict[str, Any]) -> None:
    found = fuzz(setup, 20, 1)
    assert set(found) == {"refused", "does not add up", "made up"}


@pytest.mark.slow
@each_table
def test_many_more_changes_are_read_or_refused_too(setup: dict[str, Any]) -> None:
    for seed in range(2, 5):
        assert fuzz(setup, 100, seed)


@each_table
def test_a_hand_is_counted_even_where_the_sum_is_right(setup: dict[str, Any]) -> None:
    """One card more at one place and one less at another: some deals can be made up like this."""
    game = game_of(setup)
    rng = Random(4)
    for data in views(setup):
        places: list[Place] = [("counts", seat) for seat in range(game.seats)]
        places += [(name, None) for name in ("stock", "set_aside") if name in data]
        for more in places[: game.seats]:
            for less in places:
                wrong = with_one_more(with_one_more(data, more, 1), less, -1)
                outcome = comes_to(game, wrong, rng)
                if "hand" in data and more != less and ("counts", data["seat"]) in (more, less):
                    assert outcome in ("refused", "does not add up")


def with_one_more(data: dict[str, Any], place: Place, more: int) -> dict[str, Any]:
    name, index = place
    if index is None:
        return {**data, name: data[name] + more}
    return {**data, name: [one + more * (at == index) for at, one in enumerate(data[name])]}


# What is refused at once


def leaves(data: dict[str, Any]) -> Iterator[tuple[int, str, Any]]:
    """Each value inside a view: the number of its place, its field, and the value."""
    field = ""
    for number, (where, key) in enumerate(walk(data)):
        if where is data:
            field = key
        if not isinstance(where[key], list | dict):
            yield number, field, where[key]


def with_other(data: dict[str, Any], number: int, other: Any) -> dict[str, Any]:
    """A copy with another value in the place of this number."""
    twin = copy.deepcopy(data)
    where, key = list(walk(twin))[number]
    where[key] = other
    return twin


def wrong_for(value: Any, seats: int) -> list[Any]:
    """Values that are taken for this one where nobody looks at types."""
    if isinstance(value, bool):
        return [int(value), str(value), None, [value]]
    if isinstance(value, int):
        return [float(value), value + 0.5, NAN, str(value), bool(value), [value], {}, 2**64, -2]
    if value is None:
        return [False, 0.0, [], {}, "null", seats]
    return [[value], {}, 0, f"{value} ", value.lower() if value != value.lower() else "Over", True]


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: factory.key)
def test_no_value_of_a_view_may_be_of_another_type(factory: type[Game]) -> None:
    game = factory(seats=2, **FULLER[factory.key])
    for data in told(factory.key, 2, "single")[::4]:
        for number, field, value in leaves(data):
            if field in DERIVED:
                continue
            for other in wrong_for(value, game.seats):
                # Points of a match may be below 0.
                if other == -2 and field == "match":
                    continue
                with pytest.raises(SetupError, match=f": {field} cannot be "):
                    game.read_view(with_other(data, number, other))


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: factory.key)
def test_a_seat_that_does_not_exist_is_refused_by_name(factory: type[Game]) -> None:
    for seats in range(factory.SEATS[0], factory.SEATS[1] + 1):
        game = factory(seats=seats, **FULLER[factory.key])
        data = told(factory.key, seats, "single")[0]
        for field in ("seat", "to_act", "dealer"):
            for wrong in (seats, -1):
                with pytest.raises(SetupError, match=f"{field} cannot be {wrong}$"):
                    game.read_view({**data, field: wrong})
        for field in ("counts", "known", "open", "down", "tricks", "match", "current"):
            if isinstance(data.get(field), list):
                for length in (seats - 1, seats + 1):
                    entries = (data[field] * 2)[:length]
                    with pytest.raises(SetupError, match=f"{field} cannot be "):
                        game.read_view({**data, field: entries})


def test_what_is_wrong_is_named_with_its_value() -> None:
    game = find_game("podkidnoy")()
    data = dealt(game).view(0).to_json()
    for field, wrong, reason in (
        ("counts", [6, 6.0], r"counts cannot be \[6, 6\.0\], because of 6\.0"),
        ("dealer", "first", "dealer cannot be 'first'"),
        ("phase", "tea", "phase cannot be 'tea'"),
        ("hand", ["7S", "7S"], r"hand cannot be \['7S', '7S'\]"),
        ("hand", ["7S", "1X"], r"hand cannot be .*, because of '1X'"),
        ("hand", "7S", "hand cannot be '7S'"),
        ("table", [["7S"]], r"table cannot be .*, because of \['7S'\]"),
        ("passed", [1, 0], r"passed cannot be \[1, 0\]"),
        ("earlier", [{"times": 1}], "earlier cannot be .*, because of 'leader_seat'"),
        ("shown", ["7S"], "shown cannot be"),
    ):
        with pytest.raises(SetupError, match=f"^not a view of {game.NAMES['en']}: {reason}"):
            game.read_view({**data, field: wrong})
    del data["stock"]
    with pytest.raises(SetupError, match="stock is missing from "):
        game.read_view(data)
    for nothing in (None, 7, "seat", ["seat"], NAN):
        with pytest.raises(SetupError, match="seat is missing from"):
            game.read_view(nothing)  # type: ignore[arg-type]


# What contradicts itself


@pytest.mark.parametrize("key", ["podkidnoy", "passing", "british", "armenian"])
def test_a_seat_holds_as_many_cards_as_are_counted(key: str) -> None:
    game = find_game(key)(seats=3)
    data = dealt(game).view(1).to_json()
    first, second, third = data["counts"]
    for counts in ([first - 1, second + 1, third], [first, second - 1, third + 1]):
        view = game.read_view({**data, "counts": counts})
        with pytest.raises(SetupError, match=f"where counts has {counts[1]}"):
            game.determinize(view, Random(1))
    nobody = game.read_view({**data, "seat": None})
    with pytest.raises(SetupError, match="where counts has 0"):
        game.determinize(nobody, Random(1))


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("british", {"top": None}),
        ("british", {"required": None}),
        ("british", {"has_drawn": True}),
        ("british", {"drawn": "6S"}),
        ("british", {"has_drawn": True, "drawn": "not held"}),
        ("british", {"has_drawn": True, "to_act": None}),
        ("drunkard", {"current": [0, -1, -1]}),
        ("drunkard", {"counts": [0, 0, 0], "set_aside": 52}),
        ("armenian", {"open": [[], [], []]}),
        ("armenian", {"down": [[], [], []]}),
    ],
    ids=str,
)
def test_no_deal_is_made_up_from_a_view_that_contradicts_itself(
    key: str, changes: dict[str, Any]
) -> None:
    game = find_game(key)(seats=3)
    state = dealt(game)
    if key == "british":
        state.play(state.legal_moves[0])
    data = state.view(state.to_act).to_json()
    if changes.get("drawn") == "not held":
        changes = {**changes, "drawn": next(name for name in NAMES if name not in data["hand"])}
    assert comes_to(game, data, Random(1)) == "made up"
    assert comes_to(game, {**data, **changes}, Random(1)) == "does not add up"


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: factory.key)
def test_no_field_takes_a_huge_value(factory: type[Game]) -> None:
    game = factory()
    data = dealt(game).view(0).to_json()
    for huge in HUGE.values():
        assert own_error(game.read_view, huge, SetupError) is None
        for field in data:
            if field not in DERIVED:
                assert own_error(game.read_view, {**data, field: huge}, SetupError) is None


def test_a_card_in_two_places_is_found() -> None:
    game = find_game("podkidnoy")()
    data = dealt(game).view(0).to_json()
    for changes in (
        {"discard": data["hand"][:1], "stock": data["stock"] - 1},
        {"table": [[data["hand"][0], None]], "stock": data["stock"] - 1},
        {"discard": ["2S"], "stock": data["stock"]},
        {"known": [[], [data["turnup"]]]},
        {"known": [[], data["hand"][:1]]},
        {"known": [["2S"], []]},
    ):
        assert comes_to(game, {**data, **changes}, Random(1)) == "does not add up"


def test_further_keys_are_left_alone() -> None:
    for factory in GAMES:
        game = factory()
        data = dealt(game).view(0).to_json()
        assert game.read_view({**data, "events": ["0 take"], "refused": {}}) == game.read_view(data)


@pytest.mark.parametrize("factory", GAMES, ids=lambda factory: factory.key)
def test_a_view_of_another_game_or_of_another_seat_is_refused(factory: type[Game]) -> None:
    game = factory()
    state = dealt(game)
    others = [other() for other in GAMES if other.key not in ("podkidnoy", "passing", factory.key)]
    for other in others:
        view = dealt(other).view(dealt(other).to_act)
        for use in (game.fallback, lambda seen: game.determinize(seen, Random(1))):
            with pytest.raises(SetupError):
                use(view)
    for seat in (None, *range(game.seats)):
        if seat != state.to_act:
            with pytest.raises(SetupError, match="is to act"):
                game.fallback(state.view(seat))
