"""What a deal counts as after faults, at tables of two and of more."""

import pytest

from bots.awards import awarded, failures
from bots.reports import Fault
from games.catalogue import find_game
from games.game import Outcome


def outcome(places: list[int], points: list[int]) -> Outcome:
    return Outcome(places, "out", [0] * len(places), points)


@pytest.mark.parametrize(
    ("places", "points", "faulted", "expected"),
    [
        # The winner failed: he is last.
        ([1, 2], [0, -1], {0: 0}, ([2, 1], [-1, 0])),
        # A draw, and one failed.
        ([1, 1], [0, 0], {1: 0}, ([1, 2], [0, -1])),
        # Both failed: the later one stands above.
        ([1, 2], [0, -1], {0: 0, 1: 1}, ([2, 1], [-1, 0])),
        # Both at the same moment: neither stands above.
        ([1, 2], [0, -1], {0: 0, 1: 0}, ([1, 1], [-1, -1])),
        # The others move up in their order.
        ([1, 2, 3], [0, 0, -1], {0: 0}, ([3, 1, 2], [-1, 0, 0])),
        ([2, 1, 4, 3], [0, 0, -1, 0], {1: 4}, ([1, 4, 3, 2], [0, -1, 0, 0])),
        ([1, 1, 3], [0, 0, -1], {1: 0}, ([1, 3, 2], [0, -1, 0])),
    ],
)
def test_a_failed_seat_is_last(
    places: list[int],
    points: list[int],
    faulted: dict[int, int],
    expected: tuple[list[int], list[int]],
) -> None:
    game = find_game("podkidnoy")(seats=len(places))
    found = awarded(game, outcome(places, points), faulted)
    assert found == {"places": expected[0], "points": expected[1]}


def test_nothing_is_awarded_where_nobody_failed_or_nothing_changes() -> None:
    game = find_game("podkidnoy")(seats=2)
    assert awarded(game, outcome([1, 2], [0, -1]), {}) is None
    assert awarded(game, outcome([1, 2], [0, -1]), {1: 0}) is None


def test_a_failed_seat_takes_its_partner_with_it() -> None:
    game = find_game("podkidnoy")(seats=4, sides="pairs")
    found = awarded(game, outcome([1, 3, 1, 3], [0, -1, 0, -1]), {2: 0})
    assert found == {"places": [3, 1, 3, 1], "points": [-1, 0, -1, 0]}


def fault(seat: int, kind: str, deal: int = 0, leg: int = 0) -> Fault:
    return Fault(seat, deal, kind, leg=leg)


@pytest.mark.parametrize(
    ("faults", "expected"),
    [
        ([], {}),
        ([fault(1, "crashed"), fault(0, "timeout")], {1: 0, 0: 1}),
        # Who do not start together fail at one moment,
        ([fault(2, "no_start"), fault(0, "no_start")], {2: 0, 0: 0}),
        # but not who do not start in another deal or leg,
        ([fault(2, "no_start"), fault(0, "no_start", deal=1)], {2: 0, 0: 1}),
        ([fault(2, "no_start"), fault(0, "no_start", leg=1)], {2: 0, 0: 1}),
        # nor who failed otherwise before them, in a deal that was begun twice.
        ([fault(1, "crashed"), fault(0, "no_start"), fault(2, "no_start")], {1: 0, 0: 1, 2: 1}),
    ],
)
def test_who_fails_first_is_told_by_the_order_of_the_faults(
    faults: list[Fault], expected: dict[int, int]
) -> None:
    assert failures(faults) == expected
