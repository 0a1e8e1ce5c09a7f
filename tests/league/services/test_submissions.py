"""Checks: one of an account at a time; what is broken off is tried again, but not for ever."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bots.client import RunnerError, RunnerUnavailable
from league import queue
from league.errors import Conflict, NotAllowed
from league.models import AuditEntry, Bundle, Submission, User, Waits
from league.services import bots, submissions, sweep, versions
from league.tasks import play
from tests.factories import UserFactory, check_report

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def uploaded(author: User, name: str = "Мой") -> Submission:
    bot = bots.create(name=name, owner=author)
    return bots.submit(bot=bot, data=b"# " + name.encode(), filename="bot.py", by=author)


def refreshed(submission: Submission) -> Submission:
    submission.refresh_from_db()
    return submission


@pytest.fixture
def author() -> User:
    return UserFactory.create()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The uploads that the workers were told of."""
    found: list[int] = []
    monkeypatch.setattr(queue, "send", lambda _task, number: found.append(number))
    return found


def test_uploads_of_one_account_are_checked_one_after_the_other(
    author: User, sent: list[int]
) -> None:
    first, second = uploaded(author, "А"), uploaded(author, "Б")
    others = uploaded(UserFactory.create(), "Чужой")
    check = submissions.claim(submission_id=first.pk)
    assert check is not None
    assert submissions.claim(submission_id=second.pk) is None
    assert refreshed(second).waits_because == Waits.OWN_CHECK.label
    assert submissions.claim(submission_id=others.pk) is not None
    sent.clear()
    submissions.decide(check, check_report())
    assert sent == [second.pk]
    assert submissions.claim(submission_id=second.pk) is not None
    assert refreshed(second).waiting_for == ""


def test_a_check_whose_worker_died_keeps_the_next_waiting_for_a_lease_at_most(author: User) -> None:
    first, second = uploaded(author, "А"), uploaded(author, "Б")
    assert submissions.claim(submission_id=first.pk) is not None
    Submission.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert submissions.claim(submission_id=second.pk) is not None


class Asked:
    """A runner that has room, and ends every check in one way."""

    sandbox = "bubblewrap"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __call__(self, _address: object) -> "Asked":
        return self

    def status(self) -> "Asked":
        return self

    def check(self, _spec: object) -> Iterator[Any]:
        raise self.error


ENDS = {
    "busy": (RunnerError("busy", "no room within 60 s"), "busy", False),
    "stopping": (RunnerError("stopping", "the runner is shutting down"), "broken_off", False),
    "starved": (RunnerError("starved", "held up twice"), "broken_off", False),
    "no walls": (RunnerError("sandbox_unavailable", "log of a bot"), "sandbox", True),
    "a fault of ours": (RunnerError("internal", "ValueError()"), "broken_off", True),
    "the runner has died": (RunnerUnavailable("closed the connection"), "broken_off", True),
}


@pytest.mark.parametrize("name", ENDS)
def test_what_says_nothing_of_the_upload_does_not_count(
    name: str, author: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    error, reason, counts = ENDS[name]
    monkeypatch.setattr(play, "Runner", Asked(error))
    submission = uploaded(author)
    for _ in range(submissions.MOST_BROKEN_OFF + 1):
        play.check_submission(submission.pk)
    parked = refreshed(submission).parked_at is not None
    assert parked is counts
    assert submission.status == Submission.Status.QUEUED
    assert submission.waiting_for == ("given_up" if counts else reason)
    assert str(error) == submission.waiting_detail
    assert "log of a bot" not in str(submission.waits_because)


def parked(author: User) -> Submission:
    """An upload whose workers died over it again and again."""
    submission = uploaded(author)
    for _ in range(submissions.MOST_BROKEN_OFF):
        assert submissions.claim(submission_id=submission.pk) is not None
        Submission.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert submissions.claim(submission_id=submission.pk) is None
    assert refreshed(submission).parked_at is not None
    return submission


def test_a_parked_upload_is_left_alone_until_staff_releases_it(
    author: User, sent: list[int]
) -> None:
    submission = parked(author)
    Submission.objects.update(sent_at=timezone.now() - timedelta(hours=1))
    assert sweep.resend() == 0
    assert submissions.claim(submission_id=submission.pk) is None
    with pytest.raises(NotAllowed):
        submissions.release(submission=submission, by=author)
    sent.clear()
    staff = UserFactory.create(is_staff=True)
    submissions.release(submission=submission, by=staff)
    assert sent == [submission.pk]
    assert AuditEntry.objects.get(act="release_submission").actor == staff
    check = submissions.claim(submission_id=submission.pk)
    assert check is not None
    submissions.decide(check, check_report())
    assert refreshed(submission).status == Submission.Status.ACCEPTED
    with pytest.raises(Conflict, match="not parked"):
        submissions.release(submission=submission, by=staff)


def test_a_parked_upload_holds_up_no_better_one(author: User) -> None:
    submission = parked(author)
    bot = submission.bot
    better = bots.submit(bot=bot, data=b"# better", filename="bot.py", by=author)
    assert refreshed(submission).status == Submission.Status.REFUSED
    assert submission.reason.startswith("given_up")
    assert submissions.claim(submission_id=better.pk) is not None


def test_a_parked_upload_keeps_no_bot_from_being_retired(author: User) -> None:
    bot = bots.create(name="Играющий", owner=author)
    first = bots.submit(bot=bot, data=b"# first", filename="bot.py", by=author)
    check = submissions.claim(submission_id=first.pk)
    assert check is not None
    submissions.decide(check, check_report())
    bot.refresh_from_db()
    second = bots.submit(bot=bot, data=b"# second", filename="bot.py", by=author)
    Submission.objects.filter(pk=second.pk).update(parked_at=timezone.now())
    versions.retire(bot=bot, by=author)
    assert not Bundle.objects.exclude(data=b"").exists()
