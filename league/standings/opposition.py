"""Tie-breaks that look at how good the opponents were (FIDE C.07, 8 and 9)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from league.standings.breaking import PAIRS, OwnSum
from league.standings.tally import Tally
from league.standings.unplayed import adjusted, virtual_opponent
from league.standings.values import Meeting, System
from league.standings.working import Term, Working

SWISS: frozenset[System] = frozenset({"swiss"})
ROUND_ROBIN: frozenset[System] = frozenset({"round_robin"})


class SonnebornBerger(OwnSum):
    """Good results against good opponents (FIDE C.07, 9.1)."""

    key = "sonneborn_berger"
    name = "Sonneborn-Berger"
    abbreviation = "SB"
    help = "The points of every opponent beaten and half the points of every opponent drawn with."
    systems = PAIRS
    criterion = "sonneborn_berger"

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        for meeting in tally.of(entry):
            share = self._share(meeting, tally)
            if share:
                points, is_virtual = _opponents_points(meeting, tally)
                yield Term((points, share), meeting.opponent, meeting.round, virtual=is_virtual)

    def _share(self, meeting: Meeting, tally: Tally) -> float:
        if meeting.opponent is None:
            return meeting.points / tally.points.win if tally.system == "swiss" else 0
        return {"won": 1.0, "drawn": 0.5}.get(meeting.verdict, 0.0)


class Koya(OwnSum):
    """Points against the better half (FIDE C.07, 9.2)."""

    key = "koya"
    name = "Koya"
    abbreviation = "KS"
    help = "Points from matches against entries that have at least half of the possible points."
    systems = ROUND_ROBIN
    criterion = "koya"

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        for meeting in tally.matches(entry):
            assert meeting.opponent is not None, "a match has an opponent"
            # Possible so far: before the last round nobody can have half of all the rounds.
            possible = tally.points.win * len(tally.matches(meeting.opponent))
            if 2 * tally.total(meeting.opponent) >= possible:
                yield Term((meeting.points,), meeting.opponent, meeting.round)

    def rounds(self, tally: Tally) -> int:
        """As many as all have played alike: the library knows one number of rounds for all."""
        numbers = {len(tally.matches(entry)) for entry in tally.counted}
        return numbers.pop() if len(numbers) == 1 else 0


class Buchholz(OwnSum):
    """How good the opponents were (FIDE C.07, 8.1), without some of the least and most."""

    key = "buchholz"
    name = "Buchholz"
    abbreviation = "BH"
    help = "The points of all opponents, added up."
    systems = SWISS
    criterion = "buchholz"
    least = 0
    most = 0

    def sum_of(self, entry: int, tally: Tally) -> Working:
        meetings = tally.of(entry)
        terms = list(self.terms(entry, tally))
        # A median of too few is the plain sum (as in the library; FIDE does not say).
        if not self.most or len(terms) > 2 * self.least:
            for place in _least(terms, meetings, self.least) + _most(
                terms, _least(terms, meetings, self.least), self.most
            ):
                terms[place] = replace(terms[place], cut=True)
        return Working(tuple(terms))

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        for meeting in tally.of(entry):
            points, is_virtual = _opponents_points(meeting, tally)
            yield Term((points,), meeting.opponent, meeting.round, virtual=is_virtual)


class BuchholzCut1(Buchholz):
    """Buchholz without the weakest opponent (FIDE C.07, 14.1)."""

    key = "buchholz_cut1"
    name = "Buchholz, cut 1"
    abbreviation = "BH-1"
    help = "The points of all opponents but the weakest; a round one stayed away from goes first."
    criterion = "buchholz_cut1"
    least = 1


class BuchholzCut2(Buchholz):
    """Buchholz without the two weakest opponents (FIDE C.07, 14.2)."""

    key = "buchholz_cut2"
    name = "Buchholz, cut 2"
    abbreviation = "BH-2"
    help = "The points of all opponents but the two weakest; rounds one stayed away from go first."
    criterion = "buchholz_cut2"
    least = 2


class MedianBuchholz(Buchholz):
    """Buchholz without the weakest and the strongest opponent (FIDE C.07, 14.3)."""

    key = "median_buchholz"
    name = "Median Buchholz"
    abbreviation = "BH-M"
    help = "The points of all opponents but the weakest and the strongest."
    criterion = "median_buchholz"
    least = most = 1


class MedianBuchholz2(Buchholz):
    """Buchholz without the two weakest and the two strongest opponents (FIDE C.07, 14.4)."""

    key = "median_buchholz_2"
    name = "Median Buchholz 2"
    abbreviation = "BH-M2"
    help = "The points of all opponents but the two weakest and the two strongest."
    criterion = "median_buchholz_2"
    least = most = 2


class AverageOfBuchholz(OwnSum):
    """How good the opponents of the opponents were (FIDE C.07, 8.2)."""

    key = "average_of_buchholz"
    name = "Opponents' Buchholz"
    abbreviation = "AOB"
    help = "The average Buchholz of the opponents really met."
    systems = SWISS
    criterion = "aob"

    def sum_of(self, entry: int, tally: Tally) -> Working:
        terms = tuple(self.terms(entry, tally))
        return Working(terms, over=len(terms) or 1)

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        for meeting in tally.matches(entry):
            if meeting.over_the_board:
                assert meeting.opponent is not None, "a match has an opponent"
                met = Buchholz().working(meeting.opponent, (), tally)
                yield Term((met.value,), meeting.opponent, meeting.round)


def _opponents_points(meeting: Meeting, tally: Tally) -> tuple[float, bool]:
    """The points of the opponent of *meeting* for a sum, and whether he is thought up."""
    if tally.system != "swiss":
        assert meeting.opponent is not None, "outside a Swiss a bye has no opponent at all"
        return tally.total(meeting.opponent), False
    if meeting.opponent is not None and meeting.over_the_board:
        return adjusted(tally, meeting.opponent), False
    return virtual_opponent(tally, meeting), True


def _least(terms: Sequence[Term], meetings: Sequence[Meeting], number: int) -> list[int]:
    """
    The places of the *number* least of *terms*; one is always left.

    Rounds that the entry stayed away from go before all others (FIDE C.07, 16.5).
    """
    order = sorted(
        range(len(terms)),
        key=lambda place: (not meetings[place].stayed_away, terms[place].value),
    )
    return order[: min(number, len(terms) - 1)] if number else []


def _most(terms: Sequence[Term], gone: Sequence[int], number: int) -> list[int]:
    """The places of the *number* greatest of *terms* that are not *gone*."""
    left = [place for place in range(len(terms)) if place not in gone]
    return sorted(left, key=lambda place: -terms[place].value)[:number]
