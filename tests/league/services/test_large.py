"""Large tournaments: what an act costs does not grow with what is not touched by it."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from league.models import Entry, Match, Tournament, User
from league.progress.acts import Undid, Withdrew
from league.selectors.progress import progress_of
from league.services import directing, logbook, results, tournaments
from league.services.match_reports import read_report
from tests.factories import PersonFactory, tournament_of

pytestmark = pytest.mark.django_db

AtMost = Callable[[int], AbstractContextManager[object]]
LARGE = [
    ("knockout", 512, {}),
    pytest.param("round_robin", 64, {"cycles": 2}, marks=pytest.mark.slow),
    ("round_robin", 20, {"cycles": 2}),
]


def begun(format: str, entries: int, options: dict[str, int]) -> tuple[Tournament, User]:
    tournament, organiser = tournament_of(0, format=format, started=False, **options)
    people = PersonFactory.create_batch(entries, club=tournament.club)
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=person, starting_rank=number)
        for number, person in enumerate(people, start=1)
    )
    return tournaments.start(tournament=tournament, by=organiser), organiser


@pytest.mark.parametrize(("format", "entries", "options"), LARGE)
def test_a_result_asks_the_database_a_few_times_however_many_play(
    format: str, entries: int, options: dict[str, int], django_assert_max_num_queries: AtMost
) -> None:
    tournament, organiser = begun(format, entries, options)
    matches = list(Match.objects.filter(round__stage__tournament=tournament, round__number=1))
    for match in matches[:3]:
        told = read_report(match, scores=[3, 1])
        with django_assert_max_num_queries(50):
            results.report(match=match, report=told, by=organiser)
    with django_assert_max_num_queries(25):
        logbook.go_on(tournament)
    with django_assert_max_num_queries(5):
        assert len(progress_of(tournament).state.tables) >= len(matches)


@pytest.mark.parametrize(("format", "entries", "options"), LARGE)
def test_who_leaves_costs_no_more_for_the_many_matches_that_he_loses(
    format: str, entries: int, options: dict[str, int], django_assert_max_num_queries: AtMost
) -> None:
    tournament, organiser = begun(format, entries, options)
    with django_assert_max_num_queries(50):
        left = directing.do(tournament=tournament, act=Withdrew(entry=1), by=organiser)
    lost = Match.objects.filter(seats__entry__starting_rank=1, results__forfeits=[0])
    assert lost.filter(results__stands=True).exists()
    with django_assert_max_num_queries(50):
        directing.do(tournament=tournament, act=Undid(act=left.row.number), by=organiser)
    assert not Match.objects.filter(results__stands=True).exists()
