"""Two who act upon one tournament at once: both are in its log, or one of them is told."""

from collections.abc import Callable
from functools import partial

import pytest

from bots.reading import BadReport
from league.errors import Conflict
from league.models import Match, Result, Role, Tournament, User
from league.progress.acts import Cancelled, Excluded, Undid, Withdrew
from league.selectors.progress import progress_of
from league.services import attempts, clubs, directing, results
from league.services.attempts import LostClaim
from league.services.logbook import Written
from league.services.match_reports import read_report
from tests.factories import PersonFactory, UserFactory, house_bot, tournament_of
from tests.league.services.test_formats import begun, singles
from tests.league.services.test_gate import check_rows
from tests.league.services.test_races import at_once, bot_tournament
from tests.league.services.workers import played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def people_tournament(count: int, **options: object) -> tuple[Tournament, User, User]:
    """A tournament of people, its organiser, and an arbiter of the club."""
    tournament, organiser = tournament_of(count, **options)  # type: ignore[arg-type]
    arbiter = UserFactory.create()
    clubs.set_role(club=tournament.club, username=arbiter.username, role=Role.ARBITER, by=organiser)
    return tournament, organiser, arbiter


def in_step(tournament: Tournament) -> None:
    """See that the log is whole, and that the rows say what it says."""
    numbers = list(tournament.acts.values_list("number", flat=True))
    assert numbers == [*range(1, len(numbers) + 1)]
    check_rows(progress_of(Tournament.objects.get(pk=tournament.pk)))


def test_of_two_who_report_a_match_at_once_one_is_told_that_the_other_has() -> None:
    tournament, *two = people_tournament(4, format="knockout")
    match = Match.objects.filter(round__stage__tournament=tournament).order_by("slot")[0]
    told = at_once(
        *(
            partial(
                results.report,
                match=Match.objects.get(pk=match.pk),
                report=read_report(match, scores=scores),
                by=by,
            )
            for by, scores in zip(two, ([3, 1], [1, 3]), strict=True)
        )
    )
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Result"], told
    (refused,) = (one for one in told if isinstance(one, Conflict))
    assert refused.code == "has_result"
    assert match.results.count() == match.results.filter(stands=True).count() == 1
    in_step(tournament)


def test_of_two_corrections_at_once_the_one_that_did_not_see_the_other_is_refused() -> None:
    tournament, *two = people_tournament(4, format="knockout")
    match = Match.objects.filter(round__stage__tournament=tournament).order_by("slot")[0]
    first = results.report(match=match, report=read_report(match, scores=[3, 1]), by=two[0])
    told = at_once(
        *(
            partial(
                results.correct,
                match=Match.objects.get(pk=match.pk),
                report=read_report(match, scores=scores),
                by=by,
                reason="перепутали",
                seen=first.pk,
            )
            for by, scores in zip(two, ([1, 3], [2, 1]), strict=True)
        )
    )
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Result"], told
    (refused,) = (one for one in told if isinstance(one, Conflict))
    assert refused.code == "stale"
    assert match.results.filter(stands=True).count() == 1
    in_step(tournament)


def test_two_matches_reported_at_once_are_both_in_the_log_and_both_go_on() -> None:
    for _ in range(3):
        tournament, *two = people_tournament(4, format="knockout")
        matches = Match.objects.filter(round__stage__tournament=tournament).order_by("slot")
        told = at_once(
            *(
                partial(
                    results.report, match=match, report=read_report(match, scores=[3, 1]), by=by
                )
                for by, match in zip(two, matches, strict=True)
            )
        )
        assert [type(one) for one in told] == [Result, Result], told
        final = Match.objects.get(round__stage__tournament=tournament, round__number=2)
        assert final.status == Match.Status.PLANNED
        in_step(tournament)


