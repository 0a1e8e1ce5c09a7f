"""Tie-breaks that look at an entry's own results: against the tied, won, in order, by score."""

from collections.abc import Iterable, Sequence

from league.standings.breaking import PAIRS, OwnSum, TieBreak, by_opponent, levels
from league.standings.tally import Tally
from league.standings.values import Meeting
from league.standings.working import Term, Working


class DirectEncounter(TieBreak):
    """
    The tied entries' own small table (FIDE C.07, 6).

    In a Swiss, where not all of them have met, whoever will be alone at the top of it
    whatever the missing matches bring is placed first (6.3); forfeits do not count there.
    At tables it counts who came out before whom.
    """

    key = "direct"
    name = "Direct encounter"
    abbreviation = "DE"
    help = "Points from the matches between the tied entries, once all of them have met."
    among_tied = True

    def values(self, tied: Sequence[int], tally: Tally) -> dict[int, float] | None:
        if len(tied) < 2:
            return None
        if any(self._missing(tied, tally).values()) and self._leader(tied, tally) is None:
            return None
        return self._sums(tied, tally)

    def working(self, entry: int, tied: Sequence[int], tally: Tally) -> Working | None:
        return None if self.values(tied, tally) is None else self._own(entry, tied, tally)

    def tiers(self, tied: Sequence[int], tally: Tally) -> list[list[int]]:
        if not any(self._missing(tied, tally).values()):
            return levels(tied, self._sums(tied, tally))
        leader = self._leader(tied, tally)
        if leader is None:
            return [list(tied)]
        return [[leader], [entry for entry in tied if entry != leader]]

    def _against(self, entry: int, tally: Tally) -> dict[int, list[Meeting]]:
        def counted() -> dict[int, list[Meeting]]:
            matches = tally.matches(entry)
            if tally.system == "swiss":
                matches = [meeting for meeting in matches if not meeting.forfeit]
            return by_opponent(matches)

        return tally.keep(("against", entry), counted)

    def _own(self, entry: int, tied: Sequence[int], tally: Tally) -> Working:
        """What *entry* has against the others; two who met twice count once, by the average."""
        against = self._against(entry, tally)
        return Working(
            tuple(
                Term(
                    (sum(meeting.points for meeting in against[other]),),
                    opponent=other,
                    over=len(against[other]),
                )
                for other in tied
                if other in against
            )
        )

    def _sums(self, tied: Sequence[int], tally: Tally) -> dict[int, float]:
        return {entry: self._own(entry, tied, tally).value for entry in tied}

    def _missing(self, tied: Sequence[int], tally: Tally) -> dict[int, int]:
        """For each of *tied*, how many of the others it has not met."""
        among = set(tied)
        return {
            entry: len(among) - 1 - len(among & self._against(entry, tally).keys())
            for entry in tied
        }

    def _leader(self, tied: Sequence[int], tally: Tally) -> int | None:
        """In a Swiss, who is alone at the top even if the others win all their missing matches."""
        if tally.system != "swiss":
            return None
        sums, missing = self._sums(tied, tally), self._missing(tied, tally)
        best = {entry: sums[entry] + missing[entry] * tally.points.win for entry in tied}
        for entry in tied:
            if all(sums[entry] > best[other] for other in tied if other != entry):
                return entry
        return None


class Wins(OwnSum):
    """Rounds with the points of a win, in a Swiss byes too (FIDE C.07, 7.1)."""

    key = "wins"
    name = "Wins"
    abbreviation = "WIN"
    help = "The number of matches won, by forfeit too."
    systems = PAIRS
    criterion = "wins"
    in_points = False

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((1,), meeting.opponent, meeting.round)
            for meeting in tally.of(entry)
            if meeting.verdict == "won"
            or (
                tally.system == "swiss"
                and meeting.opponent is None
                and meeting.points == tally.points.win
            )
        )


class WinsPlayed(OwnSum):
    """Matches won by playing (FIDE C.07, 7.2)."""

    key = "wins_played"
    name = "Wins by playing"
    abbreviation = "WON"
    help = "The number of matches won by playing: without forfeits and byes."
    systems = PAIRS
    in_points = False

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((1,), meeting.opponent, meeting.round)
            for meeting in tally.of(entry)
            if meeting.verdict == "won" and meeting.over_the_board
        )


class Progressive(OwnSum):
    """Who was ahead earlier (FIDE C.07, 7.5)."""

    key = "progressive"
    name = "Progressive score"
    abbreviation = "PS"
    help = "The points after each round, added up: early points count more often."
    systems = PAIRS
    criterion = "progressive"
    cut = 0

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        points = dict.fromkeys(range(1, tally.played_rounds + 1), 0.0)
        for meeting in tally.of(entry):
            points[meeting.round] = points.get(meeting.round, 0) + meeting.points
        reached = 0.0
        for number in sorted(points):
            reached += points[number]
            yield Term((reached,), round=number, cut=number <= self.cut)

    def rounds(self, tally: Tally) -> int:
        return tally.played_rounds


class ProgressiveCut1(Progressive):
    """The progressive score without the first round (FIDE C.07, 14.1.1.c)."""

    key = "progressive_cut1"
    name = "Progressive score, cut 1"
    abbreviation = "PS-1"
    help = "The points after each round, added up without the first round."
    criterion = "progressive_cut1"
    cut = 1


class ScoreDifference(OwnSum):
    """How clearly the matches were won and lost."""

    key = "score_difference"
    name = "Score difference"
    abbreviation = "+/-"
    help = "All scores within the matches, less those of the opponents."
    systems = PAIRS

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((meeting.score - meeting.opponent_score,), meeting.opponent, meeting.round)
            for meeting in tally.matches(entry)
        )


class ScoreFor(OwnSum):
    """How much was scored within the matches."""

    key = "score_for"
    name = "Score for"
    abbreviation = "SF"
    help = "All scores within the matches."
    systems = PAIRS

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((meeting.score,), meeting.opponent, meeting.round)
            for meeting in tally.matches(entry)
        )
