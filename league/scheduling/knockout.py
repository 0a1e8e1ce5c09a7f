"""Knockout: the loser goes home, the winner meets the winner of the neighbouring match."""

from dataclasses import dataclass
from functools import cached_property

from league.scheduling.brackets import (
    Bracket,
    BracketMatch,
    Filled,
    Gap,
    LoserOf,
    Occupant,
    Placed,
    Placing,
    Plan,
    Slot,
    Source,
    WinnerOf,
    Winners,
    places,
)
from league.scheduling.values import Pairing


@dataclass(frozen=True)
class Knockout(Bracket):
    """
    A knockout for *entries* entries.

    With *third_place* the losers of the semi-finals meet beside the final, in the
    last round's second slot. When *reseeded*, each round is drawn anew from those who are
    left: the best starting rank meets the worst, and nothing is known of a round before the
    one before it is over.

    Raises:
        ValueError: If there are fewer than 2 entries, or fewer than 3 with *third_place*.
    """

    third_place: bool = False
    reseeded: bool = False

    def __post_init__(self) -> None:
        least = 3 if self.third_place else 2
        if self.entries < least:
            raise ValueError(f"this knockout needs at least {least} entries, not {self.entries}")

    @property
    def name(self) -> str:
        return "a knockout"

    @property
    def size(self) -> int:
        """Places in the first round, byes included: a power of two."""
        return bracket_size(self.entries)

    @property
    def last_round(self) -> int:
        return self.size.bit_length() - 1

    @property
    def third_place_slot(self) -> Slot:
        return (self.last_round, 2)

    @cached_property
    def plan(self) -> Plan:
        plan = opening(self.entries)
        for number in range(2, self.last_round + 1):
            sides = self._redrawn(number) if self.reseeded else self._neighbours(number)
            plan |= {(number, slot): pair for slot, pair in enumerate(sides, start=1)}
        if self.third_place:
            semi_finals = self.last_round - 1
            plan[self.third_place_slot] = LoserOf((semi_finals, 1)), LoserOf((semi_finals, 2))
        return plan

    def placing(self, winners: Winners) -> list[Placing]:
        rounds = self.fill(winners)
        extra = rounds[-1].pop() if self.third_place else None
        placings = places(self.entries, rounds)
        return [part for shared in placings for part in _third_place_split(shared, extra)]

    def _neighbours(self, number: int) -> list[tuple[Source, Source]]:
        return [
            (WinnerOf((number - 1, 2 * slot - 1)), WinnerOf((number - 1, 2 * slot)))
            for slot in range(1, (self.size >> number) + 1)
        ]

    def _redrawn(self, number: int) -> list[tuple[Source, Source]]:
        matches_before = self.size >> (number - 1)
        before = tuple((number - 1, slot) for slot in range(1, matches_before + 1))
        places_here = [Survivor(before, place) for place in seed_positions(matches_before)]
        return list(zip(places_here[::2], places_here[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Survivor:
    """The one at *place*, from 1, among the winners of *matches* by starting rank."""

    matches: tuple[Slot, ...]
    place: int

    @property
    def waits_for(self) -> tuple[Slot, ...]:
        return self.matches

    def found(self, filled: Filled) -> Occupant:
        winners = [filled[slot].winner for slot in self.matches]
        if Gap.OPEN in winners:
            return Gap.OPEN
        left = sorted(winner for winner in winners if isinstance(winner, int))
        return left[self.place - 1] if self.place <= len(left) else Gap.NOBODY


def bracket_size(entries: int) -> int:
    """The smallest power of two that holds all entries; 2 at least."""
    return max(2, 1 << (entries - 1).bit_length())


def seed_positions(size: int) -> list[int]:
    """
    Starting ranks from the top of the bracket to its foot, 1 and 2 in different halves.

    Raises:
        ValueError: If *size* is not a power of two of at least 2.
    """
    if size < 2 or size & (size - 1):
        raise ValueError(f"a bracket has 2, 4, 8, 16 ... places, not {size}")
    positions = [1, 2]
    while len(positions) < size:
        total = 2 * len(positions) + 1
        positions = [rank for best in positions for rank in (best, total - best)]
    return positions


def first_round(entries: int) -> list[Pairing]:
    """
    The first round in bracket order; the best starting ranks have the byes.

    Raises:
        ValueError: If there are fewer than 2 entries.
    """
    if entries < 2:
        raise ValueError(f"a bracket needs at least 2 entries, not {entries}")
    positions = seed_positions(bracket_size(entries))
    pairs = zip(positions[::2], positions[1::2], strict=True)
    return [Pairing(best, other if other <= entries else None) for best, other in pairs]


def opening(entries: int) -> Plan:
    """
    The first round as the beginning of a plan.

    Raises:
        ValueError: As :func:`first_round`.
    """
    return {
        (1, slot): (
            Placed(pairing.first),
            Placed(Gap.NOBODY if pairing.second is None else pairing.second),
        )
        for slot, pairing in enumerate(first_round(entries), start=1)
    }


def _third_place_split(shared: Placing, extra: BracketMatch | None) -> list[Placing]:
    """The losers of the semi-finals apart, once the match between them is decided."""
    if extra is None or not isinstance(extra.winner, int) or extra.winner not in shared.entries:
        return [shared]
    if len(shared.entries) == 1:
        return [shared]
    others = tuple(entry for entry in shared.entries if entry != extra.winner)
    third = Placing(shared.first_rank, shared.first_rank, (extra.winner,))
    return [third, Placing(shared.first_rank + 1, shared.last_rank, others)]
