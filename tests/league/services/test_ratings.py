"""Ratings are recomputed from the results that stand."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.utils import timezone

from league.models import Bot, Match, RatingRun, Result, User
from league.selectors import leaderboards
from league.services import entries, matches, ratings, results, tournaments
from league.services.match_reports import read_report
from tests.factories import (
    LadderFactory,
    PersonFactory,
    RulesetFactory,
    UserFactory,
    bot_match,
    house_bot,
    ladder_of,
    played,
    tournament_of,
    uploaded,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]

POOL = "podkidnoy-2-single"


def finished(first: Bot, second: Bot, won: int, lost: int, **more: object) -> Match:
    match = bot_match(first, second, **more)
    played(match, won, lost)
    return match


def values(run: RatingRun | None) -> dict[str, float]:
    assert run is not None
    return {line.player.name: line.value for line in run.ratings.select_related("player")}


def test_the_anchor_reads_1500_and_who_wins_stands_above() -> None:
    anchor, strong, weak = house_bot("Якорь", "cautious"), house_bot("Сильный"), house_bot("Слабый")
    finished(strong, anchor, 8, 2)
    finished(weak, anchor, 1, 9)
    found = values(ratings.refit(POOL))
    assert found["Якорь"] == pytest.approx(1500)
    assert found["Сильный"] > 1600 > 1400 > found["Слабый"]


def test_a_game_without_decisions_is_not_rated() -> None:
    ruleset = RulesetFactory.create(game="drunkard")
    finished(house_bot("А"), house_bot("Б"), 6, 4, ladder=LadderFactory.create(ruleset=ruleset))
    assert ruleset.pool == ""
    assert ratings.pools() == []
    assert ratings.refit("drunkard-2-single") is None


def test_a_voided_match_does_not_count() -> None:
    first, second = house_bot("А", "cautious"), house_bot("Б")
    kept, voided = finished(first, second, 6, 4), finished(first, second, 0, 10)
    Match.objects.filter(pk=voided.pk).update(status="void")
    assert [result.match_id for result in ratings.accepted(POOL)] == [kept.pk]
    run = ratings.refit(POOL)
    assert run is not None
    assert run.deals == 10
    line = run.ratings.get(player=first.player)
    assert (line.matches, line.deals, line.won) == (1, 10, 6)


def entered(*bots: Bot, people: int = 0) -> tuple[Match, User]:
    """The one match of a tournament that an officer of a club holds."""
    tournament, organiser = tournament_of(people, started=False)
    for bot in bots:
        entries.register(tournament=tournament, player=bot.player, by=organiser)
    tournaments.start(tournament=tournament, by=organiser)
    return Match.objects.get(round__stage__tournament=tournament), organiser


def reported(match: Match, by: User, scores: tuple[int, int]) -> Result:
    report = read_report(match, scores=scores)
    return results.report(match=match, report=report, by=by)


def test_what_people_play_counts_as_it_was_corrected_last() -> None:
    match, organiser = entered(people=2)
    reported(match, organiser, (0, 4))
    corrected = results.correct(
        match=match,
        report=read_report(match, scores=(3, 1)),
        by=organiser,
        reason="misread",
    )
    assert ratings.accepted(POOL) == [corrected]


def test_no_tournament_rates_a_bot_even_if_it_was_played() -> None:
    """Anybody may found a club, enter whom he likes and strike out what he does not like."""
    match, _organiser = entered(house_bot("А"), house_bot("Б"))
    played(match, 4, 0)
    assert not match.is_rated
    assert ratings.accepted(POOL) == []


def test_a_result_by_hand_rates_no_bot_and_nobody_who_met_one() -> None:
    match, organiser = entered(house_bot("А"), people=1)
    reported(match, organiser, (4, 0))
    assert ratings.accepted(POOL) == []
    # However it came to be marked as rated.
    Match.objects.update(is_rated=True)
    assert ratings.accepted(POOL) == []


def test_a_ladders_result_counts_only_as_it_was_played() -> None:
    match = finished(house_bot("А"), house_bot("Б"), 1, 3)
    before = match.results.get()
    assert ratings.accepted(POOL) == [before]
    tally = [{"places": [1, 2], "count": 4}]
    match.results.update(stands=False)
    Result.objects.create(match=match, scores=[4, 0], tally=tally, supersedes=before)
    assert ratings.accepted(POOL) == []


def test_bots_of_one_author_are_not_rated_by_each_other() -> None:
    one, other = uploaded("Мой", b"# one"), uploaded("Второй", b"# other")
    Bot.objects.filter(pk=other.pk).update(owner=one.owner)
    one, other = Bot.objects.get(pk=one.pk), Bot.objects.get(pk=other.pk)
    match = finished(one, other, 4, 0)
    assert not match.is_rated
    assert ratings.accepted(POOL) == []
    assert finished(uploaded("Третий", b"# third"), one, 4, 0).is_rated
    assert finished(house_bot("А"), house_bot("Б"), 4, 0).is_rated


def test_no_author_is_rated_by_his_own_bot() -> None:
    bot = uploaded("Мой", b"# mine")
    author = PersonFactory.create(user=bot.owner)
    ladder = LadderFactory.create()
    for at in (None, ladder):
        match = matches.plan(
            ruleset=ladder.ruleset,
            ladder=at,
            sittings=[
                matches.Sitting(author),
                matches.Sitting(bot.player, version=bot.current_version),
            ],
        )
        assert not match.is_rated


def test_a_pool_in_which_nothing_counts_any_more_rates_nobody(settings: LazySettings) -> None:
    settings.LEAGUE_RATING_SECONDS = 0
    match = finished(house_bot("А"), house_bot("Б"), 4, 0)
    assert ratings.refresh()[0].ratings.count() == 2
    Match.objects.filter(pk=match.pk).update(status="void", finished_at=timezone.now())
    (run,) = ratings.refresh()
    assert (run.deals, run.ratings.count()) == (0, 0)
    assert ratings.refresh() == []


def test_what_is_not_rated_lets_no_pool_be_fitted_anew(settings: LazySettings) -> None:
    settings.LEAGUE_RATING_SECONDS = 0
    first, second = house_bot("А", "cautious"), house_bot("Б")
    ladder = finished(first, second, 6, 4).ladder
    assert ladder is not None
    ratings.refresh()
    challenge = matches.plan(
        ruleset=ladder.ruleset,
        sittings=[matches.Sitting(bot.player, bot.current_version) for bot in (first, second)],
        challenged_by=UserFactory.create(),
    )
    played(challenge, 4, 0)
    assert ratings.refresh() == []
    Match.objects.filter(pk=challenge.pk).update(status="void", finished_at=timezone.now())
    assert ratings.refresh() == []
    never_played = bot_match(first, second, ladder=ladder)
    Match.objects.filter(pk=never_played.pk).update(status="void", finished_at=timezone.now())
    assert ratings.refresh() == []


def test_nothing_is_fitted_where_nothing_has_changed(settings: LazySettings) -> None:
    settings.LEAGUE_RATING_SECONDS = 0
    first, second = house_bot("А", "cautious"), house_bot("Б")
    match = finished(first, second, 6, 4)
    assert len(ratings.refresh()) == 1
    assert ratings.refresh() == []
    finished(first, second, 6, 4, ladder=match.ladder)
    assert len(ratings.refresh()) == 1
    Match.objects.filter(pk=match.pk).update(
        status="void", finished_at=timezone.now() + timedelta(seconds=1)
    )
    assert len(ratings.refresh()) == 1


def test_a_fit_that_takes_long_is_not_made_often(settings: LazySettings) -> None:
    settings.LEAGUE_RATING_SECONDS = 0
    first, second = house_bot("А", "cautious"), house_bot("Б")
    match = finished(first, second, 6, 4)
    (run,) = ratings.refresh()
    run.parameters["seconds"] = 20
    run.save()
    finished(first, second, 6, 4, ladder=match.ladder)
    assert ratings.refresh() == []
    run.created_at -= timedelta(seconds=20 * (ratings.REST + 1))
    run.save()
    assert len(ratings.refresh()) == 1


def test_a_pool_is_fitted_by_one_worker_at_a_time(settings: LazySettings) -> None:
    settings.LEAGUE_RATING_SECONDS = 0
    finished(house_bot("А", "cautious"), house_bot("Б"), 6, 4)
    cache.add(f"refit:{POOL}", True)
    assert ratings.refresh() == []
    cache.delete(f"refit:{POOL}")
    assert len(ratings.refresh()) == 1
    assert cache.get(f"refit:{POOL}") is None


def test_a_match_voided_while_the_pool_is_fitted_makes_it_due_again(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LEAGUE_RATING_SECONDS = 0
    first, second = house_bot("А", "cautious"), house_bot("Б")
    match = finished(first, second, 6, 4)
    finished(first, second, 4, 6, ladder=match.ladder)
    fit = ratings.fit

    def meanwhile_voided(*args: Any, **kwargs: Any) -> Any:
        Match.objects.filter(pk=match.pk).update(status="void", finished_at=timezone.now())
        return fit(*args, **kwargs)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(ratings, "fit", meanwhile_voided)
        assert ratings.refresh()[0].deals == 20
    assert ratings.refresh()[0].deals == 10


def test_options_make_a_ruleset_unrated() -> None:
    first, second = house_bot("А"), house_bot("Б")
    ladder = ladder_of(first, second)
    ladder.ruleset.options = {"throwers": "none"}
    ladder.ruleset.save()
    finished(first, second, 6, 4, ladder=ladder)
    assert ratings.refit(POOL) is None


def test_people_and_bots_are_ranked_apart() -> None:
    """Whatever a club reports of its people, no bot of others stands below them for it."""
    finished(house_bot("А", "cautious"), house_bot("Б"), 6, 4)
    match, organiser = entered(people=2)
    reported(match, organiser, (4, 0))
    ratings.refit(POOL)
    rows = [(row.rank, row.player.name) for row in leaderboards.pool_rows(POOL)]
    assert rows[:2] == [(1, "А"), (2, "Б")]
    assert [rank for rank, _name in rows[2:]] == [1, 2]
    assert [row.rank for row in leaderboards.pool_rows(POOL, kind="person")] == [1, 2]


def test_a_ladders_table_lists_the_unrated_last() -> None:
    first, second, new = house_bot("А", "cautious"), house_bot("Б"), house_bot("Новый")
    ladder = ladder_of(first, second, new)
    finished(second, first, 8, 2, ladder=ladder)
    ratings.refit(POOL)
    rows = leaderboards.ladder_rows(ladder)
    assert [(row.rank, row.player.name) for row in rows] == [(1, "Б"), (2, "А"), (None, "Новый")]


def test_old_runs_are_thinned_to_one_an_hour() -> None:
    first, second = house_bot("А", "cautious"), house_bot("Б")
    finished(first, second, 6, 4)
    runs = [ratings.refit(POOL) for _ in range(4)]
    old = timezone.now().replace(minute=10) - timedelta(hours=5)
    for run in runs[:3]:
        RatingRun.objects.filter(pk=run.pk).update(created_at=old)  # type: ignore[union-attr]
    assert ratings.thin_out() == 2
    assert set(RatingRun.objects.all()) == {runs[2], runs[3]}
