"""Ties that nothing tells apart: shared, by starting rank, or drawn by a recorded lot."""

from collections.abc import Iterable, Sequence
from random import Random

from league.standings.breaking import TieBreak
from league.standings.tally import Tally
from league.standings.values import Standing
from league.standings.working import Working


class StartingRank(TieBreak):
    """The place in the field before round one (FIDE C.07, 7.8)."""

    key = "starting_rank"
    name = "Starting rank"
    abbreviation = "SR"
    help = "The place in the field before the first round; the lower number is better."
    lower_is_better = True

    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        return {entry: entry for entry in tied}

    def working(self, entry: int, tied: Sequence[int], tally: Tally) -> Working | None:
        return None


class Lots(TieBreak):
    """
    The order drawn for just these entries, or for more of them.

    A lot is drawn once and recorded; the table only reads it. Who is tied after a correction
    and was not drawn for stays tied until a new lot is drawn. Of several the last counts.
    """

    key = "lots"
    name = "Drawing of lots"
    abbreviation = "LOT"
    help = "The recorded lot, drawn once between those still tied; the lower number is better."
    lower_is_better = True
    among_tied = True

    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        """What was drawn by those of *tied* that a lot was drawn between, others left out."""
        drawn: dict[int, float] = {}
        for lot in tally.lots:
            between = [entry for entry in lot if entry in tied]
            if len(between) > 1:
                drawn.update({entry: number for number, entry in enumerate(between, 1)})
        return drawn or None

    def tiers(self, tied: Sequence[int], tally: Tally) -> list[list[int]]:
        for lot in reversed(tally.lots):
            if set(tied) <= set(lot):
                return [[entry] for entry in lot if entry in tied]
        return [list(tied)]

    def working(self, entry: int, tied: Sequence[int], tally: Tally) -> Working | None:
        return None


def draw_lot(tied: Iterable[int], random: Random) -> tuple[int, ...]:
    """
    An order of *tied*, best first, to be recorded and given to the table as one of its lots.

    The same entries and the same state of *random* give the same order, in whatever order
    they are named.
    """
    drawn = sorted(tied)
    random.shuffle(drawn)
    return tuple(drawn)


def ties(standings: Iterable[Standing]) -> list[tuple[int, ...]]:
    """The entries that share a rank, from the top: whom a lot could be drawn between."""
    sharing: dict[int, list[int]] = {}
    for line in standings:
        if line.rank is not None:
            sharing.setdefault(line.rank, []).append(line.entry)
    return [tuple(entries) for entries in sharing.values() if len(entries) > 1]
