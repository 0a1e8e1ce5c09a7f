"""A runner that hangs, or whose sandbox breaks, keeps neither a worker nor a match for ever."""

import json
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from league.models import Attempt, Match
from league.services import attempts, bots
from league.tasks import play
from tests.factories import UserFactory, bot_match, house_bot

pytestmark = [pytest.mark.django_db]

ALIVE = {"type": "alive"}
BROKEN = {"type": "error", "code": "sandbox_failed", "detail": "bubblewrap ended without a word"}
STATUS = {
    "type": "status", "sandbox": "bubblewrap", "reason": None, "slots": 1, "playing": 0,
    "bot_python": "python3",
}  # fmt: skip


@pytest.fixture
def runner(settings: LazySettings) -> Iterator[Callable[[Sequence[Any]], None]]:
    """What a runner on the league's socket answers to whoever asks it to play."""
    answers: list[Any] = []

    def answer(line: socket.socket) -> None:
        with line, line.makefile("rb") as requests, suppress(OSError):
            asked = json.loads(requests.readline())
            for message in [STATUS] if asked["type"] == "status" else list(answers):
                line.sendall(json.dumps(message).encode() + b"\n")
            if asked["type"] != "status":
                requests.readline()  # until the worker has had enough

    def serve() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=[listener.accept()[0]], daemon=True).start()

    with tempfile.TemporaryDirectory(prefix="league-", dir="/tmp") as folder:
        address = Path(folder) / "runner.sock"
        settings.LEAGUE_RUNNER_SOCKET = address
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(address))
            listener.listen()
            threading.Thread(target=serve, daemon=True).start()
            yield answers.extend
            listener.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def match() -> Match:
    return bot_match(house_bot("А"), house_bot("Б"))


def test_a_runner_that_only_says_it_is_alive_is_given_up(
    runner: Callable[[Sequence[Any]], None], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner([ALIVE] * 300)
    seconds = count()
    monkeypatch.setattr(play, "monotonic", lambda: next(seconds))
    play.play_match(match.pk)
    attempt = match.attempts.get()
    assert attempt.exit == Attempt.Exit.INTERRUPTED
    # Two bots that may start 10 s and think 20 s, twice over, and the slack.
    assert attempt.detail == "for 240 s the runner has told nothing but that it is alive"
    match.refresh_from_db()
    assert (match.status, match.waiting_for) == (Match.Status.QUEUED, "broken_off")


def test_a_match_whose_sandbox_breaks_again_and_again_is_parked_for_staff(
    runner: Callable[[Sequence[Any]], None], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "MAX_INTERRUPTIONS", 3)
    runner([ALIVE, BROKEN])
    for _ in range(3):
        play.play_match(match.pk)
        match.refresh_from_db()
        assert (match.status, match.parked_at) == (Match.Status.QUEUED, None)
    play.play_match(match.pk)
    match.refresh_from_db()
    assert match.parked_at is not None
    assert match.attempts.count() == 3
    assert {attempt.detail for attempt in match.attempts.all()} == {
        "sandbox_failed: bubblewrap ended without a word"
    }
    attempts.release(match=match, by=UserFactory.create(is_staff=True))
    play.play_match(match.pk)
    match.refresh_from_db()
    assert (match.attempts.count(), match.parked_at) == (4, None)


REPORTS = {
    "no report": {"type": "finished", "report": None},
    "one of another form": {"type": "finished", "report": {"match": "m", "scores": [1]}},
    "a deal with a field too many": {"type": "deal", "report": {"luck": 1}},
    "another language": {"type": "dance"},
}


@pytest.mark.parametrize("what", REPORTS)
def test_a_report_that_cannot_be_read_ends_the_attempt_and_is_told_to_staff(
    runner: Callable[[Sequence[Any]], None], match: Match, what: str
) -> None:
    runner([ALIVE, REPORTS[what]])
    play.play_match(match.pk)
    attempt = match.attempts.get()
    assert attempt.exit == Attempt.Exit.FAILED
    assert attempt.detail.startswith("bad_report: ")
    match.refresh_from_db()
    assert match.status == Match.Status.QUEUED
    assert not match.deals.exists()


def test_no_upload_is_accepted_by_a_check_without_steps(
    runner: Callable[[Sequence[Any]], None],
) -> None:
    author = UserFactory.create()
    bot = bots.create(name="Непроверяемый", owner=author)
    submission = bots.submit(bot=bot, data=b"print(1)\n", filename="bot.py", by=author)
    nothing = {
        "accepted": True, "kind": "", "reason": "", "advice": "", "steps": [], "matches": [],
        "log": "", "limits": {},
    }  # fmt: skip
    runner([ALIVE, {"type": "checked", "report": nothing}])
    play.check_submission(submission.pk)
    submission.refresh_from_db()
    bot.refresh_from_db()
    assert submission.status == submission.Status.QUEUED
    assert submission.waiting_for == "broken_off"
    assert bot.current_version is None


def test_a_runner_that_has_run_out_of_something_is_asked_again_at_no_cost(
    runner: Callable[[Sequence[Any]], None], match: Match
) -> None:
    runner([ALIVE, {"type": "error", "code": "exhausted", "detail": "no descriptor is left"}])
    play.play_match(match.pk)
    attempt = match.attempts.get()
    assert (attempt.exit, attempt.detail) == (
        Attempt.Exit.INTERRUPTED,
        "exhausted: no descriptor is left",
    )
