"""Challenges: unrated matches an author asks for, within bounds, behind the rated ones."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.series import Length
from league.errors import BadInput, Conflict, LeagueError, NotAllowed
from league.models import AuditEntry, Bot, Ladder, Match, Ruleset, User
from league.pages.bots import opponents
from league.selectors import leaderboards, matrix
from league.selectors.matches import not_begun
from league.selectors.terms import length_of
from league.services import attempts, bots, challenges, matches, ratings
from league.services import rulesets as ruleset_services
from league.tasks.scheduled import tick
from tests.factories import (
    RulesetFactory,
    UserFactory,
    bot_match,
    house_bot,
    ladder_of,
    uploaded,
)
from tests.league.pages.conftest import play

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def _no_ladder_matches(settings: LazySettings) -> None:
    settings.LEAGUE_PACE_SECONDS = 3600


@pytest.fixture
def author() -> User:
    return UserFactory.create()


@pytest.fixture
def mine(author: User) -> Bot:
    """The author's bot; it plays a program of the house, so that a test can play it through."""
    bot = bots.create(name="Мой", owner=author)
    bots.house_version(bot=bot, program="cautious", program_settings={})
    return bot


@pytest.fixture
def ladder() -> Ladder:
    return ladder_of(house_bot("Дом"))


@pytest.fixture
def rival(ladder: Ladder) -> Bot:
    return ladder.entries.get().bot


def challenge(
    mine: Bot, rival: Bot, ruleset: Ruleset, *, by: User | None = None, **terms: Any
) -> Match:
    assert mine.owner is not None
    return challenges.challenge(
        challenger=mine,
        opponent=rival,
        ruleset=ruleset,
        by=by or mine.owner,
        **{"deals": 4, **terms},
    )


def test_a_challenge_is_queued_with_the_current_versions_and_not_rated(
    mine: Bot, rival: Bot, ladder: Ladder
) -> None:
    match = challenge(mine, rival, ladder.ruleset)
    assert (match.status, match.is_rated) == (Match.Status.QUEUED, False)
    assert (match.challenged_by, match.ladder, match.round) == (mine.owner, None, None)
    assert [seat.version for seat in match.seats.all()] == [
        mine.current_version, rival.current_version,
    ]  # fmt: skip
    assert match.ruleset == ladder.ruleset


def test_it_counts_in_no_rating_table_matrix_or_record(
    mine: Bot, rival: Bot, ladder: Ladder
) -> None:
    ladder.entries.create(bot=mine)
    pool = ladder.ruleset.pool
    play(bot_match(mine, rival, ladder=ladder))
    ratings.refit(pool)

    def told() -> list[object]:
        cache.clear()
        rows = leaderboards.ladder_rows(ladder) + leaderboards.pool_rows(pool)
        numbers = [(r.rank, r.bot, r.rating, r.interval, r.deals, r.matches, r.won) for r in rows]
        return [numbers, matrix.head_to_head("podkidnoy", 2, "single"), opponents(mine)]

    before, results = told(), len(ratings.accepted(pool))
    match = challenge(mine, rival, ladder.ruleset, deals=4)
    play(match)
    match.refresh_from_db()
    assert (match.status, match.deals.count()) == (Match.Status.FINISHED, 4)
    assert len(ratings.accepted(pool)) == results
    ratings.refit(pool)
    assert told() == before


