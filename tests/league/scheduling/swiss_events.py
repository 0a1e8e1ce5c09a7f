"""Swiss events played by chance: withdrawals, late entries, byes, forfeits and forbidden pairs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from league.scheduling.swiss import PastBye, PastMatch, SwissField, System, next_round
from league.scheduling.values import Pairing

Paired = tuple[SwissField, list[Pairing]]
Pair = Callable[[SwissField], list[Pairing]]


@dataclass
class Event:
    """
    One event; *unrest* is the chance of each mishap for each entry and round.

    The stronger of two wins more often, and a tenth of the matches are drawn.
    """

    entries: int
    rounds: int
    random: Random
    unrest: float = 0.04
    forbidden: tuple[tuple[int, int], ...] = ()
    matches: list[PastMatch] = field(default_factory=list)
    byes: list[PastBye] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    before: SwissField = field(init=False)
    """The field of the round that is being paired, or could not be."""

    def play(self, pair: Pair = next_round) -> Iterator[Paired]:
        """Every round that was paired, before its results are known."""
        chance = self.random.random
        everybody = range(1, self.entries + 1)
        self.late = {entry for entry in everybody if chance() < self.unrest}
        for number in range(1, self.rounds + 1):
            if number > 2:
                self.late.clear()
            self.gone |= {entry for entry in everybody if number > 1 and chance() < self.unrest / 2}
            asked = {
                entry: self.random.choice([0.0, 0.5, 0.5, 1.0])
                for entry in everybody
                if entry not in self.gone | self.late and chance() < self.unrest
            }
            self.before = SwissField(
                round=number,
                rounds=self.rounds,
                entries=tuple(everybody),
                matches=tuple(self.matches),
                byes=tuple(self.byes),
                absent=frozenset(self.gone | self.late | asked.keys()),
                forbidden=self.forbidden,
            )
            pairings = pair(self.before)
            yield self.before, pairings
            self.byes += [PastBye(number, entry, points, False) for entry, points in asked.items()]
            self._finish(number, pairings)

    def _finish(self, number: int, pairings: list[Pairing]) -> None:
        for pairing in pairings:
            if pairing.second is None:
                self.byes.append(PastBye(number, pairing.first, 1.0))
                continue
            points, played = self._result(pairing.first, pairing.second)
            self.matches.append(PastMatch(number, pairing.first, pairing.second, *points, played))

    def _result(self, first: int, second: int) -> tuple[tuple[float, float], bool]:
        chance = self.random.random()
        if chance < self.unrest / 4:
            return (0.0, 0.0), False
        if chance < self.unrest:
            return self.random.choice([(1.0, 0.0), (0.0, 1.0)]), False
        if self.random.random() < 0.1:
            return (0.5, 0.5), True
        better = 0.5 + (second - first) / self.entries / 3
        return ((1.0, 0.0) if self.random.random() < better else (0.0, 1.0)), True


def with_system(system: System) -> Pair:
    return lambda before: next_round(before, system)


def pairs(pairings: list[Pairing]) -> set[frozenset[int]]:
    """Who meets whom, whoever deals first; the bye is one alone."""
    return {frozenset({p.first, p.second} - {None}) for p in pairings}  # type: ignore[arg-type]
