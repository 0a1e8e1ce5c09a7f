"""Situations that nobody plans: logs in which something is missing, too much, or taken back."""

import pytest

from league.progress.acts import (
    Changed,
    ClosedByHand,
    Entered,
    Excluded,
    Excused,
    KeptApart,
    OpenedByHand,
    Ordered,
    Qualified,
    Reported,
    Started,
    Withdrew,
)
from league.progress.going_on import next_act
from league.progress.options import OptionError, options_from_json
from league.progress.round_robin import RoundRobin
from league.progress.seated import Tables
from league.progress.stages import Place
from league.progress.state import state_of
from league.progress.swiss import Swiss
from league.scheduling.swiss import Obstacle, UnpairableRound
from tests.league.progress.events import Event, forfeited, play_on, play_round, setup, told

KNOCKOUT = {"format": "knockout"}
SWISS = {"format": "swiss", "rounds": 3}


def members(entries: int) -> tuple[tuple[tuple[int, None]], ...]:
    return tuple(((number, None),) for number in range(1, entries + 1))


def test_without_a_start_nobody_is_there_though_somebody_came_late() -> None:
    event = Event(setup({"format": "round_robin"}), 4)
    event.act(Entered(entry=5, members=((5, None),)))
    event.undo(event.acts[0])
    state = event.state
    assert not state.is_started
    assert state.field.entries == ()
    assert (state.due, state.places) == ([], [])


def test_a_new_start_gives_the_numbers_anew() -> None:
    """What was drawn, reported and decided by the numbers of an earlier start says nothing."""
    event = Event(setup(SWISS), 4)
    event.go_on()
    play_round(event)
    event.act(Withdrew(entry=2))
    event.act(Changed(stage=1, options={"rounds": 2}))
    event.undo(event.acts[0])
    event.act(Started(members=members(6)))
    state = event.state
    assert state.field.entries == (1, 2, 3, 4, 5, 6)
    assert not state.gone
    assert state.stages[0].rounds == ()
    assert state.stages[0].options.to_json()["rounds"] == 2


def test_who_comes_late_takes_nobodys_number() -> None:
    event = Event(setup(SWISS), 4)
    event.act(Entered(entry=3, members=((99, None),)))
    assert event.state.members(3) == ((3, None),)


def test_a_draw_with_somebody_whose_entry_is_undone_counts_no_more() -> None:
    event = Event(setup(SWISS), 4)
    event.go_on()
    play_round(event)
    late = event.act(Entered(entry=5, members=((5, None),)))
    event.go_on()
    play_round(event)
    assert len(event.state.stages[0].rounds) == 2
    event.undo(late)
    state = event.state
    assert len(state.stages[0].rounds) == 1
    assert state.stages[0].next_round == 2
    assert len(state.stages[0].played) == 2


def test_whoever_qualified_and_is_not_in_the_field_any_more_plays_on_nowhere() -> None:
    event = Event(setup({"format": "round_robin", "qualifiers": 2}, KNOCKOUT), 2)
    late = event.act(Entered(entry=3, members=((3, None),)))
    for table in event.state.tables:
        event.report(table, *(int(entry == max(table.entries)) for entry in table.entries))
    event.go_on()
    assert event.state.stages[1].order == (3, 2)
    event.undo(late)
    assert event.state.stages[1].order == ()
    assert [place.entry for place in event.state.places] == [1, 2]


def test_who_is_the_only_one_to_qualify_has_won() -> None:
    event = Event(setup({"format": "round_robin", "qualifiers": 1}, KNOCKOUT), 3)
    play_on(event)
    state = event.state
    assert state.is_finished
    assert state.stages[1].order == (state.places[0].entry,)
    assert [(place.first, place.last) for place in state.places] == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize(("entries", "sizes"), [(2, [2]), (5, [3, 2]), (7, [3, 2, 2])])
def test_too_many_groups_are_as_many_as_the_field_fills(entries: int, sizes: list[int]) -> None:
    event = Event(setup({"format": "round_robin", "groups": 3}), entries)
    assert sorted(map(len, event.state.stages[0].groups), reverse=True) == sizes
    play_on(event)
    assert event.state.is_finished


