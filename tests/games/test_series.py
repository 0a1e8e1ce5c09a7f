"""Matches of several deals: dealers, leaders, score sheets, ends, forfeits."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.catalogue import find_game
from games.errors import OptionError, SeriesError, SetupError
from games.game import Outcome
from games.series import Length, Series
from games.shuffle import Stream
from tests.games.helpers import SECRET, play_out

TWO = find_game("podkidnoy")()


def won(winner: int) -> Outcome:
    """A deal of two won by this seat."""
    fool = 1 - winner
    places = [1 + (seat == fool) for seat in (0, 1)]
    return Outcome(places, "fool", (0, 0), [1 - place for place in places], (fool,), fool)


DRAWN = Outcome((1, 1), "draw", (0, 0), (0, 0))


def fool_of(seats: int, fool: int) -> Outcome:
    places = [seats if seat == fool else 1 + seat - (seat > fool) for seat in range(seats)]
    points = [-int(seat == fool) for seat in range(seats)]
    return Outcome(places, "fool", [0] * seats, points, (fool,), fool)


def series(
    *outcomes: Outcome, kind: str = "deals", count: int = 10, winner: bool = False
) -> Series:
    match = Series(TWO, Length(kind, count, winner))
    for outcome in outcomes:
        match.add(outcome)
    return match


def test_the_first_dealer_is_drawn_after_the_deck_and_the_lowest_trump_leads() -> None:
    dealt = Series(TWO, Length("deals", 3)).deal(SECRET)
    stream = Stream(SECRET, 0)
    deck = stream.shuffled(TWO.deck)
    assert dealt.deck == deck
    assert dealt.dealer == stream.below(2)
    assert dealt.dealer_by_lot
    assert dealt.leader == TWO.deal(deck, dealer=dealt.dealer).leader
    assert dealt.number == 0


def test_the_fool_deals_and_his_left_leads() -> None:
    for fool in (0, 1):
        dealt = series(won(1 - fool)).deal(SECRET)
        assert (dealt.number, dealt.dealer, dealt.leader) == (1, fool, 1 - fool)
        assert not dealt.dealer_by_lot
        assert dealt.deck == Stream(SECRET, 1).shuffled(TWO.deck)


def test_after_a_draw_the_dealer_is_by_lot_and_the_lowest_trump_leads() -> None:
    dealt = series(won(0), DRAWN).deal(SECRET)
    stream = Stream(SECRET, 2)
    deck = stream.shuffled(TWO.deck)
    assert dealt.dealer == stream.below(2)
    assert dealt.leader == TWO.deal(deck, dealer=dealt.dealer).leader


def test_a_match_of_two_counts_wins_and_nothing_for_a_draw() -> None:
    match = series(*[won(0)] * 6, *[won(1)] * 3, DRAWN)
    assert match.scores == (6, 3)
    assert match.decided
    assert match.winner == 0


def test_a_level_match_has_no_winner() -> None:
    match = series(won(0), won(1), count=2)
    assert match.decided
    assert match.winner is None


def test_a_match_that_must_have_a_winner_plays_on_one_deal_at_a_time() -> None:
    match = series(won(0), won(1), count=2, winner=True)
    assert not match.decided
    match.add(DRAWN)
    assert not match.decided
    match.add(won(1))
    assert match.decided
    assert match.winner == 1


@pytest.mark.parametrize("kind", ["points", "losses"])
def test_first_to_so_many(kind: str) -> None:
    match = series(won(0), won(1), DRAWN, won(0), kind=kind, count=3)
    assert not match.decided
    match.add(won(0))
    assert match.decided
    assert match.winner == 0
    assert match.scores == (3, 1)


def test_a_decided_match_takes_no_further_deal() -> None:
    match = series(won(0), count=1)
    with pytest.raises(SeriesError):
        match.add(won(0))
    with pytest.raises(SeriesError):
        match.deal(SECRET)
    with pytest.raises(SeriesError):
        match.forfeit(0)


def test_awarded_places_score_but_the_rules_say_who_deals() -> None:
    match = series()
    match.add(won(0), awarded={"places": [2, 1], "points": [-1, 0]})
    assert match.scores == (0, 1)
    assert match.losses == (1, 0)
    assert match.next_deal()[0] == 1


def test_an_award_must_fit_the_seats() -> None:
    with pytest.raises(SetupError):
        series().add(won(0), awarded={"places": [1], "points": [0]})


def test_more_than_two_sides_add_up_the_games_points() -> None:
    match = Series(find_game("podkidnoy")(seats=3), Length("deals", 3))
    for fool in (0, 2, 2):
        match.add(fool_of(3, fool))
    assert match.scores == (-1, 0, -2)
    assert match.winner == 1


def test_first_to_losses_of_three_is_won_by_the_fewest() -> None:
    match = Series(find_game("podkidnoy")(seats=3), Length("losses", 2, True))
    for fool in (2, 2):
        match.add(fool_of(3, fool))
    assert not match.decided, "seats 0 and 1 are level"
    match.add(fool_of(3, 0))
    assert match.decided
    assert match.winner == 1


def test_points_cannot_be_the_goal_where_they_only_go_down() -> None:
    with pytest.raises(OptionError, match="points"):
        Series(find_game("podkidnoy")(seats=3), Length("points", 5))


def test_team_mates_share_the_score() -> None:
    game = find_game("podkidnoy")(seats=4, sides="pairs")
    match = Series(game, Length("deals", 2))
    match.add(Outcome((1, 3, 1, 3), "team_loss", (0,) * 4, (0, -1, 0, -1), (1, 3), 1))
    assert match.scores == (1, 0, 1, 0)
    match.add(Outcome((1, 3, 1, 3), "team_loss", (0,) * 4, (0, -1, 0, -1), (1, 3), 1))
    assert match.winner == 0


@pytest.mark.parametrize(
    ("kind", "count", "played", "scores", "winner"),
    [
        ("deals", 10, [won(0), won(1)], (1, 9), 1),
        ("deals", 3, [won(0), won(0)], (2, 1), 0),
        ("points", 5, [won(0)], (1, 5), 1),
        ("losses", 4, [won(1)], (0, 4), 1),
    ],
)
def test_what_a_forfeit_costs(
    kind: str, count: int, played: list[Outcome], scores: tuple[int, int], winner: int
) -> None:
    match = series(*played, kind=kind, count=count)
    match.forfeit(0)
    assert match.decided
    assert match.scores == scores
    assert match.winner == winner


def test_a_forfeit_of_a_level_match_that_must_have_a_winner_loses_it() -> None:
    match = series(won(0), won(1), count=2, winner=True)
    match.forfeit(1)
    assert match.winner == 0


def test_a_match_of_three_cannot_be_forfeited() -> None:
    with pytest.raises(SeriesError):
        Series(find_game("podkidnoy")(seats=3), Length()).forfeit(0)


@pytest.mark.parametrize("entry", [-1, 2, None, "0"])
def test_who_takes_no_part_cannot_forfeit(entry: Any) -> None:
    match = series(won(0))
    with pytest.raises(SeriesError, match="there is no entry"):
        match.forfeit(entry)
    assert match.scores == (1, 0)
    assert not match.decided


def test_a_match_shows_where_it_stands() -> None:
    told = repr(series(won(0), won(1), won(0)))
    assert repr(TWO) in told
    assert told.endswith("leg 0, deal 3 next, scores [2, 1]>")
    assert repr(series(won(0), count=1)).endswith("decided, scores [1, 0]>")


def test_an_interrupted_match_goes_on_as_if_nothing_had_happened() -> None:
    rng = Random(2)
    whole = Series(TWO, Length("deals", 8))
    outcomes = []
    while not whole.decided:
        outcome = play_out(whole.deal(SECRET).state, rng).outcome
        assert outcome is not None
        outcomes.append(Outcome.from_json(json.loads(json.dumps(outcome.to_json()))))
        whole.add(outcome)
    for stop in range(8):
        again = Series(TWO, Length("deals", 8))
        for outcome in outcomes[:stop]:
            again.add(outcome)
        assert again.number == stop
        first = Series(TWO, Length("deals", 8))
        for outcome in outcomes[:stop]:
            first.add(outcome)
        assert again.deal(SECRET).state == first.deal(SECRET).state


@pytest.mark.parametrize("length", [Length(), Length("points", 7), Length("losses", 3, True)])
def test_lengths_survive_json(length: Length) -> None:
    assert Length.from_json(json.loads(json.dumps(length.to_json()))) == length
    assert eval(repr(length)) == length


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "hours"},
        {"count": 0},
        {"count": "3"},
        {"count": True},
        {"must_have_winner": 1},
        {"legs": 2},
        [],
    ],
)
def test_a_wrong_length_is_refused(data: Any) -> None:
    with pytest.raises(OptionError):
        Length.from_json(data)
