"""
Tie-breaks: how entries with equal points are told apart, in the order the organiser chose.

Each is one small class. Those of chess follow FIDE C.07 and are reckoned by a library (see
``fide``); those of tables are our own. Each shows its working.
"""

from collections.abc import Sequence

from league.standings.breaking import TieBreak
from league.standings.encounters import (
    DirectEncounter,
    Progressive,
    ProgressiveCut1,
    ScoreDifference,
    ScoreFor,
    Wins,
    WinsPlayed,
)
from league.standings.lots import Lots, StartingRank
from league.standings.opposition import (
    AverageOfBuchholz,
    Buchholz,
    BuchholzCut1,
    BuchholzCut2,
    Koya,
    MedianBuchholz,
    MedianBuchholz2,
    SonnebornBerger,
)
from league.standings.seat_breaks import (
    DealPoints,
    FewestEpaulettes,
    FewestFools,
    FirstPlaces,
    OpponentsPoints,
    Places,
)
from league.standings.values import System

TIE_BREAKS: tuple[TieBreak, ...] = (
    DirectEncounter(),
    SonnebornBerger(),
    Koya(),
    Wins(),
    WinsPlayed(),
    ScoreDifference(),
    ScoreFor(),
    Progressive(),
    ProgressiveCut1(),
    Buchholz(),
    BuchholzCut1(),
    BuchholzCut2(),
    MedianBuchholz(),
    MedianBuchholz2(),
    AverageOfBuchholz(),
    Places(),
    FirstPlaces(),
    DealPoints(),
    FewestFools(),
    OpponentsPoints(),
    FewestEpaulettes(),
    StartingRank(),
    Lots(),
)

_SYSTEM_NAMES: dict[System, str] = {
    "round_robin": "a round robin",
    "swiss": "a Swiss",
    "tables": "tables of several seats",
}


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


DEFAULT_TIE_BREAKS: tuple[TieBreak, ...] = tuple(
    map(find_tie_break, ("direct", "wins", "sonneborn_berger", "score_difference"))
)

DEFAULTS: dict[System, tuple[TieBreak, ...]] = {
    "round_robin": DEFAULT_TIE_BREAKS,
    "swiss": tuple(
        map(
            find_tie_break,
            ("buchholz_cut1", "buchholz", "sonneborn_berger", "progressive", "direct"),
        )
    ),
    "tables": tuple(
        map(find_tie_break, ("fewest_fools", "places", "opponents_points", "fewest_epaulettes"))
    ),
}
"""The order that is used where the organiser has not chosen one."""


def tie_breaks_of(system: System) -> tuple[TieBreak, ...]:
    """The tie-breaks an organiser may choose from for *system*."""
    return tuple(tie_break for tie_break in TIE_BREAKS if system in tie_break.systems)


def check_tie_breaks(tie_breaks: Sequence[TieBreak], system: System) -> None:
    """
    See that *tie_breaks* are an order for *system*: each fit for it and named once.

    Raises:
        ValueError: If one is not, with those there are.
    """
    keys = [tie_break.key for tie_break in tie_breaks]
    for tie_break in tie_breaks:
        if system not in tie_break.systems:
            known = ", ".join(one.key for one in tie_breaks_of(system))
            raise ValueError(
                f"{tie_break.key} is no tie-break for {_SYSTEM_NAMES[system]}; there are {known}"
            )
        if keys.count(tie_break.key) > 1 and not tie_break.among_tied:
            raise ValueError(f"{tie_break.key} stands twice in the order; once is enough")
