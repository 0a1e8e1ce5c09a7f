"""
What people who run tournaments complain of most, each as a test that it does not happen here.

Nearly all of it is about what changes after the fact. The numbers are those of our own list;
who looks for one finds it by the number in the name of its test:

==  =================================================================================
 1  A wrong winner cannot be mended once the next match is there.
 2  A mended double disqualification lets nobody go on, and others come back to life.
 3  A bracket only ever goes forward; the one remedy is to delete the tournament.
 4  What a correction may touch depends on the format, and nobody says how.
 5  A lifted disqualification still counts; a replayed match leaves its old outcome.
 6  Standings are added to, so a changed result counts twice.
 7  Two reports of one match at once are both kept, and nobody goes on.
 9  A round is drawn from results that were not true.
10  A round is drawn while results of the one before are missing.
11  Matches of a later stage decide who was first in an earlier one.
12  Somebody who leaves later rewrites standings that were over.
13  Tie-breaks make no sense while a round is half played.
14  Entries of one group meet again at once, or stand in one half.
15  In the losers' rounds somebody waits for a bye, or a bye wins against nobody yet.
16  After a match that both lost the next one waits for an empty seat.
17  Neither came to a knockout match: who wins, and what place have they?
18  A drawn knockout match sticks; its replay moves the numbers of all later matches.
19  Whoever finishes first in a bracket always has the first seat.
20  Somebody has a second bye, since the first was not told as one.
21  Leaving before each round and coming back is worth full points.
22  The bye comes to anybody but the lowest, or four times to the same.
23  Removing one erases what he played; a late one blocks the next round; byes add up.
24  Greedy pairing repeats a match though a round without a repeat was there.
25  Seats at tables: uneven, wrong ones found too late, tables not full, substitutes.
==  =================================================================================

Number 8, two confirmed results of one match in the database, shows only there; so do the race
of 7 and the pages of 9 and 25. Below stand some more that were read beside the list.
"""

import json
from collections import Counter
from typing import Any

import pytest

from league.progress.acts import (
    Changed,
    ClosedByHand,
    Entered,
    Excluded,
    OpenedByHand,
    Outcome,
    PairedByHand,
    Readmitted,
    Reported,
    Returned,
    Substituted,
    Voided,
    Withdrew,
    act_from_json,
)
from league.progress.changes import changes
from league.progress.elimination import Elimination
from league.progress.round_robin import RoundRobin
from league.progress.seated import Tables
from league.progress.state import State, state_of
from league.progress.swiss import Swiss
from league.progress.tables import Table
from league.scheduling.brackets import Gap
from league.scheduling.swiss import Obstacle, UnpairableRound
from league.standings.values import Standing
from tests.league.progress.events import Event, forfeited, play_on, play_round, setup, told

ROUND_ROBIN = {"format": "round_robin"}
KNOCKOUT = {"format": "knockout"}
DOUBLE = {"format": "double_elimination"}
SWISS = {"format": "swiss", "rounds": 3}
BRACKETS = [KNOCKOUT, {"format": "knockout", "reseeded": True}, DOUBLE]


def win(event: Event, winner: int, loser: int) -> Reported:
    """The last table of these two ends with the first of them ahead."""
    table = the_table(event.state, winner, loser)
    scores = [int(entry == winner) for entry in table.entries]
    act = event.report(table, *scores)
    assert isinstance(act, Reported)
    return act


def the_table(state: State, *entries: int) -> Table:
    """The last table at which these entries meet."""
    return [table for table in state.tables if set(table.entries) == set(entries)][-1]


def absent(event: Event, table: Table, *entries: int) -> Reported:
    """These did not come to their table."""
    seats = [table.entries.index(entry) for entry in entries]
    act = event.act(Reported(table=table.key, outcome=forfeited(len(table.entries), seats)))
    assert isinstance(act, Reported)
    return act


def knockout(state: State) -> Elimination:
    stage = state.stages[-1]
    assert isinstance(stage, Elimination)
    return stage


def swiss(state: State) -> Swiss:
    stage = state.stages[-1]
    assert isinstance(stage, Swiss)
    return stage


