"""Those who ask in the tests of the API: visitors, and programs with a token."""

from functools import partial
from typing import Any

from rest_framework.test import APIClient

from bots.reference import make
from bots.reports import MatchReport
from bots.runner.match import play_match
from bots.runner.players import InProcessPlayer
from league.models import Bot, Ladder, Match, Member, Role, Scope, Tournament, User
from league.services import accounts, attempts
from tests.factories import MemberFactory, UserFactory, bot_match, played

ROOT = "/api/v1/"
SOURCE = (
    b"from bots.kit import Bot, run\n\n\nclass Mine(Bot):\n"
    b"    def move(self, view, menu):\n        return menu.lowest()\n\n\nrun(Mine())\n"
)


def visitor() -> APIClient:
    """Nobody."""
    return APIClient()


def program(user: User, *scopes: str) -> APIClient:
    """A program with a token of *user*, of all scopes if none are named."""
    _token, text = accounts.issue_token(user=user, name="test", scopes=scopes or Scope.values)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    return client


def stranger() -> APIClient:
    """A program of somebody who has nothing to do with it."""
    return program(UserFactory.create())


def staff() -> APIClient:
    return program(UserFactory.create(is_staff=True))


def official(tournament: Tournament, role: Role) -> APIClient:
    """A program of a member of the tournament's club."""
    member = MemberFactory.create(club=tournament.club, role=role)
    assert isinstance(member, Member)
    return program(member.user)


def problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem *response* is, checked to be of the one shape all refusals have."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert set(body) == {"type", "title", "status", "detail", "instance", "code", "errors"}
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"]
    for error in body["errors"]:
        assert {"pointer", "detail", "code"} <= set(error)
        assert error["pointer"].startswith("#")
    return body


def pointers(body: dict[str, Any]) -> list[str]:
    return [error["pointer"] for error in body["errors"]]


def decided(first: Bot, second: Bot, won: int, lost: int, *, ladder: Ladder | None = None) -> Match:
    """A finished match of two bots with this many deals won and lost."""
    match = bot_match(first, second, ladder=ladder)
    played(match, won, lost)
    match.refresh_from_db()
    return match


def play(match: Match, *, deals: int | None = None) -> None:
    """Play a match of house bots as a worker does; with *deals*, leave it after so many."""
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    players = [
        InProcessPlayer(partial(make, seat.version.program, seat.version.settings))
        for seat in match.seats.select_related("version")
        if seat.version is not None
    ]
    for report in play_match(attempts.spec(attempt), players):
        if isinstance(report, MatchReport):
            attempts.finish(attempt, report)
        else:
            attempts.store_deal(attempt, report)
            if deals is not None and report.number + 1 == deals:
                break
    match.refresh_from_db()
