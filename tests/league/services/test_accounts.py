"""Sign up, and tokens that are shown once."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from league.errors import BadInput, NotAllowed
from league.models import Token, User
from league.services import accounts
from tests.factories import PASSWORD, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_visitor_signs_up() -> None:
    user = accounts.sign_up(username="anna", password=PASSWORD)
    assert User.objects.get(username="anna").check_password(PASSWORD)
    assert not user.is_staff


@pytest.mark.parametrize(
    ("username", "password", "field"),
    [
        ("Anna", PASSWORD, "username"),
        ("", PASSWORD, "username"),
        ("an na", PASSWORD, "username"),
        ("boris", "12345678", "password"),
        ("boris", "short", "password"),
    ],
    ids=["taken in another case", "empty", "with a space", "common", "short"],
)
def test_a_wrong_value_is_named(username: str, password: str, field: str) -> None:
    accounts.sign_up(username="anna", password=PASSWORD)
    with pytest.raises(BadInput) as refusal:
        accounts.sign_up(username=username, password=password)
    assert refusal.value.field == field


def test_a_site_may_be_closed(settings: LazySettings) -> None:
    settings.LEAGUE_SIGN_UP = False
    with pytest.raises(NotAllowed):
        accounts.sign_up(username="anna", password=PASSWORD)


def test_a_tokens_text_is_not_stored() -> None:
    token, text = accounts.issue_token(user=UserFactory.create(), name="cli", scopes=["submit"])
    assert token.digest == accounts.digest_of(text)
    assert text not in str(Token.objects.values().get())
    assert timezone.now() < token.expires_at < timezone.now() + timedelta(days=366)


@pytest.mark.parametrize("scopes", [[], ["everything"]])
def test_a_token_needs_known_scopes(scopes: list[str]) -> None:
    with pytest.raises(BadInput, match="there are: read, submit, play, direct"):
        accounts.issue_token(user=UserFactory.create(), name="cli", scopes=scopes)


def test_nobody_revokes_anothers_token() -> None:
    owner = UserFactory.create()
    token, _text = accounts.issue_token(user=owner, name="cli", scopes=["read"])
    assert not accounts.revoke_token(user=UserFactory.create(), token_id=token.pk)
    assert accounts.revoke_token(user=owner, token_id=token.pk)
