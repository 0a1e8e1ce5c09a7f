"""What was not taken up is sent again, each in its turn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Match
from league.services import sweep
from tests.factories import bot_match, house_bot

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_many_that_wait_in_vain_do_not_hide_one_whose_message_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweep, "MOST_AT_ONCE", 2)
    first, second = house_bot("А"), house_bot("Б")
    old = [bot_match(first, second) for _ in range(2)]
    lost = bot_match(first, second, ladder=old[0].ladder)
    now = timezone.now()
    Match.objects.update(sent_at=now - timedelta(minutes=1))
    Match.objects.filter(pk=lost.pk).update(sent_at=now - timedelta(minutes=2))
    assert sweep.resend() == 2
    lost.refresh_from_db()
    assert lost.sent_at is not None
    assert lost.sent_at >= now


def test_a_match_that_was_just_sent_is_left_alone() -> None:
    bot_match(house_bot("А"), house_bot("Б"))
    assert sweep.resend() == 0
