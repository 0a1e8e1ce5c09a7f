"""Rounds of tables of three to six: who sits out, who sits together, who sits where."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.seating import reseat
from league.scheduling.table_quality import Measured, TableQuality, table_quality
from league.scheduling.table_rounds import (
    Seating,
    TableRound,
    TableSizes,
    attacks,
    meetings,
    seats_had,
    table_sizes,
)
from league.scheduling.tables import TableOptions, TablePlan, plan_tables


def plan(
    entries: int, size: int, rounds: int, *, beside: int | None = None, sides: int = 0
) -> TablePlan:
    options = TableOptions(size, beside, sides)
    return plan_tables(range(1, entries + 1), rounds, options, Random(7))


def table_round(*tables: tuple[int, ...], out: tuple[int, ...] = ()) -> TableRound:
    return TableRound(tuple(map(Seating, tables)), out)


@pytest.mark.parametrize(
    ("entries", "size", "beside", "sizes", "out"),
    [
        (12, 4, None, (4, 4, 4), 0),
        (13, 4, None, (4, 4, 4), 1),
        (13, 4, 3, (4, 3, 3, 3), 0),
        (14, 4, 3, (4, 4, 3, 3), 0),
        (15, 4, 5, (5, 5, 5), 0),
        (5, 4, 3, (4,), 1),
        (7, 3, 4, (4, 3), 0),
        (11, 6, 5, (6, 5), 0),
        (9, 6, 3, (6, 3), 0),
        (3, 4, 3, (3,), 0),
    ],
)
def test_as_many_as_possible_play(
    entries: int, size: int, beside: int | None, sizes: tuple[int, ...], out: int
) -> None:
    assert table_sizes(entries, size, beside) == TableSizes(sizes, out)


@pytest.mark.parametrize(
    ("entries", "size", "beside", "remedy"),
    [
        (3, 4, None, "smaller tables"),
        (0, 3, 4, "wait"),
        (8, 2, None, "choose"),
        (8, 4, 7, "choose"),
    ],
)
def test_what_makes_no_table_is_refused_with_the_remedy(
    entries: int, size: int, beside: int | None, remedy: str
) -> None:
    with pytest.raises(ValueError, match=remedy):
        table_sizes(entries, size, beside)


@pytest.mark.parametrize(
    ("entries", "size", "rounds"),
    [
        (9, 3, 4), (15, 3, 7), (12, 3, 4), (16, 4, 5), (20, 4, 5), (24, 4, 7), (32, 4, 10),
        (64, 4, 8), (40, 4, 6), (25, 5, 6), (36, 6, 3),
    ],
)  # fmt: skip
def test_nobody_meets_or_attacks_anybody_twice(entries: int, size: int, rounds: int) -> None:
    quality = plan(entries, size, rounds).quality
    assert quality.repeats == Measured(0, 0)
    assert quality.most_attacks == Measured(1, 1)
    assert quality.most_first_deals.value <= quality.most_first_deals.bound + 1


def test_a_whole_design_begins_again_and_repeats_no_more_than_it_must() -> None:
    """The ready-made rounds of mahjong clubs for 16 have 48 repeats too, the counting bound."""
    assert plan(16, 4, 7).quality.repeats == Measured(48, 48)


@pytest.mark.parametrize(("entries", "rounds", "times"), [(3, 2, 1), (4, 6, 2), (5, 4, 1)])
def test_at_one_table_everybody_attacks_everybody_equally_often(
    entries: int, rounds: int, times: int
) -> None:
    seen = attacks(plan(entries, entries, rounds).rounds)
    assert len(seen) == entries * (entries - 1)
    assert set(seen.values()) == {times}


def test_nobody_keeps_one_seat_for_a_whole_tournament() -> None:
    """The ready-made rounds leave a player in one seat seven times of seven."""
    quality = plan(28, 4, 7).quality
    assert quality.most_in_one_seat.value <= 3
    assert quality.most_first_deals.value <= 3


@pytest.mark.parametrize(("entries", "size", "rounds"), [(5, 4, 10), (7, 4, 7), (11, 6, 11)])
def test_all_sit_out_equally_often_and_never_twice_running(
    entries: int, size: int, rounds: int
) -> None:
    """The complaint of bye holders: the same player is left out again and again."""
    planned = plan(entries, size, rounds)
    out = Counter(entry for played in planned.rounds for entry in played.sitting_out)
    assert {out[entry] for entry in range(1, entries + 1)} == {out.total() // entries}
    for before, after in zip(planned.rounds, planned.rounds[1:], strict=False):
        assert not set(before.sitting_out) & set(after.sitting_out)


def test_the_same_arguments_give_the_same_rounds() -> None:
    assert plan(14, 4, 4, beside=3) == plan(14, 4, 4, beside=3)


def test_round_by_round_a_perfect_schedule_goes_on() -> None:
    history: list[TableRound] = []
    for _ in range(5):
        options = TableOptions(4)
        history += plan_tables(range(1, 17), 1, options, Random(3), history).rounds
    assert table_quality(history).repeats == Measured(0, 0)


def test_round_by_round_people_meet_as_evenly_as_in_one_plan() -> None:
    history: list[TableRound] = []
    for _ in range(6):
        options = TableOptions(4)
        history += plan_tables(range(1, 15), 1, options, Random(3), history).rounds
    quality = table_quality(history)
    assert quality.most_meetings.value <= 2
    assert quality.most_sat_out == Measured(1, 1)


def test_when_one_leaves_the_others_go_on_in_the_perfect_schedule() -> None:
    options = TableOptions(4, 3)
    history = list(plan_tables(range(1, 17), 2, options, Random(3)).rounds)
    left = [entry for entry in range(1, 17) if entry != 9]
    rest = plan_tables(left, 3, options, Random(3), history)
    assert rest.quality.repeats.value == 0
    assert {entry for played in rest.rounds for entry in played.present} == set(left)


def test_late_entries_and_withdrawals_keep_what_was_played() -> None:
    options = TableOptions(4)
    history = list(plan_tables(range(1, 21), 2, options, Random(5)).rounds)
    there = [*range(3, 21), 21, 22]
    rest = plan_tables(there, 2, options, Random(6), history)
    assert [sorted(played.present) for played in rest.rounds] == [there] * 2
    assert rest.quality.repeats.value == 0


def test_who_has_sat_out_does_not_do_so_before_the_others() -> None:
    history = [table_round((1, 2, 3, 4), out=(5,))]
    (following,) = plan_tables(range(1, 6), 1, TableOptions(4), Random(1), history).rounds
    assert following.sitting_out != (5,)


def test_one_table_is_seated_anew_by_itself() -> None:
    """A substitute for 4 sits down; 1 has dealt first and attacked 2 already."""
    history = [table_round((1, 2, 3, 4))]
    table = reseat([1, 2, 3, 5], history, Random(2))
    assert sorted(table.entries) == [1, 2, 3, 5]
    assert table.entries[0] != 1
    assert not set(table.attacks) & attacks(history).keys()


def test_seating_anew_weighs_what_happens_at_the_other_rounds() -> None:
    *others, last = plan(5, 5, 4).rounds
    anew = reseat(sorted(last.seated), others, Random(2))
    assert set(anew.attacks) == set(last.tables[0].attacks)


@pytest.mark.parametrize(("entries", "rounds"), [(4, 3), (8, 7), (9, 9), (13, 13)])
def test_rotating_partners_play_the_whist_schedule(entries: int, rounds: int) -> None:
    quality = plan(entries, 4, rounds, sides=2).quality
    assert quality.partner_repeats == Measured(0, 0)
    assert quality.most_meetings == Measured(3, 3)


@pytest.mark.parametrize(
    ("entries", "size", "rounds", "sides"), [(10, 4, 6, 2), (16, 4, 5, 2), (12, 6, 3, 3)]
)
def test_rotating_partners_are_new_in_any_number(
    entries: int, size: int, rounds: int, sides: int
) -> None:
    assert plan(entries, size, rounds, sides=sides).quality.partner_repeats == Measured(0, 0)


@pytest.mark.parametrize(("size", "beside", "sides"), [(5, None, 2), (4, 3, 2), (4, None, 4)])
def test_sides_that_do_not_come_out_even_are_refused(
    size: int, beside: int | None, sides: int
) -> None:
    with pytest.raises(ValueError, match="choose 2 sides"):
        TableOptions(size, beside, sides)


def test_what_cannot_be_planned_is_refused_with_the_remedy() -> None:
    with pytest.raises(ValueError, match="name each once"):
        plan_tables([1, 2, 2, 3], 1, TableOptions(3), Random(1))
    with pytest.raises(ValueError, match="ask for one"):
        plan_tables([1, 2, 3], 0, TableOptions(3), Random(1))
    with pytest.raises(ValueError, match="two places"):
        table_round((1, 2, 3), out=(3,))
    with pytest.raises(ValueError, match="two seats"):
        Seating((1, 2, 1))


def test_the_quality_of_two_rounds_by_hand() -> None:
    """Three tables of four: the second round must repeat one pair at every table."""
    rounds = [
        table_round((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), out=(13,)),
        table_round((1, 5, 9, 2), (4, 6, 10, 7), (3, 8, 11, 13), out=(12,)),
    ]
    assert table_quality(rounds) == TableQuality(
        repeats=Measured(2, 2),
        most_meetings=Measured(2, 2),
        attack_repeats=Measured(0, 0),
        most_attacks=Measured(1, 1),
        most_first_deals=Measured(1 + 1, 1),
        most_in_one_seat=Measured(2, 1),
        most_sat_out=Measured(1, 1),
    )


@settings(max_examples=30, deadline=None)
@given(
    entries=st.integers(6, 30),
    size=st.integers(3, 6),
    beside=st.sampled_from([None, 3, 4, 5, 6]),
    rounds=st.integers(1, 4),
    leaving=st.integers(0, 2),
    coming=st.integers(0, 3),
    lot=st.integers(0, 1000),
)
def test_any_number_plays_from_any_round_on(
    entries: int, size: int, beside: int | None, rounds: int, leaving: int, coming: int, lot: int
) -> None:
    if entries - leaving < size:
        leaving = 0
    options = TableOptions(size, beside, steps=500)
    first = plan_tables(range(1, entries + 1), rounds, options, Random(lot))
    there = [*range(1 + leaving, entries + coming + 1)]
    rest = plan_tables(there, rounds, options, Random(lot), first.rounds)
    wanted = table_sizes(len(there), size, beside)
    for played in rest.rounds:
        assert sorted(played.present) == there
        assert tuple(len(table.entries) for table in played.tables) == wanted.sizes
    together = [*first.rounds, *rest.rounds]
    assert rest.quality == table_quality(together)
    for number in (
        rest.quality.repeats, rest.quality.most_meetings, rest.quality.attack_repeats,
        rest.quality.most_attacks, rest.quality.most_first_deals, rest.quality.most_in_one_seat,
        rest.quality.most_sat_out,
    ):  # fmt: skip
        assert number.value >= number.bound
    assert meetings(together).total() == sum(
        len(table.entries) * (len(table.entries) - 1) // 2
        for played in together
        for table in played.tables
    )
    assert seats_had(together).total() == sum(len(played.seated) for played in together)
