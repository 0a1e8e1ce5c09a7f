"""Matches and their records: nobody learns the secret before the end, or another bot's log."""

import json
from typing import Any

import pytest

from games.records import Record, verify
from league.models import Attempt, Match, User
from league.services import bots
from tests.factories import bot_match, house_bot, tournament_of
from tests.league.api.callers import (
    ROOT,
    decided,
    play,
    pointers,
    problem,
    program,
    staff,
    stranger,
    visitor,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def match() -> Match:
    return bot_match(house_bot("Первый"), house_bot("Второй", "lowest"))


def record(match: Match) -> list[dict[str, Any]]:
    response = visitor().get(ROOT + f"matches/{match.pk}/record/")
    assert response["Content-Type"] == "application/x-ndjson"
    text = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    return [json.loads(line) for line in text.splitlines()]


def seen_by_anybody(match: Match) -> str:
    """All that the API says of a match, to a visitor and to staff."""
    paths = ["", "record/", "attempts/"]
    told = []
    for client in (visitor(), staff()):
        for path in paths:
            response = client.get(ROOT + f"matches/{match.pk}/{path}")
            told.append(b"".join(response).decode())
        told.append(client.get(ROOT + "matches/").content.decode())
    return "".join(told)


def test_a_finished_match_shows_its_deals_and_its_record_verifies(match: Match) -> None:
    play(match)
    body = visitor().get(ROOT + f"matches/{match.pk}/").json()
    assert body["status"] == "finished"
    assert [deal["number"] for deal in body["deals"]] == [0, 1, 2, 3]
    assert body["secret"] == match.secret
    lines = record(match)
    assert [line["deal"] for line in lines] == [0, 1, 2, 3]
    for line in lines:
        verify(Record.from_json(line), secret=bytes.fromhex(line["secret"]))


def test_the_secret_is_shown_to_nobody_before_the_end(match: Match) -> None:
    assert match.secret not in seen_by_anybody(match)
    play(match, deals=2)
    assert match.status == Match.Status.RUNNING
    told = seen_by_anybody(match)
    assert match.secret not in told
    assert match.commitment in told
    lines = record(match)
    assert [(line["deal"], line["secret"]) for line in lines] == [(0, None), (1, None)]
    assert visitor().get(ROOT + f"matches/{match.pk}/").json()["secret"] is None


def test_a_record_may_be_asked_for_by_its_media_type(match: Match) -> None:
    where = ROOT + f"matches/{match.pk}/record/"
    assert visitor().get(where, HTTP_ACCEPT="application/x-ndjson").status_code == 200
    problem(visitor().get(ROOT + "matches/m_0/record/"), 404, "not_found")


def test_matches_are_filtered() -> None:
    first, second = house_bot("Первый"), house_bot("Второй")
    ladder_match = decided(first, second, 3, 1)
    tournament, _ = tournament_of(3)

    def found(**query: Any) -> set[str]:
        rows = visitor().get(ROOT + "matches/", query).json()["results"]
        return {row["id"] for row in rows}

    assert len(found()) == 4
    assert ladder_match.ladder is not None
    assert found(ladder=ladder_match.ladder.slug) == {ladder_match.pk}
    assert len(found(tournament=tournament.slug)) == 3
    assert found(player=first.player.pk) == {ladder_match.pk}
    assert found(status="finished") == {ladder_match.pk}
    for name in ("ladder", "tournament", "player", "status"):
        body = problem(visitor().get(ROOT + "matches/", {name: "nobody"}), 400, "invalid")
        assert pointers(body) == [f"#/{name}"]


def test_a_match_says_where_it_belongs() -> None:
    tournament, _ = tournament_of(3)
    match = visitor().get(ROOT + "matches/").json()["results"][0]
    assert (match["tournament"], match["ladder"]) == (tournament.slug, None)
    assert match["round"] in {1, 2, 3}
    assert match["created_at"].endswith("Z")


def test_a_bot_s_log_is_for_its_author_and_staff_alone(user: User) -> None:
    mine = bots.create(name="Мой", owner=user)
    bots.house_version(bot=mine, program="random", program_settings={})
    match = bot_match(mine, house_bot("Домовой"))
    Attempt.objects.create(
        match=match, number=1, worker="w", exit="failed", detail="runner fell over",
        logs=["my plan", "house plan"],
    )  # fmt: skip
    where = ROOT + f"matches/{match.pk}/attempts/"

    def logs(client: Any) -> list[str | None]:
        row = client.get(where).json()["results"][0]
        found: list[str | None] = row["logs"]
        return found

    assert logs(program(user)) == ["my plan", None]
    assert logs(staff()) == ["my plan", "house plan"]
    for client in (visitor(), stranger(), program(user, "play")):
        assert logs(client) == [None, None]
        assert "plan" not in client.get(where).content.decode()
        assert "fell over" not in client.get(where).content.decode()
    assert "fell over" in staff().get(where).content.decode()
    for client in (visitor(), stranger(), program(user)):
        assert "plan" not in client.get(ROOT + f"matches/{match.pk}/").content.decode()
