"""
Tie-breaks: how entries with equal points are told apart, in the order the organiser chose.

Each is one small class. The formulas are FIDE C.07's for a round robin. They are our own,
checked against FIDE's exercises, because ready-made libraries score a game 1, 1/2 or 0 with
colours and ratings, while a match here is worth what the organiser says, entries may meet
more than once, and a table is also read before the last round.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from league.standings.tally import Tally
from league.standings.values import Meeting


class TieBreak(ABC):
    """
    One way to tell tied entries apart. More is better.

    *key* names it for storage, *abbreviation* heads its column, *help* is one sentence
    for the organiser. *among_tied* says that the value depends on who is tied, so that
    it is taken again for those it leaves tied.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    abbreviation: ClassVar[str]
    help: ClassVar[str]
    among_tied: ClassVar[bool] = False

    @abstractmethod
    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        """The value of each of *tied*; None when it cannot decide between them."""


class DirectEncounter(TieBreak):
    """The tied entries' own small table (FIDE C.07, 6)."""

    key = "direct"
    name = "Direct encounter"
    abbreviation = "DE"
    help = "Points from the matches between the tied entries, once all of them have met."
    among_tied = True

    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        if len(tied) < 2:
            return None
        sums = {}
        for entry in tied:
            against = _by_opponent(tally.matches(entry))
            if any(other not in against for other in tied if other != entry):
                return None
            # Two who met twice count once, with the average.
            sums[entry] = sum(
                _mean([meeting.points for meeting in against[other]])
                for other in tied
                if other != entry
            )
        return sums


class _OwnSum(TieBreak):
    """A tie-break that adds something up over an entry's own matches."""

    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        return {
            entry: sum(self.part(meeting, tally) for meeting in tally.matches(entry))
            for entry in tied
        }

    @abstractmethod
    def part(self, meeting: Meeting, tally: Tally) -> float:
        """What one match adds."""


class SonnebornBerger(_OwnSum):
    """Good results against good opponents (FIDE C.07, 9.1)."""

    key = "sonneborn_berger"
    name = "Sonneborn-Berger"
    abbreviation = "SB"
    help = "The points of every opponent beaten and half the points of every opponent drawn with."

    def part(self, meeting: Meeting, tally: Tally) -> float:
        if meeting.opponent is None or meeting.verdict == "lost":
            return 0
        points = tally.total(meeting.opponent)
        return points if meeting.verdict == "won" else points / 2


class Koya(_OwnSum):
    """Points against the better half (FIDE C.07, 9.2)."""

    key = "koya"
    name = "Koya"
    abbreviation = "KS"
    help = "Points from matches against entries that have at least half of the possible points."

    def part(self, meeting: Meeting, tally: Tally) -> float:
        if meeting.opponent is None:
            return 0
        # Possible so far: before the last round nobody can have half of all the rounds.
        possible = tally.points.win * len(tally.matches(meeting.opponent))
        return meeting.points if 2 * tally.total(meeting.opponent) >= possible else 0


class Wins(_OwnSum):
    """Matches won (FIDE C.07, 7.1)."""

    key = "wins"
    name = "Wins"
    abbreviation = "WIN"
    help = "The number of matches won, by forfeit too."

    def part(self, meeting: Meeting, tally: Tally) -> float:
        return meeting.verdict == "won"


class ScoreDifference(_OwnSum):
    """How clearly the matches were won and lost."""

    key = "score_difference"
    name = "Score difference"
    abbreviation = "+/-"
    help = "All scores within the matches, less those of the opponents."

    def part(self, meeting: Meeting, tally: Tally) -> float:
        return meeting.score - meeting.opponent_score


class ScoreFor(_OwnSum):
    """How much was scored within the matches."""

    key = "score_for"
    name = "Score for"
    abbreviation = "SF"
    help = "All scores within the matches."

    def part(self, meeting: Meeting, tally: Tally) -> float:
        return meeting.score


TIE_BREAKS: tuple[TieBreak, ...] = (
    DirectEncounter(),
    SonnebornBerger(),
    Koya(),
    Wins(),
    ScoreDifference(),
    ScoreFor(),
)

DEFAULT_TIE_BREAKS: tuple[TieBreak, ...] = (
    DirectEncounter(),
    Wins(),
    SonnebornBerger(),
    ScoreDifference(),
)


def find_tie_break(key: str) -> TieBreak:
    """
    The tie-break stored under *key*.

    Raises:
        KeyError: If there is none; the message lists those there are.
    """
    for tie_break in TIE_BREAKS:
        if tie_break.key == key:
            return tie_break
    known = ", ".join(tie_break.key for tie_break in TIE_BREAKS)
    raise KeyError(f"no tie-break {key!r}; there are {known}")


def _by_opponent(meetings: Sequence[Meeting]) -> dict[int | None, list[Meeting]]:
    against: dict[int | None, list[Meeting]] = {}
    for meeting in meetings:
        against.setdefault(meeting.opponent, []).append(meeting)
    return against


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
