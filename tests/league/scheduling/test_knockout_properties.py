"""Knockouts of any size and course: what must hold whoever wins."""

from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from league.scheduling.knockout import (
    BracketMatch,
    Slot,
    bracket_size,
    correct,
    downstream,
    fill,
    first_round,
    placing,
)


@dataclass(frozen=True)
class Course:
    entries: int
    third_place: bool
    winners: dict[Slot, int | None]

    @property
    def matches(self) -> list[BracketMatch]:
        rounds = fill(self.entries, self.winners, third_place=self.third_place)
        return [match for matches in rounds for match in matches]


@st.composite
def courses(draw: st.DrawFn, *, double_losses: bool = False, finished: bool = True) -> Course:
    """Play a knockout match by match, each time one that is ready."""
    entries = draw(st.integers(2, 33))
    third_place = entries > 2 and draw(st.booleans())
    course = Course(entries, third_place, {})
    while ready := [match for match in course.matches if match.is_ready]:
        if not finished and draw(st.integers(0, 9)) == 0:
            break
        match = draw(st.sampled_from(ready))
        choices: list[int | None] = [*match.known]
        if double_losses:
            choices.append(None)
        course.winners[match.round, match.slot] = draw(st.sampled_from(choices))
    return course


@given(courses())
def test_everybody_but_the_winner_loses_once(course: Course) -> None:
    main = [m for m in course.matches if not (course.third_place and is_extra(course, m))]
    losers = [loser for match in main for loser in match.losers]
    assert {*losers, main[-1].winner} == set(range(1, course.entries + 1))
    assert len(losers) == course.entries - 1
    assert sum(match.is_decided for match in main) == course.entries - 1


def is_extra(course: Course, match: BracketMatch) -> bool:
    return (match.round, match.slot) == (bracket_size(course.entries).bit_length() - 1, 2)


@given(st.integers(2, 200))
def test_byes_go_to_the_best_and_never_meet(entries: int) -> None:
    byes = [pairing.first for pairing in first_round(entries) if pairing.is_bye]
    assert sorted(byes) == list(range(1, bracket_size(entries) - entries + 1))


@given(st.integers(2, 200))
def test_everybody_stands_in_the_first_round_once(entries: int) -> None:
    there = [who for p in first_round(entries) for who in (p.first, p.second) if who]
    assert sorted(there) == list(range(1, entries + 1))


@given(st.integers(2, 64))
def test_when_favourites_win_the_best_meet_last(entries: int) -> None:
    winners: dict[Slot, int | None] = {}
    while ready := [m for ms in fill(entries, winners) for m in ms if m.is_ready]:
        for match in ready:
            winners[match.round, match.slot] = min(match.known)
    rounds = fill(entries, winners)
    for back, matches in enumerate(reversed(rounds)):
        if back < len(rounds) - 1:
            there = sorted(who for match in matches for who in match.known)
            assert there == list(range(1, 2 ** (back + 1) + 1))
    order = [entry for place in placing(entries, winners) for entry in place.entries]
    assert order == list(range(1, entries + 1))


@given(courses(double_losses=True, finished=False))
def test_places_cover_everybody_without_a_gap(course: Course) -> None:
    places = placing(course.entries, course.winners, third_place=course.third_place)
    assert sorted(entry for place in places for entry in place.entries) == list(
        range(1, course.entries + 1)
    )
    assert places[0].first_rank == 1
    for place in places:
        assert place.first_rank + len(place.entries) - 1 <= place.last_rank
    assert max(place.last_rank for place in places) == course.entries


@given(courses(double_losses=True))
def test_a_finished_bracket_has_each_rank_once(course: Course) -> None:
    places = placing(course.entries, course.winners, third_place=course.third_place)
    taken = [rank for place in places for rank in range(place.first_rank, place.last_rank + 1)]
    assert taken == list(range(1, course.entries + 1))
    assert [len(place.entries) for place in places] == [
        place.last_rank - place.first_rank + 1 for place in places
    ]
    assert not any(place.still_in for place in places)


@given(courses(double_losses=True))
def test_a_finished_bracket_leaves_nothing_open(course: Course) -> None:
    for match in course.matches:
        assert not match.is_open
        assert not match.is_ready
        assert match.is_decided == ((match.round, match.slot) in course.winners)


@given(courses(double_losses=True, finished=False), st.randoms())
def test_the_order_of_results_does_not_matter(course: Course, random: Random) -> None:
    shuffled = list(course.winners.items())
    random.shuffle(shuffled)
    again = Course(course.entries, course.third_place, dict(shuffled))
    assert again.matches == course.matches


@given(courses(double_losses=True, finished=False), st.data())
def test_a_correction_touches_only_what_hangs_on_it(course: Course, data: st.DataObject) -> None:
    decided = [match for match in course.matches if match.is_decided]
    if not decided:
        return
    match = data.draw(st.sampled_from(decided))
    slot = (match.round, match.slot)
    winner = data.draw(st.sampled_from([*match.known, None]))
    after = correct(course.entries, course.winners, slot, winner, third_place=course.third_place)
    hanging = downstream(course.entries, *slot, third_place=course.third_place)
    assert set(after.dropped) <= set(hanging)
    assert set(after.winners) == set(course.winners) - set(after.dropped)
    before = {(m.round, m.slot): m for m in course.matches}
    for now in Course(course.entries, course.third_place, after.winners).matches:
        place = (now.round, now.slot)
        if place not in (slot, *hanging):
            assert now == before[place]
        if place in after.winners and place != slot:
            assert (now.first, now.second) == (before[place].first, before[place].second)


@given(courses(double_losses=True, finished=False), st.data())
def test_a_correction_taken_back_before_more_is_played_leaves_no_trace(
    course: Course, data: st.DataObject
) -> None:
    last = [
        match
        for match in course.matches
        if match.is_decided
        and not set(
            downstream(course.entries, match.round, match.slot, third_place=course.third_place)
        )
        & set(course.winners)
    ]
    if not last:
        return
    match = data.draw(st.sampled_from(last))
    slot = (match.round, match.slot)
    was = course.winners[slot]
    other = data.draw(st.sampled_from([*match.known, None]))
    extra = course.third_place
    there = correct(course.entries, course.winners, slot, other, third_place=extra)
    back = correct(course.entries, there.winners, slot, was, third_place=extra)
    assert back.winners == course.winners
