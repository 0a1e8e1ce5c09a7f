"""Tie-breaks in the reader's language: the pure package that reckons them speaks English alone."""

from django.utils.translation import gettext_lazy as _

from league.errors import Text

TIE_BREAKS: dict[str, tuple[Text, Text, Text]] = {
    "direct": (
        _("Direct encounter"),
        _("DE"),
        _("Points from the matches between the tied entries, once all of them have met."),
    ),
    "sonneborn_berger": (
        _("Sonneborn-Berger"),
        _("SB"),
        _("The points of every opponent beaten and half the points of every opponent drawn with."),
    ),
    "koya": (
        _("Koya"),
        _("KS"),
        _("Points from matches against entries that have at least half of the possible points."),
    ),
    "wins": (_("Wins"), _("WIN"), _("The number of matches won, by forfeit too.")),
    "score_difference": (
        _("Score difference"),
        "+/-",
        _("All deals won in the matches, less those lost."),
    ),
    "score_for": (_("Score for"), _("SF"), _("All deals won in the matches.")),
    "wins_played": (
        _("Wins by playing"),
        _("WON"),
        _("The number of matches won by playing: without forfeits and byes."),
    ),
    "progressive": (
        _("Progressive score"),
        _("PS"),
        _("The points after each round, added up: early points count more often."),
    ),
    "progressive_cut1": (
        _("Progressive score, cut 1"),
        _("PS-1"),
        _("The points after each round, added up without the first round."),
    ),
    "buchholz": (
        _("Buchholz"),
        _("BH"),
        _("The points of all opponents, added up."),
    ),
    "buchholz_cut1": (
        _("Buchholz, cut 1"),
        _("BH-1"),
        _("The points of all opponents but the weakest; a round one stayed away from goes first."),
    ),
    "buchholz_cut2": (
        _("Buchholz, cut 2"),
        _("BH-2"),
        _("The points of all opponents but the two weakest; rounds one stayed away from go first."),
    ),
    "median_buchholz": (
        _("Median Buchholz"),
        _("BH-M"),
        _("The points of all opponents but the weakest and the strongest."),
    ),
    "median_buchholz_2": (
        _("Median Buchholz 2"),
        _("BH-M2"),
        _("The points of all opponents but the two weakest and the two strongest."),
    ),
    "average_of_buchholz": (
        _("Opponents' Buchholz"),
        _("AOB"),
        _("The average Buchholz of the opponents really met."),
    ),
    "places": (
        _("Places"),
        _("PL"),
        _(
            "For every table the part of the opponents left behind: 1 for the first place, "
            "0 for the last, half for an equal one."
        ),
    ),
    "first_places": (
        _("First places"),
        _("1st"),
        _("The number of tables at which the entry was first, alone or with others."),
    ),
    "deal_points": (
        _("Points of the deals"),
        _("DP"),
        _("The points of all deals at the tables, by the game's own scoring."),
    ),
    "fewest_fools": (
        _("Fewest times the fool"),
        _("FOOL"),
        _("In how many deals the entry was the fool; fewer is better."),
    ),
    "opponents_points": (
        _("Opponents' points"),
        _("OPP"),
        _("The points of those the entry sat with, on average over each table and all tables."),
    ),
    "fewest_epaulettes": (
        _("Fewest epaulettes"),
        _("EP"),
        _("How many epaulettes the entry was given; fewer is better."),
    ),
    "starting_rank": (
        _("Starting rank"),
        _("SR"),
        _("The place in the field before the first round; the lower number is better."),
    ),
    "lots": (
        _("Drawing of lots"),
        _("LOT"),
        _("The recorded lot, drawn once between those still tied; the lower number is better."),
    ),
}
"""Name, abbreviation and one-line explanation of each, by its key."""
