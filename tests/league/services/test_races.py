"""Two connections at once: whatever the order, nobody waits for ever and nothing is done twice."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TypeVar

import pytest
from django.conf import LazySettings
from django.db import connection, connections, transaction

from bots.reports import MatchReport
from league.errors import BadInput, Conflict
from league.models import Attempt, Bot, Bundle, Match, Role, Ruleset, Submission, Tournament, User
from league.services import (
    attempts,
    bots,
    challenges,
    clubs,
    entries,
    logbook,
    submissions,
    tournaments,
    versions,
)
from league.services.attempts import LostClaim
from tests.factories import (
    PersonFactory,
    RulesetFactory,
    UserFactory,
    house_bot,
    teams_of,
    tournament_of,
    uploaded,
    version_of,
)
from tests.league.services.workers import played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

T = TypeVar("T")
PATIENCE = 20.0  # seconds


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each of *acts* answers, or the exception it ends with; each on its own connection."""
    gate = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        try:
            gate.wait(PATIENCE)
            return act()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return [future.result(PATIENCE) for future in [threads.submit(run, act) for act in acts]]


def bot_tournament() -> tuple[Tournament, User]:
    tournament, organiser = tournament_of(0, started=False)
    for name in ("А", "Б"):
        entries.register(tournament=tournament, player=house_bot(name).player, by=organiser)
    return tournaments.start(tournament=tournament, by=organiser), organiser


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_a_worker_takes_the_tournament_before_its_match() -> None:
    """Whoever withdraws holds the tournament and wants the match: the other way round is a knot."""
    tournament, _ = bot_tournament()
    match = Match.objects.get(round__stage__tournament=tournament)
    attempt, report = played(match)
    with ThreadPoolExecutor(1) as worker:
        with transaction.atomic():
            logbook.locked(tournament)
            finishing = worker.submit(_finish, attempt, report)
            _until_it_waits(finishing)
            Match.objects.filter(pk=match.pk).update(
                status=Match.Status.VOID, finished_at=None, lease_until=None
            )
        assert isinstance(finishing.result(PATIENCE), LostClaim)
    assert match.results.count() == 0


def _finish(attempt: Attempt, report: MatchReport) -> object:
    try:
        return attempts.finish(attempt, report)
    except Exception as error:
        return error
    finally:
        connections.close_all()


def _until_it_waits(finishing: "Future[object]") -> None:
    """Until the other connection is held up by a lock of ours."""
    waiting = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    with connection.cursor() as cursor:
        while not finishing.done():
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return


def test_a_withdrawal_and_a_result_at_once_leave_one_result() -> None:
    tournament, organiser = bot_tournament()
    match = Match.objects.get(round__stage__tournament=tournament)
    attempt, report = played(match)
    entry = tournament.entries.get(starting_rank=1)
    finished, _withdrawn = at_once(
        lambda: attempts.finish(attempt, report),
        lambda: entries.withdraw(tournament=tournament, entry=entry, by=organiser),
    )
    assert match.results.count() == 1
    assert not isinstance(finished, Exception) or isinstance(finished, LostClaim)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED


def test_two_uploads_at_once_are_one_upload_and_a_refusal() -> None:
    author = UserFactory.create()
    bot = bots.create(name="Спешащий", owner=author)
    told = at_once(
        *(partial(_submit, bot, author, text) for text in (b"print(1)\n", b"print(2)\n"))
    )
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Submission"]
    assert Submission.objects.filter(bot=bot).count() == 1


def test_the_last_upload_of_the_day_is_made_once(settings: LazySettings) -> None:
    settings.LEAGUE_SUBMISSIONS_PER_DAY = 1
    author = UserFactory.create()
    mine = [bots.create(name=name, owner=author) for name in ("А", "Б", "В")]
    told = at_once(*(partial(_submit, bot, author, b"print(%d)\n" % bot.pk) for bot in mine))
    assert sorted(type(one).__name__ for one in told) == ["NotAllowed", "NotAllowed", "Submission"]
    assert Submission.objects.filter(submitted_by=author).count() == 1


def test_the_last_bot_that_one_may_have_is_made_once(settings: LazySettings) -> None:
    settings.LEAGUE_BOTS_PER_AUTHOR = 1
    author = UserFactory.create()
    told = at_once(*(partial(bots.create, name=name, owner=author) for name in ("А", "Б")))
    assert sorted(type(one).__name__ for one in told) == ["Bot", "NotAllowed"]
    assert Bot.objects.filter(owner=author).count() == 1


def test_two_workers_do_not_check_two_uploads_of_one_account() -> None:
    author = UserFactory.create()
    mine = [bots.create(name=name, owner=author) for name in ("А", "Б")]
    sent = [_submit(bot, author, b"print(%d)\n" % bot.pk) for bot in mine]
    told = at_once(*(partial(submissions.claim, submission_id=one.pk) for one in sent))
    assert sorted(type(one).__name__ for one in told) == ["Check", "NoneType"]
    assert Submission.objects.filter(status=Submission.Status.CHECKING).count() == 1


def test_one_file_uploaded_at_once_as_two_bots_is_the_file_of_one() -> None:
    author = UserFactory.create()
    mine = [bots.create(name=name, owner=author) for name in ("Один", "Другой")]
    told = at_once(*(partial(_submit, bot, author, b"print(1)\n") for bot in mine))
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Submission"]


def _submit(bot: Bot, author: User, data: bytes) -> Submission:
    return bots.submit(bot=bot, data=data, filename="bot.py", by=author)


