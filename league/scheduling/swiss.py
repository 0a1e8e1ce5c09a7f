"""Swiss: entries with about equal points meet, nobody twice, in a fixed number of rounds."""

from enum import Enum

from league.scheduling import swiss_dutch
from league.scheduling.swiss_dutch import dutch
from league.scheduling.swiss_field import PastBye, PastMatch, SwissField
from league.scheduling.swiss_limits import Obstacle, UnpairableRound
from league.scheduling.swiss_matching import matching
from league.scheduling.values import Pairing

__all__ = [
    "Obstacle",
    "PastBye",
    "PastMatch",
    "SwissField",
    "System",
    "UnpairableRound",
    "fitting_system",
    "next_round",
]


class System(Enum):
    """How a Swiss round is paired."""

    DUTCH = "dutch"
    """FIDE's rules to the letter, those for the first deal included."""
    MATCHING = "matching"
    """Our own weighted matching, which only weighs the first deal."""
    MATCHING_WITHOUT_DEALS = "matching without deals"
    """The same, where it does not matter who dealt first before."""


def fitting_system(entries: int) -> System:
    """The Dutch system as long as a round of so many entries takes seconds, else matching."""
    return System.DUTCH if entries <= swiss_dutch.LIMIT else System.MATCHING


def next_round(
    field: SwissField, system: System = System.DUTCH, *, repeats: bool = False
) -> list[Pairing]:
    """
    The pairings of the field's round in order of tables; of an odd number one has the bye, last.

    Those absent are in no pairing: the byes they asked for are the caller's to record. The
    same field always gives the same round.

    Args:
        field: Entries, earlier results and byes, who is absent, who may not meet.
        system: By which rules.
        repeats: Allow rematches and second byes where there is no round without; the round is
            then paired by matching.

    Raises:
        UnpairableRound: If no round keeps the rules; it says which one stands in the way.
    """
    if system is System.DUTCH:
        try:
            return dutch(field)
        except UnpairableRound:
            if not repeats:
                raise
    return matching(field, deals=system is not System.MATCHING_WITHOUT_DEALS, repeats=repeats)
