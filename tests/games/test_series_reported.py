"""An arbiter's form tells only how deals ended; the match scores as if it had been played here."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.catalogue import find_game
from games.errors import SetupError
from games.reported import reported
from games.scoring import bounds, most_of_a_deal
from games.series import Length, Match
from tests.games.helpers import SECRET, play_out

TWO = find_game("podkidnoy")()
WEIGHED = find_game("podkidnoy")(epaulettes_weight=2)
PAIRS = find_game("podkidnoy")(seats=4, sides="pairs")


@pytest.mark.parametrize(
    ("key", "options", "tells_points"),
    [
        ("podkidnoy", {}, False),
        ("podkidnoy", {"seats": 5, "epaulettes": "any_two_sixes", "epaulettes_weight": 2}, False),
        ("podkidnoy", {"seats": 4, "sides": "pairs", "epaulettes_weight": 1}, False),
        ("passing", {"seats": 3}, False),
        ("drunkard", {}, False),
        ("drunkard", {"seats": 4, "max_tricks": 300}, True),
        ("british", {"seats": 3}, True),
        ("armenian", {}, True),
    ],
)
def test_what_is_told_scores_as_what_was_played(
    key: str, options: dict[str, Any], tells_points: bool
) -> None:
    game = find_game(key)(**options)
    length = Length("deals", 60)
    played, told = Match(game, length), Match(game, length)
    rng = Random(4)
    while not played.decided:
        outcome = play_out(played.deal(SECRET).state, rng).outcome
        assert outcome is not None
        played.add(outcome)
        points = outcome.points if tells_points else None
        told.add(reported(game, outcome.places, points=points, honours=outcome.honours))
        reported(game, outcome.places, points=outcome.points)
    for name in ("scores", "losses", "points_lost", "winner"):
        assert getattr(told, name) == getattr(played, name), name
    assert [line.points for line in told.sheet] == [line.points for line in played.sheet]


def test_the_weight_of_epaulettes_may_be_told_in_the_points_alone() -> None:
    match = Match(WEIGHED, Length("deals", 3))
    match.add(reported(WEIGHED, [1, 2], points=[0, -3]))
    match.add(reported(WEIGHED, [1, 2], points=[0, -9]))
    match.add(reported(WEIGHED, [2, 1], points=[-1, 0]))
    assert match.scores == (12, 1)


def test_the_fool_told_deals_next_and_after_a_draw_the_lot_decides() -> None:
    match = Match(TWO, Length("deals", 3))
    match.add(reported(TWO, [1, 2]))
    assert match.next_deal() == (1, 0)
    match.add(reported(TWO, [1, 1]))
    assert match.next_deal() == (None, None)
    assert match.scores == (1, 0)


def test_a_shared_last_place_is_a_draw_in_durak_and_several_drunkards_in_drunkard() -> None:
    durak = reported(find_game("podkidnoy")(seats=3), [1, 2, 2])
    assert (durak.losers, durak.points, durak.next_dealer) == ((), (0, 0, 0), None)
    drunkard = reported(find_game("drunkard")(seats=3), [1, 2, 2], points=[1, 0, 0])
    assert drunkard.losers == (1, 2)
    pairs = reported(PAIRS, [3, 1, 3, 1])
    assert (pairs.losers, pairs.points) == ((0, 2), (-1, 0, -1, 0))


@pytest.mark.parametrize(
    ("game", "places", "told", "message"),
    [
        (TWO, [1], {}, "each of 2 seats"),
        (TWO, [1, 2, 3], {}, "each of 2 seats"),
        (TWO, [1, 3], {}, "number of seats before"),
        (TWO, [2, 2], {}, "number of seats before"),
        (TWO, [1, True], {}, "whole number"),
        (TWO, [1, 2], {"points": [0]}, "points"),
        (TWO, [1, 2], {"points": []}, "points"),
        (TWO, [1, 2], {"points": [-1, 0]}, "no deal of places"),
        (TWO, [1, 2], {"points": [0, -5]}, "no deal of places"),
        (TWO, [1, 1], {"points": [0, -1]}, "no deal of places"),
        (WEIGHED, [1, 2], {"points": [0, -4]}, "no deal of places"),
        (WEIGHED, [1, 2], {"points": [0, -99]}, "no deal of places"),
        (WEIGHED, [1, 2], {"points": [0, -3], "honours": [0, 2]}, "no deal of places"),
        (find_game("drunkard")(), [1, 2], {"points": [7, 0]}, "no deal of places"),
        (find_game("drunkard")(seats=3), [1, 1, 3], {"points": [1, 1, 1]}, "no deal of places"),
        (find_game("drunkard")(seats=3), [1, 1, 1], {"points": [1, 1, 1]}, "no deal of places"),
        (find_game("armenian")(), [1, 2], {"points": [2, -2]}, "no deal of places"),
        (find_game("british")(), [1, 2], {"points": [-3, 3]}, "no deal of places"),
        (find_game("british")(), [1, 1], {"points": [0, 3]}, "no deal of places"),
        (TWO, [1, 2], {"honours": [1]}, "honours"),
        (TWO, [1, 2], {"honours": [1, 0]}, "only who lost"),
        (TWO, [1, 1], {"honours": [0, 1]}, "only who lost"),
        (PAIRS, [1, 2, 3, 4], {}, "share a place"),
        (find_game("british")(), [1, 2], {}, "needs the points"),
        (find_game("drunkard")(seats=3), [1, 1, 3], {}, "needs the points"),
    ],
)
def test_what_cannot_be_the_end_of_a_deal_is_refused(
    game: Any, places: list[int], told: dict[str, Any], message: str
) -> None:
    with pytest.raises(SetupError, match=message):
        reported(game, places, **told)


@pytest.mark.parametrize(
    ("key", "options", "scoring", "limits", "most"),
    [
        ("podkidnoy", {}, "by_rule", (0, None), 1),
        ("podkidnoy", {"epaulettes_weight": 2}, "by_rule", (0, None), 9),
        ("podkidnoy", {"seats": 4, "sides": "pairs"}, "by_rule", (0, None), 1),
        ("podkidnoy", {"seats": 4}, "by_rule", (None, 0), 1),
        ("podkidnoy", {"seats": 4}, "by_place", (0, None), 6),
        ("passing", {"seats": 6}, "by_rule", (None, 0), 1),
        ("drunkard", {"seats": 4, "max_tricks": 300}, "by_rule", (0, None), 3),
        ("british", {"seats": 3}, "by_rule", (None, None), None),
        ("british", {}, "by_place", (0, None), 1),
        ("armenian", {"seats": 3}, "by_rule", (0, None), None),
    ],
)
def test_no_match_leaves_the_limits_that_its_scores_have(
    key: str,
    options: dict[str, Any],
    scoring: str,
    limits: tuple[int | None, int | None],
    most: int | None,
) -> None:
    game, length = find_game(key)(**options), Length("deals", 40, scoring=scoring)
    assert (bounds(game, length), most_of_a_deal(game, length)) == (limits, most)
    match, rng = Match(game, length), Random(7)
    low, high = limits
    while not match.decided:
        outcome = play_out(match.deal(SECRET).state, rng).outcome
        assert outcome is not None
        match.add(outcome)
        gained = match.sheet[-1].points
        firsts = {game.side_of(seat): own for seat, own in enumerate(gained)}
        assert most is None or abs(sum(firsts.values())) <= most
    assert all(low is None or own >= low for own in match.scores)
    assert all(high is None or own <= high for own in match.scores)
