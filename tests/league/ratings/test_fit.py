"""The rating run: known answers, what must not matter, and whether its intervals hold true."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.ratings.fit import PRIOR_WIDTH, SCALE, fit
from league.ratings.values import DealResult, Rating
from tests.league.ratings.simulation import only_the_loser, played, strengths

FLAT = 1e6
"""A prior so wide that it says nothing: plain maximum likelihood."""


def values(ratings: Sequence[Rating[int]]) -> dict[int, float]:
    return {rating.competitor: rating.value for rating in ratings}


def natural(ratings: Sequence[Rating[int]]) -> list[float]:
    """Strengths around 0 in natural units, by competitor."""
    by_id = values(ratings)
    return [(by_id[competitor] - 1500) / SCALE for competitor in sorted(by_id)]


def of(competitor: int, ratings: Sequence[Rating[int]]) -> Rating[int]:
    return next(rating for rating in ratings if rating.competitor == competitor)


# Known answers


def test_two_against_one_are_odds_of_two_to_one() -> None:
    ratings = fit([DealResult((1, 2), (1, 2), 2), DealResult((2, 1), (1, 2))], 2, prior_width=FLAT)
    assert values(ratings) == pytest.approx({1: 1500 + 400 * np.log10(2), 2: 1500}, abs=1e-3)


def test_ten_to_one_are_four_hundred_points() -> None:
    ratings = fit([DealResult((1, 2), (1, 2), 10), DealResult((1, 2), (2, 1))], 2, prior_width=FLAT)
    assert of(1, ratings).value == pytest.approx(1900, abs=1e-3)


def test_a_known_triangle_of_pairs() -> None:
    results = [
        DealResult((0, 1), (1, 2), 2),
        DealResult((1, 2), (1, 2)),
        DealResult((2, 0), (1, 2)),
    ]
    assert natural(fit(results, None, prior_width=FLAT)) == pytest.approx(
        [0.419617624, -0.419617624, 0], abs=1e-6
    )


def test_known_rankings_read_from_the_foot() -> None:
    # The published figures read from the winner; turned round, strengths change their sign.
    # They were found by a search that stopped at the fourth digit.
    rankings = [(0, 1, 2), (3, 2, 0), (1, 3)]
    results = [DealResult(row, tuple(range(len(row), 0, -1))) for row in rankings]
    assert natural(fit(results, None, prior_width=FLAT)) == pytest.approx(
        [0.44328117, -0.69506219, 0.67061442, -0.4188334], abs=5e-5
    )


def test_everybody_beating_the_next_in_a_circle_is_level() -> None:
    results = [DealResult((one, (one + 1) % 5), (1, 2), 3) for one in range(5)]
    assert natural(fit(results, None)) == pytest.approx([0] * 5, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_another_implementation_agrees_on_pairs(seed: int) -> None:
    random = np.random.default_rng(seed)
    results = played(random, strengths(random, 12, 120), deals=600, seats=2)
    pairs = [
        (one.competitors[one.places.index(1)], one.competitors[one.places.index(2)])
        for one in results
    ]
    theirs = choix.ilsr_pairwise(12, pairs, tol=1e-12)
    assert natural(fit(results, None, prior_width=FLAT)) == pytest.approx(theirs, abs=1e-6)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_another_implementation_agrees_on_rankings(seats: int) -> None:
    random = np.random.default_rng(seats)
    results = played(random, strengths(random, 10, 120), deals=300, seats=seats)
    from_the_foot = [
        tuple(who for _, who in sorted(zip(one.places, one.competitors, strict=True), reverse=True))
        for one in results
    ]
    theirs = -choix.ilsr_rankings(10, from_the_foot, tol=1e-12)
    assert natural(fit(results, None, prior_width=FLAT)) == pytest.approx(theirs, abs=1e-6)


def test_another_implementation_agrees_on_the_loser_alone() -> None:
    random = np.random.default_rng(4)
    results = only_the_loser(played(random, strengths(random, 10, 120), deals=500, seats=4))
    losers = [
        (
            one.competitors[one.places.index(4)],
            tuple(
                who for who, place in zip(one.competitors, one.places, strict=True) if place == 1
            ),
        )
        for one in results
    ]
    theirs = -choix.ilsr_top1(10, losers, tol=1e-12)
    assert natural(fit(results, None, prior_width=FLAT)) == pytest.approx(theirs, abs=1e-6)


# The scale and its anchor


def test_the_anchor_reads_1500_and_has_no_interval() -> None:
    anchor = of(7, fit([DealResult((7, 8), (2, 1), 5)], anchor=7))
    assert (anchor.value, anchor.interval) == (1500, 0)


def test_the_best_stand_first() -> None:
    ratings = fit([DealResult((1, 2, 3), (3, 1, 2), 5)], anchor=1)
    assert [rating.competitor for rating in ratings] == [2, 3, 1]


def test_another_anchor_shifts_everybody_alike() -> None:
    random = np.random.default_rng(3)
    results = played(random, strengths(random, 6, 200), deals=200, seats=2)
    by_zero, by_one = values(fit(results, 0)), values(fit(results, 1))
    shifts = [by_one[competitor] - by_zero[competitor] for competitor in by_zero]
    assert shifts == pytest.approx([shifts[0]] * 6)


@pytest.mark.parametrize("anchor", [None, 99])
def test_without_the_anchor_the_mean_reads_1500(anchor: int | None) -> None:
    ratings = fit([DealResult((1, 2, 3), (1, 2, 3), 4)], anchor)
    assert np.mean([rating.value for rating in ratings]) == pytest.approx(1500)
    assert all(rating.interval > 0 and rating.linked for rating in ratings)


def test_no_deals_no_ratings() -> None:
    assert fit([], anchor=1) == []


def test_deals_are_counted() -> None:
    ratings = fit([DealResult((1, 2), (1, 2), 3), DealResult((3, 1, 4), (1, 2, 3))], anchor=1)
    assert {rating.competitor: rating.deals for rating in ratings} == {1: 4, 2: 3, 3: 1, 4: 1}


def test_ids_may_be_texts_or_pairs() -> None:
    names = fit([DealResult(("cautious", "random"), (1, 2))], anchor="random")
    assert [rating.competitor for rating in names] == ["cautious", "random"]
    pairs = fit([DealResult((("bot", 1), ("player", 1)), (1, 2))], anchor=("player", 1))
    assert [rating.competitor for rating in pairs] == [("bot", 1), ("player", 1)]


@pytest.mark.parametrize(
    ("competitors", "places", "count"),
    [((1,), (1,), 1), ((1, 1), (1, 2), 1), ((1, 2), (1, 2, 3), 1), ((1, 2), (1, 2), 0)],
)
def test_what_is_no_rated_deal_is_refused(
    competitors: tuple[int, ...], places: tuple[int, ...], count: int
) -> None:
    with pytest.raises(ValueError, match=r"competitors|at least 1"):
        DealResult(competitors, places, count)


# Those the deals say little about


def test_an_unbeaten_newcomer_stays_finite() -> None:
    one_win = of(2, fit([DealResult((1, 2), (2, 1))], anchor=1))
    many_wins = of(2, fit([DealResult((1, 2), (2, 1), 100_000)], anchor=1))
    assert 1500 < one_win.value < 1500 + PRIOR_WIDTH
    assert one_win.value < many_wins.value < 1500 + 10 * PRIOR_WIDTH
    assert one_win.interval > PRIOR_WIDTH


def test_the_prior_weighs_less_than_a_deal() -> None:
    # A deal between equals tells a quarter of a unit of information.
    assert (SCALE / PRIOR_WIDTH) ** 2 < 1 / 4


def test_who_has_no_chain_of_deals_to_the_anchor_is_marked() -> None:
    near = [DealResult((1, 2), (1, 2), 30), DealResult((1, 2), (2, 1), 20)]
    far = [DealResult((3, 4), (1, 2), 30), DealResult((3, 4), (2, 1), 20)]
    ratings = fit([*near, *far], anchor=1)
    assert {rating.competitor: rating.linked for rating in ratings} == {
        1: True,
        2: True,
        3: False,
        4: False,
    }
    assert of(3, ratings).interval > PRIOR_WIDTH > 3 * of(2, ratings).interval
    assert of(3, ratings).value > of(4, ratings).value


def test_without_an_anchor_the_largest_group_is_the_linked_one() -> None:
    ratings = fit([DealResult((1, 2), (1, 2)), DealResult((3, 4, 5), (1, 2, 3))], None)
    assert {rating.competitor for rating in ratings if rating.linked} == {3, 4, 5}


def test_a_group_apart_does_not_move_the_others() -> None:
    random = np.random.default_rng(8)
    near = played(random, strengths(random, 5, 100), deals=100, seats=2)
    far = [DealResult((101, 102), (1, 2), 30)]
    alone, together = values(fit(near, 0)), values(fit([*near, *far], 0))
    assert {who: together[who] for who in alone} == pytest.approx(alone, abs=1e-6)


def test_a_bridge_links_two_groups() -> None:
    near, far = DealResult((1, 2), (1, 2), 9), DealResult((3, 4), (1, 2), 9)
    ratings = fit([near, far, DealResult((2, 3), (1, 1))], anchor=1)
    assert all(rating.linked for rating in ratings)


def test_more_deals_narrow_the_interval() -> None:
    few = of(2, fit([DealResult((1, 2), (1, 1), 100)], anchor=1)).interval
    many = of(2, fit([DealResult((1, 2), (1, 1), 10_000)], anchor=1)).interval
    assert few / many == pytest.approx(10, rel=0.02)
    # A hundred level deals: 1.96 standard errors of 2 / sqrt(100) natural units, less the prior.
    assert few == pytest.approx(1.96 * SCALE * 0.2, rel=0.02)


# What must not matter


@st.composite
def histories(draw: st.DrawFn) -> list[DealResult[int]]:
    deal = st.integers(2, 4).flatmap(
        lambda seats: st.builds(
            DealResult,
            st.lists(st.integers(0, 6), min_size=seats, max_size=seats, unique=True).map(tuple),
            st.lists(st.integers(1, seats), min_size=seats, max_size=seats).map(tuple),
            st.integers(1, 9),
        )
    )
    return draw(st.lists(deal, min_size=1, max_size=12))


@settings(max_examples=60, deadline=None)
@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter_to_the_last_bit(
    results: list[DealResult[int]], random: Random
) -> None:
    shuffled = list(results)
    random.shuffle(shuffled)
    assert fit(shuffled, 0) == fit(results, 0)


@settings(max_examples=60, deadline=None)
@given(histories(), st.randoms(use_true_random=False))
def test_who_sits_where_does_not_matter(results: list[DealResult[int]], random: Random) -> None:
    turned = []
    for one in results:
        seats = list(zip(one.competitors, one.places, strict=True))
        random.shuffle(seats)
        competitors, places = zip(*seats, strict=True)
        turned.append(DealResult(competitors, places, one.count))
    assert fit(turned, 0) == fit(results, 0)


@settings(max_examples=60, deadline=None)
@given(histories())
def test_counted_deals_are_repeated_deals(results: list[DealResult[int]]) -> None:
    repeated = [
        DealResult(one.competitors, one.places) for one in results for _ in range(one.count)
    ]
    assert fit(repeated, 0) == fit(results, 0)


@settings(max_examples=30, deadline=None)
@given(histories())
def test_names_do_not_matter(results: list[DealResult[int]]) -> None:
    renamed = [
        DealResult(tuple(50 - who for who in one.competitors), one.places, one.count)
        for one in results
    ]
    theirs = {50 - who: value for who, value in values(fit(renamed, None)).items()}
    assert theirs == pytest.approx(values(fit(results, None)), abs=1e-6)


@pytest.mark.parametrize("places", [*permutations((1, 2, 3)), (1, 1, 3), (1, 2, 2)])
def test_competitors_with_equal_results_are_equal(places: tuple[int, ...]) -> None:
    # 1 and 2 do the same against 3 and, by turns, against each other.
    first = DealResult((1, 2, 3), places, 4)
    second = DealResult((2, 1, 3), places, 4)
    by_id = values(fit([first, second], anchor=3))
    assert by_id[1] == pytest.approx(by_id[2], abs=1e-6)


def test_a_win_lifts_and_a_loss_sinks() -> None:
    random = np.random.default_rng(5)
    before = played(random, strengths(random, 5, 100), deals=60, seats=2)
    after = values(fit([*before, DealResult((1, 2), (1, 2))], None))
    assert after[1] > values(fit(before, None))[1]
    assert after[2] < values(fit(before, None))[2]


def test_a_result_taken_back_leaves_no_trace() -> None:
    random = np.random.default_rng(6)
    results = played(random, strengths(random, 5, 100), deals=60, seats=3)
    wrong = DealResult((0, 1, 2), (3, 2, 1), 40)
    assert fit([*results, wrong], 0) != fit(results, 0)
    assert fit([one for one in [*results, wrong] if one is not wrong], 0) == fit(results, 0)


# Whether the intervals hold what they promise


@pytest.mark.parametrize(
    ("seats", "deals", "loser_only"),
    [(2, 600, False), (2, 100, False), (4, 150, False), (4, 250, True)],
)
@pytest.mark.parametrize("anchor", [0, None])
def test_nineteen_of_twenty_intervals_hold_the_truth(
    seats: int, deals: int, loser_only: bool, anchor: int | None
) -> None:
    random = np.random.default_rng(2026)
    inside = []
    for _ in range(80):
        true = strengths(random, 16, 150)
        results = played(random, true, deals, seats)
        ratings = fit(only_the_loser(results) if loser_only else results, anchor)
        zero = true.mean() if anchor is None else true[anchor]
        inside += [
            abs(rating.value - 1500 - (true[rating.competitor] - zero)) <= rating.interval
            for rating in ratings
            if rating.competitor != anchor
        ]
    assert len(inside) > 1100
    assert 0.935 <= np.mean(inside) <= 0.975
