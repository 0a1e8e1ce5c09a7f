"""Results are reported once, corrected with a reason, and what hangs on them follows."""

import pytest

from league.errors import BadInput, Conflict
from league.models import Match, Result, Tournament, User
from league.selectors.progress import progress_of
from league.selectors.tournaments import standing_result
from league.services import entries, results, tournaments
from league.services.match_reports import read_report
from tests.factories import bot_match, house_bot, tournament_of
from tests.league.services.test_tournaments import (
    bracket_of,
    matches_of,
    play_all,
    refreshed,
    report,
    round_robin_of,
    sides,
    waiting,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def correct(match: Match, first: int, second: int, by: User, **more: object) -> Result:
    match.refresh_from_db()
    told = read_report(match, scores=[first, second])
    return results.correct(match=match, report=told, by=by, reason="перепутали", **more)  # type: ignore[arg-type]


def match_at(tournament: Tournament, round: int, slot: int) -> Match:
    progress = progress_of(tournament)
    (table,) = [t for t in progress.state.tables if (t.key.round, t.slot) == (round, slot)]
    match = progress.match(table)
    assert match is not None
    return match


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ([3], "“3” is not a score"),
        ([3, -1], "“3:-1” is not a score"),
        ([True, 1], "is not a score"),
        ([4, 3], "4:3 is more than the 4 deals"),
    ],
)
def test_a_score_that_cannot_be_is_refused(scores: list[int], words: str) -> None:
    tournament, _ = tournament_of(2)
    with pytest.raises(BadInput, match=words):
        read_report(waiting(tournament)[0], scores=scores)


def test_deals_are_counted_into_scores() -> None:
    tournament, organiser = tournament_of(2)
    match = waiting(tournament)[0]
    deals = [{"places": p} for p in ([1, 2], [2, 1], [1, 2], [1, 1])]
    result = results.report(match=match, report=read_report(match, deals=deals), by=organiser)
    assert (result.scores, result.winner) == ([2, 1], 0)
    assert {tuple(line["places"]): line["count"] for line in result.tally} == {
        (1, 2): 2, (2, 1): 1, (1, 1): 1,
    }  # fmt: skip


def test_a_second_report_is_a_conflict_and_changes_nothing() -> None:
    tournament, organiser = tournament_of(3)
    match = waiting(tournament)[0]
    report(match, 3, 1, organiser)
    with pytest.raises(Conflict, match="has a result already"):
        report(match, 1, 3, organiser)
    assert match.results.count() == 1


def test_a_bots_match_is_not_reported_by_hand() -> None:
    tournament, organiser = tournament_of(2, started=False)
    assert tournament.takes_entries
    match = bot_match(house_bot("А"), house_bot("Б"))
    with pytest.raises(Exception, match=r"arbiter|ladder"):
        results.report(match=match, report=read_report(match, scores=[3, 1]), by=organiser)


def test_a_forfeit_needs_no_score() -> None:
    tournament, organiser = tournament_of(2)
    match = waiting(tournament)[0]
    result = results.report(match=match, report=read_report(match, forfeits=[0]), by=organiser)
    assert (result.winner, result.tally) == (1, [])


def test_a_double_forfeit_sends_nobody_on() -> None:
    tournament, organiser = tournament_of(4, format="knockout")
    match = match_at(tournament, 1, 1)
    results.report(match=match, report=read_report(match, forfeits=[0, 1]), by=organiser)
    report(match_at(tournament, 1, 2), 3, 1, organiser)
    assert refreshed(tournament).status == Tournament.Status.FINISHED
    assert bracket_of(tournament).placing[0].entries == (2,)


def test_a_correction_supersedes_and_the_standings_follow() -> None:
    tournament, organiser = tournament_of(3)
    play_all(tournament, organiser)
    match = next(match for match in matches_of(tournament) if set(sides(match)) == {1, 2})
    old = standing_result(match)
    assert old is not None
    flipped = old.scores[::-1]
    result = correct(match, *flipped, organiser)
    assert result.supersedes == old
    assert round_robin_of(tournament).standings[0][0].entry == 2
    assert tournament.acts.latest("number").told["outcome"]["scores"] == flipped


def test_a_preview_says_what_changes_and_changes_nothing() -> None:
    tournament, organiser = tournament_of(3)
    play_all(tournament, organiser)
    match = next(match for match in matches_of(tournament) if set(sides(match)) == {1, 2})
    before = standing_result(match)
    assert before is not None
    told = read_report(match, scores=before.scores[::-1])
    found = results.consequences(match=match, report=told)
    assert found.winner_changes
    changed = {
        line["entry"].starting_rank: (line["before"][0], line["after"][0])
        for line in found.standings
    }
    assert changed == {1: (1, 2), 2: (2, 1)}
    assert match.results.count() == 1
    assert standing_result(match) == before


