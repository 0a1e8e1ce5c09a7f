"""Rounds at tables of three to six: who sits together, in which order, and who sits out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

SMALLEST_TABLE = 3
LARGEST_TABLE = 6


@dataclass(frozen=True, slots=True)
class Seating:
    """
    One table: its entries in the order of the seats, clockwise, seat 0 first.

    Entries are starting ranks from 1. Seat 0 has the first deal, and everybody attacks the one
    in the next seat, the last one attacks seat 0.

    Raises:
        ValueError: If an entry sits there twice.
    """

    entries: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(set(self.entries)) < len(self.entries):
            raise ValueError(f"an entry has two seats in {self.entries}; give each one seat")

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All who meet here, two by two, the lower starting rank first."""
        return combinations(sorted(self.entries), 2)

    @property
    def attacks(self) -> Iterator[tuple[int, int]]:
        """Each attacker with the one he attacks, his left neighbour."""
        following = (*self.entries[1:], self.entries[0])
        return zip(self.entries, following, strict=True)

    def partners(self, sides: int) -> Iterator[tuple[int, int]]:
        """All who play together when seats s, s + *sides* ... are a side; none without sides."""
        if sides:
            for side in range(sides):
                yield from combinations(sorted(self.entries[side::sides]), 2)


@dataclass(frozen=True, slots=True)
class TableRound:
    """
    One round: its tables, the largest first, and the entries that sit it out.

    Raises:
        ValueError: If an entry has more than one place in the round.
    """

    tables: tuple[Seating, ...]
    sitting_out: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        twice = [entry for entry, times in Counter(self.present).items() if times > 1]
        if twice:
            raise ValueError(f"entries {twice} have two places in one round; give each one place")

    @property
    def seated(self) -> list[int]:
        """All who play, table by table."""
        return [entry for table in self.tables for entry in table.entries]

    @property
    def present(self) -> list[int]:
        """All who are there, those sitting out last."""
        return [*self.seated, *self.sitting_out]

    @property
    def groups(self) -> frozenset[frozenset[int]]:
        """Who sits together, whatever the seats."""
        return frozenset(frozenset(table.entries) for table in self.tables)


@dataclass(frozen=True, slots=True)
class TableSizes:
    """How many tables of which size are set up, and how many entries find no seat."""

    sizes: tuple[int, ...]
    sitting_out: int


def table_sizes(entries: int, size: int, beside: int | None = None) -> TableSizes:
    """
    The tables of a round: as many entries as possible play, at tables of *size* where that can be.

    *beside* is a second size that may stand beside the first; without it all tables are alike.

    >>> table_sizes(14, 4, 3)
    TableSizes(sizes=(4, 4, 3, 3), sitting_out=0)

    Raises:
        ValueError: If a size is not 3 to 6, or the entries do not fill one table.
    """
    for number in (size, beside):
        if number is not None and not SMALLEST_TABLE <= number <= LARGEST_TABLE:
            raise ValueError(
                f"a table has {SMALLEST_TABLE} to {LARGEST_TABLE} seats, not {number}; choose one"
            )
    other = size if beside is None else beside
    if entries < min(size, other):
        raise ValueError(
            f"{entries} entries do not fill a table of {min(size, other)}; "
            "wait for more or choose smaller tables"
        )
    splits = [
        (first, second)
        for first in range(entries // size + 1)
        for second in [(entries - first * size) // other if beside is not None else 0]
    ]
    first, second = max(splits, key=lambda split: (split[0] * size + split[1] * other, split[0]))
    sizes = sorted([size] * first + [other] * second, reverse=True)
    return TableSizes(tuple(sizes), entries - sum(sizes))


def meetings(rounds: Iterable[TableRound]) -> Counter[tuple[int, int]]:
    """How often any two met, the lower starting rank first."""
    return Counter(pair for played in rounds for table in played.tables for pair in table.pairs)


def attacks(rounds: Iterable[TableRound]) -> Counter[tuple[int, int]]:
    """How often each sat just before each: (attacker, attacked)."""
    return Counter(pair for played in rounds for table in played.tables for pair in table.attacks)


def partnerships(rounds: Iterable[TableRound], sides: int) -> Counter[tuple[int, int]]:
    """How often any two were on one side, the lower starting rank first."""
    return Counter(
        pair for played in rounds for table in played.tables for pair in table.partners(sides)
    )


def seats_had(rounds: Iterable[TableRound]) -> Counter[tuple[int, int]]:
    """How often each had each seat: (entry, seat); seat 0 has the first deal."""
    return Counter(
        (entry, seat)
        for played in rounds
        for table in played.tables
        for seat, entry in enumerate(table.entries)
    )


def rounds_played(rounds: Iterable[TableRound]) -> Counter[int]:
    """How many rounds each has played."""
    return Counter(entry for played in rounds for entry in played.seated)


def last_sat_out(rounds: Sequence[TableRound]) -> dict[int, int]:
    """The number of the last round each sat out, from 1; those who never did are not in it."""
    return {
        entry: number
        for number, played in enumerate(rounds, start=1)
        for entry in played.sitting_out
    }
