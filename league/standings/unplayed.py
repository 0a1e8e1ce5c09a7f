"""
Rounds without play in a Swiss: what they are worth to others and to oneself.

The rules are FIDE's (C.07, article 16, in force from 1 March 2026). Opponents see a score in
which the rounds after one has left are draws. One's own missing opponent is thought up: as
good as oneself, but no better than the opponent who was drawn, or than one who draws all
his rounds.
"""

from league.standings.tally import Tally
from league.standings.values import Meeting


def adjusted(tally: Tally, entry: int) -> float:
    """The points of *entry* as its opponents' tie-breaks count them (16.3)."""
    return tally.keep(("adjusted", entry), lambda: _adjusted(tally, entry))


def _adjusted(tally: Tally, entry: int) -> float:
    total = tally.total(entry)
    for meeting in reversed(tally.of(entry)):
        if _shows_up(meeting):
            break
        if meeting.bye in ("half", "zero"):
            total += tally.points.draw - meeting.points
    return total


def _shows_up(meeting: Meeting) -> bool:
    """Whether the entry was there to play in this round, opponent or not."""
    return not meeting.stayed_away


def virtual_opponent(tally: Tally, meeting: Meeting) -> float:
    """The points of the opponent thought up for a round without play (16.4)."""
    own = tally.total(meeting.entry)
    if meeting.opponent is None:
        return min(own, tally.points.draw * tally.rounds)
    return min(own, adjusted(tally, meeting.opponent))
