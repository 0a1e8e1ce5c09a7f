"""Knockouts of any size and course: what must hold whoever wins."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.brackets import Slot
from league.scheduling.knockout import Knockout, bracket_size, first_round
from tests.league.scheduling.courses import Course, courses

few = settings(max_examples=40)
plain = st.builds(Knockout, st.integers(2, 33))
reseeded = st.builds(Knockout, st.integers(2, 33), reseeded=st.just(True))


@few
@given(courses(plain | reseeded))
def test_everybody_but_the_winner_loses_once(course: Course) -> None:
    losers = [loser for match in course.matches for loser in match.losers]
    assert {*losers, course.matches[-1].winner} == set(range(1, course.bracket.entries + 1))
    assert len(losers) == course.bracket.entries - 1
    assert len(course.decided) == course.bracket.entries - 1


@given(st.integers(2, 200))
def test_byes_go_to_the_best_and_never_meet(entries: int) -> None:
    byes = [pairing.first for pairing in first_round(entries) if pairing.is_bye]
    assert sorted(byes) == list(range(1, bracket_size(entries) - entries + 1))


@given(st.integers(2, 200))
def test_everybody_stands_in_the_first_round_once(entries: int) -> None:
    there = [who for p in first_round(entries) for who in (p.first, p.second) if who]
    assert sorted(there) == list(range(1, entries + 1))


@few
@given(st.integers(2, 64), st.booleans())
def test_when_favourites_win_the_best_meet_last(entries: int, reseeded: bool) -> None:
    knockout = Knockout(entries, reseeded=reseeded)
    winners: dict[Slot, int | None] = {}
    while ready := [m for ms in knockout.fill(winners) for m in ms if m.is_ready]:
        for match in ready:
            winners[match.round, match.slot] = min(match.known)
    rounds = knockout.fill(winners)
    for back, matches in enumerate(reversed(rounds)):
        if back < len(rounds) - 1:
            there = sorted(who for match in matches for who in match.known)
            assert there == list(range(1, 2 ** (back + 1) + 1))
    order = [entry for place in knockout.placing(winners) for entry in place.entries]
    assert order == list(range(1, entries + 1))


@few
@given(courses(reseeded, double_losses=True, finished=False))
def test_in_a_reseeded_round_the_best_left_meet_the_worst_left(course: Course) -> None:
    rounds = course.bracket.fill(course.winners)
    for before, matches in pairwise(rounds):
        if any(match.is_open for match in matches):
            assert all(match.sides == matches[0].sides for match in matches)
            continue
        left = sorted(match.winner for match in before if isinstance(match.winner, int))
        ranked = {entry: place for place, entry in enumerate(left, start=1)}
        there = [entry for match in matches for entry in match.known]
        assert sorted(there) == left
        for match in matches:
            if len(match.known) == 2:
                assert sum(ranked[entry] for entry in match.known) == len(before) + 1
        byes = sorted(ranked[match.known[0]] for match in matches if match.is_bye)
        assert byes == list(range(1, len(byes) + 1))
