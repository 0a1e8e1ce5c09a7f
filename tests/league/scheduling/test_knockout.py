"""Knockouts by hand: seeds, byes, bracket, double losses, third place, corrections."""

import pytest

from league.scheduling.brackets import Gap, Slot
from league.scheduling.knockout import Knockout, bracket_size, first_round, seed_positions
from league.scheduling.values import Pairing

ORDER_OF_32 = [
    *(1, 32, 16, 17, 8, 25, 9, 24, 4, 29, 13, 20, 5, 28, 12, 21),
    *(2, 31, 15, 18, 7, 26, 10, 23, 3, 30, 14, 19, 6, 27, 11, 22),
]


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
        (32, ORDER_OF_32),
    ],
)
def test_starting_ranks_stand_where_the_best_meet_last(size: int, positions: list[int]) -> None:
    assert seed_positions(size) == positions


@pytest.mark.parametrize("entries", range(2, 34))
def test_in_each_round_the_places_of_a_match_add_up_the_same(entries: int) -> None:
    """So that favourites who all win meet as the starting ranks say, byes or none."""
    left = [who for p in first_round(entries) for who in (p.first, p.second or entries + 1)]
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        assert all(max(pair) == min(len(left) + 1 - min(pair), entries + 1) for pair in pairs)
        left = [min(pair) for pair in pairs]


@pytest.mark.parametrize("entries", range(17, 33))
def test_up_to_32_the_printed_order_stands_with_the_last_places_empty(entries: int) -> None:
    there = [who for p in first_round(entries) for who in (p.first, p.second)]
    assert there == [who if who <= entries else None for who in ORDER_OF_32]


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
    upper, lower = Knockout(5).fill({})[1]
    assert (upper.first, upper.second, upper.pairing) == (1, Gap.OPEN, None)
    assert lower.pairing == Pairing(2, 3)
    assert lower.is_ready


def test_a_later_match_opens_when_both_are_known() -> None:
    half_known = Knockout(4).fill({(1, 1): 4})[1][0]
    assert half_known.is_open
    assert half_known.known == [4]
    assert Knockout(4).fill({(1, 1): 4, (1, 2): 2})[1][0].pairing == Pairing(4, 2)


def test_when_both_lose_the_next_opponent_has_a_bye() -> None:
    """The complaint that a double walkover left an empty seat to be walked over."""
    final = Knockout(4).fill({(1, 1): None, (1, 2): 3})[1][0]
    assert final.is_bye
    assert final.pairing == Pairing(3, None)
    assert final.winner == 3


def test_a_side_that_may_still_come_is_not_yet_a_bye() -> None:
    final = Knockout(4).fill({(1, 1): None})[1][0]
    assert (final.first, final.second) == (Gap.NOBODY, Gap.OPEN)
    assert not final.is_bye
    assert final.winner is Gap.OPEN


