"""Players, what they are worth and what they have played."""

import pytest

from league.services import ratings
from tests.factories import ClubFactory, PersonFactory, house_bot, tournament_of
from tests.league.api.callers import ROOT, decided, pointers, problem, visitor

pytestmark = pytest.mark.django_db

POOL = "podkidnoy-2-single"


def names(query: dict[str, str]) -> list[str]:
    body = visitor().get(ROOT + "players/", query).json()
    return [player["name"] for player in body["results"]]


def test_players_are_filtered_by_name_kind_and_club() -> None:
    club = ClubFactory.create(slug="kozyr")
    PersonFactory.create(name="Пётр", club=club)
    PersonFactory.create(name="Анна")
    house_bot("Петров-бот")
    assert names({}) == ["Анна", "Пётр", "Петров-бот"]
    assert names({"search": "ПЕТР"}) == ["Пётр", "Петров-бот"]
    assert names({"kind": "bot"}) == ["Петров-бот"]
    assert names({"club": "kozyr"}) == ["Пётр"]


@pytest.mark.parametrize("query", [{"kind": "robot"}, {"club": "nobody"}])
def test_an_unknown_value_of_a_filter_is_refused_by_name(query: dict[str, str]) -> None:
    body = problem(visitor().get(ROOT + "players/", query), 400, "invalid")
    assert pointers(body) == [f"#/{next(iter(query))}"]


def test_a_player_has_the_bot_s_address_and_ratings_for_each_pool() -> None:
    first, second = house_bot("Первый", "cautious"), house_bot("Второй")
    decided(first, second, 6, 4)
    ratings.refit(POOL)
    player = visitor().get(ROOT + f"players/{second.player.pk}/").json()
    assert (player["kind"], player["bot"]) == ("bot", second.slug)
    lines = visitor().get(ROOT + f"players/{first.player.pk}/ratings/").json()["results"]
    assert [(line["pool"], line["version"], line["deals"]) for line in lines] == [(POOL, 1, 10)]
    assert lines[0]["rating"] == pytest.approx(1500)


def test_only_the_newest_run_counts() -> None:
    first, second = house_bot("Первый", "cautious"), house_bot("Второй")
    for _ in range(3):
        decided(first, second, 6, 4)
        ratings.refit(POOL)
    body = visitor().get(ROOT + f"players/{first.player.pk}/ratings/").json()
    assert [line["matches"] for line in body["results"]] == [3]


def test_a_player_s_matches_are_his_own() -> None:
    tournament, _ = tournament_of(4)
    player = tournament.entries.first().player  # type: ignore[union-attr]
    body = visitor().get(ROOT + f"players/{player.pk}/matches/").json()
    assert body["count"] == 3
    for match in body["results"]:
        assert player.pk in [seat["player"]["id"] for seat in match["seats"]]


@pytest.mark.parametrize("path", ["players/0/", "players/0/ratings/", "players/0/matches/"])
def test_a_player_nobody_knows_is_not_found(path: str) -> None:
    problem(visitor().get(ROOT + path), 404, "not_found")


def test_a_number_no_row_can_have_is_not_found() -> None:
    problem(visitor().get(ROOT + f"players/{10**30}/"), 404, "not_found")
