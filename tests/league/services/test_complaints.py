"""
The complaints about tournaments that show only with rows, workers and people.

The numbers are those of `tests.league.progress.test_complaints`, which has the list and all that
the log alone decides. Two at the very same moment (7, 8) are in
`tests.league.services.test_tournament_races`.
"""

from typing import Any

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, transaction

from bots.reading import BadReport
from league.errors import Conflict
from league.models import Bot, Entry, Match, Player, Result, Tournament, User
from league.progress.acts import (
    ClosedByHand,
    Excluded,
    OpenedByHand,
    PairedByHand,
    Readmitted,
    Undid,
)
from league.progress.stages import RankedStage
from league.progress.swiss import Swiss
from league.progress.tables import Table
from league.selectors.progress import Progress, outcome_of, progress_of
from league.services import attempts, directing, entries, results, tournaments, versions
from league.services.attempts import LostClaim
from league.services.match_reports import read_report
from tests.factories import PersonFactory, house_bot, tournament_of, uploaded
from tests.league.services.test_formats import begun, singles
from tests.league.services.test_gate import check_rows
from tests.league.services.workers import house, play, played, queued

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SWISS = {"format": "swiss", "rounds": 3}


def now(tournament: Tournament) -> Progress:
    """The tournament as it stands, its rows in line with its log."""
    progress = progress_of(Tournament.objects.get(pk=tournament.pk))
    check_rows(progress)
    return progress


def table_of(tournament: Tournament, *who: int) -> Table:
    """The last table at which these entries meet."""
    return [t for t in now(tournament).state.tables if set(t.entries) == set(who)][-1]


def match_of(tournament: Tournament, *who: int) -> Match:
    found = now(tournament).match(table_of(tournament, *who))
    assert found is not None
    return found


def win(tournament: Tournament, winner: int, loser: int, by: User) -> Result:
    """The arbiter reports that the first of them has won, or says so instead of what he said."""
    table = table_of(tournament, winner, loser)
    match = match_of(tournament, winner, loser)
    scores = [3 if entry == winner else 1 for entry in table.entries]
    told = read_report(match, scores=scores)
    if table.outcome is None:
        return results.report(match=match, report=told, by=by)
    return results.correct(match=match, report=told, by=by, reason="перепутали")


def points(tournament: Tournament) -> dict[int, float]:
    stage = now(tournament).state.stages[0]
    assert isinstance(stage, RankedStage)
    return {line.entry: line.points for line in stage.standings[0]}


def late(tournament: Tournament) -> Player:
    found: Player = PersonFactory.create(
        club=tournament.club, name=f"Новый {Player.objects.count()}"
    )
    return found


def test_05_a_lifted_exclusion_leaves_no_trace_in_any_row() -> None:
    """The disqualification was lifted, and its lost matches stayed lost."""
    tournament, organiser = tournament_of(4)
    win(tournament, 1, 4, organiser)
    before = points(tournament)
    planned = set(Match.objects.filter(status=Match.Status.PLANNED).values_list("pk", flat=True))
    directing.do(
        tournament=tournament, act=Excluded(entry=4), by=organiser, reason="не тот человек"
    )
    assert Match.objects.filter(results__reason="withdrawn", results__stands=True).exists()
    directing.do(tournament=tournament, act=Readmitted(entry=4), by=organiser)
    assert points(tournament) == before
    assert Entry.objects.get(starting_rank=4).excluded_at is None
    assert planned == set(
        Match.objects.filter(status=Match.Status.PLANNED).values_list("pk", flat=True)
    )
    win(tournament, 4, 2, organiser)
    assert points(tournament)[4] == 2


def test_05_a_match_that_is_played_again_leaves_nothing_of_the_first_time_in_the_bracket() -> None:
    """The bracket went on showing who had won the match that was struck out."""
    tournament, organiser = tournament_of(4, format="knockout")
    win(tournament, 4, 1, organiser)
    win(tournament, 2, 3, organiser)
    first = match_of(tournament, 1, 4)
    final = match_of(tournament, 2, 4)
    again = results.void(match=first, by=organiser, reason="не та колода")
    assert again is not None
    final.refresh_from_db()
    assert final.status == Match.Status.VOID
    assert match_of(tournament, 1, 4) == again
    with pytest.raises(Conflict):
        win_of(first, organiser)
    win(tournament, 1, 4, organiser)
    assert match_of(tournament, 1, 2).status == Match.Status.PLANNED


