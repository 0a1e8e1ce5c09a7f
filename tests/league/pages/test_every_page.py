"""Every page answers, to whom it should, in both languages, with nothing inline and few queries."""

import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse
from django.utils import translation

from league.pages.urls import urlpatterns
from tests.factories import bot_match, house_bot, tournament_of
from tests.league.pages.conftest import Site, play, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]

INLINE = re.compile(r"""<[^>]+\s(?:style|on[a-z]+)\s*=|<style|<script(?![^>]*\ssrc=)|hx-on""", re.I)


def public(site: Site) -> Iterator[str]:
    """Addresses that anyone may open."""
    for name in ("home", "ladder-list", "bot-list", "tournament-list", "club-list", "login",
                 "sign-up", "how-to-bot", "how-to-protocol", "rules-list"):  # fmt: skip
        yield reverse(name)
    yield reverse("rules", args=["passing"])
    yield reverse("ladder", args=[site.ladder.slug])
    yield reverse("leaderboard", args=["podkidnoy"])
    yield reverse("bot", args=[site.bot.slug])
    yield reverse("bot-matches", args=[site.bot.slug])
    yield reverse("bot-matches", args=[site.bot.slug]) + "?only=challenges"
    for tournament in (site.league, site.cup):
        for tab in ("tournament", "tournament-entries", "tournament-rounds", "tournament-log"):
            yield reverse(tab, args=[tournament.slug])
    yield reverse("tournament-standings", args=[site.league.slug])
    yield reverse("tournament-bracket", args=[site.cup.slug])
    yield reverse("club", args=[site.league.club.slug])
    for match in (site.finished, site.running, site.league_match):
        yield reverse("match", args=[match.pk])
    yield reverse("replay", args=[site.finished.pk, 1])
    yield reverse("replay", args=[site.running.pk, 1]) + "?move=3"


def guarded(site: Site) -> Iterator[tuple[str, object]]:
    """Addresses for some only, each with one who may open it."""
    for name in ("bot-new", "tournament-new", "club-new", "account", "password"):
        yield reverse(name), site.organiser
    yield reverse("tournament-start", args=[site.league.slug]), site.organiser
    yield reverse("tournament-act", args=[site.league.slug, "cancel"]), site.organiser
    entry = site.league.entries.all()[0]
    yield reverse("entry-withdraw", args=[site.league.slug, entry.pk]), site.organiser
    yield reverse("match-correct", args=[site.league_match.pk]), site.organiser
    yield reverse("match-void", args=[site.league_match.pk]), site.organiser
    yield reverse("bot-retire", args=[site.owned.slug]), site.author
    yield reverse("version-delete", args=[site.owned.slug, 1]), site.author
    yield reverse("operator"), site.staff


def all_pages(site: Site) -> Iterator[tuple[Client, str]]:
    stranger, author = Client(), signed_in(site.author)
    for address in public(site):
        yield stranger, address
    for address, user in guarded(site):
        yield signed_in(user), address  # type: ignore[arg-type]
    yield author, reverse("bot", args=[site.own.slug])
    yield author, reverse("bot", args=[site.owned.slug])
    yield author, reverse("bot-matches", args=[site.owned.slug])
    yield author, reverse("bot-challenge", args=[site.bot.slug])
    yield author, reverse("match", args=[site.challenge.pk])
    yield signed_in(site.organiser), reverse("tournament-entries", args=[site.league.slug])
    yield signed_in(site.organiser), reverse("tournament-rounds", args=[site.league.slug])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_answers_with_nothing_inline(site: Site, language: str) -> None:
    for client, address in all_pages(site):
        response = client.get(address, headers={"accept-language": language})
        assert response.status_code == 200, address
        html = response.content.decode()
        assert f'<html lang="{language}"' in html, address
        assert not INLINE.search(html), (address, INLINE.search(html))
        assert html.count("<h1") == 1, address