def tables(state: State) -> Tables:
    stage = state.stages[-1]
    assert isinstance(stage, Tables)
    return stage


def round_robin(state: State) -> RoundRobin:
    stage = state.stages[0]
    assert isinstance(stage, RoundRobin)
    return stage


def lines(state: State) -> dict[int, Standing]:
    """The standings of the first group of the first stage."""
    stage = state.stages[0]
    assert isinstance(stage, RoundRobin | Swiss)
    found = {line.entry: line for line in stage.standings[0]}
    return {entry: line for entry, line in found.items() if isinstance(line, Standing)}


def ranks(state: State) -> list[tuple[int, int | None]]:
    return [(entry, line.rank) for entry, line in lines(state).items()]


def places(state: State) -> dict[int, tuple[int, int]]:
    return {place.entry: (place.first, place.last) for place in state.places}


def finalists(state: State) -> tuple[Any, Any]:
    return knockout(state).bracket[-1][0].sides


# What was reported wrongly


def test_01_a_wrong_winner_of_a_bracket_is_mended_though_the_next_match_is_played() -> None:
    """
    The score was typed the wrong way round, the next match was played: no way to mend it.

    Here the right one stands in the final at once, only the match that the wrong one played
    falls, and it counts again should the first report have been right after all.
    """
    event = Event(setup(KNOCKOUT), 4)
    wrong = win(event, 4, 1)
    win(event, 2, 3)
    win(event, 4, 2)
    before = event.state
    assert before.is_finished
    mended = win(event, 1, 4)
    assert finalists(event.state) == (1, 2)
    assert [table.entries for table in event.state.due] == [(1, 2)]
    found = changes(before, event.state)
    assert [table.entries for table in found.cleared] == [(4, 2)]
    assert [table.entries for table in found.added] == [(1, 2)]
    assert found.reopens
    event.undo(mended)
    assert wrong in event.acts
    assert event.state == before


def test_02_a_mended_double_disqualification_lets_exactly_the_winner_go_on() -> None:
    """
    Both were struck out by mistake; after the correction the winner was still missing from the
    next match, and entries that had gone home stood in it.
    """
    event = Event(setup(KNOCKOUT), 8)
    play_round(event)
    semi_final = the_table(event.state, 1, 4)
    absent(event, semi_final, 1, 4)
    win(event, 2, 3)
    assert finalists(event.state) == (Gap.NOBODY, 2)
    assert event.state.is_finished
    win(event, 4, 1)
    assert finalists(event.state) == (4, 2)
    assert [table.entries for table in event.state.due] == [(4, 2)]
    assert places(event.state)[1] == (3, 4)
    assert [places(event.state)[entry] for entry in (5, 6, 7, 8)] == [(5, 8)] * 4


@pytest.mark.parametrize("bracket", BRACKETS)
def test_03_everything_of_a_bracket_can_be_taken_back_and_is_still_told(
    bracket: dict[str, Any],
) -> None:
    """A bracket went only forward; whoever erred had to delete the tournament, and its history."""
    event = Event(setup(bracket), 6)
    begun = event.state
    play_on(event)
    ended = event.state
    reports = [act for act in event.acts if isinstance(act, Reported)]
    undone = [event.undo(act) for act in reports]
    assert event.state == begun
    assert [act for act in event.acts if isinstance(act, Reported)] == reports
    for act in reversed(undone):
        event.undo(act)
    assert event.state == ended


def test_04_a_correction_touches_what_its_format_says_and_no_more() -> None:
    """
    Whether a result may still be corrected was a matter of luck.

    A round robin takes any correction into its standings; a Swiss leaves the rounds that were
    drawn since as they are; a bracket lets fall only what hangs on the result.
    """
    for stage in (ROUND_ROBIN, SWISS):
        event = Event(setup(stage), 6)
        for _ in range(2):
            event.go_on()
            play_round(event)
        event.go_on()
        before = event.state
        first = before.stages[0].rounds[0].tables[0]
        event.report(first, *(entry for entry in first.entries))
        found = changes(before, event.state)
        assert found.is_harmless
        assert [old.key for old, _new in found.changed] == [first.key]
        assert (found.gone, found.added) == ((), ())
        better, worse = max(first.entries), min(first.entries)
        assert lines(event.state)[better].points == lines(before)[better].points + 2
        assert lines(event.state)[worse].points == lines(before)[worse].points - 2
    event = Event(setup(KNOCKOUT), 8)
    play_on(event)
    before = event.state
    win(event, 7, 2)
    assert {table.entries for table in changes(before, event.state).cleared} == {(2, 3), (1, 2)}


