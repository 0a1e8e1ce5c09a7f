"""Double eliminations: counts, routes of the losers, byes, double losses, final and reset."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.brackets import BracketMatch, Gap, LoserOf, Slot, WinnerOf
from league.scheduling.double_elimination import DoubleElimination, Part
from league.scheduling.knockout import first_round
from league.scheduling.values import Pairing
from tests.league.scheduling.courses import Course, courses

few = settings(max_examples=40)
doubles = st.builds(DoubleElimination, st.integers(2, 40))


def favourites(entries: int) -> Course:
    """Everybody is beaten by whoever has a better starting rank."""
    course = Course(DoubleElimination(entries))
    while ready := course.ready:
        for match in ready:
            course.winners[match.round, match.slot] = min(match.known)
    return course


def shown(match: BracketMatch) -> str:
    names = {Gap.OPEN: "?", Gap.NOBODY: "bye"}
    return "-".join(str(who) if isinstance(who, int) else names[who] for who in match.sides)


@pytest.mark.parametrize("entries", range(2, 34))
def test_everybody_has_to_lose_twice(entries: int) -> None:
    decided = len(favourites(entries).decided)
    assert decided == 2 * entries - 2
    losses = Counter(loser for match in favourites(entries).decided for loser in match.losers)
    assert losses == dict.fromkeys(range(2, entries + 1), 2)


@few
@given(courses(doubles))
def test_a_reset_is_the_one_match_more(course: Course) -> None:
    bracket = course.bracket
    assert isinstance(bracket, DoubleElimination)
    reset = course.matches[-1]
    assert len(course.decided) == 2 * bracket.entries - 2 + reset.is_decided
    losses = Counter(loser for match in course.decided for loser in match.losers)
    (winner,) = course.bracket.placing(course.winners)[0].entries
    assert losses.pop(winner, 0) == reset.is_decided
    assert set(losses) == set(range(1, bracket.entries + 1)) - {winner}
    assert set(losses.values()) <= {2}


@pytest.mark.parametrize("entries", range(2, 34))
def test_the_first_round_is_that_of_a_knockout(entries: int) -> None:
    here = [match.pairing for match in DoubleElimination(entries).fill({})[0]]
    assert here == first_round(entries)


@pytest.mark.parametrize(
    ("size", "rounds"),
    [
        (2, "W1 F R"),
        (4, "W1:2 W2+L1 L2 F R"),
        (8, "W1:4 W2:2+L1:2 L2:2 W3+L3 L4 F R"),
        (16, "W1:8 W2:4+L1:4 L2:4 W3:2+L3:2 L4:2 W4+L5 L6 F R"),
    ],
)
def test_nobody_who_lost_waits_a_round(size: int, rounds: str) -> None:
    bracket = DoubleElimination(size)
    letters = {Part.WINNERS: "W", Part.LOSERS: "L", Part.FINAL: "F", Part.RESET: "R"}
    shown_rounds = []
    for slots in bracket.rounds:
        counts = Counter(bracket.part(slot) for slot in slots)
        names = []
        for (part, number), count in counts.items():
            name = letters[part] + (str(number) if part in (Part.WINNERS, Part.LOSERS) else "")
            names.append(name if count == 1 else f"{name}:{count}")
        shown_rounds.append("+".join(names))
    assert " ".join(shown_rounds) == rounds
    for slot, sides in bracket.plan.items():
        for source in sides:
            if isinstance(source, LoserOf):
                assert slot[0] == source.slot[0] + 1


def first_rematches(bracket: DoubleElimination) -> dict[int, int]:
    """For each winners' round: the first losers' round in which two who met there may meet."""
    onward = {s.slot: slot for slot, sides in bracket.plan.items() for s in sides
              if isinstance(s, WinnerOf)}  # fmt: skip
    dropped = {s.slot: slot for slot, sides in bracket.plan.items() for s in sides
               if isinstance(s, LoserOf)}  # fmt: skip

    def way(slot: Slot | None) -> list[Slot]:
        slots = []
        while slot is not None and slot != bracket.final:
            slots.append(slot)
            slot = onward.get(slot)
        return slots

    rematches: dict[int, int] = {}
    for met in bracket.plan:
        part, number = bracket.part(met)
        if part is not Part.WINNERS:
            continue
        loser = way(dropped[met])
        for later in way(onward[met]):
            again = next(slot for slot in loser if slot in way(dropped[later]))
            _, round_ = bracket.part(again)
            rematches[number] = min(round_, rematches.get(number, round_))
    return rematches


@pytest.mark.parametrize(
    ("size", "rematches"),
    [
        (4, {1: 2}),
        (8, {1: 3, 2: 4}),
        (16, {1: 5, 2: 4, 3: 6}),
        (32, {1: 7, 2: 5, 3: 6, 4: 8}),
        (64, {1: 9, 2: 6, 3: 7, 4: 8, 5: 10}),
    ],
)
def test_who_met_among_the_winners_meets_late_among_the_losers(
    size: int, rematches: dict[int, int]
) -> None:
    assert first_rematches(DoubleElimination(size)) == rematches


@pytest.mark.parametrize("size", [8, 16, 32, 64, 128, 256])
def test_who_met_in_the_first_round_meets_in_the_last_losers_round_but_one_at_the_earliest(
    size: int,
) -> None:
    bracket = DoubleElimination(size)
    assert first_rematches(bracket)[1] == bracket.losers_rounds - 1


@pytest.mark.parametrize(
    ("size", "losers_round", "order"),
    [
        (4, 2, [1]),
        (8, 2, [2, 1]),
        (8, 4, [1]),
        (16, 2, [4, 3, 2, 1]),
        (16, 4, [2, 1]),
        (32, 2, [8, 7, 6, 5, 4, 3, 2, 1]),
        (32, 4, [3, 4, 1, 2]),
        (32, 6, [2, 1]),
        (32, 8, [1]),
    ],
)
def test_where_the_losers_of_a_winners_round_join(
    size: int, losers_round: int, order: list[int]
) -> None:
    bracket = DoubleElimination(size)
    number = losers_round // 2 + 1
    first = [
        bracket.plan[bracket.losers_slot(losers_round, p)][0] for p in range(1, len(order) + 1)
    ]
    assert first == [LoserOf(bracket.winners_slot(number, position)) for position in order]


@few
@given(st.sampled_from([8, 16, 32]), st.integers(0, 2**32))
def test_no_course_has_a_rematch_before_the_first_possible(size: int, secret: int) -> None:
    random = Random(secret)
    bracket = DoubleElimination(size)
    course = Course(bracket)
    while ready := course.ready:
        for match in ready:
            course.winners[match.round, match.slot] = random.choice(match.known)
    possible = first_rematches(bracket)
    met: dict[frozenset[int], int] = {}
    for match in course.decided:
        part, number = bracket.part((match.round, match.slot))
        if part is Part.WINNERS:
            met[frozenset(match.known)] = number
        elif part is Part.LOSERS and (winners_round := met.get(frozenset(match.known))):
            assert number >= possible[winners_round]


def test_a_bye_has_no_loser_and_two_byes_make_one() -> None:
    rounds = DoubleElimination(5).fill({})
    assert [shown(match) for match in rounds[0]] == ["1-bye", "4-5", "2-bye", "3-bye"]
    assert [shown(match) for match in rounds[1]] == ["1-?", "2-3", "bye-?", "bye-bye"]
    assert [shown(match) for match in rounds[2]] == ["?-?", "?-bye"]


def test_favourites_come_in_as_they_were_ranked() -> None:
    places = favourites(8).bracket.placing(favourites(8).winners)
    assert [(p.first_rank, p.last_rank, p.entries) for p in places] == [
        (1, 1, (1,)),
        (2, 2, (2,)),
        (3, 3, (3,)),
        (4, 4, (4,)),
        (5, 6, (5, 6)),
        (7, 8, (7, 8)),
    ]


def test_of_two_the_loser_has_to_win_twice() -> None:
    double = DoubleElimination(2)
    assert double.fill({(1, 1): 2})[1][0].pairing == Pairing(2, 1)
    assert double.placing({(1, 1): 2, (2, 1): 2})[0].entries == (2,)
    upset = {(1, 1): 2, (2, 1): 1}
    assert double.fill(upset)[2][0].pairing == Pairing(1, 2)
    assert [p.entries for p in double.placing(upset)] == [(1, 2)]
    assert double.placing(upset)[0].still_in
    assert [p.entries for p in double.placing({**upset, (3, 1): 1})] == [(1,), (2,)]


FINAL_OF_FOUR: dict[Slot, int | None] = {
    (1, 1): 1, (1, 2): 2, (2, 1): 1, (2, 2): 4, (3, 1): 2,
}  # fmt: skip


def test_the_one_without_a_loss_needs_one_win() -> None:
    double = DoubleElimination(4)
    final, reset = double.fill({**FINAL_OF_FOUR, (4, 1): 1})[3:]
    assert final[0].pairing == Pairing(1, 2)
    assert reset[0].pairing is None
    assert [p.entries for p in double.placing({**FINAL_OF_FOUR, (4, 1): 1})] == [
        (1,), (2,), (4,), (3,),
    ]  # fmt: skip


def test_in_the_reset_the_other_is_named_first() -> None:
    (reset,) = DoubleElimination(4).fill({**FINAL_OF_FOUR, (4, 1): 2})[4]
    assert reset.pairing == Pairing(2, 1)
    assert reset.is_ready


def test_a_reset_waits_for_the_final() -> None:
    (reset,) = DoubleElimination(4).fill(FINAL_OF_FOUR)[4]
    assert reset.is_open
    with pytest.raises(ValueError, match="there stands nobody yet"):
        DoubleElimination(4).fill({**FINAL_OF_FOUR, (5, 1): 1})


def test_a_corrected_final_drops_its_reset() -> None:
    played = {**FINAL_OF_FOUR, (4, 1): 2, (5, 1): 1}
    after = DoubleElimination(4).correct(played, (4, 1), 1)
    assert after.dropped == [(5, 1)]
    assert after.winners == {**FINAL_OF_FOUR, (4, 1): 1}


def test_a_result_brings_down_all_that_hangs_on_winner_and_loser() -> None:
    assert DoubleElimination(4).downstream((1, 1)) == [(2, 1), (2, 2), (3, 1), (4, 1), (5, 1)]
    assert DoubleElimination(4).downstream((2, 2)) == [(3, 1), (4, 1), (5, 1)]
    after = DoubleElimination(4).correct({**FINAL_OF_FOUR, (4, 1): 1}, (1, 2), 3)
    assert after.dropped == [(2, 1), (2, 2), (3, 1), (4, 1)]


def test_where_both_lost_both_are_out_and_byes_follow_in_both_parts() -> None:
    """The complaint that a double walkover left an empty seat to be walked over."""
    double = DoubleElimination(4)
    winners: dict[Slot, int | None] = {(1, 1): None, (1, 2): 3}
    second, losers = double.fill(winners)[1]
    assert second.pairing == Pairing(3, None)
    assert losers.pairing == Pairing(2, None)
    final = double.fill(winners)[3][0]
    assert final.pairing == Pairing(3, 2)
    assert [p.entries for p in double.placing({**winners, (4, 1): 3})] == [(3,), (2,), (1, 4)]


def test_who_has_no_opponent_in_the_final_wins_without_a_reset() -> None:
    double = DoubleElimination(4)
    winners: dict[Slot, int | None] = {(1, 1): 1, (1, 2): 2, (2, 1): None, (2, 2): 4}
    (final,), (reset,) = double.fill(winners)[3:]
    assert (final.pairing, final.winner) == (Pairing(4, None), 4)
    assert reset.pairing is None
    assert [(p.first_rank, p.entries) for p in double.placing(winners)] == [
        (1, (4,)),
        (2, (1, 2, 3)),
    ]


def test_both_losers_of_a_final_share_the_first_place() -> None:
    double = DoubleElimination(4)
    winners = {**FINAL_OF_FOUR, (4, 1): None}
    assert double.fill(winners)[4][0].pairing is None
    first, *_ = double.placing(winners)
    assert (first.first_rank, first.last_rank, first.entries) == (1, 2, (1, 2))
    assert not first.still_in


@pytest.mark.parametrize("entries", [-1, 0, 1])
def test_one_entry_is_no_double_elimination(entries: int) -> None:
    with pytest.raises(ValueError, match="at least 2"):
        DoubleElimination(entries)


@pytest.mark.parametrize("slot", [(0, 1), (1, 3), (2, 3), (5, 2), (6, 1)])
def test_a_slot_that_is_not_there_is_refused(slot: Slot) -> None:
    with pytest.raises(ValueError, match="a double elimination of 4 has no slot"):
        DoubleElimination(4).fill({slot: 1})
