"""Leaderboards and head-to-head tables, as JSON and as CSV."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Bot
from league.selectors import matrix
from league.services import bots, ratings
from tests.factories import house_bot
from tests.league.api.callers import ROOT, decided, pointers, problem, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.database]

BOARD = ROOT + "leaderboards/podkidnoy/"


@pytest.fixture
def house() -> tuple[Bot, Bot]:
    first, second = house_bot("Якорь", "cautious"), house_bot("=Хитрый")
    decided(first, second, 6, 4)
    ratings.refit("podkidnoy-2-single")
    return first, second


def rows(**query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = visitor().get(BOARD, query).json()["results"]
    return found


@pytest.mark.usefixtures("house")
def test_the_table_of_a_pool_is_by_rating_and_can_be_narrowed_by_kind() -> None:
    everybody = rows()
    assert [row["player"]["name"] for row in everybody] == ["Якорь", "=Хитрый"]
    assert [(row["rank"], row["kind"], row["version"]) for row in everybody] == [
        (1, "bot", 1), (2, "bot", 1),
    ]  # fmt: skip
    assert rows(kind="bot", seats=2, sides="single") == everybody
    assert rows(kind="person") == []
    assert rows(seats=3) == []


def test_a_pool_without_results_is_an_empty_table() -> None:
    assert rows() == []
    assert visitor().get(BOARD + "?format=csv").content == "\ufeff".encode()


def test_a_game_without_decisions_has_no_leaderboard() -> None:
    answer = visitor().get(ROOT + "leaderboards/drunkard/")
    assert pointers(problem(answer, 400, "invalid")) == ["#/game"]
    assert "nobody decides anything" in answer.json()["errors"][0]["detail"]


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"kind": "robots"}, "#/kind"),
        ({"seats": "x"}, "#/seats"),
        ({"seats": "7"}, "#/seats"),
        ({"sides": "pairs"}, "#/sides"),
        ({"format": "xml"}, "#/format"),
    ],
)
def test_an_unknown_value_is_refused_by_name(query: dict[str, str], pointer: str) -> None:
    assert pointers(problem(visitor().get(BOARD, query), 400, "invalid")) == [pointer]


def test_a_game_nobody_knows_is_not_found() -> None:
    problem(visitor().get(ROOT + "leaderboards/bridge/"), 404, "not_found")
    problem(visitor().get(ROOT + "leaderboards/bridge/matrix/"), 404, "not_found")


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("asked", [{"data": {"format": "csv"}}, {"HTTP_ACCEPT": "text/csv"}])
def test_a_spreadsheet_gets_csv_that_it_reads_and_does_not_run(asked: dict[str, Any]) -> None:
    response = visitor().get(BOARD, **asked)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = response.content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [line["player"] for line in lines] == ["Якорь", "'=Хитрый"]
    assert lines[0]["rating"] == "1500.0"
    assert float(lines[1]["rating"]) < 1500
    assert lines[0]["won"] == "6"


@pytest.mark.usefixtures("house")
def test_a_refusal_stays_json_where_csv_was_asked_for() -> None:
    problem(visitor().get(BOARD + "?format=csv&kind=robots"), 400, "invalid")


def test_head_to_head_shows_both_ways_round(house: tuple[Bot, Bot]) -> None:
    decided(house[1], house[0], 3, 7)
    body = visitor().get(BOARD + "matrix/").json()
    assert body["count"] == 2
    by_name = {row["player"]["name"]: row for row in body["results"]}
    strong, weak = by_name["Якорь"], by_name["=Хитрый"]
    assert (strong["won"], strong["lost"], strong["deals"], strong["score"]) == (13, 7, 20, 0.65)
    assert (weak["won"], weak["lost"], weak["score"]) == (7, 13, 0.35)
    assert strong["interval"] == weak["interval"]
    assert 0.15 < strong["interval"] < 0.25


def test_head_to_head_counts_current_versions_alone(house: tuple[Bot, Bot]) -> None:
    bots.house_version(bot=house[1], program="lowest", program_settings={})
    assert visitor().get(BOARD + "matrix/").json()["results"] == []


def test_head_to_head_is_counted_once_for_each_fit(house: tuple[Bot, Bot]) -> None:
    first = visitor().get(BOARD + "matrix/").json()
    with CaptureQueriesContext(connection) as asked:
        assert visitor().get(BOARD + "matrix/").json() == first
    assert not [query for query in asked if "league_seat" in query["sql"]]
    decided(*house, 10, 0)
    ratings.refit("podkidnoy-2-single")
    assert visitor().get(BOARD + "matrix/").json()["results"][0]["deals"] == 20
    bots.house_version(bot=house[1], program="lowest", program_settings={})
    assert visitor().get(BOARD + "matrix/").json()["results"] == []


def test_ten_of_ten_is_not_taken_for_certain(house: tuple[Bot, Bot]) -> None:
    pair = matrix.HeadToHead(house[0].current_version, house[1].current_version, 10, 0, 0)  # type: ignore[arg-type]
    assert pair.score == 1
    # Agresti and Coull for 10 of 10: centre (10 + 1.92) / 13.84, half width 0.182.
    assert pair.interval == pytest.approx(0.182, abs=0.001)
