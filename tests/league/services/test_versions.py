"""An author goes back to an earlier version, deletes one, retires the bot; results stay."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from league.errors import Conflict, NotAllowed
from league.models import (
    Attempt,
    AuditEntry,
    Bot,
    BotVersion,
    Bundle,
    LadderEntry,
    Match,
    Rating,
    Role,
    Submission,
    Tournament,
    User,
)
from league.selectors import leaderboards, matrix
from league.services import (
    attempts,
    bots,
    entries,
    ladders,
    ratings,
    results,
    submissions,
    tournaments,
    versions,
)
from league.services.match_reports import read_report
from league.tasks.scheduled import tick, tidy
from tests.factories import (
    MemberFactory,
    UserFactory,
    bot_match,
    check_report,
    house_bot,
    ladder_of,
    played,
    tournament_of,
    uploaded,
    version_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def bot() -> Bot:
    """An author's bot that plays with the second of its two versions."""
    bot = uploaded("Мой", b"# first")
    uploaded("Мой", b"# second", bot=bot)
    return bot


def number(bot: Bot) -> int | None:
    bot.refresh_from_db()
    return bot.current_version.number if bot.current_version else None


def of(bot: Bot, number: int) -> BotVersion:
    return bot.versions.get(number=number)


def owner(bot: Bot) -> User:
    assert bot.owner is not None
    return bot.owner


def kept(version: BotVersion) -> bytes:
    """The bytes of a version as they are stored now."""
    return bytes(Bundle.objects.get(pk=version.bundle_id).data)


def test_a_bot_goes_back_and_forth_between_its_versions(bot: Bot) -> None:
    versions.roll_back(version=of(bot, 1), by=owner(bot))
    assert number(bot) == 1
    versions.roll_back(version=of(bot, 2), by=owner(bot))
    assert number(bot) == 2
    newest = AuditEntry.objects.filter(subject=f"bot:{bot.pk}").first()
    assert newest is not None
    assert (newest.act, newest.detail) == ("roll_back_bot", {"before": 1, "after": 2})


def test_with_an_earlier_version_it_goes_on_with_the_rating_of_that_version(bot: Bot) -> None:
    rival = house_bot("Дом", "cautious")
    ladder = ladder_of(bot, rival)
    versions.roll_back(version=of(bot, 1), by=owner(bot))
    bot.refresh_from_db()
    lost = bot_match(bot, rival, ladder=ladder)
    finish(lost, [0, 4])
    ratings.refit(ladder.ruleset.pool)
    before = Rating.objects.latest("run_id").run.ratings.get(version=of(bot, 1))
    versions.roll_back(version=of(bot, 2), by=owner(bot))
    row = next(row for row in leaderboards.ladder_rows(ladder) if row.bot == bot)
    assert (row.version, row.rating) == (of(bot, 2), None)
    versions.roll_back(version=of(bot, 1), by=owner(bot))
    row = next(row for row in leaderboards.ladder_rows(ladder) if row.bot == bot)
    assert (row.version, row.rating) == (of(bot, 1), before.value)


def test_gone_back_it_meets_the_others_with_what_that_version_has_done(bot: Bot) -> None:
    rival = house_bot("Дом", "cautious")
    ladder = ladder_of(bot, rival)
    for one, scores in ((1, [1, 3]), (2, [4, 0])):
        bot.current_version = of(bot, one)
        finish(bot_match(bot, rival, ladder=ladder), scores)
    ratings.refit(ladder.ruleset.pool)

    def won() -> list[int]:
        pairs = matrix.head_to_head("podkidnoy", 2, "single")
        return [pair.won for pair in pairs if pair.version.bot == bot]

    assert won() == [4]
    versions.roll_back(version=of(bot, 1), by=owner(bot))
    assert won() == [1]


def finish(match: Match, scores: list[int]) -> None:
    """End a match as its worker would: won deals first, then lost ones."""
    played(match, *scores)


