"""Parked matches and uploads: seen and released by staff alone."""

import pytest
from django.utils import timezone

from league.models import Attempt, AuditEntry, Match, Submission
from league.services import bots
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


@pytest.fixture
def upload() -> Submission:
    author = UserFactory.create()
    bot = bots.create(name="Мой", owner=author)
    made = bots.submit(bot=bot, data=b"# mine", filename="bot.py", by=author)
    Submission.objects.update(
        parked_at=timezone.now(), broken_off=20, waiting_for="given_up", waiting_detail="fell over"
    )
    return made


def test_staff_see_why_an_upload_is_parked_and_release_it(upload: Submission) -> None:
    client = staff()
    (row,) = client.get(ROOT + "operator/submissions/").json()["results"]
    assert (row["id"], row["bot"], row["last_failure"]) == (upload.pk, "moy", "fell over")
    assert row["broken_off"] == 20
    where = ROOT + f"operator/submissions/{upload.pk}/release/"
    released = client.post(where).json()
    assert (released["status"], released["parked_at"], released["broken_off"]) == (
        "queued",
        None,
        0,
    )
    assert client.get(ROOT + "operator/submissions/").json()["count"] == 0
    problem(client.post(where), 409, "not_parked")


def test_nobody_else_sees_or_releases_an_upload(upload: Submission) -> None:
    where = ROOT + "operator/submissions/"
    problem(visitor().get(where), 401, "not_authenticated")
    author = program(upload.submitted_by)
    for client in (stranger(), author):
        problem(client.get(where), 403, "not_allowed")
        problem(client.post(f"{where}{upload.pk}/release/"), 403, "not_allowed")
    seen = author.get(ROOT + f"bots/moy/submissions/{upload.pk}/")
    assert "broken off again and again" in seen.json()["waiting_for"]
    assert "fell over" not in seen.content.decode()
