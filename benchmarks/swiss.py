"""
How long a Swiss round takes, and how well it keeps points together.

    python -m benchmarks.swiss [ENTRIES ...]

Plays whole events by chance, with withdrawals, byes and forfeits. Up to the limit of the Dutch
system each of its rounds is also paired by matching from the same field, so that the two stand
side by side: the processor time of the slowest round, pairs across score groups, the sum of
differences of points, the greatest, and pairs in which both are due the same deal.
"""

import sys
from dataclasses import dataclass
from random import Random
from time import process_time

from league.scheduling.swiss import SwissField, System, next_round
from league.scheduling.swiss_dutch import LIMIT
from league.scheduling.swiss_past import pasts
from league.scheduling.values import Pairing
from tests.league.scheduling.swiss_events import Event

_SIZES = [40, 100, 500, 2000]
_ROUNDS = 7
# Seconds that a round of so many entries may take by the first of its systems.
GOALS = {100: 10.0, 500: 2.0, 2000: 5.0}


@dataclass
class Account:
    """What all rounds of one event cost by one system."""

    slowest: float = 0.0
    across: int = 0
    difference: float = 0.0
    greatest: float = 0.0
    contested: int = 0

    def add(self, field: SwissField, told: list[Pairing], seconds: float) -> None:
        self.slowest = max(self.slowest, seconds)
        past = pasts(field)
        for pairing in told:
            if pairing.second is not None:
                one, other = past[pairing.first], past[pairing.second]
                step = abs(one.points - other.points)
                self.across += step > 0
                self.difference += step
                self.greatest = max(self.greatest, step)
                self.contested += one.due is not None and one.due == other.due


def timed(account: Account, system: System, field: SwissField) -> list[Pairing]:
    started = process_time()
    told = next_round(field, system)
    account.add(field, told, process_time() - started)
    return told


def play(entries: int) -> dict[System, Account]:
    """One event; the first system's rounds are the ones that are played on."""
    systems = list(System) if entries <= LIMIT else [System.MATCHING, System.MATCHING_WITHOUT_DEALS]
    accounts = {system: Account() for system in systems}

    def pair(field: SwissField) -> list[Pairing]:
        first, *_ = [timed(account, system, field) for system, account in accounts.items()]
        return first

    for _ in Event(entries, _ROUNDS, Random(entries)).play(pair):
        pass
    return accounts


def main(sizes: list[int]) -> int:
    """Print a line for each size and system; 1 where a goal is missed."""
    missed = 0
    head = "slowest round | pairs across groups | points apart, most | both due the same"
    sys.stdout.write(f"{_ROUNDS} rounds, {head}\n")
    for entries in sizes:
        goal = GOALS.get(entries)
        for system, account in play(entries).items():
            is_missed = goal is not None and account.slowest > goal
            told = "" if goal is None else f" of {goal:.0f} {'MISSED' if is_missed else 'met'}"
            missed += is_missed
            sys.stdout.write(
                f"{entries:5} {system.value:22} {account.slowest:6.2f} s{told:13} | "
                f"{account.across:5} | {account.difference:7.1f}, {account.greatest:.1f} | "
                f"{account.contested:5}\n"
            )
            sys.stdout.flush()
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main([int(size) for size in sys.argv[1:]] or _SIZES))
