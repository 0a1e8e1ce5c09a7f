"""Swiss rounds: what both systems promise whatever has happened, and what is refused."""

from dataclasses import replace
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.swiss import (
    Obstacle,
    PastBye,
    PastMatch,
    SwissField,
    System,
    UnpairableRound,
    fitting_system,
    next_round,
)
from league.scheduling.swiss_past import Float, pasts
from league.scheduling.values import Pairing
from tests.league.scheduling.swiss_events import Event, pairs, with_system

EVERY_SYSTEM = pytest.mark.parametrize("system", list(System))


def start(entries: int, **more: object) -> SwissField:
    return SwissField(**{"round": 1, "rounds": 5, "entries": tuple(range(1, entries + 1)), **more})  # type: ignore[arg-type]


def after(entries: int, *matches: tuple[int, int], rounds: int = 5, **more: object) -> SwissField:
    """Round 2, after a first round in which the first named dealt and won."""
    past = tuple(PastMatch(1, first, second, 1.0, 0.0) for first, second in matches)
    return start(entries, **{"round": 2, "rounds": rounds, "matches": past, **more})


def round_robin_of_three(**more: object) -> SwissField:
    """Three have met each other, and each has had the bye."""
    matches = (PastMatch(1, 1, 2, 1, 0), PastMatch(2, 3, 1, 0, 1), PastMatch(3, 2, 3, 1, 0))
    byes = (PastBye(1, 3, 1.0), PastBye(2, 2, 1.0), PastBye(3, 1, 1.0))
    return start(3, **{"round": 4, "matches": matches, "byes": byes, **more})


@EVERY_SYSTEM
def test_in_round_one_the_upper_half_meets_the_lower(system: System) -> None:
    assert pairs(next_round(start(8), system)) == pairs(
        [Pairing(1, 5), Pairing(2, 6), Pairing(3, 7), Pairing(4, 8)]
    )


@EVERY_SYSTEM
def test_in_round_one_first_deals_go_by_turns_from_the_top(system: System) -> None:
    assert next_round(start(6), system) == [Pairing(1, 4), Pairing(5, 2), Pairing(3, 6)]
    other = next_round(start(6, top_deals=False), system)
    assert other == [Pairing(4, 1), Pairing(2, 5), Pairing(6, 3)]


@EVERY_SYSTEM
def test_the_last_of_an_odd_number_has_the_bye(system: System) -> None:
    assert next_round(start(7), system)[-1] == Pairing(7, None)


@EVERY_SYSTEM
def test_winners_meet_winners(system: System) -> None:
    told = next_round(after(8, (1, 5), (6, 2), (3, 7), (8, 4)), system)
    assert all(len({1, 3, 6, 8} & pair) in (0, 2) for pair in pairs(told))


@EVERY_SYSTEM
def test_who_has_had_the_bye_gets_no_other(system: System) -> None:
    field = after(5, (1, 3), (2, 4), byes=(PastBye(1, 5, 1.0),), rounds=4)
    bye = next_round(field, system)[-1]
    assert bye.is_bye
    assert bye.first != 5


@EVERY_SYSTEM
def test_a_bye_of_half_a_point_is_a_bye_as_well(system: System) -> None:
    field = after(5, (1, 3), (2, 4), byes=(PastBye(1, 5, 0.5),))
    assert next_round(field, system)[-1].first != 5


@EVERY_SYSTEM
def test_full_points_for_staying_away_cannot_be_had_twice(system: System) -> None:
    """Leaving and coming back does not farm byes (lichess-org/lila 12497)."""
    field = after(5, (1, 3), (2, 4), byes=(PastBye(1, 5, 1.0, allocated=False),))
    assert next_round(field, system)[-1].first != 5
    half = replace(field, byes=(PastBye(1, 5, 0.5, allocated=False),), matches=field.matches)
    assert pasts(half)[5].had_bye is False


@EVERY_SYSTEM
def test_a_win_by_forfeit_counts_against_the_bye_but_the_two_may_meet(system: System) -> None:
    field = start(3, round=2, matches=(PastMatch(1, 3, 2, 1.0, 0.0, played=False),))
    assert pasts(field)[3].had_bye
    assert pasts(field)[3].opponents == set()
    assert next_round(field, system)[-1] == Pairing(2, None) or next_round(field, system)[
        -1
    ] == Pairing(1, None)