def test_a_deleted_versions_file_is_gone_and_its_results_stay(bot: Bot) -> None:
    ladder = ladder_of(bot, house_bot("Дом"))
    old = of(bot, 1)
    bot.current_version = old
    match = bot_match(bot, house_bot("Второй дом"), ladder=ladder)
    finish(match, [3, 1])
    ratings.refit(ladder.ruleset.pool)
    versions.delete(version=old, by=owner(bot))
    old.refresh_from_db()
    assert old.is_deleted
    assert kept(old) == b""
    assert kept(of(bot, 2)) == b"# second"
    assert match.results.get().scores == [3, 1]
    assert ratings.refit(ladder.ruleset.pool) is not None
    assert Rating.objects.filter(version=old).exists()
    entry = AuditEntry.objects.get(act="delete_version")
    assert (entry.actor, entry.detail["version"]) == (bot.owner, 1)


def test_a_deleted_version_plays_no_more_and_is_not_deleted_twice(bot: Bot) -> None:
    versions.delete(version=of(bot, 1), by=owner(bot))
    with pytest.raises(Conflict, match="cannot play again"):
        versions.roll_back(version=of(bot, 1), by=owner(bot))
    with pytest.raises(Conflict, match="no file"):
        versions.delete(version=of(bot, 1), by=owner(bot))


def test_the_version_it_plays_with_is_not_deleted(bot: Bot) -> None:
    with pytest.raises(Conflict, match="go back to another one first"):
        versions.delete(version=of(bot, 2), by=owner(bot))
    assert kept(of(bot, 2)) == b"# second"


def test_a_program_of_the_house_has_no_file_to_delete() -> None:
    bot = house_bot("Дом")
    bots.house_version(bot=bot, program="lowest", program_settings={})
    with pytest.raises(Conflict, match="no file"):
        versions.delete(version=of(bot, 1), by=UserFactory.create(is_staff=True))


def test_a_file_that_another_version_plays_with_stays(bot: Bot) -> None:
    other = uploaded("Чужой", b"# first")
    versions.delete(version=of(bot, 1), by=owner(bot))
    assert kept(version_of(other)) == b"# first"
    uploaded("Чужой", b"# another", bot=other)
    versions.delete(version=of(other, 1), by=owner(other))
    assert kept(of(other, 1)) == b""


def test_a_file_that_is_being_checked_stays(bot: Bot) -> None:
    other = bots.create(name="Ещё", owner=UserFactory.create())
    bundle = of(bot, 1).bundle
    assert bundle is not None
    submission = Submission.objects.create(
        bot=other, number=1, bundle=bundle, submitted_by=owner(other)
    )
    versions.delete(version=of(bot, 1), by=owner(bot))
    assert kept(of(bot, 1)) == b"# first"
    submission.status = Submission.Status.REFUSED
    submission.save()
    assert versions.purge() == 1
    assert kept(of(bot, 1)) == b""


def test_a_file_uploaded_again_after_its_deletion_is_there_again(bot: Bot) -> None:
    versions.delete(version=of(bot, 1), by=owner(bot))
    bots.submit(bot=bot, data=b"# first", filename="bot.py", by=owner(bot))
    assert kept(of(bot, 1)) == b"# first"
    assert of(bot, 1).is_deleted


def test_what_is_queued_with_a_deleted_version_is_struck_out_and_what_runs_is_played(
    bot: Bot,
) -> None:
    old, rival = of(bot, 1), house_bot("Дом")
    bot.current_version = old
    queued, running = bot_match(bot, rival), bot_match(bot, rival)
    attempt = attempts.claim(match_id=running.pk, worker="test")
    assert attempt is not None
    versions.delete(version=old, by=owner(bot))
    queued.refresh_from_db()
    running.refresh_from_db()
    assert (queued.status, running.status) == (Match.Status.VOID, Match.Status.RUNNING)
    assert queued.secret
    assert kept(old) == b"# first"
    attempts.interrupt(attempt, detail="the worker died")
    again = attempts.claim(match_id=running.pk, worker="test")
    assert again is not None
    assert attempts.spec(again).programs[0].data == b"# first"  # type: ignore[union-attr]
    assert versions.purge() == 0
    finish(running, [2, 2])
    tick()
    assert kept(old) == b""


def test_who_deletes_a_version_does_not_strike_out_what_was_interrupted(bot: Bot) -> None:
    old = of(bot, 1)
    bot.current_version = old
    match = bot_match(bot, house_bot("Дом"))
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    match.deals.create(number=0, places=[2, 1], points=[-1, 0], outcome={}, record={})
    attempts.interrupt(attempt, detail="a deploy")
    versions.delete(version=old, by=owner(bot))
    match.refresh_from_db()
    assert match.status == Match.Status.QUEUED
    assert kept(old) == b"# first"


