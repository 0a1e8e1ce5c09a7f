"""Who stands where: tables, tie-breaks and crosstables made from finished matches."""

from league.standings.grid import Crosstable, crosstable
from league.standings.ranking import table
from league.standings.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, TieBreak, find_tie_break
from league.standings.values import (
    Forfeit,
    MatchPoints,
    Meeting,
    Played,
    Standing,
    TieBreakValue,
)

__all__ = [
    "DEFAULT_TIE_BREAKS",
    "TIE_BREAKS",
    "Crosstable",
    "Forfeit",
    "MatchPoints",
    "Meeting",
    "Played",
    "Standing",
    "TieBreak",
    "TieBreakValue",
    "crosstable",
    "find_tie_break",
    "table",
]
