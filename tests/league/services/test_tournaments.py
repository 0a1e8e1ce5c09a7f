"""A tournament from entries to final standings, with people at the tables."""

from itertools import combinations

import pytest

from league.errors import BadInput, Conflict, NotAllowed
from league.models import Match, Result, Tournament, User
from league.progress.elimination import Elimination
from league.progress.round_robin import RoundRobin
from league.selectors.progress import progress_of
from league.selectors.tournaments import standing_result
from league.services import entries, logbook, results, tournaments
from league.services.match_reports import read_report
from tests.factories import MemberFactory, RulesetFactory, UserFactory, house_bot, tournament_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def report(match: Match, first: int, second: int, by: User) -> Result:
    return results.report(match=match, report=read_report(match, scores=[first, second]), by=by)


def round_robin_of(tournament: Tournament) -> RoundRobin:
    stage = progress_of(tournament).stage
    assert isinstance(stage, RoundRobin)
    return stage


def bracket_of(tournament: Tournament) -> Elimination:
    stage = progress_of(tournament).stage
    assert isinstance(stage, Elimination)
    return stage


def matches_of(tournament: Tournament) -> list[Match]:
    """The matches that are not struck out, in order of round and table."""
    progress = progress_of(tournament)
    found = (progress.match(table) for table in progress.state.tables)
    return [match for match in found if match is not None]


def sides(match: Match) -> tuple[int, ...]:
    """The numbers of the entries of a match, by seat."""
    return tuple(seat.entry.starting_rank for seat in match.seats.all() if seat.entry)


def waiting(tournament: Tournament) -> list[Match]:
    return [match for match in matches_of(tournament) if standing_result(match) is None]


def play_all(tournament: Tournament, by: User) -> None:
    """The better starting rank wins every match by 3:1."""
    while matches := waiting(tournament):
        for match in matches:
            first, second = sides(match)
            report(match, *((3, 1) if first < second else (1, 3)), by)


def refreshed(tournament: Tournament) -> Tournament:
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_in_a_round_robin_every_pair_meets_exactly_once(count: int) -> None:
    tournament, organiser = tournament_of(count)
    play_all(tournament, organiser)
    met = [frozenset(sides(match)) for match in matches_of(tournament)]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, count + 1), 2)]
    assert refreshed(tournament).status == Tournament.Status.FINISHED
    (lines,) = round_robin_of(tournament).standings
    assert [line.entry for line in lines] == list(range(1, count + 1))


def test_the_crosstable_sums_to_the_standings() -> None:
    tournament, organiser = tournament_of(5)
    play_all(tournament, organiser)
    stage = round_robin_of(tournament)
    points = {line.entry: line.points for line in stage.standings[0]}
    for row in stage.crosstable().rows:
        assert sum(m.points for cell in row.cells for m in cell) == row.points == points[row.entry]


@pytest.mark.parametrize("count", [2, 3, 5, 6, 8, 12])
def test_a_knockout_has_one_match_less_than_entries_and_the_best_win(count: int) -> None:
    tournament, organiser = tournament_of(count, format="knockout")
    play_all(tournament, organiser)
    assert len(matches_of(tournament)) == count - 1
    assert refreshed(tournament).status == Tournament.Status.FINISHED
    assert bracket_of(tournament).placing[0].entries == (1,)


def test_byes_go_to_the_top_two_of_six() -> None:
    tournament, _ = tournament_of(6, format="knockout")
    first_round = bracket_of(tournament).bracket[0]
    assert [match.known for match in first_round if match.is_bye] == [[1], [2]]


def test_a_knockout_match_needs_a_winner() -> None:
    tournament, organiser = tournament_of(2, format="knockout")
    with pytest.raises(BadInput, match="2:2 has no winner"):
        report(waiting(tournament)[0], 2, 2, organiser)


def test_a_third_place_match_is_played_where_it_is_wanted() -> None:
    tournament, organiser = tournament_of(4, format="knockout", third_place=True)
    play_all(tournament, organiser)
    assert [placing.entries for placing in bracket_of(tournament).placing] == [
        (1,),
        (2,),
        (3,),
        (4,),
    ]


