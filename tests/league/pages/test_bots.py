"""An author makes a bot, uploads it, and is told in plain words what became of it."""

from html import unescape

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bots.check.advice import ADVICE, STEPS
from bots.check.positions import positions
from bots.check.reports import CheckReport, Problem, Step
from bots.reports import Fault
from bots.sandbox.bundle import BundleError, open_bundle
from games.catalogue import find_game
from league.errors import BadInput
from league.models import Bot, BotVersion, Match, Result, Submission, User, Waits
from league.pages import charts, checks, guide
from league.pages.bots import opponents
from league.pages.uploads import UploadForm
from league.services import bots, submissions
from tests.factories import UserFactory, bot_match, check_report, house_bot, ladder_of
from tests.league.pages.conftest import Site, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FAULT = Fault(seat=0, deal=1, kind="illegal_move", detail="beat 7S 6H")


@pytest.fixture
def author() -> User:
    return UserFactory.create()


@pytest.fixture
def bot(author: User) -> Bot:
    return bots.create(name="Мой бот", owner=author)


def upload(author: User, bot: Bot) -> Submission:
    """Upload the starter by its text pasted, as the page offers."""
    response = signed_in(author).post(
        reverse("bot-submit", args=[bot.slug]), {"text": guide.starter()}
    )
    assert response.status_code == 302
    return bot.submissions.get()


def decide(submission: Submission, *faults: Fault, log: str = "") -> None:
    """Let the check end as the runner would report it."""
    check = submissions.claim(submission_id=submission.pk)
    assert check is not None
    submissions.decide(check, check_report(*faults, log=log))


def page(client: Client, bot: Bot, language: str = "en") -> str:
    address = reverse("bot", args=[bot.slug])
    return client.get(address, headers={"accept-language": language}).content.decode()


def test_a_bot_is_made_and_its_page_offers_the_starter(author: User) -> None:
    client = signed_in(author)
    response = client.post(reverse("bot-new"), {"name": "Козырь", "description": ""})
    assert response["Location"] == "/bots/kozyr/"
    html = page(client, Bot.objects.get())
    assert "from bots.kit import Bot, run" in html
    again = client.post(reverse("bot-new"), {"name": "КОЗЫРЬ", "description": "typed"})
    assert again.status_code == 422
    assert "choose another name" in again.content.decode()
    assert "typed" in again.content.decode()


def test_an_upload_waits_is_checked_and_accepted(author: User, bot: Bot) -> None:
    client = signed_in(author)
    submission = upload(author, bot)
    assert "It will be checked in a moment." in page(client, bot)
    submissions.wait(submission_id=submission.pk, reason=Waits.RUNNER)
    assert "nothing is lost" in page(client, bot)
    assert "The match runner is not running." in page(client, bot)
    decide(submission)
    assert "It plays as version 1." in page(client, bot)
    assert "Он играет как версия 1." in page(client, bot, "ru")


def test_a_refusal_says_what_happened_what_to_do_and_shows_the_log(author: User, bot: Bot) -> None:
    decide(upload(author, bot), FAULT, log="<b>thinking</b>")
    html = page(signed_in(author), bot)
    assert "The bot played a move the rules forbid" in html
    assert "beat 7S 6H" in html
    assert "it lists every legal move" in html
    assert "&lt;b&gt;thinking&lt;/b&gt;" in html
    assert "Бот сделал ход против правил" in page(signed_in(author), bot, "ru")


def test_an_upload_from_before_steps_were_kept_is_told_as_it_was(author: User, bot: Bot) -> None:
    decide(upload(author, bot), FAULT)
    Submission.objects.update(steps=[])
    html = page(signed_in(author), bot)
    assert "The bot played a move the rules forbid" in html
    assert "in deal 2 against itself." in html
    assert "The steps of the check" not in html


