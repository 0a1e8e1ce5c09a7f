"""A start that is taken back: everything is as before it, and it can be started anew."""

import pytest

from league.errors import BadInput, Conflict
from league.models import Match, Player, Tournament, User
from league.progress.acts import Undid, Withdrew
from league.selectors.progress import progress_of
from league.services import directing, entries, results, tournaments
from league.services.match_reports import read_report
from tests.factories import PersonFactory, teams_of, tournament_of
from tests.league.services.test_gate import check_rows

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def undo(tournament: Tournament, number: int, by: User) -> None:
    directing.do(tournament=tournament, act=Undid(act=number), by=by)
    tournament.refresh_from_db()


def late_one(tournament: Tournament) -> Player:
    number = Player.objects.count()
    found: Player = PersonFactory.create(club=tournament.club, name=f"Поздний {number}")
    return found


def last_of(tournament: Tournament) -> int:
    return tournament.acts.count()


def test_a_start_that_is_taken_back_opens_the_entries_again() -> None:
    tournament, organiser = tournament_of(4)
    directing.do(tournament=tournament, act=Withdrew(entry=2), by=organiser)
    undo(tournament, 1, organiser)
    assert tournament.takes_entries
    assert tournament.started_at is None
    assert not tournament.entries.filter(withdrawn_at__isnull=False).exists()
    assert not Match.objects.exclude(status=Match.Status.VOID).exists()
    late = late_one(tournament)
    entries.register(tournament=tournament, player=late, by=organiser)
    tournaments.start(tournament=tournament, by=organiser)
    assert Match.objects.filter(status=Match.Status.PLANNED).count() == 10
    check_rows(progress_of(Tournament.objects.get(pk=tournament.pk)))


def test_a_result_of_the_first_start_does_not_count_for_the_second() -> None:
    tournament, organiser = tournament_of(3)
    match = Match.objects.order_by("round__number", "table_number")[0]
    told = read_report(match, scores=[3, 1])
    first = results.report(match=match, report=told, by=organiser)
    undo(tournament, 1, organiser)
    tournaments.start(tournament=tournament, by=organiser)
    progress = progress_of(Tournament.objects.get(pk=tournament.pk))
    assert all(table.outcome is None for table in progress.state.tables)
    assert first.match.results.get() == first
    check_rows(progress)


def test_a_start_that_was_taken_back_is_not_put_back_but_done_anew() -> None:
    """Entries may have been removed since, and numbered otherwise."""
    tournament, organiser = tournament_of(4)
    undo(tournament, 1, organiser)
    entries.remove(tournament=tournament, entry=tournament.entries.all()[0], by=organiser)
    with pytest.raises(Conflict, match="start it anew"):
        undo(tournament, last_of(tournament), organiser)


def test_a_late_one_who_was_taken_back_is_out_also_after_another_start() -> None:
    tournament, organiser = tournament_of(3)
    late = late_one(tournament)
    for _again in range(2):
        directing.enter_late(tournament=tournament, players=[late], by=organiser)
        undo(tournament, last_of(tournament), organiser)
    undo(tournament, 1, organiser)
    assert tournament.entries.filter(is_in=True).count() == 3
    tournaments.start(tournament=tournament, by=organiser)
    progress = progress_of(Tournament.objects.get(pk=tournament.pk))
    assert sorted(progress.entries) == [1, 2, 3]
    check_rows(progress)


def test_a_late_team_can_be_taken_back_and_come_by_the_same_name() -> None:
    tournament, organiser = teams_of(3)
    tournaments.start(tournament=tournament, by=organiser)
    for again in range(2):
        players = [late_one(tournament) for _ in range(2)]
        team = directing.enter_late(
            tournament=tournament, players=players, team_name="Козыри", by=organiser
        )
        assert (team.is_in, team.name) == (True, "Козыри")
        if not again:
            undo(tournament, last_of(tournament), organiser)
    with pytest.raises(BadInput, match="is called “козыри” already"):
        directing.enter_late(
            tournament=tournament,
            players=[late_one(tournament) for _ in range(2)],
            team_name="козыри",
            by=organiser,
        )


def test_a_tournament_that_never_began_can_be_called_off_and_that_taken_back() -> None:
    tournament, organiser = tournament_of(3, started=False)
    tournaments.cancel(tournament=tournament, by=organiser, reason="нет зала")
    assert Tournament.objects.get(pk=tournament.pk).status == Tournament.Status.CANCELLED
    with pytest.raises(Conflict):
        tournaments.start(tournament=tournament, by=organiser)
    undo(tournament, 1, organiser)
    tournaments.start(tournament=tournament, by=organiser)
    progress = progress_of(Tournament.objects.get(pk=tournament.pk))
    assert len(progress.state.due) > 0
    check_rows(progress)
