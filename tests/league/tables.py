"""Matches of people at tables of three to six."""

from league.models import Match, User
from league.services import directing, entries, tournaments
from tests.factories import MemberFactory, PersonFactory, RulesetFactory


def table_of(seats: int, sides: str = "single", **terms: object) -> tuple[Match, User]:
    """
    The only match of a tournament of one table, and the organiser; *terms* are of its ruleset.
    Partners are a team. Who sits where is in the names: Место 0, Место 1, …
    """
    member = MemberFactory.create()
    is_single = sides == "single"
    size = 1 if is_single else seats // 2
    tournament = tournaments.create(
        club=member.club,
        name="Кубок",
        ruleset=RulesetFactory.create(seats=seats, sides=sides, **terms),
        stages=[{"format": "tables", "rounds": 1} if is_single else {"format": "round_robin"}],
        team_size=size,
        by=member.user,
    )
    for _ in range(seats // size):
        people = [PersonFactory.create(club=member.club) for _ in range(size)]
        if is_single:
            entries.register(tournament=tournament, player=people[0], by=member.user)
        else:
            entries.register_team(tournament=tournament, players=people, by=member.user)
    tournaments.start(tournament=tournament, by=member.user)
    if is_single:
        directing.draw(tournament=tournament, by=member.user)
    match = Match.objects.get(round__stage__tournament=tournament)
    for seat in match.seats.select_related("player"):
        seat.player.name = f"Место {seat.number}"
        seat.player.save()
    return match, member.user