def win_of(match: Match, by: User) -> Result:
    return results.report(match=match, report=read_report(match, scores=[2, 0]), by=by)


def test_06_a_result_that_is_corrected_over_and_over_counts_once() -> None:
    """Points were added with every change."""
    tournament, organiser = tournament_of(3)
    for winner, loser in ((1, 2), (2, 1), (1, 2), (2, 1)):
        win(tournament, winner, loser, organiser)
        assert points(tournament) == {winner: 2, loser: 0, 3: 0}
    match = match_of(tournament, 1, 2)
    assert match.results.count() == 4
    assert match.results.filter(stands=True).count() == 1


def test_07_who_reports_a_match_that_another_has_reported_is_told_so_and_one_goes_on() -> None:
    """Both were kept, and nobody went on."""
    tournament, organiser = tournament_of(4, format="knockout")
    match = match_of(tournament, 1, 4)
    seen_by_another = Match.objects.get(pk=match.pk)
    win_of(match, organiser)
    with pytest.raises(Conflict, match="has a result already"):
        win_of(seen_by_another, organiser)
    win(tournament, 2, 3, organiser)
    final = [t for t in now(tournament).state.tables if t.key.round == 2]
    assert len(final) == 1


def test_07_a_worker_that_comes_after_the_arbiter_is_told_so(settings: LazySettings) -> None:
    settings.LEAGUE_MAX_ATTEMPTS = 1
    tournament, organiser = begun({"format": "knockout"}, field=singles(house(2)))
    (match,) = queued(tournament)
    attempt, told = played(match)
    attempts.fail(attempt, detail="broken")
    match.refresh_from_db()
    win_of(match, organiser)
    with pytest.raises(LostClaim):
        attempts.finish(attempt, told)
    assert match.results.count() == 1
    assert now(tournament).state.is_finished


def test_08_the_database_itself_keeps_two_results_of_a_match_from_counting() -> None:
    """It happened, since nothing but the program's own care was in the way."""
    tournament, organiser = tournament_of(2)
    result = win(tournament, 1, 2, organiser)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(match=result.match, scores=[1, 3], winner=1)


def test_09_a_round_drawn_from_a_result_that_was_wrong_stays_until_it_is_taken_back() -> None:
    """
    It was drawn from results that were not true.

    The correction changes the standings and leaves the round as it is; whoever wants another one
    takes the draw back, and it is drawn from what is true.
    """
    tournament, organiser = tournament_of(4, **SWISS)
    directing.draw(tournament=tournament, by=organiser)
    first = [table.entries for table in now(tournament).state.due]
    for one, other in first:
        win(tournament, max(one, other), min(one, other), organiser)
    drawn = directing.draw(tournament=tournament, by=organiser)
    wrong = [table.entries for table in now(tournament).state.due]
    win(tournament, *sorted(first[0]), organiser)
    assert [table.entries for table in now(tournament).state.due] == wrong
    directing.do(tournament=tournament, act=Undid(act=drawn.row.number), by=organiser)
    directing.draw(tournament=tournament, by=organiser)
    winners = {min(first[0]), max(first[1])}
    assert winners in [set(table.entries) for table in now(tournament).state.due]


@pytest.mark.parametrize("gone", ["unreported", "voided"])
def test_10_no_round_is_drawn_while_a_result_of_the_one_before_is_missing(gone: str) -> None:
    """It was drawn all the same, and failed or was wrong."""
    tournament, organiser = tournament_of(4, **SWISS)
    directing.draw(tournament=tournament, by=organiser)
    one, other = (table.entries for table in now(tournament).state.due)
    win(tournament, *one, organiser)
    if gone == "voided":
        win(tournament, *other, organiser)
        results.void(match=match_of(tournament, *other), by=organiser, reason="спор")
    with pytest.raises(Conflict, match="all results of the last one must be in"):
        directing.draw(tournament=tournament, by=organiser)
    win(tournament, *other, organiser)
    assert directing.draw(tournament=tournament, by=organiser).row.told["round"] == 2


