"""The likelihood against its definition: its slope, its curvature, a deal written out."""

import numpy as np
import pytest
from scipy.linalg import solve

from league.ratings.choices import SeatedDeals, choices
from league.ratings.likelihood import Posterior, downhill, most_likely

AT = np.array([0.3, -0.7, 1.1, 0.2])
SMALL_STEPS = 1e-5 * np.eye(4)


def mixed() -> Posterior:
    """Deals of two and four seats with every kind of shared place, and a narrow prior."""
    pairs = SeatedDeals(
        np.array([[0, 1], [1, 2], [3, 2]]), np.array([[1, 2], [1, 1], [2, 1]]), np.array([3, 2, 1])
    )
    tables = SeatedDeals(
        np.array([[3, 1, 2, 0]] * 5),
        np.array([[1, 2, 3, 4], [1, 1, 1, 4], [1, 2, 3, 3], [1, 2, 2, 4], [1, 1, 1, 1]]),
        np.array([1, 4, 2, 1, 1]),
    )
    return Posterior(choices([pairs, tables], 4), prior_width=1.5)


def test_a_deal_of_three_has_the_chance_of_its_two_choices() -> None:
    deal = SeatedDeals(np.array([[0, 1, 2]]), np.array([[1, 2, 3]]), np.array([1]))
    strengths = np.array([0.5, 0.1, -0.4])
    weak = np.exp(-strengths)
    chance = weak[2] / weak.sum() * weak[1] / (weak[0] + weak[1])
    value, _ = Posterior(choices([deal], 3), prior_width=1e9).value_and_slope(strengths)
    assert value == pytest.approx(-np.log(chance))


def test_the_slope_is_that_of_the_value() -> None:
    _, slope = mixed().value_and_slope(AT)
    numeric = [
        mixed().value_and_slope(AT + step)[0] - mixed().value_and_slope(AT - step)[0]
        for step in SMALL_STEPS
    ]
    assert slope == pytest.approx(np.array(numeric) / 2e-5, abs=1e-6)


def test_the_curvature_is_that_of_the_slope() -> None:
    numeric = [
        mixed().value_and_slope(AT + step)[1] - mixed().value_and_slope(AT - step)[1]
        for step in SMALL_STEPS
    ]
    assert mixed().curvature(AT) == pytest.approx(np.array(numeric) / 2e-5, abs=1e-6)


def test_the_deals_tell_only_differences() -> None:
    flat = Posterior(mixed().choices, prior_width=1e9)
    assert flat.curvature(AT) @ np.ones(4) == pytest.approx(np.zeros(4), abs=1e-12)
    assert flat.value_and_slope(AT + 5)[0] == pytest.approx(flat.value_and_slope(AT)[0])


def test_the_best_point_is_level() -> None:
    best = most_likely(mixed())
    assert mixed().value_and_slope(best)[1] == pytest.approx(np.zeros(4), abs=1e-9)
    assert best.mean() == pytest.approx(0, abs=1e-12)


def test_odds_beyond_all_measure_stay_finite() -> None:
    far = np.array([5000.0, -5000.0, 0.0, 0.0])
    value, slope = mixed().value_and_slope(far)
    assert np.isfinite(value)
    assert np.isfinite(slope).all()


def test_holding_the_level_fast_changes_no_difference() -> None:
    loose, fast = (
        np.linalg.inv(matrix) for matrix in (mixed().curvature(AT), mixed().centred_curvature(AT))
    )
    difference = np.array([1, 0, -1, 0])
    assert difference @ loose @ difference == pytest.approx(difference @ fast @ difference)


def test_a_step_that_goes_too_far_is_shortened() -> None:
    # Seven wins to three, seen from far off, where the curve is nearly straight.
    pair = SeatedDeals(np.array([[0, 1], [1, 0]]), np.array([[1, 2], [1, 2]]), np.array([7, 3]))
    loose = Posterior(choices([pair], 2), prior_width=1e3)
    far = np.array([5.0, -5.0])
    value, slope = loose.value_and_slope(far)
    step = solve(loose.centred_curvature(far), slope)
    assert loose.value_and_slope(far - step)[0] > value
    assert loose.value_and_slope(downhill(loose, far, step, value))[0] < value
