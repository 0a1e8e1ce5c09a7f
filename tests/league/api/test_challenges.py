"""Challenges by programs: made, listed, taken back; and all matches of a bot in one stream."""

import json
from typing import Any

import pytest
from django.conf import LazySettings
from rest_framework.test import APIClient

from league.models import Bot, Ladder, Match, User
from league.selectors import exports
from league.services import bots
from tests.factories import RulesetFactory, house_bot, ladder_of, uploaded
from tests.league.api.callers import ROOT, decided, pointers, problem, program, staff, stranger
from tests.league.api.callers import visitor as nobody
from tests.league.pages.conftest import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(user: User) -> Bot:
    bot = bots.create(name="Мой", owner=user)
    bots.house_version(bot=bot, program="cautious", program_settings={})
    return bot


@pytest.fixture
def rival() -> Bot:
    return house_bot("Дом")


@pytest.fixture
def ladder(rival: Bot) -> Ladder:
    return ladder_of(rival)


@pytest.fixture
def author(user: User) -> APIClient:
    return program(user)


def challenge(client: APIClient, rival: Bot, mine: Bot, ladder: Ladder, **terms: Any) -> Any:
    body = {"bot": mine.slug, "ruleset": ladder.ruleset.slug, "deals": 4, **terms}
    return client.post(ROOT + f"bots/{rival.slug}/challenges/", body)


def test_a_challenge_is_made_and_listed_with_both_bots(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder, user: User
) -> None:
    response = challenge(author, rival, mine, ladder, deals=6, mirrored=True)
    assert response.status_code == 201
    match = response.json()
    assert (match["is_rated"], match["challenged_by"]) == (False, user.username)
    assert (match["status"], match["ladder"], match["tournament"]) == ("queued", None, None)
    assert [seat["player"]["bot"] for seat in match["seats"]] == [mine.slug, rival.slug]
    assert nobody().get(response["Location"]).json()["id"] == match["id"]
    for bot in (mine, rival):
        rows = nobody().get(ROOT + f"bots/{bot.slug}/challenges/").json()["results"]
        assert [row["id"] for row in rows] == [match["id"]]
    assert nobody().get(ROOT + f"bots/{rival.slug}/challenges/{match['id']}/").json() == match


def test_challenges_are_told_from_rated_matches_in_lists(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder
) -> None:
    rated = decided(mine, rival, 3, 1, ladder=ladder)
    made = challenge(author, rival, mine, ladder).json()
    for query, wanted in (("true", rated.pk), ("false", made["id"])):
        rows = nobody().get(ROOT + f"matches/?is_rated={query}").json()["results"]
        assert [row["id"] for row in rows] == [wanted]
    assert nobody().get(ROOT + f"bots/{mine.slug}/matches/").json()["count"] == 2
    standings = nobody().get(ROOT + f"ladders/{ladder.slug}/standings/").json()["results"]
    assert sum(row["deals"] for row in standings) == 0


def test_the_same_request_sent_again_is_one_challenge(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder
) -> None:
    author.credentials(**author._credentials, HTTP_IDEMPOTENCY_KEY="one")
    first = challenge(author, rival, mine, ladder).json()
    assert challenge(author, rival, mine, ladder).json()["id"] == first["id"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("terms", "pointer"),
    [
        ({"deals": 1}, "#/deals"),
        ({"deals": 201}, "#/deals"),
        ({"deals": 7, "mirrored": True}, "#/deals"),
        ({"ruleset": "none-such"}, "#/ruleset"),
        ({"bot": "none-such"}, "#/bot"),
    ],
)
def test_what_is_wrong_is_named(
    author: APIClient,
    rival: Bot,
    mine: Bot,
    ladder: Ladder,
    terms: dict[str, Any],
    pointer: str,
) -> None:
    response = challenge(author, rival, mine, ladder, **terms)
    assert response.status_code == 400
    assert pointers(problem(response, 400, response.json()["code"])) == [pointer]
    assert not Match.objects.exists()


def test_an_unknown_ruleset_is_answered_with_those_there_are(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder
) -> None:
    four = RulesetFactory.create(seats=4)
    body = problem(challenge(author, rival, mine, ladder, ruleset="nope"), 400, "invalid")
    assert body["detail"].startswith("Nothing here is named “nope”; choose from: ")
    assert ladder.ruleset.slug in body["detail"]
    assert four.slug not in body["detail"]
    body = problem(challenge(author, rival, mine, ladder, bot="nope"), 400, "invalid")
    assert body["detail"] == "Nothing here is named “nope”."