def test_12_a_withdrawal_after_the_last_result_changes_no_row_but_his_own() -> None:
    """Standings that were over were rewritten."""
    tournament, organiser = tournament_of(3)
    for pair in ((1, 2), (1, 3), (2, 3)):
        win(tournament, *pair, organiser)
    before, log = points(tournament), set(Result.objects.values_list("pk", "stands"))
    with pytest.raises(Conflict, match="is not running"):
        entries.withdraw(
            tournament=tournament, entry=Entry.objects.get(starting_rank=1), by=organiser
        )
    assert (points(tournament), set(Result.objects.values_list("pk", "stands"))) == (before, log)


def test_23_nobody_who_has_begun_is_removed_and_what_he_played_stays() -> None:
    """Removing one erased his matches, and the standings of those he had met."""
    tournament, organiser = tournament_of(4)
    win(tournament, 4, 1, organiser)
    entry = Entry.objects.get(tournament=tournament, starting_rank=4)
    with pytest.raises(Conflict, match="its field does not change any more"):
        entries.remove(tournament=tournament, entry=entry, by=organiser)
    entries.withdraw(tournament=tournament, entry=entry, by=organiser)
    assert points(tournament)[4] == 2
    assert match_of(tournament, 1, 4).results.get(stands=True).reported_by == organiser


def test_23_one_who_comes_late_holds_nobody_up() -> None:
    tournament, organiser = tournament_of(5, **SWISS)
    directing.draw(tournament=tournament, by=organiser)
    directing.enter_late(tournament=tournament, players=[late(tournament)], by=organiser)
    for table in now(tournament).state.due:
        win(tournament, *table.entries, organiser)
    directing.draw(tournament=tournament, by=organiser)
    assert sum(len(table.entries) for table in now(tournament).state.due) == 6


def test_25_a_substitute_sits_down_at_what_is_not_played_and_nowhere_else() -> None:
    """Who was replaced vanished from what he had played, and the places were others'."""
    tournament, organiser = tournament_of(3)
    win(tournament, 1, 2, organiser)
    entry = Entry.objects.get(tournament=tournament, starting_rank=1)
    old, new = entry.player, late(tournament)
    done = directing.do(
        tournament=tournament,
        act=directing.substitution(tournament, entry, [new]),
        by=organiser,
    )
    assert old in [seat.player for seat in match_of(tournament, 1, 2).seats.all()]
    assert new in [seat.player for seat in match_of(tournament, 1, 3).seats.all()]
    assert points(tournament)[1] == 2
    directing.do(tournament=tournament, act=Undid(act=done.row.number), by=organiser)
    assert old in [seat.player for seat in match_of(tournament, 1, 3).seats.all()]


def test_25_a_bot_that_is_replaced_during_its_match_does_not_end_it() -> None:
    tournament, organiser = begun({"format": "round_robin"}, field=singles(house(2)))
    (match,) = queued(tournament)
    attempt, told = played(match)
    entry = Entry.objects.get(tournament=tournament, starting_rank=1)
    other = house_bot("Замена")
    directing.do(
        tournament=tournament,
        act=directing.substitution(tournament, entry, [other.player]),
        by=organiser,
    )
    with pytest.raises((LostClaim, BadReport)):
        attempts.finish(attempt, told)
    assert not match.deals.exists()
    assert play(match)
    assert match.deals.count() == 2
    assert other.player in [seat.player for seat in match.seats.all()]
    assert now(tournament).state.is_finished


def swapped(stage: Swiss) -> PairedByHand:
    """The last round with two opponents exchanged between its first two tables."""
    (a, b), (c, d), *rest = (table.entries for table in stage.rounds[-1].tables)
    return PairedByHand(
        stage=1,
        round=stage.rounds[-1].number,
        tables=((a, d), (c, b), *rest),
        out=stage.rounds[-1].out,
    )


def test_25_wrong_seats_found_during_the_round_are_set_right_and_nobody_begins_meanwhile() -> None:
    """Nobody noticed before the tables had begun, and then all of them had to be begun anew."""
    tournament, organiser = begun(SWISS, field=singles(house(6)))
    first, second, third = queued(tournament)
    running, told = played(first)
    assert play(third)

    def do(act: Any) -> None:
        directing.do(tournament=tournament, act=act, by=organiser)

    do(OpenedByHand(stage=1, round=1))
    assert not queued(tournament)
    assert attempts.claim(match_id=second.pk, worker="test") is None
    stage = now(tournament).state.stages[0]
    assert isinstance(stage, Swiss)
    do(swapped(stage))
    assert not queued(tournament)
    with pytest.raises(LostClaim):
        attempts.finish(running, told)
    do(ClosedByHand(stage=1, round=1))
    third.refresh_from_db()
    assert third.status == Match.Status.FINISHED
    anew = queued(tournament)
    assert len(anew) == 2
    assert not {first, second} & set(anew)
    now(tournament)


