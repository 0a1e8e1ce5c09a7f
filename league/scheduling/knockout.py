"""Knockout: the loser goes home, the winner meets the winner of the neighbouring match."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

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
    def known(self) -> list[int]:
        """The entries that stand here, none, one or two of them."""
        return [who for who in (self.first, self.second) if isinstance(who, int)]

    @property
    def is_open(self) -> bool:
        """Whether one has to wait for an earlier match."""
        return Gap.OPEN in (self.first, self.second)

    @property
    def is_bye(self) -> bool:
        """Whether one entry goes on without a match."""
        return Gap.NOBODY in (self.first, self.second) and len(self.known) == 1

    @property
    def is_ready(self) -> bool:
        """Whether both are known and the match is still to be decided."""
        return len(self.known) == 2 and self.winner is Gap.OPEN

    @property
    def is_decided(self) -> bool:
        """Whether two have met here (or should have) and the result is known."""
        return len(self.known) == 2 and self.winner is not Gap.OPEN

    @property
    def losers(self) -> list[int]:
        """Who went home here: nobody, one, or both."""
        if not self.is_decided:
            return []
        return [entry for entry in self.known if entry != self.winner]

    @property
    def pairing(self) -> Pairing | None:
        """The meeting or the bye; None while it is open, or when nobody comes at all."""
        match self.first, self.second:
            case int(first), int(second):
                return Pairing(first, second)
            case (int(entry), Gap.NOBODY) | (Gap.NOBODY, int(entry)):
                return Pairing(entry, None)
        return None


@dataclass(frozen=True, slots=True)
class Placing:
    """
    Entries that share a place: ranks *first_rank* to *last_rank*, best is 1.

    *still_in* marks those who have not lost yet while the bracket is not finished.
    An unfinished round's losers are given all the ranks that round will share out.
    """

    first_rank: int
    last_rank: int
    entries: tuple[int, ...]
    still_in: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """
    The frame of a knockout for *entries* entries: which match leads where.

    With *third_place* the losers of the semi-finals meet beside the final, in the
    last round's second slot.

    Raises:
        ValueError: If there are fewer than 2 entries, or fewer than 3 with *third_place*.
    """

    entries: int
    third_place: bool = False

    def __post_init__(self) -> None:
        least = 3 if self.third_place else 2
        if self.entries < least:
            raise ValueError(f"this knockout needs at least {least} entries, not {self.entries}")

    @property
    def size(self) -> int:
        """Places in the first round, byes included: a power of two."""
        return bracket_size(self.entries)

    @property
    def last_round(self) -> int:
        return self.size.bit_length() - 1

    @property
    def rounds(self) -> list[list[Slot]]:
        """Every round's slots, from the first round to the final."""
        rounds = [
            [(number, slot) for slot in range(1, (self.size >> number) + 1)]
            for number in range(1, self.last_round + 1)
        ]
        if self.third_place:
            rounds[-1].append(self.third_place_slot)
        return rounds

    @property
    def third_place_slot(self) -> Slot:
        return (self.last_round, 2)

    def feeders(self, slot: Slot) -> tuple[Slot, Slot] | None:
        """The two matches whose winners (for third place: losers) meet here; None in round 1."""
        number, position = slot
        if number == 1:
            return None
        if slot == self.third_place_slot:
            position = 1
        return (number - 1, 2 * position - 1), (number - 1, 2 * position)

    def downstream(self, slot: Slot) -> list[Slot]:
        """The later matches that hang on the result of this one, nearest first."""
        number, position = self.checked(slot)
        if slot == self.third_place_slot and self.third_place:
            return []
        later = []
        while number < self.last_round:
            number, position = number + 1, (position + 1) // 2
            later.append((number, position))
        if later and self.third_place:
            later.append(self.third_place_slot)
        return later

    def checked(self, slot: Slot) -> Slot:
        """
        The same slot, when it is one of the bracket's.

        Raises:
            ValueError: If it is not.
        """
        number, _ = slot
        if not 1 <= number <= self.last_round or slot not in self.rounds[number - 1]:
            raise ValueError(f"a knockout of {self.entries} has no slot {slot}")
        return slot


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
    """The first round in bracket order; the best starting ranks have the byes."""
    positions = seed_positions(Bracket(entries).size)
    pairs = zip(positions[::2], positions[1::2], strict=True)
    return [Pairing(best, other if other <= entries else None) for best, other in pairs]


def fill(entries: int, winners: Winners, *, third_place: bool = False) -> list[list[BracketMatch]]:
    """
    The whole bracket, round by round, as far as *winners* tell it.

    A bye advances by itself. Where both lost (winner None) the next opponent has a bye.

    Raises:
        ValueError: If a winner does not stand in his slot, or the slot is not there.
    """
    bracket = Bracket(entries, third_place)
    for slot in winners:
        bracket.checked(slot)
    filled = dict(_filled(bracket, winners))
    for slot in winners:
        _check_fits(filled[slot], winners[slot])
    return [[filled[slot] for slot in slots] for slots in bracket.rounds]


@dataclass(frozen=True, slots=True)
class Correction:
    """The winners after a correction, and the later results that fell with the old one."""

    winners: dict[Slot, int | None]
    dropped: list[Slot]


