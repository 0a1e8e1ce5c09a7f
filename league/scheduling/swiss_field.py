"""What a Swiss round is paired from: entries, results and byes so far, and who may not meet."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PastMatch:
    """
    One match of an earlier round: *first* had the first deal, and the points of both.

    A match that was forfeited by one or both is not *played*: it gives points, but nobody
    has dealt, and the two may still be paired (FIDE C.04.1, article 5).
    """

    round: int
    first: int
    second: int
    first_points: float
    second_points: float
    played: bool = True


@dataclass(frozen=True, slots=True)
class PastBye:
    """
    A round that an entry sat out, and the points it was given for that.

    *allocated* tells the bye of the odd one out from one that was asked for: half a
    point, a full one, or nothing. A round in which an entry has neither match nor bye
    (before it came, after it left) counts as one asked for without points.
    """

    round: int
    entry: int
    points: float
    allocated: bool = True


@dataclass(frozen=True, slots=True)
class SwissField:
    """
    Everything the pairing of round *round* of *rounds* depends on.

    Args:
        round: The round to be paired, from 1.
        rounds: How many the stage has; the rules for the first deal are looser in the last.
        entries: The starting ranks of all who ever took part, also of those who left.
        matches: The matches of all earlier rounds, in any order.
        byes: The byes of all earlier rounds.
        absent: Who is not to be paired: withdrawn, excused for this round, or not here yet.
        forbidden: Pairs that are never to meet (one household, one club), in either order.
        win: What a match won is worth. Who had as much for sitting out gets no further bye.
        loss: What a match lost is worth.
        top_deals: Whether the best starting rank deals first in round 1: a matter of a lot.

    Raises:
        ValueError: If what is told contradicts itself; the message names the entry and round.
    """

    round: int
    rounds: int
    entries: tuple[int, ...]
    matches: tuple[PastMatch, ...] = ()
    byes: tuple[PastBye, ...] = ()
    absent: frozenset[int] = frozenset()
    forbidden: tuple[tuple[int, int], ...] = ()
    win: float = 1.0
    loss: float = 0.0
    top_deals: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.round <= self.rounds:
            raise ValueError(f"there is no round {self.round} among {self.rounds}")
        if self.win <= self.loss:
            raise ValueError(f"a win ({self.win}) must be worth more than a loss ({self.loss})")
        if len(set(self.entries)) < len(self.entries) or min(self.entries, default=1) < 1:
            raise ValueError("starting ranks are different numbers from 1")
        self._check_known(self.absent)
        for pair in self.forbidden:
            self._check_known(pair)
        self._check_once_a_round()

    @property
    def present(self) -> list[int]:
        """The starting ranks to be paired, best first."""
        return sorted(set(self.entries) - self.absent)

    @property
    def is_last(self) -> bool:
        return self.round == self.rounds

    def _check_known(self, named: Iterable[int]) -> None:
        for entry in named:
            if entry not in self.entries:
                raise ValueError(f"entry {entry} is named but does not take part")

    def _check_once_a_round(self) -> None:
        seen: set[tuple[int, int]] = set()
        named = [
            (match.round, who) for match in self.matches for who in (match.first, match.second)
        ]
        named += [(bye.round, bye.entry) for bye in self.byes]
        known = set(self.entries)
        for number, entry in named:
            if entry not in known:
                raise ValueError(f"entry {entry} has a result but does not take part")
            if not 1 <= number < self.round:
                raise ValueError(f"a result of round {number} cannot count for round {self.round}")
            if (number, entry) in seen:
                raise ValueError(f"entry {entry} has two results in round {number}")
            seen.add((number, entry))
