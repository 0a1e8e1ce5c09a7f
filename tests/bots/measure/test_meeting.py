"""Two programs at a table: who sits where, in which matches, and what is kept of these."""

import pytest

from bots.measure.meeting import DEALS_A_MATCH, Contestant, Meeting, Terms
from bots.reports import Fault, HouseProgram
from games.catalogue import find_game
from tests.bots.measure.played import deal, match

SECRET = "5a" * 32


def meeting(
    deals: int = 4, seats: int = 2, sides: str = "single", *, among: bool = False
) -> Meeting:
    game = find_game("podkidnoy")(seats=seats, sides=sides)
    terms = Terms(game, deals, mirrored=False, secret=SECRET, among=among)
    one = Contestant("mine.py", HouseProgram("lowest"))
    return Meeting(one, Contestant("random", HouseProgram("random")), terms)


@pytest.mark.parametrize(
    ("seats", "sides", "among", "sitting"),
    [
        (2, "single", False, [0, 1]),
        (3, "single", False, [0, 1, 0]),
        (3, "single", True, [0, 1, 1]),
        (4, "pairs", False, [0, 1, 0, 1]),
        (4, "pairs", True, [0, 1, 0, 1]),
    ],
)
def test_a_side_is_of_one_kind_and_others_sit_in_turn_or_one_among_many(
    seats: int, sides: str, among: bool, sitting: list[int]
) -> None:
    made = meeting(seats=seats, sides=sides, among=among)
    assert made.sitting == sitting
    names = [("lowest", "random")[who] for who in sitting]
    assert [program.program for program in made.spec(0).programs] == names  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("deals", "lengths"), [(1, [1]), (25, [25]), (26, [13, 13]), (61, [21, 20, 20])]
)
def test_many_deals_are_shared_out_evenly(deals: int, lengths: list[int]) -> None:
    parts = meeting(deals).parts()
    assert [part.series["count"] for part in parts] == lengths
    assert max(lengths) <= DEALS_A_MATCH
    assert len({part.secret for part in parts}) == len(parts)
    assert parts[0].secret == SECRET


def test_of_a_deal_its_places_are_kept_and_not_its_record() -> None:
    made = meeting()
    made.take(0, deal(0, 0, (1, 2)))
    made.take(0, deal(1, 0, (1, 1)))
    assert made.units == [1.0, 0.5]
    assert made.draws == 1
    assert [kept.record for kept in made.deals] == [{}, {}]


def test_a_fault_is_told_with_its_log_and_leaves_no_verdict() -> None:
    made = meeting()
    made.take(0, deal(0, 0, (1, 2)))
    made.take(0, match(Fault(1, 1, "crashed", "exit code 1"), scores=(4, 0)))
    assert made.scores == (4, 0)
    assert made.faults(0) == []
    assert [fault["kind"] for fault in made.faults(1)] == ["crashed"]
    assert made.verdict() == "no verdict: random failed, which ended the match"
