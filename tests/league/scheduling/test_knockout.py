"""Knockouts by hand: seeds, byes, bracket, double losses, third place, corrections."""

import pytest

from league.scheduling.knockout import (
    Bracket,
    Gap,
    bracket_size,
    correct,
    downstream,
    fill,
    first_round,
    placing,
    seed_positions,
)
from league.scheduling.values import Pairing


def shown(pairings: list[Pairing]) -> str:
    return " ".join(f"{pairing.first}-{pairing.second or 'bye'}" for pairing in pairings)


@pytest.mark.parametrize(
    ("entries", "size"),
    [(2, 2), (3, 4), (4, 4), (5, 8), (8, 8), (9, 16), (16, 16), (17, 32), (33, 64)],
)
def test_the_bracket_is_the_next_power_of_two(entries: int, size: int) -> None:
    assert bracket_size(entries) == size


@pytest.mark.parametrize(
    ("size", "positions"),
    [
        (2, [1, 2]),
        (4, [1, 4, 2, 3]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_starting_ranks_stand_where_the_best_meet_last(size: int, positions: list[int]) -> None:
    assert seed_positions(size) == positions


@pytest.mark.parametrize("size", [0, 1, 3, 6, 12, -4])
def test_only_powers_of_two_are_brackets(size: int) -> None:
    with pytest.raises(ValueError, match="places"):
        seed_positions(size)


@pytest.mark.parametrize(
    ("entries", "pairings"),
    [
        (2, "1-2"),
        (3, "1-bye 2-3"),
        (5, "1-bye 4-5 2-bye 3-bye"),
        (6, "1-bye 4-5 2-bye 3-6"),
        (8, "1-8 4-5 2-7 3-6"),
        (12, "1-bye 8-9 4-bye 5-12 2-bye 7-10 3-bye 6-11"),
        (16, "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11"),
    ],
)
def test_the_best_have_the_byes(entries: int, pairings: str) -> None:
    assert shown(first_round(entries)) == pairings


def test_with_five_the_second_and_third_can_play_at_once() -> None:
    upper, lower = fill(5, {})[1]
    assert (upper.first, upper.second, upper.pairing) == (1, Gap.OPEN, None)
    assert lower.pairing == Pairing(2, 3)
    assert lower.is_ready


def test_a_later_match_opens_when_both_are_known() -> None:
    half_known = fill(4, {(1, 1): 4})[1][0]
    assert half_known.is_open
    assert half_known.known == [4]
    assert fill(4, {(1, 1): 4, (1, 2): 2})[1][0].pairing == Pairing(4, 2)


def test_when_both_lose_the_next_opponent_has_a_bye() -> None:
    final = fill(4, {(1, 1): None, (1, 2): 3})[1][0]
    assert final.is_bye
    assert final.pairing == Pairing(3, None)
    assert final.winner == 3


def test_a_side_that_may_still_come_is_not_yet_a_bye() -> None:
    final = fill(4, {(1, 1): None})[1][0]
    assert (final.first, final.second) == (Gap.NOBODY, Gap.OPEN)
    assert not final.is_bye
    assert final.winner is Gap.OPEN


def test_when_all_lose_nobody_wins() -> None:
    winners = {(1, 1): None, (1, 2): None}
    final = fill(4, winners)[1][0]
    assert final.winner is Gap.NOBODY
    assert final.pairing is None
    assert [(p.first_rank, p.last_rank, p.entries) for p in placing(4, winners)] == [
        (1, 4, (1, 2, 3, 4))
    ]


@pytest.mark.parametrize(
    ("winners", "message"),
    [
        ({(1, 1): 2}, "2 cannot have won round 1, slot 1: there stands 1 and 4"),
        ({(2, 1): 1}, "there stands nobody yet"),
        ({(1, 1): 1, (2, 1): 1}, "there stands 1"),
        ({(1, 3): 1}, "no slot"),
        ({(3, 1): 1}, "no slot"),
        ({(0, 1): 1}, "no slot"),
    ],
)
def test_a_winner_who_does_not_stand_there_is_refused(
    winners: dict[tuple[int, int], int | None], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        fill(4, winners)


def test_a_bye_has_no_result() -> None:
    with pytest.raises(ValueError, match="cannot have won"):
        fill(3, {(1, 1): 1})


@pytest.mark.parametrize("entries", [-1, 0, 1])
def test_one_entry_is_no_knockout(entries: int) -> None:
    with pytest.raises(ValueError, match="at least 2"):
        first_round(entries)


FAVOURITES_OF_SIX = {(1, 2): 4, (1, 4): 3, (2, 1): 1, (2, 2): 2, (3, 1): 1}


def test_losers_of_a_round_share_their_place() -> None:
    assert [(p.first_rank, p.last_rank, p.entries) for p in placing(6, FAVOURITES_OF_SIX)] == [
        (1, 1, (1,)),
        (2, 2, (2,)),
        (3, 4, (3, 4)),
        (5, 6, (5, 6)),
    ]


def test_an_unfinished_round_shares_out_all_its_ranks() -> None:
    still_in, lost = placing(8, {(1, 1): 1, (1, 2): 4})
    assert (still_in.still_in, still_in.entries) == (True, (1, 2, 3, 4, 6, 7))
    assert (lost.first_rank, lost.last_rank, lost.entries) == (5, 8, (5, 8))


def test_both_losers_of_a_final_share_the_first_place() -> None:
    top = placing(2, {(1, 1): None})
    assert [(p.first_rank, p.last_rank, p.entries) for p in top] == [(1, 2, (1, 2))]
    assert not top[0].still_in


def test_third_place_is_played_by_the_losers_of_the_semi_finals() -> None:
    winners = {(1, 1): 1, (1, 2): 2}
    final, third = fill(4, winners, third_place=True)[1]
    assert (final.pairing, third.pairing) == (Pairing(1, 2), Pairing(4, 3))
    ranks = placing(4, {**winners, (2, 1): 1, (2, 2): 3}, third_place=True)
    assert [p.entries for p in ranks] == [(1,), (2,), (3,), (4,)]
    assert [p.first_rank for p in ranks] == [1, 2, 3, 4]


def test_third_place_is_shared_until_it_is_played() -> None:
    ranks = placing(4, {(1, 1): 1, (1, 2): 2, (2, 1): 2}, third_place=True)
    assert [(p.first_rank, p.last_rank, p.entries) for p in ranks][-1] == (3, 4, (3, 4))


def test_with_three_entries_third_place_is_a_bye() -> None:
    third = fill(3, {(1, 2): 3}, third_place=True)[1][1]
    assert third.pairing == Pairing(2, None)
    with pytest.raises(ValueError, match="at least 3"):
        Bracket(2, third_place=True)


def test_what_hangs_on_a_result() -> None:
    assert downstream(8, 1, 3) == [(2, 2), (3, 1)]
    assert downstream(8, 2, 1) == [(3, 1)]
    assert downstream(8, 3, 1) == []
    assert downstream(8, 1, 3, third_place=True) == [(2, 2), (3, 1), (3, 2)]
    assert downstream(8, 3, 2, third_place=True) == []
    with pytest.raises(ValueError, match="no slot"):
        downstream(8, 1, 5)


def test_a_correction_drops_only_what_no_longer_meets() -> None:
    after = correct(6, FAVOURITES_OF_SIX, (1, 2), 5)
    assert after.dropped == [(2, 1), (3, 1)]
    assert after.winners == {(1, 2): 5, (1, 4): 3, (2, 2): 2}
    assert fill(6, after.winners)[1][0].pairing == Pairing(1, 5)


def test_a_correction_of_the_final_drops_nothing() -> None:
    after = correct(6, FAVOURITES_OF_SIX, (3, 1), 2)
    assert after.dropped == []
    assert placing(6, after.winners)[0].entries == (2,)


def test_a_correction_to_the_same_winner_changes_nothing() -> None:
    after = correct(6, FAVOURITES_OF_SIX, (1, 2), 4)
    assert (after.winners, after.dropped) == (FAVOURITES_OF_SIX, [])


def test_a_lifted_double_loss_brings_the_match_back() -> None:
    winners = {(1, 1): None, (1, 2): 3}
    after = correct(4, winners, (1, 1), 1)
    assert fill(4, after.winners)[1][0].pairing == Pairing(1, 3)


def test_a_corrected_semi_final_drops_the_match_for_third_place() -> None:
    winners = {(1, 1): 1, (1, 2): 2, (2, 1): 1, (2, 2): 3}
    after = correct(4, winners, (1, 1), 4, third_place=True)
    assert after.dropped == [(2, 1), (2, 2)]
