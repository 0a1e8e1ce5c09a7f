"""The ladder draws by need and nearness, at its pace, and never two at once."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.conf import LazySettings
from django.utils import timezone, translation

from league.errors import BadInput, Conflict, NotAllowed
from league.models import Bot, BotVersion, Bundle, Ladder, LadderEntry, Match, User
from league.services import bots, ladders
from tests.factories import RulesetFactory, UserFactory, house_bot, ladder_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def ladder(settings: LazySettings) -> Ladder:
    settings.LEAGUE_PACE_SECONDS = 0
    return ladder_of(*(house_bot(f"Бот {n}") for n in range(4)))


def draw(ladder: Ladder, seed: int = 1) -> Match | None:
    return ladders.draw(ladder=ladder, rng=Random(seed))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "In Drunkard nobody decides anything: the cards alone say who wins. It can be played "
            "at tables and in tournaments, but it has no ladder and no ratings.",
        ),
        (
            "ru",
            "Пьяница: здесь никто ничего не решает, победителя определяют одни карты. Играть можно "
            "за столами и в турнирах, но лестницы и рейтинга у этой игры нет.",
        ),
    ],
)
def test_a_game_without_decisions_gets_no_ladder(language: str, told: str) -> None:
    ruleset = RulesetFactory.create(game="drunkard")
    with translation.override(language), pytest.raises(BadInput) as refusal:
        ladders.create(name="Лестница пьяниц", ruleset=ruleset)
    assert (refusal.value.field, str(refusal.value)) == ("ruleset", told)
    assert not Ladder.objects.exists()


def test_a_ladder_is_made_for_a_game_with_decisions() -> None:
    made = ladders.create(name="Британская", ruleset=RulesetFactory.create(game="british"))
    assert (made.is_open, made.takes_new_bots, made.slug) == (True, True, "britanskaya")


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


def test_without_a_runner_no_more_matches_are_drawn_than_with_one(ladder: Ladder) -> None:
    for seed in range(ladders.MOST_OPEN + 2):
        draw(ladder, seed)
        Match.objects.update(waiting_for="The match runner is not running.")
    assert ladder.matches.count() == ladders.MOST_OPEN


def test_a_stranger_waits_for_a_sandbox_in_one_match_and_the_house_plays_on(
    ladder: Ladder,
) -> None:
    stranger = uploaded("Чужой")
    LadderEntry.objects.create(ladder=ladder, bot=stranger)
    for seed in range(12):
        match = draw(ladder, seed)
        assert match is not None
        if match.seats.filter(version__bundle__isnull=False).exists():
            Match.objects.filter(pk=match.pk).update(waiting_for="no sandbox")
        else:
            Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert ladder.matches.filter(seats__player=stranger.player).count() == 1


def uploaded(name: str) -> Bot:
    """A bot with an accepted upload."""
    bot = bots.create(name=name, owner=UserFactory.create())
    bundle = Bundle.objects.create(sha256="0" * 64, filename="bot.py", data=b"pass", size=4)
    bot.current_version = BotVersion.objects.create(bot=bot, number=1, bundle=bundle)
    bot.save()
    return bot


def test_the_pace_is_kept(ladder: Ladder, settings: LazySettings) -> None:
    settings.LEAGUE_PACE_SECONDS = 60
    assert draw(ladder) is not None
    assert draw(ladder) is None
    Ladder.objects.update(paced_at=timezone.now() - timedelta(seconds=61))
    assert draw(ladder) is not None


def test_one_bot_plays_nobody() -> None:
    assert draw(ladder_of(house_bot("Один"))) is None


def owned(name: str, author: User) -> Bot:
    bot = house_bot(name)
    bot.owner = author
    bot.save()
    return bot


def test_two_bots_of_one_author_never_meet(settings: LazySettings) -> None:
    settings.LEAGUE_PACE_SECONDS = 0
    author, other = UserFactory.create(), UserFactory.create()
    ladder = ladder_of(
        owned("Первый", author), owned("Второй", author), owned("Чужой", other), house_bot("Дом")
    )
    for seed in range(12):
        match = draw(ladder, seed)
        assert match is not None
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        owners = [seat.player.bot.owner_id for seat in match.seats.all()]  # type: ignore[union-attr]
        assert owners.count(author.pk) < 2


def test_with_bots_of_one_author_alone_there_is_no_match(settings: LazySettings) -> None:
    settings.LEAGUE_PACE_SECONDS = 0
    author = UserFactory.create()
    assert draw(ladder_of(owned("Первый", author), owned("Второй", author))) is None


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
