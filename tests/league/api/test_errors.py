"""Every refusal has the one shape of RFC 9457 and a stable code."""

import json
from typing import Any

import pytest
from django.conf import LazySettings
from rest_framework.test import APIClient

from league.api import clubs
from league.models import User
from tests.factories import MemberFactory
from tests.league.api.callers import ROOT, pointers, problem, program, visitor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["", "nonsense/", "nonsense", "clubs/nobody/", "matches/m_0/"])
def test_an_unknown_address_is_not_found(path: str) -> None:
    body = problem(visitor().get(ROOT + path), 404, "not_found")
    assert body["instance"] == ROOT + path
    assert body["type"] == "urn:league:problem:not_found"


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_an_unknown_address_is_not_found_by_any_method(method: str) -> None:
    problem(getattr(visitor(), method)(ROOT + "nonsense/"), 404, "not_found")


def test_a_forgotten_last_slash_is_put_right_and_keeps_the_method() -> None:
    response = visitor().post(ROOT + "clubs?x=1", {"name": "Клуб"})
    assert response.status_code == 308
    assert response["Location"] == ROOT + "clubs/?x=1"


def test_writing_without_a_login_is_401_and_says_how() -> None:
    response = visitor().post(ROOT + "clubs/", {"name": "Клуб"})
    problem(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == "Token"


def test_a_wrong_method_of_somebody_known_is_405_and_names_the_right_ones(user: User) -> None:
    response = program(user).post(ROOT + "games/")
    problem(response, 405, "method_not_allowed")
    assert "GET" in response["Allow"]


def test_a_body_that_is_not_json_is_400(user: User) -> None:
    response = program(user).post(ROOT + "clubs/", "{", content_type="application/json")
    problem(response, 400, "parse_error")


@pytest.mark.parametrize("body", ["[]", '"x"', "1", "null"])
def test_a_body_that_is_no_object_is_400(user: User, body: str) -> None:
    response = program(user).post(ROOT + "clubs/", body, content_type="application/json")
    assert problem(response, 400, "invalid")["errors"]


def test_another_media_type_is_415(user: User) -> None:
    response = program(user).post(ROOT + "clubs/", "<a/>", content_type="text/xml")
    problem(response, 415, "unsupported_media_type")


def test_an_answer_in_another_format_is_406_or_a_wrong_value() -> None:
    problem(visitor().get(ROOT + "clubs/", HTTP_ACCEPT="text/html"), 406, "not_acceptable")
    body = problem(visitor().get(ROOT + "clubs/?format=xml"), 400, "invalid")
    assert pointers(body) == ["#/format"]


def test_missing_values_are_named(user: User) -> None:
    body = problem(program(user).post(ROOT + "rulesets/", {}), 400, "invalid")
    assert pointers(body) == ["#/name", "#/deals"]
    assert {error["code"] for error in body["errors"]} == {"required"}


def test_values_within_lists_are_named_by_their_place(user: User) -> None:
    member = MemberFactory.create(user=user)
    body = problem(
        program(user).post(
            ROOT + "tournaments/",
            {"club": member.club.slug, "name": "Кубок", "ruleset": "none", "stages": [{}]},
        ),
        400,
        "invalid",
    )
    assert pointers(body) == ["#/ruleset", "#/stages/0/format"]


def test_what_a_service_refuses_names_its_field(user: User) -> None:
    body = problem(
        program(user).post(ROOT + "clubs/", {"name": "a\u200bb"}), 400, "invisible_character"
    )
    assert pointers(body) == ["#/name"]


def test_a_refusal_repeats_no_half_of_a_character(user: User) -> None:
    sent = '{"name": "\\ud800", "club": "\\ud800"}'
    response = program(user).post(ROOT + "bots/", sent, content_type="application/json")
    assert "\ud800" not in str(problem(response, 400, "invalid"))


def test_details_are_told_in_the_reader_s_language(user: User) -> None:
    response = program(user).post(ROOT + "clubs/", {}, HTTP_ACCEPT_LANGUAGE="ru")
    assert "обязательно" in problem(response, 400, "invalid")["detail"].lower()


def test_a_page_that_is_not_there_is_404() -> None:
    problem(visitor().get(ROOT + "clubs/?page=7"), 404, "not_found")
    problem(visitor().get(ROOT + "clubs/?page=x"), 404, "not_found")


def test_too_large_a_body_is_413(user: User, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    response = program(user).post(ROOT + "clubs/", {"name": "a" * 2000})
    problem(response, 413, "too_large")


def test_a_fault_of_ours_is_500_in_the_same_shape_and_is_loud(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> Any:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(clubs, "all_clubs", broken)
    client = APIClient(raise_request_exception=False)
    body = problem(client.get(ROOT + "clubs/"), 500, "server_error")
    assert "secret detail" not in json.dumps(body)
    with pytest.raises(RuntimeError):
        APIClient().get(ROOT + "clubs/")
