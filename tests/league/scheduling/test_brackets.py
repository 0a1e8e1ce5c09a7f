"""Brackets of every format and size: what must hold whoever wins, and however it is corrected."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.brackets import Gap
from tests.league.scheduling.courses import Course, courses

few = settings(max_examples=40)


@few
@given(courses(double_losses=True, finished=False))
def test_nobody_stands_twice_in_a_round_nor_meets_himself(course: Course) -> None:
    for matches in course.bracket.fill(course.winners):
        there = [entry for match in matches for entry in match.known]
        assert len(there) == len(set(there))


@few
@given(courses(double_losses=True, finished=False))
def test_no_match_comes_before_one_it_waits_for(course: Course) -> None:
    seen = set()
    for slot, sides in course.bracket.plan.items():
        assert all(earlier in seen for source in sides for earlier in source.waits_for)
        assert all(earlier[0] < slot[0] for source in sides for earlier in source.waits_for)
        seen.add(slot)


@few
@given(courses(double_losses=True, finished=False))
def test_where_both_lost_nobody_goes_on_and_an_open_match_waits_for_one_to_be_played(
    course: Course,
) -> None:
    """The complaint that an empty seat was taken for a walkover, or a match never opened."""
    for match in course.matches:
        if match.is_decided and course.winners[match.round, match.slot] is None:
            assert match.winner is Gap.NOBODY
        if match.is_bye:
            assert match.winner == match.known[0]
            assert (match.round, match.slot) not in course.winners
    if any(match.is_open for match in course.matches):
        assert course.ready


@few
@given(courses(double_losses=True))
def test_a_finished_bracket_leaves_nothing_open(course: Course) -> None:
    for match in course.matches:
        assert not match.is_open
        assert not match.is_to_come
        assert match.is_decided == ((match.round, match.slot) in course.winners)


@few
@given(courses(double_losses=True, finished=False))
def test_places_cover_everybody_and_every_rank(course: Course) -> None:
    places = course.bracket.placing(course.winners)
    entries = range(1, course.bracket.entries + 1)
    assert sorted(entry for place in places for entry in place.entries) == list(entries)
    assert places[0].first_rank == 1
    assert max(place.last_rank for place in places) == course.bracket.entries
    for place in places:
        assert place.first_rank + len(place.entries) - 1 <= place.last_rank
    gone = places[places[0].still_in :]
    for better, worse in pairwise(gone):
        assert better.last_rank < worse.first_rank


@few
@given(courses(double_losses=True))
def test_a_finished_bracket_has_each_rank_once(course: Course) -> None:
    places = course.bracket.placing(course.winners)
    taken = [rank for place in places for rank in range(place.first_rank, place.last_rank + 1)]
    assert taken == list(range(1, course.bracket.entries + 1))
    assert [len(place.entries) for place in places] == [
        place.last_rank - place.first_rank + 1 for place in places
    ]
    assert not any(place.still_in for place in places)


@few
@given(courses(finished=False), st.integers(0, 2**32))
def test_the_final_places_lie_within_those_told_before(course: Course, secret: int) -> None:
    told = {e: place for place in course.bracket.placing(course.winners) for e in place.entries}
    random = Random(secret)
    while ready := course.ready:
        for match in ready:
            course.winners[match.round, match.slot] = random.choice(match.known)
    for place in course.bracket.placing(course.winners):
        for entry in place.entries:
            assert told[entry].first_rank <= place.first_rank
            assert place.last_rank <= told[entry].last_rank


@few
@given(courses(double_losses=True, finished=False), st.randoms())
def test_the_order_of_results_does_not_matter(course: Course, random: Random) -> None:
    shuffled = list(course.winners.items())
    random.shuffle(shuffled)
    again = Course(course.bracket, dict(shuffled))
    assert again.matches == course.matches


@few
@given(courses(double_losses=True, finished=False), st.data())
def test_a_correction_touches_only_what_hangs_on_it(course: Course, data: st.DataObject) -> None:
    """The complaint that a winner could not be changed once the next match existed."""
    if not course.decided:
        return
    match = data.draw(st.sampled_from(course.decided))
    slot = (match.round, match.slot)
    winner = data.draw(st.sampled_from([*match.known, None]))
    after = course.bracket.correct(course.winners, slot, winner)
    hanging = course.bracket.downstream(slot)
    assert set(after.dropped) <= set(hanging)
    assert set(after.winners) == set(course.winners) - set(after.dropped)
    assert after.winners[slot] == winner
    before = {(m.round, m.slot): m for m in course.matches}
    for now in Course(course.bracket, after.winners).matches:
        place = (now.round, now.slot)
        if place not in (slot, *hanging):
            assert now == before[place]
        if place in after.winners and place != slot:
            assert now.sides == before[place].sides


@few
@given(courses(double_losses=True, finished=False), st.data())
def test_a_correction_taken_back_before_more_is_played_leaves_no_trace(
    course: Course, data: st.DataObject
) -> None:
    last = [
        match
        for match in course.decided
        if not set(course.bracket.downstream((match.round, match.slot))) & set(course.winners)
    ]
    if not last:
        return
    match = data.draw(st.sampled_from(last))
    slot = (match.round, match.slot)
    other = data.draw(st.sampled_from([*match.known, None]))
    there = course.bracket.correct(course.winners, slot, other)
    back = course.bracket.correct(there.winners, slot, course.winners[slot])
    assert back.winners == course.winners
