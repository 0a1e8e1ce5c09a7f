"""Parked matches: seen and released by staff alone."""

import pytest
from django.utils import timezone

from league.models import Attempt, AuditEntry, Match
from tests.factories import UserFactory, bot_match, house_bot
from tests.league.api.callers import ROOT, problem, program, staff, stranger, visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def parked() -> Match:
    match = bot_match(house_bot("А"), house_bot("Б"))
    Attempt.objects.create(match=match, number=1, worker="w", exit="failed", detail="fell over")
    Match.objects.filter(pk=match.pk).update(parked_at=timezone.now())
    return match


def test_staff_see_why_a_match_is_parked_and_release_it(parked: Match) -> None:
    client = staff()
    rows = client.get(ROOT + "operator/matches/").json()["results"]
    assert [(row["id"], row["last_failure"]) for row in rows] == [(parked.pk, "fell over")]
    where = ROOT + f"operator/matches/{parked.pk}/release/"
    assert client.post(where).json()["status"] == "queued"
    assert client.get(ROOT + "operator/matches/").json()["count"] == 0
    assert AuditEntry.objects.filter(act="release_match").count() == 1
    problem(client.post(where), 409, "not_parked")


def test_nobody_else_sees_or_releases_it(parked: Match) -> None:
    where = ROOT + "operator/matches/"
    problem(visitor().get(where), 401, "not_authenticated")
    problem(stranger().get(where), 403, "not_allowed")
    problem(stranger().post(f"{where}{parked.pk}/release/"), 403, "not_allowed")
    weak = program(UserFactory.create(is_staff=True), "submit")
    problem(weak.get(where), 403, "lacks_scope")
    problem(weak.post(f"{where}{parked.pk}/release/"), 403, "lacks_scope")
