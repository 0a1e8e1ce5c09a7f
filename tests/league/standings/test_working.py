"""The working beside every value: how it is written, and that it comes to the value."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings import (
    MatchPoints,
    Played,
    SeatedStanding,
    Standing,
    Term,
    Working,
    find_tie_break,
    seated_table,
    table,
    tie_breaks_of,
)
from tests.league.standings import contests

# Each example is a whole stage with every tie-break.
FEW = settings(max_examples=40, deadline=None)

SCALES = [
    MatchPoints(),
    MatchPoints(win=1, draw=0.5, bye=1),
    MatchPoints(win=2, draw=1, bye=1),
    MatchPoints(win=3, draw=1, bye=3, forfeit=-1),
]


@pytest.mark.parametrize(
    ("working", "text", "value"),
    [
        (Working(()), "0", 0),
        (Working((Term((4,)),)), "4", 4),
        (Working((Term((4, 1)), Term((2.5, 0.5)))), "4 × 1 + 2.5 × 0.5", 5.25),
        (Working((Term((4,)), Term((1,), cut=True), Term((3,)))), "4 + (1) + 3", 7),
        (Working((Term((2,)), Term((-3,)))), "2 - 3", -1),
        (Working((Term((7,), over=2), Term((1,)))), "7 / 2 + 1", 4.5),
        (Working((Term((3,)), Term((4,))), over=2), "(3 + 4) / 2", 3.5),
    ],
)
def test_a_working_is_written_as_a_secretary_would(
    working: Working, text: str, value: float
) -> None:
    assert (working.text, working.value) == (text, value)


def test_equal_sums_of_thirds_are_equal_numbers_in_any_order() -> None:
    thirds = [Term((1,), over=3), Term((2,), over=3), Term((5,), over=7), Term((2,), over=7)]
    sums = {Working((*thirds[cut:], *thirds[:cut])).value for cut in range(len(thirds))}
    assert sums == {2}


def test_sonneborn_berger_names_each_opponent_it_took_from() -> None:
    played = [Played(1, 2, 1, 0, round=1), Played(1, 3, 1, 1, round=2), Played(2, 3, 1, 0, round=3)]
    first = table([1, 2, 3], played, tie_breaks=[find_tie_break("sonneborn_berger")])[0]
    working = first.tie_breaks[0].working
    assert working is not None
    assert working.text == "2 × 1 + 1 × 0.5"
    assert [(term.opponent, term.round) for term in working.terms] == [(2, 1), (3, 2)]


def test_direct_encounter_shows_the_average_of_two_meetings() -> None:
    played = [Played(1, 2, 1, 0, round=1), Played(2, 1, 1, 1, round=2), Played(2, 3, 1, 0, round=3)]
    standings = table([1, 2, 3], played, tie_breaks=[find_tie_break("direct")])
    workings = {line.entry: line.tie_breaks[0].working for line in standings}
    assert {entry: work and work.text for entry, work in workings.items()} == {
        1: "3 / 2", 2: "1 / 2", 3: None,
    }  # fmt: skip


def has_its_working(lines: list[Standing] | list[SeatedStanding]) -> bool:
    return all(
        value.working is not None and value.working.value == value.value
        for line in lines
        for value in line.tie_breaks
        if value.value is not None and value.key not in ("starting_rank", "lots")
    )


@FEW
@given(st.integers(0, 10**6), st.integers(3, 16), st.integers(1, 7), st.sampled_from(SCALES))
def test_in_a_swiss_the_working_comes_to_what_the_library_says(
    seed: int, entries: int, rounds: int, points: MatchPoints
) -> None:
    played = contests.swiss(Random(seed), entries, rounds)
    for rounds_over in (0, rounds):
        assert has_its_working(
            table(
                range(1, entries + 1),
                played,
                points,
                tie_breaks_of("swiss"),
                system="swiss",
                scheduled=rounds + 1,
                rounds_over=rounds_over,
            )
        )


@FEW
@given(st.integers(0, 10**6), st.integers(2, 8), st.sampled_from(SCALES), st.booleans())
def test_in_a_round_robin_the_working_comes_to_what_the_library_says(
    seed: int, entries: int, points: MatchPoints, has_left: bool
) -> None:
    played = contests.round_robin(Random(seed), entries)
    withdrawn = [1] if has_left else []
    for matches in (played, [match for match in played if match.forfeit is None]):
        assert has_its_working(
            table(
                range(1, entries + 1),
                matches,
                points,
                tie_breaks_of("round_robin"),
                withdrawn=withdrawn,
            )
        )


@FEW
@given(st.integers(0, 10**6), st.integers(3, 14), st.integers(1, 5))
def test_at_tables_the_working_comes_to_the_value(seed: int, entries: int, rounds: int) -> None:
    played = contests.tables(Random(seed), entries, rounds)
    assert has_its_working(seated_table(range(1, entries + 1), played, tie_breaks_of("tables")))


@pytest.mark.parametrize("points", SCALES[:3])
def test_a_full_round_robin_has_koya_from_the_library(points: MatchPoints) -> None:
    played = [
        Played(1, 2, 1, 0, round=1), Played(3, 4, 1, 0, round=1), Played(1, 3, 1, 1, round=2),
        Played(2, 4, 1, 0, round=2), Played(1, 4, 0, 1, round=3), Played(2, 3, 0, 1, round=3),
    ]  # fmt: skip
    standings = table([1, 2, 3, 4], played, points, [find_tie_break("koya")])
    # Of three possible points half are 1.5: 1 has 1.5, 3 has 2.5, and they drew.
    assert {line.entry: line.tie_breaks[0].value for line in standings} == {
        1: points.draw, 3: points.draw, 2: 0, 4: points.win,
    }  # fmt: skip
