"""Sign up, sign in, one's own language and zone, and tokens that are shown once."""

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from league.models import Token, User
from league.services.accounts import digest_of
from tests.factories import PASSWORD, UserFactory
from tests.league.pages.conftest import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def sign_up(client: Client, **typed: str) -> object:
    values = {"username": "Ёлкина", "password": "trump-six-and-more", "email": "", **typed}
    return client.post(reverse("sign-up"), values, headers={"accept-language": "ru"})


def test_who_signs_up_is_signed_in_and_reads_in_his_language() -> None:
    client = Client()
    response = sign_up(client, next="/bots/new/")
    assert response.status_code == 302  # type: ignore[attr-defined]
    assert response["Location"] == "/bots/new/"  # type: ignore[index]
    user = User.objects.get(username="Ёлкина")
    assert user.language == "ru"
    assert "Ёлкина" in client.get("/").content.decode()


def test_nobody_is_sent_to_another_site_after_signing_up() -> None:
    response = sign_up(Client(), next="https://elsewhere.example/")
    assert response["Location"] == "/"  # type: ignore[index]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"username": "taken"}, "занято; выберите другое"),
        ({"username": ""}, 'aria-invalid="true"'),
        ({"password": "12345"}, 'aria-invalid="true"'),
        ({"email": "no address"}, 'aria-invalid="true"'),
    ],
)
def test_what_is_wrong_is_shown_at_its_field_and_what_was_typed_stays(
    typed: dict[str, str], words: str
) -> None:
    UserFactory.create(username="taken")
    response = sign_up(Client(), **typed)
    html = response.content.decode()  # type: ignore[attr-defined]
    assert response.status_code == 422  # type: ignore[attr-defined]
    assert words in html
    assert f'value="{typed.get("username", "Ёлкина")}"' in html or typed.get("username") == ""
    assert "trump-six-and-more" not in html


def test_a_closed_site_takes_no_accounts(settings: LazySettings) -> None:
    settings.LEAGUE_SIGN_UP = False
    assert sign_up(Client()).status_code == 422  # type: ignore[attr-defined]
    assert not User.objects.exists()
    assert (
        "не принимает новых пользователей"
        in Client().get(reverse("sign-up"), headers={"accept-language": "ru"}).content.decode()
    )


def test_sign_in_and_out() -> None:
    user = UserFactory.create()
    client = Client()
    wrong = client.post(reverse("login"), {"username": user.username, "password": "wrong"})
    assert wrong.status_code == 200
    assert 'class="note bad"' in wrong.content.decode()
    client.post(reverse("login"), {"username": user.username, "password": PASSWORD})
    assert client.get(reverse("account")).status_code == 200
    assert client.get(reverse("logout")).status_code == 405
    client.post(reverse("logout"))
    assert client.get(reverse("account")).status_code == 302


def test_a_token_is_shown_once_and_can_be_revoked() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    issued = client.post(
        reverse("token-new"), {"name": "ноутбук", "scopes": ["read", "submit"], "days": "30"}
    )
    assert issued.status_code == 201
    token = Token.objects.get()
    shown = next(
        part.split('"')[0]
        for part in issued.content.decode().split('value="')
        if part.startswith("dl_")
    )
    assert digest_of(shown) == token.digest
    assert token.scopes == ["read", "submit"]
    later = client.get(reverse("account")).content.decode()
    assert shown not in later
    assert token.prefix in later
    signed_in(UserFactory.create()).post(reverse("token-revoke", args=[token.pk]))
    assert Token.objects.exists()
    client.post(reverse("token-revoke", args=[token.pk]))
    assert not Token.objects.exists()


def test_a_token_without_scopes_is_refused_at_its_field() -> None:
    response = signed_in(UserFactory.create()).post(
        reverse("token-new"), {"name": "x", "days": "30"}
    )
    assert response.status_code == 422
    assert "is no list of scopes; there are: read" in response.content.decode()


def test_language_and_zone_are_kept_and_used() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    response = client.post(
        reverse("account"), {"language": "ru", "time_zone": "Asia/Vladivostok", "email": ""}
    )
    assert response.status_code == 302
    user.refresh_from_db()
    assert (user.language, user.time_zone) == ("ru", "Asia/Vladivostok")
    assert '<html lang="ru"' in client.get("/").content.decode()


def test_anyone_may_switch_the_language() -> None:
    client = Client()
    client.post(reverse("set_language"), {"language": "ru", "next": "/clubs/"})
    assert "Основать клуб" in client.get("/clubs/").content.decode()


def test_a_password_is_changed_and_the_session_stays() -> None:
    client = signed_in(UserFactory.create())
    new = "another long one 8"
    response = client.post(
        reverse("password"),
        {"old_password": PASSWORD, "new_password1": new, "new_password2": new},
    )
    assert response.status_code == 302
    assert client.get(reverse("account")).status_code == 200


def test_after_too_many_wrong_passwords_the_door_is_closed_for_a_while(
    settings: LazySettings,
) -> None:
    settings.AXES_LOCKOUT_CALLABLE = "league.pages.accounts.locked_out"
    settings.AXES_FAILURE_LIMIT = 2
    user = UserFactory.create()
    wrong = {"username": user.username, "password": "wrong"}
    client = Client()
    answers = [
        client.post(reverse("login"), wrong, headers={"accept-language": "ru"}) for _n in range(3)
    ]
    assert answers[-1].status_code == 429
    assert "закрыт на 15 минут" in answers[-1].content.decode()


def test_behind_a_proxy_a_stranger_does_not_lock_the_owner_out(settings: LazySettings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    user = UserFactory.create()

    def sign_in(password: str, address: str) -> int:
        typed = {"username": user.username, "password": password}
        forwarded = {"x-forwarded-for": f"203.0.113.9, {address}"}
        return Client().post(reverse("login"), typed, headers=forwarded).status_code

    for _ in range(settings.AXES_FAILURE_LIMIT):
        sign_in("a wrong guess", "198.51.100.1")
    assert sign_in("a wrong guess", "198.51.100.1") == 429
    assert sign_in(PASSWORD, "198.51.100.2") == 302


@pytest.mark.django_db
def test_one_network_makes_only_so_many_accounts(client: Client, settings: LazySettings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "sign-up": "1/hour"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    first = {"username": "anna", "password": "a long password 7"}
    assert client.post("/sign-up/", first).status_code == 302
    client.logout()
    again = client.post("/sign-up/", {"username": "boris", "password": "a long password 7"})
    assert again.status_code == 422
    assert "Too many accounts were made from your network" in again.content.decode()
