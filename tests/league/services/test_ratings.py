"""Ratings are recomputed from the results that stand."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.utils import timezone

from league.models import Bot, Match, RatingRun, Result
from league.selectors import leaderboards
from league.services import ratings
from tests.factories import LadderFactory, RulesetFactory, bot_match, house_bot, ladder_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

POOL = "podkidnoy-2-single"


def finished(first: Bot, second: Bot, won: int, lost: int, **more: object) -> Match:
    match = bot_match(first, second, **more)
    tally = [{"places": [1, 2], "count": won}, {"places": [2, 1], "count": lost}]
    Result.objects.create(
        match=match,
        scores=[won, lost],
        winner=None if won == lost else int(lost > won),
        tally=[line for line in tally if line["count"]],
    )
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now())
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


def test_a_voided_match_and_a_superseded_result_do_not_count() -> None:
    first, second = house_bot("А", "cautious"), house_bot("Б")
    kept, voided = finished(first, second, 6, 4), finished(first, second, 0, 10)
    before = finished(first, second, 0, 10).results.get()
    alone = [{"places": [1, 2], "count": 6}, {"places": [2, 1], "count": 4}]
    Result.objects.create(match=before.match, scores=[6, 4], tally=alone, supersedes=before)
    Match.objects.filter(pk=voided.pk).update(status="void")
    assert {result.match_id for result in ratings.accepted(POOL)} == {kept.pk, before.match_id}
    run = ratings.refit(POOL)
    assert run is not None
    assert run.deals == 20
    line = run.ratings.get(player=first.player)
    assert (line.matches, line.deals, line.won) == (2, 20, 12)


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