def test_of_a_group_smaller_than_the_number_of_qualifiers_all_go_on() -> None:
    event = Event(setup({"format": "round_robin", "groups": 2, "qualifiers": 512}, KNOCKOUT), 5)
    play_on(event)
    state = event.state
    assert sorted(state.stages[1].order) == [1, 2, 3, 4, 5]
    assert state.is_finished


def test_groups_side_by_side_share_their_places() -> None:
    event = Event(setup({"format": "round_robin", "groups": 2}), 5)
    play_on(event)
    places = [(place.first, place.last) for place in event.state.places]
    assert places == [(1, 2), (1, 2), (3, 4), (3, 4), (5, 5)]


def test_places_close_up_after_the_excluded_while_a_knockout_is_played() -> None:
    event = Event(setup(KNOCKOUT), 8)
    event.act(Excluded(entry=8))
    places = {place.entry: (place.first, place.last) for place in event.state.places}
    assert places == dict.fromkeys(range(1, 8), (1, 7))
    play_on(event)
    last = {place.entry: (place.first, place.last) for place in event.state.places}
    assert [last[entry] for entry in (5, 6, 7)] == [(5, 7)] * 3


def test_a_bye_asked_for_once_the_round_is_drawn_gives_nothing() -> None:
    event = Event(setup(SWISS), 5)
    event.act(Withdrew(entry=5))
    event.go_on()
    event.act(Excused(entry=5, stage=1, round=1, bye="full"))
    assert not [played for played in event.state.stages[0].played if played.first == 5]
    event.undo(event.acts[-2])
    event.go_on()
    (own,) = [played for played in event.state.stages[0].played if played.first == 5]
    assert own.bye == "full"


def test_a_bye_asked_for_by_whom_the_stage_leaves_out_is_nothing() -> None:
    event = Event(setup({"format": "round_robin", "qualifiers": 3}, SWISS), 4)
    play_round(event)
    while event.state.stages[0].is_complete is False:
        play_round(event)
    event.go_on()
    (left_out,) = {1, 2, 3, 4} - set(event.state.stages[1].order)
    event.act(Excused(entry=left_out, stage=2, round=1, bye="half"))
    event.go_on()
    lines = event.state.stages[1].standings[0]
    assert left_out not in [line.entry for line in lines]


def test_a_round_drawn_anew_is_not_held_by_the_hand_that_held_the_old_one() -> None:
    event = Event(setup(SWISS), 4)
    event.go_on()
    draw = event.acts[-1]
    opened = event.act(OpenedByHand(stage=1, round=1))
    assert not event.state.due
    event.undo(draw)
    event.go_on()
    assert len(event.state.due) == 2
    event.undo(event.acts[-1])
    event.undo(event.acts[-2])
    assert opened in event.acts
    event.act(ClosedByHand(stage=1, round=1))
    assert len(event.state.due) == 0


def test_a_later_stage_between_others_is_drawn_anew() -> None:
    """A draw made between four does not stand for the five who go on now; it may come back."""
    event = Event(setup({"format": "round_robin", "groups": 1, "qualifiers": 4}, SWISS), 5)
    while not event.state.stages[0].is_complete:
        play_round(event)
    assert event.go_on()
    assert event.go_on()
    assert len(event.state.stages[1].rounds) == 1
    play_round(event)
    event.act(Changed(stage=1, options={"qualifiers": 5}))
    assert event.go_on()
    assert len(event.state.stages[1].order) == 5
    assert event.state.stages[1].rounds == ()
    event.undo(event.acts[-2])
    (round,) = event.state.stages[1].rounds
    assert round.is_over


def test_a_drawn_match_decides_nothing_where_a_winner_must_go_on() -> None:
    event = Event(setup(KNOCKOUT), 4)
    table, _ = event.state.due
    event.act(Reported(table=table.key, outcome=told([3, 3])))
    assert event.state.due[0] == table
    event.report(table, 4, 3)
    assert event.state.table(1, 2, 1) is None
    assert event.state.stages[0].bracket[1][0].first == 1


def test_an_order_that_names_one_twice_is_none() -> None:
    event = Event(setup(KNOCKOUT), 4)
    event.act(Ordered(stage=1, order=(2, 2, 1)))
    assert event.state.stages[0].order == (1, 2, 3, 4)