def test_05_a_lifted_exclusion_leaves_no_trace() -> None:
    """The disqualification was lifted, and its points were still missing."""
    event = Event(setup(ROUND_ROBIN), 4)
    play_round(event)
    before = event.state
    event.act(Excluded(entry=2))
    assert 2 not in places(event.state)
    assert dict(ranks(event.state))[2] is None
    event.act(Readmitted(entry=2))
    assert event.state == before


def test_05_a_match_that_is_played_again_leaves_nothing_of_the_first_time() -> None:
    """The match was struck out to be replayed; the bracket went on showing its winner."""
    event = Event(setup(KNOCKOUT), 4)
    first = win(event, 4, 1)
    win(event, 2, 3)
    event.act(Voided(table=first.table))
    again = the_table(event.state, 1, 4)
    assert (again.outcome, again.key.replay) == (None, 1)
    assert finalists(event.state) == (Gap.OPEN, 2)
    event.act(Reported(table=first.table, outcome=told([0, 1])))
    assert finalists(event.state) == (Gap.OPEN, 2)
    win(event, 1, 4)
    assert finalists(event.state) == (1, 2)


@pytest.mark.parametrize("stage", [ROUND_ROBIN, SWISS])
def test_06_a_changed_result_counts_once_and_in_every_tie_break(stage: dict[str, Any]) -> None:
    """Points were added when a result came in, and once more when it was changed."""
    one, other = Event(setup(stage), 6), Event(setup(stage), 6)
    for event in (one, other):
        event.go_on()
    table, *rest = one.state.due
    one.report(table, 0, 5)
    one.report(table, 2, 2)
    one.report(table, 3, 1)
    other.report(table, 3, 1)
    for result in rest:
        one.report(result, 1, 0)
        other.report(result, 1, 0)
    first, second = (event.state.stages[0] for event in (one, other))
    assert isinstance(first, RoundRobin | Swiss)
    assert isinstance(second, RoundRobin | Swiss)
    assert first.standings == second.standings
    assert sum(line.points for line in lines(one.state).values()) == 6


@pytest.mark.parametrize("bracket", BRACKETS)
def test_07_of_two_reports_of_one_match_the_later_counts_and_one_goes_on(
    bracket: dict[str, Any],
) -> None:
    """Two came at the same moment: both were kept, and neither entry went on."""
    event = Event(setup(bracket), 4)
    table = the_table(event.state, 1, 4)
    event.report(table, 0, 1)
    event.report(table, 1, 0)
    win(event, 2, 3)
    assert the_table(event.state, 1, 4).winner == 1
    assert the_table(event.state, 1, 2) in event.state.due
    assert sum(set(each.entries) == {1, 4} for each in event.state.tables) == 1


def test_09_a_round_is_drawn_from_the_results_as_they_stand() -> None:
    """A round was drawn from what nobody had confirmed, and was wrong from the top down."""
    event = Event(setup(SWISS), 4)
    event.go_on()
    wrong = [win(event, *sorted(table.entries, reverse=True)) for table in event.state.due]
    assert {frozenset(pair) for pair in swiss(event.state).draw(2)[0]} == {
        frozenset(pair) for pair in [(3, 4), (1, 2)]
    }
    event.undo(wrong[0])
    assert swiss(event.state).next_round is None
    win(event, *sorted(wrong[0].table.entries))
    (winners, losers) = swiss(event.state).draw(2)[0]
    assert (set(winners), set(losers)) == ({1, 4}, {2, 3})


