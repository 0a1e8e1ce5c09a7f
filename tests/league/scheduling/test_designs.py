"""Perfect schedules: nobody meets anybody twice, and those that should meet everybody do."""

from collections import Counter
from itertools import combinations

import pytest

from league.scheduling.designs import Groups, meets_everybody, perfect_rounds
from league.scheduling.fields import field_of, prime_powers


def met(rounds: list[Groups]) -> Counter[tuple[int, int]]:
    return Counter(pair for groups in rounds for table in groups for pair in combinations(table, 2))


@pytest.mark.parametrize(
    ("entries", "size", "rounds"),
    [
        (9, 3, 4),
        (15, 3, 7),
        (21, 3, 10),
        (27, 3, 13),
        (16, 4, 5),
        (28, 4, 9),
        (64, 4, 21),
        (25, 5, 6),
        (125, 5, 31),
    ],
)
def test_everybody_meets_everybody_once(entries: int, size: int, rounds: int) -> None:
    known = perfect_rounds([size] * (entries // size), most=100)
    assert len(known) == rounds
    assert set(met(known).values()) == {1}
    assert len(met(known)) == entries * (entries - 1) // 2
    assert meets_everybody(entries, known)


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ([3] * 4, 4),
        ([3] * 8, 11),
        ([3] * 10, 14),
        ([4] * 5, 5),
        ([4] * 6, 7),
        ([4] * 8, 10),
        ([4] * 9, 9),
        ([5] * 7, 7),
        ([6] * 7, 7),
        ([6] * 8, 8),
        ([4, 4, 4, 3], 5),
        ([4] * 6 + [3], 9),
        ([4] * 7 + [3], 10),
        ([4] * 5 + [3] * 3, 8),
        ([5, 5, 4, 4, 4], 5),
        ([6, 6, 5, 5, 5, 5, 5, 5], 8),
    ],
)
def test_nobody_meets_anybody_twice(sizes: list[int], rounds: int) -> None:
    known = perfect_rounds(sizes, most=rounds + 5)
    assert len(known) == rounds
    for groups in known:
        assert [len(table) for table in groups] == sizes
        assert sorted(entry for table in groups for entry in table) == [*range(1, sum(sizes) + 1)]
    assert max(met(known).values()) == 1


def test_no_more_rounds_come_than_are_asked_for() -> None:
    assert len(perfect_rounds([4] * 16, most=3)) == 3
    assert len(perfect_rounds([3] * 333, most=2)) == 2


@pytest.mark.parametrize("sizes", [[], [6] * 6, [4, 4], [5, 3], [6, 5, 4], [4] * 10])
def test_where_nothing_is_known_there_is_no_round(sizes: list[int]) -> None:
    """Six tables of six: there is no plane of order six."""
    assert perfect_rounds(sizes, most=3) == []


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32, 49, 64])
def test_in_a_field_every_equation_has_one_answer(order: int) -> None:
    field = field_of(order)
    assert field is not None
    numbers = list(range(order))
    for one in numbers:
        assert sorted(field.plus(one, other) for other in numbers) == numbers
        if one:
            assert sorted(field.times(one, other) for other in numbers) == numbers
        assert field.times(one, 1) == one
        for other in numbers[:5]:
            assert field.times(one, other) == field.times(other, one)
            third = field.times(one, field.plus(other, 1))
            assert third == field.plus(field.times(one, other), one)


@pytest.mark.parametrize("order", [0, 1, 6, 10, 12, 81, 1009])
def test_there_is_no_field_of_any_other_order_here(order: int) -> None:
    assert field_of(order) is None


@pytest.mark.parametrize(
    ("number", "powers"),
    [(1, []), (2, [(2, 1)]), (12, [(2, 2), (3, 1)]), (97, [(97, 1)]), (999, [(3, 3), (37, 1)])],
)
def test_a_number_is_the_product_of_its_primes(number: int, powers: list[tuple[int, int]]) -> None:
    assert prime_powers(number) == powers
