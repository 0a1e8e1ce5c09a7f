"""The catalogue of games, as programs read it."""

import pytest

from games.catalogue import GAMES
from tests.league.api.callers import ROOT, problem, visitor

pytestmark = pytest.mark.django_db


def test_every_game_of_the_catalogue_is_listed() -> None:
    body = visitor().get(ROOT + "games/").json()
    assert [game["key"] for game in body["results"]] == [game.key for game in GAMES]


def test_a_game_tells_its_seats_and_the_schema_of_its_options() -> None:
    game = visitor().get(ROOT + "games/podkidnoy/").json()
    assert game["seats"]["minimum"] == 2
    assert "single" in game["sides"]
    options = game["schema"]["properties"]["options"]
    assert options["additionalProperties"] is False
    assert options["properties"]["deck_size"]["default"] == 36


def test_names_are_in_the_reader_s_language() -> None:
    game = visitor().get(ROOT + "games/podkidnoy/", HTTP_ACCEPT_LANGUAGE="ru").json()
    assert game["name"] == "Подкидной дурак"


def test_a_game_nobody_knows_is_not_found() -> None:
    problem(visitor().get(ROOT + "games/bridge/"), 404, "not_found")