@EVERY_SYSTEM
def test_the_bye_climbs_from_the_lowest_and_comes_to_nobody_twice(system: System) -> None:
    """With as many rounds as entries and an odd field (Null-Signal-Games/cobra 521)."""
    event = Event(9, 6, Random(4), unrest=0.0)
    holders = []
    for field, told in event.play(with_system(system)):
        past = pasts(field)
        holder = told[-1].first
        holders.append(holder)
        lower = [who for who in field.present if past[who].points < past[holder].points]
        assert all(past[who].had_bye or not can_be_paired_without(field, who) for who in lower)
    assert len(set(holders)) == 6


@EVERY_SYSTEM
def test_those_who_left_are_not_paired_and_their_results_stay(system: System) -> None:
    field = after(6, (1, 4), (5, 2), (3, 6), absent=frozenset({4, 6}))
    told = next_round(field, system)
    assert {who for pair in pairs(told) for who in pair} == {1, 2, 3, 5}
    assert pasts(field)[1].points == 1.0


@EVERY_SYSTEM
def test_a_late_entry_is_paired_with_the_points_it_has(system: System) -> None:
    field = after(6, (1, 3), (2, 4), byes=(PastBye(1, 5, 0.5, False), PastBye(1, 6, 0.5, False)))
    assert frozenset({5, 6}) in pairs(next_round(field, system))


@EVERY_SYSTEM
def test_forbidden_pairs_are_kept_apart_from_round_one_on(system: System) -> None:
    told = next_round(start(8, forbidden=((1, 5), (6, 2))), system)
    assert not {frozenset({1, 5}), frozenset({2, 6})} & pairs(told)
    assert len(pairs(told)) == 4


@EVERY_SYSTEM
def test_points_may_be_on_any_scale(system: System) -> None:
    """Three for a win, one for a loss: the same pairs as by one and nothing."""
    plain = after(8, (1, 5), (6, 2), (3, 7), (8, 4))
    threes = tuple(replace(match, first_points=3, second_points=1) for match in plain.matches)
    scaled = replace(plain, matches=threes, win=3, loss=1)
    assert next_round(scaled, system) == next_round(plain, system)


@EVERY_SYSTEM
def test_the_order_of_results_does_not_matter(system: System) -> None:
    field, told = list(Event(11, 5, Random(3)).play(with_system(system)))[-1]
    turned = replace(field, matches=field.matches[::-1], byes=field.byes[::-1])
    assert next_round(turned, system) == told


