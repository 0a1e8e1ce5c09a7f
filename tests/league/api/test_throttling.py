"""Floods are held back: by account, or by address; who must wait is told how long."""

import pytest
from django.conf import LazySettings
from rest_framework.test import APIClient

from league.models import User
from tests.factories import UserFactory
from tests.league.api.callers import ROOT, problem, program, visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def _rates(settings: LazySettings) -> None:
    rates = {"anonymous": "3/hour", "user": "5/hour", "sign-up": "2/hour"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


@pytest.mark.usefixtures("_rates")
def test_a_visitor_who_asks_too_often_is_told_to_wait() -> None:
    codes = [visitor().get(ROOT + "games/").status_code for _ in range(3)]
    assert codes == [200, 200, 200]
    response = visitor().get(ROOT + "games/")
    problem(response, 429, "throttled")
    assert 1 <= int(response["Retry-After"]) <= 3600


@pytest.mark.usefixtures("_rates")
def test_each_account_and_each_address_has_its_own_count(user: User) -> None:
    for _ in range(4):
        visitor().get(ROOT + "games/")
    client, other = program(user), program(UserFactory.create())
    assert [client.get(ROOT + "games/").status_code for _ in range(6)] == [200] * 5 + [429]
    assert other.get(ROOT + "games/").status_code == 200
    elsewhere = APIClient(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.get(ROOT + "games/").status_code == 200


@pytest.mark.usefixtures("_rates")
def test_signing_up_has_a_count_of_its_own() -> None:
    for number in range(2):
        body = {"username": f"user{number}", "password": "a long password 7"}
        assert visitor().post(ROOT + "accounts/", body).status_code == 201
    third = visitor().post(ROOT + "accounts/", {"username": "c", "password": "a long password 7"})
    problem(third, 429, "throttled")
