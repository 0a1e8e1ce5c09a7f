"""Tables of three to six: lines, tie-breaks worked by hand, and lots of every size."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings import (
    Seated,
    SeatedStanding,
    TableResult,
    find_tie_break,
    place_points,
    places_of,
    seated_table,
)
from tests.league.standings import contests

# Each example is a whole stage with every tie-break.
FEW = settings(max_examples=40, deadline=None)


def by_places(number: int, *order: int, stage: int = 1) -> TableResult:
    """A table at which *order* came in first to last, worth a point for each one behind."""
    seats = [
        Seated(entry, place, points=len(order) - place) for place, entry in enumerate(order, 1)
    ]
    return TableResult(tuple(seats), number, stage)


# Round 1: a table of four and one of three; round 2 the other way round.
TWO_ROUNDS = [
    by_places(1, 1, 2, 3, 4), by_places(1, 5, 6, 7),
    by_places(2, 5, 1, 7, 2), by_places(2, 6, 3, 4),
]  # fmt: skip
SEVEN = range(1, 8)


def ranked_by(*keys: str, played: list[TableResult]) -> dict[int, SeatedStanding]:
    entries = sorted({seat.entry for table in played for seat in table.seats})
    lines = seated_table(entries, played, [find_tie_break(key) for key in keys])
    return {line.entry: line for line in lines}


def values(key: str, played: list[TableResult]) -> dict[int, float | None]:
    return {
        entry: line.tie_breaks[0].value for entry, line in ranked_by(key, played=played).items()
    }


def test_the_points_of_all_tables_are_added_up() -> None:
    standings = ranked_by(played=TWO_ROUNDS)
    assert {entry: standings[entry].points for entry in SEVEN} == {
        1: 5, 2: 2, 3: 2, 4: 0, 5: 5, 6: 3, 7: 1,
    }  # fmt: skip
    assert [(line.rank, line.entry) for line in seated_table(SEVEN, TWO_ROUNDS, [])] == [
        (1, 1), (1, 5), (3, 6), (4, 2), (4, 3), (6, 7), (7, 4),
    ]  # fmt: skip


def test_a_line_counts_places_tables_fools_and_epaulettes() -> None:
    played = [
        TableResult((Seated(1, 2, 1, -3, fools=3, epaulettes=2), Seated(2, 1, 2, -1, fools=1),
                     Seated(3, 2, 1, -3, fools=3)), 1),
        TableResult((Seated(1, 1, 2, 0), Seated(3, 2, 1, -1, fools=1)), 2),
        TableResult((Seated(2, 1, points=1),), 2),
    ]  # fmt: skip
    first = ranked_by(played=played)[1]
    assert (first.points, first.tables, first.sat_out) == (3, 2, 0)
    assert (first.places, first.score, first.fools, first.epaulettes) == ((1, 1), -3, 3, 2)
    second = ranked_by(played=played)[2]
    assert (second.points, second.tables, second.sat_out, second.places) == (3, 1, 1, (1, 0))


def test_places_compare_tables_of_different_size() -> None:
    found = values("places", TWO_ROUNDS)
    assert found[1] == pytest.approx(1 + 2 / 3)
    assert found[5] == 1 + 1
    assert found[6] == 1 / 2 + 1
    assert found[3] == pytest.approx(1 / 3 + 1 / 2)


def test_an_equal_one_is_half_left_behind() -> None:
    played = [TableResult((Seated(1, 1, 1), Seated(2, 1, 1), Seated(3, 3, 0)))]
    assert values("places", played) == {1: 0.75, 2: 0.75, 3: 0}


def test_first_places_are_counted_shared_ones_too() -> None:
    played = [*TWO_ROUNDS, TableResult((Seated(1, 1, 1), Seated(2, 1, 1), Seated(3, 3, 0)), 3)]
    assert values("first_places", played) == {1: 2, 2: 1, 3: 0, 4: 0, 5: 2, 6: 1, 7: 0}


def test_fewer_times_the_fool_is_better() -> None:
    played = [TableResult((Seated(1, 2, 1, fools=2), Seated(2, 1, 1, fools=1), Seated(3, 3, 0)))]
    standings = ranked_by("fewest_fools", played=played)
    assert [(standings[entry].rank, standings[entry].tie_breaks[0].value) for entry in (1, 2)] == [
        (2, 2), (1, 1),
    ]  # fmt: skip


def test_fewer_epaulettes_are_better() -> None:
    played = [TableResult((Seated(1, 1, 1, epaulettes=1), Seated(2, 1, 1), Seated(3, 3, 0)))]
    assert [line.entry for line in seated_table([1, 2, 3], played)][:2] == [2, 1]


def test_the_points_of_the_deals_decide_where_places_are_level() -> None:
    played = [TableResult((Seated(1, 1, 1, score=-2), Seated(2, 1, 1, score=-1)))]
    assert [line.entry for line in ranked_by("deal_points", played=played).values()] == [2, 1]


def test_opponents_points_are_averages_of_tables_and_of_rounds() -> None:
    standings = ranked_by("opponents_points", played=TWO_ROUNDS)
    working = standings[1].tie_breaks[0].working
    assert working is not None
    # Round 1 with 2, 3, 4 (2 + 2 + 0); round 2 with 5, 7, 2 (5 + 1 + 2).
    assert working.text == "(4 / 3 + 8 / 3) / 2"
    assert standings[1].tie_breaks[0].value == 2


def test_a_round_sat_out_costs_no_opponents_points() -> None:
    played = [by_places(1, 1, 2, 3), TableResult((Seated(1, 1, points=0),), 2), by_places(2, 2, 3)]
    assert values("opponents_points", played)[1] == (2 + 0) / 2


def test_direct_encounter_is_who_came_out_before_whom() -> None:
    played = [by_places(1, 1, 2, 3), by_places(2, 2, 3, 1), by_places(3, 2, 4, 1)]
    found = values("direct", [*played, by_places(3, 5, 3, 6)])
    assert found[1] is None
    level = [by_places(1, 1, 2, 3), by_places(2, 2, 4, 5), by_places(2, 1, 6, 7)]
    level.append(TableResult((Seated(2, 1, points=1), Seated(8, 2, points=0)), 3))
    standings = ranked_by("direct", played=level)
    assert (standings[1].points, standings[2].points) == (4, 4)
    assert (standings[1].rank, standings[2].rank) == (1, 2)
    assert [standings[entry].tie_breaks[0].value for entry in (1, 2)] == [1, 0]


def test_partners_are_no_opponents() -> None:
    pairs = TableResult(
        (
            Seated(1, 1, 2, side=0), Seated(2, 3, 0, side=1), Seated(3, 1, 2, side=0),
            Seated(4, 3, 0, side=1),
        )
    )  # fmt: skip
    assert values("places", [pairs]) == {1: 1, 3: 1, 2: 0, 4: 0}
    assert values("opponents_points", [pairs]) == {1: 0, 3: 0, 2: 2, 4: 2}


def test_places_of_scores_are_shared_by_equal_ones() -> None:
    assert places_of([-1, 0, -1, -3]) == [2, 1, 2, 4]


def test_shared_places_share_their_points() -> None:
    assert place_points([1, 2, 2, 4], [3, 2, 1, 0]) == [3, 1.5, 1.5, 0]
    assert place_points([1, 1, 1], [3, 1, 0]) == [4 / 3] * 3


def test_thirds_make_no_difference_between_equals() -> None:
    worth: dict[int, list[float]] = {
        1: [4 / 3, 1 / 3, 1 / 3], 2: [1 / 3, 4 / 3, 1 / 3], 3: [2, 0, 0], 4: [2 / 3, 2 / 3, 2 / 3],
    }  # fmt: skip
    played = [
        TableResult(tuple(Seated(entry, 1, points[number]) for entry, points in worth.items()),
                    number)
        for number in range(3)
    ]  # fmt: skip
    lines = seated_table(list(worth), played, [find_tie_break("opponents_points")])
    assert {(line.rank, line.points) for line in lines} == {(1, 2)}


def test_points_are_given_for_each_place() -> None:
    with pytest.raises(ValueError, match="4 sit at the table and 3 places have points"):
        place_points([1, 2, 3, 4], [2, 1, 0])


@pytest.mark.parametrize(
    ("played", "message"),
    [
        ([by_places(1, 1, 2, 9)], "entry 9 sat at a table"),
        ([by_places(1, 1, 2), by_places(1, 2, 3)], "entry 2 has two results in round 1"),
        ([by_places(1, 1, 1)], "entry 1 has two results in round 1"),
        ([by_places(1, 1, 2), by_places(2, 1, 2, stage=2)], "stages 1, 2 in one table"),
    ],
)
def test_what_does_not_belong_together_is_refused(played: list[TableResult], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        seated_table([1, 2, 3], played)


@FEW
@given(st.integers(0, 10**6), st.integers(3, 14), st.integers(1, 5))
def test_the_order_of_results_does_not_matter(seed: int, entries: int, rounds: int) -> None:
    random = Random(seed)
    played = contests.tables(random, entries, rounds)
    shuffled = random.sample(played, len(played))
    field = range(1, entries + 1)
    assert seated_table(field, shuffled) == seated_table(field, played)


@FEW
@given(st.integers(0, 10**6), st.integers(3, 14), st.integers(1, 5))
def test_all_points_given_stand_in_the_table(seed: int, entries: int, rounds: int) -> None:
    played = contests.tables(Random(seed), entries, rounds)
    lines = seated_table(range(1, entries + 1), played)
    given_out = [seat for table in played for seat in table.seats]
    assert sum(line.points for line in lines) == sum(seat.points for seat in given_out)
    assert sum(line.fools for line in lines) == sum(
        seat.fools for table in played if len(table.seats) > 1 for seat in table.seats
    )
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
