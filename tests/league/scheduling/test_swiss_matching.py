"""Swiss by weighted matching: what it weighs, and how near to the Dutch system it comes."""

from collections.abc import Iterable
from random import Random
from time import process_time

import pytest

from league.scheduling import swiss_matching
from league.scheduling.swiss import PastBye, PastMatch, SwissField, System, next_round
from league.scheduling.swiss_matching import matching
from league.scheduling.swiss_past import pasts
from league.scheduling.values import Pairing
from tests.league.scheduling.swiss_events import Event, Paired, pairs, with_system


def field_of(points: dict[int, float], *matches: PastMatch, **more: object) -> SwissField:
    """Round 3, with points given for staying away, so that nobody has met anybody else."""
    byes = tuple(PastBye(1, entry, gained, False) for entry, gained in points.items())
    return SwissField(
        **{  # type: ignore[arg-type]
            "round": 3,
            "rounds": 5,
            "entries": tuple(points),
            "byes": byes,
            "matches": matches,
            "win": 10.0,
            **more,
        }
    )


def differences(field: SwissField, told: Iterable[Pairing]) -> list[float]:
    """Of each pair, in points, the greatest first."""
    past = pasts(field)
    met = [(p.first, p.second) for p in told if p.second is not None]
    return sorted((abs(past[a].points - past[b].points) for a, b in met), reverse=True)


def moved(rounds: Iterable[Paired]) -> float:
    """Points between all who met, over all rounds."""
    return sum(sum(differences(field, told)) for field, told in rounds)


def test_the_bye_goes_to_the_lowest_points() -> None:
    told = matching(field_of({1: 0.0, 2: 5.0, 3: 0.0, 4: 5.0, 5: 5.0}))
    assert told[-1] == Pairing(3, None)


def test_two_who_float_a_step_are_better_than_one_who_floats_two() -> None:
    past = [PastMatch(2, 1, 2, 5, 5), PastMatch(2, 3, 4, 0, 0)]
    told = matching(field_of({1: 10.0, 2: 10.0, 3: 5.0, 4: 5.0}, *past))
    assert differences(field_of({1: 15.0, 2: 15.0, 3: 5.0, 4: 5.0}), told) == [10.0, 10.0]
    stairs = matching(field_of({1: 9.0, 2: 6.0, 3: 3.0, 4: 0.0}))
    assert pairs(stairs) == {frozenset({1, 2}), frozenset({3, 4})}


def test_nobody_floats_down_twice_running_if_another_can() -> None:
    """After round 2, in which entry 3 floated; it is level with 1 and 2, of whom one floats now."""
    past = [PastMatch(2, 3, 5, 0, 0)]
    field = field_of({1: 5.0, 2: 5.0, 3: 5.0, 4: 0.0, 5: 0.0, 6: 0.0}, *past)
    (crossing,) = [pair for pair in pairs(matching(field)) if len({1, 2, 3} & pair) == 1]
    assert 3 not in crossing


def test_a_third_first_deal_running_is_avoided_where_deals_count() -> None:
    past = [
        PastMatch(number, one, other, 0, 0)
        for number, opponents in ((1, (5, 6, 7, 8)), (2, (6, 5, 8, 7)))
        for one, other in zip((1, 2, 3, 4), opponents, strict=True)
    ]
    field = SwissField(
        round=3, rounds=5, entries=tuple(range(1, 9)), matches=tuple(past), forbidden=((1, 7),)
    )
    told = next_round(field, System.MATCHING)
    assert all(len({1, 2, 3, 4} & pair) == 1 for pair in pairs(told))
    assert all(pairing.first > 4 for pairing in told)
    loose = next_round(field, System.MATCHING_WITHOUT_DEALS)
    assert not all(len({1, 2, 3, 4} & pair) == 1 for pair in pairs(loose))


def test_repeats_are_counted_before_all_else() -> None:
    """Four met all but one pair: one rematch is needed if 1 and 2 stay apart, not two."""
    met = [(1, 3), (2, 4), (1, 4)]
    past = [PastMatch(number + 1, *pair, 1, 0) for number, pair in enumerate(met)]
    field = SwissField(
        round=4, rounds=5, entries=(1, 2, 3, 4), matches=tuple(past), forbidden=((1, 2),)
    )
    assert pairs(matching(field, repeats=True)) == {frozenset({1, 4}), frozenset({2, 3})}


@pytest.mark.parametrize("number", range(4))
def test_points_meet_about_as_closely_as_by_the_dutch_system(number: int) -> None:
    """Each plays its own event; five of the like differ by chance alone."""
    by_dutch = list(Event(20, 6, Random(number)).play())
    by_matching = [
        (field, next_round(field, System.MATCHING_WITHOUT_DEALS)) for field, _ in by_dutch
    ]
    assert moved(by_matching) <= moved(by_dutch)


def test_a_large_field_pairs_as_well_from_likely_pairs_as_from_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds = list(Event(180, 6, Random(1)).play(with_system(System.MATCHING)))
    monkeypatch.setattr(swiss_matching, "_ALL_UP_TO", 1000)
    field, told = rounds[-1]
    assert differences(field, told) == differences(field, next_round(field, System.MATCHING))


def test_a_club_kept_apart_in_a_large_field_is_offered_more_than_the_likely_pairs() -> None:
    """The upper half is one club, and meets the lower half in round one all the same."""
    club = range(1, 141)
    apart = tuple((one, other) for one in club for other in club if one < other)
    field = SwissField(round=1, rounds=5, entries=tuple(range(1, 281)), forbidden=apart)
    told = matching(field)
    assert all(len(set(club) & pair) == 1 for pair in pairs(told))


def test_five_hundred_take_less_than_two_seconds() -> None:
    event = Event(500, 3, Random(5))
    for field, _ in event.play(with_system(System.MATCHING)):
        started = process_time()
        next_round(field, System.MATCHING)
        assert process_time() - started < 2