def test_only_with_ones_own_bot_and_the_scope_to_submit(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder, user: User
) -> None:
    problem(challenge(nobody(), rival, mine, ladder), 401, "not_authenticated")
    problem(challenge(stranger(), rival, mine, ladder), 403, "not_allowed")
    problem(challenge(program(user, "read"), rival, mine, ladder), 403, "lacks_scope")
    bots.change(bot=rival, by=staff_user(), takes_challenges=False)
    problem(challenge(author, rival, mine, ladder), 409, "takes_none")
    other = uploaded("Чужой", b"# other")
    bots.pause(bot=other, by=staff_user())
    problem(challenge(author, other, mine, ladder), 409, "paused")


def staff_user() -> User:
    found: User = User.objects.get_or_create(username="staff", is_staff=True)[0]
    return found


def test_the_limit_is_told_by_its_word(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder, settings: LazySettings
) -> None:
    settings.LEAGUE_CHALLENGES_OPEN = 1
    challenge(author, rival, mine, ladder)
    problem(challenge(author, rival, mine, ladder), 403, "too_many_challenges")
    quota = author.get(ROOT + "me/quota/").json()
    assert (quota["challenges"], quota["open_challenges"], quota["most_open_challenges"]) == (
        1, 1, 1,
    )  # fmt: skip


def test_a_challenge_is_taken_back_by_who_made_it(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder
) -> None:
    made = challenge(author, rival, mine, ladder).json()
    where = ROOT + f"bots/{rival.slug}/challenges/{made['id']}/"
    problem(nobody().delete(where), 401, "not_authenticated")
    problem(stranger().delete(where), 403, "not_allowed")
    assert author.delete(where).status_code == 204
    assert nobody().get(where).json()["status"] == "void"
    problem(author.delete(where), 409, "begun")
    rated = decided(mine, rival, 3, 1, ladder=ladder)
    problem(staff().delete(ROOT + f"bots/{rival.slug}/challenges/{rated.pk}/"), 404, "not_found")


def lines(client: APIClient, bot: Bot, **headers: str) -> list[dict[str, Any]]:
    response = client.get(ROOT + f"bots/{bot.slug}/matches/?format=jsonl", **headers)
    assert response.status_code == 200
    assert response.streaming
    assert response["Content-Type"] == "application/x-ndjson"
    assert response["Cache-Control"] == "no-store, private"
    return [json.loads(line) for line in b"".join(response).decode().splitlines()]


def test_all_matches_come_as_lines_with_what_is_the_author_s_alone_for_him(
    author: APIClient, rival: Bot, mine: Bot, ladder: Ladder, user: User
) -> None:
    challenge(author, rival, mine, ladder)
    play(Match.objects.get())
    own, *deals = lines(author, mine)
    assert own["own"][0]["seat"] == 0
    assert [deal["deal"] for deal in deals] == [0, 1, 2, 3]
    # The opponent's file has the same match, and is not given to me.
    for bot in (rival, mine):
        assert lines(staff(), bot)[0]["id"] == own["id"]
    where = ROOT + f"bots/{mine.slug}/matches/?format=jsonl"
    problem(nobody().get(where), 401, "not_authenticated")
    problem(stranger().get(where), 403, "not_allowed")
    problem(program(user, "play").get(where), 403, "lacks_scope")
    problem(author.get(where + "&after=nonsense"), 400, "invalid")
    match = Match.objects.get()
    assert match.finished_at is not None
    whole = exports.Place(match.finished_at, match.pk)
    assert author.get(f"{where}&after={whole}").getvalue() == b""


def test_the_format_may_be_asked_for_by_header(author: APIClient, mine: Bot) -> None:
    where = ROOT + f"bots/{mine.slug}/matches/"
    response = author.get(where, HTTP_ACCEPT="application/x-ndjson")
    assert response.streaming
    assert not nobody().get(where).streaming
    problem(nobody().get(ROOT + f"bots/{mine.slug}/matches/?format=csv"), 400, "invalid")
