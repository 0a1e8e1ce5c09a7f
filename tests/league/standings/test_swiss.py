"""Standings of a Swiss: FIDE's exercises, and rounds without play worked by hand."""

import pytest

from league.standings import (
    MatchPoints,
    Played,
    Standing,
    System,
    find_tie_break,
    table,
    tie_breaks_of,
)
from tests.league.standings.exercises import (
    BUCHHOLZ_CUT1,
    POINTS,
    SWISS_5,
    SWISS_5_ANSWERS,
    SWISS_9,
    SWISS_9_RANKS,
)

HALVES = MatchPoints(win=1, draw=0.5, bye=1)
SIXTEEN = range(1, 17)


def ranked_by(
    *keys: str,
    played: list[Played],
    entries: range = SIXTEEN,
    points: MatchPoints = HALVES,
    rounds: int = 5,
    rounds_over: int = 0,
) -> dict[int, Standing]:
    standings = table(
        entries,
        played,
        points,
        [find_tie_break(key) for key in keys],
        system="swiss",
        scheduled=rounds,
        rounds_over=rounds_over,
    )
    return {line.entry: line for line in standings}


def value(line: Standing, place: int = 0) -> float | None:
    return line.tie_breaks[place].value


def test_the_exercise_has_its_points() -> None:
    standings = ranked_by(played=SWISS_5)
    assert [standings[entry].points for entry in SIXTEEN] == POINTS


@pytest.mark.parametrize("key", SWISS_5_ANSWERS)
def test_the_exercise_has_the_published_answers(key: str) -> None:
    standings = ranked_by(key, played=SWISS_5)
    assert [value(standings[entry]) for entry in SIXTEEN] == SWISS_5_ANSWERS[key]


def test_cutting_the_weakest_has_the_published_answers() -> None:
    standings = ranked_by("buchholz_cut1", played=SWISS_5)
    assert {entry: value(standings[entry]) for entry in BUCHHOLZ_CUT1} == BUCHHOLZ_CUT1


@pytest.mark.parametrize("key", SWISS_5_ANSWERS)
def test_points_of_two_and_one_give_the_same_answers_doubled(key: str) -> None:
    standings = ranked_by(key, played=SWISS_5, points=MatchPoints(bye=2))
    factor = 1 if key.startswith("wins") else 2
    answers = [answer * factor for answer in SWISS_5_ANSWERS[key]]
    assert [value(standings[entry]) for entry in SIXTEEN] == answers


@pytest.mark.parametrize("tied", [(1, 3, 4, 16), (5, 8, 11)])
def test_too_few_meetings_leave_the_tied_together_as_published(tied: tuple[int, ...]) -> None:
    # Exercises 23 and 24.
    standings = ranked_by("direct", played=SWISS_5)
    assert len({standings[entry].rank for entry in tied}) == 1
    assert [value(standings[entry]) for entry in tied] == [None] * len(tied)


def test_who_is_sure_to_be_first_of_the_tied_is_placed_first_as_published() -> None:
    # Exercise 25.
    standings = ranked_by("direct", played=SWISS_9, rounds=9)
    assert [standings[entry].rank for entry in SIXTEEN] == SWISS_9_RANKS


def test_a_win_without_play_says_nothing_about_the_two() -> None:
    played = [
        Played(1, 2, forfeit="second", round=1), Played(3, 4, 1, 0, round=1),
        Played(2, 3, 1, 0, round=2), Played(4, 1, 1, 0, round=2),
    ]  # fmt: skip
    standings = ranked_by("direct", played=played, entries=range(1, 5))
    assert {line.rank for line in standings.values()} == {1}


# Four rounds planned. 1 beats everybody it meets; 5 has the bye, then leaves; 4 stays away once.
FOUR = [
    Played(1, 3, 1, 0, round=1), Played(2, 4, 1, 0, round=1), Played(5, None, round=1),
    Played(1, 2, 1, 0, round=2), Played(3, 5, forfeit="second", round=2),
    Played(4, None, round=2, bye="half"),
    Played(1, 4, 1, 0, round=3), Played(2, 3, 1, 1, round=3),
]  # fmt: skip


def test_a_round_over_without_a_match_was_not_played_and_is_no_bye() -> None:
    standings = ranked_by("progressive", played=FOUR, entries=range(1, 6), rounds=4, rounds_over=3)
    assert (standings[5].points, standings[5].byes, standings[5].forfeited) == (1, 1, 1)
    assert [value(standings[entry]) for entry in range(1, 6)] == [6, 3.5, 2.5, 1, 3]
    assert standings[5].tie_breaks[0].working is not None
    assert standings[5].tie_breaks[0].working.text == "1 + 1 + 1"


def test_the_working_of_buchholz_shows_who_was_thought_up() -> None:
    standings = ranked_by("buchholz", played=FOUR, entries=range(1, 6), rounds=4, rounds_over=3)
    working = standings[5].tie_breaks[0].working
    assert working is not None
    # A bye: as good as oneself. A forfeit: no better than 3 with 1.5. Staying away: as oneself.
    assert working.text == "1 + 1 + 1"
    assert [term.virtual for term in working.terms] == [True] * 3
    assert [(term.opponent, term.round) for term in working.terms] == [
        (None, 1), (3, 2), (None, 3),
    ]  # fmt: skip


