"""A match while it is played and after: deals, secret, logs, and its replay in cards and words."""

import json
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.records import loads, verify_match
from league.models import Attempt, AuditEntry, Match
from league.pages import faces
from league.services import bots
from tests.factories import UserFactory, bot_match, house_bot
from tests.league.pages.conftest import Site, play, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def html_of(
    client: Client, name: str, *args: object, language: str = "en", **query: str | int
) -> str:
    response = client.get(reverse(name, args=args), query, headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


def test_the_secret_is_shown_only_when_the_match_is_over(site: Site) -> None:
    assert site.running.secret not in html_of(Client(), "match", site.running.pk)
    assert site.running.commitment in html_of(Client(), "match", site.running.pk)
    finished = html_of(Client(), "match", site.finished.pk)
    assert site.finished.secret in finished
    assert f"python3 -m games verify {site.finished.pk}.jsonl" in finished


def test_the_record_that_is_downloaded_verifies(site: Site) -> None:
    response = Client().get(reverse("match-record", args=[site.finished.pk]))
    records = loads(b"".join(response.streaming_content).decode())  # type: ignore[attr-defined]
    verify_match(records)
    assert records[0].secret == site.finished.secret


def test_a_running_matchs_record_holds_no_secret(site: Site) -> None:
    response = Client().get(reverse("match-record", args=[site.running.pk]))
    (line,) = b"".join(response.streaming_content).decode().splitlines()  # type: ignore[attr-defined]
    assert json.loads(line)["secret"] is None


def test_a_running_match_is_told_live_until_its_end(site: Site) -> None:
    client = Client()
    address = reverse("match-now", args=[site.running.pk])
    first = client.get(address)
    assert first.status_code == 200
    assert "hx-get" in first.content.decode()
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    Match.objects.filter(pk=site.running.pk).update(lease_until=timezone.now())
    play(site.running)
    last = client.get(address, headers={"if-none-match": first["ETag"]})
    assert last.status_code == 286
    assert "hx-get" not in last.content.decode()


def test_another_language_is_another_version(site: Site) -> None:
    client = Client()
    address = reverse("match-now", args=[site.running.pk])
    english = client.get(address, headers={"accept-language": "en"})["ETag"]
    russian = client.get(address, headers={"accept-language": "ru", "if-none-match": english})
    assert russian.status_code == 200


def test_the_front_page_and_the_ladder_answer_304_when_nothing_happened(site: Site) -> None:
    for address in (reverse("home-now"), reverse("ladder-now", args=[site.ladder.slug])):
        etag = Client().get(address)["ETag"]
        assert Client().get(address, headers={"if-none-match": etag}).status_code == 304


def test_hands_stay_closed_while_the_match_is_played(site: Site) -> None:
    open_hands = html_of(Client(), "replay", site.finished.pk, 1)
    closed = html_of(Client(), "replay", site.running.pk, 1)
    assert "card back" not in open_hands
    assert closed.count('class="card back"') == 12


def test_the_decks_of_a_mirrored_match_are_shown_only_when_it_is_over(site: Site) -> None:
    """The next leg plays them again."""
    running = site.running
    replay = reverse("replay", args=[running.pk, 1])
    assert replay in html_of(Client(), "match", running.pk)
    running.ruleset.length = {**running.ruleset.length, "mirrored": True}
    running.ruleset.save()
    page = html_of(Client(), "match", running.pk)
    assert replay not in page
    assert "after the match" in page
    assert Client().get(replay).status_code == 404
    record = Client().get(reverse("match-record", args=[running.pk]))
    assert b"".join(record.streaming_content) == b""  # type: ignore[attr-defined]
    Match.objects.filter(pk=running.pk).update(status=Match.Status.VOID)
    assert replay in html_of(Client(), "match", running.pk)
    assert Client().get(replay).status_code == 200


def test_a_replay_is_stepped_through_by_links_alone(site: Site) -> None:
    total = len(site.finished.deals.get(number=0).record["moves"])
    start = html_of(Client(), "replay", site.finished.pk, 1)
    assert 'href="?move=1" data-key="ArrowRight"' in start
    assert f'href="?move={total}" data-key="End"' in start
    for move in range(total + 1):
        assert f"Move {move} of {total}" in html_of(
            Client(), "replay", site.finished.pk, 1, move=move
        )
    beyond = html_of(Client(), "replay", site.finished.pk, 1, move="9" * 5000)
    assert f"Move {total} of {total}" in beyond
    assert "is the fool" in beyond or "draw" in beyond


def test_a_replay_that_is_not_there_is_404(site: Site) -> None:
    for number in (0, 99):
        address = reverse("replay", args=[site.finished.pk, number])
        assert Client().get(address).status_code == 404


def test_cards_have_names_and_letters_in_the_readers_language(site: Site) -> None:
    english = html_of(Client(), "replay", site.finished.pk, 1)
    russian = html_of(Client(), "replay", site.finished.pk, 1, language="ru")
    # Which cards are dealt is chance; some card of some suit is always to be seen.
    assert any(f" of {suit}" in english for suit in ("spades", "clubs", "diamonds", "hearts"))
    assert any(f" {suit}" in russian for suit in ("пик", "треф", "бубён", "червей"))
    assert faces.name("QS", "en") == "queen of spades"
    assert faces.name("QS", "ru") == "дама пик"
    assert ">Д<" in faces.face("QS", "ru")
    assert ">10<" in faces.face("TS", "en")


def test_staff_see_attempts_and_strangers_do_not(site: Site) -> None:
    assert "Attempt 1" in html_of(signed_in(site.staff), "match", site.finished.pk)
    assert "Attempt 1" not in html_of(Client(), "match", site.finished.pk)
    assert "Attempt 1" not in html_of(signed_in(site.author), "match", site.finished.pk)


def test_a_waiting_match_says_why(site: Site) -> None:
    Match.objects.filter(pk=site.running.pk).update(
        status=Match.Status.QUEUED, waiting_for="runner", waiting_detail="no /run/runner.sock"
    )
    html = html_of(Client(), "match", site.running.pk)
    assert "nothing is lost" in html
    assert "The match runner is not running." in html
    assert "runner.sock" not in html
    assert "Исполнитель матчей не запущен." in html_of(
        Client(), "match", site.running.pk, language="ru"
    )
    assert "no /run/runner.sock" in html_of(signed_in(site.staff), "operator")


def test_an_operator_reads_why_a_match_is_parked_and_releases_it(site: Site) -> None:
    Match.objects.filter(pk=site.running.pk).update(
        status=Match.Status.QUEUED, parked_at=timezone.now()
    )
    Attempt.objects.filter(match=site.running).update(
        exit=Attempt.Exit.FAILED, detail="the runner answered nonsense"
    )
    client = signed_in(site.staff)
    assert "the runner answered nonsense" in html_of(client, "operator")
    client.post(reverse("operator-release", args=[site.running.pk]))
    site.running.refresh_from_db()
    assert site.running.parked_at is None
    assert AuditEntry.objects.filter(act="release_match").exists()


def test_times_are_in_the_readers_zone_with_utc_beside(site: Site) -> None:
    moment = datetime(2026, 3, 1, 21, 30, tzinfo=UTC)
    Match.objects.filter(pk=site.finished.pk).update(finished_at=moment)
    client = Client()
    client.cookies["league_zone"] = "Asia/Vladivostok"
    html = html_of(client, "match", site.finished.pk)
    assert '<time datetime="2026-03-01T21:30:00Z">2 Mar 2026, 07:30</time>' in html


def test_the_leaderboard_comes_by_kind_and_as_csv(site: Site) -> None:
    people = html_of(Client(), "leaderboard", "podkidnoy", kind="person")
    assert "Осторожный" not in people
    csv = Client().get(reverse("leaderboard", args=["podkidnoy"]), {"format": "csv"})
    assert "Осторожный" in csv.content.decode()
    assert Client().get(reverse("leaderboard", args=["chess"])).status_code == 404


@pytest.mark.parametrize(("language", "told"), [("en", "decides anything"), ("ru", "не решает")])
def test_a_game_without_decisions_says_why_it_has_no_leaderboard(language: str, told: str) -> None:
    client = Client(headers={"accept-language": language})
    html = client.get(reverse("leaderboard", args=["drunkard"])).content.decode()
    assert told in html
    assert "<table" not in html
    assert "CSV" not in html
    assert reverse("leaderboard", args=["drunkard"]) not in html_of(
        client, "leaderboard", "podkidnoy"
    )


def noted(match: Match, text: str) -> None:
    """Let a bot have written *text* beside the second move of the first deal."""
    deal = match.deals.all()[0]
    deal.notes = [{"move": 1, "text": text}]
    deal.save()


@pytest.mark.parametrize(
    ("language", "label"), [("en", "The bot’s note:"), ("ru", "Заметка бота:")]
)
def test_a_note_stands_beside_its_move_in_the_replay(site: Site, language: str, label: str) -> None:
    noted(site.finished, "<b>на авось</b>")
    html = html_of(Client(), "replay", site.finished.pk, 1, language=language)
    assert html.count(f"{label} </span>&lt;b&gt;на авось&lt;/b&gt;</q>") == 1
    assert html.index('id="move-2"') < html.index("на авось") < html.index('id="move-3"')
    at_the_move = html_of(Client(), "replay", site.finished.pk, 1, language=language, move=2)
    assert at_the_move.count("&lt;b&gt;на авось") == 2
    assert "<b>на авось" not in at_the_move
    assert "на авось" not in html_of(Client(), "replay", site.finished.pk, 2, language=language)


def test_notes_are_in_the_record_once_the_match_is_over_and_not_before(site: Site) -> None:
    for match in (site.finished, site.running):
        noted(match, "my plan")
    assert "my plan" not in html_of(Client(), "replay", site.running.pk, 1)
    running, finished = (
        b"".join(Client().get(reverse("match-record", args=[match.pk])).streaming_content).decode()  # type: ignore[attr-defined]
        for match in (site.running, site.finished)
    )
    assert "my plan" not in running
    records = loads(finished)
    assert records[0].notes == ((1, "my plan"),)
    verify_match(records)


def test_of_a_fault_others_read_the_kind_and_the_author_the_detail(site: Site) -> None:
    mine = bots.create(name="Падающий", owner=UserFactory.create())
    bots.house_version(bot=mine, program="random", program_settings={})
    match = bot_match(mine, house_bot("Соперник"))
    play(match)
    assert mine.owner is not None
    fault = {"seat": 0, "deal": 1, "kind": "crashed", "detail": "KeyError: my plan", "leg": 0}
    match.results.update(faults=[fault])
    for client in (signed_in(mine.owner), signed_in(site.staff)):
        assert "KeyError: my plan" in html_of(client, "match", match.pk)
    for client in (Client(), signed_in(UserFactory.create())):
        html = html_of(client, "match", match.pk)
        assert "KeyError" not in html
        assert "Падающий</strong> crashed in deal 2" in html
        record = b"".join(client.get(reverse("match-record", args=[match.pk])))
        assert b"KeyError" not in record