def test_bot_tables_of_the_first_round_are_queued_and_the_next_when_it_is_over() -> None:
    member = MemberFactory.create()
    tournament = tournaments.create(
        club=member.club, name="Боты", ruleset=RulesetFactory.create(),
        stages=[{"format": "round_robin"}], by=member.user,
    )  # fmt: skip
    for number in range(4):
        bot = house_bot(f"Бот {number}")
        entries.register(tournament=tournament, player=bot.player, by=member.user)
    tournaments.start(tournament=tournament, by=member.user)
    queued = Match.objects.filter(round__stage__tournament=tournament, status="queued")
    assert {match.round.number for match in queued if match.round} == {1}
    for match in queued:
        results.record(match, Result(match=match, scores=[1, 0], winner=0))
    again = Match.objects.filter(round__stage__tournament=tournament, status="queued")
    assert {match.round.number for match in again if match.round} == {2}


def test_advancing_twice_changes_nothing() -> None:
    tournament, organiser = tournament_of(6, format="knockout")
    report(waiting(tournament)[0], 3, 1, organiser)
    before = Match.objects.count(), Result.objects.count()
    logbook.go_on(tournament)
    logbook.go_on(tournament)
    assert (Match.objects.count(), Result.objects.count()) == before


def test_a_tournament_of_one_does_not_start() -> None:
    tournament, organiser = tournament_of(1, started=False)
    with pytest.raises(Conflict, match="has 1 entries"):
        tournaments.start(tournament=tournament, by=organiser)


def test_a_started_tournament_does_not_start_again() -> None:
    tournament, organiser = tournament_of(3)
    with pytest.raises(Conflict, match="started already"):
        tournaments.start(tournament=tournament, by=organiser)


def test_strangers_and_plain_members_do_not_direct() -> None:
    tournament, _ = tournament_of(3, started=False)
    plain = MemberFactory.create(club=tournament.club, role="member").user
    for user in (UserFactory.create(), plain):
        with pytest.raises(NotAllowed):
            tournaments.start(tournament=tournament, by=user)


def test_an_arbiter_reports_and_does_not_direct() -> None:
    tournament, _ = tournament_of(3)
    arbiter = MemberFactory.create(club=tournament.club, role="arbiter").user
    report(waiting(tournament)[0], 2, 1, arbiter)
    with pytest.raises(NotAllowed):
        tournaments.cancel(tournament=tournament, by=arbiter, reason="нет")


def test_who_withdraws_loses_what_is_left_without_play() -> None:
    tournament, organiser = tournament_of(4)
    entry = tournament.entries.get(starting_rank=4)
    entries.withdraw(tournament=tournament, entry=entry, by=organiser)
    lost = [match for match in matches_of(tournament) if 4 in sides(match)]
    assert len(lost) == 3
    assert all(sides(m)[standing_result(m).winner] != 4 for m in lost)  # type: ignore[union-attr,index]
    assert [
        line.entry for line in round_robin_of(tournament).standings[0] if line.rank is None
    ] == [4]


def test_when_both_finalists_withdraw_nobody_wins() -> None:
    tournament, organiser = tournament_of(2, format="knockout")
    for entry in tournament.entries.all():
        if refreshed(tournament).status == Tournament.Status.RUNNING:
            entries.withdraw(tournament=tournament, entry=entry, by=organiser)
    assert refreshed(tournament).status == Tournament.Status.FINISHED


def test_calling_off_voids_what_was_not_played() -> None:
    tournament, organiser = tournament_of(4)
    report(waiting(tournament)[0], 3, 1, organiser)
    tournaments.cancel(tournament=tournament, by=organiser, reason="Зал закрыт")
    statuses = set(Match.objects.values_list("status", flat=True))
    assert statuses == {"finished", "void"}
    line = tournament.acts.get(kind="cancel")
    assert (line.by, line.reason) == (organiser, "Зал закрыт")


@pytest.mark.parametrize(
    ("stage", "field"),
    [
        ({"format": "lottery"}, "stages/0/format"),
        ({"format": "round_robin", "cycles": 0}, "stages/0/cycles"),
        ({"format": "round_robin", "third_place": True}, "stages/0"),
        ({"format": "knockout", "third_place": "yes"}, "stages/0/third_place"),
    ],
)
def test_a_stage_that_makes_no_sense_is_refused_by_name(
    stage: dict[str, object], field: str
) -> None:
    member = MemberFactory.create()
    with pytest.raises(BadInput) as refusal:
        tournaments.create(
            club=member.club, name="Кубок", ruleset=RulesetFactory.create(), stages=[stage],
            by=member.user,
        )  # fmt: skip
    assert refusal.value.field == field


def test_two_cycles_meet_twice_with_the_seats_exchanged() -> None:
    tournament, _ = tournament_of(3, cycles=2)
    met = [sides(match) for match in matches_of(tournament)]
    assert sorted(met) == sorted([(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b])