def test_the_opponent_thought_up_is_no_better_than_the_one_drawn() -> None:
    # 1 has two points; the one it should have met has half a point.
    played = [
        Played(1, 2, forfeit="second", round=1), Played(3, 4, 1, 0, round=1),
        Played(1, 3, 1, 0, round=2), Played(2, 4, 1, 1, round=2),
    ]  # fmt: skip
    standings = ranked_by("buchholz", played=played, entries=range(1, 5), rounds=2)
    assert value(standings[1]) == 0.5 + 1


def test_the_opponent_thought_up_for_a_bye_is_no_better_than_one_who_draws_all() -> None:
    played = [
        Played(1, None, round=1), Played(2, 3, 1, 0, round=1),
        Played(1, 2, 1, 0, round=2), Played(3, None, round=2),
    ]  # fmt: skip
    standings = ranked_by("buchholz", played=played, entries=range(1, 4), rounds=2)
    assert value(standings[1]) == 1 + 1


def test_rounds_after_leaving_are_draws_for_the_opponents() -> None:
    played = [
        Played(1, 2, 0, 1, round=1), Played(3, 4, 1, 0, round=1),
        Played(1, 3, 1, 0, round=2), Played(1, 4, 1, 0, round=3),
    ]  # fmt: skip
    standings = ranked_by("buchholz", played=played, entries=range(1, 5), rounds=3, rounds_over=3)
    # 2 has one point and two rounds left out, 3 has one and one, 4 has none and one.
    assert value(standings[1]) == (1 + 0.5 * 2) + (1 + 0.5) + (0 + 0)


def test_a_round_stayed_away_from_is_cut_first() -> None:
    standings = ranked_by(
        "buchholz_cut1", played=FOUR, entries=range(1, 6), rounds=4, rounds_over=3
    )
    working = standings[4].tie_breaks[0].working
    assert working is not None
    # 2 has 1.5; the round asked off is worth 4's own 0.5; 1 has 3.
    assert working.text == "1.5 + (0.5) + 3"
    assert value(standings[4]) == 4.5


def test_the_median_of_few_rounds_is_the_plain_sum() -> None:
    two = [match for match in FOUR if match.round < 3]
    medians, plain = (
        ranked_by(key, played=two, entries=range(1, 6)) for key in ("median_buchholz", "buchholz")
    )
    assert all(value(medians[entry]) == value(plain[entry]) for entry in range(1, 6))


def test_byes_asked_for_give_what_they_are_called() -> None:
    played = [
        Played(1, None, bye="full"), Played(2, None, bye="half"), Played(3, None, bye="zero"),
        Played(4, None),
    ]  # fmt: skip
    standings = ranked_by(played=played, entries=range(1, 5), points=MatchPoints(bye=1))
    assert [standings[entry].points for entry in range(1, 5)] == [2, 1, 0, 1]


def test_a_swiss_counts_what_one_who_left_has_played() -> None:
    standings = table(
        range(1, 6), FOUR, HALVES, system="swiss", withdrawn=[5], scheduled=4, rounds_over=3
    )
    assert None not in [line.rank for line in standings]


def test_other_points_follow_the_same_rules_on_the_points_of_the_table() -> None:
    points = MatchPoints(win=3, draw=1, bye=3, forfeit=-1)
    standings = ranked_by(
        "buchholz", "sonneborn_berger", "progressive", played=FOUR, entries=range(1, 6),
        points=points, rounds=4, rounds_over=3,
    )  # fmt: skip
    assert [standings[entry].points for entry in range(1, 6)] == [9, 4, 4, 1, 2]
    # 5 left after round 2: its round 3 is a draw to others. 3 won against it by forfeit, so its
    # opponent is thought up, no better than 5 with 3.
    assert [value(standings[3], place) for place in range(3)] == [9 + 3 + 4, 3 + 2, 0 + 3 + 4]


@pytest.mark.parametrize(
    ("system", "key"),
    [
        ("round_robin", "buchholz"), ("round_robin", "median_buchholz"),
        ("round_robin", "average_of_buchholz"), ("swiss", "koya"), ("swiss", "places"),
    ],
)  # fmt: skip
def test_a_tie_break_that_does_not_fit_is_refused(system: System, key: str) -> None:
    with pytest.raises(ValueError, match=rf"{key} is no tie-break for a .*direct"):
        table([1, 2], [], tie_breaks=[find_tie_break(key)], system=system)


def test_buchholz_is_offered_in_a_swiss_alone() -> None:
    offered = {
        system: {tie_break.key for tie_break in tie_breaks_of(system)}
        for system in ("round_robin", "swiss", "tables")
    }
    assert [system for system, keys in offered.items() if "buchholz" in keys] == ["swiss"]


def test_a_tie_break_stands_once_in_the_order() -> None:
    with pytest.raises(ValueError, match="wins stands twice"):
        table([1, 2], [], tie_breaks=[find_tie_break("wins")] * 2)