def test_correcting_a_knockout_voids_and_redraws_what_hung_on_it() -> None:
    tournament, organiser = tournament_of(4, format="knockout")
    play_all(tournament, organiser)
    semi, final = match_at(tournament, 1, 1), match_at(tournament, 2, 1)
    told = read_report(semi, scores=[0, 3])
    found = results.consequences(match=semi, report=told)
    assert (found.voided, found.reopens) == ([final], True)
    correct(semi, 0, 3, organiser)
    final.refresh_from_db()
    again = match_at(tournament, 2, 1)
    assert final.status == Match.Status.VOID
    assert again.pk != final.pk
    assert sides(again) == (4, 2)
    assert refreshed(tournament).status == Tournament.Status.RUNNING
    report(again, 3, 0, organiser)
    assert bracket_of(tournament).placing[0].entries == (4,)
    assert refreshed(tournament).status == Tournament.Status.FINISHED


def test_a_correction_that_keeps_the_winner_keeps_the_bracket() -> None:
    tournament, organiser = tournament_of(4, format="knockout")
    play_all(tournament, organiser)
    final = match_at(tournament, 2, 1)
    correct(match_at(tournament, 1, 1), 2, 0, organiser)
    final.refresh_from_db()
    assert final.status == Match.Status.FINISHED


def test_a_correction_reaches_only_as_far_as_it_must() -> None:
    tournament, organiser = tournament_of(8, format="knockout")
    play_all(tournament, organiser)
    untouched = [match_at(tournament, 1, 3), match_at(tournament, 2, 2)]
    hanging = [match_at(tournament, 2, 1), match_at(tournament, 3, 1)]
    match = match_at(tournament, 1, 2)
    first, _second = standing_result(match).scores  # type: ignore[union-attr]
    correct(match, *((0, 3) if first == 3 else (3, 0)), organiser)
    statuses = {m.pk: Match.objects.get(pk=m.pk).status for m in untouched + hanging}
    assert [statuses[m.pk] for m in untouched] == ["finished", "finished"]
    assert [statuses[m.pk] for m in hanging] == ["void", "void"]


def test_who_looked_at_an_old_result_is_told_so() -> None:
    tournament, organiser = tournament_of(2)
    match = waiting(tournament)[0]
    first = report(match, 3, 1, organiser)
    correct(match, 2, 2, organiser, seen=first.pk)
    with pytest.raises(Conflict, match="corrected meanwhile"):
        correct(match, 1, 3, organiser, seen=first.pk)


def test_a_correction_needs_a_reason_and_a_change() -> None:
    tournament, organiser = tournament_of(2)
    match = waiting(tournament)[0]
    report(match, 3, 1, organiser)
    match.refresh_from_db()
    told = read_report(match, scores=[1, 3])
    with pytest.raises(BadInput, match="Say why"):
        results.correct(match=match, report=told, by=organiser, reason=" ")
    with pytest.raises(Conflict, match="as it stands"):
        correct(match, 3, 1, organiser)


def test_a_voided_match_is_played_again() -> None:
    tournament, organiser = tournament_of(3)
    match = waiting(tournament)[0]
    report(match, 3, 1, organiser)
    match.refresh_from_db()
    again = results.void(match=match, by=organiser, reason="не та колода")
    assert again is not None
    match.refresh_from_db()
    assert match.status == Match.Status.VOID
    assert match.secret != again.secret
    assert [seat.player for seat in again.seats.all()] == [
        seat.player for seat in match.seats.all()
    ]
    assert again.pk in {m.pk for m in waiting(tournament)}


def test_a_voided_double_forfeit_takes_back_the_match_its_walkover_led_to() -> None:
    tournament, organiser = tournament_of(8, format="knockout")
    for slot in (2, 3, 4):
        report(match_at(tournament, 1, slot), 3, 1, organiser)
    nobody = match_at(tournament, 1, 1)
    results.report(match=nobody, report=read_report(nobody, forfeits=[0, 1]), by=organiser)
    report(match_at(tournament, 2, 2), 3, 1, organiser)
    final = match_at(tournament, 3, 1)
    results.void(match=nobody, by=organiser, reason="они пришли")
    final.refresh_from_db()
    assert final.status == Match.Status.VOID
    play_all(tournament, organiser)
    assert refreshed(tournament).status == Tournament.Status.FINISHED
    assert len(matches_of(tournament)) == 7


def test_in_a_tournament_that_was_called_off_nothing_is_played_again() -> None:
    tournament, organiser = tournament_of(3)
    match = waiting(tournament)[0]
    report(match, 3, 1, organiser)
    tournaments.cancel(tournament=tournament, by=organiser, reason="нет зала")
    assert results.void(match=match, by=organiser, reason="счёт был выдуман") is None
    assert not Match.objects.exclude(status=Match.Status.VOID).exists()


def test_a_bots_match_that_we_failed_to_play_is_decided_by_the_arbiter() -> None:
    tournament, organiser = tournament_of(0, started=False)
    for name in ("Осип", "Вера"):
        entries.register(tournament=tournament, player=house_bot(name).player, by=organiser)
    tournaments.start(tournament=tournament, by=organiser)
    match = waiting(tournament)[0]
    with pytest.raises(Conflict, match="not waiting for a result"):
        report(match, 3, 1, organiser)
    Match.objects.filter(pk=match.pk).update(parked_at=match.created_at)
    report(match, 3, 1, organiser)
    match.refresh_from_db()
    assert (match.status, match.parked_at) == (Match.Status.FINISHED, None)
    assert refreshed(tournament).status == Tournament.Status.FINISHED