def test_a_tie_break_that_is_no_text_is_refused() -> None:
    with pytest.raises(OptionError, match="tie_breaks"):
        options_from_json("swiss", {"tie_breaks": [["wins"]]})


def test_fewer_rounds_than_were_played_let_the_last_ones_fall_and_come_back() -> None:
    event = Event(setup(SWISS), 6)
    play_on(event)
    before = event.state
    fewer = event.act(Changed(stage=1, options={"rounds": 2}))
    assert len(event.state.stages[0].rounds) == 2
    assert event.state.is_finished
    event.undo(fewer)
    assert event.state == before


def test_of_a_table_all_but_one_leave() -> None:
    """He has the first place there, and the tournament comes to its end."""
    event = Event(setup({"format": "tables", "rounds": 1, "size": 4}), 4)
    event.go_on()
    for entry in (2, 3, 4):
        event.act(Withdrew(entry=entry))
    state = event.state
    (table,) = state.tables
    assert (table.entries, table.winner, table.is_walkover) == ((1,), 1, True)
    assert state.is_finished
    assert state.places[0] == Place(1, 1, 1)


def test_nothing_at_all_is_a_state() -> None:
    state = state_of(setup(SWISS, KNOCKOUT), [])
    assert not state.is_started
    assert (state.due, state.places, state.tables) == ([], [], [])


def test_rounds_at_tables_go_on_with_the_plan_they_began_with() -> None:
    """Drawn one by one they are those of one plan, and as even; a late entry makes a new one."""
    options = {"format": "tables", "rounds": 4, "size": 4}
    event = Event(setup(options), 8)
    stage = event.state.stages[0]
    assert isinstance(stage, Tables)
    plan = stage.plan(1, event.setup.lot)
    play_on(event)
    drawn = event.state.stages[0]
    assert isinstance(drawn, Tables)
    assert drawn.seatings == list(plan.rounds)
    assert drawn.quality == plan.quality
    other = Event(setup(options), 8)
    other.go_on()
    other.act(Entered(entry=9, members=((9, None),)))
    play_on(other)
    anew = other.state.stages[0]
    assert isinstance(anew, Tables)
    assert anew.seatings[0] == plan.rounds[0]
    assert all(len(round.present) == 9 for round in anew.seatings[1:])


def test_who_is_excluded_during_the_next_stage_does_not_undo_it() -> None:
    event = Event(setup({"format": "round_robin", "qualifiers": 2}, KNOCKOUT), 3)
    while not event.state.stages[0].is_complete:
        play_round(event)
    event.go_on()
    event.act(Excluded(entry=1))
    state = event.state
    assert state.stages[1].order == (1, 2)
    assert [place.entry for place in state.places] == [2, 3]
    assert state.is_finished


def test_who_leaves_is_reckoned_the_same_whether_his_losses_are_told_or_follow() -> None:
    event = Event(setup({"format": "round_robin"}), 4)
    event.act(Withdrew(entry=4))
    for table in event.state.tables:
        if 4 in table.entries:
            loser = table.entries.index(4)
            event.act(Reported(table=table.key, outcome=forfeited(2, [loser])))
    play_on(event)
    stage = event.state.stages[0]
    assert isinstance(stage, RoundRobin)
    assert [line.rank for line in stage.standings[0]] == [1, 2, 3, None]


def test_whoever_is_left_alone_goes_on_by_himself() -> None:
    """What follows by itself is his going on, and with it the end of the tournament."""
    event = Event(setup({"format": "round_robin", "qualifiers": 2}, KNOCKOUT), 3)
    while not event.state.stages[0].is_complete:
        play_round(event)
    for entry in (1, 3):
        event.act(Withdrew(entry=entry))
    act = next_act(event.state)
    assert isinstance(act, Qualified)
    assert (act.order, act.passed_over) == ((2,), (1, 3))
    event.act(act)
    assert event.state.is_finished
    assert event.state.places[0] == Place(2, 1, 1)