def test_two_acts_at_once_are_in_the_log_one_after_the_other() -> None:
    tournament, organiser, _arbiter = people_tournament(5)
    told = at_once(
        *(
            partial(directing.do, tournament=tournament, act=act, by=organiser)
            for act in (Withdrew(entry=1), Withdrew(entry=2))
        )
    )
    assert [type(one) for one in told] == [Written, Written], told
    assert tournament.acts.filter(kind="withdraw").count() == 2
    in_step(tournament)


def test_of_two_acts_at_once_upon_the_same_page_one_is_refused() -> None:
    tournament, organiser, _arbiter = people_tournament(5)
    seen = tournament.acts.count()
    told = at_once(
        *(
            partial(directing.do, tournament=tournament, act=act, by=organiser, seen=seen)
            for act in (Withdrew(entry=1), Withdrew(entry=2))
        )
    )
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Written"], told
    (refused,) = (one for one in told if isinstance(one, Conflict))
    assert refused.code == "stale"
    assert tournament.acts.filter(kind="withdraw").count() == 1
    in_step(tournament)


@pytest.mark.parametrize(
    "stage", [{"format": "swiss", "rounds": 3}, {"format": "tables", "rounds": 3, "size": 3}]
)
def test_a_round_that_two_draw_at_once_is_drawn_once(stage: dict[str, object]) -> None:
    people = PersonFactory.create_batch(6)
    tournament, organiser = begun(stage, field=singles(people), seats=3 if "size" in stage else 2)
    draw = partial(directing.draw, tournament=tournament, by=organiser)
    told = at_once(draw, draw)
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Written"], told
    (refused,) = (one for one in told if isinstance(one, Conflict))
    assert refused.code == "nothing_to_draw"
    assert tournament.acts.filter(kind="draw").count() == 1
    in_step(tournament)


def test_two_who_take_the_same_act_back_at_once_take_it_back_once() -> None:
    tournament, organiser, _arbiter = people_tournament(4)
    left = directing.do(tournament=tournament, act=Withdrew(entry=1), by=organiser)
    undo = partial(
        directing.do, tournament=tournament, act=Undid(act=left.row.number), by=organiser
    )
    told = at_once(undo, undo)
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Written"], told
    assert tournament.acts.filter(kind="undo").count() == 1
    in_step(tournament)


def test_a_late_one_that_two_let_in_at_once_is_in_once() -> None:
    tournament, organiser, _arbiter = people_tournament(4)
    late = PersonFactory.create(club=tournament.club)
    enter = partial(directing.enter_late, tournament=tournament, players=[late], by=organiser)
    told = at_once(enter, enter)
    assert sorted(type(one).__name__ for one in told) == ["Conflict", "Entry"], told
    assert tournament.entries.count() == 5
    in_step(tournament)


@pytest.mark.parametrize("act", ["void", "substitute", "exclude", "cancel", "undo the start"])
def test_a_worker_that_ends_while_its_match_is_changed_is_in_time_or_too_late(act: str) -> None:
    tournament, organiser = bot_tournament()
    match = Match.objects.get(round__stage__tournament=tournament)
    attempt, report = played(match)
    other = house_bot("Замена")
    entry = tournament.entries.get(starting_rank=1)
    do = partial(directing.do, tournament=tournament, by=organiser, reason="тест")
    acts: dict[str, Callable[[], object]] = {
        "void": partial(results.void, match=match, by=organiser, reason="тест"),
        "substitute": lambda: do(act=directing.substitution(tournament, entry, [other.player])),
        "exclude": partial(do, act=Excluded(entry=1)),
        "cancel": partial(do, act=Cancelled()),
        "undo the start": partial(do, act=Undid(act=1)),
    }
    finished, done = at_once(partial(attempts.finish, attempt, report), acts[act])
    assert isinstance(finished, Result | LostClaim | BadReport), finished
    assert not isinstance(done, Exception), done
    assert match.results.filter(attempt=attempt).count() == isinstance(finished, Result)
    in_step(tournament)
