"""A secretary's evening of pairs: teams are typed, pasted, changed and taken out."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Player, Tournament
from league.services import bots, entries, tournaments
from tests.factories import UserFactory, house_bot, teams_of, tournament_of, version_of
from tests.league.pages.conftest import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def draft(count: int = 0, size: int = 2) -> tuple[Tournament, Client]:
    tournament, organiser = teams_of(count, size=size)
    return tournament, signed_in(organiser)


def names(tournament: Tournament) -> list[str]:
    return [entry.name for entry in tournament.entries.with_members()]


def read(client: Client, name: str, *args: object, language: str = "en") -> str:
    response = client.get(reverse(name, args=args), headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


def test_a_team_is_typed_of_people_and_bots() -> None:
    tournament, client = draft()
    bot = house_bot("Дом")
    address = reverse("entry-add-team", args=[tournament.slug])
    form = {"team_name": "Козыри", "member_1": "Анна", "member_2": "дом"}
    answer = client.post(address, form, follow=True)
    assert "“Козыри” is entered." in answer.content.decode()
    assert tournament.entries.with_members()[0].players[1] == bot.player
    client.post(address, {"team_name": "", "member_1": "Борис", "member_2": "Вера"})
    assert names(tournament) == ["Козыри", "Борис / Вера"]
    html = read(Client(), "tournament-entries", tournament.slug)
    assert reverse("bot", args=[bot.slug]) in html
    assert html.index("Козыри") < html.index("Анна") < html.index("Борис / Вера")


@pytest.mark.parametrize(("size", "fields"), [(2, 2), (3, 3)])
def test_the_form_has_a_field_for_each_player(size: int, fields: int) -> None:
    tournament, client = draft(size=size)
    html = read(client, "tournament-entries", tournament.slug)
    assert html.count('name="member_') == fields
    assert 'name="bots"' not in html
    assert "Teams, one a line" in html
    assert ("Anna / Boris / Vera" in html) is (size == 3)
    assert "Команды, по одной в строке" in read(
        client, "tournament-entries", tournament.slug, language="ru"
    )


def test_single_players_have_no_fields_of_teams() -> None:
    tournament, organiser = tournament_of(2, started=False)
    html = read(signed_in(organiser), "tournament-entries", tournament.slug)
    assert "member_1" not in html
    assert "Names, one a line" in html


def test_names_that_are_not_entered_yet_are_offered() -> None:
    tournament, client = draft(1)
    tournament.club.players.create(name="Свободный", kind=Player.Kind.PERSON)
    house_bot("Дом")
    html = read(client, "tournament-entries", tournament.slug)
    offered = html[html.index("<datalist") : html.index("</datalist>")]
    assert "Свободный" in offered
    assert "Дом" in offered
    assert "Игрок" not in offered
    assert "<datalist" not in read(Client(), "tournament-entries", tournament.slug)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"member_1": "Анна"}, "A name is needed."),
        ({"member_1": "Анна", "member_2": "анна"}, "stands in this team twice"),
        ({"member_1": "Анна", "member_2": "Игрок 2"}, "“Игрок 2” is entered already."),
        ({"member_1": "Анна", "member_2": "Пустой"}, "is a bot without an accepted version"),
        ({"member_1": "А", "member_2": "Б", "team_name": "козыри"}, "choose another name"),
    ],
)
def test_a_team_that_is_refused_is_shown_again_and_nobody_is_made(
    form: dict[str, str], words: str
) -> None:
    tournament, organiser = teams_of(1)
    entries.edit_team(
        tournament=tournament, entry=tournament.entries.get(), team_name="Козыри", by=organiser
    )
    bots.create(name="Пустой", owner=None)
    address = reverse("entry-add-team", args=[tournament.slug])
    refused = signed_in(organiser).post(address, form)
    html = refused.content.decode()
    assert refused.status_code == 422
    assert words in html
    assert f'value="{form["member_1"]}"' in html
    assert not Player.objects.filter(name="Анна").exists()
    assert names(tournament) == ["Козыри"]


def test_wrong_lines_of_teams_are_told_one_by_one() -> None:
    tournament, client = draft(1)
    address = reverse("entry-add-list", args=[tournament.slug])
    text = "Анна / Борис\nВера\nИгрок 1 / Глеб"
    refused = client.post(address, {"list": text}, headers={"accept-language": "ru"})
    html = refused.content.decode()
    assert refused.status_code == 422
    for words in ("Строка 2", "«Вера»", "Анна / Борис", "Строка 3", "«Игрок 1»"):
        assert words in html
    client.post(address, {"list": text, "skip": "yes"})
    assert names(tournament) == ["Игрок 1 / Игрок 2", "Анна / Борис"]


def test_a_member_is_replaced_and_a_team_renamed() -> None:
    tournament, client = draft(2)
    entry = tournament.entries.with_members()[0]
    address = reverse("entry-team", args=[tournament.slug, entry.pk])
    assert address in read(client, "tournament-entries", tournament.slug)
    html = read(client, "entry-team", tournament.slug, entry.pk)
    assert 'value="Игрок 1"' in html
    assert 'value="Игрок 2"' in html
    form = {"team_name": "Козыри", "member_1": "Игрок 2", "member_2": "Новый"}
    answer = client.post(address, form, follow=True)
    assert "“Козыри” is changed." in answer.content.decode()
    edited = tournament.entries.with_members()[0]
    assert [player.name for player in edited.players] == ["Игрок 2", "Новый"]
    assert edited.players[0] == entry.players[1]
    taken = client.post(address, {**form, "member_2": "Игрок 3"})
    assert taken.status_code == 422
    assert "“Игрок 3” is entered already." in taken.content.decode()


def test_the_player_of_the_team_is_meant_rather_than_a_bot_of_his_name() -> None:
    tournament, client = draft(1)
    entry = tournament.entries.with_members()[0]
    house_bot("Игрок 1")
    form = {"team_name": "Козыри", "member_1": "Игрок 1", "member_2": "Игрок 2"}
    client.post(reverse("entry-team", args=[tournament.slug, entry.pk]), form)
    edited = tournament.entries.with_members()[0]
    assert (edited.name, edited.players) == ("Козыри", entry.players)


def test_only_who_directs_adds_and_changes_teams() -> None:
    tournament, _ = draft(1)
    entry = tournament.entries.get()
    stranger = signed_in(UserFactory.create())
    for address in (
        reverse("entry-add-team", args=[tournament.slug]),
        reverse("entry-team", args=[tournament.slug, entry.pk]),
    ):
        form = {"team_name": "Чужие", "member_1": "А", "member_2": "Б"}
        assert stranger.post(address, form).status_code == 403
    assert names(tournament) == ["Игрок 1 / Игрок 2"]


def test_a_team_is_not_changed_after_the_start() -> None:
    tournament, organiser = teams_of(2)
    tournaments.start(tournament=tournament, by=organiser)
    entry = tournament.entries.all()[0]
    form = {"team_name": "Поздно", "member_1": "А", "member_2": "Б"}
    client = signed_in(organiser)
    answer = client.post(reverse("entry-team", args=[tournament.slug, entry.pk]), form)
    assert answer["Location"] == reverse("tournament-entries", args=[tournament.slug])
    assert names(tournament)[0] == "Игрок 1 / Игрок 2"


def test_an_author_ticks_his_own_bots_to_enter_them_as_one_team() -> None:
    tournament, organiser = teams_of(0)
    tournaments.open_entries(tournament=tournament, by=organiser)
    author = UserFactory.create()
    own = [bots.create(name=name, owner=author) for name in ("Аз", "Буки", "Веди")]
    for bot in own:
        bots.house_version(bot=bot, program="random", program_settings={})
    client = signed_in(author)
    assert "Enter a team of your own bots" in read(client, "tournament-entries", tournament.slug)
    address = reverse("entry-add-bots", args=[tournament.slug])
    few = client.post(address, {"bots": [own[0].pk]})
    assert few.status_code == 422
    assert "1 player was named" in few.content.decode()
    client.post(address, {"bots": [bot.pk for bot in own[:2]]})
    assert names(tournament) == ["Аз / Буки"]
    html = read(client, "tournament-entries", tournament.slug)
    assert "Take Аз / Буки out" in html
    assert f'value="{own[1].pk}"' not in html
    client.post(reverse("entry-remove", args=[tournament.slug, tournament.entries.get().pk]))
    assert names(tournament) == []


def test_every_bot_of_the_teams_is_counted_before_the_start_and_has_its_version_after() -> None:
    tournament, organiser = teams_of(1)
    house = [house_bot("Первый"), house_bot("Второй")]
    entries.register_team(
        tournament=tournament, players=[bot.player for bot in house], by=organiser
    )
    client = signed_in(organiser)
    assert "2 bots play the versions" in read(client, "tournament-start", tournament.slug)
    tournaments.start(tournament=tournament, by=organiser)
    html = read(Client(), "tournament-entries", tournament.slug)
    assert html.count(f">v{version_of(house[0]).number}</span>") == 2
    assert "Первый / Второй" in read(Client(), "tournament-standings", tournament.slug)
    entry = tournament.entries.all()[1]
    assert "Withdraw Первый / Второй?" in read(client, "entry-withdraw", tournament.slug, entry.pk)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_pages_of_teams_have_nothing_inline(language: str) -> None:
    tournament, client = draft(1)
    entry = tournament.entries.get()
    for html in (
        read(client, "tournament-entries", tournament.slug, language=language),
        read(client, "entry-team", tournament.slug, entry.pk, language=language),
    ):
        assert "style=" not in html
        assert "<script>" not in html


@pytest.mark.parametrize(
    "page", ["tournament-entries", "tournament-rounds", "tournament-standings", "tournament"]
)
def test_more_teams_need_no_more_queries(page: str) -> None:
    counts = []
    for count in (3, 7):
        tournament, organiser = teams_of(count)
        tournaments.start(tournament=tournament, by=organiser)
        with CaptureQueriesContext(connection) as queries:
            read(Client(), page, tournament.slug)
        counts.append(len(queries))
    assert counts[0] == counts[1]
