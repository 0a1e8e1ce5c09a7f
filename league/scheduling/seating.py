"""
Who sits where at a table: everybody attacks everybody, deals first and has each seat evenly.

A matter apart from who sits together: ready-made schedules of other games leave some player in
one seat for a whole tournament. Every table is put in the best of all its orders, given all other
tables, until none changes; then a few are mixed and it begins again. Counts enter the cost as
c (c - 1) / 2, so that what has been had often is avoided before what has been had once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from random import Random

from league.scheduling.table_rounds import Seating, TableRound

# What comes first decides: partners, then attacks, then the first deal, then the other seats.
_PARTNER, _ATTACK, _FIRST_DEAL, _SEAT = 1_000_000, 1_000, 20, 1
# One table of so many is mixed when no table can be improved by itself.
_MIXED = 8
# In how many tables' best orders nothing may have come of it, and at least how many passes.
_VAIN_TABLES, _VAIN_PASSES = 200, 4


def seat_tables(
    rounds: Sequence[TableRound],
    history: Sequence[TableRound],
    rng: Random,
    *,
    sides: int = 0,
    steps: int,
) -> list[TableRound]:
    """
    The planned *rounds* with everybody at the same table, in seats balanced over all rounds.

    With *sides* the seats s, s + *sides* ... play together, and partners change as evenly as
    possible before anything else. At most about *steps* tables are put in their best order.
    """
    chairs = _Chairs.of(history, sides)
    tables = [table for played in rounds for table in played.tables]
    for table in tables:
        chairs.count(table, 1)
    best, least = list(tables), chairs.cost
    bound = chairs.bound()
    since = 0
    patience = max(_VAIN_PASSES, _VAIN_TABLES // max(1, len(tables)))
    while steps > 0 and since < patience and least > bound:
        steps -= _settle(tables, chairs, rng, steps)
        since += 1
        if chairs.cost < least:
            best, least, since = list(tables), chairs.cost, 0
        for place in rng.sample(range(len(tables)), max(1, len(tables) // _MIXED)):
            mixed = list(tables[place].entries)
            rng.shuffle(mixed)
            _replace(tables, place, Seating(tuple(mixed)), chairs)
    seated = iter(best)
    return [
        TableRound(tuple(next(seated) for _ in played.tables), played.sitting_out)
        for played in rounds
    ]


def reseat(
    entries: Sequence[int],
    history: Sequence[TableRound],
    rng: Random,
    *,
    sides: int = 0,
) -> Seating:
    """
    The best seats for one table, all other rounds and tables being as they are.

    For a no-show, a substitute, or seats that were found to be wrong. All orders are weighed;
    lots decide between equal ones. *history* has all rounds that count, without this table.

    Raises:
        ValueError: If an entry is named twice.
    """
    table = Seating(tuple(entries))
    return _best_order(table, _Chairs.of(history, sides), rng)


@dataclass(slots=True)
class _Chairs:
    """How often each has attacked each, had each seat and played with each, and what it costs."""

    sides: int
    attacked: dict[tuple[int, int], int] = field(default_factory=dict)
    sat: dict[tuple[int, int], int] = field(default_factory=dict)
    partnered: dict[tuple[int, int], int] = field(default_factory=dict)
    cost: int = 0
    spent: int = 0
    """What the history cost by itself."""

    @classmethod
    def of(cls, history: Sequence[TableRound], sides: int) -> "_Chairs":
        chairs = cls(sides)
        for played in history:
            for table in played.tables:
                chairs.count(table, 1)
        chairs.spent, chairs.cost = chairs.cost, 0
        return chairs

    def bound(self) -> int:
        """What the tables counted since the history cost at the least, by counting alone."""
        entries = len({entry for entry, _ in self.sat})
        seats = Counter[int]()
        for (_, seat), times in self.sat.items():
            seats[seat] += times
        pairs = entries * (entries - 1) // 2
        least = (
            _ATTACK * _even(sum(self.attacked.values()), 2 * pairs)
            + _PARTNER * _even(sum(self.partnered.values()), pairs)
            + sum(_seat_weight(seat) * _even(total, entries) for seat, total in seats.items())
        )
        return max(0, least - self.spent)

    def count(self, table: Seating, times: int) -> None:
        """Add a table (*times* 1) or take it away (-1), and keep the cost up to date."""
        seats = ((entry, seat) for seat, entry in enumerate(table.entries))
        for pair in table.attacks:
            self.cost += _ATTACK * _add(self.attacked, pair, times)
        for chair in seats:
            self.cost += _seat_weight(chair[1]) * _add(self.sat, chair, times)
        for pair in table.partners(self.sides):
            self.cost += _PARTNER * _add(self.partnered, pair, times)


def _add(counts: dict[tuple[int, int], int], key: tuple[int, int], times: int) -> int:
    before = counts.get(key, 0)
    counts[key] = before + times
    return before if times > 0 else 1 - before


def _even(total: int, keys: int) -> int:
    """What *total* costs when it is shared out among *keys* counts as evenly as may be."""
    each, more = divmod(total, keys) if keys else (0, 0)
    return keys * each * (each - 1) // 2 + more * each


def _seat_weight(seat: int) -> int:
    return _SEAT if seat else _FIRST_DEAL


def _settle(tables: list[Seating], chairs: _Chairs, rng: Random, steps: int) -> int:
    """Give tables their best orders until no pass over all of them helps; how many were given."""
    given = 0
    cost = None
    while chairs.cost != cost and given < steps:
        cost = chairs.cost
        for place in rng.sample(range(len(tables)), len(tables)):
            table = tables[place]
            chairs.count(table, -1)
            tables[place] = _best_order(table, chairs, rng)
            chairs.count(tables[place], 1)
            given += 1
    return given


def _replace(tables: list[Seating], place: int, table: Seating, chairs: _Chairs) -> None:
    chairs.count(tables[place], -1)
    tables[place] = table
    chairs.count(table, 1)


def _best_order(table: Seating, chairs: _Chairs, rng: Random) -> Seating:
    """The cheapest order of *table*, which is not counted; lots decide between equal ones."""
    entries = table.entries
    size = len(entries)
    attack = [
        [_ATTACK * chairs.attacked.get((one, other), 0) for other in entries] for one in entries
    ]
    partner = _partner_costs(entries, chairs.partnered) if chairs.sides else []
    circles: list[tuple[int, ...]] = []
    least = 1 << 60
    for circle in _circles(size):
        cost = 0
        previous = circle[-1]
        for current in circle:
            cost += attack[previous][current]
            previous = current
        for side in range(chairs.sides):
            for one, other in combinations(circle[side :: chairs.sides], 2):
                cost += partner[one][other]
        if cost < least:
            least, circles = cost, [circle]
        elif cost == least:
            circles.append(circle)
    # Turning the circle changes neither neighbours nor partners, only who has which seat.
    seat = [
        [_seat_weight(number) * chairs.sat.get((one, number), 0) for one in entries]
        for number in range(size)
    ]
    turned = [circle[turn:] + circle[:turn] for circle in circles for turn in range(size)]
    costs = [sum(row[who] for row, who in zip(seat, order, strict=True)) for order in turned]
    cheapest = min(costs)
    best = [order for order, cost in zip(turned, costs, strict=True) if cost == cheapest]
    return Seating(tuple(entries[place] for place in rng.choice(best)))


def _partner_costs(
    entries: Sequence[int], partnered: Mapping[tuple[int, int], int]
) -> list[list[int]]:
    return [
        [_PARTNER * partnered.get((min(one, other), max(one, other)), 0) for other in entries]
        for one in entries
    ]


@cache
def _circles(size: int) -> list[tuple[int, ...]]:
    """Every order round a table, wherever it begins."""
    return [(0, *rest) for rest in permutations(range(1, size))]
