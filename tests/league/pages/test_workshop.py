"""What an author does on his bot's page: pause, go back, delete, retire, challenge, download."""

import json
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bots.reports import Fault
from games.__main__ import main
from league.models import Bot, Bundle, Ladder, Match, Role, Submission, User
from league.pages import bots as bot_pages
from league.pages import uploads as upload_pages
from league.selectors import exports, workshop
from league.services import bots, challenges, ratings
from tests.factories import (
    MemberFactory,
    UserFactory,
    bot_match,
    house_bot,
    ladder_of,
    played,
    uploaded,
)
from tests.league.pages.conftest import play, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SOURCE = b"# the plan: always lead the lowest\n"


@pytest.fixture
def bot() -> Bot:
    """An author's bot with two uploaded versions; it plays with the second."""
    bot = uploaded("Мой", SOURCE)
    return uploaded("Мой", SOURCE + b"# better\n", bot=bot)


@pytest.fixture
def author(bot: Bot) -> Client:
    return signed_in(owner(bot))


@pytest.fixture
def rival() -> Bot:
    return house_bot("Дом", "cautious")


@pytest.fixture
def ladder(bot: Bot, rival: Bot) -> Ladder:
    return ladder_of(bot, rival)


def owner(bot: Bot) -> User:
    assert bot.owner is not None
    return bot.owner


def page(client: Client, name: str, *args: object, language: str = "en", query: str = "") -> str:
    address = reverse(name, args=args) + query
    response = client.get(address, headers={"accept-language": language})
    assert response.status_code == 200, address
    return response.content.decode()


