"""Logs of acts by chance, of which many do not fit: what must hold holds after each of them."""

from random import Random
from typing import Any

import pytest

from league.progress.acts import Act, ClosedByHand, Excluded, Started, Withdrew, effective
from league.progress.changes import changes
from league.progress.elimination import Elimination
from league.progress.state import State, state_of
from tests.league.progress.events import Event, next_draw, random_act, setup
from tests.league.progress.properties import check
from tests.league.progress.test_gate import FORMATS
from tests.league.progress.wild import wild_act

SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 17, 33]
BRACKETS = [
    "knockout",
    "knockout with a third place",
    "reseeded knockout",
    "double elimination",
]
MORE: dict[str, list[dict[str, Any]]] = FORMATS | {
    "rotating partners": [{"format": "tables", "rounds": 3, "size": 4}],
    "groups, then a Swiss, then a knockout": [
        {"format": "round_robin", "groups": 3, "qualifiers": 3},
        {"format": "swiss", "rounds": 3, "qualifiers": 3},
        {"format": "knockout"},
    ],
    "more qualifiers than a group has": [
        {"format": "round_robin", "groups": 2, "qualifiers": 5},
        {"format": "round_robin", "groups": 3},
    ],
    "groups, then tables": [
        {"format": "round_robin", "groups": 2, "qualifiers": 5},
        {"format": "tables", "rounds": 2, "size": 3},
    ],
    "one qualifier": [
        {"format": "round_robin", "qualifiers": 1},
        {"format": "knockout", "third_place": True},
    ],
    "no qualifier": [
        {"format": "round_robin", "groups": 2},
        {"format": "double_elimination"},
    ],
}


def partners(name: str) -> int:
    return 2 if name == "rotating partners" else 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", MORE)
def test_no_log_of_well_formed_acts_breaks_anything(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    made = setup(*MORE[name], sides=partners(name))
    members = tuple(((number, None),) for number in range(1, random.choice(SIZES) + 1))
    log: list[Act] = [Started(number=1, members=members)]
    state = state_of(made, log)
    for number in range(2, random.randint(10, 50)):
        act = (random.random() < 0.25 and next_draw(state)) or wild_act(state, log, random)
        object.__setattr__(act, "number", number)
        log.append(act)
        before, state = state, state_of(made, log)
        check(state)
        changes(before, state)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", MORE)
def test_what_is_done_with_sense_keeps_all_promises_to_the_end(name: str, seed: int) -> None:
    random = Random(f"{seed} {name}")
    entries = random.choice([size for size in SIZES if size > 3])
    event = Event(setup(*MORE[name], sides=partners(name)), entries)
    state = event.state
    for _ in range(random.randint(10, 40)):
        act = random_act(state, event.acts, random)
        if act is None or act.kind == "cancel":
            continue
        event.act(act)
        state = event.state
        check(state)
    for stage, number in [(one.number, two.number) for one in state.stages for two in one.rounds]:
        event.act(ClosedByHand(stage=stage, round=number))
    event.play(random)
    check(event.state)
    check_matches(event.state)


def check_matches(state: State) -> None:
    """A knockout that is over had one match less than entries; a double one twice as many."""
    for stage in state.stages:
        if isinstance(stage, Elimination) and stage.is_complete and stage.filled:
            both_lost = any(t.outcome and t.outcome.winner is None for t in stage.tables)
            least = len(stage.order) - 1
            if both_lost:
                continue
            if stage.options.format == "knockout":
                third = getattr(stage.options, "third_place", False) and least > 2
                assert len(stage.tables) == least + third
            else:
                assert len(stage.tables) in (2 * least, 2 * least + 1)


@pytest.mark.parametrize("name", MORE)
def test_an_undoing_that_is_undone_leaves_the_log_as_it_was(name: str) -> None:
    random = Random(name)
    event = Event(setup(*MORE[name], sides=partners(name)), 9)
    for _ in range(60):
        act = random_act(event.state, event.acts, random)
        if act is not None:
            event.act(act)
    counting = effective(event.acts)
    for act in random.sample(counting[1:], min(8, len(counting) - 1)):
        last = event.undo(act)
        for _ in range(random.choice([0, 2, 4])):
            last = event.undo(last)
        assert act not in effective(event.acts)
        event.undo(last)
        assert effective(event.acts) == counting


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", BRACKETS)
def test_the_last_places_of_a_bracket_lie_within_all_that_were_told_before(
    name: str, seed: int
) -> None:
    random = Random(f"{name} {seed}")
    event = Event(setup(*FORMATS[name]), random.randint(3, 20))
    entry = random.choice(event.state.field.entries)
    event.act(random.choice([Excluded, Withdrew])(entry=entry))
    told = [event.state.places]
    while due := event.state.due:
        table = random.choice(due)
        event.report(table, *random.sample([0, 1], 2))
        told.append(event.state.places)
    last = {place.entry: place for place in event.state.places}
    assert all(place.is_final for place in last.values())
    for before in told:
        assert {place.entry for place in before} == last.keys()
        for place in before:
            end = last[place.entry]
            assert place.first <= end.first <= end.last <= place.last
            assert not place.is_final or place == end