def test_the_steps_of_a_check_are_shown_as_they_end(author: User, bot: Bot) -> None:
    submission = upload(author, bot)
    check = submissions.claim(submission_id=submission.pk)
    assert check is not None
    client = signed_in(author)
    address = reverse("bot-uploads", args=[bot.slug])
    before = client.get(address)
    starts = {"starts": 3, "wall_ms": 41, "cpu_ms": 22, "start_ms": 10_000}
    submissions.note(check, Step("start", 130, starts))
    now = client.get(address, headers={"if-none-match": before["ETag"]})
    assert now.status_code == 200
    html = now.content.decode()
    assert "It starts in time, every time" in html
    assert "Starts: 3, the slowest 41 ms (22 ms of CPU); allowed 10000 ms." in html
    assert "Запускается вовремя" in page(client, bot, "ru")
    assert "самый долгий 41 мс" in page(client, bot, "ru")


def test_a_refusal_shows_the_position_in_which_the_bot_failed(author: User, bot: Bot) -> None:
    submission = upload(author, bot)
    check = submissions.claim(submission_id=submission.pk)
    assert check is not None
    position = next(positions(find_game("podkidnoy")(), 1, bytes(32)))
    asked = position.described("beat 7S 6H")
    problem = Problem("illegal_move", "illegal_move", "beat 7S 6H: not held", asked)
    submissions.decide(check, CheckReport((Step("positions", 9, {}, problem),)))
    html = page(signed_in(author), bot)
    assert "The position" in html
    assert "Trump:" in html
    assert "It might have played:" in html
    assert "not passed" in html
    assert "The steps it has passed" not in html
    russian = page(signed_in(author), bot, "ru")
    assert "Козырь:" in russian
    assert "не пройден" in russian


def test_of_a_refused_upload_the_failed_step_and_the_log_are_open_and_the_passed_ones_folded(
    author: User, bot: Bot
) -> None:
    upload(author, bot)
    problem = Problem("crashed", "crashed", "it ended")
    Submission.objects.update(
        status="refused",
        log="Traceback",
        steps=[Step("bundle", 1, {}).to_json(), Step("handshake", 9, {}, problem).to_json()],
    )
    html = page(signed_in(author), bot)
    assert html.index("answers hello with ready") < html.index("The steps it has passed")
    assert "<details>\n          <summary>The steps it has passed" in html
    assert html.index("The steps it has passed") < html.index("The bundle can be opened")
    assert "<details open>\n          <summary>What the bot wrote to stderr" in html


def test_an_empty_file_is_refused_in_the_words_of_the_command_line(author: User, bot: Bot) -> None:
    file = SimpleUploadedFile("mine.py", b"")
    answer = signed_in(author).post(reverse("bot-submit", args=[bot.slug]), {"file": file})
    assert answer.status_code == 422
    with pytest.raises(BundleError) as refusal:
        open_bundle(b"", "mine.py")
    assert str(refusal.value) in unescape(answer.content.decode())


def test_every_step_and_every_cause_of_a_failure_has_words() -> None:
    assert set(checks.STEPS) == set(STEPS)
    for cause in ADVICE:
        assert checks.advice(cause), cause


def test_nobody_else_sees_uploads_or_logs(author: User, bot: Bot) -> None:
    decide(upload(author, bot), FAULT, log="my secret plan")
    for client in (Client(), signed_in(UserFactory.create())):
        assert "my secret plan" not in page(client, bot)
    address = reverse("bot-uploads", args=[bot.slug])
    assert signed_in(UserFactory.create()).get(address).status_code == 403
    assert Client().get(address).status_code == 302


def test_uploads_are_told_live_until_they_are_decided(author: User, bot: Bot) -> None:
    submission = upload(author, bot)
    client = signed_in(author)
    address = reverse("bot-uploads", args=[bot.slug])
    first = client.get(address)
    assert first.status_code == 200
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    decide(submission)
    last = client.get(address, headers={"if-none-match": first["ETag"]})
    assert last.status_code == 286
    assert "hx-get" not in last.content.decode()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Choose a file or paste the program."),
        ({"text": "\0"}, 'role="alert"'),
        ({"file": SimpleUploadedFile("bot.exe", b"MZ")}, 'role="alert"'),
    ],
)
def test_what_cannot_be_run_is_said_at_the_field(
    author: User, bot: Bot, typed: dict[str, object], words: str
) -> None:
    response = signed_in(author).post(reverse("bot-submit", args=[bot.slug]), typed)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not bot.submissions.exists()


