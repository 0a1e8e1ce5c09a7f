"""Entries by program: one by one, as a list, as a file from a spreadsheet; withdrawn, removed."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Entry, Player, Role, Tournament, User
from league.services import bots
from tests.factories import PersonFactory, house_bot, teams_of, tournament_of
from tests.league.api.callers import (
    ROOT,
    official,
    pointers,
    problem,
    program,
    stranger,
    visitor,
)

pytestmark = pytest.mark.django_db

NAMES = "№;Имя\n1;Пётр Ильин\n2;Ёлкина Анна\n3;Жуков\n"


@pytest.fixture
def started_by() -> tuple[Tournament, User]:
    return tournament_of(0, started=False)


@pytest.fixture
def tournament(started_by: tuple[Tournament, User]) -> Tournament:
    return started_by[0]


@pytest.fixture
def organiser(started_by: tuple[Tournament, User]) -> User:
    return started_by[1]


def where(tournament: Tournament) -> str:
    return ROOT + f"tournaments/{tournament.slug}/entries/"


def field(tournament: Tournament) -> list[tuple[int, str]]:
    rows = visitor().get(where(tournament)).json()["results"]
    return [(row["starting_rank"], row["player"]["name"]) for row in rows]


def test_a_player_a_bot_and_a_name_are_entered(tournament: Tournament, organiser: User) -> None:
    client = program(organiser)
    known = PersonFactory.create(club=tournament.club, name="Анна")
    house_bot("Домовой")
    one = client.post(where(tournament), {"player": known.pk})
    assert one.status_code == 201
    assert one.json()["player"] == {"id": known.pk, "name": "Анна", "kind": "person", "bot": None}
    bot = client.post(where(tournament), {"bot": "domovoy"}).json()
    assert (bot["player"]["kind"], bot["player"]["bot"]) == ("bot", "domovoy")
    named = client.post(where(tournament), {"name": "Новый Игрок", "starting_rank": 1})
    assert named.json()["starting_rank"] == 1
    assert field(tournament) == [(1, "Новый Игрок"), (2, "Анна"), (3, "Домовой")]
    again = client.post(where(tournament), {"player": known.pk})
    problem(again, 409, "entered")


@pytest.mark.parametrize(
    "body",
    [{}, {"name": "А", "list": "Б"}, {"player": 1, "bot": "x"}],
)
def test_exactly_one_way_must_be_chosen(
    tournament: Tournament, organiser: User, body: dict[str, Any]
) -> None:
    problem(program(organiser).post(where(tournament), body), 400, "invalid")
    assert field(tournament) == []


def test_unknown_players_bots_and_ranks_are_named(tournament: Tournament, organiser: User) -> None:
    client = program(organiser)
    for body, pointer in (
        ({"player": 0}, "#/player"),
        ({"player": 10**30}, "#/player"),
        ({"bot": "nobody"}, "#/bot"),
        ({"name": "А", "starting_rank": 7}, "#/starting_rank"),
        ({"name": "А", "starting_rank": 0}, "#/starting_rank"),
    ):
        assert pointers(problem(client.post(where(tournament), body), 400, "invalid")) == [pointer]
    assert field(tournament) == []
    assert not Player.objects.exists()


LISTS: list[dict[str, Any]] = [
    {"data": {"list": NAMES}},
    {"data": NAMES.encode(), "content_type": "text/csv"},
    {"data": b"\xef\xbb\xbf" + NAMES.encode(), "content_type": "text/csv; charset=utf-8"},
    {"data": NAMES.encode("cp1251"), "content_type": "text/csv"},
    {"data": NAMES.replace(";", ",").encode("cp1251"), "content_type": "text/csv"},
    {"data": NAMES.replace(";", "\t").encode(), "content_type": "text/csv"},
]


@pytest.mark.parametrize("sent", LISTS)
def test_a_list_is_entered_in_its_order(
    tournament: Tournament, organiser: User, sent: dict[str, Any]
) -> None:
    response = program(organiser).post(where(tournament), **sent)
    assert response.status_code == 201
    assert response.json()["count"] == 3
    assert field(tournament) == [(1, "Пётр Ильин"), (2, "Ёлкина Анна"), (3, "Жуков")]


def test_a_file_from_a_spreadsheet_is_a_list(tournament: Tournament, organiser: User) -> None:
    file = SimpleUploadedFile("игроки.csv", NAMES.encode("cp1251"), content_type="text/csv")
    response = program(organiser).post(where(tournament), {"file": file}, format="multipart")
    assert response.json()["count"] == 3
    assert field(tournament)[0] == (1, "Пётр Ильин")


def test_wrong_lines_are_told_one_by_one_and_nobody_is_entered(
    tournament: Tournament, organiser: User
) -> None:
    text = "Анна\n\nБорис\nанна\nВ\u200bера\nГлеб\n"
    body = problem(program(organiser).post(where(tournament), {"list": text}), 400, "bad_lines")
    assert [error["line"] for error in body["errors"]] == [2, 4, 5]
    assert set(pointers(body)) == {"#/list"}
    assert field(tournament) == []
    response = program(organiser).post(where(tournament), {"list": text, "skip_problems": True})
    assert response.json()["count"] == 3
    assert [name for _, name in field(tournament)] == ["Анна", "Борис", "Глеб"]


def test_an_empty_list_and_bytes_that_are_no_text_are_refused(
    tournament: Tournament, organiser: User
) -> None:
    client = program(organiser)
    problem(client.post(where(tournament), {"list": ""}), 400, "empty")
    binary = client.post(where(tournament), b"\x00\x98\x00", content_type="text/csv")
    problem(binary, 400, "encoding")


def test_only_organisers_enter_people(tournament: Tournament) -> None:
    for client in (
        official(tournament, Role.ARBITER),
        official(tournament, Role.MEMBER),
        stranger(),
    ):
        problem(client.post(where(tournament), {"name": "Анна"}), 403, "not_allowed")
        problem(client.post(where(tournament), {"list": "Анна"}), 403, "not_allowed")
    problem(visitor().post(where(tournament), {"name": "Анна"}), 401, "not_authenticated")
    assert not Player.objects.exists()


def test_an_entry_is_taken_out_before_the_start_and_withdrawn_after() -> None:
    tournament, organiser = tournament_of(4, started=False)
    client = program(organiser)
    first, second = tournament.entries.order_by("starting_rank")[:2]
    assert client.delete(where(tournament) + f"{first.pk}/").status_code == 204
    assert [rank for rank, _ in field(tournament)] == [1, 2, 3]
    too_soon = client.post(where(tournament) + f"{second.pk}/withdraw/")
    problem(too_soon, 409, "not_running")
    client.post(ROOT + f"tournaments/{tournament.slug}/start/")
    too_late = client.delete(where(tournament) + f"{second.pk}/")
    problem(too_late, 409, "entries_closed")
    left = client.post(where(tournament) + f"{second.pk}/withdraw/")
    assert left.status_code == 200
    assert left.json()["withdrawn_at"].endswith("Z")
    problem(client.post(where(tournament) + f"{second.pk}/withdraw/"), 409, "withdrawn")
    problem(client.post(where(tournament), {"name": "Поздний"}), 409, "entries_closed")


def test_nobody_else_takes_out_or_withdraws() -> None:
    tournament, _ = tournament_of(3, started=False)
    entry = tournament.entries.first()
    assert isinstance(entry, Entry)
    for client in (official(tournament, Role.ARBITER), stranger()):
        problem(client.delete(where(tournament) + f"{entry.pk}/"), 403, "not_allowed")
        problem(client.post(where(tournament) + f"{entry.pk}/withdraw/"), 403, "not_allowed")


def test_an_entry_is_found_under_its_own_tournament_alone() -> None:
    tournament, organiser = tournament_of(2, started=False)
    other, _ = tournament_of(2, started=False)
    entry = other.entries.first()
    assert isinstance(entry, Entry)
    assert visitor().get(where(other) + f"{entry.pk}/").json()["id"] == entry.pk
    problem(program(organiser).delete(where(tournament) + f"{entry.pk}/"), 404, "not_found")


def test_an_author_enters_his_own_bot_where_entries_are_open(
    tournament: Tournament, user: User
) -> None:
    bot = bots.create(name="Мой", owner=user)
    bots.house_version(bot=bot, program="random", program_settings={})
    problem(program(user).post(where(tournament), {"bot": bot.slug}), 403, "not_allowed")
    Tournament.objects.update(status=Tournament.Status.OPEN)
    assert program(user).post(where(tournament), {"bot": bot.slug}).status_code == 201


@pytest.fixture
def pairs() -> tuple[Tournament, User]:
    return teams_of(0)


def test_a_team_of_people_and_bots_is_entered(pairs: tuple[Tournament, User]) -> None:
    tournament, organiser = pairs
    client = program(organiser)
    known = PersonFactory.create(club=tournament.club, name="Анна")
    house_bot("Домовой")
    team = {"name": "Козыри", "players": [known.pk, {"bot": "domovoy"}]}
    made = client.post(where(tournament), {"team": team})
    assert made.status_code == 201
    shown = made.json()
    assert (shown["name"], shown["player"]["name"]) == ("Козыри", "Анна")
    assert shown["team"]["name"] == "Козыри"
    assert [(one["player"]["name"], one["version"]) for one in shown["team"]["players"]] == [
        ("Анна", None),
        ("Домовой", None),
    ]
    nameless = {"players": [{"name": "Борис"}, {"name": "Вера"}]}
    first = client.post(where(tournament), {"team": nameless, "starting_rank": 1}).json()
    assert (first["name"], first["starting_rank"]) == ("Борис / Вера", 1)
    assert visitor().get(where(tournament) + f"{first['id']}/").json() == first
    listed = visitor().get(where(tournament)).json()["results"]
    assert [row["name"] for row in listed] == ["Борис / Вера", "Козыри"]


def test_a_single_player_is_no_team() -> None:
    tournament, _ = tournament_of(1, started=False)
    (row,) = visitor().get(where(tournament)).json()["results"]
    assert (row["name"], row["team"]) == ("Игрок 1", None)


@pytest.mark.parametrize(
    ("team", "pointer"),
    [
        ({}, "#/team/players"),
        ({"players": []}, "#/team/players"),
        ({"players": 3}, "#/team/players"),
        ({"players": [{"name": "А"}]}, "#/team/players"),
        ({"players": [{"name": "А"}] * 2}, "#/team/players"),
        ({"players": [{"name": "А"}, {"name": " \u200b"}]}, "#/team/players"),
        ({"players": [{"name": "А"}, 0]}, "#/team/players/1/player"),
        ({"players": [{"name": "А"}, True]}, "#/team/players/1"),
        ({"players": [{"name": "А"}, {}]}, "#/team/players/1"),
        ({"players": [{"name": "А", "bot": "domovoy"}, {"name": "Б"}]}, "#/team/players/0"),
        ({"players": [{"bot": "nobody"}, {"name": "Б"}]}, "#/team/players/0/bot"),
        ({"players": [{"name": "А"}, {"name": "Б"}], "name": "\u200b"}, "#/team/name"),
    ],
)
def test_what_is_wrong_with_a_team_is_pointed_at(
    pairs: tuple[Tournament, User], team: dict[str, Any], pointer: str
) -> None:
    tournament, organiser = pairs
    house_bot("Домовой")
    refused = program(organiser).post(where(tournament), {"team": team})
    assert (refused.status_code, pointers(refused.json())) == (400, [pointer])
    assert not Player.objects.filter(kind="person").exists()


def test_a_player_and_a_team_do_not_change_places(
    tournament: Tournament, organiser: User, pairs: tuple[Tournament, User]
) -> None:
    team = {"players": [{"name": "Анна"}, {"name": "Борис"}]}
    among_players = program(organiser).post(where(tournament), {"team": team})
    assert "is for single players" in problem(among_players, 400, "invalid")["detail"]
    among_teams = program(pairs[1]).post(where(pairs[0]), {"name": "Анна"})
    assert "a team of 2" in problem(among_teams, 400, "invalid")["detail"]


def test_a_list_of_teams_is_entered_and_told_line_by_line(pairs: tuple[Tournament, User]) -> None:
    tournament, organiser = pairs
    client = program(organiser)
    wrong = client.post(where(tournament), {"list": "Анна / Борис\nВера\n"})
    (error,) = problem(wrong, 400, "bad_lines")["errors"]
    assert (error["line"], error["detail"]) == (
        2,
        "“Вера” is 1 player; a team here has 2, written as Anna / Boris",
    )
    sent = "Команда;Игрок 1;Игрок 2\nКозыри;Анна;Борис\n;Вера;Глеб\n".encode()
    made = client.post(where(tournament), sent, content_type="text/csv").json()
    assert [row["name"] for row in made["results"]] == ["Козыри", "Вера / Глеб"]


def test_a_team_is_edited_until_the_start() -> None:
    tournament, organiser = teams_of(2)
    client = program(organiser)
    first, second = tournament.entries.with_members()
    address = where(tournament) + f"{first.pk}/"
    renamed = client.patch(address, {"team": {"name": "Козыри"}})
    assert (renamed.status_code, renamed.json()["name"]) == (200, "Козыри")
    players = [{"name": "Новый"}, first.player.pk]
    replaced = client.patch(address, {"team": {"players": players}}).json()
    assert (replaced["name"], replaced["player"]["name"]) == ("Козыри", "Новый")
    assert [one["player"]["name"] for one in replaced["team"]["players"]] == ["Новый", "Игрок 1"]
    taken = client.patch(address, {"team": {"players": [first.player.pk, second.player.pk]}})
    problem(taken, 409, "entered")
    short = client.patch(address, {"team": {"players": [first.player.pk]}})
    assert pointers(problem(short, 400, "invalid")) == ["#/team/players"]
    assert pointers(problem(client.patch(address, {}), 400, "invalid")) == ["#/team"]
    for other in (official(tournament, Role.ARBITER), stranger()):
        problem(other.patch(address, {"team": {"name": "Чужие"}}), 403, "not_allowed")
    client.post(ROOT + f"tournaments/{tournament.slug}/start/")
    problem(client.patch(address, {"team": {"name": "Поздно"}}), 409, "entries_closed")


def test_a_tables_spreadsheet_has_the_names_of_the_teams() -> None:
    tournament, organiser = teams_of(2)
    program(organiser).post(ROOT + f"tournaments/{tournament.slug}/start/")
    table = visitor().get(ROOT + f"tournaments/{tournament.slug}/standings/?format=csv")
    assert "Игрок 1 / Игрок 2" in table.content.decode()


def test_a_tournament_says_how_many_play_in_an_entry(
    tournament: Tournament, pairs: tuple[Tournament, User]
) -> None:
    for one, size in ((tournament, 1), (pairs[0], 2)):
        assert visitor().get(ROOT + f"tournaments/{one.slug}/").json()["team_size"] == size
