"""Brackets: which match leads where, and who meets whom as far as the results tell it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from league.scheduling.values import Pairing

Slot = tuple[int, int]
"""Where a match stands in the bracket: its round and its number in the round, both from 1."""


class Gap(Enum):
    """What stands in a bracket where no entry does."""

    OPEN = "open"
    """Not known yet: an earlier match is still to be decided."""
    NOBODY = "nobody"
    """Nobody will come: a bye, or both lost the match that leads here."""


Occupant = int | Gap
"""An entry (starting rank, from 1), or why there is none."""

Winners = Mapping[Slot, int | None]
"""The accepted winner of each decided match; None where both lost and nobody goes on."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of the bracket, as far as it is known: who meets, and who goes on."""

    round: int
    slot: int
    first: Occupant
    second: Occupant
    winner: Occupant

    @property
    def sides(self) -> tuple[Occupant, Occupant]:
        return self.first, self.second

    @property
    def known(self) -> list[int]:
        """The entries that stand here, none, one or two of them."""
        return [who for who in self.sides if isinstance(who, int)]

    @property
    def is_open(self) -> bool:
        """Whether one has to wait for an earlier match."""
        return Gap.OPEN in self.sides

    @property
    def is_bye(self) -> bool:
        """Whether one entry goes on without a match."""
        return Gap.NOBODY in self.sides and len(self.known) == 1

    @property
    def is_ready(self) -> bool:
        """Whether both are known and the match is still to be decided."""
        return len(self.known) == 2 and self.winner is Gap.OPEN

    @property
    def is_decided(self) -> bool:
        """Whether two have met here (or should have) and the result is known."""
        return len(self.known) == 2 and self.winner is not Gap.OPEN

    @property
    def is_to_come(self) -> bool:
        """Whether two will meet here whose result is not known yet."""
        return self.winner is Gap.OPEN and Gap.NOBODY not in self.sides

    @property
    def losers(self) -> list[int]:
        """Who lost here: nobody, one, or both."""
        if not self.is_decided:
            return []
        return [entry for entry in self.known if entry != self.winner]

    @property
    def pairing(self) -> Pairing | None:
        """The meeting or the bye; None while it is open, or when nobody comes at all."""
        match self.sides:
            case int(first), int(second):
                return Pairing(first, second)
            case (int(entry), Gap.NOBODY) | (Gap.NOBODY, int(entry)):
                return Pairing(entry, None)
        return None


Filled = Mapping[Slot, BracketMatch]
"""The matches of the bracket up to some point in the order of play."""


class Source(Protocol):
    """Where a side of a match comes from."""

    @property
    def waits_for(self) -> tuple[Slot, ...]:
        """The earlier matches that decide who comes."""
        ...

    def found(self, filled: Filled) -> Occupant:
        """Who comes, as far as the earlier matches tell it."""
        ...


@dataclass(frozen=True, slots=True)
class Placed:
    """A side of the first round: known from the draw."""

    who: Occupant

    @property
    def waits_for(self) -> tuple[Slot, ...]:
        return ()

    def found(self, filled: Filled) -> Occupant:
        return self.who


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of an earlier match; nobody where both lost."""

    slot: Slot

    @property
    def waits_for(self) -> tuple[Slot, ...]:
        return (self.slot,)

    def found(self, filled: Filled) -> Occupant:
        return filled[self.slot].winner


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The one loser of an earlier match; nobody after a bye, or where both lost."""

    slot: Slot

    @property
    def waits_for(self) -> tuple[Slot, ...]:
        return (self.slot,)

    def found(self, filled: Filled) -> Occupant:
        match = filled[self.slot]
        if match.winner is Gap.OPEN:
            return Gap.OPEN
        return match.losers[0] if len(match.losers) == 1 else Gap.NOBODY


@dataclass(frozen=True, slots=True)
class Placing:
    """
    Entries that share a place: ranks *first_rank* to *last_rank*, best is 1.

    *still_in* marks those who have not gone home yet while the bracket is not finished;
    their ranks are all those still to be had. An unfinished round's losers are given all the
    ranks that round will share out.
    """

    first_rank: int
    last_rank: int
    entries: tuple[int, ...]
    still_in: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """The winners after a correction, and the later results that fell with the old one."""

    winners: dict[Slot, int | None]
    dropped: list[Slot]


Plan = dict[Slot, tuple[Source, Source]]
"""The two sides of every match, in an order in which no match comes before one it waits for."""


