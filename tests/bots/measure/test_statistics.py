"""What deals say: intervals that hold as often as they promise, decks taken in pairs."""

from dataclasses import dataclass
from random import Random

import pytest

from bots.measure.statistics import duel, lead, leads_of, margin_of, share_of, units_of


@dataclass(frozen=True)
class Placed:
    number: int
    places: tuple[int, ...]
    leg: int = 0
    rated: bool = True
    points: tuple[int, ...] = ()


def test_a_share_is_the_mean_and_its_interval_is_wilsons() -> None:
    share = share_of([1.0] * 60 + [0.0] * 40)
    assert share.value == pytest.approx(0.6)
    # By hand: n 100, z 1.96: centre 0.5963, half width 0.0942.
    assert (share.low, share.high) == (
        pytest.approx(0.502, abs=1e-3),
        pytest.approx(0.6906, abs=1e-3),
    )
    assert share.is_shown
    assert not share_of([1.0] * 59 + [0.0] * 41).is_shown


@pytest.mark.parametrize("count", [10, 30, 200])
@pytest.mark.parametrize(
    "chances",
    [
        {1.0: 0.5, 0.0: 0.5},
        {1.0: 0.8, 0.0: 0.2},
        {1.0: 0.5, 0.5: 0.2, 0.0: 0.3},
        # Decks from both sides, of two that play almost the same.
        {1.0: 0.06, 0.5: 0.9, 0.0: 0.04},
    ],
)
def test_the_interval_holds_the_truth_as_often_as_it_promises(
    chances: dict[float, float], count: int
) -> None:
    truth = sum(value * chance for value, chance in chances.items())
    rng = Random(7)
    hits = 0
    for _ in range(1_000):
        drawn = rng.choices(list(chances), list(chances.values()), k=count)
        share = share_of(drawn)
        hits += share.low <= truth <= share.high
    # 95 % are promised; 93 % are three deviations below that in 1,000 trials.
    assert hits >= 930


def test_decks_from_both_sides_say_more_than_as_many_deals() -> None:
    rng = Random(3)
    pairs = rng.choices([1.0, 0.5, 0.0], [0.1, 0.85, 0.05], k=200)
    coins = rng.choices([1.0, 0.0], [0.525, 0.475], k=200)
    assert share_of(pairs).half_width < 0.5 * share_of(coins).half_width


def test_a_handful_of_equal_results_is_not_certain() -> None:
    assert share_of([1.0] * 5).low < 0.6
    level = share_of([0.5] * 5)
    assert level.half_width > 0.05
    assert not level.is_shown
    assert level.needed is None


def test_what_would_be_needed_shrinks_with_the_difference() -> None:
    near, far = share_of([1.0] * 52 + [0.0] * 48), share_of([1.0] * 56 + [0.0] * 44)
    # ((1.96 + 0.84) x 0.5 / d) squared, by hand: 4,906 and 545.
    assert near.needed == pytest.approx(4_906, rel=0.02)
    assert far.needed == pytest.approx(545, rel=0.02)
    few = share_of([1.0, 1.0, 1.0, 0.0])
    assert few.needed is not None
    assert few.needed >= 8


def test_a_duel_counts_every_pair_of_seats() -> None:
    assert duel((1, 2), [0], [1]) == 1
    assert duel((1, 1), [0], [1]) == 0.5
    assert duel((1, 4, 2, 2), [0, 2], [1, 3]) == pytest.approx((1 + 1 + 1 + 0.5) / 4)


def test_mirrored_deals_count_once_a_deck_and_only_if_played_in_every_leg() -> None:
    deals = [
        Placed(0, (1, 2)),
        Placed(1, (1, 2)),
        Placed(2, (2, 1)),
        Placed(0, (1, 2), leg=1),
        Placed(1, (2, 1), leg=1),
        Placed(2, (1, 2), leg=1, rated=False),
    ]
    assert units_of(deals, [0], [1], legs=2) == [1.0, 0.5]
    assert units_of(deals, [0], [1]) != [1.0, 0.5]


def test_a_margin_has_students_interval() -> None:
    # By hand: mean 1, squares 4 + 4 + 0 + 0 and 1 for the imagined unit; Student's t for three
    # degrees of freedom is 3.182.
    margin = margin_of([3.0, -1.0, 1.0, 1.0])
    assert margin is not None
    assert margin.value == 1
    assert margin.half_width == pytest.approx(3.182 * (9 / 3 / 4) ** 0.5, rel=0.01)
    assert margin_of([1.0]) is None
    same = margin_of([5.0, 5.0])
    assert same is not None
    assert not same.is_shown


def test_points_are_compared_seat_by_seat_and_deck_by_deck() -> None:
    assert lead((5, -5), [0], [1]) == 10
    assert lead((6, 1, 2), [0, 2], [1]) == 3
    deals = [
        Placed(0, (1, 2), points=(4, 0)),
        Placed(0, (2, 1), leg=1, points=(0, 2)),
    ]
    assert leads_of(deals, [0], [1], legs=2) == [1]


def test_a_margin_holds_the_truth_as_often_as_it_promises() -> None:
    rng = Random(5)
    hits = 0
    for _ in range(1_000):
        margin = margin_of([rng.choice([-30, -4, 0, 10, 44]) for _ in range(8)])
        assert margin is not None
        hits += abs(margin.value - 4) <= margin.half_width
    assert hits >= 920


def test_without_deals_there_is_no_share() -> None:
    with pytest.raises(ValueError, match="no deals"):
        share_of([])