def test_25_a_match_of_a_held_round_that_nobody_changed_goes_on_where_it_was() -> None:
    tournament, organiser = begun(SWISS, field=singles(house(4)))
    first, second = queued(tournament)
    running, told = played(first)
    for act in (OpenedByHand(stage=1, round=1), ClosedByHand(stage=1, round=1)):
        directing.do(tournament=tournament, act=act, by=organiser)
    assert attempts.finish(running, told).stands is not None
    assert queued(tournament) == [second]
    now(tournament)


# Workers


def test_more_a_bot_that_fails_holds_up_its_own_round_and_nothing_else(
    settings: LazySettings,
) -> None:
    """One bot that hung kept a whole competition waiting."""
    settings.LEAGUE_MAX_ATTEMPTS = 1
    tournament, organiser = begun({"format": "knockout"}, field=singles(house(8)))
    stuck, *others = queued(tournament)
    attempt = attempts.claim(match_id=stuck.pk, worker="test")
    assert attempt is not None
    attempts.fail(attempt, detail="it hangs")
    for match in others:
        assert play(match)
    (semi_final,) = (match for match in queued(tournament) if match != stuck)
    assert play(semi_final)
    stuck.refresh_from_db()
    assert results.takes_report(stuck)
    win_of(stuck, organiser)
    (other,) = queued(tournament)
    assert play(other)
    (final,) = queued(tournament)
    assert play(final)
    assert now(tournament).state.is_finished


def test_more_a_match_that_never_began_is_nobodys_loss(settings: LazySettings) -> None:
    """A game that did not start was counted as the crash of one of the two."""
    settings.LEAGUE_MAX_ATTEMPTS = 1
    tournament, organiser = begun({"format": "round_robin"}, field=singles(house(2)))
    (match,) = queued(tournament)
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    attempts.fail(attempt, detail="no room")
    assert not Result.objects.exists()
    assert points(tournament) == {1: 0, 2: 0}
    again = results.void(match=match, by=organiser, reason="не началась")
    assert queued(tournament) == [again]
    assert again is not None
    assert play(again)
    assert now(tournament).state.is_finished


def test_more_a_bot_whose_program_is_deleted_loses_what_it_has_not_played() -> None:
    member_bot = uploaded("Чужой", b"# one")
    field: list[Player] = [*house(2), member_bot.player]
    tournament, organiser = begun({"format": "round_robin", "cycles": 2}, field=singles(field))
    first = next(match for match in queued(tournament) if _is_among(match, member_bot))
    told = outcome_of(first, _result(first, organiser), 2)
    assert told.winner == 0
    assert member_bot.owner is not None
    versions.retire(bot=member_bot, by=member_bot.owner)
    progress = now(tournament)
    assert 3 in progress.state.gone
    table = next(t for t in progress.state.tables if str(t.key) == first.key)
    assert table.outcome == told
    lost = [t for t in progress.state.tables if 3 in t.entries and t != table]
    assert [t.is_walkover for t in lost] == [True] * 3
    while waiting := queued(tournament):
        assert play(waiting[0])
    assert now(tournament).state.is_finished


def _is_among(match: Match, bot: Bot) -> bool:
    return match.seats.filter(player=bot.player).exists()


def _result(match: Match, by: User) -> Result:
    """Parked, since nobody here plays strangers' programs, and decided by the arbiter."""
    Match.objects.filter(pk=match.pk).update(parked_at=match.created_at)
    match.refresh_from_db()
    return win_of(match, by)


def test_more_whoever_starts_a_tournament_has_it_begin_with_whoever_is_there() -> None:
    """A bot without a program does not enter; one that loses it before the start is named."""
    tournament, organiser = tournament_of(2, started=False)
    bot = uploaded("Ушедший", b"# gone")
    entries.register(tournament=tournament, player=bot.player, by=organiser)
    Bot.objects.filter(pk=bot.pk).update(current_version=None)
    with pytest.raises(Conflict, match="Ушедший"):
        tournaments.start(tournament=tournament, by=organiser)
