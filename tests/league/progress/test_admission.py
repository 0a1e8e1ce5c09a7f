"""Who comes late takes a place that is free, and is refused where others would be drawn anew."""

from random import Random
from typing import Any

import pytest

from league.progress.acts import Cancelled, Changed, Entered, Reported, Withdrew
from league.progress.admission import Refusal, may_enter, next_entry
from league.progress.state import State
from tests.league.progress.events import (
    Event,
    next_draw,
    outcome,
    play_on,
    play_round,
    random_act,
    setup,
)
from tests.league.progress.test_gate import FORMATS

ROUND_ROBIN = {"format": "round_robin"}
KNOCKOUT = {"format": "knockout"}
DOUBLE = {"format": "double_elimination"}


def enter(event: Event) -> int:
    number = next_entry(event.state)
    event.act(Entered(entry=number, members=((number, None),)))
    return number


def win(event: Event, *entries: int) -> None:
    """The table of these two is played, and won by the first of them."""
    (table,) = [table for table in event.state.due if set(table.entries) == set(entries)]
    event.report(table, *(int(entry == entries[0]) for entry in table.entries))


def met(state: State, round: int) -> set[tuple[int, ...]]:
    return {tuple(sorted(t.entries)) for t in state.tables if t.key.round == round}


def test_in_a_round_robin_of_an_odd_field_the_newcomer_takes_the_place_of_the_bye() -> None:
    event = Event(setup(ROUND_ROBIN), 5)
    play_round(event)
    play_round(event)
    before = event.state
    byes = [round.out for round in before.stages[0].rounds]
    assert may_enter(before) is None
    late = enter(event)
    after = event.state
    for round, (out,) in zip(after.stages[0].rounds, byes, strict=True):
        assert round.out == ()
        assert (out, late) in met(after, round.number)
    assert {table.key for table in before.tables} < {table.key for table in after.tables}
    (catching_up,) = after.due
    assert catching_up.key.round == 1
    assert late in catching_up.entries
    play_on(event)
    assert event.state.is_finished
    assert all(line.played == 5 for line in event.state.stages[0].standings[0])


def test_in_a_round_robin_of_an_even_field_all_would_meet_in_another_order() -> None:
    event = Event(setup(ROUND_ROBIN), 4)
    assert may_enter(event.state) is None
    win(event, 1, 4)
    refusal = may_enter(event.state)
    assert refusal is not None
    assert refusal.code == "schedule_changes"
    assert 0 < refusal.parameters["matches"] <= 6


@pytest.mark.parametrize("entries", [5, 6])
def test_in_several_cycles_the_rounds_would_be_others(entries: int) -> None:
    event = Event(setup(ROUND_ROBIN | {"cycles": 2}), entries)
    assert may_enter(event.state) is None
    play_round(event)
    refusal = may_enter(event.state)
    assert refusal is not None
    assert refusal.code == "schedule_changes"


def test_of_the_groups_he_comes_into_the_one_whose_turn_it_is() -> None:
    event = Event(setup({"format": "round_robin", "groups": 2, "qualifiers": 2}, KNOCKOUT), 7)
    before = event.state
    assert before.stages[0].groups == [[1, 4, 5], [2, 3, 6, 7]]
    play_round(event)
    assert may_enter(event.state) is None
    enter(event)
    assert event.state.stages[0].groups == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert {table.key for table in before.tables} < {table.key for table in event.state.tables}
    refusal = may_enter(event.state)
    assert refusal is not None
    assert refusal.code == "schedule_changes"


@pytest.mark.parametrize("bracket", [KNOCKOUT, DOUBLE])
def test_in_a_bracket_the_newcomer_plays_whoever_had_the_last_bye(bracket: dict[str, Any]) -> None:
    event = Event(setup(bracket), 6)
    assert event.state.stages[0].rounds[0].out == (1, 2)
    win(event, 3, 6)
    refusal = may_enter(event.state)
    assert refusal == Refusal("bye_passed", {"round": 2})
    event.undo(event.acts[-1])
    win(event, 4, 5)
    assert may_enter(event.state) is None
    before = event.state
    late = enter(event)
    assert met(event.state, 1) == {(4, 5), (3, 6), (2, late)}
    assert {table.key for table in before.tables} < {table.key for table in event.state.tables}
    play_on(event)
    assert event.state.is_finished
    assert [place.entry for place in event.state.places[:2]] == [1, 2]


