"""A report of a match of any number of seats is checked and counted as the rules engine counts."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import GAMES, find_game
from games.game import Game, Outcome
from games.reported import reported
from games.series import Length
from games.series import Match as Counted
from league.errors import BadInput
from league.models import Match, Ruleset
from league.services.match_reports import Report, read_report

TABLES = [
    (game.key, seats, sides)
    for game in GAMES
    for sides, counts in game.SIDES.items()
    for seats in counts
]


def match_of(
    key: str = "podkidnoy",
    seats: int = 2,
    sides: str = "single",
    *,
    length: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    knockout: bool = False,
) -> Match:
    """A match that is in no database."""
    ruleset = Ruleset(
        game=key, seats=seats, sides=sides, options=options or {},
        length=length or {"kind": "deals", "count": 4},
    )  # fmt: skip
    return Match(ruleset=ruleset, must_have_winner=knockout)


@st.composite
def endings(draw: st.DrawFn, game: Game) -> dict[str, list[int]]:
    """How a deal of *game* can have ended, by seat of the deal."""
    ranks = draw(st.lists(st.integers(0, 3), min_size=game.side_count, max_size=game.side_count))
    own = [ranks[game.side_of(seat)] for seat in range(game.seats)]
    places = [1 + sum(other < rank for other in own) for rank in own]
    return {"places": places, "points": draw(points_of(game, places))}


@st.composite
def points_of(draw: st.DrawFn, game: Game, places: list[int]) -> list[int]:
    """Points that a deal with these places can give."""
    if not game.points_go_up:
        return list(reported(game, places).points)
    low = -30 if game.points_go_down else 0
    high = 30 if game.match_by_points else 1
    of_place = sorted(draw(st.lists(st.integers(low, high), min_size=9, max_size=9)))[::-1]
    last = max(places)
    gains_nothing = not game.match_by_points
    return [0 if gains_nothing and place == last else of_place[place] for place in places]


@settings(max_examples=60, deadline=None)
@given(data=st.data(), table=st.sampled_from(TABLES))
def test_deals_told_count_as_the_engine_counts_the_same_outcomes(
    data: st.DataObject, table: tuple[str, int, str]
) -> None:
    game = find_game(table[0])(seats=table[1], sides=table[2])
    seating = data.draw(st.sampled_from(["fixed", "each_deal", "each_round"]))
    terms = {
        "kind": "deals",
        "count": data.draw(st.integers(1, 6)),
        "seating": seating,
        "scoring": data.draw(st.sampled_from(["by_rule", "by_place"])),
    }
    played = Counted(game, Length.from_json(terms))
    told: list[dict[str, Any]] = []
    while not played.decided:
        ended = data.draw(endings(game))
        by_entry = [played.sitting.index(entry) for entry in range(game.seats)]
        told.append({name: [own[seat] for seat in by_entry] for name, own in ended.items()})
        played.add(Outcome(ended["places"], "x", [0] * game.seats, ended["points"]))
    report = read_report(match_of(*table, length=terms), deals=told)
    assert report.scores == played.scores
    assert report.winner == played.winner
    assert report.sides == tuple(game.side_of(seat) for seat in range(game.seats))
    assert sum(line["count"] for line in report.tally) == len(told)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), table=st.sampled_from(TABLES))
def test_a_report_by_scores_says_what_the_one_by_deals_says(
    data: st.DataObject, table: tuple[str, int, str]
) -> None:
    game = find_game(table[0])(seats=table[1], sides=table[2])
    match = match_of(*table)
    by_deals = read_report(match, deals=[data.draw(endings(game)) for _ in range(4)])
    by_scores = read_report(match, scores=by_deals.scores)
    assert (by_scores.scores, by_scores.winner) == (by_deals.scores, by_deals.winner)
    if by_scores.tally:
        decisive = tuple(line for line in by_deals.tally if len({*line["places"]}) > 1)
        assert sorted(by_scores.tally, key=str) == sorted(decisive, key=str)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), table=st.sampled_from(TABLES))
def test_who_forfeits_never_wins_and_nobody_wins_who_is_behind_one_present(
    data: st.DataObject, table: tuple[str, int, str]
) -> None:
    game = find_game(table[0])(seats=table[1], sides=table[2])
    deals = [data.draw(endings(game)) for _ in range(4)]
    forfeits = data.draw(st.sets(st.integers(0, game.seats - 1)))
    report = read_report(match_of(*table), deals=deals, forfeits=sorted(forfeits))
    gone = {game.side_of(seat) for seat in forfeits}
    assert {game.side_of(seat) for seat in report.forfeits} == gone
    assert not forfeits or report.tally == ()
    here = [seat for seat in range(game.seats) if game.side_of(seat) not in gone]
    if report.winner is None:
        best = [seat for seat in here if report.scores[seat] == max(report.scores[s] for s in here)]
        assert not here or len({game.side_of(seat) for seat in best}) > 1
    else:
        assert report.winner in here
        assert all(
            report.scores[seat] < report.scores[report.winner]
            for seat in here
            if game.side_of(seat) != game.side_of(report.winner)
        )


def test_three_threes_win_together_and_the_first_of_them_is_named() -> None:
    match = match_of(seats=6, sides="threes")
    deals = [{"places": [4, 1, 4, 1, 4, 1]}] * 3 + [{"places": [1, 4, 1, 4, 1, 4]}]
    report = read_report(match, deals=deals)
    assert (report.scores, report.winner) == ((1, 3, 1, 3, 1, 3), 1)
    assert report == read_report(match, scores=[1, 3, 1, 3, 1, 3])


def test_at_a_table_of_three_fools_lose_a_point_each() -> None:
    match = match_of(seats=3)
    deals = [{"places": [1, 2, 3]}, {"places": [1, 3, 2]}, {"places": [1, 2, 3]}]
    report = read_report(match, deals=[*deals, {"places": [1, 2, 2]}])
    assert (report.scores, report.winner) == ((0, -1, -2), 0)


def test_cards_paid_for_may_leave_one_below_zero() -> None:
    match = match_of("british", 3)
    report = read_report(match, scores=[-12, 20, -8])
    assert (report.winner, report.tally) == (1, ())


def test_a_shared_first_place_has_no_winner() -> None:
    assert read_report(match_of(seats=3), scores=[-1, -1, -2]).winner is None
    assert Report(scores=(0, 0)).winner is None


def test_a_match_that_is_lost_by_losses_goes_by_them() -> None:
    length = {"kind": "losses", "count": 2, "scoring": "by_place"}
    match = match_of(seats=3, length=length)
    ends = ([1, 2, 3], [1, 3, 2], [2, 1, 3])
    report = read_report(match, deals=[{"places": places} for places in ends])
    assert (report.scores, report.ahead, report.winner) == ((5, 3, 1), (0, -1, -2), 0)
    with pytest.raises(BadInput) as refused:
        read_report(match, scores=[5, 3, 1])
    assert refused.value.code == "deals_needed"


def test_a_forfeit_takes_the_partners_along_and_needs_no_score() -> None:
    report = read_report(match_of(seats=4, sides="pairs"), forfeits=[3])
    assert (report.scores, report.forfeits, report.winner) == ((0, 0, 0, 0), (1, 3), 0)


def test_of_three_the_two_who_came_are_ranked_by_their_scores() -> None:
    report = read_report(match_of(seats=3), scores=[0, -3, -1], forfeits=[0])
    assert (report.forfeits, report.winner) == ((0,), 2)
    assert read_report(match_of(seats=3), forfeits=[0, 2]).winner == 1
    assert read_report(match_of(seats=3), forfeits=[0, 1, 2]).winner is None


def test_a_knockout_of_three_needs_one_who_is_ahead_alone() -> None:
    match = match_of(seats=3, knockout=True)
    with pytest.raises(BadInput, match="-1:-1:-2 has no winner") as refused:
        read_report(match, scores=[-1, -1, -2])
    assert refused.value.code == "no_winner"
    assert read_report(match, scores=[-1, 0, -2]).winner == 1
    assert read_report(match, forfeits=[0, 1, 2]).winner is None
    with pytest.raises(BadInput, match="no winner"):
        read_report(match, scores=[0, -1, -1], forfeits=[0])


def test_a_knockout_s_further_deals_end_with_the_one_that_decides() -> None:
    match = match_of(knockout=True)
    level = [{"places": places} for places in ([1, 2], [2, 1], [1, 2], [2, 1], [1, 1])]
    with pytest.raises(BadInput, match="2:2 has no winner"):
        read_report(match, deals=level)
    assert read_report(match, deals=[*level, {"places": [1, 2]}]).scores == (3, 2)
    with pytest.raises(BadInput, match="was over after 6"):
        read_report(match, deals=[*level, {"places": [1, 2]}, {"places": [1, 2]}])


def test_a_match_to_so_many_points_is_told_to_its_end() -> None:
    match = match_of("armenian", length={"kind": "points", "count": 21})
    assert read_report(match, scores=[21, 14]).winner == 0
    deals = [{"places": [1, 2], "points": [9, 0]}] * 3
    assert read_report(match, deals=deals).scores == (27, 0)
    for told in ({"scores": [20, 14]}, {"scores": [21, 21]}, {"deals": deals[:2]}):
        with pytest.raises(BadInput) as refused:
            read_report(match, **told)
        assert refused.value.code == "not_over"


@pytest.mark.parametrize(
    ("match", "told", "code", "words"),
    [
        (match_of(seats=3), {"scores": [0, -1]}, "invalid", "each of 3 seats"),
        (match_of(seats=3), {"scores": [0, -1, 1]}, "above_zero", "points are only lost"),
        (match_of(seats=3), {"scores": [0, -3, -2]}, "too_many_deals", "-3:-2 is more than the 4"),
        (match_of("drunkard", 3), {"scores": [1, -1, 0]}, "below_zero", "less than 0"),
        (match_of("armenian", 3), {"scores": [5, -1, 0]}, "below_zero", "less than 0"),
        (
            match_of(seats=4, sides="pairs"), {"scores": [3, 1, 2, 1]}, "partners_differ",
            "write 3 for each",
        ),
        (
            match_of(seats=4, sides="pairs"), {"scores": [3, 2, 3, 2]}, "too_many_deals",
            "3:2 is more than the 4 deals",
        ),
        (match_of(seats=3), {"forfeits": [3]}, "no_such_seat", "no seat 3; .* 0 to 2"),
        (match_of(seats=3), {"forfeits": [-1]}, "no_such_seat", "no seat -1"),
        (match_of(seats=3), {"forfeits": [1]}, "scores_or_deals", "either the scores or the deals"),
        (match_of(seats=3), {}, "scores_or_deals", "either the scores or the deals"),
        (match_of(seats=3), {"deals": []}, "wrong_number_of_deals", "0 deals were told"),
        (match_of(), {"deals": [{"places": [1, 2]}] * 5}, "wrong_number_of_deals", "over after 4"),
        (match_of(seats=3), {"deals": [{}]}, "not_one_a_seat", r"Deal 1: places \[\]"),
        (
            match_of(seats=3), {"deals": [{"places": [1, 2, 3], "points": [0]}]}, "not_one_a_seat",
            r"points \[0\] are not .* 3 seats",
        ),
        (
            match_of(seats=3), {"deals": [{"places": [1, 2, 3]}, {"places": [1, 3, 3]}]},
            "wrong_places", r"Deal 2: \[1, 3, 3\] are not places.* \[1, 2, 3\]",
        ),
        (
            match_of(seats=4, sides="pairs"), {"deals": [{"places": [1, 2, 3, 4]}]},
            "partners_differ", r"share a place: \[1, 3, 1, 3\]",
        ),
        (match_of("british"), {"deals": [{"places": [1, 2]}]}, "points_needed", "tell the points"),
        (
            match_of(), {"deals": [{"places": [1, 2], "points": [0, -5]}]}, "wrong_points",
            r"no deal with places \[1, 2\] gives the points \[0, -5\]",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_value_and_a_word_for_it(
    match: Match, told: dict[str, Any], code: str, words: str
) -> None:
    with pytest.raises(BadInput, match=words) as refused:
        read_report(match, **told)
    assert refused.value.code == code
