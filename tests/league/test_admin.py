"""The admin shows what is stored to staff, and no secret to anybody."""

import pytest
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Match, Submission
from league.services import bots, seeding
from tests.factories import RulesetFactory, UserFactory, bot_match, house_bot

pytestmark = [pytest.mark.django_db]
OURS = [model for model in admin.site._registry if model._meta.app_label == "league"]


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(UserFactory.create(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def _seeded() -> None:
    seeding.load_house()
    seeding.load_demo()


@pytest.mark.usefixtures("_seeded")
@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
def test_every_list_and_every_row_can_be_looked_at(staff: Client, model: type) -> None:
    name = model._meta.model_name  # type: ignore[attr-defined]
    assert staff.get(reverse(f"admin:league_{name}_changelist")).status_code == 200
    row = model._default_manager.first()  # type: ignore[attr-defined]
    if row is not None:
        assert (
            staff.get(reverse(f"admin:league_{name}_change", args=[quote(row.pk)])).status_code
            == 200
        )


def test_a_matchs_secret_is_not_shown(staff: Client) -> None:
    match = bot_match(house_bot("А"), house_bot("Б"))
    page = staff.get(reverse("admin:league_match_change", args=[quote(match.pk)]))
    assert match.commitment in page.content.decode()
    assert match.secret not in page.content.decode()


def test_a_ladder_of_a_game_without_decisions_is_refused_with_the_reason(staff: Client) -> None:
    ruleset = RulesetFactory.create(game="drunkard")
    form = {"name": "Лестница", "slug": "l", "ruleset": ruleset.pk, "created_at_0": "2026-01-01"}
    inline = {"entries-TOTAL_FORMS": 0, "entries-INITIAL_FORMS": 0, "created_at_1": "12:00"}
    page = staff.post(reverse("admin:league_ladder_add"), form | inline)
    assert page.status_code == 200
    (told,) = page.context["adminform"].form.errors["ruleset"]
    assert told.startswith("In Drunkard nobody decides anything")


def test_results_are_not_written_by_hand(staff: Client) -> None:
    assert staff.get(reverse("admin:league_result_add")).status_code == 403


def test_a_parked_match_is_released_from_the_list(staff: Client) -> None:
    match = bot_match(house_bot("А"), house_bot("Б"))
    Match.objects.filter(pk=match.pk).update(parked_at=match.created_at)
    staff.post(
        reverse("admin:league_match_changelist"),
        {"action": "release", "_selected_action": [match.pk]},
    )
    match.refresh_from_db()
    assert match.parked_at is None


def test_who_is_not_staff_stays_outside(client: Client) -> None:
    client.force_login(UserFactory.create())
    assert client.get(reverse("admin:index")).status_code == 302


def test_staff_lets_parked_uploads_be_checked_again_from_the_list(staff: Client) -> None:
    author = UserFactory.create()
    bot = bots.create(name="Мой", owner=author)
    upload = bots.submit(bot=bot, data=b"# mine", filename="bot.py", by=author)
    Submission.objects.update(parked_at=timezone.now(), broken_off=20, waiting_for="given_up")
    form = {"action": "release", "_selected_action": [upload.pk]}
    staff.post(reverse("admin:league_submission_changelist"), form)
    upload.refresh_from_db()
    assert (upload.parked_at, upload.broken_off, upload.waiting_for) == (None, 0, "")
