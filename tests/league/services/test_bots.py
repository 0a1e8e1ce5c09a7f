"""An author makes a bot and uploads it; the check decides."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from bots.check.reports import Step
from bots.reports import Fault
from league.errors import BadInput, Conflict, NotAllowed
from league.models import Bot, LadderEntry, Submission, User, Waits
from league.services import bots, submissions, versions
from league.services.submissions import LostCheck
from tests.factories import UserFactory, check_report, house_bot, ladder_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SOURCE = b"""from bots.kit import Bot, run


class Mine(Bot):
    def move(self, view, menu):
        return menu.lowest()


run(Mine())
"""


@pytest.fixture
def author() -> User:
    return UserFactory.create()


@pytest.fixture
def bot(author: User) -> Bot:
    return bots.create(name="Мой бот", owner=author)


def submit(bot: Bot, by: User, data: bytes = SOURCE, filename: str = "bot.py") -> Submission:
    return bots.submit(bot=bot, data=data, filename=filename, by=by)


def check(submission: Submission, *faults: Fault) -> None:
    found = submissions.claim(submission_id=submission.pk)
    assert found is not None
    assert found.spec.program.sha256 == submission.bundle.sha256
    submissions.decide(found, check_report(*faults))
    submission.refresh_from_db()


def test_two_bots_do_not_share_a_name(bot: Bot, author: User) -> None:
    with pytest.raises(BadInput, match="МОЙ БОТ"):
        bots.create(name="МОЙ БОТ", owner=author)


def test_an_author_has_so_many_bots_and_is_told_what_to_do(
    bot: Bot, author: User, settings: LazySettings
) -> None:
    settings.LEAGUE_BOTS_PER_AUTHOR = 2
    second = bots.create(name="Второй", owner=author)
    with pytest.raises(NotAllowed, match="2 bots, which is the limit") as refusal:
        bots.create(name="Третий", owner=author)
    assert refusal.value.code == "too_many_bots"
    assert not Bot.objects.filter(name="Третий").exists()
    bots.create(name="Чужой", owner=UserFactory.create())
    bots.create(name="Дом", owner=None)
    check(submit(second, author))
    second.refresh_from_db()
    versions.retire(bot=second, by=author)
    bots.create(name="Третий", owner=author)
    # Else one could be made, retired and brought back without end.
    with pytest.raises(NotAllowed, match="2 bots, which is the limit"):
        submit(second, author, SOURCE + b"# back\n")


def test_an_upload_is_queued_and_checked_in_two_matches(bot: Bot, author: User) -> None:
    ladder = ladder_of(house_bot("А"), house_bot("Б"))
    submission = submit(bot, author)
    assert submission.status == Submission.Status.QUEUED
    check(submission)
    bot.refresh_from_db()
    assert submission.status == Submission.Status.ACCEPTED
    assert [line["opponent"] for line in submission.checks] == ["itself", "house"]
    assert bot.current_version is not None
    assert bot.current_version.bundle == submission.bundle
    assert LadderEntry.objects.filter(ladder=ladder, bot=bot, is_active=True).exists()


def test_a_fault_refuses_with_the_reason_and_the_log(bot: Bot, author: User) -> None:
    submission = submit(bot, author)
    check(submission, Fault(0, 0, "no_start", "SyntaxError: invalid syntax"))
    bot.refresh_from_db()
    assert submission.status == Submission.Status.REFUSED
    assert submission.reason.startswith("no_start: it did not start")
    assert "SyntaxError" in submission.reason
    assert len(submission.checks) == 1
    assert submission.log == "hello"
    assert bot.current_version is None


def test_the_steps_of_a_check_are_told_as_they_end(bot: Bot, author: User) -> None:
    submission = submit(bot, author)
    found = submissions.claim(submission_id=submission.pk)
    assert found is not None
    for name in ("bundle", "handshake"):
        submissions.note(found, Step(name, 3))
    submission.refresh_from_db()
    assert [step["name"] for step in submission.steps] == ["bundle", "handshake"]
    assert submission.status == Submission.Status.CHECKING
    Submission.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    again = submissions.claim(submission_id=submission.pk)
    assert again is not None
    with pytest.raises(LostCheck):
        submissions.note(found, Step("start", 3))
    submission.refresh_from_db()
    assert submission.steps == []
    submissions.decide(again, check_report())
    submission.refresh_from_db()
    assert [step["name"] for step in submission.steps] == ["bundle", "itself", "house"]


def test_one_upload_is_checked_at_a_time(bot: Bot, author: User) -> None:
    submit(bot, author)
    with pytest.raises(Conflict, match="still being checked"):
        submit(bot, author, SOURCE + b"#")


def test_the_file_it_plays_with_already_is_not_taken_again(bot: Bot, author: User) -> None:
    check(submit(bot, author))
    bot.refresh_from_db()
    with pytest.raises(Conflict, match="the very file"):
        submit(bot, author)


def test_a_program_does_not_begin_anew_as_another_bot_of_its_author(bot: Bot, author: User) -> None:
    """Else its rating would be as good as forgotten, whenever that is bad."""
    other = bots.create(name="Второй", owner=author)
    submission = submit(bot, author)
    with pytest.raises(Conflict, match=f"“{bot.name}”, and a program has one") as refusal:
        submit(other, author)
    assert refusal.value.code == "same_as_other_bot"
    check(submission)
    with pytest.raises(Conflict, match=bot.name):
        submit(other, author)
    bot.refresh_from_db()
    versions.retire(bot=bot, by=author)
    with pytest.raises(Conflict, match=bot.name):
        submit(other, author)
    check(submit(other, author, data=SOURCE + b"# another"))


def test_what_was_refused_may_be_sent_as_another_bot_and_by_another_author(
    bot: Bot, author: User
) -> None:
    check(submit(bot, author), Fault(seat=0, deal=0, kind="crashed"))
    check(submit(bots.create(name="Второй", owner=author), author))
    stranger = UserFactory.create()
    check(submit(bots.create(name="Чужой", owner=stranger), stranger))


def test_a_new_version_takes_the_place_of_the_old(bot: Bot, author: User) -> None:
    check(submit(bot, author))
    bot.refresh_from_db()
    first = bot.current_version
    check(submit(bot, author, SOURCE + b"# better\n"))
    bot.refresh_from_db()
    assert bot.current_version is not None
    assert bot.current_version.number == 2
    assert first in bot.versions.all()


def test_only_the_author_uploads(bot: Bot) -> None:
    with pytest.raises(NotAllowed):
        submit(bot, UserFactory.create())


def test_what_cannot_be_a_bot_is_refused_at_once(bot: Bot, author: User) -> None:
    with pytest.raises(BadInput) as refusal:
        submit(bot, author, b"\x7fELF", "bot.exe")
    assert refusal.value.field == "file"


def test_a_day_has_so_many_uploads(bot: Bot, author: User, settings: LazySettings) -> None:
    settings.LEAGUE_SUBMISSIONS_PER_DAY = 1
    check(submit(bot, author))
    bot.refresh_from_db()
    with pytest.raises(NotAllowed, match="1 times within a day"):
        submit(bot, author, SOURCE + b"#")


def test_a_submission_without_a_runner_waits_and_says_why(bot: Bot, author: User) -> None:
    submission = submit(bot, author)
    begun = submissions.claim(submission_id=submission.pk)
    assert begun is not None
    submissions.break_off(begun, reason=Waits.SANDBOX, detail="no sandbox")
    submission.refresh_from_db()
    assert (submission.status, submission.waiting_for) == ("queued", "sandbox")
    assert submission.waiting_detail == "no sandbox"
    check(submission)
    assert submission.status == Submission.Status.ACCEPTED


def test_a_check_that_takes_long_stays_with_its_worker(bot: Bot, author: User) -> None:
    submission = submit(bot, author)
    slow = submissions.claim(submission_id=submission.pk)
    assert slow is not None
    almost_over = timezone.now() + timedelta(seconds=1)
    Submission.objects.filter(pk=submission.pk).update(lease_until=almost_over)
    submissions.renew(slow)
    submission.refresh_from_db()
    assert submission.lease_until is not None
    assert submission.lease_until > almost_over


def test_a_worker_that_lost_its_check_does_not_give_back_anothers(bot: Bot, author: User) -> None:
    submission = submit(bot, author)
    late = submissions.claim(submission_id=submission.pk)
    assert late is not None
    Submission.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert submissions.claim(submission_id=submission.pk) is not None
    with pytest.raises(LostCheck):
        submissions.renew(late)
    submissions.break_off(late, reason=Waits.BROKEN_OFF, detail="late")
    submissions.wait(submission_id=submission.pk, reason=Waits.RUNNER)
    submission.refresh_from_db()
    assert (submission.status, submission.waiting_for) == (Submission.Status.CHECKING, "")
