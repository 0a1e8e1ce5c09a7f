"""How even rounds at tables are, each number beside what counting alone says is the least."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from league.scheduling.table_rounds import (
    TableRound,
    attacks,
    meetings,
    partnerships,
    rounds_played,
    seats_had,
)

Key = TypeVar("Key", int, tuple[int, int])


@dataclass(frozen=True, slots=True)
class Measured:
    """A number, less being better, and a bound: nobody can get below it, nor always down to it."""

    value: int
    bound: int

    @property
    def is_least(self) -> bool:
        return self.value == self.bound


@dataclass(frozen=True, slots=True)
class TableQuality:
    """
    The quality of rounds at tables, over all who took part in any of them.

    *repeats* is how many meetings were not the first of their pair; the others are the most
    often any two met, anyone attacked anyone, had the first deal, had one seat, sat out.
    *partner_repeats* is None where everybody plays for himself.
    """

    repeats: Measured
    most_meetings: Measured
    attack_repeats: Measured
    most_attacks: Measured
    most_first_deals: Measured
    most_in_one_seat: Measured
    most_sat_out: Measured
    partner_repeats: Measured | None = None


def table_quality(rounds: Sequence[TableRound], sides: int = 0) -> TableQuality:
    """
    Measure *rounds*, played and planned; with *sides* the seats s, s + *sides* ... are partners.

    The bounds: pairs there are against meetings there were, for all and for each entry; and with
    fewer tables than seats at one, somebody at every table has just been met (the pigeonhole).
    """
    met, attacked, seats = meetings(rounds), attacks(rounds), seats_had(rounds)
    out = Counter(entry for played in rounds for entry in played.sitting_out)
    there = sorted({entry for played in rounds for entry in played.present})
    pairs = len(there) * (len(there) - 1) // 2
    repeats = _repeat_bound(rounds, met)
    tables = sum(len(played.tables) for played in rounds)
    deals = Counter({entry: times for (entry, seat), times in seats.items() if seat == 0})
    largest = max((len(table.entries) for played in rounds for table in played.tables), default=1)
    return TableQuality(
        repeats=Measured(_repeated(met), repeats),
        most_meetings=_most(met, max(_share(met.total(), pairs), 2 if repeats else 0)),
        attack_repeats=Measured(_repeated(attacked), max(0, attacked.total() - 2 * pairs)),
        most_attacks=_most(attacked, _share(attacked.total(), 2 * pairs)),
        most_first_deals=_most(deals, _share(tables, len(there))),
        most_in_one_seat=_most(
            seats, _share(max(rounds_played(rounds).values(), default=0), largest)
        ),
        most_sat_out=_most(out, _share(out.total(), len(there))),
        partner_repeats=_partner_repeats(rounds, sides, len(there)) if sides else None,
    )


def _repeated(counts: Counter[tuple[int, int]]) -> int:
    return counts.total() - len(counts)


def _share(total: int, among: int) -> int:
    """What one of *among* has at the least when *total* is shared out as evenly as may be."""
    return -(-total // among) if among else 0


def _most(counts: Counter[Key], bound: int) -> Measured:
    return Measured(max(counts.values(), default=0), bound)


def _repeat_bound(rounds: Sequence[TableRound], met: Counter[tuple[int, int]]) -> int:
    """The larger of what counting each entry's meetings and what the pigeonhole gives."""
    each = Counter[int]()
    for pair, times in met.items():
        for entry in pair:
            each[entry] += times
    others = len({entry for played in rounds for entry in played.present}) - 1
    too_many = sum(max(0, times - others) for times in each.values())
    return max(-(-too_many // 2), _pigeonhole(rounds))


def _pigeonhole(rounds: Sequence[TableRound]) -> int:
    """
    Meetings that must repeat one of the round before.

    A table of s entries that sat at g different tables has at least as many of those as s
    spread evenly over g; whoever was not at a table then may come from anywhere.
    """
    repeats = 0
    for before, played in pairwise(rounds):
        known = set(before.seated)
        for table in played.tables:
            seated = sum(entry in known for entry in table.entries)
            full, more = divmod(seated, len(before.tables) or 1)
            repeats += len(before.tables) * full * (full - 1) // 2 + more * full
    return repeats


def _partner_repeats(rounds: Sequence[TableRound], sides: int, entries: int) -> Measured:
    together = partnerships(rounds, sides)
    pairs = entries * (entries - 1) // 2
    return Measured(_repeated(together), max(0, together.total() - pairs))
