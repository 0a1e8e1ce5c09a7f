"""Workers ask a real runner to play: matches, and the checks of uploads."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.conf import LazySettings

from bots.client import Runner, RunnerUnavailable
from bots.reports import DealReport
from bots.sandbox.bundle import open_bundle
from league.models import Attempt, Bot, BotVersion, Bundle, Match, Submission
from league.selectors.matches import record_lines
from league.services import attempts, bots
from league.tasks import check_submission, play_match
from tests.factories import UserFactory, bot_match, house_bot, ladder_of

pytestmark = [pytest.mark.django_db]
ROOT = Path(__file__).resolve().parents[3]
LOWEST = b"""from bots.kit import Bot, run


class Lowest(Bot):
    def move(self, view, menu):
        return menu.lowest()


run(Lowest())
"""
CRASHING = b"raise SystemExit('not today')\n"


@contextmanager
def runner(**environment: str) -> Iterator[Path]:
    """A runner service of its own."""
    with tempfile.TemporaryDirectory(prefix="league-", dir="/tmp") as folder:
        address = Path(folder) / "runner.sock"
        process = subprocess.Popen(
            [sys.executable, "-m", "bots.service", "--socket", str(address), "--slots", "2"],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment},
        )
        try:
            for _ in range(200):
                with suppress(RunnerUnavailable):
                    Runner(address).status()
                    break
                time.sleep(0.05)
            yield address
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="module")
def with_sandbox() -> Iterator[Path]:
    with runner() as address:
        yield address


@pytest.fixture(scope="module")
def without_sandbox() -> Iterator[Path]:
    with runner(BOT_PYTHON="/nowhere/python3") as address:
        yield address


def uploaded(name: str, source: bytes) -> Bot:
    """A bot with an accepted upload, as if its check had been passed."""
    bot = bots.create(name=name, owner=UserFactory.create())
    sha256 = open_bundle(source, "bot.py").sha256
    bundle = Bundle.objects.create(sha256=sha256, filename="bot.py", data=source, size=len(source))
    bot.current_version = BotVersion.objects.create(bot=bot, number=1, bundle=bundle)
    bot.save()
    return bot


def refreshed(match: Match) -> Match:
    match.refresh_from_db()
    return match


def test_house_bots_play_without_a_sandbox(without_sandbox: Path, settings: LazySettings) -> None:
    settings.LEAGUE_RUNNER_SOCKET = without_sandbox
    match = bot_match(house_bot("А", "cautious"), house_bot("Б"))
    play_match(match.pk)
    assert refreshed(match).status == Match.Status.FINISHED
    assert match.results.count() == 1
    assert len(list(record_lines(match))) == 4


def test_a_stranger_waits_without_a_sandbox_and_says_why(
    without_sandbox: Path, settings: LazySettings
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = without_sandbox
    match = bot_match(uploaded("Чужой", LOWEST), house_bot("Б"))
    play_match(match.pk)
    assert refreshed(match).status == Match.Status.QUEUED
    assert match.waits_because == "The bot sandbox is not available."
    assert "/nowhere/python3" in match.waiting_detail
    assert not match.attempts.exists()


def test_without_a_runner_a_match_waits_and_says_why(
    tmp_path: Path, settings: LazySettings
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = tmp_path / "nobody.sock"
    match = bot_match(house_bot("А"), house_bot("Б"))
    play_match(match.pk)
    assert refreshed(match).status == Match.Status.QUEUED
    assert match.waits_because == "The match runner is not running."
    assert "nobody.sock" in match.waiting_detail


@pytest.mark.sandbox
def test_a_stranger_plays_in_the_sandbox(with_sandbox: Path, settings: LazySettings) -> None:
    settings.LEAGUE_RUNNER_SOCKET = with_sandbox
    match = bot_match(uploaded("Свой", LOWEST), house_bot("Б"))
    play_match(match.pk)
    assert refreshed(match).status == Match.Status.FINISHED
    attempt = match.attempts.get()
    assert attempt.exit == Attempt.Exit.FINISHED
    assert attempt.usage[0]["answers"] > 0


@pytest.mark.sandbox
def test_a_bot_that_crashes_loses_and_the_fault_is_in_the_result(
    with_sandbox: Path, settings: LazySettings
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = with_sandbox
    match = bot_match(uploaded("Падает", CRASHING), house_bot("Б"))
    play_match(match.pk)
    result = refreshed(match).results.get()
    assert (result.scores, result.winner) == ([0, 4], 1)
    assert [(fault["seat"], fault["kind"]) for fault in result.faults] == [(0, "no_start")]
    assert match.attempts.get().exit == Attempt.Exit.FINISHED


def submitted(source: bytes) -> Submission:
    author = UserFactory.create()
    bot = bots.create(name="Новый", owner=author)
    return bots.submit(bot=bot, data=source, filename="bot.py", by=author)


@pytest.mark.sandbox
def test_a_good_upload_is_accepted_and_joins_the_ladder(
    with_sandbox: Path, settings: LazySettings
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = with_sandbox
    ladder = ladder_of(house_bot("А"))
    submission = submitted(LOWEST)
    check_submission(submission.pk)
    submission.refresh_from_db()
    assert (submission.status, submission.reason) == (Submission.Status.ACCEPTED, "")
    assert ladder.entries.filter(bot=submission.bot).exists()


@pytest.mark.sandbox
def test_an_upload_that_does_not_start_is_refused_with_its_own_words(
    with_sandbox: Path, settings: LazySettings
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = with_sandbox
    submission = submitted(CRASHING)
    check_submission(submission.pk)
    submission.refresh_from_db()
    assert submission.status == Submission.Status.REFUSED
    assert submission.reason.startswith("no_start: it did not start")
    assert "not today" in submission.log


def test_an_upload_waits_without_a_sandbox(without_sandbox: Path, settings: LazySettings) -> None:
    settings.LEAGUE_RUNNER_SOCKET = without_sandbox
    submission = submitted(LOWEST)
    check_submission(submission.pk)
    submission.refresh_from_db()
    assert submission.status == Submission.Status.QUEUED
    assert submission.waits_because == "The bot sandbox is not available."
    assert "/nowhere/python3" in submission.waiting_detail


@pytest.mark.sandbox
def test_a_bot_that_failed_gets_no_second_chance_when_its_worker_dies(
    with_sandbox: Path, settings: LazySettings
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = with_sandbox
    match = bot_match(uploaded("Падает", CRASHING), house_bot("Б"))
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    for report in Runner(with_sandbox).play(attempts.spec(attempt)):
        if isinstance(report, DealReport):
            attempts.store_deal(attempt, report)
            break
    attempts.interrupt(attempt, detail="the worker was killed")
    play_match(match.pk)
    result = refreshed(match).results.get()
    assert (result.scores, result.winner) == ([0, 4], 1)
    assert [(fault["seat"], fault["kind"]) for fault in result.faults] == [(0, "no_start")]
    assert match.deals.count() == 1
