"""Entries by program: one by one, as a list, as a file from a spreadsheet; withdrawn, removed."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Entry, Player, Role, Tournament, User
from league.services import bots
from tests.factories import PersonFactory, house_bot, tournament_of
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
