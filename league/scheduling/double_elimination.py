"""Double elimination: the first loss sends one to the losers' rounds, the second one home."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from league.scheduling.brackets import (
    Bracket,
    BracketMatch,
    Filled,
    Gap,
    LoserOf,
    Occupant,
    Placing,
    Plan,
    Slot,
    Source,
    WinnerOf,
    Winners,
    places,
)
from league.scheduling.knockout import bracket_size, opening


class Part(Enum):
    """What a match of a double elimination belongs to."""

    WINNERS = "winners"
    """Between entries that have not lost yet."""
    LOSERS = "losers"
    """Between entries that have lost once: the loser goes home."""
    FINAL = "final"
    """The one without a loss against the winner of the losers' rounds."""
    RESET = "reset"
    """The final once more, where the one without a loss has now lost too."""


@dataclass(frozen=True)
class DoubleElimination(Bracket):
    """
    A double elimination for *entries* entries: 2n - 2 matches, and one more for a reset.

    With ``size = 2 ** k`` places there are k winners' rounds, drawn as a knockout, and 2(k - 1)
    losers' rounds. In the odd losers' rounds those left meet their neighbours; in the even ones
    they meet the losers of a winners' round. The rounds as played are numbered so that nobody
    who lost has to wait: the second winners' round is played beside the first losers' round, the
    third beside the third, and so on; then come the final and the reset.

    Where both lost a match, both go home whatever they had lost before, and those who would
    have met them have byes. A final that both lost has no winner and no reset.

    Raises:
        ValueError: If there are fewer than 2 entries.
    """

    def __post_init__(self) -> None:
        if self.entries < 2:
            raise ValueError(f"a double elimination needs at least 2 entries, not {self.entries}")

    @property
    def name(self) -> str:
        return "a double elimination"

    @property
    def size(self) -> int:
        """Places in the first round, byes included: a power of two."""
        return bracket_size(self.entries)

    @property
    def winners_rounds(self) -> int:
        return self.size.bit_length() - 1

    @property
    def losers_rounds(self) -> int:
        return 2 * (self.winners_rounds - 1)

    @property
    def final(self) -> Slot:
        return (2 * self.winners_rounds, 1)

    @property
    def reset(self) -> Slot:
        return (2 * self.winners_rounds + 1, 1)

    def winners_slot(self, number: int, position: int) -> Slot:
        """Where match *position* of winners' round *number* stands, both from 1."""
        return (max(1, 2 * number - 2), position)

    def losers_slot(self, number: int, position: int) -> Slot:
        """Where match *position* of losers' round *number* stands, both from 1."""
        beside = self._matches(number) if number % 2 else 0
        return (number + 1, beside + position)

    def part(self, slot: Slot) -> tuple[Part, int]:
        """
        What a match belongs to, and the number of its round there, from 1.

        Raises:
            ValueError: If the bracket has no such slot.
        """
        played, position = self.checked(slot)
        if slot == self.final:
            return Part.FINAL, 1
        if slot == self.reset:
            return Part.RESET, 1
        if played == 1:
            return Part.WINNERS, 1
        if played % 2 == 0 and position <= self._matches(played - 1):
            return Part.WINNERS, played // 2 + 1
        return Part.LOSERS, played - 1

    @cached_property
    def plan(self) -> Plan:
        plan = opening(self.entries)
        for number in range(1, self.losers_rounds + 1):
            positions = range(1, self._matches(number) + 1)
            if number % 2:
                for position in positions:
                    winners = self.winners_slot(number // 2 + 2, position)
                    plan[winners] = self._winners_sides(number // 2 + 2, position)
            for position in positions:
                plan[self.losers_slot(number, position)] = self._losers_sides(number, position)
        plan[self.final] = self._finalists
        plan[self.reset] = _Again(self.final, 1), _Again(self.final, 0)
        return plan

    def placing(self, winners: Winners) -> list[Placing]:
        rounds = self.fill(winners)
        return places(self.entries, [filter(self._sends_home, matches) for matches in rounds])

    def _sends_home(self, match: BracketMatch) -> bool:
        """Whether this match's losers are out, or will be when it is played."""
        part, _ = self.part((match.round, match.slot))
        match part:
            case Part.WINNERS:
                return len(match.losers) == 2
            case Part.FINAL:
                return not _is_upset(match)
            case Part.RESET:
                return not match.is_open
        return True

    def _matches(self, losers_round: int) -> int:
        """How many matches a losers' round has: 1/4, 1/4, 1/8, 1/8 ... of the places."""
        return self.size >> ((losers_round + 1) // 2 + 1)

    def _winners_sides(self, number: int, position: int) -> tuple[Source, Source]:
        return (
            WinnerOf(self.winners_slot(number - 1, 2 * position - 1)),
            WinnerOf(self.winners_slot(number - 1, 2 * position)),
        )

    def _losers_sides(self, number: int, position: int) -> tuple[Source, Source]:
        if number == 1:
            return (
                LoserOf(self.winners_slot(1, 2 * position - 1)),
                LoserOf(self.winners_slot(1, 2 * position)),
            )
        if number % 2:
            return (
                WinnerOf(self.losers_slot(number - 1, 2 * position - 1)),
                WinnerOf(self.losers_slot(number - 1, 2 * position)),
            )
        dropping = number // 2 + 1
        mask = crossing(self.winners_rounds, dropping)
        return (
            LoserOf(self.winners_slot(dropping, ((position - 1) ^ mask) + 1)),
            WinnerOf(self.losers_slot(number - 1, position)),
        )

    @property
    def _finalists(self) -> tuple[Source, Source]:
        last = self.winners_slot(self.winners_rounds, 1)
        if self.losers_rounds == 0:
            return WinnerOf(last), LoserOf(last)
        return WinnerOf(last), WinnerOf(self.losers_slot(self.losers_rounds, 1))


@dataclass(frozen=True, slots=True)
class _Again:
    """
    A side of the *final*, 0 or 1, when it has to be played again; nobody when it has not.

    Who was named first in the final is named second in the reset.
    """

    final: Slot
    side: int

    @property
    def waits_for(self) -> tuple[Slot, ...]:
        return (self.final,)

    def found(self, filled: Filled) -> Occupant:
        final = filled[self.final]
        if final.winner is Gap.OPEN:
            return Gap.OPEN
        return final.sides[self.side] if _is_upset(final) else Gap.NOBODY


def _is_upset(final: BracketMatch) -> bool:
    """Whether the one without a loss has lost the final: both have lost once now."""
    return final.is_decided and final.winner == final.second


def crossing(winners_rounds: int, dropping: int) -> int:
    """
    Where the losers of winners' round *dropping* (2 or more) join the losers' rounds.

    The loser of match m joins at place ``m ^ crossing``, both counted from 0. Every crossing
    begins with a 1: later losers come to the other half than those of the first round did, so
    that from 8 places on two who met there meet again in the last losers' round but one at
    the earliest. The bits after it keep the later rounds apart in the same way, first by
    quarters, then by eighths: they are those of ``dropping - 2`` from the lowest, turned over.
    For 8 to 32 places these are the orders "reverse", "half shift" and "reverse" in turn.
    """
    bits = winners_rounds - dropping
    mask = 0
    for place in range(bits):
        bit = 1 if place == 0 else ~((dropping - 2) >> (place - 1)) & 1
        mask = mask << 1 | bit
    return mask
