"""The table of a round robin: points, shared ranks, byes, forfeits, withdrawals."""

import pytest

from league.standings import Forfeit, MatchPoints, Played, Standing, find_tie_break, table

WINS = [find_tie_break("wins")]


def ranks(standings: list[Standing]) -> list[tuple[int | None, int]]:
    return [(line.rank, line.entry) for line in standings]


def line_of(entry: int, standings: list[Standing]) -> Standing:
    return next(line for line in standings if line.entry == entry)


def test_a_win_is_two_points_and_a_draw_one() -> None:
    first, second, third = table([1, 2, 3], [Played(1, 2, 6, 3), Played(3, 1, 5, 5)])
    assert (first.entry, first.points, first.won, first.drawn, first.lost) == (1, 3, 1, 1, 0)
    assert (second.entry, second.points, second.played) == (3, 1, 1)
    assert (third.entry, third.points, third.lost) == (2, 0, 1)


def test_scores_within_the_matches_are_added_up() -> None:
    line = line_of(1, table([1, 2, 3], [Played(1, 2, 6, 3), Played(3, 1, 4, 5)]))
    assert (line.score_for, line.score_against, line.score_difference) == (11, 7, 4)


def test_the_organiser_may_give_three_points_for_a_win() -> None:
    played = [Played(1, 2, 1, 0), Played(2, 3, 1, 0), Played(1, 3, 0, 1)]
    assert [line.points for line in table([1, 2, 3], played, MatchPoints(win=3))] == [3, 3, 3]


def test_before_the_first_match_all_share_the_first_rank_in_their_order() -> None:
    assert ranks(table([3, 1, 2], [])) == [(1, 3), (1, 1), (1, 2)]


def test_nobody_is_no_table() -> None:
    assert table([], []) == []


def test_equal_entries_share_a_rank_and_the_next_is_left_out() -> None:
    played = [Played(1, 2, 1, 0), Played(3, 4, 1, 0), Played(1, 3, 1, 1), Played(2, 4, 1, 1)]
    assert ranks(table([1, 2, 3, 4], played, tie_breaks=WINS)) == [(1, 1), (1, 3), (3, 2), (3, 4)]


def test_the_order_of_matches_does_not_matter() -> None:
    played = [Played(1, 2, 1, 0, round=1), Played(2, 3, 2, 2, round=2), Played(3, 1, 4, 1, round=3)]
    assert table([1, 2, 3], played) == table([1, 2, 3], played[::-1])


def test_first_and_second_are_worth_the_same() -> None:
    played = [Played(1, 2, 3, 1), Played(2, 3, 2, 2), Played(1, 3, 0, 5, forfeit="second")]
    turned = [Played(2, 1, 1, 3), Played(3, 2, 2, 2), Played(3, 1, 5, 0, forfeit="first")]
    assert table([1, 2, 3], played) == table([1, 2, 3], turned)


def test_a_bye_in_a_round_robin_gives_nothing() -> None:
    line = line_of(3, table([1, 2, 3], [Played(1, 2, 1, 0), Played(3, None)]))
    assert (line.points, line.played, line.won, line.byes) == (0, 0, 0, 1)


def test_a_bye_gives_points_where_the_organiser_says_so() -> None:
    line = line_of(3, table([1, 2, 3], [Played(3, None)], MatchPoints(bye=2)))
    assert (line.points, line.won, line.byes) == (2, 0, 1)


@pytest.mark.parametrize(("forfeit", "absent", "present"), [("first", 1, 2), ("second", 2, 1)])
def test_who_is_not_there_loses_whatever_the_score(
    forfeit: Forfeit, absent: int, present: int
) -> None:
    standings = table([1, 2], [Played(1, 2, 4, 4, forfeit=forfeit)])
    assert ranks(standings) == [(1, present), (2, absent)]
    assert (standings[0].won, standings[0].forfeited) == (1, 0)
    assert (standings[1].lost, standings[1].forfeited) == (1, 1)


def test_when_both_are_missing_both_lose() -> None:
    standings = table([1, 2], [Played(1, 2, forfeit="both")])
    assert [(line.rank, line.points, line.forfeited) for line in standings] == [(1, 0, 1)] * 2


def test_a_forfeit_may_cost_points() -> None:
    standings = table([1, 2], [Played(1, 2, forfeit="second")], MatchPoints(forfeit=-1))
    assert [line.points for line in standings] == [2, -1]


FIVE_MATCHES = [
    Played(1, 2, 3, 0, round=1),
    Played(3, 4, 3, 0, round=1),
    Played(1, 3, 0, 3, round=2),
    Played(2, 4, 3, 0, round=2),
    Played(1, 4, 3, 0, forfeit="second", round=3),
]


def test_who_leaves_before_the_half_is_listed_and_not_counted() -> None:
    played = [Played(4, 1, 3, 0), Played(1, 2, 3, 0), Played(4, 2, 0, 0, forfeit="first")]
    standings = table([1, 2, 3, 4], played, withdrawn=[4])
    assert ranks(standings) == [(1, 1), (2, 3), (3, 2), (None, 4)]
    assert (line_of(1, standings).points, line_of(1, standings).played) == (2, 1)
    gone = line_of(4, standings)
    assert (gone.counted, gone.points, gone.played, gone.forfeited) == (False, 2, 2, 1)


def test_who_leaves_after_the_half_is_counted() -> None:
    standings = table([1, 2, 3, 4], FIVE_MATCHES, withdrawn=[4])
    assert None not in [line.rank for line in standings]
    assert line_of(1, standings).points == 4


def test_a_match_lost_without_play_is_not_completed() -> None:
    standings = table([1, 2, 3, 4], FIVE_MATCHES, withdrawn=[4], scheduled=5)
    assert line_of(4, standings).rank is None


def test_the_organiser_may_count_everybody() -> None:
    standings = table([1, 2, 3], [Played(1, 2, 1, 0)], withdrawn=[3], least_share=0)
    assert line_of(3, standings).rank is not None


def test_who_stays_is_counted_however_little_he_has_played() -> None:
    assert line_of(3, table([1, 2, 3], [Played(1, 2, 1, 0)])).rank is not None


@pytest.mark.parametrize(
    ("entries", "played", "message"),
    [
        ([1, 2, 1], [], "named twice"),
        ([1, 2], [Played(1, 3)], "entry 3 has a match but is not in the table"),
        ([1, 2], [Played(3, None)], "entry 3"),
        ([1, 2], [Played(1, 1)], "cannot meet itself"),
    ],
)
def test_what_does_not_belong_together_is_refused(
    entries: list[int], played: list[Played], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        table(entries, played)