def entered(bot: Bot, *, people: int = 2, **stage: object) -> tuple[Tournament, User]:
    """A tournament that has begun, into which its organiser has put the bot."""
    tournament, organiser = tournament_of(people, started=False, **stage)  # type: ignore[arg-type]
    entries.register(tournament=tournament, player=bot.player, by=organiser)
    return tournaments.start(tournament=tournament, by=organiser), organiser


def decided_without_play(tournament: Tournament) -> list[Match]:
    rows = Match.objects.filter(round__stage__tournament=tournament, status="finished")
    return [row for row in rows if row.results.latest("id").forfeits]


def test_no_organiser_holds_a_version_by_entering_the_bot(bot: Bot) -> None:
    tournament, _organiser = entered(bot)
    uploaded("Мой", b"# third", bot=bot)
    versions.delete(version=of(bot, 2), by=owner(bot))
    assert kept(of(bot, 2)) == b""
    entry = tournament.entries.get(player=bot.player)
    assert entry.withdrawn_at is not None
    lost = decided_without_play(tournament)
    assert len(lost) == 2
    for match in lost:
        seat = match.seats.get(player=bot.player)
        assert match.results.get().forfeits == [seat.number]
    line = tournament.acts.get(kind="withdraw")
    assert (line.by, line.told) == (bot.owner, {"entry": entry.starting_rank})


def test_a_retired_bot_leaves_what_runs_and_what_is_to_come(bot: Bot) -> None:
    running, _organiser = entered(bot)
    drafted, organiser = tournament_of(1, started=False)
    entries.register(tournament=drafted, player=bot.player, by=organiser)
    entries.register(tournament=drafted, player=house_bot("Дом").player, by=organiser)
    versions.retire(bot=bot, by=owner(bot))
    assert not Bundle.objects.exclude(data=b"").exists()
    assert len(decided_without_play(running)) == 2
    left = drafted.entries.values_list("starting_rank", "player__name")
    assert list(left) == [(1, "Игрок 1"), (2, "Дом")]
    tournaments.start(tournament=drafted, by=organiser)


def test_what_is_played_in_a_tournament_is_lost_too(bot: Bot) -> None:
    tournament, organiser = tournament_of(0, started=False)
    for player in (bot.player, house_bot("Дом").player):
        entries.register(tournament=tournament, player=player, by=organiser)
    tournaments.start(tournament=tournament, by=organiser)
    match = Match.objects.get(round__stage__tournament=tournament)
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    versions.retire(bot=bot, by=owner(bot))
    with pytest.raises(attempts.LostClaim):
        attempts.renew(attempt)
    assert kept(of(bot, 2)) == b""
    tournament.refresh_from_db()
    assert tournament.status == "finished"


def test_an_entry_that_has_left_holds_nothing(bot: Bot) -> None:
    tournament, organiser = entered(bot)
    entry = tournament.entries.get(player=bot.player)
    left = entries.withdraw(tournament=tournament, entry=entry, by=organiser).withdrawn_at
    versions.retire(bot=bot, by=owner(bot))
    assert kept(of(bot, 2)) == b""
    entry.refresh_from_db()
    assert entry.withdrawn_at == left


def finished_cup(bot: Bot) -> tuple[list[Match], User]:
    """A knockout of four that is over: the bot lost to the first, who won the final."""
    tournament, organiser = entered(bot, people=3, format="knockout")
    for _round in (1, 2):
        for match in Match.objects.filter(round__stage__tournament=tournament, status="planned"):
            first, second = match.seats.all()
            ahead = [3, 1] if first.entry.starting_rank < second.entry.starting_rank else [1, 3]
            told = read_report(match, scores=ahead)
            results.report(match=match, report=told, by=organiser)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    uploaded("Мой", b"# third", bot=bot)
    versions.delete(version=of(bot, 2), by=owner(bot))
    found = Match.objects.filter(round__stage__tournament=tournament).order_by("round__number")
    return list(found), organiser


