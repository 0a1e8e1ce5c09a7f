"""The words of a table: a finished match, what it is worth, and an entry's line."""

from dataclasses import dataclass
from typing import Literal

from league.standings.working import Working

Forfeit = Literal["first", "second", "both"]
"""Who lost without play: he did not come, or was sent away before the match."""

Verdict = Literal["won", "drawn", "lost", "bye"]

Bye = Literal["allocated", "full", "half", "zero"]
"""
Why an entry had no opponent in a round: nobody was left for it, or it asked for a bye worth
a win, a draw or nothing. Staying away, before joining and after leaving too, is ``zero``.
"""

System = Literal["round_robin", "swiss", "tables"]
"""How a stage pairs, as far as its table depends on it."""


@dataclass(frozen=True, slots=True)
class Played:
    """
    A finished match between two entries, or a bye when *second* is None.

    Entries are any numbers the caller tells them apart by, usually starting ranks.
    Scores are what each has within the match (deals won, or the game's points). A match
    with a *forfeit* is decided by it, whatever the scores; they still count as scores.
    *bye* says of which kind a bye is. *stage* keeps the stages of a tournament apart: a table
    is of one stage.
    """

    first: int
    second: int | None
    first_score: int = 0
    second_score: int = 0
    forfeit: Forfeit | None = None
    round: int = 1
    bye: Bye = "allocated"
    stage: int = 1

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

    Whole numbers, or halves and quarters: those add up and compare exactly. *bye* is what an
    allocated one gives: nothing in a round robin, because everybody has one, and a win in most
    Swiss. A requested bye gives a win, a draw or nothing, as it is called.
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
    because one of the two left before the half. *bye* is its kind where it is one.
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
    bye: Bye | None = None

    @property
    def over_the_board(self) -> bool:
        """Whether the two met and played."""
        return self.opponent is not None and not self.forfeit

    @property
    def stayed_away(self) -> bool:
        """Whether the entry itself chose not to play: a requested bye or a forfeit lost."""
        if self.opponent is None:
            return self.bye in ("half", "zero")
        return self.forfeit and self.verdict == "lost"


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """
    What one tie-break gives one entry; None where it says nothing about him.

    *abbreviation* heads the column. More is better, unless the tie-break says
    ``lower_is_better``. *working* is how the value came about.
    """

    key: str
    abbreviation: str
    value: float | None
    working: Working | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """
    An entry's line in the table.

    *rank* counts from 1 and ties share it (1, 2, 2, 4); None for an entry that is listed
    and not counted. Won, drawn and lost count matches, forfeits included; *forfeited* are
    those of the lost ones that were lost without play. Rounds an entry stayed away from are no
    byes. Scores are sums within the matches.
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


@dataclass(frozen=True, slots=True)
class SeatedStanding:
    """
    An entry's line in the table of a stage played at tables of several seats.

    *places* counts how often it came first, second and so on; *tables* how many it sat at, and
    *sat_out* the rounds without one. *score* is the sum of what the matches gave, *fools* and
    *epaulettes* the sums over all deals.
    """

    rank: int | None
    entry: int
    points: float
    tables: int
    sat_out: int
    places: tuple[int, ...]
    score: float
    fools: int
    epaulettes: int
    tie_breaks: tuple[TieBreakValue, ...]
