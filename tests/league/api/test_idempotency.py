"""A request that is sent twice under one key is done once."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from league.api.idempotency import ABANDONED
from league.models import Bot, Club, IdempotentRequest, Submission, User
from league.services import bots
from tests.factories import UserFactory
from tests.league.api.callers import ROOT, SOURCE, problem, program

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def make_club(client: APIClient, name: str, key: str = "k1") -> Any:
    return client.post(ROOT + "clubs/", {"name": name}, HTTP_IDEMPOTENCY_KEY=key)


def test_the_second_of_two_equal_requests_gets_the_first_answer(user: User) -> None:
    client = program(user)
    first, second = make_club(client, "Козырь"), make_club(client, "Козырь")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert first["Location"] == second["Location"]
    assert second["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first
    assert Club.objects.count() == 1


def test_another_request_under_the_same_key_is_422(user: User) -> None:
    client = program(user)
    make_club(client, "Козырь")
    problem(make_club(client, "Туз"), 422, "idempotency_key_reused")
    assert Club.objects.count() == 1


def test_a_key_belongs_to_its_user(user: User) -> None:
    make_club(program(user), "Козырь")
    assert make_club(program(UserFactory.create()), "Козырь").status_code == 201
    assert Club.objects.count() == 2


def test_while_the_first_is_being_done_the_second_is_409(user: User) -> None:
    client = program(user)
    make_club(client, "Козырь")
    IdempotentRequest.objects.update(status=None, body=None)
    problem(make_club(client, "Козырь"), 409, "in_flight")
    assert Club.objects.count() == 1


def test_a_request_that_died_is_done_again(user: User) -> None:
    client = program(user)
    make_club(client, "Козырь")
    Club.objects.all().delete()
    long_ago = timezone.now() - ABANDONED - timedelta(seconds=1)
    IdempotentRequest.objects.update(status=None, body=None, created_at=long_ago)
    assert make_club(client, "Козырь").status_code == 201
    assert Club.objects.count() == 1
    assert make_club(client, "Козырь")["Idempotency-Replayed"] == "true"


def test_a_refusal_is_not_kept(user: User) -> None:
    client = program(user)
    problem(make_club(client, ""), 400, "invalid")
    assert not IdempotentRequest.objects.exists()
    assert make_club(client, "Козырь").status_code == 201


def test_a_key_that_is_too_long_is_refused(user: User) -> None:
    problem(make_club(program(user), "Козырь", "k" * 129), 400, "invalid")


def test_an_upload_is_taken_once_whatever_boundary_it_has(user: User) -> None:
    bot: Bot = bots.create(name="Мой", owner=user)
    client = program(user)

    def upload(source: bytes, boundary: str) -> Any:
        head = (
            f"--{boundary}\r\n"
            'Content-Disposition: form-data; name="file"; filename="bot.py"\r\n'
            "Content-Type: text/x-python\r\n\r\n"
        )
        return client.post(
            ROOT + f"bots/{bot.slug}/submissions/",
            head.encode() + source + f"\r\n--{boundary}--\r\n".encode(),
            content_type=f"multipart/form-data; boundary={boundary}",
            HTTP_IDEMPOTENCY_KEY="up",
        )

    first, second = upload(SOURCE, "aaa"), upload(SOURCE, "bbb")
    assert (first.status_code, second.status_code) == (202, 202)
    assert second["Location"] == first["Location"]
    assert Submission.objects.count() == 1
    problem(upload(SOURCE + b"# changed\n", "ccc"), 422, "idempotency_key_reused")


def test_the_text_of_a_token_is_never_kept(user: User) -> None:
    client = program(user)
    for _ in range(2):
        made = client.post(ROOT + "me/tokens/", {"scopes": ["read"]}, HTTP_IDEMPOTENCY_KEY="t")
        assert made.status_code == 201
    assert not IdempotentRequest.objects.exists()
