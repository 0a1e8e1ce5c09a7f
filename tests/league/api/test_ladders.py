"""Ladders: authors put their bots on and take them off; everybody sees the standings."""

import pytest

from league.models import Bot, BotVersion, Bundle, Ladder, User
from league.services import bots, ratings
from tests.factories import house_bot, ladder_of
from tests.league.api.callers import (
    ROOT,
    decided,
    pointers,
    problem,
    program,
    stranger,
    visitor,
)

pytestmark = pytest.mark.django_db

ROW = {
    "rank", "player", "version", "kind", "rating", "interval", "matches", "deals", "won", "faults",
}  # fmt: skip


@pytest.fixture
def ladder() -> Ladder:
    return ladder_of(house_bot("Первый", "cautious"), house_bot("Второй"))


@pytest.fixture
def bot(user: User) -> Bot:
    """A bot of *user* with an accepted upload."""
    bot = bots.create(name="Мой", owner=user)
    bundle = Bundle.objects.create(sha256="0" * 64, filename="bot.py", data=b"x", size=1)
    bot.current_version = BotVersion.objects.create(bot=bot, number=1, bundle=bundle)
    bot.save()
    return bot


def test_a_ladder_counts_its_bots(ladder: Ladder) -> None:
    seen = visitor().get(ROOT + f"ladders/{ladder.slug}/").json()
    assert (seen["bots"], seen["playing"], seen["ruleset"]["game"]) == (2, 0, "podkidnoy")
    listed = visitor().get(ROOT + "ladders/?is_open=true").json()
    assert listed["results"] == [seen]


def test_an_author_puts_his_bot_on_and_takes_it_off(user: User, ladder: Ladder, bot: Bot) -> None:
    where = ROOT + f"ladders/{ladder.slug}/entries/"
    client = program(user)
    response = client.post(where, {"bot": bot.slug})
    assert response.status_code == 201
    assert (response.json()["bot"], response.json()["version"]) == (bot.slug, 1)
    assert bot.slug in [one["bot"] for one in visitor().get(where).json()["results"]]
    assert client.delete(where + bot.slug + "/").status_code == 204
    assert bot.slug not in [one["bot"] for one in visitor().get(where).json()["results"]]
    problem(client.delete(where + bot.slug + "/"), 404, "not_found")
    assert client.post(where, {"bot": bot.slug}).json()["is_active"] is True


def test_nobody_else_puts_it_on_or_takes_it_off(user: User, ladder: Ladder, bot: Bot) -> None:
    where = ROOT + f"ladders/{ladder.slug}/entries/"
    problem(stranger().post(where, {"bot": bot.slug}), 403, "not_allowed")
    problem(visitor().post(where, {"bot": bot.slug}), 401, "not_authenticated")
    program(user).post(where, {"bot": bot.slug})
    problem(stranger().delete(where + bot.slug + "/"), 403, "not_allowed")
    problem(program(user, "read").delete(where + bot.slug + "/"), 403, "lacks_scope")


def test_a_bot_without_a_version_or_nobody_s_bot_is_refused(user: User, ladder: Ladder) -> None:
    new = bots.create(name="Новый", owner=user)
    where = ROOT + f"ladders/{ladder.slug}/entries/"
    problem(program(user).post(where, {"bot": new.slug}), 409, "no_version")
    body = problem(program(user).post(where, {"bot": "nobody"}), 400, "invalid")
    assert pointers(body) == ["#/bot"]


def test_standings_rank_the_rated_and_list_who_waits(ladder: Ladder) -> None:
    first, second = (entry.bot for entry in ladder.entries.order_by("id"))
    decided(second, first, 9, 1, ladder=ladder)
    ratings.refit(ladder.ruleset.pool)
    third = house_bot("Третий")
    ladder.entries.create(bot=third)
    rows = visitor().get(ROOT + f"ladders/{ladder.slug}/standings/").json()["results"]
    assert [row["player"]["name"] for row in rows] == ["Второй", "Первый", "Третий"]
    assert [row["rank"] for row in rows] == [1, 2, None]
    assert all(set(row) >= ROW for row in rows)
    assert rows[1]["rating"] == 1500.0
    assert rows[0]["rating"] > 1500 > rows[0]["rating"] - 1000
    assert rows[0]["interval"] > 0
    assert (rows[0]["matches"], rows[0]["deals"], rows[0]["won"]) == (1, 10, 9)
    assert (rows[2]["rating"], rows[2]["interval"], rows[2]["version"]) == (None, None, 1)
