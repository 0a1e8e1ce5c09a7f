"""Who stands where: tables, tie-breaks and crosstables made from finished matches."""

from league.standings.breaking import TieBreak
from league.standings.grid import Crosstable, crosstable
from league.standings.lots import draw_lot, ties
from league.standings.ranking import seated_table, table
from league.standings.seats import Seated, TableResult, place_points, places_of
from league.standings.tie_breaks import (
    DEFAULT_TIE_BREAKS,
    DEFAULTS,
    TIE_BREAKS,
    find_tie_break,
    tie_breaks_of,
)
from league.standings.values import (
    Bye,
    Forfeit,
    MatchPoints,
    Meeting,
    Played,
    SeatedStanding,
    Standing,
    System,
    TieBreakValue,
)
from league.standings.working import Term, Working

__all__ = [
    "DEFAULTS",
    "DEFAULT_TIE_BREAKS",
    "TIE_BREAKS",
    "Bye",
    "Crosstable",
    "Forfeit",
    "MatchPoints",
    "Meeting",
    "Played",
    "Seated",
    "SeatedStanding",
    "Standing",
    "System",
    "TableResult",
    "Term",
    "TieBreak",
    "TieBreakValue",
    "Working",
    "crosstable",
    "draw_lot",
    "find_tie_break",
    "place_points",
    "places_of",
    "seated_table",
    "table",
    "tie_breaks_of",
    "ties",
]