def test_a_bot_leaves_a_ladder_and_comes_back(author: User, bot: Bot) -> None:
    ladder = ladder_of(house_bot("Дом"))
    decide(upload(author, bot))
    entry = ladder.entries.get(bot=bot)
    client = signed_in(author)
    for name, is_active in (("bot-leave", False), ("bot-enrol", True)):
        client.post(reverse(name, args=[bot.slug, ladder.slug]))
        entry.refresh_from_db()
        assert entry.is_active is is_active
    stranger = signed_in(UserFactory.create())
    assert stranger.post(reverse("bot-leave", args=[bot.slug, ladder.slug])).status_code == 403


def test_an_author_gets_his_file_back_and_nobody_else(author: User, bot: Bot) -> None:
    decide(upload(author, bot))
    version = BotVersion.objects.get(bot=bot)
    address = reverse("bot-download", args=[bot.slug, version.number])
    assert signed_in(author).get(address).content.decode() == guide.starter()
    assert signed_in(UserFactory.create()).get(address).status_code == 404


def test_a_bots_page_counts_matches_by_opponent(site: Site) -> None:
    rival = Bot.objects.get(name="Случайный")
    for scores, winner in (((3, 1), 0), ((2, 2), None), ((0, 4), 1)):
        match = bot_match(site.bot, rival, ladder=site.ladder)
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        Result.objects.create(match=match, scores=list(scores), winner=winner)
    won = site.finished.results.get().winner
    page = Client().get(reverse("bot", args=[site.bot.slug]))
    (line,) = page.context["opponents"]
    assert line.player.name == "Случайный"
    assert (line.won, line.drawn, line.lost) == (1 + (won == 0), 1 + (won is None), 1 + (won == 1))


def test_a_corrected_result_counts_once_and_as_corrected(site: Site) -> None:
    rival = Bot.objects.get(name="Случайный")
    match = bot_match(site.bot, rival, ladder=site.ladder)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    before = {one.player.pk: one for one in opponents(site.bot)}[rival.player.pk]
    first = Result.objects.create(match=match, scores=[4, 0], winner=0, stands=False)
    Result.objects.create(match=match, scores=[0, 4], winner=1, supersedes=first)
    (after,) = opponents(site.bot)
    assert (after.won, after.lost) == (before.won, before.lost + 1)


def test_the_search_finds_a_part_of_the_name_in_any_case(site: Site) -> None:
    html = Client().get(reverse("bot-list"), {"q": "ОСТОРОЖ"}).content.decode()
    assert "Осторожный" in html
    assert "Случайный" not in html


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_rating_is_drawn_in_both_themes_without_style_or_script(site: Site, theme: str) -> None:
    response = Client().get(reverse("bot-rating", args=[site.bot.slug]), {"theme": theme})
    svg = response.content.decode()
    assert response["Content-Type"] == "image/svg+xml"
    assert charts.INKS[theme]["line"] in svg
    assert "style" not in svg
    assert "<polyline" in svg


def test_a_bot_without_ratings_has_an_empty_chart(bot: Bot) -> None:
    svg = Client().get(reverse("bot-rating", args=[bot.slug])).content.decode()
    assert svg.startswith("<svg")
    assert "<polyline" not in svg


