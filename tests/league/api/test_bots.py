"""Bots: made by their authors, found by name; their programs stay their authors'."""

import pytest

from league.models import Bot, Role, User
from league.services import bots
from tests.factories import MemberFactory, house_bot
from tests.league.api.callers import ROOT, pointers, problem, program, stranger, visitor

pytestmark = pytest.mark.django_db


def test_an_author_makes_a_bot_in_his_club_s_name() -> None:
    member = MemberFactory.create(role=Role.MEMBER)
    response = program(member.user).post(
        ROOT + "bots/", {"name": "Мой бот", "club": member.club.slug}
    )
    assert response.status_code == 201
    bot = response.json()
    assert (bot["slug"], bot["owner"], bot["version"]) == ("moy-bot", member.user.username, None)
    assert visitor().get(response["Location"]).json() == bot


def test_a_bot_may_have_no_club_and_needs_a_free_name(user: User) -> None:
    client = program(user)
    assert client.post(ROOT + "bots/", {"name": "Мой", "club": None}).status_code == 201
    body = problem(client.post(ROOT + "bots/", {"name": "МОЙ"}), 400, "taken")
    assert pointers(body) == ["#/name"]


def test_a_stranger_enters_no_bot_in_a_club_s_name() -> None:
    member = MemberFactory.create()
    response = stranger().post(ROOT + "bots/", {"name": "Чужой", "club": member.club.slug})
    problem(response, 403, "not_allowed")
    assert not Bot.objects.exists()


def test_bots_are_found_by_name_and_by_whose_they_are(user: User) -> None:
    house_bot("Домовой")
    bots.create(name="Мой", owner=user)

    def found(**query: str) -> list[str]:
        rows = program(user).get(ROOT + "bots/", query).json()["results"]
        return [bot["name"] for bot in rows]

    assert found() == ["Домовой", "Мой"]
    assert found(search="ДОМ") == ["Домовой"]
    assert found(house="true") == ["Домовой"]
    assert found(mine="true") == ["Мой"]
    assert visitor().get(ROOT + "bots/?mine=true").json()["count"] == 0


def test_versions_tell_the_house_s_settings_and_no_program_s_bytes() -> None:
    bot = house_bot("Домовой", "lowest")
    versions = visitor().get(ROOT + f"bots/{bot.slug}/versions/").json()["results"]
    assert [(v["number"], v["program"], v["is_current"]) for v in versions] == [(1, "lowest", True)]
    assert not {"data", "bundle"} & set(versions[0])
