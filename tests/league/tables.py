"""Matches of people at tables of any number, beside the rounds of a tournament."""

from league.models import Entry, Match, Round, Tournament, User
from league.selectors.terms import sides_of
from league.services import matches
from league.services.matches import Sitting
from tests.factories import PersonFactory, RulesetFactory, tournament_of


def table_of(seats: int, sides: str = "single", **terms: object) -> tuple[Match, User]:
    """
    A match at table 9 of round one and the organiser; *terms* are of its ruleset. Partners play for
    one entry; who sits where is in the names: Место 0, Место 1, … The tournament does not go on by
    itself, for its own matches are of two.
    """
    tournament, organiser = tournament_of(max(4, seats))
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.OPEN)
    ruleset = RulesetFactory.create(seats=seats, sides=sides, **terms)
    entries: list[Entry] = list(tournament.entries.all())
    match = matches.plan(
        ruleset=ruleset,
        round=Round.objects.get(stage__tournament=tournament, number=1),
        table_number=9,
        sittings=[
            Sitting(player=PersonFactory.create(name=f"Место {seat}"), entry=entries[side])
            for seat, side in enumerate(sides_of(ruleset))
        ],
    )
    return match, organiser