def test_what_is_for_some_only_sends_strangers_to_sign_in_and_refuses_others(site: Site) -> None:
    somebody = signed_in(site.nobody)
    open_to_all_users = {
        reverse(name) for name in ("bot-new", "tournament-new", "club-new", "account", "password")
    }
    for address, _user in guarded(site):
        response = Client().get(address)
        assert response.status_code == 302, address
        assert response["Location"].startswith(reverse("login")), address
        if address not in open_to_all_users:
            assert somebody.get(address).status_code == 403, address


def test_acts_are_refused_to_those_who_may_not(site: Site) -> None:
    stranger = signed_in(site.author)
    slug = site.league.slug
    for address in (
        reverse("tournament-start", args=[slug]),
        reverse("tournament-cancel", args=[slug]),
        reverse("entry-add-list", args=[slug]),
        reverse("entry-add-person", args=[slug]),
        reverse("entry-add-bots", args=[slug]),
        reverse("match-report", args=[site.unreported.pk]),
        reverse("operator-release", args=[site.finished.pk]),
    ):
        response = stranger.post(
            address, {"score_0": 1, "score_1": 0, "reason": "x", "list": "А", "name": "Б"}
        )
        assert response.status_code == 403, address
    response = signed_in(site.organiser).post(reverse("bot-submit", args=[site.own.slug]))
    assert response.status_code == 403


def test_an_act_needs_the_forms_own_token(site: Site) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.organiser)
    response = client.post(reverse("club-new"), {"name": "Клуб"})
    assert response.status_code == 403
    assert "The form has expired" in response.content.decode()


def test_every_address_without_parameters_is_among_the_pages_tested(site: Site) -> None:
    tested = {address for _client, address in all_pages(site)}
    plain = {
        f"/{pattern.pattern}"
        for pattern in urlpatterns
        if isinstance(pattern, URLPattern) and "<" not in str(pattern.pattern)
    }
    not_pages = {
        "/now/", "/language/", "/leaderboards/", "/logout/", "/how-to/bot/protocol.schema.json"
    }  # fmt: skip
    assert plain - tested - not_pages == set()


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere/", 404), ("/bots/nobody/", 404), ("/matches/m_0/", 404)]
)
@pytest.mark.parametrize(
    ("language", "words"), [("en", "This page is not here"), ("ru", "Такой страницы здесь нет")]
)
def test_what_is_not_there_is_said_in_the_design(
    db: None, path: str, status: int, language: str, words: str
) -> None:
    response = Client().get(path, headers={"accept-language": language})
    assert response.status_code == status
    assert words in response.content.decode()


@pytest.mark.parametrize(
    ("template", "language", "words"),
    [
        ("500.html", "en", "Something broke on our side"),
        ("500.html", "ru", "У нас что-то сломалось"),
        ("400.html", "en", "This request cannot be read"),
        ("400.html", "ru", "Этот запрос не прочитать"),
    ],
)
def test_pages_for_faults_need_neither_request_nor_database(
    template: str, language: str, words: str
) -> None:
    with translation.override(language):
        assert words in get_template(template).render()


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_pages_ask_the_database_no_more_when_more_is_listed(site: Site) -> None:
    listed = [
        reverse("home"),
        reverse("ladder", args=[site.ladder.slug]),
        reverse("leaderboard", args=["podkidnoy"]),
        reverse("bot-list"),
        reverse("bot", args=[site.bot.slug]),
        reverse("tournament-list"),
        reverse("club-list"),
    ]
    before = {address: queries(Client(), address) for address in listed}
    for number in range(3):
        rival = house_bot(f"Соперник {number}", "lowest")
        play(bot_match(site.bot, rival, ladder=site.ladder))
        tournament_of(3)
    after = {address: queries(Client(), address) for address in listed}
    assert after == before


def test_a_tournaments_tabs_ask_the_same_for_four_and_for_twelve(site: Site) -> None:
    large, _organiser = tournament_of(12)
    for tab in ("tournament", "tournament-entries", "tournament-rounds", "tournament-standings"):
        small = queries(Client(), reverse(tab, args=[site.league.slug]))
        assert queries(Client(), reverse(tab, args=[large.slug])) <= small + 1, tab