@pytest.mark.parametrize("stage", [SWISS, {"format": "tables", "rounds": 3, "size": 3}])
def test_10_nothing_is_drawn_while_a_result_is_missing(stage: dict[str, Any]) -> None:
    """The next round was drawn without the results that were still out."""
    event = Event(setup(stage), 6)
    event.go_on()
    *others, last = event.state.due
    for table in others:
        event.report(table, *(-entry for entry in table.entries))
    assert event.state.stages[0].next_round is None
    assert not event.go_on()
    event.report(last, *(-entry for entry in last.entries))
    assert event.state.stages[0].next_round == 2
    event.undo(event.acts[-1])
    assert event.state.stages[0].next_round is None


# Stages and standings


def test_11_the_knockout_does_not_decide_who_was_first_in_the_group() -> None:
    """Who beat whom was asked of all matches, those of the stage after the groups too."""
    ranked = ROUND_ROBIN | {"qualifiers": 2, "tie_breaks": ["direct"]}
    event = Event(setup(ranked, KNOCKOUT), 3)
    for winner, loser in ((1, 2), (1, 3), (2, 3)):
        win(event, winner, loser)
    group = lines(event.state)
    event.go_on()
    win(event, 2, 1)
    assert event.state.is_finished
    assert lines(event.state) == group
    assert places(event.state) == {2: (1, 1), 1: (2, 2), 3: (3, 3)}


@pytest.mark.parametrize("stage", [ROUND_ROBIN, *BRACKETS, SWISS, {"format": "tables", "size": 3}])
def test_12_who_leaves_after_the_last_match_changes_nothing(stage: dict[str, Any]) -> None:
    """Somebody dropped out of a tournament that was over, and its standings were others."""
    event = Event(setup(stage), 6)
    play_on(event)
    before = event.state
    assert before.is_finished
    for entry in (1, 4, 6):
        event.act(Withdrew(entry=entry))
        assert event.state.is_finished
        assert event.state.places == before.places
        assert event.state.tables == before.tables


def test_12_who_leaves_during_the_knockout_does_not_change_the_group_before() -> None:
    """
    He had hardly played in the group, so it was reckoned anew without him.

    Others had qualified by then, and the bracket that was being played was another.
    """
    group = ROUND_ROBIN | {"qualifiers": 2}
    event = Event(setup(group, KNOCKOUT), 4)
    while event.state.due:
        for table in event.state.due:
            if 4 in table.entries:
                absent(event, table, 4)
            else:
                event.report(table, *(-entry for entry in table.entries))
    event.go_on()
    before = event.state
    for act in (Withdrew(entry=4), Excluded(entry=3), Excluded(entry=2)):
        event.act(act)
        assert event.state.stages[1].order == (1, 2)
        assert event.state.stages[0].tables == before.stages[0].tables
    assert knockout(event.state).placing[0].entries == (1,)
    assert places(event.state) == {1: (1, 1), 4: (2, 2)}


@pytest.mark.parametrize(("least_share", "ranked"), [(0.5, [1, 2, 3]), (0.0, [1, 2, 3, 4])])
def test_12_what_a_leaver_played_counts_as_the_organiser_said(
    least_share: float, ranked: list[int]
) -> None:
    """Whether the results of somebody who left count was decided somewhere, by nobody."""
    event = Event(setup(ROUND_ROBIN | {"least_share": least_share}), 4)
    win(event, 4, 1)
    event.act(Withdrew(entry=4))
    play_on(event)
    counted = [entry for entry, rank in ranks(event.state) if rank is not None]
    assert sorted(counted) == ranked
    assert lines(event.state)[1].lost == (0 if least_share else 1)


def test_13_direct_encounter_says_nothing_before_all_the_tied_have_met() -> None:
    """In a round half played the tie-break counted losses against whoever was not tied."""
    event = Event(setup(ROUND_ROBIN | {"tie_breaks": ["direct"]}), 4)
    win(event, 1, 4)
    assert {line.tie_breaks[0].value for line in lines(event.state).values()} == {None}
    assert ranks(event.state) == [(1, 1), (2, 2), (3, 2), (4, 2)]
    play_on(event)
    assert ranks(event.state) == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize("groups", [2, 3, 4, 8])
