"""Tournaments of people in every format, played as far as a test needs."""

from typing import Any

from django.test import Client
from django.urls import reverse

from league.models import Tournament, User
from league.selectors.progress import progress_of
from league.services import directing, entries, results, tournaments
from league.services.match_reports import read_report
from tests.factories import MemberFactory, PersonFactory, RulesetFactory

SCORES = ([3, 1], [1, 3], [4, 0])


def begun(
    count: int, *stages: dict[str, Any], seats: int = 2, sides: str = "single"
) -> tuple[Tournament, User]:
    """A started tournament of *count* people, Игрок 1 …, and who directs it."""
    member = MemberFactory.create()
    ruleset = RulesetFactory.create(seats=seats, sides=sides, length={"kind": "deals", "count": 4})
    tournament = tournaments.create(
        club=member.club, name="Кубок", ruleset=ruleset, stages=stages, by=member.user
    )
    for number in range(count):
        person = PersonFactory.create(club=member.club, name=f"Игрок {number + 1}")
        entries.register(tournament=tournament, player=person, by=member.user)
    return tournaments.start(tournament=tournament, by=member.user), member.user


def play(tournament: Tournament, by: User, most: int = 1000) -> int:
    """Report what is due, *most* results, and draw what waits; how many were reported."""
    for done in range(most):
        progress = progress_of(tournament)
        while not progress.state.is_finished and not progress.state.due:
            progress = directing.draw(tournament=tournament, by=by).progress
        if progress.state.is_finished:
            return done
        match = progress.match(progress.state.due[0])
        assert match is not None
        seats = match.seats.count()
        scores = SCORES[done % 3] if seats == 2 else [-1, -3, *([0] * (seats - 2))]
        if match.ruleset.sides != "single":
            scores = SCORES[done % 2] * 2
        results.report(match=match, report=read_report(match, scores=scores), by=by)
    return most


def page(tab: str, tournament: Tournament, query: str = "", language: str = "en") -> str:
    """A tab of the tournament as a visitor reads it."""
    address = reverse(tab, args=[tournament.slug]) + query
    response = Client().get(address, headers={"accept-language": language})
    assert response.status_code == 200, address
    return response.content.decode()
