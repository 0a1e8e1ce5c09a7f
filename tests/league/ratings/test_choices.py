"""How places become choices, worked by hand."""

import numpy as np
import pytest

from league.ratings.choices import SeatedDeals, choices


def told(places: list[int], count: int = 1) -> tuple[list[float], dict[tuple[int, ...], float]]:
    """Who was left behind how often, and out of whom, in deals of seats 0, 1, 2 ..."""
    seats = len(places)
    found = choices(
        [SeatedDeals(np.arange(seats)[np.newaxis], np.array([places]), np.array([count]))], seats
    )
    groups = {
        tuple(members): weight
        for part in found.sets
        for members, weight in zip(part.members.T.tolist(), part.weights.tolist(), strict=True)
    }
    return found.left_behind.tolist(), groups


def test_with_two_the_loser_is_left_behind() -> None:
    assert told([1, 2]) == ([0, 1], {(0, 1): 1})
    assert told([2, 1], count=7) == ([7, 0], {(0, 1): 7})


def test_a_draw_of_two_is_half_a_loss_each() -> None:
    assert told([1, 1]) == ([0.5, 0.5], {(0, 1): 1})


def test_a_full_order_is_read_from_the_foot() -> None:
    assert told([3, 1, 2]) == ([1, 0, 1], {(0, 1, 2): 1, (1, 2): 1})


def test_where_only_the_loser_is_told_it_is_one_choice() -> None:
    assert told([1, 1, 4, 1]) == ([0, 0, 1, 0], {(0, 1, 2, 3): 1})


def test_of_those_who_share_the_first_place_nothing_is_told() -> None:
    assert told([1, 1, 3, 4]) == ([0, 0, 1, 1], {(0, 1, 2, 3): 1, (0, 1, 2): 1})


def test_a_shared_last_place_counts_both_orders_by_halves() -> None:
    assert told([1, 2, 2]) == ([0, 1, 1], {(0, 1, 2): 1, (0, 1): 0.5, (0, 2): 0.5})


def test_a_draw_of_three_counts_all_orders_alike() -> None:
    left_behind, groups = told([1, 1, 1])
    assert left_behind == pytest.approx([2 / 3] * 3)
    assert groups == pytest.approx({(0, 1, 2): 1, (0, 1): 1 / 3, (0, 2): 1 / 3, (1, 2): 1 / 3})


@pytest.mark.parametrize("places", [[1, 2, 2, 4], [2, 5, 5, 9]])
def test_only_the_order_of_places_matters(places: list[int]) -> None:
    assert told(places) == told([1, 2, 2, 3])


def test_equal_deals_are_counted_once() -> None:
    seated = SeatedDeals(
        np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0]]),
        np.array([[1, 2, 3], [3, 1, 2], [2, 3, 1]]),
        np.array([1, 2, 3]),
    )
    found = choices([seated], 3)
    assert found.left_behind.tolist() == [0, 6, 6]
    assert [part.weights.tolist() for part in found.sets] == [[6], [6]]
