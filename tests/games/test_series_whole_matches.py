"""Whole matches: legs, moves from seat to seat, dealing in turn, ways to count, the score sheet."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import find_game
from games.errors import OptionError, SeriesError, SetupError
from games.game import Game, Outcome, State
from games.series import MOST_DEALS, Length, Match, Series
from games.shuffle import Stream
from tests.games.helpers import SECRET, play_out
from tests.games.hostile import tries

TWO = find_game("podkidnoy")()
THREE = find_game("podkidnoy")(seats=3)
PAIRS = find_game("podkidnoy")(seats=4, sides="pairs")
BRITISH = find_game("british")(seats=3)

# The tables of every game with the fewest and the most seats, and those with sides.
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("podkidnoy", {}),
    ("podkidnoy", {"seats": 3, "epaulettes": "any_two_sixes", "epaulettes_weight": 2}),
    ("podkidnoy", {"seats": 6}),
    ("podkidnoy", {"seats": 4, "sides": "pairs"}),
    ("podkidnoy", {"seats": 6, "sides": "threes"}),
    ("passing", {}),
    ("passing", {"seats": 5, "pass_show_trump": "once_per_deal"}),
    ("british", {}),
    ("british", {"seats": 5}),
    ("drunkard", {"max_tricks": 300}),
    ("drunkard", {"seats": 4, "collect_order": "shuffled", "max_tricks": 300}),
    ("armenian", {}),
    ("armenian", {"seats": 4, "draw_bonus": 1}),
]


def table_id(table: Any) -> str:
    return "-".join([table[0], *map(str, table[1].values())])


def won(winner: int) -> Outcome:
    """A deal of two won by this seat."""
    return lost_by(1 - winner, 2)


def lost_by(fool: int, seats: int) -> Outcome:
    """A deal of Durak whose fool sat here; the others went out in the order of their seats."""
    places = [seats if seat == fool else 1 + seat - (seat > fool) for seat in range(seats)]
    points = [-int(seat == fool) for seat in range(seats)]
    return Outcome(places, "fool", [0] * seats, points, (fool,), fool)


def paid(*points: int) -> Outcome:
    """A deal of British Durak that pays these points."""
    places = [1 + sum(other > own for other in points) for own in points]
    losers = [seat for seat, own in enumerate(points) if own < 0]
    return Outcome(places, "out", [0] * len(points), points, losers, 0)


def by_policy(state: State) -> State:
    """Play a deal out; what a seat plays depends on its view, and on nothing else."""
    while state.to_act is not None:
        view = json.dumps(state.view(state.to_act).to_json(), sort_keys=True)
        codes = state.legal_codes()
        state.play(codes[sha256(view.encode()).digest()[0] % len(codes)])
    return state


def play(match: Match) -> Match:
    """Play a whole match by that policy."""
    while not match.decided:
        outcome = by_policy(match.deal(SECRET).state).outcome
        assert outcome is not None
        match.add(outcome)
    return match


def mirrored(game: Game, count: int = 2, must_have_winner: bool = False) -> Match:
    return Match(game, Length("deals", count, must_have_winner, mirrored=True))


# Mirrored matches


@pytest.mark.parametrize("table", TABLES, ids=table_id)
def test_in_a_mirrored_match_identical_players_end_with_identical_totals(table: Any) -> None:
    key, options = table
    match = play(mirrored(find_game(key)(**options)))
    assert len(set(match.scores)) == 1, match.scores
    assert len(set(match.losses)) == 1
    assert len(set(match.points_lost)) == 1
    assert match.winner is None


def test_without_the_mirror_the_cards_favour_somebody_in_most_games() -> None:
    """Or the test above would prove nothing: one leg alone is not level."""
    uneven = 0
    for key, options in TABLES:
        single = play(Match(find_game(key)(**options), Length("deals", 3, dealing="in_turn")))
        uneven += len(set(single.scores)) > 1
    assert uneven > len(TABLES) // 2


@pytest.mark.parametrize("table", TABLES, ids=table_id)
def test_every_leg_plays_the_same_decks_with_the_same_dealers_and_leaders(table: Any) -> None:
    key, options = table
    game = find_game(key)(**options)
    match = mirrored(game, count=3)
    rng = Random(5)
    seen: dict[int, list[Any]] = {}
    while not match.decided:
        dealt = match.deal(SECRET)
        seen.setdefault(dealt.number, []).append((dealt.deck, dealt.dealer, dealt.leader))
        outcome = play_out(dealt.state, rng).outcome
        assert outcome is not None
        match.add(outcome)
    assert list(seen) == [0, 1, 2]
    for number, openings in seen.items():
        assert len(openings) == match.legs
        assert openings == openings[:1] * match.legs
        deck, dealer, _ = openings[0]
        assert deck == Stream(SECRET, number).shuffled(game.deck)
        assert dealer == number % game.seats


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (TWO, [(0, 1), (1, 0)]),
        (THREE, [(0, 1, 2), (2, 0, 1), (1, 2, 0)]),
        (PAIRS, [(0, 1, 2, 3), (3, 0, 1, 2)]),
    ],
    ids=["two", "three", "pairs"],
)
def test_the_entries_move_on_one_seat_from_leg_to_leg(
    game: Game, expected: list[tuple[int, ...]]
) -> None:
    match = mirrored(game)
    sittings = []
    while not match.decided:
        sittings.append(match.sitting)
        match.add(lost_by(0, game.seats))
    assert sittings == [sitting for sitting in expected for _ in range(2)]
    assert match.legs == len(expected)


def test_the_score_of_a_mirrored_match_is_kept_by_entry_over_all_legs() -> None:
    match = mirrored(TWO)
    for winner in (0, 0, 1, 0):
        match.add(won(winner))
    assert [(line.leg, line.deal, line.points) for line in match.sheet] == [
        (0, 0, (1, 0)),
        (0, 1, (1, 0)),
        (1, 0, (1, 0)),
        (1, 1, (0, 1)),
    ]
    assert (match.scores, match.winner) == ((3, 1), 0)


def test_a_table_of_a_leg_shows_the_score_of_this_leg_by_seat() -> None:
    match = mirrored(TWO)
    match.add(won(0))
    assert match.seat_scores == (1, 0)
    match.add(won(0))
    assert (match.leg, match.seat_scores) == (1, (0, 0))
    match.add(won(0))
    assert match.sitting == (1, 0)
    assert (match.seat_scores, match.scores) == ((1, 0), (2, 1))


def test_first_the_cards_say_who_leads_then_the_dealers_left() -> None:
    match = mirrored(THREE, count=4)
    for number, expected in enumerate([(0, None), (1, 2), (2, 0), (0, 1)]):
        assert (match.number, match.next_deal()) == (number, expected)
        match.add(lost_by(2, 3))
    assert (match.leg, match.number, match.next_deal()) == (1, 0, (0, None))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("drunkard", {"collect_order": "shuffled", "max_tricks": 200}),
        ("british", {"seats": 5}),
    ],
)
def test_lots_drawn_during_a_deal_are_the_same_in_every_leg(
    key: str, options: dict[str, Any]
) -> None:
    match = mirrored(find_game(key)(**options), count=20)
    courses: list[list[Any]] = [[] for _ in range(match.legs)]
    while not match.decided:
        dealt = match.deal(SECRET)
        state = by_policy(dealt.state)
        courses[dealt.leg].append((state.deck, state.lots, state.moves))
        assert state.outcome is not None
        match.add(state.outcome)
    assert courses == courses[:1] * match.legs
    assert sum(len(lots) for _, lots, _ in courses[0]) > 10


def test_a_level_mirrored_match_that_must_have_a_winner_goes_on_in_a_further_leg() -> None:
    match = mirrored(TWO, count=1, must_have_winner=True)
    match.add(won(0))
    match.add(won(0))
    assert not match.decided
    for number in (1, 2, 3):
        assert (match.leg, match.number, match.sitting) == (2, number, (0, 1))
        assert match.next_deal()[0] == number % 2
        assert match.deal(SECRET).deck == Stream(SECRET, number).shuffled(TWO.deck)
        match.add(won(1) if number == 3 else Outcome((1, 1), "draw", (0, 0), (0, 0)))
    assert (match.decided, match.winner, match.scores) == (True, 1, (1, 2))


def test_only_so_many_deals_can_be_mirrored_and_only_legs_move_the_entries() -> None:
    for kind in ("points", "losses", "points_lost"):
        with pytest.raises(OptionError, match="kind"):
            Length(kind, 3, mirrored=True)
    with pytest.raises(OptionError, match="seating"):
        Length(mirrored=True, seating="each_deal")


def test_a_forfeit_costs_the_deals_of_all_legs_that_were_not_played() -> None:
    match = mirrored(TWO, count=3)
    for _ in range(4):
        match.add(won(0))
    assert match.scores == (3, 1)
    match.forfeit(0)
    assert (match.scores, match.credit, match.winner) == ((3, 3), (0, 2), None)
    assert match.decided
    with pytest.raises(SeriesError):
        match.deal(SECRET)


def test_a_match_whose_entries_move_is_no_series() -> None:
    for length in (Length(mirrored=True), Length(seating="each_deal")):
        Match(TWO, length)
        with pytest.raises(OptionError):
            Series(TWO, length)


# Entries that move within a match


def test_the_entries_move_to_the_left_after_each_deal_or_each_round() -> None:
    by_deal = Match(THREE, Length("deals", 7, seating="each_deal"))
    by_round = Match(THREE, Length("deals", 7, seating="each_round"))
    seen = []
    while not by_deal.decided:
        seen.append((by_deal.sitting, by_round.sitting))
        by_deal.add(lost_by(1, 3))
        by_round.add(lost_by(1, 3))
    start, once, twice = (0, 1, 2), (2, 0, 1), (1, 2, 0)
    assert [one for one, _ in seen] == [start, once, twice, start, once, twice, start]
    assert [other for _, other in seen] == [start] * 3 + [once] * 3 + [twice]


def test_the_fool_deals_wherever_he_has_moved_to() -> None:
    match = Match(THREE, Length("deals", 3, seating="each_deal"))
    match.add(lost_by(2, 3))
    assert match.sitting[0] == 2, "the fool of the first deal has moved to seat 0"
    assert match.next_deal() == (0, 1)
    match.add(lost_by(0, 3))
    assert match.sheet[1].dealer == 2
    assert match.sheet[1].leader == 0
    assert match.losses == (0, 0, 2)
    assert match.scores == (0, 0, -2)


def test_seats_change_nothing_but_the_seats_when_the_deal_follows_from_the_rules() -> None:
    """Neighbours stay neighbours and the fool deals: by entry the same outcomes score the same."""
    still = Series(THREE, Length("deals", 6))
    moving = Match(THREE, Length("deals", 6, seating="each_deal"))
    for number in range(6):
        fool = number * number % 3
        still.add(lost_by(fool, 3))
        moving.add(lost_by(moving.sitting.index(fool), 3))
        assert moving.losses == still.losses
        assert moving.sheet[-1].dealer == still.sheet[-1].dealer
        assert moving.sheet[-1].leader == still.sheet[-1].leader


def test_partners_stay_partners_and_score_together_while_they_move() -> None:
    match = Match(PAIRS, Length("deals", 2, seating="each_deal"))
    for _ in range(2):
        match.add(Outcome((1, 3, 1, 3), "team_loss", (0,) * 4, (0, -1, 0, -1), (1, 3), 1))
    assert [line.points for line in match.sheet] == [(1, 0, 1, 0), (0, 1, 0, 1)]
    assert match.scores == (1, 1, 1, 1)


@pytest.mark.parametrize("seating", ["fixed", "each_deal", "each_round"])
def test_in_turn_every_entry_deals_as_often_whoever_loses(seating: str) -> None:
    match = Match(THREE, Length("deals", 9, dealing="in_turn", seating=seating))
    while not match.decided:
        dealt = match.deal(SECRET)
        assert not dealt.dealer_by_lot
        match.add(lost_by(1, 3))
    dealers = [line.dealer for line in match.sheet]
    assert [dealers.count(entry) for entry in range(3)] == [3, 3, 3]
    assert dealers[:3] == [0, 1, 2]


def test_the_table_shows_the_scores_of_those_who_sit_there() -> None:
    game = find_game("armenian")()
    match = Match(game, Length("points", 21, seating="each_deal"))
    match.add(Outcome((1, 2), "tricks", (0, 0), (6, 0), (1,), 1))
    assert match.sitting == (1, 0)
    assert match.deal(SECRET).state.view(0).to_json()["match"] == [0, 6]


# What a deal counts, and when a match ends


def test_epaulettes_that_weigh_count_for_the_winner_of_a_match_of_two() -> None:
    plain = lost_by(1, 2)
    hung = Outcome((1, 2), "fool", (0, 1), (0, -3), (1,), 1)
    match = Series(find_game("podkidnoy")(epaulettes_weight=2), Length("deals", 2))
    match.add(plain)
    match.add(hung)
    assert match.scores == (4, 0)
    assert [line.honours for line in match.sheet] == [(0, 0), (0, 1)]


def test_epaulettes_are_an_honour_only_unless_they_weigh() -> None:
    for seats, scores in ((2, (1, 0)), (3, (0, -1, 0))):
        outcome = lost_by(1, seats)
        honours = [int(seat == 1) for seat in range(seats)]
        hung = Outcome(outcome.places, "fool", honours, outcome.points, (1,), 1)
        match = Series(find_game("podkidnoy")(seats=seats))
        match.add(hung)
        assert (match.scores, match.sheet[0].honours) == (scores, tuple(honours))


def test_points_by_place_count_the_sides_placed_behind() -> None:
    match = Match(THREE, Length("points", 5, scoring="by_place"))
    match.add(lost_by(2, 3))
    assert match.scores == (2, 1, 0)
    match.add(Outcome((1, 2, 2), "draw", (0, 0, 0), (0, 0, 0)))
    assert match.scores == (4, 1, 0)
    match.add(lost_by(2, 3))
    assert (match.scores, match.winner) == ((6, 2, 0), 0)


def test_points_by_place_between_sides_are_deals_won() -> None:
    match = Match(PAIRS, Length("deals", 1, scoring="by_place"))
    match.add(Outcome((1, 3, 1, 3), "team_loss", (0, 1, 0, 0), (0, -4, 0, -1), (1, 3), 1))
    assert match.scores == (1, 0, 1, 0)


def test_a_match_level_at_its_goal_by_place_is_played_on() -> None:
    match = Match(THREE, Length("points", 3, scoring="by_place"))
    match.add(lost_by(2, 3))
    match.add(Outcome((2, 1, 3), "fool", (0, 0, 0), (0, 0, -1), (2,), 2))
    assert (match.scores, match.decided, match.winner) == ((3, 3, 0), False, None)
    match.add(lost_by(2, 3))
    assert (match.scores, match.winner) == ((5, 4, 0), 0)


def test_to_101_ends_with_who_has_lost_so_much_and_is_won_by_who_lost_least() -> None:
    match = Match(BRITISH, Length("points_lost", 101))
    match.add(paid(-60, 100, -40))
    match.add(paid(80, -50, -30))
    match.add(paid(30, -10, -20))
    assert (match.points_lost, match.decided) == ((60, 60, 90), False), "gains are not set against"
    match.add(paid(-5, 25, -20))
    assert (match.points_lost, match.decided, match.winner) == ((65, 60, 110), True, 1)
    assert match.scores == (45, 65, -110)
    assert sum(match.scores) == 0


def test_level_at_101_goes_on_only_where_there_must_be_a_winner() -> None:
    for must_have_winner in (False, True):
        match = Match(BRITISH, Length("points_lost", 101, must_have_winner))
        match.add(paid(-10, -10, 20))
        match.add(paid(-100, 110, -10))
        assert (match.points_lost, match.winner) == ((110, 10, 10), None)
        assert match.decided is not must_have_winner


def test_points_can_only_be_lost_where_a_deal_costs_some() -> None:
    for key in ("drunkard", "armenian"):
        with pytest.raises(OptionError, match="points_lost"):
            Match(find_game(key)(), Length("points_lost", 10))


def test_points_lost_of_partners_are_those_of_the_worse() -> None:
    game = find_game("podkidnoy")(seats=4, sides="pairs", epaulettes_weight=1)
    match = Match(game, Length("points_lost", 2))
    match.add(Outcome((1, 3, 1, 3), "team_loss", (0, 1, 0, 0), (0, -2, 0, -1), (1, 3), 1))
    assert match.points_lost == (0, 2, 0, 2)
    assert (match.decided, match.winner) == (True, 0)


def test_armenian_durak_is_not_decided_while_level_at_or_over_21() -> None:
    match = Match(find_game("armenian")(draw_bonus=1))
    for own, other in ((10, 0), (10, 0), (0, 10), (0, 10)):
        match.add(paid(own, other))
    match.add(paid(1, 1))
    assert (match.scores, match.decided) == ((21, 21), False)
    match.add(paid(1, 1))
    assert (match.scores, match.decided) == ((22, 22), False)
    match.add(paid(0, 2))
    assert (match.scores, match.winner) == ((22, 24), 1)


def test_a_match_of_three_level_at_the_top_is_played_on_by_all() -> None:
    match = Match(THREE, Length("deals", 2, True))
    match.add(lost_by(0, 3))
    match.add(lost_by(1, 3))
    assert (match.scores, match.winner) == ((-1, -1, 0), 2)
    match = Match(THREE, Length("deals", 1, True))
    match.add(lost_by(0, 3))
    assert not match.decided, "entries 1 and 2 are level"
    match.add(lost_by(1, 3))
    assert (match.scores, match.winner) == ((-1, -1, 0), 2)


@pytest.mark.parametrize("length", [Length("points", 1), Length("deals", 1, True)])
def test_a_match_in_which_nobody_ever_wins_comes_to_an_end_all_the_same(length: Length) -> None:
    match = Match(TWO, length)
    drawn = Outcome((1, 1), "draw", (0, 0), (0, 0))
    for _ in range(MOST_DEALS):
        assert not match.decided
        match.add(drawn)
    assert (match.decided, match.winner) == (True, None)


# The sheet


def test_the_sheet_tells_each_deal_by_entry() -> None:
    match = Match(THREE, Length("deals", 2, seating="each_deal"))
    dealt = match.deal(SECRET)
    match.add(lost_by(1, 3))
    match.add(lost_by(1, 3), awarded={"places": [3, 1, 2], "points": [-1, 0, 0]})
    first, second = (line.to_json() for line in match.sheet)
    assert first == {
        "leg": 0,
        "deal": 0,
        "seats": [0, 1, 2],
        "dealer": dealt.dealer,
        "leader": dealt.leader,
        "places": [1, 3, 2],
        "points": [0, -1, 0],
        "totals": [0, -1, 0],
        "losses": [0, 1, 0],
        "points_lost": [0, 1, 0],
        "honours": [0, 0, 0],
        "awarded": False,
    }
    assert (second["seats"], second["dealer"], second["leader"]) == ([1, 2, 0], 1, 2)
    assert (second["places"], second["totals"]) == ([1, 2, 3], [0, -1, -1])
    assert second["awarded"]
    json.dumps([first, second])


def test_a_lot_not_known_is_left_open_on_the_sheet_until_somebody_tells_it() -> None:
    for dealer, leader in ((None, None), (1, 0)):
        match = Match(TWO, Length("deals", 2))
        match.add(won(0), dealer=dealer, leader=leader)
        match.add(won(0))
        assert (match.sheet[0].dealer, match.sheet[0].leader) == (dealer, leader)
        assert (match.sheet[1].dealer, match.sheet[1].leader) == (1, 0)


def test_an_outcome_that_names_a_seat_that_there_is_not_is_refused() -> None:
    match = Match(TWO, Length("deals", 2))
    for losers, dealer in (((2,), 0), ((1,), 2), ((-1,), 0)):
        with pytest.raises(SetupError):
            match.add(Outcome((1, 2), "fool", (0, 0), (0, -1), losers, dealer))
    assert match.played == 0


# Any match, from its outcomes alone


@st.composite
def lengths(draw: st.DrawFn) -> Length:
    dealing = draw(st.sampled_from(["by_rule", "in_turn"]))
    scoring = draw(st.sampled_from(["by_rule", "by_place"]))
    winner = draw(st.booleans())
    if draw(st.booleans()):
        count = draw(st.integers(1, 4))
        return Length("deals", count, winner, mirrored=True, dealing=dealing, scoring=scoring)
    return Length(
        draw(st.sampled_from(["deals", "losses", "points_lost"])),
        draw(st.integers(1, 6)),
        winner,
        seating=draw(st.sampled_from(["fixed", "each_deal", "each_round"])),
        dealing=dealing,
        scoring=scoring,
    )


@st.composite
def outcomes(draw: st.DrawFn, game: Game) -> Outcome:
    """A deal of Durak with a fool or a drawn one, with or without epaulettes."""
    seats = game.seats
    if not draw(st.integers(0, 3)):
        return Outcome([1] * seats, "draw", [0] * seats, [0] * seats)
    side = draw(st.integers(0, game.side_count - 1))
    losers = [seat for seat in range(seats) if game.side_of(seat) == side]
    hung = draw(st.booleans())
    points = [-int(seat in losers) - (hung and seat == losers[0]) for seat in range(seats)]
    order = draw(st.permutations([seat for seat in range(seats) if seat not in losers]))
    places = [len(order) + 1] * seats
    for place, seat in enumerate(order, start=1):
        places[seat] = place if game.sides == "single" else 1
    honours = [int(hung and seat == losers[0]) for seat in range(seats)]
    return Outcome(places, "fool", honours, points, losers, draw(st.sampled_from(losers)))


@given(data=st.data())
@tries(60)
def test_any_match_is_rebuilt_by_its_outcomes_alone(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([TWO, THREE, PAIRS, find_game("podkidnoy")(seats=5)]))
    length = data.draw(lengths())
    match = Match(game, length)
    added: list[tuple[Outcome, Any]] = []
    while not match.decided and len(added) < 30:
        outcome = data.draw(outcomes(game))
        award = None
        if data.draw(st.integers(0, 5)) == 0:
            award = {"places": list(outcome.places)[::-1], "points": list(outcome.points)[::-1]}
        match.add(outcome, award)
        added.append((outcome, award))
    again = Match(game, Length.from_json(json.loads(json.dumps(length.to_json()))))
    for outcome, award in added:
        again.add(Outcome.from_json(json.loads(json.dumps(outcome.to_json()))), award)
    assert facts(again) == facts(match)
    if not match.decided:
        assert match.deal(SECRET).state == again.deal(SECRET).state
    check_sums(match)


def facts(match: Match) -> tuple[Any, ...]:
    return (
        match.leg,
        match.number,
        match.sitting,
        match.next_deal(),
        match.scores,
        match.seat_scores,
        match.decided,
        match.winner,
        match.sheet,
    )


def check_sums(match: Match) -> None:
    """The sheet adds up: nothing is lost on the way from seats to entries and from leg to leg."""
    entries = range(match.game.seats)
    assert sorted(match.sitting) == list(entries)
    assert match.scores == tuple(sum(line.points[e] for line in match.sheet) for e in entries)
    assert match.losses == tuple(sum(line.losses[e] for line in match.sheet) for e in entries)
    keys = [(line.leg, line.deal) for line in match.sheet]
    assert keys == sorted(set(keys))


@given(data=st.data())
@tries(30)
def test_by_seat_every_leg_could_be_a_match_of_its_own(data: st.DataObject) -> None:
    """What a leg scores by seat, and who deals in it, does not depend on the legs before."""
    game = data.draw(st.sampled_from([TWO, THREE, PAIRS]))
    count = data.draw(st.integers(1, 4))
    deals = [data.draw(outcomes(game)) for _ in range(count)]
    match = mirrored(game, count)
    single = Match(game, Length("deals", count, dealing="in_turn"))
    for outcome in deals:
        single.add(outcome)
    for _ in range(match.legs):
        for number, outcome in enumerate(deals):
            expected = Match(game, Length("deals", count, dealing="in_turn"))
            for earlier in deals[:number]:
                expected.add(earlier)
            assert match.next_deal() == expected.next_deal()
            assert match.seat_scores == expected.scores
            match.add(outcome)
    assert set(match.scores) == {sum(side_totals(single))}


def side_totals(match: Match) -> list[int]:
    """The score of each side of a match, once."""
    first = {match.game.side_of(seat): seat for seat in reversed(range(match.game.seats))}
    return [match.scores[seat] for seat in first.values()]


@given(length=lengths())
def test_any_length_survives_json_and_its_own_text(length: Length) -> None:
    assert Length.from_json(json.loads(json.dumps(length.to_json()))) == length
    assert eval(repr(length)) == length
    assert hash(eval(repr(length))) == hash(length)


@pytest.mark.parametrize(
    "data",
    [
        {"mirrored": 1},
        {"seating": "each_week"},
        {"dealing": "by_magic"},
        {"scoring": "by_ear"},
        {"seating": []},
    ],
)
def test_a_wrong_term_is_refused(data: Any) -> None:
    with pytest.raises(OptionError):
        Length.from_json(data)
