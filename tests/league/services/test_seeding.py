"""The seeds are loaded once; what bots play of them is drawn, never loaded as results."""

import pytest

from league.models import Bot, Deal, Ladder, Match, Result, Tournament, User
from league.permissions import Act, may
from league.selectors.progress import progress_of
from league.services import seeding

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_the_house_has_ten_bots_on_a_ladder_and_one_of_them_is_the_anchor() -> None:
    assert seeding.load_house()
    assert Bot.objects.filter(owner=None).count() == 10
    assert Ladder.objects.get().entries.count() == 10
    anchors = Bot.objects.filter(current_version__program="cautious", current_version__settings={})
    assert [bot.name for bot in anchors] == ["Osip the Careful"]


def test_the_demonstration_is_a_club_with_tournaments_to_be_played() -> None:
    seeding.load_house()
    assert seeding.load_demo()
    running = Tournament.objects.filter(status="running")
    assert {tournament.stages.get().format for tournament in running} == {
        "round_robin", "knockout", "double_elimination", "swiss", "tables",
    }  # fmt: skip
    queued = Match.objects.filter(status="queued")
    assert set(queued.values_list("ruleset__seats", flat=True)) == {2, 3, 4}
    assert not Result.objects.filter(reported_by=None).exists()
    assert not Deal.objects.exists()


def test_the_second_round_of_the_demonstration_of_people_is_being_played() -> None:
    seeding.load_house()
    seeding.load_demo()
    swiss = progress_of(Tournament.objects.get(stages__format="swiss")).state
    assert [round.is_over for round in swiss.stages[0].rounds] == [True, False]
    assert len(swiss.due) == 3


def test_loading_again_changes_nothing() -> None:
    seeding.load_house()
    seeding.load_demo()
    before = Bot.objects.count(), User.objects.count(), Tournament.objects.count()
    assert not seeding.load_house()
    assert not seeding.load_demo()
    assert (Bot.objects.count(), User.objects.count(), Tournament.objects.count()) == before


def test_the_accounts_can_do_what_they_are_said_to() -> None:
    seeding.load_house()
    seeding.load_demo()
    tournament = Tournament.objects.first()
    users = {user.username: user for user in User.objects.all()}
    assert may(users["olga"], Act.DIRECT, tournament)
    assert may(users["artem"], Act.REPORT, tournament)
    assert not may(users["artem"], Act.DIRECT, tournament)
    assert not may(users["boris"], Act.REPORT, tournament)
    assert may(users["admin"], Act.OPERATE)
    for username, password, _role in seeding.DEMO_ACCOUNTS:
        assert users[username].check_password(password)