@EVERY_SYSTEM
@pytest.mark.parametrize("entries", [4, 5, 9, 12])
@given(number=st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_nothing_that_may_not_happen_happens(system: System, entries: int, number: int) -> None:
    event = Event(entries, 5, Random(number), unrest=0.08, forbidden=((1, 2),))
    try:
        for field, told in event.play(with_system(system)):
            check(field, told)
    except UnpairableRound as refused:
        check_refusal(event.before, refused)


def can_be_paired_without(field: SwissField, entry: int) -> bool:
    return can_be_paired(replace(field, absent=field.absent | {entry}))


def check_refusal(field: SwissField, refused: UnpairableRound) -> None:
    if refused.obstacle is Obstacle.TOO_FEW:
        assert len(field.present) < 2
    elif refused.obstacle is not Obstacle.FIRST_DEAL:
        assert not can_be_paired(field)


def can_be_paired(field: SwissField) -> bool:
    """By networkx: whether everybody finds somebody new, but one for whom it is the first bye."""
    past = pasts(field)
    graph = networkx.Graph()
    graph.add_nodes_from(field.present)
    graph.add_edges_from(
        (one, other)
        for one, other in combinations(field.present, 2)
        if other not in past[one].opponents and (one, other) not in field.forbidden
    )
    if len(field.present) % 2:
        graph.add_node(0)
        graph.add_edges_from((0, who) for who in field.present if not past[who].had_bye)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


def check(field: SwissField, told: list[Pairing]) -> None:
    past = pasts(field)
    there = sorted(who for pair in pairs(told) for who in pair)
    assert there == field.present
    assert sum(pairing.is_bye for pairing in told) == len(there) % 2
    for pairing in told:
        if pairing.second is None:
            assert not past[pairing.first].had_bye
        else:
            assert pairing.second not in past[pairing.first].opponents
            assert {pairing.first, pairing.second} != {1, 2}


@EVERY_SYSTEM
def test_what_greedy_pairing_misses_is_found(system: System) -> None:
    """Four entries always have a third round without a rematch (phase-rs/phase 7937)."""
    matches = (
        PastMatch(1, 1, 2, 1, 0),
        PastMatch(1, 3, 4, 1, 0),
        PastMatch(2, 4, 1, 0, 1),
        PastMatch(2, 2, 3, 0, 1),
    )
    field = start(4, round=3, matches=matches)
    assert pairs(next_round(field, system)) == {frozenset({1, 3}), frozenset({2, 4})}


@EVERY_SYSTEM
def test_a_round_that_needs_a_repeat_says_so(system: System) -> None:
    with pytest.raises(UnpairableRound, match="round 4 cannot be paired") as refused:
        next_round(round_robin_of_three(), system)
    assert refused.value.round == 4


def test_obstacles_are_told_apart() -> None:
    def what(field: SwissField, system: System = System.DUTCH) -> Obstacle:
        with pytest.raises(UnpairableRound) as refused:
            next_round(field, system)
        return refused.value.obstacle

    alone = start(2, absent=frozenset({2}))
    assert what(alone) is what(alone, System.MATCHING) is Obstacle.TOO_FEW
    met = after(2, (1, 2))
    assert what(met) is what(met, System.MATCHING) is Obstacle.REMATCH
    apart = start(2, forbidden=((2, 1),))
    assert what(apart) is what(apart, System.MATCHING) is Obstacle.FORBIDDEN
    rested = start(3, round=2, byes=tuple(PastBye(1, entry, 1.0) for entry in (1, 2, 3)))
    assert what(rested) is what(rested, System.MATCHING) is Obstacle.BYE


def twice_first() -> SwissField:
    """Two who have both dealt first twice running, against those who left."""
    matches = tuple(
        PastMatch(number, who, who + 2 * number, 0, 1) for number in (1, 2) for who in (1, 2)
    )
    return start(6, round=3, matches=matches, absent=frozenset({3, 4, 5, 6}))


def test_a_third_first_deal_running_stops_the_dutch_system_only() -> None:
    with pytest.raises(UnpairableRound, match="by matching") as refused:
        next_round(twice_first())
    assert refused.value.obstacle is Obstacle.FIRST_DEAL
    assert pairs(next_round(twice_first(), System.MATCHING)) == {frozenset({1, 2})}


@EVERY_SYSTEM
def test_repeats_are_as_few_as_can_be_when_allowed(system: System) -> None:
    told = next_round(round_robin_of_three(), system, repeats=True)
    assert sorted(who for pair in pairs(told) for who in pair) == [1, 2, 3]
    wide = after(6, (1, 2), absent=frozenset({3}))
    assert next_round(wide, System.MATCHING, repeats=True) == next_round(wide, System.MATCHING)


def test_forbidden_pairs_stay_apart_even_where_repeats_are_allowed() -> None:
    with pytest.raises(UnpairableRound, match="kept apart"):
        next_round(start(2, forbidden=((1, 2),)), repeats=True)


def test_floats_are_known_from_points_and_from_sitting_out() -> None:
    matches = (PastMatch(1, 1, 2, 1, 0), PastMatch(2, 1, 3, 1, 0))
    byes = (PastBye(1, 3, 0.5, False), PastBye(2, 2, 0.0, False))
    past = pasts(start(3, round=3, matches=matches, byes=byes))
    assert past[1].floats == [Float.NONE, Float.DOWN]
    assert past[2].floats == [Float.NONE, Float.NONE]
    assert past[3].floats == [Float.DOWN, Float.UP]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"round": 6}, "no round 6 among 5"),
        ({"win": 0.0}, "worth more"),
        ({"entries": (1, 1)}, "different numbers"),
        ({"entries": (0, 1)}, "different numbers"),
        ({"absent": frozenset({9})}, "entry 9"),
        ({"forbidden": ((1, 9),)}, "entry 9"),
        ({"byes": (PastBye(1, 9, 1.0),)}, "entry 9 has a result"),
        ({"byes": (PastBye(2, 1, 1.0),)}, "round 2 cannot count for round 2"),
        ({"byes": (PastBye(1, 1, 1.0), PastBye(1, 1, 1.0))}, "entry 1 has two results"),
        ({"matches": (PastMatch(1, 1, 1, 1.0, 0.0),)}, "entry 1 has two results"),
    ],
)
def test_what_contradicts_itself_is_refused(told: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(start(4, round=2), **told)  # type: ignore[arg-type]


def test_a_large_field_is_paired_by_matching() -> None:
    assert fitting_system(100) is System.DUTCH
    assert fitting_system(101) is System.MATCHING
