"""Rulesets: a club's organisers make its own, staff the site's."""

from typing import Any

import pytest

from league.models import Role, Ruleset
from tests.factories import MemberFactory
from tests.league.api.callers import ROOT, pointers, problem, program, staff, stranger, visitor

pytestmark = pytest.mark.django_db

NEW: dict[str, Any] = {"name": "Десять сдач", "game": "podkidnoy", "seats": 2, "deals": 10}


def test_an_organiser_makes_a_ruleset_of_his_club() -> None:
    member = MemberFactory.create(role=Role.ORGANISER)
    response = program(member.user).post(ROOT + "rulesets/", {**NEW, "club": member.club.slug})
    assert response.status_code == 201
    made = response.json()
    assert (made["deals"], made["pool"], made["club"]) == (
        10, "podkidnoy-2-single", member.club.slug,
    )  # fmt: skip
    assert visitor().get(ROOT + f"rulesets/{made['slug']}/").json() == made
    listed = visitor().get(ROOT + "rulesets/", {"club": member.club.slug}).json()
    assert [one["slug"] for one in listed["results"]] == [made["slug"]]


def test_staff_alone_make_a_ruleset_of_the_site() -> None:
    problem(stranger().post(ROOT + "rulesets/", NEW), 403, "not_allowed")
    assert staff().post(ROOT + "rulesets/", NEW).json()["club"] is None


@pytest.mark.parametrize("role", [Role.ARBITER, Role.MEMBER])
def test_an_arbiter_or_member_makes_none(role: Role) -> None:
    member = MemberFactory.create(role=role)
    response = program(member.user).post(ROOT + "rulesets/", {**NEW, "club": member.club.slug})
    problem(response, 403, "not_allowed")
    assert not Ruleset.objects.exists()


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"game": "bridge"}, "#/game"),
        ({"deals": 0}, "#/deals"),
        ({"deals": 10**9}, "#/deals"),
        ({"seats": 1}, "#/seats"),
        ({"seats": 7}, "#/options"),
        ({"sides": "pairs"}, "#/options"),
        ({"options": {"deck_size": 37}}, "#/options"),
        ({"options": {"unknown": 1}}, "#/options"),
        ({"options": []}, "#/options"),
        ({"club": "nobody"}, "#/club"),
    ],
)
def test_what_the_engine_cannot_play_is_refused(changes: dict[str, Any], pointer: str) -> None:
    body = problem(staff().post(ROOT + "rulesets/", {**NEW, **changes}), 400, "invalid")
    assert pointers(body) == [pointer]
    assert not Ruleset.objects.exists()


def test_a_ruleset_with_options_of_its_own_is_not_rated() -> None:
    made = staff().post(ROOT + "rulesets/", {**NEW, "options": {"deck_size": 52}}).json()
    assert made["pool"] is None