@pytest.mark.parametrize("bracket", [KNOCKOUT, DOUBLE])
def test_a_full_bracket_is_drawn_anew_only_before_its_first_result(bracket: dict[str, Any]) -> None:
    event = Event(setup(bracket), 8)
    assert may_enter(event.state) is None
    win(event, 4, 5)
    assert may_enter(event.state) == Refusal("bracket_full", {"entries": 8})
    event.undo(event.acts[-1])
    late = enter(event)
    assert met(event.state, 1) == {(8, late)}


@pytest.mark.parametrize(
    "rounds", [{"format": "swiss", "rounds": 3}, {"format": "tables", "rounds": 3}]
)
def test_where_rounds_are_drawn_one_by_one_he_plays_from_the_next(rounds: dict[str, Any]) -> None:
    event = Event(setup(rounds), 8)
    event.go_on()
    before = event.state
    assert may_enter(before) is None
    late = enter(event)
    assert event.state.stages[0].rounds == before.stages[0].rounds
    assert event.state.due == before.due
    play_round(event)
    event.go_on()
    second = event.state.stages[0].rounds[1]
    assert late in {*second.out, *(entry for table in second.tables for entry in table.entries)}
    play_round(event)
    event.go_on()
    assert may_enter(event.state) == Refusal("last_round_drawn", {"rounds": 3})
    event.act(Changed(stage=1, options={"rounds": 4}))
    assert may_enter(event.state) is None


def test_once_a_later_stage_is_drawn_nobody_comes() -> None:
    event = Event(setup({"format": "round_robin", "qualifiers": 2}, KNOCKOUT), 3)
    while not event.state.stages[0].is_complete:
        play_round(event)
    assert may_enter(event.state) is None
    event.go_on()
    assert may_enter(event.state) == Refusal("later_stage", {"stage": 2})


def test_before_the_start_and_after_the_end_nobody_comes_late() -> None:
    event = Event(setup(ROUND_ROBIN), 3)
    cancelled = event.act(Cancelled())
    assert may_enter(event.state) == Refusal("cancelled")
    event.undo(cancelled)
    play_on(event)
    assert may_enter(event.state) == Refusal("finished")
    event.undo(event.acts[0])
    assert may_enter(event.state) == Refusal("not_started")


def test_the_next_number_is_one_that_nobody_had() -> None:
    event = Event(setup(ROUND_ROBIN), 3)
    assert next_entry(event.state) == 4
    enter(event)
    event.undo(event.acts[-1])
    event.act(Withdrew(entry=3))
    assert next_entry(event.state) == 5


@pytest.mark.parametrize("entries", [4, 5, 6, 7, 9, 13])
@pytest.mark.parametrize("name", FORMATS)
def test_whoever_may_enter_takes_no_match_from_others(name: str, entries: int) -> None:
    """And where he may not since matches would change, some would."""
    random = Random(f"{entries} {name}")
    event = Event(setup(*FORMATS[name]), entries)
    for _ in range(25):
        act = next_draw(event.state) or random_act(event.state, event.acts, random)
        if act is None or isinstance(act, Cancelled | Entered):
            continue
        event.act(act)
        before = event.state
        refusal = may_enter(before)
        enter(event)
        lost = {t.key for t in before.tables} - {t.key for t in event.state.tables}
        played = {t.key for t in before.tables if t.reported}
        if refusal is None:
            assert not lost & played
            assert not (lost and played)
            assert event.state.stages[0].order[-1] == max(event.state.field.entries)
        elif refusal.code in ("schedule_changes", "bracket_full", "bye_passed"):
            assert lost
        event.undo(event.acts[-1])
        assert event.state == before
        if before.due:
            table = random.choice(before.due)
            event.act(Reported(table=table.key, outcome=outcome(table, random)))
