"""Matches and their records: nobody learns the secret before the end, or another bot's log."""

import json
from typing import Any

import pytest

from games.records import Record, verify
from league.models import Attempt, Match, User, Waits
from league.services import attempts, bots
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
        logs=["my plan", "house plan"], usage=[{"cpu_ms": 4711}, {"cpu_ms": 4712}],
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

    def usage(client: Any) -> list[Any]:
        found: list[Any] = client.get(where).json()["results"][0]["usage"]
        return found

    assert usage(program(user)) == [{"cpu_ms": 4711}, None]
    assert usage(staff()) == [{"cpu_ms": 4711}, {"cpu_ms": 4712}]
    for client in (visitor(), stranger(), program(user, "play")):
        assert usage(client) == [None, None]


def test_of_others_faults_the_kind_is_told_and_of_ones_own_the_detail(user: User) -> None:
    mine = bots.create(name="Мой", owner=user)
    bots.house_version(bot=mine, program="random", program_settings={})
    match = decided(mine, house_bot("Домовой"), 1, 3)
    faults = [
        {"seat": 0, "deal": 0, "kind": "crashed", "detail": "my traceback", "leg": 0},
        {"seat": 1, "deal": 0, "kind": "bad_answer", "detail": "their words", "leg": 0},
    ]
    match.results.update(faults=faults)
    match.deals.create(
        number=0, places=[2, 1], points=[-1, 0], outcome={}, record={}, faults=faults
    )

    def details(client: Any) -> list[list[str | None]]:
        row = client.get(ROOT + f"matches/{match.pk}/").json()
        (listed,) = client.get(ROOT + "matches/").json()["results"]
        told = [row["result"], row["results"][0], row["deals"][0], listed["result"]]
        kinds = [[fault["kind"] for fault in one["faults"]] for one in told]
        assert kinds == [["crashed", "bad_answer"]] * 4
        return [[fault["detail"] for fault in one["faults"]] for one in told]

    assert details(program(user)) == [["my traceback", None]] * 4
    assert details(staff()) == [["my traceback", "their words"]] * 4
    for client in (visitor(), stranger(), program(user, "play")):
        assert details(client) == [[None, None]] * 4


def test_what_went_wrong_with_us_is_told_in_words_that_quote_nobody() -> None:
    match = bot_match(house_bot("А"), house_bot("Б"))
    attempt = attempts.claim(match_id=match.pk, worker="w")
    assert attempt is not None
    attempts.put_off(
        attempt, reason=Waits.SANDBOX, detail="sandbox_unavailable: secret log of a bot"
    )
    for client in (visitor(), stranger()):
        shown = client.get(ROOT + f"matches/{match.pk}/")
        assert shown.json()["waiting_for"] == "The bot sandbox is not available."
        assert "secret log" not in shown.content.decode()
    # As it was stored before there were words for it.
    Match.objects.update(waiting_for="sandbox_unavailable: secret log of a bot")
    shown = visitor().get(ROOT + f"matches/{match.pk}/")
    assert "secret log" not in shown.content.decode()
    assert shown.json()["waiting_for"] == Waits.BROKEN_OFF.label
