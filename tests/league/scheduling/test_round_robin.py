"""Round robins: Berger's tables, as printed and by what they promise."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

import pytest
from caissify_pairings.engines.round_robin import berger_schedule

from league.scheduling.round_robin import berger
from league.scheduling.values import Pairing
from tests.league.scheduling.berger_tables import PRINTED


def printed(numbers: int) -> list[list[Pairing]]:
    lines = PRINTED[numbers].split("\n")[1:-1]
    return [[Pairing(*map(int, pairing.split("-"))) for pairing in line.split()] for line in lines]


def byes(rounds: list[list[Pairing]]) -> list[int]:
    return [pairing.first for pairings in rounds for pairing in pairings if pairing.is_bye]


def meetings(rounds: list[list[Pairing]]) -> list[tuple[int, int]]:
    return [
        (pairing.first, pairing.second)
        for pairings in rounds
        for pairing in pairings
        if pairing.second is not None
    ]


@pytest.mark.parametrize("entries", [4, 6, 8, 10, 12, 14, 16])
def test_an_even_number_plays_the_printed_table(entries: int) -> None:
    assert berger(entries) == printed(entries)


@pytest.mark.parametrize("entries", [3, 5, 7, 9, 11, 13, 15])
def test_in_an_odd_number_the_opponent_of_the_missing_last_has_the_bye(entries: int) -> None:
    missing = entries + 1
    for ours, theirs in zip(berger(entries), printed(missing), strict=True):
        (leader, *others) = theirs
        (resting,) = {leader.first, leader.second} - {missing}
        assert ours[:-1] == others
        assert ours[-1].is_bye
        assert ours[-1].first == resting


@pytest.mark.parametrize("entries", range(3, 41))
def test_a_second_generator_makes_the_same_tables(entries: int) -> None:
    """Beyond the printed ones; in an odd field whoever meets its missing last number rests."""
    last = entries + entries % 2
    for ours, theirs in zip(berger(entries), berger_schedule(last), strict=True):
        meant = [pair for pair in theirs if max(pair) <= entries]
        resting = [min(pair) for pair in theirs if max(pair) > entries]
        assert meetings([ours]) == meant
        assert byes([ours]) == resting


def test_two_entries_meet_once() -> None:
    assert berger(2) == [[Pairing(1, 2)]]


@pytest.mark.parametrize("entries", range(2, 41))
def test_everybody_meets_everybody_once(entries: int) -> None:
    met = Counter(frozenset(pair) for pair in meetings(berger(entries)))
    assert len(met) == entries * (entries - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize("entries", range(2, 41))
def test_nobody_plays_twice_in_a_round_and_nobody_is_left_out(entries: int) -> None:
    for pairings in berger(entries):
        there = [who for pairing in pairings for who in (pairing.first, pairing.second) if who]
        assert sorted(there) == list(range(1, entries + 1))


@pytest.mark.parametrize("entries", range(3, 41, 2))
def test_in_an_odd_number_everybody_has_one_bye(entries: int) -> None:
    assert sorted(byes(berger(entries))) == list(range(1, entries + 1))


@pytest.mark.parametrize("entries", range(2, 41, 2))
def test_an_even_number_has_no_byes(entries: int) -> None:
    assert byes(berger(entries)) == []


@dataclass(frozen=True)
class Fairness:
    """How fairly a schedule shares out the first deal, the worst of all entries."""

    surplus: int
    """How much oftener one is first than second, or second than first."""
    run: int
    """How often running one is first, or second; byes are passed over."""
    repeats: int
    """How often all together anybody is what he was in his match before."""


def fairness(rounds: list[list[Pairing]]) -> Fairness:
    parts: dict[int, list[bool]] = {}
    for first, second in meetings(rounds):
        parts.setdefault(first, []).append(True)
        parts.setdefault(second, []).append(False)
    runs = [[len(list(run)) for _, run in groupby(own)] for own in parts.values()]
    return Fairness(
        surplus=max(abs(2 * sum(own) - len(own)) for own in parts.values()),
        run=max(max(own) for own in runs),
        repeats=sum(sum(own) - len(own) for own in runs),
    )


@pytest.mark.parametrize("entries", range(3, 41, 2))
def test_an_odd_number_alternates_without_fail(entries: int) -> None:
    assert fairness(berger(entries)) == Fairness(surplus=0, run=1, repeats=0)


@pytest.mark.parametrize("entries", range(4, 41, 2))
def test_an_even_number_alternates_as_nearly_as_any_table_can(entries: int) -> None:
    """Two alternate without fail; of three, two would always be of the same part and never meet."""
    assert fairness(berger(entries)) == Fairness(surplus=1, run=2, repeats=entries - 2)


@pytest.mark.parametrize("entries", range(3, 41))
def test_over_two_cycles_all_are_first_as_often_as_second_and_never_three_times_running(
    entries: int,
) -> None:
    double = fairness(berger(entries, cycles=2))
    assert double.surplus == 0
    assert double.run == 2
    assert double.repeats <= 3 * (entries - 2) + 3 * (entries % 2)


@pytest.mark.parametrize("cycles", [3, 4, 5])
@pytest.mark.parametrize("entries", range(3, 41))
def test_more_cycles_are_as_fair(entries: int, cycles: int) -> None:
    more = fairness(berger(entries, cycles))
    assert more.surplus == (entries - 1) * cycles % 2
    assert more.run == 2


@pytest.mark.parametrize("entries", range(2, 12))
def test_the_second_cycle_exchanges_the_order_of_every_pair(entries: int) -> None:
    once, twice = berger(entries), berger(entries, cycles=2)
    half = len(once)
    assert twice[half:] == [[pairing.reversed() for pairing in pairings] for pairings in once]
    first_named = Counter(first for first, _ in meetings(twice))
    assert set(first_named.values()) == {entries - 1}


@pytest.mark.parametrize("entries", range(2, 12))
def test_an_even_number_exchanges_two_rounds_where_the_cycles_meet(entries: int) -> None:
    once, first_cycle = berger(entries), berger(entries, cycles=2)[: len(berger(entries))]
    if entries % 2 or entries == 2:
        assert first_cycle == once
    else:
        assert first_cycle == [*once[:-2], once[-1], once[-2]]


def test_the_third_cycle_is_the_first_again() -> None:
    rounds = berger(5, cycles=3)
    assert rounds[10:] == rounds[:5]


def test_a_changed_round_changes_no_other() -> None:
    rounds = berger(4, cycles=3)
    rounds[0].clear()
    assert rounds[6] == berger(4)[0]


@pytest.mark.parametrize(("entries", "cycles"), [(1, 1), (0, 1), (-3, 1), (4, 0)])
def test_what_is_no_round_robin_is_refused(entries: int, cycles: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        berger(entries, cycles)
