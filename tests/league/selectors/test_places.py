"""Places of a finished match: shared ones, partners, forfeits; and who was the fool how often."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.places import are_places
from league.models import Match, Result, Ruleset
from league.selectors.places import fools, places_of_match


def match_of(seats: int, sides: str = "single") -> Match:
    return Match(ruleset=Ruleset(game="podkidnoy", seats=seats, sides=sides))


@pytest.mark.parametrize(
    ("seats", "sides", "scores", "winner", "forfeits", "places"),
    [
        (2, "single", [3, 1], 0, [], [1, 2]),
        (2, "single", [2, 2], None, [], [1, 1]),
        (2, "single", [0, 0], 1, [0], [2, 1]),
        (4, "single", [-1, -2, -2, -5], 0, [], [1, 2, 2, 4]),
        (4, "single", [0, -2, -1, 0], 2, [0, 3], [3, 2, 1, 3]),
        (4, "pairs", [1, 3, 1, 3], 1, [], [3, 1, 3, 1]),
        (4, "pairs", [0, 0, 0, 0], 0, [1, 3], [1, 3, 1, 3]),
        (6, "threes", [2, 2, 2, 2, 2, 2], None, [], [1] * 6),
        (3, "single", [0, 0, 0], None, [0, 1, 2], [1, 1, 1]),
    ],
)
def test_places(
    seats: int,
    sides: str,
    scores: list[int],
    winner: int | None,
    forfeits: list[int],
    places: list[int],
) -> None:
    result = Result(scores=scores, winner=winner, forfeits=forfeits)
    assert places_of_match(result, match_of(seats, sides)) == places


def test_who_won_by_another_count_than_the_scores_is_first() -> None:
    result = Result(scores=[5, 3, 1], winner=1, forfeits=[])
    assert places_of_match(result, match_of(3)) == [2, 1, 3]


@given(
    scores=st.lists(st.integers(-9, 9), min_size=2, max_size=6),
    forfeits=st.sets(st.integers(0, 1)),
)
def test_places_are_places_and_who_forfeited_is_behind_all_others(
    scores: list[int], forfeits: set[int]
) -> None:
    result = Result(scores=scores, forfeits=sorted(forfeits))
    places = places_of_match(result, match_of(len(scores)))
    assert are_places(places)
    there = [places[seat] for seat in range(len(scores)) if seat not in forfeits]
    gone = {places[seat] for seat in forfeits}
    assert len(gone) <= 1
    assert not there or not gone or max(there) < min(gone)


def test_fools_are_those_who_were_last_alone() -> None:
    tally = [
        {"places": [1, 2, 3], "count": 4},
        {"places": [3, 1, 2], "count": 2},
        {"places": [1, 2, 2], "count": 9},
        {"places": [1, 1, 1], "count": 1},
    ]
    assert fools(Result(scores=[-2, 0, -4], tally=tally)) == [2, 0, 4]


def test_of_a_match_told_by_its_scores_alone_nobody_knows_the_fools() -> None:
    assert fools(Result(scores=[-2, 0, -4], tally=[])) is None
