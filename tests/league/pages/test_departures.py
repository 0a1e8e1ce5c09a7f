"""Before an author deletes a program he reads which tournaments it leaves, and how."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Bot, Tournament, User
from league.services import entries, tournaments
from tests.factories import tournament_of, uploaded
from tests.league.pages.conftest import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def entered(bot: Bot, name: str, *, started: bool) -> Tournament:
    tournament, organiser = tournament_of(2, started=False)
    tournament.name = name
    tournament.save()
    entries.register(tournament=tournament, player=bot.player, by=organiser)
    if started:
        tournaments.start(tournament=tournament, by=organiser)
    return tournament


def owner(bot: Bot) -> User:
    assert bot.owner is not None
    return bot.owner


def shown(client: Client, address: str, language: str = "en") -> str:
    response = client.get(address, headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


def test_who_deletes_or_retires_reads_which_tournaments_it_leaves() -> None:
    bot = uploaded("Мой", b"# first")
    running = entered(bot, "Зимний", started=True)
    uploaded("Мой", b"# second", bot=bot)
    draft = entered(bot, "Летний", started=False)
    client = signed_in(owner(bot))
    delete = reverse("version-delete", args=[bot.slug, 1])
    retire = reverse("bot-retire", args=[bot.slug])
    for address in (delete, retire):
        html = shown(client, address)
        assert reverse("tournament", args=[running.slug]) in html
        assert "which is under way: what it has not played there is lost without play" in html
        assert "несыгранные матчи там проиграны без игры" in shown(client, address, "ru")
        assert ("Летний" in html) is (address == retire)
    assert "which has not begun" in shown(client, retire)
    answer = client.post(retire, follow=True).content.decode()
    assert "“Мой” is retired." in answer
    assert running.entries.get(player=bot.player).withdrawn_at is not None
    assert not draft.entries.filter(player=bot.player).exists()