def test_where_an_excluded_one_is_still_in_those_behind_him_do_not_know_their_place_yet() -> None:
    """He has a bye and goes home a round later than they did, or with them: both are told."""
    event = Event(setup(KNOCKOUT), 9)
    event.act(Excluded(entry=2))
    (table,) = event.state.stages[0].rounds[0].tables
    event.report(table, 1, 0)
    assert [place for place in event.state.places if place.entry == 9] == [Place(9, 8, 8)]
    event = Event(setup(KNOCKOUT), 10)
    event.act(Excluded(entry=2))
    win = next(table for table in event.state.due if table.entries == (8, 9))
    event.report(win, 1, 0)
    (waiting,) = [place for place in event.state.places if place.entry == 9]
    assert (waiting.first, waiting.last, waiting.is_final) == (8, 9, False)
    play_on(event)
    (ended,) = [place for place in event.state.places if place.entry == 9]
    assert (ended.first, ended.last, ended.is_final) == (8, 9, True)


def test_a_round_that_kept_apart_pairs_make_impossible_waits_until_one_is_lifted() -> None:
    event = Event(setup(SWISS), 4)
    for other in (2, 3, 4):
        event.act(KeptApart(entries=(other, 1)))
    stage = event.state.stages[0]
    assert isinstance(stage, Swiss)
    assert stage.next_round == 1
    with pytest.raises(UnpairableRound) as refused:
        stage.draw(1, repeats=True)
    assert refused.value.obstacle is Obstacle.FORBIDDEN
    event.act(KeptApart(entries=(1, 3), apart=False))
    event.go_on()
    assert {frozenset(t.entries) for t in event.state.due} == {frozenset({1, 3}), frozenset({2, 4})}


@pytest.mark.parametrize("winner", [1, 2, None])
def test_the_final_of_a_double_elimination_is_played_again_only_if_the_loser_won(
    winner: int | None,
) -> None:
    """Where nobody came to the second final the two share the first place."""
    event = Event(setup({"format": "double_elimination"}), 4)
    for _ in range(3):
        play_round(event)
    (final,) = event.state.due
    assert final.entries == (1, 2)
    event.report(final, 0, 1)
    (reset,) = event.state.due
    assert (reset.entries, reset.key.round) == ((2, 1), final.key.round + 1)
    if winner is None:
        event.act(Reported(table=reset.key, outcome=forfeited(2, [0, 1])))
    else:
        event.report(reset, *(int(entry == winner) for entry in reset.entries))
    assert event.state.is_finished
    ends = {place.entry: (place.first, place.last) for place in event.state.places}
    first = {entry: (1, 1) if entry == winner else (2, 2) for entry in (1, 2)}
    assert ends == {3: (3, 3), 4: (4, 4)} | (first if winner else dict.fromkeys((1, 2), (1, 2)))
    event.report(final, 1, 0)
    assert event.state.is_finished
    assert event.state.table(1, final.key.round + 1, 1) is None
    assert event.state.places[0] == Place(1, 1, 1)


def test_of_two_partners_one_leaves_and_the_side_has_lost() -> None:
    event = Event(setup({"format": "tables", "rounds": 1, "size": 4}, sides=2), 4)
    event.go_on()
    (table,) = event.state.due
    first, second, third, fourth = table.entries
    event.act(Withdrew(entry=third))
    (table,) = event.state.tables
    assert table.entries == (first, second, third, fourth)
    assert table.outcome is not None
    assert table.outcome.forfeits == (0, 2)
    assert table.winner in (second, fourth)
    best = {place.entry for place in event.state.places if place.first == 1}
    assert best == {second, fourth}
    assert event.state.is_finished


def test_a_next_stage_in_which_nothing_is_played_waits_again_for_the_one_before() -> None:
    """Once something is played there it stays as it is, until the one before says otherwise."""
    event = Event(setup({"format": "round_robin", "qualifiers": 2}, KNOCKOUT), 3)
    while not event.state.stages[0].is_complete:
        play_round(event)
    last = event.acts[-1]
    event.go_on()
    drawn = event.state
    assert drawn.stages[1].order == (1, 2)
    reopened = event.undo(last)
    assert event.state.stages[1].order == ()
    assert [place.is_final for place in event.state.places] == [False] * 3
    event.undo(reopened)
    assert event.state == drawn
    play_round(event)
    event.undo(last)
    assert event.state.stages[1].order == (1, 2)
    assert not event.state.is_finished
