"""The words of a table: a finished match, what it is worth, and an entry's line."""

from dataclasses import dataclass
from typing import Literal

Forfeit = Literal["first", "second", "both"]
"""Who lost without play: he did not come, or was sent away before the match."""

Verdict = Literal["won", "drawn", "lost", "bye"]


@dataclass(frozen=True, slots=True)
class Played:
    """
    A finished match between two entries, or a bye when *second* is None.

    Entries are any numbers the caller tells them apart by, usually starting ranks.
    Scores are what each has within the match (deals won, or the game's points). A match
    with a *forfeit* is decided by it, whatever the scores; they still count as scores.
    """

    first: int
    second: int | None
    first_score: int = 0
    second_score: int = 0
    forfeit: Forfeit | None = None
    round: int = 1

    @property
    def first_verdict(self) -> Verdict:
        if self.second is None:
            return "bye"
        return _verdict(self.first_score - self.second_score, self.forfeit, "first", "second")

    @property
    def second_verdict(self) -> Verdict:
        if self.second is None:
            return "bye"
        return _verdict(self.second_score - self.first_score, self.forfeit, "second", "first")


def _verdict(lead: int, forfeit: Forfeit | None, mine: Forfeit, theirs: Forfeit) -> Verdict:
    if forfeit in (mine, "both"):
        return "lost"
    if forfeit == theirs or lead > 0:
        return "won"
    return "lost" if lead < 0 else "drawn"


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """
    Table points for one match. A forfeit gives the present one a win, the other *forfeit*.

    Whole numbers, or halves and quarters: those add up and compare exactly. A bye in a
    round robin gives nothing, because everybody has one.
    """

    win: float = 2
    draw: float = 1
    loss: float = 0
    bye: float = 0
    forfeit: float = 0


DEFAULT_POINTS = MatchPoints()


@dataclass(frozen=True, slots=True)
class Meeting:
    """
    One match (or bye, *opponent* None) as one of its two entries sees it.

    *points* are table points. *counted* is False where the match is shown but not used,
    because one of the two left before the half.
    """

    entry: int
    opponent: int | None
    round: int
    score: int
    opponent_score: int
    verdict: Verdict
    forfeit: bool
    points: float
    counted: bool = True


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """
    What one tie-break gives one entry; None where it says nothing about him.

    *abbreviation* heads the column; more is better, whatever the unit.
    """

    key: str
    abbreviation: str
    value: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """
    An entry's line in the table.

    *rank* counts from 1 and ties share it (1, 2, 2, 4); None for an entry that is listed
    and not counted. Won, drawn and lost count matches, forfeits included; *forfeited* are
    those of the lost ones that were lost without play. Scores are sums within the matches.
    """

    rank: int | None
    entry: int
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    forfeited: int
    byes: int
    score_for: int
    score_against: int
    tie_breaks: tuple[TieBreakValue, ...]

    @property
    def score_difference(self) -> int:
        return self.score_for - self.score_against

    @property
    def counted(self) -> bool:
        return self.rank is not None