def did(client: Client, name: str, *args: object) -> str:
    """Press the button; what the page that follows says."""
    response = client.post(reverse(name, args=args), follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_a_bot_is_paused_and_resumed_and_everybody_sees_it(
    author: Client, bot: Bot, ladder: Ladder
) -> None:
    assert "nothing new is drawn" in did(author, "bot-pause", bot.slug)
    for name, args in (("bot", [bot.slug]), ("ladder", [ladder.slug]), ("bot-list", [])):
        assert '<span class="mark wait">paused</span>' in page(Client(), name, *args)
        assert "на паузе" in page(Client(), name, *args, language="ru")
    assert "Paused since" in page(Client(), "bot", bot.slug)
    assert "is paused already" in did(author, "bot-pause", bot.slug)
    assert "plays on its ladders again" in did(author, "bot-resume", bot.slug)
    assert "Paused since" not in page(Client(), "bot", bot.slug)


def test_a_paused_bot_is_listed_with_its_rating_and_without_a_rank(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    match = bot_match(bot, rival, ladder=ladder)
    played(match, 4, 0)
    ratings.refit(ladder.ruleset.pool)
    assert '<td class="n rank">2</td>' in page(Client(), "ladder", ladder.slug)
    first = Client().get(reverse("ladder-now", args=[ladder.slug]))
    did(author, "bot-pause", bot.slug)
    # Those who have the page open are told as well.
    again = Client().get(
        reverse("ladder-now", args=[ladder.slug]), headers={"if-none-match": first["ETag"]}
    )
    assert again.status_code == 200
    html = page(Client(), "leaderboard", "podkidnoy")
    assert '<td class="n rank">–</td>' in html
    assert '<td class="n rank">1</td>' in html
    assert '<td class="n rank">2</td>' not in html


def test_the_author_goes_back_to_an_earlier_version(author: Client, bot: Bot) -> None:
    assert "Every version has a rating of its own." in page(author, "bot", bot.slug)
    assert "from its next match on" in did(author, "version-play", bot.slug, 1)
    html = page(author, "bot", bot.slug)
    assert "plays version 1" in html
    assert "went to another version (2 → 1)" in html
    assert "plays with version 1 already" in did(author, "version-play", bot.slug, 1)
    assert "from its next match on" in did(author, "version-play", bot.slug, 2)


def test_deleting_asks_first_says_what_is_lost_and_keeps_the_results(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    bot.current_version = bot.versions.get(number=1)
    queued = bot_match(bot, rival, ladder=ladder)
    address = reverse("version-delete", args=[bot.slug, 1])
    asked = author.get(address).content.decode()
    assert "deleted for good" in asked
    assert "1 match that has not begun with it is struck out" in asked
    assert f"bot.py · {len(SOURCE)} bytes" in asked
    assert "This cannot be undone." in asked
    assert Bundle.objects.filter(data=SOURCE).exists()
    assert "The file of version 1 is deleted." in did(author, "version-delete", bot.slug, 1)
    assert not Bundle.objects.filter(data=SOURCE).exists()
    for client in (author, Client()):
        assert '<span class="mark">deleted</span>' in page(client, "bot", bot.slug)
    assert "It was version 1; the file is deleted." in page(author, "bot", bot.slug)
    assert "struck out" in page(Client(), "match", queued.pk)
    assert author.get(reverse("bot-download", args=[bot.slug, 1])).status_code == 404
    assert author.get(reverse("bot-download", args=[bot.slug, 2])).status_code == 200
    assert author.get(address).status_code == 404


def test_the_current_version_is_not_offered_for_deletion_and_not_deleted(
    author: Client, bot: Bot
) -> None:
    html = page(author, "bot", bot.slug)
    assert reverse("version-delete", args=[bot.slug, 1]) in html
    assert reverse("version-delete", args=[bot.slug, 2]) not in html
    assert "go back to another one first" in did(author, "version-delete", bot.slug, 2)


def test_retiring_asks_first_and_keeps_the_page(author: Client, bot: Bot, ladder: Ladder) -> None:
    asked = page(author, "bot-retire", bot.slug)
    assert "The files of 2 versions are deleted for good" in asked
    assert "pause it: that can be undone" in asked
    assert "it plays again only when it is enrolled there anew" in asked
    assert "is retired." in did(author, "bot-retire", bot.slug)
    listed = page(author, "bot-list")
    assert "retired</span>" in listed
    assert "no version yet" not in listed
    html = page(Client(), "bot", bot.slug)
    assert "Retired: it plays no more." in html
    assert html.count('<span class="mark">deleted</span>') == 2
    assert not ladder.entries.filter(bot=bot, is_active=True).exists()
    assert "Upload a new version to bring it back" in page(author, "bot", bot.slug)


ACTS = [
    ("bot-pause", []),
    ("bot-resume", []),
    ("bot-settings", []),
    ("bot-retire", []),
    ("version-play", [1]),
    ("version-delete", [1]),
]


@pytest.mark.parametrize(("name", "args"), ACTS)
def test_only_the_author_and_staff_may(bot: Bot, name: str, args: list[int]) -> None:
    officer = MemberFactory.create(role=Role.OWNER)
    Bot.objects.filter(pk=bot.pk).update(club=officer.club)
    address = reverse(name, args=[bot.slug, *args])
    assert Client().post(address).status_code == 302
    for user in (UserFactory.create(), officer.user):
        assert signed_in(user).post(address).status_code == 403
    assert signed_in(UserFactory.create(is_staff=True)).post(address).status_code == 302


@pytest.mark.parametrize(("name", "args"), ACTS)
def test_others_are_not_offered_what_they_may_not(bot: Bot, name: str, args: list[int]) -> None:
    address = reverse(name, args=[bot.slug, *args])
    for client in (Client(), signed_in(UserFactory.create())):
        assert address not in page(client, "bot", bot.slug)


def everything(client: Client, bot: Bot, match: Match) -> str:
    """All pages on which a bot's program could be shown, in one text."""
    pages = [
        page(client, "bot", bot.slug),
        page(client, "bot-matches", bot.slug),
        page(client, "match", match.pk),
        page(client, "replay", match.pk, 1),
    ]
    for name, args in (
        ("match-record", [match.pk]), ("bot-export", [bot.slug]),
        ("bot-download", [bot.slug, 1]), ("bot-uploads", [bot.slug]),
    ):  # fmt: skip
        response = client.get(reverse(name, args=args))
        pages.append(
            b"".join(response).decode() if response.streaming else response.content.decode()
        )
    return "\n".join(pages)


def test_a_program_and_its_log_are_read_by_the_author_and_staff_alone(bot: Bot) -> None:
    mine = bots.create(name="Играющий", owner=owner(bot))
    bots.house_version(bot=mine, program="cautious", program_settings={})
    opponent = bots.create(name="Соперник", owner=UserFactory.create())
    bots.house_version(bot=opponent, program="random", program_settings={})
    match = bot_match(mine, opponent)
    play(match)
    match.attempts.update(logs=["the log: secret", ""])
    # The versions that played are given the author's upload, as if it had.
    version = mine.versions.get()
    version.program, version.bundle = "", bot.versions.get(number=1).bundle
    version.save()
    Submission.objects.create(
        bot=mine, number=1, bundle=version.bundle, submitted_by=owner(bot), log="the log: check"
    )
    officer = MemberFactory.create(role=Role.OWNER)
    Bot.objects.filter(pk=mine.pk).update(club=officer.club)
    others = [
        Client(),
        signed_in(UserFactory.create()),
        signed_in(officer.user),
        signed_in(owner(opponent)),
    ]
    for client in others:
        told = everything(client, mine, match)
        assert "the plan" not in told
        assert "the log" not in told
    for user in (owner(bot), UserFactory.create(is_staff=True)):
        told = everything(signed_in(user), mine, match)
        assert "the plan" in told
        assert told.count("the log: secret") >= 2
    admin = signed_in(UserFactory.create(is_staff=True, is_superuser=True))
    for name, row in (("botversion", version), ("submission", mine.submissions.get())):
        shown = admin.get(reverse(f"admin:league_{name}_change", args=[row.pk]))
        assert shown.status_code == 200
        assert "the plan" not in shown.content.decode()


def challenged(client: Client, rival: Bot, **typed: object) -> tuple[int, str]:
    response = client.post(
        reverse("bot-challenge", args=[rival.slug]), {"deals": 10, **typed}, follow=True
    )
    return response.status_code, response.content.decode()


def test_an_author_challenges_from_the_opponents_page(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    address = reverse("bot-challenge", args=[rival.slug])
    assert address in page(Client(), "bot", rival.slug)
    assert Client().get(address)["Location"].startswith(reverse("login"))
    assert "An unrated match" in author.get(address).content.decode()
    status, html = challenged(author, rival, bot=bot.pk, ruleset=ladder.ruleset.pk, mirrored="on")
    assert status == 200
    assert "challenge, unrated" in html
    assert "The challenge is made" in html
    match = Match.objects.get(challenged_by=owner(bot))
    assert match.ruleset.length["mirrored"] is True
    for name, query in (("bot", ""), ("bot-matches", ""), ("bot-matches", "?only=challenges")):
        for one in (bot, rival):
            html = page(Client(), name, one.slug, query=query)
            assert "challenge, unrated" in html
            assert reverse("match", args=[match.pk]) in html
    assert "вызов, вне рейтинга" in page(Client(), "match", match.pk, language="ru")
    assert "10 deals" in page(Client(), "match", match.pk)


def test_a_challenge_is_taken_back_on_its_page(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    challenged(author, rival, bot=bot.pk, ruleset=ladder.ruleset.pk)
    match = Match.objects.get(challenged_by=owner(bot))
    assert "Take the challenge back" in page(author, "match", match.pk)
    assert "Take the challenge back" not in page(Client(), "match", match.pk)
    address = reverse("match-withdraw", args=[match.pk])
    assert signed_in(UserFactory.create()).post(address).status_code == 403
    assert "The challenge is taken back." in did(author, "match-withdraw", match.pk)
    assert match.pk not in page(Client(), "bot-matches", bot.slug, query="?only=challenges")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"deals": 1}, "a challenge has 2 to 200"),
        ({"deals": 201}, "a challenge has 2 to 200"),
        ({"deals": 9, "mirrored": "on"}, "8 or 10"),
        ({"deals": ""}, "required"),
    ],
)
def test_what_is_wrong_with_a_challenge_is_said_at_its_field(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot, typed: dict[str, object], words: str
) -> None:
    status, html = challenged(author, rival, bot=bot.pk, ruleset=ladder.ruleset.pk, **typed)
    assert status == 422
    assert words in html
    assert 'role="alert"' in html
    assert not Match.objects.filter(challenged_by__isnull=False).exists()


def test_nobody_challenges_with_anothers_bot(bot: Bot, ladder: Ladder, rival: Bot) -> None:
    other = uploaded("Чужой", b"# other")
    status, _html = challenged(
        signed_in(owner(other)), rival, bot=bot.pk, ruleset=ladder.ruleset.pk
    )
    assert status == 422
    assert not Match.objects.exists()


def test_too_many_challenges_are_refused_in_words(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot, settings: object
) -> None:
    settings.LEAGUE_CHALLENGES_OPEN = 1  # type: ignore[attr-defined]
    challenged(author, rival, bot=bot.pk, ruleset=ladder.ruleset.pk)
    status, html = challenged(author, rival, bot=bot.pk, ruleset=ladder.ruleset.pk)
    assert status == 422
    assert "still to be played, which is the limit" in html


def test_who_cannot_be_challenged_says_why_in_place_of_a_form(author: Client, rival: Bot) -> None:
    stranger = signed_in(UserFactory.create())
    assert "You have no other bot" in page(stranger, "bot-challenge", rival.slug)
    staff = UserFactory.create(is_staff=True)
    bots.change(bot=rival, by=staff, takes_challenges=False)
    assert "lets it take no challenges" in page(author, "bot-challenge", rival.slug)
    assert "Challenge this bot" not in page(author, "bot", rival.slug)
    bots.change(bot=rival, by=staff, takes_challenges=True)
    bots.pause(bot=rival, by=staff)
    assert "is paused and takes no challenges" in page(author, "bot-challenge", rival.slug)


def test_an_author_switches_challenges_off_and_on(author: Client, bot: Bot) -> None:
    author.post(reverse("bot-settings", args=[bot.slug]), {"description": "plays low"})
    bot.refresh_from_db()
    assert (bot.takes_challenges, bot.description) == (False, "plays low")
    author.post(reverse("bot-settings", args=[bot.slug]), {"takes_challenges": "on"})
    bot.refresh_from_db()
    assert (bot.takes_challenges, bot.description) == (True, "")
    long = author.post(reverse("bot-settings", args=[bot.slug]), {"description": "x" * 2001})
    assert long.status_code == 422
    assert 'role="alert"' in long.content.decode()


def test_the_author_sees_usage_faults_with_their_log_and_what_is_left_of_today(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    html = page(author, "bot", bot.slug)
    assert "It has not finished a match yet." in html
    assert "None so far." in html
    assert "2 of 20 used" in html
    match = bot_match(rival, bot, ladder=ladder)
    fault = Fault(seat=1, deal=2, kind="illegal_move", detail="beat 7S 6H").to_json()
    theirs = Fault(seat=0, deal=1, kind="crashed").to_json()
    usage = [{}, {"cpu_ms": 900, "answers": 90, "max_move_cpu_ms": 77, "peak_kb": 20480}]
    attempt = match.attempts.create(
        number=1, worker="w", exit="finished", usage=usage, ended_at=timezone.now(),
        logs=["their log", "<b>my log</b>"],
    )  # fmt: skip
    match.results.create(scores=[4, 0], winner=0, faults=[fault, theirs], attempt=attempt)
    html = page(author, "bot", bot.slug)
    assert "77 ms of 1000 ms" in html
    assert "10.0 ms" in html
    assert "20 MB of 384 MB" in html
    assert "The bot played a move the rules forbid" in html
    assert f"in deal 3 against {rival.name}" in html
    assert "&lt;b&gt;my log&lt;/b&gt;" in html
    assert "their log" not in html
    html = page(Client(), "bot", bot.slug)
    assert "my log" not in html
    assert "77 ms" not in html


def test_all_matches_are_downloaded_and_pass_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = bots.create(name="Играющий", owner=UserFactory.create())
    bots.house_version(bot=mine, program="cautious", program_settings={})
    rival = house_bot("Дом")
    ladder = ladder_of(mine, rival)
    play(bot_match(mine, rival, ladder=ladder))
    play(bot_match(rival, mine, ladder=ladder))
    play(
        challenges.challenge(
            challenger=mine, opponent=rival, ruleset=ladder.ruleset, deals=6, mirrored=True,
            by=owner(mine),
        )
    )  # fmt: skip
    response = signed_in(owner(mine)).get(reverse("bot-export", args=[mine.slug]))
    assert response.streaming
    assert response["Content-Type"].startswith("application/x-ndjson")
    assert response["Content-Disposition"] == f'attachment; filename="{mine.slug}.jsonl"'
    path = tmp_path / "all.jsonl"
    path.write_bytes(b"".join(response))
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == "14 deals of 3 matches verified\n"
    matches = [json.loads(line) for line in path.read_text().splitlines() if '"own"' in line]
    assert [line["own"][0]["seat"] for line in matches] == [0, 1, 0]
    address = reverse("bot-export", args=[mine.slug])
    assert Client().get(address)["Location"].startswith(reverse("login"))
    assert signed_in(UserFactory.create()).get(address).status_code == 404
    assert signed_in(owner(mine)).get(address, {"after": "nonsense"}).status_code == 404
    for client in (Client(), signed_in(UserFactory.create())):
        for name in ("bot", "bot-matches"):
            assert address not in page(client, name, mine.slug)


def test_slow_readers_leave_threads_for_others(
    bot: Bot, author: Client, settings: LazySettings
) -> None:
    settings.LEAGUE_EXPORTS_AT_ONCE = 2
    address = reverse("bot-export", args=[bot.slug])
    staff = [signed_in(UserFactory.create(is_staff=True)) for _ in range(2)]
    first = author.get(address)
    assert first.streaming
    refused = author.get(address, follow=True)  # while he still reads the first
    assert "try again in 1 minute." in refused.content.decode()
    # Where a link says “download”, a browser stores that page in place of the matches.
    assert " download" not in page(author, "bot-matches", bot.slug)
    second = staff[0].get(address)
    assert second.streaming
    assert not staff[1].get(address).streaming
    assert b"".join(first) == b""
    third = staff[1].get(address)
    assert third.streaming
    assert b"".join(third) == b""
    assert author.get(address).streaming
    assert b"".join(second) == b""


def test_nobody_downloads_the_same_without_end(
    bot: Bot, author: Client, settings: LazySettings
) -> None:
    rates = {"user": "99/hour", "anonymous": "99/hour", "export": "2/hour"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    address = reverse("bot-export", args=[bot.slug])
    for _ in range(2):
        response = author.get(address)
        assert response.streaming
        b"".join(response)
    assert author.get(address)["Location"] == reverse("bot-matches", args=[bot.slug])
    api = author.get(f"/api/v1/bots/{bot.slug}/matches/?format=jsonl")
    assert (api.status_code, api.json()["code"]) == (429, "throttled")
    assert int(api["Retry-After"]) >= 1


def test_a_long_history_is_offered_in_parts(
    bot: Bot, author: Client, ladder: Ladder, rival: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST", 1)
    for _ in range(3):
        match = bot_match(rival, bot, ladder=ladder)
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.FINISHED, finished_at=timezone.now()
        )
    html = page(author, "bot-matches", bot.slug)
    for number, after in zip((2, 3), exports.parts(bot), strict=True):
        assert f"?after={after}" in html
        name = f"{bot.slug}-{number}.jsonl"
        assert f"&amp;part={number}" in html
        assert name in html
        part = author.get(
            reverse("bot-export", args=[bot.slug]), {"after": str(after), "part": number}
        )
        assert part["Content-Disposition"] == f'attachment; filename="{name}"'
        assert b"".join(part)
    assert "?after=" not in page(Client(), "bot-matches", bot.slug)


def test_a_bot_that_is_on_no_ladder_says_so_to_its_author(
    author: Client, bot: Bot, ladder: Ladder
) -> None:
    assert "It is on no ladder" not in page(author, "bot", bot.slug)
    did(author, "bot-leave", bot.slug, ladder.slug)
    assert "It is on no ladder" in page(author, "bot", bot.slug)
    assert "It is on no ladder" not in page(Client(), "bot", bot.slug)


def test_the_authors_page_asks_the_database_no_more_when_there_is_more_to_tell(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    counts = []
    for _ in range(2):
        for _number in range(3):
            failed(rival, bot, ladder, seat=1)
        page(author, "bot", bot.slug)
        with CaptureQueriesContext(connection) as captured:
            assert page(author, "bot", bot.slug).count("The bot crashed") >= 3
        counts.append(len(captured))
    assert counts[0] == counts[1]


def failed(first: Bot, second: Bot, ladder: Ladder, *, seat: int) -> Match:
    """A finished match in which the one in this seat crashed."""
    match = bot_match(first, second, ladder=ladder)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    attempt = match.attempts.create(number=1, worker="w", exit="finished", logs=["", "log"])
    fault = Fault(seat=seat, deal=0, kind="crashed").to_json()
    match.results.create(scores=[4, 0], winner=0, faults=[fault], attempt=attempt)
    return match


def test_of_many_faults_of_others_no_log_is_read(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "LOOKED_AT", 8)
    old = failed(rival, bot, ladder, seat=1)
    theirs = [failed(rival, bot, ladder, seat=0) for _ in range(7)]
    with CaptureQueriesContext(connection) as captured:
        (only,) = workshop.faults(bot)
    assert only.match == old
    assert (only.log, only.deal) == ("log", 0)
    (reading,) = [query["sql"] for query in captured if '"logs"' in query["sql"]]
    assert '"usage"' not in reading
    assert not any(str(match.results.get().pk) in reading.split(" IN ")[-1] for match in theirs)
    # How far back is looked is bounded too.
    failed(rival, bot, ladder, seat=0)
    with CaptureQueriesContext(connection) as captured:
        assert workshop.faults(bot) == []
    assert len(captured) == 1


def test_of_a_pool_only_the_lines_of_this_bot_are_read(
    author: Client, bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    match = bot_match(bot, rival, ladder=ladder)
    finish(match)
    ratings.refit(ladder.ruleset.pool)
    with CaptureQueriesContext(connection) as captured:
        page(author, "bot", bot.slug)
    reading = [query["sql"] for query in captured if 'FROM "league_rating" ' in query["sql"]]
    assert len(reading) == 1
    assert f'"bot_id" = {bot.pk}' in reading[0]


def test_a_new_version_is_said_to_have_no_rating_where_an_earlier_one_has(
    bot: Bot, ladder: Ladder, rival: Bot
) -> None:
    finish(bot_match(bot, rival, ladder=ladder))
    ratings.refit(ladder.ruleset.pool)
    chart = reverse("bot-rating", args=[bot.slug])
    assert chart in page(Client(), "bot", bot.slug)
    uploaded("", SOURCE + b"# best\n", bot=bot)
    html = page(Client(), "bot", bot.slug)
    assert chart not in html
    assert "Version 3 has no rating yet" in html


def finish(match: Match) -> None:
    """End it as its worker would, 4:0."""
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=timezone.now()
    )
    match.results.create(
        scores=[4, 0], winner=0, tally=[{"places": [1, 2], "count": 4}],
        attempt=match.attempts.create(number=1, worker="w", exit="finished"),
    )  # fmt: skip


def test_many_versions_come_a_page_at_a_time_and_without_their_checks(
    author: Client, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pages, "VERSIONS", 2)
    uploaded("", SOURCE + b"# best\n", bot=bot)
    assert bot.versions.count() == 3
    html = page(author, "bot", bot.slug)
    assert reverse("bot-download", args=[bot.slug, 3]) in html
    assert reverse("bot-download", args=[bot.slug, 1]) not in html
    assert "?page=2" in html
    html = page(author, "bot", bot.slug, query="?page=2")
    assert reverse("bot-download", args=[bot.slug, 1]) in html
    with CaptureQueriesContext(connection) as captured:
        page(Client(), "bot", bot.slug)
    assert not any(f'"{column}"' in query["sql"] for query in captured for column in LARGE)


LARGE = ("logs", "log", "checks", "steps", "data")


def test_a_version_accepted_while_the_page_is_made_is_told_of_as_the_one_that_plays(
    bot: Bot,
) -> None:
    read_before = Bot.objects.get(pk=bot.pk)
    uploaded("", SOURCE + b"# best\n", bot=bot)
    request = RequestFactory().get("/")
    request.LANGUAGE_CODE = "en"
    told = upload_pages.uploads(request, read_before)
    assert told["uploads"][0]["submission"].version.pk == told["current"]


def test_the_live_list_of_uploads_reads_no_log_while_nothing_has_changed(
    author: Client, bot: Bot
) -> None:
    bots.submit(bot=bot, data=b"# another", filename="bot.py", by=owner(bot))
    address = reverse("bot-uploads", args=[bot.slug])
    etag = author.get(address)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert author.get(address, headers={"if-none-match": etag}).status_code == 304
    sql = " ".join(query["sql"] for query in captured)
    assert '"log"' not in sql
    assert '"checks"' not in sql
    assert '"data"' not in sql