def test_when_all_lose_nobody_wins() -> None:
    winners = {(1, 1): None, (1, 2): None}
    final = Knockout(4).fill(winners)[1][0]
    assert final.winner is Gap.NOBODY
    assert final.pairing is None
    assert [(p.first_rank, p.last_rank, p.entries) for p in Knockout(4).placing(winners)] == [
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
        Knockout(4).fill(winners)


def test_a_bye_has_no_result() -> None:
    with pytest.raises(ValueError, match="cannot have won"):
        Knockout(3).fill({(1, 1): 1})


@pytest.mark.parametrize("entries", [-1, 0, 1])
def test_one_entry_is_no_knockout(entries: int) -> None:
    with pytest.raises(ValueError, match="at least 2"):
        first_round(entries)


FAVOURITES_OF_SIX = {(1, 2): 4, (1, 4): 3, (2, 1): 1, (2, 2): 2, (3, 1): 1}


def test_losers_of_a_round_share_their_place() -> None:
    assert [
        (p.first_rank, p.last_rank, p.entries) for p in Knockout(6).placing(FAVOURITES_OF_SIX)
    ] == [
        (1, 1, (1,)),
        (2, 2, (2,)),
        (3, 4, (3, 4)),
        (5, 6, (5, 6)),
    ]


def test_an_unfinished_round_shares_out_all_its_ranks() -> None:
    still_in, lost = Knockout(8).placing({(1, 1): 1, (1, 2): 4})
    assert (still_in.still_in, still_in.entries) == (True, (1, 2, 3, 4, 6, 7))
    assert (lost.first_rank, lost.last_rank, lost.entries) == (5, 8, (5, 8))


def test_who_lost_early_in_a_later_round_does_not_count_as_worse_for_an_open_match() -> None:
    """One match of the first round is late, and a second-round match is over already."""
    first_round_results: dict[Slot, int | None] = {(1, 1): 1, (1, 2): 4, (1, 3): 2}
    places = Knockout(8).placing({**first_round_results, (2, 1): 1})
    assert [(p.first_rank, p.last_rank, p.entries) for p in places] == [
        (1, 8, (1, 2, 3, 6)),
        (3, 4, (4,)),
        (5, 8, (5, 7, 8)),
    ]


def test_both_losers_of_a_final_share_the_first_place() -> None:
    top = Knockout(2).placing({(1, 1): None})
    assert [(p.first_rank, p.last_rank, p.entries) for p in top] == [(1, 2, (1, 2))]
    assert not top[0].still_in


def test_third_place_is_played_by_the_losers_of_the_semi_finals() -> None:
    winners = {(1, 1): 1, (1, 2): 2}
    final, third = Knockout(4, third_place=True).fill(winners)[1]
    assert (final.pairing, third.pairing) == (Pairing(1, 2), Pairing(4, 3))
    ranks = Knockout(4, third_place=True).placing({**winners, (2, 1): 1, (2, 2): 3})
    assert [p.entries for p in ranks] == [(1,), (2,), (3,), (4,)]
    assert [p.first_rank for p in ranks] == [1, 2, 3, 4]


def test_third_place_is_shared_until_it_is_played() -> None:
    ranks = Knockout(4, third_place=True).placing({(1, 1): 1, (1, 2): 2, (2, 1): 2})
    assert [(p.first_rank, p.last_rank, p.entries) for p in ranks][-1] == (3, 4, (3, 4))


def test_with_three_entries_third_place_is_a_bye() -> None:
    third = Knockout(3, third_place=True).fill({(1, 2): 3})[1][1]
    assert third.pairing == Pairing(2, None)
    with pytest.raises(ValueError, match="at least 3"):
        Knockout(2, third_place=True)


def test_what_hangs_on_a_result() -> None:
    assert Knockout(8).downstream((1, 3)) == [(2, 2), (3, 1)]
    assert Knockout(8).downstream((2, 1)) == [(3, 1)]
    assert Knockout(8).downstream((3, 1)) == []
    assert Knockout(8, third_place=True).downstream((1, 3)) == [(2, 2), (3, 1), (3, 2)]
    assert Knockout(8, third_place=True).downstream((3, 2)) == []
    with pytest.raises(ValueError, match="no slot"):
        Knockout(8).downstream((1, 5))


def test_a_correction_drops_only_what_no_longer_meets() -> None:
    after = Knockout(6).correct(FAVOURITES_OF_SIX, (1, 2), 5)
    assert after.dropped == [(2, 1), (3, 1)]
    assert after.winners == {(1, 2): 5, (1, 4): 3, (2, 2): 2}
    assert Knockout(6).fill(after.winners)[1][0].pairing == Pairing(1, 5)


def test_a_correction_of_the_final_drops_nothing() -> None:
    after = Knockout(6).correct(FAVOURITES_OF_SIX, (3, 1), 2)
    assert after.dropped == []
    assert Knockout(6).placing(after.winners)[0].entries == (2,)


def test_a_correction_to_the_same_winner_changes_nothing() -> None:
    after = Knockout(6).correct(FAVOURITES_OF_SIX, (1, 2), 4)
    assert (after.winners, after.dropped) == (FAVOURITES_OF_SIX, [])


def test_a_lifted_double_loss_brings_the_match_back() -> None:
    winners = {(1, 1): None, (1, 2): 3}
    after = Knockout(4).correct(winners, (1, 1), 1)
    assert Knockout(4).fill(after.winners)[1][0].pairing == Pairing(1, 3)


def test_a_corrected_semi_final_drops_the_match_for_third_place() -> None:
    winners = {(1, 1): 1, (1, 2): 2, (2, 1): 1, (2, 2): 3}
    after = Knockout(4, third_place=True).correct(winners, (1, 1), 4)
    assert after.dropped == [(2, 1), (2, 2)]


def reseeded_meetings(winners: dict[Slot, int | None]) -> list[str]:
    rounds = Knockout(8, reseeded=True).fill(winners)
    names = {Gap.OPEN: "?", Gap.NOBODY: "bye"}
    return [
        " ".join(
            "-".join(names[who] if isinstance(who, Gap) else str(who) for who in match.sides)
            for match in matches
        )
        for matches in rounds
    ]


def test_reseeded_the_best_left_meets_the_worst_left() -> None:
    upsets: dict[Slot, int | None] = {(1, 1): 8, (1, 2): 4, (1, 3): 2, (1, 4): 6}
    assert reseeded_meetings(upsets) == ["1-8 4-5 2-7 3-6", "2-8 4-6", "?-?"]
    assert reseeded_meetings({**upsets, (2, 1): 8, (2, 2): 4})[2] == "4-8"


def test_a_reseeded_round_is_not_known_before_the_one_before_is_over() -> None:
    assert reseeded_meetings({(1, 1): 1, (1, 2): 4, (1, 3): 2})[1] == "?-? ?-?"


def test_reseeded_the_best_left_has_the_bye_when_both_lost() -> None:
    both_lost: dict[Slot, int | None] = {(1, 1): None, (1, 2): 5, (1, 3): 7, (1, 4): 3}
    assert reseeded_meetings(both_lost)[1:] == ["3-bye 5-7", "?-?"]


def test_reseeded_a_correction_may_change_every_later_match() -> None:
    knockout = Knockout(8, reseeded=True)
    assert knockout.downstream((1, 4)) == [(2, 1), (2, 2), (3, 1)]
    played: dict[Slot, int | None] = {(1, 1): 1, (1, 2): 4, (1, 3): 2, (1, 4): 3, (2, 1): 1}
    assert knockout.correct(played, (1, 3), 7).dropped == [(2, 1)]
    assert knockout.correct({**played, (2, 2): 2}, (1, 4), 6).dropped == [(2, 1), (2, 2)]


def test_the_order_of_play_does_not_decide_who_is_named_first() -> None:
    """The complaint that whoever finished first always had the first seat."""
    early = Knockout(4).fill({(1, 2): 3, (1, 1): 4})
    late = Knockout(4).fill({(1, 1): 4, (1, 2): 3})
    assert early[1][0].pairing == late[1][0].pairing == Pairing(4, 3)