def test_14_who_was_in_one_group_meets_again_in_the_final_at_the_earliest(groups: int) -> None:
    """The first and the second of a group stood in one half of the bracket."""
    group = ROUND_ROBIN | {"groups": groups, "qualifiers": 2}
    event = Event(setup(group, KNOCKOUT), 4 * groups)
    while event.state.stages[1].order == ():
        play_round(event)
        event.go_on()
    half = [match.known for match in knockout(event.state).bracket[0]]
    upper = {entry for known in half[: len(half) // 2] for entry in known}
    for of_group in round_robin(event.state).groups:
        there = [entry for entry in of_group if entry in event.state.stages[1].order]
        assert len(there) == 2
        assert sum(entry in upper for entry in there) == 1


# Byes and empty seats in brackets


@pytest.mark.parametrize("entries", range(3, 14))
def test_15_nobody_waits_for_a_bye_and_no_bye_beats_nobody(entries: int) -> None:
    """
    In the losers' rounds somebody waited for ever for a bye; elsewhere a bye was through before
    it was known who would come.
    """
    event = Event(setup(DOUBLE), entries)
    while event.state.due:
        for row in knockout(event.state).bracket:
            for match in row:
                if Gap.OPEN in match.sides:
                    assert match.winner is Gap.OPEN
                elif Gap.NOBODY in match.sides:
                    assert match.winner is not Gap.OPEN
        table = event.state.due[0]
        event.report(table, *(-entry for entry in table.entries))
    assert event.state.is_finished
    losses = Counter(
        entry for table in event.state.tables for entry in table.entries if entry != table.winner
    )
    assert losses == dict.fromkeys(range(2, entries + 1), 2)


@pytest.mark.parametrize("bracket", [KNOCKOUT, DOUBLE])
def test_16_after_a_match_that_both_lost_the_next_opponent_has_a_bye(
    bracket: dict[str, Any],
) -> None:
    """The next match was a walkover against an empty seat, and it stuck or gave a win."""
    event = Event(setup(bracket), 8)
    absent(event, the_table(event.state, 1, 8), 1, 8)
    win(event, 4, 5)
    (match,) = [match for match in knockout(event.state).bracket[1] if 4 in match.known]
    assert (match.is_bye, match.winner, match.is_decided) == (True, 4, False)
    assert not [table for table in event.state.tables if table.entries == (4,)]
    play_on(event)
    assert event.state.is_finished
    assert sorted(places(event.state)) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("bracket", "found"),
    [
        (KNOCKOUT, {2: (1, 1), 1: (2, 4), 3: (2, 4), 4: (2, 4)}),
        (DOUBLE, {2: (1, 1), 3: (2, 2), 1: (3, 4), 4: (3, 4)}),
    ],
)
def test_17_where_neither_comes_both_go_home_and_share_the_place_of_their_round(
    bracket: dict[str, Any], found: dict[int, tuple[int, int]]
) -> None:
    """Neither came, and the bracket asked for a winner."""
    event = Event(setup(bracket), 4)
    absent(event, the_table(event.state, 1, 4), 1, 4)
    play_on(event)
    assert event.state.is_finished
    assert places(event.state) == found


def test_17_a_final_to_which_neither_comes_has_no_winner() -> None:
    """One of the two who had stayed away was given the cup."""
    event = Event(setup(KNOCKOUT), 4)
    play_round(event)
    absent(event, the_table(event.state, 1, 2), 1, 2)
    assert event.state.is_finished
    found = places(event.state)
    assert found[1] == found[2] == (1, 2)


def test_18_a_drawn_knockout_match_is_played_on_under_its_own_number() -> None:
    """The page stuck at the draw; the match played instead came last and moved every number."""
    event = Event(setup(KNOCKOUT), 8)
    before = {table.entries: (table.key.round, table.number) for table in event.state.tables}
    table = the_table(event.state, 4, 5)
    event.act(Reported(table=table.key, outcome=told([2, 2])))
    assert table in event.state.due
    event.act(Voided(table=table.key))
    assert the_table(event.state, 4, 5).key.replay == 1
    play_round(event)
    after = {table.entries: (table.key.round, table.number) for table in event.state.tables}
    assert {entries: after[entries] for entries in before} == before
    assert the_table(event.state, 4, 5).winner == 4


@pytest.mark.parametrize("bracket", BRACKETS)
def test_19_who_finishes_first_does_not_choose_his_seat(bracket: dict[str, Any]) -> None:
    """Whoever was through first sat in the first seat of the next match, always."""
    one, other = Event(setup(bracket), 16), Event(setup(bracket), 16)
    while one.state.due:
        due = one.state.due
        for event, order in ((one, due), (other, due[::-1])):
            for table in order:
                event.report(table, *(-entry for entry in table.entries))
        assert [t.entries for t in one.state.tables] == [t.entries for t in other.state.tables]


# Byes, leaving and coming in a Swiss


@pytest.mark.parametrize("bye", [2, 1, 0])
def test_20_whatever_a_bye_is_worth_nobody_has_a_second(bye: int) -> None:
    """The first bye had been written down as a forfeit, or gave half a point: no bye, it seemed."""
    points = {"win": 2, "draw": 1, "loss": 0, "bye": bye}
    event = Event(setup(SWISS | {"rounds": 5, "points": points}), 5)
    play_on(event)
    assert event.state.is_finished
    byes = [round.out for round in event.state.stages[0].rounds]
    assert sorted(byes) == [(1,), (2,), (3,), (4,), (5,)]
    assert {line.byes for line in lines(event.state).values()} == {1}


def test_21_leaving_before_a_round_and_coming_back_is_worth_nothing() -> None:
    """Whoever left before the draw and came back after it was given full points each time."""
    event = Event(setup(SWISS), 6)
    for _ in range(3):
        event.act(Withdrew(entry=6))
        event.go_on()
        event.act(Returned(entry=6))
        play_round(event)
    assert event.state.is_finished
    own = lines(event.state)[6]
    assert (own.points, own.byes, own.played) == (0, 0, 0)
    assert all(6 not in round.out for round in event.state.stages[0].rounds)


def test_22_the_bye_is_the_lowest_ones_who_has_had_none_and_runs_out() -> None:
    """The bye came to anybody, and where rounds were more than entries to the same four times."""
    event = Event(setup(SWISS | {"rounds": 4}), 3)
    for number in (1, 2, 3):
        before = lines(event.state)
        tables, out = swiss(event.state).draw(number)
        had = {entry for round in event.state.stages[0].rounds for entry in round.out}
        lowest = [e for e in sorted(before, key=lambda e: before[e].points) if e not in had]
        assert before[out[0]].points == before[lowest[0]].points
        assert out[0] not in had
        assert len(tables) == 1
        event.go_on()
        play_round(event)
    with pytest.raises(UnpairableRound) as refused:
        swiss(event.state).draw(4)
    assert refused.value.obstacle is Obstacle.REMATCH


def test_22_those_who_had_the_bye_meet_each_other_once_at_most_and_mostly_others() -> None:
    """Those who had had byes were drawn against each other over and over."""
    event = Event(setup(SWISS | {"rounds": 5}), 9)
    play_on(event)
    byes = [round.out[0] for round in event.state.stages[0].rounds]
    assert len(set(byes)) == 5
    later = [(set(table.entries), set(byes[: table.key.round - 1])) for table in event.state.tables]
    between = [frozenset(pair) for pair, rested in later if pair <= rested]
    with_others = [pair for pair, rested in later if len(pair & rested) == 1]
    assert len(between) == len(set(between))
    assert 2 * len(between) < len(with_others)


def test_23_who_is_gone_keeps_what_he_played_and_who_comes_late_blocks_nobody() -> None:
    """Removing somebody erased his matches; a newcomer held up the round; byes added up."""
    event = Event(setup(SWISS | {"rounds": 4}), 6)
    event.go_on()
    play_round(event)
    before = lines(event.state)
    event.act(Withdrew(entry=1))
    assert {e: line.points for e, line in lines(event.state).items()} == {
        entry: line.points for entry, line in before.items()
    }
    event.go_on()
    assert len(event.state.stages[0].rounds[1].out) == 1
    event.act(Entered(entry=7, members=((7, None),)))
    assert len(event.state.due) == 2
    play_round(event)
    event.go_on()
    third = event.state.stages[0].rounds[2]
    assert (len(third.tables), third.out) == (3, ())
    play_on(event)
    assert max(line.byes for line in lines(event.state).values()) == 1
    assert lines(event.state)[1].points == before[1].points


def test_23_the_log_alone_tells_the_tournament() -> None:
    """What had happened could not be told again once somebody was removed."""
    event = Event(setup(SWISS), 5)
    play_round(event)
    event.act(Withdrew(entry=3))
    event.act(Entered(entry=6, members=((6, None),)))
    play_on(event)
    told_of = [(act.kind, act.number, json.dumps(act.to_json())) for act in event.acts]
    again = [act_from_json(kind, number, json.loads(text)) for kind, number, text in told_of]
    assert state_of(event.setup, again) == event.state


def test_24_a_round_without_a_repeat_is_found_though_greed_would_miss_it() -> None:
    """
    Of four, the first took the next he had not met, and the last two had to meet again.
    """
    event = Event(setup(SWISS), 4)
    seen = set()
    for _ in range(3):
        event.go_on()
        seen |= {frozenset(table.entries) for table in event.state.due}
        play_round(event)
    assert len(seen) == 6
    assert event.state.is_finished


# Tables of several seats


def test_25_seats_are_as_even_as_they_can_be() -> None:
    """Seats were shuffled again and again, and the best of the shuffles was still uneven."""
    event = Event(setup({"format": "tables", "rounds": 4, "size": 4}), 16)
    play_on(event)
    quality = tables(event.state).quality
    for found in (quality.repeats, quality.most_attacks, quality.most_first_deals):
        assert found.value == found.bound
    assert quality.most_in_one_seat.value <= quality.most_in_one_seat.bound + 1
    deals = Counter(table.entries[0] for table in event.state.tables)
    assert set(deals.values()) == {1}


def test_25_wrong_seats_found_during_the_round_are_set_right_and_the_rest_stays() -> None:
    """Two had changed seats; the round could be taken back as a whole or not at all."""
    event = Event(setup({"format": "tables", "rounds": 2, "size": 4}), 8)
    event.go_on()
    first, second = event.state.due
    event.report(second, 4, 3, 2, 1)
    one, other, *rest = first.entries
    event.act(OpenedByHand(stage=1, round=1))
    assert not event.state.due
    as_they_sit = (other, one, *rest)
    event.act(PairedByHand(stage=1, round=1, tables=(as_they_sit, second.entries)))
    event.act(ClosedByHand(stage=1, round=1))
    (table,) = event.state.due
    assert table.entries == as_they_sit
    assert the_table(event.state, *second.entries).outcome == told([4, 3, 2, 1])
    event.act(Reported(table=first.key, outcome=told([4, 3, 2, 1])))
    assert the_table(event.state, *as_they_sit).outcome is None


def test_25_a_table_that_is_not_full_does_not_hold_up_the_start() -> None:
    """With fourteen at tables of four nobody could begin."""
    event = Event(setup({"format": "tables", "rounds": 2, "size": 4, "beside": 3}), 14)
    event.go_on()
    assert sorted(len(table.entries) for table in event.state.due) == [3, 3, 4, 4]
    assert event.state.stages[0].rounds[0].out == ()
    (gone, *left) = event.state.due[0].entries
    event.act(Withdrew(entry=gone))
    assert event.state.due[0].entries == tuple(left)
    play_on(event)
    assert event.state.is_finished


def test_25_a_substitute_takes_the_place_of_the_entry_and_of_nobody_else() -> None:
    """A substitute was counted beside the one he had come for, and the final places were wrong."""
    event = Event(setup({"format": "tables", "rounds": 2, "size": 4}), 4)
    event.go_on()
    play_round(event)
    before = event.state
    event.act(Substituted(entry=1, members=((50, None),)))
    assert event.state.members(1) == ((50, None),)
    assert event.state.places == before.places
    assert event.state.tables == before.tables
    play_on(event)
    assert sorted(places(event.state)) == [1, 2, 3, 4]


# Read beside the list


@pytest.mark.parametrize("bracket", [KNOCKOUT, DOUBLE])
def test_more_one_slow_match_does_not_hold_up_the_other_half(bracket: dict[str, Any]) -> None:
    """One slow bot blocked a whole competition."""
    event = Event(setup(bracket), 8)
    for winner, loser in ((4, 5), (2, 7), (3, 6)):
        win(event, winner, loser)
    assert (2, 3) in [table.entries for table in event.state.due]
    assert (1, 8) in [table.entries for table in event.state.due]


def test_more_a_match_that_never_began_is_nobodys_loss() -> None:
    """A game that had never started counted as a crash of whoever was named first."""
    event = Event(setup(ROUND_ROBIN), 4)
    table = the_table(event.state, 1, 4)
    failed = Outcome(scores=(0, 0), places=(2, 1), winner=1, forfeits=(0,))
    event.act(Reported(table=table.key, outcome=failed))
    assert lines(event.state)[1].forfeited == 1
    event.act(Voided(table=table.key))
    assert (lines(event.state)[1].lost, lines(event.state)[4].won) == (0, 0)
    assert the_table(event.state, 1, 4) in event.state.due


def test_more_a_bot_that_is_no_more_loses_only_what_it_has_not_played() -> None:
    """A bot could not be taken out of play without taking its results with it."""
    event = Event(setup(ROUND_ROBIN | {"least_share": 0.0}), 4)
    win(event, 4, 1)
    made = event.setup
    state = state_of(type(made)(made.stages, made.sides, made.lot, frozenset({4})), event.acts)
    assert the_table(state, 1, 4).winner == 4
    assert all(the_table(state, entry, 4).winner == entry for entry in (2, 3))
    assert not [table for table in state.due if 4 in table.entries]


def test_more_every_tie_break_shows_its_working() -> None:
    """Right values were reported as wrong again and again, since nobody could follow the sum."""
    event = Event(setup(SWISS), 6)
    play_on(event)
    for line in lines(event.state).values():
        for value in line.tie_breaks:
            if value.value is not None:
                assert value.working is not None
                assert value.working.value == value.value


def test_more_other_tie_breaks_rank_anew_and_change_no_result() -> None:
    """Points alone ranked; whoever wanted another tie-break had to reckon by hand."""
    event = Event(setup(ROUND_ROBIN | {"tie_breaks": ["direct"]}), 3)
    for winner, loser in ((1, 2), (2, 3), (3, 1)):
        win(event, winner, loser)
    before = event.state
    assert ranks(before) == [(1, 1), (2, 1), (3, 1)]
    event.act(Changed(stage=1, options={"tie_breaks": ["direct", "starting_rank"]}))
    found = changes(before, event.state)
    assert ranks(event.state) == [(1, 1), (2, 2), (3, 3)]
    assert (found.cleared, found.changed, found.added, found.gone) == ((), (), (), ())
    assert [entry for entry, _before, _after in found.places] == [1, 2, 3]


def test_more_the_third_place_is_played_for_where_it_is_asked_for() -> None:
    """There was no match for the third place."""
    event = Event(setup(KNOCKOUT | {"third_place": True}), 4)
    play_round(event)
    assert {table.entries for table in event.state.due} == {(1, 2), (4, 3)}
    win(event, 4, 3)
    win(event, 1, 2)
    assert places(event.state) == {1: (1, 1), 2: (2, 2), 4: (3, 3), 3: (4, 4)}


def test_more_whoever_stays_counts_however_little_he_has_played() -> None:
    """The rule for those who left was used on somebody whose opponents had left."""
    event = Event(setup(ROUND_ROBIN), 4)
    win(event, 1, 4)
    for entry in (2, 3):
        event.act(Withdrew(entry=entry))
    assert event.state.is_finished
    found = dict(ranks(event.state))
    assert (found[1], found[4], found[2], found[3]) == (1, 2, None, None)
