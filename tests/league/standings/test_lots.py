"""Ties that are left: shared, by starting rank, or by a lot that is drawn once and recorded."""

from random import Random

from league.standings import Played, Standing, draw_lot, find_tie_break, table, ties

LEVEL = [Played(1, 2, 1, 1), Played(3, 4, 1, 1)]
FOUR = [1, 2, 3, 4]


def ranked(
    *lots: tuple[int, ...], played: list[Played] = LEVEL, by: tuple[str, ...] = ("lots",)
) -> list[Standing]:
    return table(FOUR, played, tie_breaks=[find_tie_break(key) for key in by], lots=lots)


def order(standings: list[Standing]) -> list[tuple[int | None, int]]:
    return [(line.rank, line.entry) for line in standings]


def test_without_a_lot_the_tie_is_shared() -> None:
    assert order(ranked()) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert ties(ranked()) == [(1, 2, 3, 4)]


def test_a_recorded_lot_decides_and_is_shown() -> None:
    standings = ranked((3, 1, 4, 2))
    assert order(standings) == [(1, 3), (2, 1), (3, 4), (4, 2)]
    assert [line.tie_breaks[0].value for line in standings] == [1, 2, 3, 4]
    assert ties(standings) == []


def test_a_lot_is_asked_only_about_those_still_tied() -> None:
    standings = ranked((4, 3, 2, 1), played=[*LEVEL, Played(2, 4, 1, 0)], by=("wins", "lots"))
    assert order(standings) == [(1, 2), (2, 4), (3, 3), (4, 1)]


def test_a_lot_between_two_is_shown_beside_all_with_equal_points() -> None:
    played = [Played(2, 1, 1, 0), Played(2, 3, 0, 1), Played(1, 4, 1, 0), Played(3, 4, 0, 2)]
    by = ("score_for", "lots")
    assert order(ranked(played=played, by=by)) == [(1, 4), (2, 1), (2, 2), (2, 3)]
    standings = ranked((3, 2, 1), played=played, by=by)
    assert order(standings) == [(1, 4), (2, 3), (3, 2), (4, 1)]
    assert [line.tie_breaks[1].value for line in standings] == [None, 1, 2, 3]


def test_a_lot_serves_no_one_it_was_not_drawn_for() -> None:
    assert order(ranked((2, 1, 3))) == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_of_several_lots_the_last_that_names_all_the_tied_counts() -> None:
    assert [line.entry for line in ranked((1, 2, 3, 4), (4, 3, 2, 1), (1, 2))] == [4, 3, 2, 1]


def test_the_same_draw_gives_the_same_order_again() -> None:
    drawn = {draw_lot(named, Random(7)) for named in ([2, 1, 4, 3], [4, 3, 2, 1], {1, 2, 3, 4})}
    assert len(drawn) == 1
    assert sorted(drawn.pop()) == FOUR


def test_every_order_may_be_drawn() -> None:
    assert len({draw_lot([1, 2, 3], Random(seed)) for seed in range(60)}) == 6


def test_the_starting_rank_leaves_nobody_tied() -> None:
    assert order(ranked(by=("starting_rank",))) == [(1, 1), (2, 2), (3, 3), (4, 4)]
