"""A match is claimed by one worker at a time, and only the holder of the claim writes."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, transaction
from django.utils import timezone

from bots.reading import BadReport
from bots.reference import make
from bots.reports import DealReport, MatchReport
from bots.runner.match import play_match
from bots.runner.players import InProcessPlayer
from league.errors import Conflict, NotAllowed
from league.models import Attempt, Deal, Match, Result, Waits
from league.services import attempts, results
from league.services.attempts import LostClaim
from tests.factories import LadderFactory, RulesetFactory, UserFactory, bot_match, house_bot

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def match() -> Match:
    return bot_match(house_bot("Первый"), house_bot("Второй", "lowest"))


def claimed(match: Match) -> Attempt:
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    return attempt


def reports(attempt: Attempt) -> Iterator[DealReport | MatchReport]:
    spec = attempts.spec(attempt)
    players = [
        InProcessPlayer(partial(make, seat.version.program, seat.version.settings))
        for seat in attempt.match.seats.select_related("version")
        if seat.version
    ]
    yield from play_match(spec, players)


def play(attempt: Attempt, *, deals: int | None = None) -> None:
    """Play the match, or its next *deals* deals and leave it then."""
    for report in reports(attempt):
        if isinstance(report, MatchReport):
            attempts.finish(attempt, report)
        else:
            attempts.store_deal(attempt, report)
            if deals is not None and report.number + 1 == deals:
                return


def let_the_lease_run_out(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_queued_match_is_claimed_once(match: Match) -> None:
    assert claimed(match).number == 1
    assert attempts.claim(match_id=match.pk, worker="other") is None


def test_a_planned_match_is_not_claimed() -> None:
    planned = bot_match(house_bot("А"), house_bot("Б"), queued=False)
    assert attempts.claim(match_id=planned.pk, worker="test") is None


def test_playing_stores_every_deal_and_one_result(match: Match) -> None:
    play(claimed(match))
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert [deal.number for deal in match.deals.all()] == [0, 1, 2, 3]
    result = match.results.get()
    won = [sum(deal.places[seat] == 1 for deal in match.deals.all()) for seat in (0, 1)]
    drawn = sum(deal.places == [1, 1] for deal in match.deals.all())
    assert result.scores == [won[0] - drawn, won[1] - drawn]
    assert sum(line["count"] for line in result.tally) == 4
    assert match.attempts.get().exit == Attempt.Exit.FINISHED


def test_a_match_goes_on_where_a_dead_worker_left_it(match: Match) -> None:
    play(claimed(match), deals=2)
    before = list(match.deals.values_list("number", "record"))
    let_the_lease_run_out(match)
    second = claimed(match)
    play(second)
    after = list(match.deals.values_list("number", "record"))
    assert after[:2] == before
    assert len(after) == 4
    assert [attempt.exit for attempt in match.attempts.all()] == ["interrupted", "finished"]


def test_a_match_whose_worker_died_after_the_last_deal_gets_its_result(match: Match) -> None:
    play(claimed(match), deals=4)
    let_the_lease_run_out(match)
    play(claimed(match))
    assert match.results.get().scores is not None
    assert match.deals.count() == 4


def test_the_same_match_is_played_the_same_again(match: Match) -> None:
    first = claimed(match)
    once = [r.record for r in reports(first) if isinstance(r, DealReport)]
    again = [r.record for r in reports(first) if isinstance(r, DealReport)]
    assert once == again


def test_a_late_worker_writes_nothing(match: Match) -> None:
    late = claimed(match)
    stale = list(reports(late))
    let_the_lease_run_out(match)
    play(claimed(match))
    results, deals = Result.objects.count(), Deal.objects.count()
    with pytest.raises(LostClaim):
        attempts.renew(late)
    with pytest.raises((LostClaim, BadReport)):
        attempts.store_deal(late, stale[0])  # type: ignore[arg-type]
    with pytest.raises(LostClaim):
        attempts.finish(late, stale[-1])  # type: ignore[arg-type]
    attempts.interrupt(late, detail="too late")
    attempts.fail(late, detail="too late")
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert (Result.objects.count(), Deal.objects.count()) == (results, deals)


def test_the_database_refuses_a_second_first_result(match: Match) -> None:
    play(claimed(match))
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(match=match, scores=[4, 0])


def test_a_deal_that_does_not_replay_is_not_stored(match: Match) -> None:
    attempt = claimed(match)
    report = next(reports(attempt))
    assert isinstance(report, DealReport)
    report.record["deck"][0], report.record["deck"][1] = (
        report.record["deck"][1],
        report.record["deck"][0],
    )
    with pytest.raises(BadReport, match="deal 0 does not replay"):
        attempts.store_deal(attempt, report)
    assert not match.deals.exists()


def test_a_deal_of_another_match_is_not_stored(match: Match) -> None:
    other = bot_match(house_bot("Третий"), house_bot("Четвёртый"))
    foreign = next(reports(claimed(other)))
    assert isinstance(foreign, DealReport)
    with pytest.raises(BadReport):
        attempts.store_deal(claimed(match), foreign)


@pytest.mark.parametrize(
    ("field", "value"), [("places", (2, 2)), ("points", (0, 5)), ("number", 3), ("awarded", {})]
)
def test_a_deal_reported_otherwise_than_recorded_is_not_stored(
    match: Match, field: str, value: object
) -> None:
    attempt = claimed(match)
    report = next(reports(attempt))
    assert isinstance(report, DealReport)
    with pytest.raises(BadReport, match="otherwise than it is recorded"):
        attempts.store_deal(attempt, replace(report, **{field: value}))
    assert not match.deals.exists()


def test_scores_that_the_deals_do_not_give_are_refused(match: Match) -> None:
    attempt = claimed(match)
    *deals, report = reports(attempt)
    for deal in deals:
        assert isinstance(deal, DealReport)
        attempts.store_deal(attempt, deal)
    assert isinstance(report, MatchReport)
    object.__setattr__(report, "scores", (9, 9))
    with pytest.raises(BadReport, match="otherwise than its deals say"):
        attempts.finish(attempt, report)
    assert not match.results.exists()


def test_an_interrupted_attempt_is_free_and_the_match_is_queued_again(match: Match) -> None:
    attempts.interrupt(claimed(match), detail="the runner went away")
    match.refresh_from_db()
    assert match.status == Match.Status.QUEUED
    assert (match.waiting_for, match.waiting_detail) == ("broken_off", "the runner went away")
    assert match.parked_at is None


def test_failures_of_ours_park_a_match_in_the_end(match: Match, settings: LazySettings) -> None:
    settings.LEAGUE_MAX_ATTEMPTS = 2
    attempts.fail(claimed(match), detail="first")
    match.refresh_from_db()
    assert (match.status, match.parked_at) == (Match.Status.QUEUED, None)
    attempts.fail(claimed(match), detail="second")
    match.refresh_from_db()
    assert match.parked_at is not None
    assert attempts.claim(match_id=match.pk, worker="test") is None
    with pytest.raises(NotAllowed):
        attempts.release(match=match, by=UserFactory.create())
    attempts.release(match=match, by=UserFactory.create(is_staff=True))
    play(claimed(match))


def test_a_voided_match_loses_its_worker(match: Match) -> None:
    attempt = claimed(match)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    with pytest.raises(LostClaim):
        attempts.renew(attempt)


def test_a_runner_without_room_costs_the_match_no_attempt(match: Match) -> None:
    for _ in range(attempts.MAX_INTERRUPTIONS + 1):
        detail = "busy: no room within 60 s"
        attempts.put_off(claimed(match), reason=Waits.BUSY, detail=detail)
    match.refresh_from_db()
    assert (match.status, match.parked_at) == (Match.Status.QUEUED, None)
    assert (match.waiting_for, match.waiting_detail) == ("busy", detail)
    assert not match.attempts.exists()


def test_a_match_parked_for_lost_workers_can_be_released(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "MAX_INTERRUPTIONS", 1)
    claimed(match)
    let_the_lease_run_out(match)
    assert attempts.claim(match_id=match.pk, worker="test") is None
    match.refresh_from_db()
    assert match.parked_at is not None
    attempts.release(match=match, by=UserFactory.create(is_staff=True))
    play(claimed(match))
    assert match.results.count() == 1


def test_a_parked_match_that_was_struck_out_is_not_released(
    match: Match, settings: LazySettings
) -> None:
    settings.LEAGUE_MAX_ATTEMPTS = 1
    attempts.fail(claimed(match), detail="ours")
    staff = UserFactory.create(is_staff=True)
    results.void(match=match, by=staff, reason="не играется")
    match.refresh_from_db()
    assert (match.status, match.parked_at) == (Match.Status.VOID, None)
    with pytest.raises(Conflict):
        attempts.release(match=match, by=staff)


def test_a_mirrored_match_is_stored_leg_by_leg_for_who_plays_not_where_he_sits() -> None:
    ruleset = RulesetFactory.create(length={"kind": "deals", "count": 3, "mirrored": True})
    house = house_bot("Первый"), house_bot("Второй", "lowest")
    match = bot_match(*house, ladder=LadderFactory.create(ruleset=ruleset))
    play(claimed(match), deals=2)
    let_the_lease_run_out(match)
    play(claimed(match))
    deals = list(match.deals.all())
    assert [deal.number for deal in deals] == list(range(6))
    assert [(deal.record["leg"], deal.record["deal"]) for deal in deals] == [
        (leg, number) for leg in (0, 1) for number in (0, 1, 2)
    ]
    assert [deal.places for deal in deals[3:]] == [
        deal.outcome["places"][::-1] for deal in deals[3:]
    ]
    won = [sum(deal.places[seat] < deal.places[1 - seat] for deal in deals) for seat in (0, 1)]
    result = match.results.get()
    assert result.scores == won
    assert sum(line["count"] for line in result.tally) == 6


def test_a_deal_of_another_leg_than_the_one_owed_is_refused() -> None:
    ruleset = RulesetFactory.create(length={"kind": "deals", "count": 1, "mirrored": True})
    house = house_bot("Первый"), house_bot("Второй", "lowest")
    match = bot_match(*house, ladder=LadderFactory.create(ruleset=ruleset))
    attempt = claimed(match)
    _first, second = (r for r in reports(attempt) if isinstance(r, DealReport))
    with pytest.raises(BadReport, match="another match"):
        attempts.store_deal(attempt, second)


def test_a_deal_that_a_wrong_seat_dealt_is_found_at_the_end(match: Match) -> None:
    attempt = claimed(match)
    *deals, whole = reports(attempt)
    assert isinstance(whole, MatchReport)
    for deal in deals:
        assert isinstance(deal, DealReport)
        attempts.store_deal(attempt, deal)
    last = match.deals.last()
    assert last is not None
    Deal.objects.filter(pk=last.pk).update(
        record={**last.record, "dealer": 1 - last.record["dealer"]}
    )
    with pytest.raises(BadReport, match="was not to deal"):
        attempts.finish(attempt, whole)