def test_the_database_knows_no_rated_challenge(mine: Bot, rival: Bot, ladder: Ladder) -> None:
    match = challenge(mine, rival, ladder.ruleset)
    for wrong in ({"is_rated": True}, {"ladder": ladder}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.filter(pk=match.pk).update(**wrong)


@pytest.mark.parametrize("deals", [2, 200])
def test_a_challenge_has_as_many_deals_as_are_asked_for(
    mine: Bot, rival: Bot, ladder: Ladder, deals: int
) -> None:
    match = challenge(mine, rival, ladder.ruleset, deals=deals)
    assert length_of(match) == Length("deals", deals)
    assert match.ruleset.deals == deals
    assert match.ruleset.made_from == ladder.ruleset
    assert (match.ruleset.game, match.ruleset.options) == ("podkidnoy", {})


def test_mirrored_it_plays_the_same_cards_from_both_seats(
    mine: Bot, rival: Bot, ladder: Ladder
) -> None:
    match = challenge(mine, rival, ladder.ruleset, deals=6, mirrored=True)
    assert length_of(match) == Length("deals", 3, mirrored=True)
    assert match.ruleset.deals == 6
    play(match)
    decks = [deal.record["deck"] for deal in match.deals.all()]
    assert len(decks) == 6
    assert decks[:3] == decks[3:]
    assert match.results.get().scores


def test_the_same_terms_are_one_ruleset_that_is_not_offered(
    mine: Bot, rival: Bot, ladder: Ladder, settings: LazySettings
) -> None:
    settings.LEAGUE_CHALLENGES_OPEN = 5
    first = challenge(mine, rival, ladder.ruleset, deals=10)
    assert challenge(mine, rival, ladder.ruleset, deals=10).ruleset == first.ruleset
    assert challenge(mine, rival, ladder.ruleset, deals=10, mirrored=True).ruleset != first.ruleset
    offered = challenges.rows.rulesets()
    assert list(offered) == [ladder.ruleset]


def test_the_ladders_rulesets_are_offered_first(ladder: Ladder) -> None:
    other = RulesetFactory.create(name="A first by name")
    RulesetFactory.create(seats=4)
    assert list(challenges.rows.rulesets()) == [ladder.ruleset, other]


def test_options_and_scoring_of_the_ruleset_are_kept(mine: Bot, rival: Bot) -> None:
    base = ruleset_services.create(name="Club", options={"deck_size": 52}, deals=6)
    Ruleset.objects.filter(pk=base.pk).update(
        length=Length("deals", 6, dealing="in_turn").to_json()
    )
    base.refresh_from_db()
    match = challenge(mine, rival, base, deals=8, mirrored=True)
    assert match.ruleset.options == base.options
    assert length_of(match) == Length("deals", 4, mirrored=True, dealing="in_turn")


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"deals": 1}, "deals"),
        ({"deals": 201}, "deals"),
        ({"deals": 7, "mirrored": True}, "deals"),
    ],
)
def test_deals_out_of_bounds_are_refused_at_their_field(
    mine: Bot, rival: Bot, ladder: Ladder, terms: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadInput) as refusal:
        challenge(mine, rival, ladder.ruleset, **terms)
    assert refusal.value.field == field
    assert not Match.objects.exists()


def test_a_ruleset_for_more_or_one_that_moves_the_seats_itself_is_refused(
    mine: Bot, rival: Bot
) -> None:
    with pytest.raises(BadInput, match="by two"):
        challenge(mine, rival, RulesetFactory.create(seats=4))
    moving = Length("deals", 4, seating="each_deal").to_json()
    with pytest.raises(BadInput) as refusal:
        challenge(mine, rival, RulesetFactory.create(length=moving), mirrored=True)
    assert refusal.value.field == "mirrored"


def resting(bot: Bot) -> None:
    bots.pause(bot=bot, by=UserFactory.create(is_staff=True))


def closed(bot: Bot) -> None:
    bots.change(bot=bot, by=UserFactory.create(is_staff=True), takes_challenges=False)


def unborn(bot: Bot) -> None:
    Bot.objects.filter(pk=bot.pk).update(current_version=None)


@pytest.mark.parametrize(
    ("change", "code"), [(resting, "paused"), (closed, "takes_none"), (unborn, "no_version")]
)
def test_who_does_not_play_or_takes_none_is_not_challenged(
    mine: Bot, rival: Bot, ladder: Ladder, change: Callable[[Bot], None], code: str
) -> None:
    change(rival)
    rival.refresh_from_db()
    with pytest.raises(Conflict) as refusal:
        challenge(mine, rival, ladder.ruleset)
    assert refusal.value.code == code


def test_an_author_challenges_his_own_bot_whatever_it_takes_from_others(
    author: User, mine: Bot, ladder: Ladder
) -> None:
    other = uploaded("Второй", b"# mine too")
    Bot.objects.filter(pk=other.pk).update(owner=author, takes_challenges=False)
    other.refresh_from_db()
    resting(other)
    resting(mine)
    assert challenge(mine, other, ladder.ruleset).challenged_by == author


def test_nobody_challenges_with_anothers_bot_or_itself(
    mine: Bot, rival: Bot, ladder: Ladder
) -> None:
    with pytest.raises(NotAllowed):
        challenge(mine, rival, ladder.ruleset, by=UserFactory.create())
    with pytest.raises(BadInput, match="itself"):
        challenge(mine, mine, ladder.ruleset)


def test_so_many_are_open_at_once_and_made_in_a_day(
    mine: Bot, rival: Bot, ladder: Ladder, settings: LazySettings
) -> None:
    settings.LEAGUE_CHALLENGES_OPEN, settings.LEAGUE_CHALLENGES_PER_DAY = 1, 2
    first = challenge(mine, rival, ladder.ruleset)
    with pytest.raises(NotAllowed, match="still to be played"):
        challenge(mine, rival, ladder.ruleset)
    play(first)
    second = challenge(mine, rival, ladder.ruleset)
    challenges.withdraw(match=second, by=second.challenged_by)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="within a day") as refusal:
        challenge(mine, rival, ladder.ruleset)
    assert refusal.value.code == "too_many_challenges"
    Match.objects.update(created_at=timezone.now() - timedelta(days=1, seconds=1))
    assert challenge(mine, rival, ladder.ruleset)


