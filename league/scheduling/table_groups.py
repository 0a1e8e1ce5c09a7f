"""
Who sits together at tables of three to six: a search for rounds in which people meet evenly.

Simulated annealing over exchanges of two entries within one round, of which one meets somebody he
has met already: for these schedules it finds in a tenth of a second what a tabu search (Dotú and
Van Hentenryck, Scheduling Social Golfers Locally, 2005) does not in several. A pair that has met
c times costs c (c - 1) / 2: the sum is least when all have met equally often, and earlier rounds
count like planned ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from operator import itemgetter
from random import Random

Arrangement = list[list[list[int]]]
"""Round by round the tables, each a list of entries; the last list of a round sits out."""

# An exchange that costs c more is made with chance exp(-c / heat); the heat falls from the one to
# the other over so many exchanges tried, and rises again.
_HOT, _COLD, _PERIOD = 0.5, 0.15, 20_000
# What it costs that one entry plays a round more and another one less than is their turn.
_OUT_OF_TURN = 2


@dataclass(frozen=True, slots=True)
class Before:
    """What earlier rounds leave behind: meetings by pair (lower first), rounds played, last out."""

    met: Mapping[tuple[int, int], int]
    played: Mapping[int, int]
    last_out: frozenset[int]


def arrange(start: Arrangement, before: Before, rng: Random, steps: int) -> Arrangement:
    """
    The rounds of *start* with their entries exchanged so that people meet as evenly as possible.

    The numbers of tables and seats stay, and so does how often each sits out where that was
    even; nobody who did not sit out two rounds running comes to do so. At most *steps*
    exchanges are tried. The same arguments give the same rounds.
    """
    search = _Search(start, before, rng)
    return search.best_of(steps)


class _Search:
    """The state of the search; entries are numbered from 0 inside."""

    def __init__(self, start: Arrangement, before: Before, rng: Random) -> None:
        self.rng = rng
        self.entries = sorted({entry for groups in start for group in groups for entry in group})
        number = {entry: place for place, entry in enumerate(self.entries)}
        self.rounds = [[[number[e] for e in group] for group in groups] for groups in start]
        self.met = [[0] * len(self.entries) for _ in self.entries]
        for (one, other), times in before.met.items():
            if one in number and other in number:
                self._count(number[one], number[other], times)
        self.least = self._least_cost()
        for tables in self.rounds:
            for table in tables[:-1]:
                for place, one in enumerate(table):
                    for other in table[:place]:
                        self._count(one, other, 1)
        self.cost = sum(c * (c - 1) for row in self.met for c in row) // 4
        self.out = [set(groups[-1]) for groups in self.rounds]
        self.last_out = {number[entry] for entry in before.last_out if entry in number}
        self.played = [
            before.played.get(entry, 0) + sum(place not in out for out in self.out)
            for place, entry in enumerate(self.entries)
        ]
        self.out_of_turn = 0
        self.best = self.cost
        self.seats = [
            [(place, seat) for place, group in enumerate(groups) for seat in range(len(group))]
            for groups in self.rounds
        ]

    def best_of(self, steps: int) -> Arrangement:
        """Exchange until the least possible cost or the end of *steps*; the best that was seen."""
        kept = self._copy()
        chance = self.rng.random
        period = min(steps, _PERIOD)
        for tried in range(steps):
            if self.best <= self.least:
                break
            number = int(chance() * len(self.rounds))
            groups, seats = self.rounds[number], self.seats[number]
            here = seats[int(chance() * (len(seats) - len(groups[-1])))]
            there = seats[int(chance() * len(seats))]
            change = self._change(number, here, there)
            if change is None:
                continue
            if change > 0:
                heat = _HOT * (_COLD / _HOT) ** (tried % period / period)
                if chance() >= exp(-change / heat):
                    continue
            self._swap(number, here, there)
            if self.out_of_turn <= 0 and self.cost < self.best:
                self.best = self.cost
                kept = self._copy()
        return kept

    def _change(self, number: int, here: tuple[int, int], there: tuple[int, int]) -> int | None:
        """What an exchange would cost; None where it is senseless or lets one sit out again."""
        (mine, seat), (theirs, spot) = here, there
        if mine == theirs:
            return None
        groups = self.rounds[number]
        one, other = groups[mine][seat], groups[theirs][spot]
        of_one, of_other = self.met[one], self.met[other]
        # Nobody has met himself, so each may stand in the sums of his own table.
        at_mine = itemgetter(*groups[mine])
        met_here: tuple[int, ...] = at_mine(of_one)
        if max(met_here) < 2:
            return None
        change: int = sum(at_mine(of_other)) - of_other[one] - sum(met_here) + len(groups[mine]) - 1
        if theirs == len(groups) - 1:
            if self._again_out(number, one):
                return None
            return change + _OUT_OF_TURN * (self.played[other] - self.played[one] + 1)
        at_theirs = itemgetter(*groups[theirs])
        change += sum(at_theirs(of_one)) - of_one[other] - sum(at_theirs(of_other))
        return change + len(groups[theirs]) - 1

    def _again_out(self, number: int, one: int) -> bool:
        """Whether *one*, sitting out this round, would do so twice running."""
        previous = self.out[number - 1] if number else self.last_out
        following = self.out[number + 1] if number + 1 < len(self.out) else ()
        return one in previous or one in following

    def _swap(self, number: int, here: tuple[int, int], there: tuple[int, int]) -> None:
        groups = self.rounds[number]
        (mine, seat), (theirs, spot) = here, there
        one, other = groups[mine][seat], groups[theirs][spot]
        sits_out = theirs == len(groups) - 1
        for who in groups[mine]:
            if who != one:
                self.cost += self._count(one, who, -1) + self._count(other, who, 1)
        if sits_out:
            self.out_of_turn += self.played[other] - self.played[one] + 1
            self.played[one] -= 1
            self.played[other] += 1
            self.out[number] ^= {one, other}
        else:
            for who in groups[theirs]:
                if who != other:
                    self.cost += self._count(other, who, -1) + self._count(one, who, 1)
        groups[mine][seat], groups[theirs][spot] = other, one

    def _count(self, one: int, other: int, times: int) -> int:
        """Let a pair meet *times* more; what that costs when it is once more or once less."""
        before = self.met[one][other]
        self.met[one][other] = self.met[other][one] = before + times
        return before if times > 0 else 1 - before

    def _least_cost(self) -> int:
        """The least cost counting allows: every planned meeting goes to who has met least."""
        size = len(self.entries)
        levels = [0]
        for place, row in enumerate(self.met):
            for times in row[:place]:
                while len(levels) <= times:
                    levels.append(0)
                levels[times] += 1
        cost = sum(pairs * times * (times - 1) // 2 for times, pairs in enumerate(levels))
        left = sum(
            len(table) * (len(table) - 1) // 2 for groups in self.rounds for table in groups[:-1]
        )
        times = filled = 0
        while left and size > 1:
            filled += levels[times] if times < len(levels) else 0
            raised = min(left, filled)
            cost += raised * times
            left -= raised
            times += 1
        return cost

    def _copy(self) -> Arrangement:
        return [
            [[self.entries[place] for place in group] for group in groups] for groups in self.rounds
        ]
