"""The ladder draws by need and nearness, at its pace, and never two at once."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.conf import LazySettings
from django.utils import timezone

from league.errors import Conflict, NotAllowed
from league.models import Ladder, LadderEntry, Match
from league.services import bots, ladders
from tests.factories import UserFactory, house_bot, ladder_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def ladder(settings: LazySettings) -> Ladder:
    settings.LEAGUE_PACE_SECONDS = 0
    return ladder_of(*(house_bot(f"Бот {n}") for n in range(4)))


def draw(ladder: Ladder, seed: int = 1) -> Match | None:
    return ladders.draw(ladder=ladder, rng=Random(seed))


def test_a_drawn_match_is_queued_with_the_current_versions(ladder: Ladder) -> None:
    match = draw(ladder)
    assert match is not None
    match.refresh_from_db()
    assert match.status == Match.Status.QUEUED
    for seat in match.seats.all():
        assert seat.version == seat.player.bot.current_version  # type: ignore[union-attr]


def test_nobody_falls_behind(ladder: Ladder) -> None:
    seats: Counter[int] = Counter()
    for seed in range(12):
        match = draw(ladder, seed)
        assert match is not None
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        seats.update(seat.player_id for seat in match.seats.all())
    assert len(seats) == 4
    assert max(seats.values()) - min(seats.values()) <= 2


def test_those_who_met_of_late_are_spread(ladder: Ladder) -> None:
    pairs = set()
    for seed in range(2):
        match = draw(ladder, seed)
        assert match is not None
        pairs.add(frozenset(seat.player_id for seat in match.seats.all()))
    assert len(pairs) == 2


def test_only_so_many_matches_are_open_at_a_time(ladder: Ladder) -> None:
    drawn = [draw(ladder, seed) for seed in range(ladders.MOST_OPEN + 2)]
    assert sum(match is not None for match in drawn) == ladders.MOST_OPEN


def test_the_pace_is_kept(ladder: Ladder, settings: LazySettings) -> None:
    settings.LEAGUE_PACE_SECONDS = 60
    assert draw(ladder) is not None
    assert draw(ladder) is None
    Ladder.objects.update(paced_at=timezone.now() - timedelta(seconds=61))
    assert draw(ladder) is not None


def test_one_bot_plays_nobody() -> None:
    assert draw(ladder_of(house_bot("Один"))) is None


def test_who_left_is_not_drawn_and_may_come_back(ladder: Ladder) -> None:
    author = UserFactory.create()
    bot = house_bot("Свой")
    bot.owner = author
    bot.save()
    ladders.enrol(ladder=ladder, bot=bot, by=author)
    ladders.leave(ladder=ladder, bot=bot, by=author)
    assert not LadderEntry.objects.get(ladder=ladder, bot=bot).is_active
    ladders.enrol(ladder=ladder, bot=bot, by=author)
    assert LadderEntry.objects.get(ladder=ladder, bot=bot).is_active


def test_only_the_author_enrols_a_bot_and_only_with_a_version(ladder: Ladder) -> None:
    author = UserFactory.create()
    bot = bots.create(name="Новый", owner=author)
    with pytest.raises(NotAllowed):
        ladders.enrol(ladder=ladder, bot=bot, by=UserFactory.create())
    with pytest.raises(Conflict, match="no accepted version"):
        ladders.enrol(ladder=ladder, bot=bot, by=author)
