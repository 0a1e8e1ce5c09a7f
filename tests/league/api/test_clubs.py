"""Clubs: anyone may found one; its owners say who is what."""

import pytest

from league.models import Role, User
from tests.factories import ClubFactory, MemberFactory, UserFactory
from tests.league.api.callers import ROOT, pointers, problem, program, stranger, visitor

pytestmark = pytest.mark.django_db


def test_the_founder_is_the_owner(user: User) -> None:
    response = program(user).post(
        ROOT + "clubs/", {"name": "  Клуб  «Козырь» ", "time_zone": "Europe/Moscow"}
    )
    assert response.status_code == 201
    club = response.json()
    assert (club["name"], club["slug"], club["members"]) == ("Клуб «Козырь»", "klub-kozyr", 1)
    assert response["Location"].endswith("/api/v1/clubs/klub-kozyr/")
    assert visitor().get(response["Location"]).json() == club
    members = visitor().get(ROOT + "clubs/klub-kozyr/members/").json()["results"]
    assert [(one["username"], one["role"]) for one in members] == [(user.username, "owner")]


def test_an_unknown_time_zone_is_refused_by_name(user: User) -> None:
    body = problem(
        program(user).post(ROOT + "clubs/", {"name": "Клуб", "time_zone": "Mars/Olympus"}),
        400,
        "invalid",
    )
    assert pointers(body) == ["#/time_zone"]
    assert "Mars/Olympus" in body["detail"]


def test_clubs_are_found_by_a_part_of_their_name_in_any_case() -> None:
    ClubFactory.create(name="Ёлка"), ClubFactory.create(name="Туз")
    found = visitor().get(ROOT + "clubs/", {"search": "ЕЛК"}).json()
    assert [club["name"] for club in found["results"]] == ["Ёлка"]


def test_an_owner_makes_an_arbiter() -> None:
    owner, friend = MemberFactory.create(), UserFactory.create()
    where = ROOT + f"clubs/{owner.club.slug}/members/"
    body = {"username": friend.username.upper(), "role": "arbiter"}
    response = program(owner.user).post(where, body)
    assert response.status_code == 201
    assert response.json()["role"] == "arbiter"
    assert owner.club.members.get(user=friend).role == Role.ARBITER


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.ARBITER, Role.MEMBER])
def test_nobody_but_an_owner_gives_roles(role: Role) -> None:
    member = MemberFactory.create(role=role)
    where = ROOT + f"clubs/{member.club.slug}/members/"
    body = {"username": member.user.username, "role": "owner"}
    problem(program(member.user).post(where, body), 403, "not_allowed")
    problem(stranger().post(where, body), 403, "not_allowed")
    problem(visitor().post(where, body), 401, "not_authenticated")
    assert not member.club.members.filter(role=Role.OWNER).exists()


def test_an_unknown_user_or_role_and_the_last_owner_are_refused() -> None:
    owner = MemberFactory.create()
    client, where = program(owner.user), ROOT + f"clubs/{owner.club.slug}/members/"
    unknown = client.post(where, {"username": "nobody", "role": "member"})
    assert pointers(problem(unknown, 400, "invalid")) == ["#/username"]
    role = client.post(where, {"username": owner.user.username, "role": "king"})
    assert pointers(problem(role, 400, "invalid")) == ["#/role"]
    last = client.post(where, {"username": owner.user.username, "role": "member"})
    problem(last, 409, "last_owner")