def test_a_result_is_corrected_though_the_program_was_deleted_since(bot: Bot) -> None:
    matches, organiser = finished_cup(bot)
    semifinal = next(one for one in matches if one.seats.filter(player=bot.player).exists())
    turned = [1, 3] if semifinal.results.get().scores == [3, 1] else [3, 1]
    told = read_report(semifinal, scores=turned)
    results.correct(match=semifinal, report=told, by=organiser, reason="written down wrong")
    (final,) = Match.objects.filter(round__number=2, round__stage=semifinal.round.stage).exclude(
        status="void"
    )  # type: ignore[union-attr]
    seat = final.seats.get(player=bot.player)
    assert final.results.get().forfeits == [seat.number]
    assert final.results.get().winner == 1 - seat.number
    entry = seat.entry
    assert entry is not None
    assert entry.withdrawn_at is None
    assert entry.tournament.status == "finished"


def test_a_struck_out_match_of_a_deleted_program_is_lost_without_play(bot: Bot) -> None:
    matches, organiser = finished_cup(bot)
    semifinal = next(one for one in matches if one.seats.filter(player=bot.player).exists())
    again = results.void(match=semifinal, by=organiser, reason="wrong table")
    assert again is not None
    seat = again.seats.get(player=bot.player)
    assert again.results.get().forfeits == [seat.number]
    semifinal.refresh_from_db()
    assert semifinal.status == Match.Status.VOID


def refused(source: bytes, *, days: int, bot: Bot | None = None) -> Bundle:
    bot = bot or bots.create(name=f"Неудачный {source!r}", owner=UserFactory.create())
    submission = bots.submit(bot=bot, data=source, filename="bot.py", by=owner(bot))
    submission.status = Submission.Status.REFUSED
    submission.decided_at = timezone.now() - timedelta(days=days)
    submission.reason, submission.log = "crashed: it crashed", "Traceback"
    submission.save()
    return submission.bundle


def test_the_file_of_a_refused_upload_goes_after_some_days_and_the_verdict_stays(
    bot: Bot, settings: LazySettings
) -> None:
    settings.LEAGUE_KEEP_REFUSED_DAYS = 14
    old, young = refused(b"# old", days=15), refused(b"# young", days=13)
    refused(b"# both", days=15)
    both = refused(b"# both", days=1, bot=bots.create(name="Второй", owner=UserFactory.create()))
    also_a_version = refused(b"# second", days=15)  # of another author's bot
    undecided = refused(b"# again", days=15)
    again = bots.create(name="Ещё", owner=UserFactory.create())
    bots.submit(bot=again, data=b"# again", filename="bot.py", by=owner(again))
    tidy()
    for bundle in (old, young, both, also_a_version, undecided):
        bundle.refresh_from_db()
    assert bytes(old.data) == b""
    assert bytes(young.data) == b"# young"
    assert bytes(both.data) == b"# both"
    assert bytes(also_a_version.data) == b"# second"
    assert bytes(undecided.data) == b"# again"
    verdict = old.submissions.get()
    assert (verdict.reason, verdict.log) == ("crashed: it crashed", "Traceback")


def test_a_retired_bot_leaves_every_ladder_and_keeps_no_file(bot: Bot) -> None:
    ladder = ladder_of(bot, house_bot("Дом"))
    waiting = bot_match(bot, house_bot("Второй дом"), ladder=ladder)
    refused = Bundle.objects.create(sha256="f" * 64, filename="bot.py", data=b"bad", size=3)
    Submission.objects.create(
        bot=bot, number=3, bundle=refused, submitted_by=owner(bot), status="refused"
    )
    versions.retire(bot=bot, by=owner(bot))
    assert number(bot) is None
    assert not LadderEntry.objects.filter(bot=bot, is_active=True).exists()
    assert not Bundle.objects.exclude(data=b"").exists()
    waiting.refresh_from_db()
    assert waiting.status == Match.Status.VOID
    with pytest.raises(Conflict):
        versions.retire(bot=bot, by=owner(bot))


def test_a_retired_bot_is_back_with_its_next_version_and_on_no_ladder_that_it_left(
    bot: Bot,
) -> None:
    left = ladder_of(bot, house_bot("Дом"))
    versions.retire(bot=bot, by=owner(bot))
    opened_since = ladder_of(house_bot("Второй дом"))
    third = bots.submit(bot=bot, data=b"# third", filename="bot.py", by=owner(bot))
    check = submissions.claim(submission_id=third.pk)
    assert check is not None
    submissions.decide(check, check_report())
    assert number(bot) == 3
    active = LadderEntry.objects.filter(bot=bot, is_active=True)
    assert [entry.ladder for entry in active] == [opened_since]
    ladders.enrol(ladder=left, bot=bot, by=owner(bot))
    assert LadderEntry.objects.filter(bot=bot, is_active=True).count() == 2


