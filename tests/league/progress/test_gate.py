"""Two hundred random acts on every format and size, and then all of them taken back."""

import json
from random import Random
from typing import Any

import pytest

from league.progress.acts import Reported, act_from_json, effective
from league.progress.state import State
from tests.league.progress.events import Event, next_draw, outcome, random_act, setup

GROUPS = {"format": "round_robin", "groups": 2, "qualifiers": 2}
FORMATS: dict[str, list[dict[str, Any]]] = {
    "round robin": [{"format": "round_robin"}],
    "double round robin": [{"format": "round_robin", "cycles": 2}],
    "knockout": [{"format": "knockout"}],
    "knockout with a third place": [{"format": "knockout", "third_place": True}],
    "reseeded knockout": [{"format": "knockout", "reseeded": True}],
    "double elimination": [{"format": "double_elimination"}],
    "Swiss": [{"format": "swiss", "rounds": 4}],
    "Swiss by matching": [{"format": "swiss", "rounds": 4, "pairing": "matching"}],
    "tables": [{"format": "tables", "rounds": 3, "size": 4, "beside": 3}],
    "groups, then a knockout": [GROUPS, {"format": "knockout", "third_place": True}],
    "groups, then a double elimination": [GROUPS, {"format": "double_elimination"}],
    "Swiss, then a knockout": [
        {"format": "swiss", "rounds": 3, "qualifiers": 4},
        {"format": "knockout"},
    ],
    "tables, then a knockout": [
        {"format": "tables", "rounds": 2, "size": 3, "beside": 4, "qualifiers": 4},
        {"format": "knockout"},
    ],
}


def seen(state: State) -> Any:
    """All that anybody can see of a tournament."""
    return (
        state.is_started,
        state.is_finished,
        state.is_cancelled,
        state.tied,
        state.field,
        state.places,
        [
            (stage.order, stage.rounds, stage.is_complete, getattr(stage, "standings", None))
            for stage in state.stages
        ],
    )


@pytest.mark.parametrize("entries", [4, 5, 6, 7, 8, 9, 13, 16])
@pytest.mark.parametrize("name", FORMATS)
def test_after_all_is_undone_everything_is_as_before(name: str, entries: int) -> None:
    random = Random(f"{name} {entries}")
    event = Event(setup(*FORMATS[name]), entries)
    begun = seen(event.state)
    done = 0
    while done < 200:
        act = random_act(event.state, event.acts, random)
        if act is not None:
            event.act(act)
            done += 1
        if done % 50 == 0:
            told = [(act.kind, act.number, json.dumps(act.to_json())) for act in event.acts]
            again = [act_from_json(kind, number, json.loads(text)) for kind, number, text in told]
            assert again == event.acts
    before = seen(event.state)
    undone = [event.undo(act) for act in reversed(effective(event.acts)[1:])]
    assert seen(event.state) == begun
    for act in reversed(undone):
        event.undo(act)
    assert seen(event.state) == before


@pytest.mark.parametrize("entries", [4, 7, 8, 13])
@pytest.mark.parametrize("name", FORMATS)
def test_in_which_order_the_results_of_a_round_come_in_does_not_matter(
    name: str, entries: int
) -> None:
    random = Random(f"{entries} {name}")
    one = Event(setup(*FORMATS[name]), entries)
    while True:
        while one.go_on():
            pass
        due = one.state.due
        if not due:
            break
        results = [Reported(table=table.key, outcome=outcome(table, random)) for table in due]
        other = Event.__new__(Event)
        other.setup, other.acts = one.setup, list(one.acts)
        for event, order in ((one, results), (other, results[::-1])):
            for result in order:
                event.act(Reported(table=result.table, outcome=result.outcome))
        assert _without_numbers(one.state) == _without_numbers(other.state)
        assert next_draw(one.state) == next_draw(other.state)
    assert one.state.is_finished


def _without_numbers(state: State) -> Any:
    return (
        state.places,
        state.tied,
        [
            (
                stage.order,
                getattr(stage, "standings", None),
                [(table.key, table.outcome) for table in stage.tables],
            )
            for stage in state.stages
        ],
    )
