"""The crosstable: what stands in its cells, and that its sums are the table's points."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings import Forfeit, MatchPoints, Played, crosstable, table


def test_each_cell_shows_the_match_from_its_own_side() -> None:
    grid = crosstable([1, 2, 3], [Played(1, 2, 6, 3), Played(3, 1, 5, 5)])
    (meeting,) = grid.cell(1, 2)
    assert (meeting.score, meeting.opponent_score, meeting.verdict, meeting.points) == (
        6,
        3,
        "won",
        2,
    )
    (meeting,) = grid.cell(2, 1)
    assert (meeting.score, meeting.opponent_score, meeting.verdict, meeting.points) == (
        3,
        6,
        "lost",
        0,
    )
    assert grid.cell(1, 3)[0].verdict == grid.cell(3, 1)[0].verdict == "drawn"
    assert grid.cell(2, 3) == ()


def test_rows_and_columns_stand_in_the_order_given() -> None:
    grid = crosstable([3, 1, 2], [Played(1, 2, 1, 0)])
    assert [row.entry for row in grid.rows] == [3, 1, 2]
    assert [len(cell) for cell in grid.rows[1].cells] == [0, 0, 1]


def test_nobody_meets_himself() -> None:
    grid = crosstable([1, 2], [Played(1, 2, 1, 0), Played(2, 1, 1, 0)])
    assert grid.cell(1, 1) == grid.cell(2, 2) == ()


def test_several_meetings_stand_in_the_order_of_rounds() -> None:
    played = [Played(2, 1, 4, 0, round=2), Played(1, 2, 3, 2, round=1)]
    assert [meeting.score for meeting in crosstable([1, 2], played).cell(1, 2)] == [3, 0]


def test_byes_stand_beside_the_grid() -> None:
    row = crosstable([1, 2], [Played(1, None, round=3)], MatchPoints(bye=1)).rows[0]
    assert ([bye.round for bye in row.byes], row.points) == ([3], 1)


def test_a_forfeit_is_marked_on_both_sides() -> None:
    grid = crosstable([1, 2], [Played(1, 2, forfeit="second")])
    assert [meeting.forfeit for meeting in grid.cell(1, 2) + grid.cell(2, 1)] == [True, True]
    assert [meeting.verdict for meeting in grid.cell(1, 2) + grid.cell(2, 1)] == ["won", "lost"]


def test_matches_of_who_left_early_stay_and_do_not_count() -> None:
    grid = crosstable([1, 2, 3, 4], [Played(1, 4, 3, 0), Played(1, 2, 3, 0)], withdrawn=[4])
    assert [meeting.counted for meeting in grid.cell(1, 4) + grid.cell(4, 1)] == [False, False]
    assert grid.cell(1, 2)[0].counted
    assert [row.points for row in grid.rows] == [2, 0, 0, 0]


def contest(random: Random) -> tuple[list[int], list[Played], list[int]]:
    """Entries, any matches between them, byes among them, and who has left."""
    entries = list(range(1, random.randint(2, 7) + 1))
    played = []
    for _ in range(random.randrange(26)):
        number = random.randint(1, 9)
        if random.random() < 0.25:
            played.append(Played(random.choice(entries), None, round=number))
            continue
        forfeit: Forfeit | None = random.choice([None, None, None, "first", "second", "both"])
        first, second = random.sample(entries, 2)
        scores = random.randrange(10), random.randrange(10)
        played.append(Played(first, second, *scores, forfeit, number))
    return entries, played, random.sample(entries, random.randint(0, len(entries)))


SEEDS = st.integers(0, 10**6)


@settings(deadline=None)
@given(SEEDS, st.sampled_from([MatchPoints(), MatchPoints(win=3, bye=1, forfeit=-1)]))
def test_the_sums_of_the_rows_are_the_points_of_the_table(seed: int, points: MatchPoints) -> None:
    entries, played, withdrawn = contest(Random(seed))
    grid = crosstable(entries, played, points, withdrawn=withdrawn)
    standings = {line.entry: line for line in table(entries, played, points, withdrawn=withdrawn)}
    for row in grid.rows:
        shown = [*row.byes, *(meeting for cell in row.cells for meeting in cell)]
        assert row.points == sum(meeting.points for meeting in shown if meeting.counted)
        if standings[row.entry].counted:
            assert row.points == standings[row.entry].points


@settings(deadline=None)
@given(SEEDS)
def test_one_side_wins_what_the_other_loses(seed: int) -> None:
    entries, played, _ = contest(Random(seed))
    standings = table(entries, played)
    both_missing = sum(match.forfeit == "both" and match.second is not None for match in played)
    assert (
        sum(line.lost for line in standings)
        == sum(line.won for line in standings) + 2 * both_missing
    )
    assert sum(line.score_difference for line in standings) == 0


@settings(deadline=None)
@given(SEEDS)
def test_the_order_of_results_does_not_matter(seed: int) -> None:
    random = Random(seed)
    entries, played, withdrawn = contest(random)
    shuffled = random.sample(played, len(played))
    assert table(entries, shuffled, withdrawn=withdrawn) == table(
        entries, played, withdrawn=withdrawn
    )
