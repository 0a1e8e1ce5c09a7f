"""Tie-breaks of tables of three to six: places, fools, epaulettes, and who sat opposite."""

from collections.abc import Iterable

from league.standings.breaking import OwnSum
from league.standings.tally import Tally
from league.standings.values import System
from league.standings.working import Term, Working

TABLES: frozenset[System] = frozenset({"tables"})


class Places(OwnSum):
    """
    How many were left behind, by tables of any size.

    The first of three has left behind two of two, the second of four two of three: so tables
    of different sizes side by side can be added up.
    """

    key = "places"
    name = "Places"
    abbreviation = "PL"
    help = (
        "For every table the part of the opponents left behind: 1 for the first place, 0 for the "
        "last, half for an equal one."
    )
    systems = TABLES

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((sitting.behind,), round=sitting.round, over=len(sitting.opponents))
            for sitting in tally.sittings[entry]
            if not sitting.sat_out
        )


class FirstPlaces(OwnSum):
    """Tables won."""

    key = "first_places"
    name = "First places"
    abbreviation = "1st"
    help = "The number of tables at which the entry was first, alone or with others."
    systems = TABLES

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((1,), round=sitting.round)
            for sitting in tally.sittings[entry]
            if sitting.place == 1 and not sitting.sat_out
        )


class DealPoints(OwnSum):
    """What the matches themselves gave, where the table counts places."""

    key = "deal_points"
    name = "Points of the deals"
    abbreviation = "DP"
    help = "The points of all deals at the tables, by the game's own scoring."
    systems = TABLES

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((sitting.score,), round=sitting.round)
            for sitting in tally.sittings[entry]
            if not sitting.sat_out
        )


class FewestFools(OwnSum):
    """Who was left with the cards least often."""

    key = "fewest_fools"
    name = "Fewest times the fool"
    abbreviation = "FOOL"
    help = "In how many deals the entry was the fool; fewer is better."
    systems = TABLES
    lower_is_better = True

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((sitting.fools,), round=sitting.round)
            for sitting in tally.sittings[entry]
            if sitting.fools
        )


class FewestEpaulettes(OwnSum):
    """Who went home with fewest sixes on his shoulders."""

    key = "fewest_epaulettes"
    name = "Fewest epaulettes"
    abbreviation = "EP"
    help = "How many epaulettes the entry was given; fewer is better."
    systems = TABLES
    lower_is_better = True

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term((sitting.epaulettes,), round=sitting.round)
            for sitting in tally.sittings[entry]
            if sitting.epaulettes
        )


class OpponentsPoints(OwnSum):
    """
    How good the opponents were.

    The average of a table, so that a table of four does not outweigh one of three, and the
    average of the tables, so that a round sat out costs nothing.
    """

    key = "opponents_points"
    name = "Opponents' points"
    abbreviation = "OPP"
    help = "The points of those the entry sat with, on average over each table and all tables."
    systems = TABLES

    def sum_of(self, entry: int, tally: Tally) -> Working:
        terms = tuple(self.terms(entry, tally))
        return Working(terms, over=len(terms) or 1)

    def terms(self, entry: int, tally: Tally) -> Iterable[Term]:
        return (
            Term(
                (sum(tally.total(other) for other in sitting.opponents),),
                round=sitting.round,
                over=len(sitting.opponents),
            )
            for sitting in tally.sittings[entry]
            if not sitting.sat_out
        )