def test_two_bots_of_one_name_at_once_are_one_bot_and_a_refusal() -> None:
    author = UserFactory.create()
    names = "Козырь", "КОЗЫРЬ"
    told = at_once(*(partial(bots.create, name=name, owner=author) for name in names))
    assert [type(one) for one in told if isinstance(one, Exception)] == [BadInput]
    assert Bot.objects.filter(search_name="козырь").count() == 1


def test_two_owners_who_put_each_other_down_leave_one_owner() -> None:
    one, other = UserFactory.create(), UserFactory.create()
    club = clubs.create(name="Два хозяина", by=one)
    clubs.set_role(club=club, username=other.username, role=Role.OWNER, by=one)
    down = partial(clubs.set_role, club=club, role=Role.MEMBER)
    at_once(
        partial(down, username=other.username, by=one),
        partial(down, username=one.username, by=other),
    )
    assert club.members.filter(role=Role.OWNER).count() == 1


def test_a_version_deleted_while_it_is_seated_is_not_to_be_played() -> None:
    """Who seats it has read that it is current; at that moment its author goes back and deletes."""
    for _ in range(3):
        bot = uploaded(f"Мой {Bot.objects.count()}", b"# old")
        uploaded("", b"# new %d" % Bot.objects.count(), bot=bot)
        version, rival = version_of(bot), house_bot(f"Дом {Bot.objects.count()}")
        versions.roll_back(version=bot.versions.get(number=1), by=bot.owner)
        bot.current_version = version  # as read a moment ago
        drawn, _deleted = at_once(
            partial(_challenge, bot, rival),
            partial(versions.delete, version=version, by=bot.owner),
        )
        version.refresh_from_db()
        assert version.is_deleted
        open_matches = Match.objects.filter(seats__version=version).exclude(status="void")
        assert list(open_matches) == []
        assert isinstance(drawn, Match | Conflict), drawn


def _challenge(bot: Bot, rival: Bot, ruleset: Ruleset | None = None, deals: int = 4) -> Match:
    assert bot.owner is not None
    return challenges.challenge(
        challenger=bot,
        opponent=rival,
        ruleset=ruleset or RulesetFactory.create(),
        deals=deals,
        by=bot.owner,
    )


def test_a_file_uploaded_again_while_its_last_version_is_deleted_is_there() -> None:
    for number in range(3):
        source = b"# the same %d" % number
        bot = uploaded(f"Мой {number}", source)
        uploaded("", b"# new %d" % number, bot=bot)
        other = bots.create(name=f"Другой {number}", owner=UserFactory.create())
        assert other.owner is not None
        submission, deleted = at_once(
            partial(_submit, other, other.owner, source),
            partial(versions.delete, version=bot.versions.get(number=1), by=bot.owner),
        )
        assert isinstance(submission, Submission), submission
        assert not isinstance(deleted, Exception), deleted
        assert bytes(Bundle.objects.get(pk=submission.bundle_id).data) == source


def test_a_tournament_that_starts_while_its_bot_is_retired_plays_without_it() -> None:
    """Who starts it has read the bot's version; at that moment its author deletes the program."""
    for format in ("knockout", "round_robin"):
        tournament, organiser = tournament_of(2, started=False, format=format)
        bot = uploaded(f"Мой {format}", b"# " + format.encode())
        entries.register(tournament=tournament, player=bot.player, by=organiser, starting_rank=1)
        version = version_of(bot)
        started, retired = at_once(
            partial(tournaments.start, tournament=tournament, by=organiser),
            partial(versions.retire, bot=bot, by=bot.owner),
        )
        assert isinstance(started, Tournament | Conflict), started
        if isinstance(retired, Conflict):
            assert "try again" in str(retired)
            versions.retire(bot=bot, by=bot.owner)
        version.refresh_from_db()
        assert version.is_deleted
        playing = tournament.entries.filter(player=bot.player, withdrawn_at=None)
        assert list(playing) == []
        open_matches = Match.objects.filter(seats__version=version).exclude(status="finished")
        assert list(open_matches) == []


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)], ids=["same", "turned"])
def test_two_teams_that_are_entered_at_once_do_not_share_a_player(order: slice) -> None:
    """The one who is in both is the first of one team, and the first or second of the other."""
    tournament, organiser = teams_of(0)
    shared, *others = PersonFactory.create_batch(3, club=tournament.club)
    enter = partial(entries.register_team, tournament=tournament, by=organiser)
    told = at_once(
        partial(enter, players=[shared, others[0]]),
        partial(enter, players=[shared, others[1]][order]),
    )
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Entry"], told
    assert tournament.entries.count() == 1


def test_the_last_challenge_of_the_day_is_made_once(settings: LazySettings) -> None:
    settings.LEAGUE_CHALLENGES_PER_DAY = 1
    bot = uploaded("Мой", b"# mine")
    told = at_once(*(partial(_challenge, bot, house_bot(name)) for name in ("А", "Б")))
    assert sorted(type(one).__name__ for one in told) == ["Match", "NotAllowed"]
    assert Match.objects.count() == 1


def test_two_who_ask_for_the_same_terms_at_once_play_by_one_ruleset() -> None:
    for deals in (6, 8, 10):
        base = RulesetFactory.create()
        rival = house_bot(f"Дом {deals}")
        told = at_once(
            *(
                partial(_challenge, uploaded(f"{name} {deals}", source), rival, base, deals)
                for name, source in (("Мой", b"# mine"), ("Твой", b"# yours"))
            )
        )
        assert [type(one) for one in told] == [Match, Match], told
        assert Match.objects.filter(ruleset__made_from=base).count() == 2
        assert base.variations.count() == 1