@dataclass(frozen=True)
class Bracket(ABC):
    """A bracket for *entries* entries, numbered from 1 in the order of their starting ranks."""

    entries: int

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is called in errors, such as “a knockout”."""

    @property
    @abstractmethod
    def plan(self) -> Plan:
        """Every match, round after round."""

    @abstractmethod
    def placing(self, winners: Winners) -> list[Placing]:
        """
        The ranks, best first. Who went home in the same round shares his place with the others.

        Raises:
            ValueError: As :meth:`fill`.
        """

    @property
    def rounds(self) -> list[list[Slot]]:
        """Every round's slots, from the first round to the last."""
        rounds: dict[int, list[Slot]] = {}
        for slot in self.plan:
            rounds.setdefault(slot[0], []).append(slot)
        return list(rounds.values())

    def fill(self, winners: Winners) -> list[list[BracketMatch]]:
        """
        The whole bracket, round by round, as far as *winners* tell it.

        A bye advances by itself. Where both lost (winner None) the next opponent has a bye.

        Raises:
            ValueError: If a winner does not stand in his slot, or the slot is not there.
        """
        filled = self._filled(winners)
        return [[filled[slot] for slot in slots] for slots in self.rounds]

    def played(self, winner_of: Callable[[BracketMatch], Occupant]) -> list[list[BracketMatch]]:
        """
        The whole bracket when *winner_of* says who won each match between two known entries.

        It is asked in order of play, and answers with one of the two, with nobody where both
        lost, or that the match is open yet.
        """
        winners: dict[Slot, int | None] = {}

        def ask(match: BracketMatch) -> None:
            if len(match.known) == 2 and (winner := winner_of(match)) is not Gap.OPEN:
                winners[match.round, match.slot] = winner if isinstance(winner, int) else None

        filled = self._filled(winners, ask)
        return [[filled[slot] for slot in slots] for slots in self.rounds]

    def correct(self, winners: Winners, slot: Slot, winner: int | None) -> Correction:
        """
        Set the winner of *slot*, and drop every later result between entries that no longer meet.

        A later result stays when the same two entries stand in its slot as before.

        Raises:
            ValueError: As :meth:`fill`, for the old winners and for the new one.
        """
        before = self._filled(winners)
        after = {**winners, self.checked(slot): winner}
        dropped = []

        def drop_what_no_longer_meets(match: BracketMatch) -> None:
            here = (match.round, match.slot)
            if here in after and match.sides != before[here].sides:
                del after[here]
                dropped.append(here)

        self._filled(after, drop_what_no_longer_meets)
        return Correction(after, dropped)

    def downstream(self, slot: Slot) -> list[Slot]:
        """
        The later slots whose meeting hangs on the result of this one, nearest first.

        Raises:
            ValueError: If the bracket has no such slot.
        """
        hanging = {self.checked(slot)}
        for later, sides in self.plan.items():
            if any(not hanging.isdisjoint(source.waits_for) for source in sides):
                hanging.add(later)
        return [later for later in self.plan if later in hanging and later != slot]

    def checked(self, slot: Slot) -> Slot:
        """
        The same slot, when it is one of the bracket's.

        Raises:
            ValueError: If it is not.
        """
        if slot not in self.plan:
            raise ValueError(f"{self.name} of {self.entries} has no slot {slot}")
        return slot

    def _filled(
        self, winners: Winners, before_it_counts: Callable[[BracketMatch], None] | None = None
    ) -> dict[Slot, BracketMatch]:
        """Every match in order of play; *before_it_counts* may still take its winner away."""
        for slot in winners:
            self.checked(slot)
        filled: dict[Slot, BracketMatch] = {}
        for slot, (first, second) in self.plan.items():
            match = BracketMatch(*slot, first.found(filled), second.found(filled), Gap.OPEN)
            if before_it_counts is not None:
                before_it_counts(match)
            filled[slot] = _decided(match, winners)
        return filled


def places(entries: int, rounds: Iterable[Iterable[BracketMatch]]) -> list[Placing]:
    """
    The ranks, best first, when everybody is ranked by the round he went home in.

    Args:
        entries: How many there are, numbered from 1.
        rounds: The matches whose losers go home, first round first. A match that is still to
            come counts as one that will send one entry home.
    """
    placings: list[Placing] = []
    remaining = set(range(1, entries + 1))
    ranks_left, worst_left = entries, 0
    for matches in map(list, rounds):
        gone = sorted(entry for match in matches for entry in match.losers)
        to_come = sum(match.is_to_come for match in matches)
        shared_out = len(gone) + to_come
        if gone:
            placings.append(Placing(ranks_left - shared_out + 1, ranks_left, tuple(gone)))
        if to_come:
            worst_left = max(worst_left, ranks_left)
        ranks_left -= shared_out
        remaining -= set(gone)
    if remaining:
        last_rank = worst_left or len(remaining)
        placings.append(Placing(1, last_rank, tuple(sorted(remaining)), worst_left > 0))
    return placings[::-1]


def _decided(match: BracketMatch, winners: Winners) -> BracketMatch:
    """
    The match with its winner, when there is one: as told, or whoever has no opponent.

    Raises:
        ValueError: If the winner told does not stand here.
    """
    slot = (match.round, match.slot)
    if slot in winners:
        told = winners[slot]
        if len(match.known) < 2 or (told is not None and told not in match.known):
            here = " and ".join(map(str, match.known)) or "nobody yet"
            raise ValueError(
                f"{told} cannot have won round {match.round}, slot {match.slot}: "
                f"there stands {here}"
            )
        return replace(match, winner=Gap.NOBODY if told is None else told)
    if match.is_open or len(match.known) == 2:
        return match
    return replace(match, winner=match.known[0] if match.known else Gap.NOBODY)