def test_it_gives_way_to_rated_matches_that_wait_but_not_for_ever(
    mine: Bot, rival: Bot, ladder: Ladder
) -> None:
    rated = bot_match(mine, rival, ladder=ladder)
    match = challenge(mine, rival, ladder.ruleset)
    assert match.status == Match.Status.PLANNED
    tick()
    match.refresh_from_db()
    assert match.status == Match.Status.PLANNED
    Match.objects.filter(pk=rated.pk).update(waiting_for="no sandbox")
    tick()
    match.refresh_from_db()
    assert match.status == Match.Status.QUEUED
    Match.objects.filter(pk=rated.pk).update(waiting_for="")
    play(match)
    patient = challenge(mine, rival, ladder.ruleset)
    Match.objects.filter(pk=patient.pk).update(created_at=timezone.now() - timedelta(minutes=2))
    tick()
    patient.refresh_from_db()
    assert patient.status == Match.Status.QUEUED


def test_challenges_are_played_one_after_the_other(
    mine: Bot, rival: Bot, ladder: Ladder, settings: LazySettings
) -> None:
    settings.LEAGUE_CHALLENGES_OPEN = 5
    first, second, third = [challenge(mine, rival, ladder.ruleset) for _ in range(3)]
    tick()
    assert statuses(first, second, third) == ["queued", "planned", "planned"]
    play(first)
    tick()
    assert statuses(first, second, third) == ["finished", "queued", "planned"]
    Match.objects.filter(pk=second.pk).update(parked_at=timezone.now())
    tick()
    assert statuses(first, second, third) == ["finished", "queued", "queued"]


def statuses(*of: Match) -> list[str]:
    return [Match.objects.get(pk=match.pk).status for match in of]


def test_a_challenge_is_taken_back_before_it_begins(
    mine: Bot, rival: Bot, ladder: Ladder, author: User
) -> None:
    match = challenge(mine, rival, ladder.ruleset)
    with pytest.raises(NotAllowed):
        challenges.withdraw(match=match, by=UserFactory.create())
    challenges.withdraw(match=match, by=author)
    match.refresh_from_db()
    assert match.status == Match.Status.VOID
    assert AuditEntry.objects.get(act="withdraw_challenge").actor == author
    assert list(challenges.rows.of_bot(mine)) == []
    running = challenge(mine, rival, ladder.ruleset)
    play(running, deals=1)
    with pytest.raises(Conflict, match="not begun"):
        challenges.withdraw(match=running, by=author)


def test_a_challenge_that_was_interrupted_has_begun(
    mine: Bot, rival: Bot, ladder: Ladder, author: User
) -> None:
    """Whoever sees the first deals go badly must not take it back while it waits to go on."""
    match = challenge(mine, rival, ladder.ruleset)
    play(match, deals=1)
    attempts.interrupt(match.attempts.get(), detail="a deploy")
    assert statuses(match) == ["queued"]
    assert match not in not_begun()
    with pytest.raises(Conflict, match="not begun"):
        challenges.withdraw(match=match, by=author)
    assert statuses(match) == ["queued"]


def test_a_challenge_that_was_interrupted_before_its_first_deal_may_be_taken_back(
    mine: Bot, rival: Bot, ladder: Ladder, author: User
) -> None:
    match = challenge(mine, rival, ladder.ruleset)
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    attempts.interrupt(attempt, detail="a deploy")
    assert match in not_begun()
    challenges.withdraw(match=match, by=author)
    assert statuses(match) == ["void"]


def test_a_match_that_is_no_challenge_is_not_withdrawn(rival: Bot, ladder: Ladder) -> None:
    match = bot_match(rival, house_bot("Второй дом"), ladder=ladder)
    for by in (UserFactory.create(), UserFactory.create(is_staff=True)):
        with pytest.raises(LeagueError):
            challenges.withdraw(match=match, by=by)
    assert statuses(match) == ["queued"]


def test_a_deleted_version_is_seated_nowhere(mine: Bot, rival: Bot, ladder: Ladder) -> None:
    version = rival.current_version
    assert version is not None
    version.deleted_at = timezone.now()
    version.save()
    with pytest.raises(Conflict, match="cannot play again"):
        matches.plan(
            ruleset=ladder.ruleset,
            sittings=[matches.Sitting(bot.player, bot.current_version) for bot in (mine, rival)],
        )
    assert not Match.objects.exists()