def test_an_operator_reads_why_an_upload_is_parked_and_releases_it(author: User, bot: Bot) -> None:
    submission = bots.submit(bot=bot, data=b"# mine", filename="bot.py", by=author)
    Submission.objects.update(
        parked_at=timezone.now(), waiting_for="given_up", waiting_detail="internal: KeyError()"
    )
    html = page(signed_in(author), bot)
    assert "broken off again and again" in html
    assert "KeyError" not in html
    operator = signed_in(UserFactory.create(is_staff=True))
    told = operator.get(reverse("operator")).content.decode()
    assert "internal: KeyError()" in told
    release = reverse("operator-release-upload", args=[submission.pk])
    assert release in told
    assert signed_in(author).post(release).status_code == 403
    assert "back in the queue" in operator.post(release, follow=True).content.decode()
    submission.refresh_from_db()
    assert submission.parked_at is None


def test_an_uploaded_file_is_read_whole(author: User, bot: Bot) -> None:
    data = guide.starter().encode()
    response = signed_in(author).post(
        reverse("bot-submit", args=[bot.slug]),
        {"file": SimpleUploadedFile("mine.py", data)},
    )
    assert response.status_code == 302
    submission = bot.submissions.get()
    assert bytes(submission.bundle.data) == data
    assert submission.filename == "mine.py"


def test_nobody_is_told_how_another_author_named_the_same_file(author: User, bot: Bot) -> None:
    other = bots.create(name="Чужой", owner=UserFactory.create())
    assert other.owner is not None
    bots.submit(bot=other, data=b"# same", filename="plan_of_winning.py", by=other.owner)
    bots.submit(bot=bot, data=b"# same", filename="mine.PY", by=author)
    html = page(signed_in(author), bot)
    assert "mine.PY" in html
    assert "plan_of_winning" not in html
    assert "plan_of_winning.py" in page(signed_in(other.owner), other)


def test_why_a_file_is_not_taken_is_said_in_the_readers_language(author: User, bot: Bot) -> None:
    for language, told in (("en", "is neither .py nor .zip"), ("ru", "ни .py, ни .zip")):
        response = signed_in(author).post(
            reverse("bot-submit", args=[bot.slug]),
            {"file": SimpleUploadedFile("notes.txt", b"x")},
            headers={"accept-language": language},
        )
        assert response.status_code == 422
        assert f"'notes.txt' {told}" in unescape(response.content.decode()).replace(" – ", " ")


class Unread(SimpleUploadedFile):
    """A file whose bytes nobody is to read."""

    def read(self, *args: object) -> bytes:
        raise AssertionError("it was read before its size was looked at")


def test_a_file_that_is_too_large_is_not_read(settings: LazySettings) -> None:
    settings.LEAGUE_UPLOAD_BYTES = 10
    form = UploadForm({"text": ""}, {"file": Unread("mine.py", b"x" * 11)})
    assert form.is_valid()
    with pytest.raises(BadInput, match="This file has 11 bytes; at most 10 are taken"):
        form.bundle()


def test_a_page_says_that_a_file_is_too_large(
    author: User, bot: Bot, settings: LazySettings
) -> None:
    settings.LEAGUE_UPLOAD_BYTES = 10
    file = SimpleUploadedFile("mine.py", b"x" * 11)
    response = signed_in(author).post(reverse("bot-submit", args=[bot.slug]), {"file": file})
    assert response.status_code == 422
    assert "This file has 11 bytes; at most 10 are taken." in response.content.decode()


@pytest.mark.parametrize("name", ["login", "sign-up"])
def test_nobody_fills_the_disk_with_a_form(
    name: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000

    def parsed(*_given: object) -> None:
        raise AssertionError("the form was read before its length was looked at")

    monkeypatch.setattr(HttpRequest, "parse_file_upload", parsed)
    for language, told in (("en", "at most 1000 are read"), ("ru", "не больше 1000")):
        response = Client(enforce_csrf_checks=True).post(
            reverse(name),
            {"file": SimpleUploadedFile("big.bin", b"x" * 1000)},
            headers={"accept-language": language},
        )
        assert response.status_code == 413
        assert response["Content-Type"].startswith("text/html")
        assert told in response.content.decode()
