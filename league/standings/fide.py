"""
FIDE's tie-breaks as `tiebreak-core` reckons them.

The library knows one scale: a win is 1, a draw 1/2, a loss nothing. Points in proportion to
that (2, 1, 0) are told to it and its answers multiplied back. Where the organiser gives others
(three for a win, minus one for staying away) it has no answer, and the value is the sum of the
working: the same rule on the points of the table.
"""

from collections.abc import Iterable

import tiebreak_core as library

from league.standings.tally import Tally
from league.standings.values import Meeting

RULES = "fide-2026"


def values(tally: Tally, criterion: str, rounds: int) -> dict[int, float] | None:
    """
    The library's *criterion* for each counted entry, on its scale; None where it has none.

    Args:
        criterion: The library's name, such as ``sonneborn_berger``.
        rounds: The rounds that the criterion is reckoned over.
    """
    reckon(tally, [criterion], rounds)
    return tally.reckoned.get((criterion, rounds))


def reckon(tally: Tally, criteria: Iterable[str], rounds: int) -> None:
    """
    Have the library reckon those of *criteria* that it has not, in one call.

    It checks all that it is told at each call, which takes longer than reckoning.
    """
    missing = [criterion for criterion in criteria if (criterion, rounds) not in tally.reckoned]
    if not missing or rounds < 1 or not is_on_its_scale(tally):
        return
    ranked = library.rank_standings_strict(
        tally.keep("fide players", lambda: _players(tally)),
        missing,
        rounds,
        ruleset=RULES,
        mode="swiss" if tally.system == "swiss" else "round_robin",
    )
    for criterion in missing:
        tally.reckoned[criterion, rounds] = {
            line.player_id: line.values[criterion] for line in ranked.players
        }


def is_on_its_scale(tally: Tally) -> bool:
    """
    Whether all points given are in proportion to 1, 1/2 and 0.

    In a round robin a bye is nothing but a day off; where it gives points all the same, the
    library would think up an opponent for it.
    """
    return tally.keep("is on its scale", lambda: _is_on_its_scale(tally))


def _is_on_its_scale(tally: Tally) -> bool:
    points = tally.points
    if tally.system != "swiss" and any(
        meeting.points
        for entry in tally.counted
        for meeting in tally.of(entry)
        if meeting.opponent is None
    ):
        return False
    return (
        points.win > 0
        and points.loss == 0
        and points.forfeit == 0
        and points.draw * 2 == points.win
        and points.bye in (0, points.draw, points.win)
    )


def _players(tally: Tally) -> dict[int, library.PlayerTiebreakData]:
    win = tally.points.win
    return {
        entry: library.PlayerTiebreakData(
            entry,
            0,
            tally.total(entry) / win,
            [
                library.GameRecord(
                    -1 if meeting.opponent is None else meeting.opponent,
                    0,
                    meeting.points / win,
                    "white",
                    meeting.round,
                    _kind(meeting),
                )
                for meeting in tally.of(entry)
            ],
        )
        for entry in tally.counted
    }


def _kind(meeting: Meeting) -> str:
    if meeting.opponent is None:
        return library.REQUESTED_BYE if meeting.stayed_away else library.PAIRING_BYE
    if not meeting.forfeit:
        return library.PLAYED
    return library.FORFEIT_WIN if meeting.verdict == "won" else library.FORFEIT_LOSS
