"""What a tie-break is: a small named thing that tells entries with equal points apart."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import ClassVar

from league.standings import fide
from league.standings.tally import Tally
from league.standings.values import Meeting, System
from league.standings.working import Term, Working, settled

PAIRS: frozenset[System] = frozenset({"round_robin", "swiss"})
EVERYWHERE: frozenset[System] = PAIRS | {"tables"}


class TieBreak(ABC):
    """
    One way to tell tied entries apart.

    *key* names it for storage, *abbreviation* heads its column, *help* is one sentence for the
    organiser. *systems* are the ways of pairing it makes sense for. *lower_is_better* turns the
    order round. *among_tied* says that the value depends on who is tied, so that it is taken
    again for those it leaves tied.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    abbreviation: ClassVar[str]
    help: ClassVar[str]
    systems: ClassVar[frozenset[System]] = EVERYWHERE
    lower_is_better: ClassVar[bool] = False
    among_tied: ClassVar[bool] = False

    @abstractmethod
    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        """The value of each of *tied* that has one; None when it says nothing about them."""

    @abstractmethod
    def working(self, entry: int, tied: Sequence[int], tally: Tally) -> Working | None:
        """How *entry* came to its value among *tied*; None where there is nothing to add up."""

    def tiers(self, tied: Sequence[int], tally: Tally) -> list[list[int]]:
        """*tied* taken apart, the better ones first; one tier when it cannot decide."""
        values = self.values(tied, tally)
        if values is None:
            return [list(tied)]
        return levels(tied, values, lower_is_better=self.lower_is_better)


class OwnSum(TieBreak):
    """
    A tie-break that adds something up over an entry's own rounds.

    *criterion* is its name in the library that reckons it, where one does; *in_points* says
    that the value is in points of the table, and not a number of matches.
    """

    criterion: ClassVar[str | None] = None
    in_points: ClassVar[bool] = True

    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        reckoned = None
        if self.criterion is not None:
            reckoned = fide.values(tally, self.criterion, self.rounds(tally))
        if reckoned is None:
            return {entry: self.working(entry, tied, tally).value for entry in tied}
        scale = tally.points.win if self.in_points else 1
        return {entry: settled(reckoned[entry] * scale) for entry in tied}

    def working(self, entry: int, tied: Sequence[int], tally: Tally) -> Working:
        return tally.keep(("working", self.key, entry), lambda: self.sum_of(entry, tally))

    def sum_of(self, entry: int, tally: Tally) -> Working:
        """What *entry* has, all of it."""
        return Working(tuple(self.terms(entry, tally)))

    @abstractmethod
    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        """What is added up for *entry*, in order of rounds; what adds nothing may be left out."""

    def rounds(self, tally: Tally) -> int:
        """The rounds the library is to reckon over; 0 where it cannot."""
        return tally.rounds


def reckon_together(tie_breaks: Iterable[TieBreak], tally: Tally) -> None:
    """Have the library reckon all it is to reckon for *tie_breaks* in as few calls as may be."""
    by_rounds: dict[int, list[str]] = {}
    for tie_break in tie_breaks:
        if isinstance(tie_break, OwnSum) and tie_break.criterion is not None:
            by_rounds.setdefault(tie_break.rounds(tally), []).append(tie_break.criterion)
    for rounds, criteria in by_rounds.items():
        fide.reckon(tally, criteria, rounds)


def levels(
    entries: Sequence[int], values: Mapping[int, float], *, lower_is_better: bool = False
) -> list[list[int]]:
    """Entries with equal values together, the best values first."""
    ordered = sorted(entries, key=values.__getitem__, reverse=not lower_is_better)
    return [list(level) for _, level in groupby(ordered, key=values.__getitem__)]


def by_opponent(meetings: Sequence[Meeting]) -> dict[int, list[Meeting]]:
    """The meetings with each opponent."""
    against: dict[int, list[Meeting]] = {}
    for meeting in meetings:
        if meeting.opponent is not None:
            against.setdefault(meeting.opponent, []).append(meeting)
    return against
