"""
Swiss by weighted matching: for fields too large for the Dutch system, and without its rules.

Of all rounds without a rematch, a second bye or a forbidden pair, the one that costs least. The
costs are compared in this order, an earlier one never given up for any sum of later ones:

1. repeats, where the organiser allows them because there is no other way: each rematch and
   second bye costs 1;
2. the bye: twice the points (in wins) that its holder has above the lowest;
3. deals, when they count: each pair costs 1 in which both must deal first, or both must not
   (a third time running, or a lead of three);
4. score groups: each pair costs the square of its difference, in half wins, so that two who
   float one step are better than one who floats two;
5. floats: 1 for each that floats the same way as in the last round, the bye being a float down;
6. deals, when they count: each pair costs 1 in which both would rather deal first, or not;
7. places: inside a score group the square of what the distance of two is off half the group
   (the best of the upper half meets the best of the lower); across groups the squares of the
   places from the foot of the upper and from the top of the lower group.

The costs stand as digits in one whole number, and Edmonds' algorithm as in rustworkx finds the
least sum. In a large field only likely pairs are offered to it: those near half a group apart,
and across neighbouring groups those near the border. When that leaves somebody alone, more are
offered, and in the end all: so a rematch that can be avoided is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import rustworkx

from league.scheduling.swiss_deals import in_order_of_deal
from league.scheduling.swiss_field import SwissField
from league.scheduling.swiss_limits import (
    Limits,
    Obstacle,
    UnpairableRound,
    check_pairable,
    in_table_order,
    limits,
    obstacle,
)
from league.scheduling.swiss_past import Float
from league.scheduling.values import Pairing

Edge = tuple[int, int]
"""Two places in the order of standing; the place after the last is the bye."""

_FIRST_WIDTH = 12
_ALL_UP_TO = 150
"""Entries up to which all pairs are offered at once."""


def matching(field: SwissField, *, deals: bool = True, repeats: bool = False) -> list[Pairing]:
    """
    The next round: in order of tables, the bye last.

    Args:
        field: What came before.
        deals: Whether who dealt first before has a say in who meets. The first deal itself
            is balanced either way.
        repeats: Allow rematches and second byes, as few as can be, where there is no round
            without. Forbidden pairs stay forbidden.

    Raises:
        UnpairableRound: If there is no such round; it says what stands in the way.
    """
    if len(field.present) < 2:
        raise UnpairableRound(field.round, Obstacle.TOO_FEW)
    strict = limits(field)
    table = _Table.of(field, strict, deals)
    width = _FIRST_WIDTH if len(table.order) > _ALL_UP_TO else len(table.order)
    matched = table.match(width)
    while matched is None and width < len(table.order):
        width *= 4
        matched = table.match(width)
    if matched is None:
        if not repeats:
            raise UnpairableRound(field.round, obstacle(field, strict))
        loose = check_pairable(field, deals=False, repeats=True)
        table = _Table.of(field, loose, deals)
        matched = table.match(len(table.order))
    return in_table_order(
        [table.pairing(edge, field) for edge in matched or ()],
        strict,
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """The entries in order of standing, and what it costs to pair two of them."""

    order: list[int]
    within: Limits
    deals: bool
    levels: list[int]
    """By place: points in half wins above the lowest, rounded; different points differ."""
    groups: list[int]
    """The place at which each score group begins, and the end."""
    start: list[int]
    size: list[int]
    """By place: where its score group begins, and how many it has."""
    bases: tuple[int, ...]
    """One more than the greatest sum of each cost."""

    @classmethod
    def of(cls, field: SwissField, within: Limits, deals: bool) -> "_Table":
        order = sorted(field.present, key=lambda entry: (-within.pasts[entry].points, entry))
        points = [within.pasts[entry].points for entry in order]
        half = (field.win - field.loss) / 2
        groups = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(points)) if a != b), len(order)]
        levels, start, size = [0] * len(order), [0] * len(order), [0] * len(order)
        level, below = 0, points[-1]
        for begin, end in reversed(list(pairwise(groups))):
            if points[begin] != below:
                level += max(1, round((points[begin] - below) / half))
                below = points[begin]
            for place in range(begin, end):
                levels[place], start[place], size[place] = level, begin, end - begin
        pairs = len(order) // 2 + 1
        top, far = level + 1, len(order)
        bases = (
            pairs + 1,
            top + 1,
            pairs + 1,
            top * top * pairs + 1,
            2 * pairs + 1,
            pairs + 1,
            2 * far * far * pairs + 1,
        )
        return cls(order, within, deals, levels, groups, start, size, bases)

    def match(self, width: int) -> list[Edge] | None:
        """The cheapest round among the pairs that *width* offers; None if nobody may be left."""
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        nodes = len(self.order) + len(self.order) % 2
        graph.add_nodes_from(range(nodes))
        most = 1
        for base in self.bases:
            most *= base
        graph.add_edges_from(
            [(one, other, most - self.cost(one, other)) for one, other in self.offered(width)]
        )
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(found) < nodes:
            return None
        return sorted((min(edge), max(edge)) for edge in found)

    def offered(self, width: int) -> Iterator[Edge]:
        """The pairs that may meet, near where they are likely to; each once."""
        last = len(self.order)
        for one in range(last):
            for other in self._likely(one, width):
                if self.within.may_meet(self.order[one], self.order[other]):
                    yield one, other
        if last % 2:
            for one in range(last):
                if self.within.may_rest(self.order[one]):
                    yield one, last

    def _likely(self, one: int, width: int) -> Iterator[int]:
        end = self.start[one] + self.size[one]
        half = one + self.size[one] // 2
        yield from range(max(one + 1, half - width), min(end, half + width + 1))
        if end - one <= width:
            yield from range(end, min(len(self.order), end + width))

    def cost(self, one: int, other: int) -> int:
        """What the pair costs; *other* stands below *one*, or is the bye."""
        parts = self._bye_parts(one) if other == len(self.order) else self._parts(one, other)
        total = 0
        for base, part in zip(self.bases, parts, strict=True):
            total = total * base + part
        return total

    def _bye_parts(self, one: int) -> tuple[int, ...]:
        past = self.within.pasts[self.order[one]]
        foot = self.start[one] + self.size[one] - 1 - one
        return past.had_bye, self.levels[one], 0, 0, past.floated(Float.DOWN), 0, foot * foot

    def _parts(self, one: int, other: int) -> tuple[int, ...]:
        upper, lower = self.order[one], self.order[other]
        above, below = self.within.pasts[upper], self.within.pasts[lower]
        met = lower in above.opponents
        clash = self.deals and self.within.deals_clash(upper, lower)
        contest = self.deals and above.due is not None and above.due == below.due
        step = self.levels[one] - self.levels[other]
        if not step:
            off = other - one - self.size[one] // 2
            return met, 0, clash, 0, 0, contest, off * off
        again = above.floated(Float.DOWN) + below.floated(Float.UP)
        foot = self.start[one] + self.size[one] - 1 - one
        top = other - self.start[other]
        return met, 0, clash, step * step, again, contest, foot * foot + top * top

    def pairing(self, edge: Edge, field: SwissField) -> Pairing:
        one, other = edge
        if other == len(self.order):
            return Pairing(self.order[one], None)
        pasts = self.within.pasts
        return in_order_of_deal(
            pasts[self.order[one]], pasts[self.order[other]], top_deals=field.top_deals
        )
