"""Tie-breaks of a round robin: FIDE's exercises, and small tables by hand."""

import pytest

from league.standings import (
    TIE_BREAKS,
    MatchPoints,
    Played,
    Standing,
    find_tie_break,
    table,
)
from tests.league.standings.exercises import ROUND_ROBIN as EXERCISE

HALVES = MatchPoints(win=1, draw=0.5)

# Exercises 14 (Sonneborn-Berger), 16 (Koya) and 26 (direct encounter).
SIX = [1, 2, 3, 4, 5, 6]


def values(key: str, standings: list[Standing]) -> dict[int, float | None]:
    return {
        line.entry: value.value
        for line in standings
        for value in line.tie_breaks
        if value.key == key
    }


def ranks(standings: list[Standing]) -> dict[int, int | None]:
    return {line.entry: line.rank for line in standings}


def ranked_by(*keys: str, played: list[Played], entries: list[int] = SIX) -> list[Standing]:
    return table(entries, played, HALVES, [find_tie_break(key) for key in keys])


def test_the_exercise_has_its_points() -> None:
    standings = ranked_by(played=EXERCISE)
    assert {line.entry: line.points for line in standings} == {
        1: 3.5, 2: 3.5, 3: 3.5, 4: 1.5, 5: 1.5, 6: 1.5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("sonneborn_berger", [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]),
        ("koya", [2, 0.5, 0.5, 1, 0.5, 0]),
        ("direct", [2, 0.5, 0.5, 0.5, 1, 1.5]),
        ("wins", [3, 3, 3, 1, 1, 1]),
    ],
)
def test_the_exercise_has_the_published_answers(key: str, answers: list[float]) -> None:
    found = values(key, ranked_by(key, played=EXERCISE))
    assert [found[entry] for entry in SIX] == answers


def test_the_exercise_is_ranked_by_direct_encounter_as_published() -> None:
    assert ranks(ranked_by("direct", played=EXERCISE)) == {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}


def test_direct_encounter_is_asked_again_about_those_it_leaves_tied() -> None:
    # Four with two points each. Among themselves 1 and 2 have two, 3 and 4 one;
    # then 1 has beaten 2, and 3 has beaten 4.
    among_the_four = [
        Played(1, 2, 1, 0),
        Played(1, 3, 1, 0),
        Played(4, 1, 1, 0),
        Played(2, 3, 1, 0),
        Played(2, 4, 1, 0),
        Played(3, 4, 1, 0),
    ]
    standings = ranked_by(
        "direct", played=[*among_the_four, Played(3, 5, 1, 0), Played(4, 6, 1, 0)]
    )
    assert [line.points for line in standings] == [2, 2, 2, 2, 0, 0]
    assert values("direct", standings) == {1: 2, 2: 2, 3: 1, 4: 1, 5: None, 6: None}
    assert ranks(standings) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}


def test_direct_encounter_says_nothing_until_all_the_tied_have_met() -> None:
    played = [Played(1, 4, 1, 0), Played(2, 5, 1, 0), Played(3, 6, 1, 0), Played(1, 2, 1, 1)]
    standings = ranked_by("direct", played=[*played, Played(3, 5, 1, 1)])
    assert values("direct", standings)[1] is None
    assert [ranks(standings)[entry] for entry in (1, 2, 3)] == [1, 1, 1]


def test_two_meetings_count_as_their_average() -> None:
    played = [Played(1, 2, 1, 0), Played(2, 1, 1, 1), Played(1, 3, 0, 1), Played(2, 3, 1, 1)]
    standings = ranked_by("direct", played=[*played, Played(2, 3, 1, 1)], entries=[1, 2, 3])
    assert values("direct", standings) == {1: 0.75, 2: 0.25, 3: None}


def test_each_tie_break_is_asked_only_about_those_still_tied() -> None:
    # Each has beaten one of the others, so among all three direct encounter is level;
    # once the score has set 2 apart, 3 has beaten 1.
    played = [Played(1, 2, 1, 0), Played(2, 3, 2, 0), Played(3, 1, 1, 0)]
    standings = ranked_by("score_for", "direct", played=played, entries=[1, 2, 3])
    assert values("direct", standings) == {1: 1, 2: 1, 3: 1}
    assert ranks(standings) == {2: 1, 3: 2, 1: 3}


def test_the_organisers_order_decides() -> None:
    played = [
        Played(1, 2, 1, 0),
        Played(2, 3, 9, 0),
        Played(1, 3, 0, 1),
        Played(3, 4, 0, 1),
        Played(4, 1, 0, 1),
        Played(2, 4, 1, 0),
    ]
    by = {
        key: ranks(ranked_by(key, played=played, entries=[1, 2, 3, 4]))
        for key in ("direct", "score_difference")
    }
    assert by["direct"][1] == 1
    assert by["score_difference"][2] == 1


def test_score_difference_and_score_for_read_the_scores() -> None:
    standings = ranked_by("score_difference", "score_for", played=[Played(1, 2, 6, 4)])
    assert values("score_difference", standings)[1] == 2
    assert values("score_for", standings) == {1: 6, 2: 4, 3: 0, 4: 0, 5: 0, 6: 0}


def test_sonneborn_berger_halves_a_draw_whatever_it_is_worth() -> None:
    played = [Played(1, 2, 1, 1), Played(2, 3, 1, 0)]
    standings = table([1, 2, 3], played, MatchPoints(win=3), [find_tie_break("sonneborn_berger")])
    assert values("sonneborn_berger", standings) == {1: 2, 2: 0.5, 3: 0}


def test_koya_before_the_last_round_asks_for_half_of_what_was_possible() -> None:
    played = [Played(1, 2, 1, 0), Played(2, 3, 1, 0)]
    assert values("koya", ranked_by("koya", played=played))[1] == 1


def test_every_tie_break_explains_itself() -> None:
    keys = {tie_break.key for tie_break in TIE_BREAKS}
    short = {tie_break.abbreviation for tie_break in TIE_BREAKS}
    assert len(keys) == len(short) == len(TIE_BREAKS)
    for tie_break in TIE_BREAKS:
        assert tie_break.name
        assert tie_break.help.endswith(".")
        assert find_tie_break(tie_break.key) is tie_break


def test_an_unknown_key_names_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"performance.*direct, sonneborn_berger"):
        find_tie_break("performance")


def test_a_bye_of_a_round_robin_is_no_win_and_no_opponent_even_where_it_gives_points() -> None:
    played = [Played(1, None, round=1), Played(2, 3, 1, 0, round=1), Played(1, 2, 1, 0, round=2)]
    keys = ["wins", "sonneborn_berger"]
    standings = table([1, 2, 3], played, MatchPoints(bye=2), [find_tie_break(key) for key in keys])
    assert values("wins", standings) == {1: 1, 2: 1, 3: 0}
    assert values("sonneborn_berger", standings) == {1: 2, 2: 0, 3: 0}
