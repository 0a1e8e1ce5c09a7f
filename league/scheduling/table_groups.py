"""
Who sits together at tables of three to six: a search for rounds in which people meet evenly.

A tabu search over exchanges of two entries within one round, after Dotú and Van Hentenryck,
Scheduling Social Golfers Locally (CPAIOR 2005). A pair that has met c times costs c (c - 1) / 2:
the sum is least when all have met equally often, so that a second meeting comes only when a
third would be the alternative, and earlier rounds count like planned ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from random import Random

Arrangement = list[list[list[int]]]
"""Round by round the tables, each a list of entries; the last list of a round sits out."""

# How long an exchange may not be taken back, in exchanges made: this, and up to as much again.
_TABU = 5
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
    exchanges are made. The same arguments give the same rounds.
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
        self.tabu: dict[tuple[int, int, int], int] = {}

    def best_of(self, steps: int) -> Arrangement:
        """Exchange until the least possible cost or the end of *steps*; the best that was seen."""
        kept = self._copy()
        for made in range(steps):
            if self.best <= self.least:
                break
            number = self.rng.randrange(len(self.rounds))
            crowded = self._crowded(number)
            if not crowded:
                continue
            self._exchange(number, *self.rng.choice(crowded), made)
            if self.out_of_turn <= 0 and self.cost < self.best:
                self.best = self.cost
                kept = self._copy()
        return kept

    def _crowded(self, number: int) -> list[tuple[int, int]]:
        """The seats of a round, table and place, where somebody meets one he has met already."""
        return [
            (place, seat)
            for place, table in enumerate(self.rounds[number][:-1])
            for times_met in [itemgetter(*table)]
            for seat, one in enumerate(table)
            if max(times_met(self.met[one])) > 1
        ]

    def _exchange(self, number: int, place: int, seat: int, made: int) -> None:
        """Put the one on this seat where it costs least, and whoever is there in his place."""
        groups = self.rounds[number]
        one = groups[place][seat]
        row = self.met[one]
        with_mine = itemgetter(*(other for other in groups[place] if other != one))
        own = sum(with_mine(row)) - len(groups[place]) + 1
        chosen: tuple[int, int] | None = None
        least = 1 << 60
        first = self.rng.randrange(len(groups))
        for there in (*range(first, len(groups)), *range(first)):
            group = groups[there]
            sits_out = there == len(groups) - 1
            if there == place or (sits_out and self._again_out(number, one)):
                continue
            if not sits_out:
                with_theirs = itemgetter(*group)
                # Nobody has met himself, so he may stand in his own sum.
                moved_in = sum(with_theirs(row)) + len(group) - 1
            for spot, other in enumerate(group):
                theirs = self.met[other]
                change = sum(with_mine(theirs)) - own
                if sits_out:
                    change += _OUT_OF_TURN * (self.played[other] - self.played[one] + 1)
                else:
                    change += moved_in - row[other] - sum(with_theirs(theirs))
                if change > least or (change == least and self.rng.random() < 0.6):
                    continue
                pair = (number, one, other) if one < other else (number, other, one)
                if self.tabu.get(pair, 0) > made and self.cost + change >= self.best:
                    continue
                least, chosen = change, (there, spot)
            if least <= -max(own, 1):
                break
        if chosen is not None:
            self._swap(number, (place, seat), chosen, made)

    def _again_out(self, number: int, one: int) -> bool:
        """Whether *one*, sitting out this round, would do so twice running."""
        previous = self.out[number - 1] if number else self.last_out
        following = self.out[number + 1] if number + 1 < len(self.out) else ()
        return one in previous or one in following

    def _swap(self, number: int, here: tuple[int, int], there: tuple[int, int], made: int) -> None:
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
        pair = (number, min(one, other), max(one, other))
        self.tabu[pair] = made + _TABU + self.rng.randrange(_TABU + 1)

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
