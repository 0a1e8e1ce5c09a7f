"""What an author does with his bot by programs: pause, go back, delete, retire, fetch his file."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from league.models import Bot, Role, User
from tests.factories import MemberFactory, house_bot, ladder_of, uploaded
from tests.league.api.callers import ROOT, problem, program, staff, stranger, visitor

pytestmark = pytest.mark.django_db

SOURCE = b"# the plan\n"


@pytest.fixture
def bot() -> Bot:
    bot = uploaded("Мой", SOURCE)
    return uploaded("Мой", SOURCE + b"# better\n", bot=bot)


@pytest.fixture
def author(bot: Bot) -> APIClient:
    return program(owner(bot))


def owner(bot: Bot) -> User:
    assert bot.owner is not None
    return bot.owner


def at(bot: Bot, rest: str = "") -> str:
    return ROOT + f"bots/{bot.slug}/{rest}"


def versions(bot: Bot) -> list[tuple[int, bool, bool]]:
    rows = visitor().get(at(bot, "versions/")).json()["results"]
    return [(row["number"], row["is_current"], row["deleted_at"] is not None) for row in rows]


def test_a_bot_is_paused_and_resumed(author: APIClient, bot: Bot) -> None:
    ladder = ladder_of(bot, house_bot("Дом"))
    paused = author.post(at(bot, "pause/"))
    assert paused.status_code == 200
    assert paused.json()["paused_at"].endswith("Z")
    problem(author.post(at(bot, "pause/")), 409, "paused")
    for what in ("entries", "standings"):
        rows = visitor().get(ROOT + f"ladders/{ladder.slug}/{what}/").json()["results"]
        assert [row["paused"] for row in rows] == [True, False]
    assert author.post(at(bot, "resume/")).json()["paused_at"] is None
    problem(author.post(at(bot, "resume/")), 409, "not_paused")


def test_an_author_goes_back_to_an_earlier_version(author: APIClient, bot: Bot) -> None:
    assert author.post(at(bot, "versions/1/play/")).json()["version"] == 1
    assert versions(bot) == [(2, False, False), (1, True, False)]
    problem(author.post(at(bot, "versions/1/play/")), 409, "current_version")
    for number in (9, 2**40):
        missing = problem(author.post(at(bot, f"versions/{number}/play/")), 404, "not_found")
        assert missing["detail"] == f"“Мой” has no version {number}."


def test_an_author_deletes_a_version_and_nobody_gets_its_file(author: APIClient, bot: Bot) -> None:
    assert b"".join(author.get(at(bot, "versions/1/file/"))) == SOURCE
    deleted = author.delete(at(bot, "versions/1/"))
    assert deleted.status_code == 200
    assert deleted.json()["deleted_at"].endswith("Z")
    assert deleted.json()["sha256"]
    assert versions(bot) == [(2, True, False), (1, False, True)]
    for client in (author, staff()):
        gone = problem(client.get(at(bot, "versions/1/file/")), 404, "not_found")
        assert gone["detail"] == "The file of version 1 has been deleted."
    problem(author.delete(at(bot, "versions/1/")), 409, "no_file")
    problem(author.post(at(bot, "versions/1/play/")), 409, "version_deleted")
    problem(author.delete(at(bot, "versions/2/")), 409, "current_version")


def test_a_retired_bot_has_no_version(author: APIClient, bot: Bot) -> None:
    assert author.post(at(bot, "retire/")).json()["version"] is None
    assert versions(bot) == [(2, False, True), (1, False, True)]
    problem(author.post(at(bot, "retire/")), 409, "no_version")


def test_a_file_is_given_to_the_author_and_staff_alone(bot: Bot) -> None:
    officer = MemberFactory.create(role=Role.OWNER)
    Bot.objects.filter(pk=bot.pk).update(club=officer.club)
    where = at(bot, "versions/2/file/")
    response = program(owner(bot)).get(where)
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"] == 'attachment; filename="moy-v2.py"'
    assert response["Cache-Control"] == "no-store, private"
    assert staff().get(where).status_code == 200
    problem(visitor().get(where), 401, "not_authenticated")
    for client in (stranger(), program(officer.user)):
        problem(client.get(where), 403, "not_allowed")
    problem(program(owner(bot), "play").get(where), 403, "lacks_scope")
    problem(program(owner(bot)).get(at(house_bot("Дом"), "versions/1/file/")), 403, "not_allowed")
    of_house = problem(staff().get(ROOT + "bots/dom/versions/1/file/"), 404, "not_found")
    assert "no file" in of_house["detail"]


def test_no_address_of_the_api_gives_the_program_away(bot: Bot) -> None:
    for rest in ("", "versions/", "versions/2/", "submissions/", "matches/", "challenges/"):
        for client in (visitor(), stranger(), program(owner(bot)), staff()):
            response = client.get(at(bot, rest))
            assert response.status_code == 200
            assert "the plan" not in response.content.decode()


def test_an_author_changes_what_is_said_and_whether_it_is_challenged(
    author: APIClient, bot: Bot
) -> None:
    changed = author.patch(at(bot), {"takes_challenges": False}).json()
    assert (changed["takes_challenges"], changed["description"]) == (False, "")
    changed = author.patch(at(bot), {"description": "plays low"}).json()
    assert (changed["takes_challenges"], changed["description"]) == (False, "plays low")
    problem(author.patch(at(bot), {"takes_challenges": "perhaps"}), 400, "invalid")


@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("post", "pause/", None),
        ("post", "resume/", None),
        ("post", "retire/", None),
        ("post", "versions/1/play/", None),
        ("delete", "versions/1/", None),
        ("patch", "", {"takes_challenges": False}),
    ],
)
def test_nobody_else_may_and_a_token_needs_its_scope(
    bot: Bot, method: str, rest: str, body: Any
) -> None:
    officer = MemberFactory.create(role=Role.OWNER)
    Bot.objects.filter(pk=bot.pk).update(club=officer.club)
    if rest == "resume/":
        program(owner(bot)).post(at(bot, "pause/"))

    def ask(client: APIClient) -> Any:
        return getattr(client, method)(at(bot, rest), body)

    problem(ask(visitor()), 401, "not_authenticated")
    for client in (stranger(), program(officer.user)):
        problem(ask(client), 403, "not_allowed")
    problem(ask(program(owner(bot), "read")), 403, "lacks_scope")
    assert ask(program(owner(bot), "submit")).status_code == 200


def test_the_quota_is_ones_own(author: APIClient, bot: Bot) -> None:
    quota = author.get(ROOT + "me/quota/").json()
    assert (quota["uploads"], quota["most_uploads"]) == (2, 20)
    assert (quota["bots"], quota["most_bots"]) == (1, 20)
    assert (quota["challenges"], quota["open_challenges"]) == (0, 0)
    assert stranger().get(ROOT + "me/quota/").json()["uploads"] == 0
    problem(visitor().get(ROOT + "me/quota/"), 401, "not_authenticated")
