"""Uploads: taken with 202, watched where Location says; a log is its author's alone."""

import io
import zipfile
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from league.models import Bot, Submission, User
from league.services import bots, versions
from tests.factories import uploaded
from tests.league.api.callers import (
    ROOT,
    SOURCE,
    pointers,
    problem,
    program,
    staff,
    stranger,
    visitor,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(user: User) -> Bot:
    return bots.create(name="Мой", owner=user)


def upload(client: APIClient, bot: Bot, data: bytes = SOURCE, name: str = "bot.py") -> Any:
    file = SimpleUploadedFile(name, data)
    where = ROOT + f"bots/{bot.slug}/submissions/"
    return client.post(where, {"file": file}, format="multipart")


def test_an_upload_is_queued_and_can_be_watched(user: User, bot: Bot) -> None:
    response = upload(program(user), bot)
    assert response.status_code == 202
    body = response.json()
    assert (body["status"], body["number"], body["filename"]) == ("queued", 1, "bot.py")
    assert (body["reason"], body["checks"], body["version"]) == ("", [], None)
    watched = program(user).get(response["Location"])
    assert watched.json() == body
    listed = program(user).get(ROOT + f"bots/{bot.slug}/submissions/").json()
    assert listed["results"] == [body]


def test_a_zip_with_bot_py_is_taken(user: User, bot: Bot) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("bot.py", SOURCE)
    assert upload(program(user), bot, data.getvalue(), "mine.zip").status_code == 202


def test_only_the_author_uploads(bot: Bot) -> None:
    problem(upload(stranger(), bot), 403, "not_allowed")
    problem(upload(visitor(), bot), 401, "not_authenticated")
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("data", "name"), [(b"", "bot.py"), (b"not a zip", "bot.zip"), (b"\xff\xfe", "bot.exe")]
)
def test_what_cannot_be_run_is_refused_with_the_remedy(
    user: User, bot: Bot, data: bytes, name: str
) -> None:
    response = upload(program(user), bot, data, name)
    assert response.status_code == 400
    body = problem(response, 400, response.json()["code"])
    assert pointers(body) == ["#/file"]
    assert body["detail"].endswith(".")
    assert not body["detail"].endswith("..")
    assert not Submission.objects.exists()


def test_a_missing_file_is_named(user: User, bot: Bot) -> None:
    response = program(user).post(
        ROOT + f"bots/{bot.slug}/submissions/", {"x": "1"}, format="multipart"
    )
    assert pointers(problem(response, 400, "invalid")) == ["#/file"]


def test_too_large_a_file_is_refused(user: User, bot: Bot, settings: LazySettings) -> None:
    settings.LEAGUE_UPLOAD_BYTES = 10
    assert pointers(problem(upload(program(user), bot), 400, "too_large")) == ["#/file"]


def test_a_second_upload_waits_for_the_first(user: User, bot: Bot) -> None:
    upload(program(user), bot)
    problem(upload(program(user), bot, SOURCE + b"# 2\n"), 409, "being_checked")


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "the very file of version 1 of “Мой”"), ("ru", "тот же файл, что у версии 1")],
)
def test_the_file_of_an_earlier_version_is_not_checked_again(language: str, told: str) -> None:
    mine = uploaded("Мой", SOURCE)
    uploaded("Мой", SOURCE + b"# 2\n", bot=mine)
    assert mine.owner is not None
    client = program(mine.owner)
    client.credentials(**client._credentials, HTTP_ACCEPT_LANGUAGE=language)
    body = problem(upload(client, mine), 409, "same_as_earlier")
    assert told in body["detail"]
    assert mine.submissions.count() == 2
    versions.delete(version=mine.versions.get(number=1), by=mine.owner)
    assert upload(client, mine).status_code == 202


def test_a_quota_holds_for_a_day(user: User, bot: Bot, settings: LazySettings) -> None:
    settings.LEAGUE_SUBMISSIONS_PER_DAY = 1
    upload(program(user), bot)
    problem(upload(program(user), bot), 403, "too_many_submissions")


def test_the_log_is_for_the_author_and_staff_alone(user: User, bot: Bot) -> None:
    where = upload(program(user), bot)["Location"]
    Submission.objects.update(log="my secret plan", status="refused", reason="timeout in deal 1")
    for client in (program(user), program(user, "submit"), staff()):
        assert client.get(where).json()["log"] == "my secret plan"
    for client in (visitor(), stranger(), program(user, "play")):
        seen = client.get(where)
        assert "my secret plan" not in seen.content.decode()
        assert (seen.json()["log"], seen.json()["status"]) == (None, "refused")
        listed = client.get(ROOT + f"bots/{bot.slug}/submissions/")
        assert "my secret plan" not in listed.content.decode()


def test_the_steps_of_a_check_are_for_the_author_and_staff_alone(user: User, bot: Bot) -> None:
    where = upload(program(user), bot)["Location"]
    steps = [{"name": "bundle", "passed": True, "ms": 1, "facts": {"files": 1}, "problem": None}]
    Submission.objects.update(steps=steps, status="checking")
    for client in (program(user), program(user, "submit"), staff()):
        assert client.get(where).json()["steps"] == steps
    for client in (visitor(), stranger(), program(user, "play")):
        assert client.get(where).json()["steps"] is None


def test_what_it_used_and_why_it_failed_is_for_the_author_and_staff_alone(
    user: User, bot: Bot
) -> None:
    where = upload(program(user), bot, name="my_plan.py")["Location"]
    check = {"opponent": "house", "deals": 2, "scores": [0, 2]}
    told = {"faults": [{"detail": "plan failed"}], "usage": [{"cpu_ms": 123456}]}
    Submission.objects.update(status="refused", reason="timeout: plan", checks=[{**check, **told}])
    for client in (program(user), program(user, "submit"), staff()):
        seen = client.get(where).json()
        assert (seen["reason"], seen["filename"]) == ("timeout: plan", "my_plan.py")
        assert seen["checks"] == [{**check, **told}]
        assert len(seen["sha256"]) == 64
    for client in (visitor(), stranger(), program(user, "play")):
        listed = client.get(ROOT + f"bots/{bot.slug}/submissions/").json()["results"]
        for seen in (client.get(where).json(), *listed):
            assert [seen[name] for name in ("reason", "filename", "sha256")] == [None] * 3
            assert seen["checks"] == [{**check, "faults": None, "usage": None}]


def test_a_submission_is_found_under_its_own_bot_alone(user: User, bot: Bot) -> None:
    other = bots.create(name="Другой", owner=user)
    made = upload(program(user), bot).json()
    path = ROOT + f"bots/{other.slug}/submissions/{made['id']}/"
    problem(program(user).get(path), 404, "not_found")


def test_a_waiting_upload_says_what_for(user: User, bot: Bot) -> None:
    where = upload(program(user), bot)["Location"]
    Submission.objects.update(waiting_for="sandbox", waiting_detail="the log of a bot")
    for client in (visitor(), program(user)):
        shown = client.get(where)
        assert shown.json()["waiting_for"] == "The bot sandbox is not available."
        assert "the log of a bot" not in shown.content.decode()