def correct(
    entries: int, winners: Winners, slot: Slot, winner: int | None, *, third_place: bool = False
) -> Correction:
    """
    Set the winner of *slot*, and drop every later result between entries that no longer meet.

    A later result stays when the same two entries stand in its slot as before.

    Raises:
        ValueError: As :func:`fill`, for the old winners and for the new one.
    """
    before = _by_slot(fill(entries, winners, third_place=third_place))
    bracket = Bracket(entries, third_place)
    after = {**winners, slot: winner}
    dropped = []
    for later in bracket.downstream(slot):
        match = dict(_filled(bracket, after))[later]
        if later in after and _sides(match) != _sides(before[later]):
            del after[later]
            dropped.append(later)
    fill(entries, after, third_place=third_place)
    return Correction(after, dropped)


def downstream(entries: int, round: int, slot: int, *, third_place: bool = False) -> list[Slot]:
    """
    The later slots whose meeting hangs on the result of this one, nearest first.

    Raises:
        ValueError: If the bracket has no such slot.
    """
    return Bracket(entries, third_place).downstream((round, slot))


def placing(entries: int, winners: Winners, *, third_place: bool = False) -> list[Placing]:
    """
    The ranks, best first. Who lost in the same round shares his place with the others.

    Raises:
        ValueError: As :func:`fill`.
    """
    rounds = fill(entries, winners, third_place=third_place)
    extra = rounds[-1].pop() if third_place else None
    placings: list[Placing] = []
    remaining = set(range(1, entries + 1))
    for matches in rounds:
        losers = sorted(entry for match in matches for entry in match.losers)
        lost_here = len(losers) + sum(_is_pending(match) for match in matches)
        if losers:
            first_rank = len(remaining) - lost_here + 1
            placings.append(Placing(first_rank, len(remaining), tuple(losers)))
        remaining -= set(losers)
    if remaining:
        still_in = rounds[-1][0].winner is Gap.OPEN
        placings.append(Placing(1, len(remaining), tuple(sorted(remaining)), still_in))
    placings.reverse()
    return [part for shared in placings for part in _third_place_split(shared, extra)]


def _filled(bracket: Bracket, winners: Winners) -> Iterator[tuple[Slot, BracketMatch]]:
    """Every match in order of play; a winner that does not stand in his slot is passed over."""
    filled: dict[Slot, BracketMatch] = {}
    opening = first_round(bracket.entries)
    for slot in (slot for slots in bracket.rounds for slot in slots):
        feeders = bracket.feeders(slot)
        if feeders is None:
            pairing = opening[slot[1] - 1]
            first: Occupant = pairing.first
            second: Occupant = Gap.NOBODY if pairing.second is None else pairing.second
        else:
            leads = _loser if bracket.third_place and slot == bracket.third_place_slot else _winner
            first, second = (leads(filled[feeder]) for feeder in feeders)
        filled[slot] = _match(slot, first, second, winners)
        yield slot, filled[slot]


def _match(slot: Slot, first: Occupant, second: Occupant, winners: Winners) -> BracketMatch:
    match = BracketMatch(*slot, first, second, Gap.OPEN)
    if match.is_open:
        return match
    if len(match.known) < 2:
        winner: Occupant = match.known[0] if match.known else Gap.NOBODY
    elif slot in winners and _fits(match, winners[slot]):
        told = winners[slot]
        winner = Gap.NOBODY if told is None else told
    else:
        return match
    return BracketMatch(*slot, first, second, winner)


def _winner(match: BracketMatch) -> Occupant:
    return match.winner


def _loser(match: BracketMatch) -> Occupant:
    """Who goes to the match for third place: the one loser; nobody after a bye or two losses."""
    if match.winner is Gap.OPEN:
        return Gap.OPEN
    return match.losers[0] if len(match.losers) == 1 else Gap.NOBODY


def _fits(match: BracketMatch, winner: int | None) -> bool:
    return len(match.known) == 2 and (winner is None or winner in match.known)


def _check_fits(match: BracketMatch, winner: int | None) -> None:
    if _fits(match, winner):
        return
    here = " and ".join(map(str, match.known)) or "nobody yet"
    raise ValueError(
        f"{winner} cannot have won round {match.round}, slot {match.slot}: there stands {here}"
    )


def _by_slot(rounds: list[list[BracketMatch]]) -> dict[Slot, BracketMatch]:
    return {(match.round, match.slot): match for matches in rounds for match in matches}


def _sides(match: BracketMatch) -> tuple[Occupant, Occupant]:
    return match.first, match.second


def _is_pending(match: BracketMatch) -> bool:
    """Whether this match will still send somebody home."""
    return match.winner is Gap.OPEN and Gap.NOBODY not in _sides(match)


def _third_place_split(shared: Placing, extra: BracketMatch | None) -> list[Placing]:
    """The losers of the semi-finals apart, once the match between them is decided."""
    if extra is None or not isinstance(extra.winner, int) or extra.winner not in shared.entries:
        return [shared]
    if len(shared.entries) == 1:
        return [shared]
    others = tuple(entry for entry in shared.entries if entry != extra.winner)
    third = Placing(shared.first_rank, shared.first_rank, (extra.winner,))
    return [third, Placing(shared.first_rank + 1, shared.last_rank, others)]
