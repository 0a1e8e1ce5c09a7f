"""Groups: a field dealt into equal parts that play apart, and their best into a knockout."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from league.scheduling.flows import Edge, circulation
from league.scheduling.knockout import bracket_size, seed_positions
from league.scheduling.round_robin import berger
from league.scheduling.values import Pairing


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Who finished a group in a certain place; groups and places are counted from 1."""

    group: int
    place: int


def snake(entries: int, groups: int) -> list[list[int]]:
    """
    The groups' entries by starting rank, dealt to and fro: 1 2 3, then 6 5 4, then 7 8 9.

    So the groups are as nearly equal in size and strength as this order allows: sizes
    differ by one at most.

    Args:
        entries: How many take part. They are numbered from 1 in the order of starting rank.
        groups: How many groups there are to be, at least 1.

    Raises:
        ValueError: If there is no group, or a group would have fewer than 2 entries.
    """
    if groups < 1:
        raise ValueError(f"there is at least 1 group, not {groups}")
    if entries < 2 * groups:
        raise ValueError(
            f"{groups} groups need at least {2 * groups} entries, two each, not {entries}"
        )
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for start in range(0, entries, groups):
        row = range(start + 1, min(start + groups, entries) + 1)
        is_back = start // groups % 2
        for entry, group in zip(row, reversed(dealt) if is_back else dealt, strict=False):
            group.append(entry)
    return dealt


def group_rounds(groups: Sequence[Sequence[int]], cycles: int = 1) -> list[list[list[Pairing]]]:
    """
    A round robin in each group, played side by side.

    Args:
        groups: The entries of each group, best starting rank first; 2 or more each.
        cycles: How often everybody meets everybody of his group, at least 1.

    Returns:
        For every round, for every group in order, its pairings and its bye. A smaller group
        that is done has nothing in the last rounds.

    Raises:
        ValueError: If there is no group, an entry stands in two places, or as :func:`berger`.
    """
    everybody = [entry for group in groups for entry in group]
    if not groups or len(everybody) != len(set(everybody)):
        raise ValueError(f"groups are one or more, with every entry in one of them, not {groups}")
    tables = [[_renamed(group, row) for row in berger(len(group), cycles)] for group in groups]
    return [
        [rounds[number] if number < len(rounds) else [] for rounds in tables]
        for number in range(max(map(len, tables)))
    ]


def seed_order(groups: int, qualifiers: int) -> list[Qualifier]:
    """
    Who gets which starting rank in the knockout after the groups, the first rank first.

    First come all first places, then all second ones and so on: better places have the byes,
    and meet later. Within a place the groups are ordered so that those of one group are kept
    apart as long as possible: they are shared out evenly among the halves of the bracket,
    among its quarters, and so on. First places keep the order of the groups.

    Args:
        groups: How many groups there are, at least 1.
        qualifiers: How many go on from each group, at least 1; at least 2 go on in all.

    Raises:
        ValueError: If fewer than 2 would go on.
    """
    entries = groups * qualifiers
    if groups < 1 or qualifiers < 1 or entries < 2:
        raise ValueError(f"at least 2 have to go on, not {qualifiers} from each of {groups} groups")
    positions = {
        rank: position
        for position, rank in enumerate(seed_positions(bracket_size(entries)))
        if rank <= entries
    }
    order: dict[int, Qualifier] = {}
    for left in range(groups, 0, -1):
        group, *others = _spread(positions, groups, left)
        for place, rank in enumerate((group, *others), start=1):
            order[rank] = Qualifier(group, place)
            del positions[rank]
    return [order[rank] for rank in range(1, entries + 1)]


def _spread(positions: dict[int, int], groups: int, left: int) -> list[int]:
    """
    One starting rank of each place, for one of the *left* groups that have none yet.

    Of the ranks in any section of the bracket it takes its even share, rounded up or down.
    Taking the same fraction of every rank would be exact, and bounds on nested sections and
    on places make a network, so a choice in whole numbers exists; what remains
    can be shared out in the same way.

    Args:
        positions: Starting rank -> position in the bracket from 0, of the ranks not taken yet.
    """
    levels = max(1, max(positions.values()).bit_length())
    edges = [Edge(("place", (rank - 1) // groups), rank, 0, 1) for rank in positions]
    choices = len(edges)
    edges += [Edge(rank, (1, position >> 1), 0, 1) for rank, position in positions.items()]
    for level in range(1, levels + 1):
        sections = Counter(position >> level for position in positions.values())
        for section, ranks in sections.items():
            above = "places" if level == levels else (level + 1, section >> 1)
            edges.append(Edge((level, section), above, ranks // left, -(-ranks // left)))
    for place in range(len(positions) // left):
        edges.append(Edge("places", ("place", place), 1, 1))
    flow = circulation(edges)
    return sorted(rank for rank, taken in zip(positions, flow[:choices], strict=True) if taken)


def _renamed(group: Sequence[int], pairings: Sequence[Pairing]) -> list[Pairing]:
    """The pairings of 1, 2, 3 ... as those of the first, second, third ... of the group."""
    return [
        Pairing(group[pairing.first - 1], pairing.second and group[pairing.second - 1])
        for pairing in pairings
    ]