def test_a_house_bot_that_was_retired_goes_back_to_its_program() -> None:
    bot, staff = house_bot("Дом"), UserFactory.create(is_staff=True)
    versions.retire(bot=bot, by=staff)
    assert number(bot) is None
    versions.roll_back(version=of(bot, 1), by=staff)
    assert number(bot) == 1


def test_a_bot_is_not_retired_while_an_upload_is_checked(bot: Bot) -> None:
    bots.submit(bot=bot, data=b"# third", filename="bot.py", by=owner(bot))
    with pytest.raises(Conflict, match="still being checked"):
        versions.retire(bot=bot, by=owner(bot))


ACTS: dict[str, Callable[[Bot, User], object]] = {
    "pause": lambda bot, by: bots.pause(bot=bot, by=by),
    "resume": lambda bot, by: bots.resume(bot=bot, by=by),
    "change": lambda bot, by: bots.change(bot=bot, by=by, takes_challenges=False),
    "roll back": lambda bot, by: versions.roll_back(version=of(bot, 1), by=by),
    "delete": lambda bot, by: versions.delete(version=of(bot, 1), by=by),
    "retire": lambda bot, by: versions.retire(bot=bot, by=by),
}


@pytest.mark.parametrize("act", ACTS)
def test_only_the_author_and_staff_may(bot: Bot, act: str) -> None:
    officer = MemberFactory.create(role=Role.OWNER)
    bot.club = officer.club
    bot.save()
    if act == "resume":
        bots.pause(bot=bot, by=owner(bot))
    before = AuditEntry.objects.count()
    for somebody in (UserFactory.create(), officer.user):
        with pytest.raises(NotAllowed):
            ACTS[act](bot, somebody)
    assert AuditEntry.objects.count() == before
    staff = UserFactory.create(is_staff=True)
    ACTS[act](bot, staff)
    assert AuditEntry.objects.latest("id").actor == staff


def test_a_paused_bot_is_not_drawn_and_its_running_match_goes_on(
    bot: Bot, settings: LazySettings
) -> None:
    settings.LEAGUE_PACE_SECONDS = 0
    ladder = ladder_of(bot, house_bot("Дом"))
    running = bot_match(bot, house_bot("Второй дом"), ladder=ladder)
    attempt = attempts.claim(match_id=running.pk, worker="test")
    bots.pause(bot=bot, by=owner(bot))
    tick()
    assert ladder.matches.count() == 1
    assert attempt is not None
    attempts.renew(attempt)
    assert attempt.exit == Attempt.Exit.RUNNING
    bots.resume(bot=bot, by=owner(bot))
    tick()
    assert ladder.matches.count() == 2
    acts = AuditEntry.objects.filter(subject=f"bot:{bot.pk}").values_list("act", flat=True)
    assert list(acts) == ["resume_bot", "pause_bot"]


def test_pausing_twice_and_resuming_what_plays_is_refused(bot: Bot) -> None:
    with pytest.raises(Conflict, match="not paused"):
        bots.resume(bot=bot, by=owner(bot))
    bots.pause(bot=bot, by=owner(bot))
    with pytest.raises(Conflict, match="paused already"):
        bots.pause(bot=bot, by=owner(bot))


def test_a_paused_bot_keeps_its_rating_and_has_no_rank(bot: Bot) -> None:
    rivals = [house_bot("Дом", "cautious"), house_bot("Слабый")]
    ladder = ladder_of(bot, *rivals)
    for rival in rivals:
        finish(bot_match(bot, rival, ladder=ladder), [4, 0])
    finish(bot_match(*rivals, ladder=ladder), [3, 1])
    ratings.refit(ladder.ruleset.pool)
    before = leaderboards.ladder_rows(ladder)
    assert (before[0].bot, before[0].rank) == (bot, 1)
    bots.pause(bot=bot, by=owner(bot))
    for rows in (leaderboards.ladder_rows(ladder), leaderboards.pool_rows(ladder.ruleset.pool)):
        assert (rows[0].bot, rows[0].rank, rows[0].is_paused) == (bot, None, True)
        assert rows[0].rating == before[0].rating
        assert [row.rank for row in rows[1:]] == [1, 2]
