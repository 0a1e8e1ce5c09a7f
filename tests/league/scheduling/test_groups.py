"""Groups: dealing the field out, playing side by side, and the way into the knockout."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.groups import Qualifier, group_rounds, seed_order, snake
from league.scheduling.knockout import Knockout, bracket_size, first_round, seed_positions
from league.scheduling.round_robin import berger
from league.scheduling.values import Pairing

FIELDS = [
    (groups, qualifiers)
    for groups in range(1, 33)
    for qualifiers in range(1, 9)
    if 2 <= groups * qualifiers <= 64
]


def shown(order: list[Qualifier]) -> str:
    return " ".join(f"{'ABCDEFGHIJKL'[who.group - 1]}{who.place}" for who in order)


def meetings_by_round(groups: int, qualifiers: int) -> list[int]:
    """How many pairs of one group can first meet in the first round, the second and so on."""
    order = seed_order(groups, qualifiers)
    size = bracket_size(len(order))
    position = {rank: number for number, rank in enumerate(seed_positions(size))}
    mates = [
        [position[rank] for rank, who in enumerate(order, start=1) if who.group == group]
        for group in range(1, groups + 1)
    ]
    earliest = Counter((a ^ b).bit_length() for own in mates for a, b in combinations(own, 2))
    return [earliest[number] for number in range(1, size.bit_length())]


def fewest_meetings_by_round(groups: int, qualifiers: int) -> list[int]:
    """The same when every group is shared out evenly in halves, quarters and so on."""
    rounds = bracket_size(groups * qualifiers).bit_length() - 1
    together = [0]
    for number in range(1, rounds + 1):
        sections = 2 ** (rounds - number)
        fewer, more = qualifiers // sections, qualifiers % sections
        pairs = more * (fewer + 1) * fewer // 2 + (sections - more) * fewer * (fewer - 1) // 2
        together.append(groups * pairs)
    return [now - before for before, now in pairwise(together)]


@pytest.mark.parametrize(
    ("entries", "groups", "dealt"),
    [
        (4, 1, [[1, 2, 3, 4]]),
        (8, 2, [[1, 4, 5, 8], [2, 3, 6, 7]]),
        (9, 3, [[1, 6, 7], [2, 5, 8], [3, 4, 9]]),
        (10, 3, [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]),
        (16, 4, [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]),
    ],
)
def test_the_field_is_dealt_to_and_fro(entries: int, groups: int, dealt: list[list[int]]) -> None:
    assert snake(entries, groups) == dealt


@given(st.integers(1, 40), st.integers(0, 100))
def test_groups_are_equal_within_one_and_hold_everybody(groups: int, more: int) -> None:
    dealt = snake(2 * groups + more, groups)
    assert len(dealt) == groups
    sizes = [len(group) for group in dealt]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(entry for group in dealt for entry in group) == list(
        range(1, 2 * groups + more + 1)
    )


@pytest.mark.parametrize("groups", range(1, 20))
def test_groups_of_an_even_size_are_equally_strong(groups: int) -> None:
    assert len({sum(group) for group in snake(4 * groups, groups)}) == 1


@pytest.mark.parametrize(("entries", "groups"), [(3, 2), (0, 1), (1, 1), (4, 0), (4, -1)])
def test_a_field_too_small_for_its_groups_is_refused(entries: int, groups: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        snake(entries, groups)


def test_groups_play_side_by_side_and_a_smaller_one_is_done_sooner() -> None:
    rounds = group_rounds([[1, 4, 5], [2, 3]])
    assert [[len(pairings) for pairings in groups] for groups in rounds] == [[2, 1], [2, 0], [2, 0]]
    assert rounds[0] == [[Pairing(4, 5), Pairing(1, None)], [Pairing(2, 3)]]


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize(("entries", "groups"), [(7, 2), (16, 4), (11, 3), (12, 1)])
def test_each_group_plays_its_own_round_robin(entries: int, groups: int, cycles: int) -> None:
    dealt = snake(entries, groups)
    rounds = group_rounds(dealt, cycles)
    for number, group in enumerate(dealt):
        own = [pairings for groups_ in rounds if (pairings := groups_[number])]
        places = {entry: place for place, entry in enumerate(group, start=1)}
        assert berger(len(group), cycles) == [
            [Pairing(places[p.first], places[p.second] if p.second else None) for p in pairings]
            for pairings in own
        ]


@pytest.mark.parametrize("groups", [[], [[1, 2], [2, 3]], [[1], [2, 3]]])
def test_what_are_no_groups_is_refused(groups: list[list[int]]) -> None:
    with pytest.raises(ValueError, match=r"groups are one or more|at least 2"):
        group_rounds(groups)


@pytest.mark.parametrize(
    ("groups", "qualifiers", "order"),
    [
        (1, 4, "A1 A2 A3 A4"),
        (2, 1, "A1 B1"),
        (2, 2, "A1 B1 A2 B2"),
        (3, 2, "A1 B1 C1 B2 C2 A2"),
        (4, 2, "A1 B1 C1 D1 C2 D2 A2 B2"),
    ],
)
def test_seed_orders(groups: int, qualifiers: int, order: str) -> None:
    assert shown(seed_order(groups, qualifiers)) == order


def test_of_four_groups_the_first_meets_the_second_of_the_neighbour() -> None:
    order = seed_order(4, 2)
    pairs = [(order[p.first - 1], order[(p.second or 0) - 1]) for p in first_round(8)]
    assert [shown(list(pair)) for pair in pairs] == ["A1 B2", "D1 C2", "B1 A2", "C1 D2"]


@pytest.mark.parametrize(("groups", "qualifiers"), FIELDS)
def test_better_places_rank_before_worse_ones_and_everybody_ranks_once(
    groups: int, qualifiers: int
) -> None:
    order = seed_order(groups, qualifiers)
    assert [who.place for who in order] == [
        place for place in range(1, qualifiers + 1) for _ in range(groups)
    ]
    assert len(set(order)) == groups * qualifiers
    assert [who.group for who in order[:groups]] == list(range(1, groups + 1))


@pytest.mark.parametrize(("groups", "qualifiers"), FIELDS)
def test_group_mates_are_kept_apart_as_long_as_possible(groups: int, qualifiers: int) -> None:
    """The complaint that two of one group stood in the same half and met early."""
    assert meetings_by_round(groups, qualifiers) == fewest_meetings_by_round(groups, qualifiers)


@pytest.mark.parametrize("groups", range(2, 17))
def test_first_and_second_of_a_group_meet_again_only_in_the_final(groups: int) -> None:
    *before, final = meetings_by_round(groups, 2)
    assert not any(before)
    assert final == groups


@pytest.mark.parametrize("groups", range(2, 17))
def test_third_and_fourth_are_kept_from_their_group_until_the_semi_finals(groups: int) -> None:
    for qualifiers in (3, 4):
        assert not any(meetings_by_round(groups, qualifiers)[:-2])


@settings(max_examples=40)
@given(st.sampled_from([field for field in FIELDS if field[0] > 1]))
def test_byes_go_to_the_better_places(field: tuple[int, int]) -> None:
    order = seed_order(*field)
    byes = [match.known[0] for match in Knockout(len(order)).fill({})[0] if match.is_bye]
    with_bye = [order[rank - 1].place for rank in byes]
    without = [who.place for rank, who in enumerate(order, start=1) if rank not in byes]
    assert not with_bye or max(with_bye) <= min(without)


@pytest.mark.parametrize(("groups", "qualifiers"), [(1, 1), (0, 2), (2, 0), (-1, -2)])
def test_a_knockout_of_fewer_than_two_is_refused(groups: int, qualifiers: int) -> None:
    with pytest.raises(ValueError, match="at least 2"):
        seed_order(groups, qualifiers)
