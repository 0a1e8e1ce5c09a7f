"""Who is asking: tokens with scopes, sessions, a password for tokens alone."""

from base64 import b64encode
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone
from rest_framework.test import APIClient

from league.models import Token, User
from league.services import accounts
from tests.factories import PASSWORD, UserFactory
from tests.league.api.callers import ROOT, pointers, problem, program, visitor

pytestmark = pytest.mark.django_db

NEW = {"username": "Anna", "password": "a long password 7"}


def with_header(value: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=value)
    return client


def basic(username: str, password: str) -> APIClient:
    return with_header("Basic " + b64encode(f"{username}:{password}".encode()).decode())


def test_signing_up_gives_a_token_that_works() -> None:
    response = visitor().post(ROOT + "accounts/", NEW)
    assert response.status_code == 201
    body = response.json()
    assert body["username"] == "Anna"
    assert sorted(body["scopes"]) == ["direct", "play", "read", "submit"]
    assert body["expires_at"].endswith("Z")
    me = with_header(f"Token {body['token']}").get(ROOT + "me/").json()
    assert me["username"] == "Anna"
    assert "password" not in me


def test_a_token_is_stored_as_its_digest_alone() -> None:
    text = visitor().post(ROOT + "accounts/", NEW).json()["token"]
    stored = Token.objects.values().get()
    assert text not in str(stored)
    assert stored["digest"] == accounts.digest_of(text)


def test_a_taken_name_and_a_weak_password_are_refused() -> None:
    visitor().post(ROOT + "accounts/", NEW)
    taken = visitor().post(ROOT + "accounts/", {**NEW, "username": "ANNA"})
    assert pointers(problem(taken, 400, "taken")) == ["#/username"]
    weak = visitor().post(ROOT + "accounts/", {"username": "Boris", "password": "12345"})
    assert pointers(problem(weak, 400, "weak_password")) == ["#/password"]
    assert User.objects.count() == 1


def test_a_closed_site_takes_no_accounts(settings: LazySettings) -> None:
    settings.LEAGUE_SIGN_UP = False
    problem(visitor().post(ROOT + "accounts/", NEW), 403, "sign_up_closed")


def test_the_use_of_a_token_is_noted(user: User) -> None:
    program(user).get(ROOT + "games/")
    assert Token.objects.get().last_used_at is not None


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("Token dl_nobody", "unknown_token"),
        ("Token", "malformed_token"),
        ("Token a b", "malformed_token"),
    ],
)
def test_a_wrong_token_is_refused_even_for_reading(header: str, code: str) -> None:
    problem(with_header(header).get(ROOT + "clubs/"), 401, code)


def test_an_expired_token_and_that_of_a_closed_account_are_refused(user: User) -> None:
    client = program(user)
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    problem(client.get(ROOT + "me/"), 401, "expired_token")
    Token.objects.update(expires_at=timezone.now() + timedelta(days=1))
    User.objects.update(is_active=False)
    problem(client.get(ROOT + "me/"), 401, "unknown_token")


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("bots/", "submit"),
        ("clubs/", "direct"),
        ("rulesets/", "direct"),
        ("tournaments/", "direct"),
    ],
)
def test_a_token_writes_only_where_it_has_the_scope(user: User, path: str, scope: str) -> None:
    others = {"read", "submit", "play", "direct"} - {scope}
    refused = problem(program(user, *others).post(ROOT + path, {}), 403, "lacks_scope")
    assert scope in refused["detail"]
    assert "me/tokens/" in refused["detail"]
    problem(program(user, scope).post(ROOT + path, {}), 400, "invalid")


def test_one_s_own_account_is_read_with_the_scope_read_alone(user: User) -> None:
    problem(visitor().get(ROOT + "me/"), 401, "not_authenticated")
    problem(program(user, "submit", "play", "direct").get(ROOT + "me/"), 403, "lacks_scope")
    assert program(user, "read").get(ROOT + "me/").status_code == 200


def test_a_password_gives_a_token_and_nothing_else() -> None:
    user = UserFactory.create(username="anna")
    client = basic("anna", PASSWORD)
    response = client.post(ROOT + "me/tokens/", {"name": "laptop", "scopes": ["read"]})
    assert response.status_code == 201
    text = response.json()["token"]
    assert text.startswith(response.json()["prefix"])
    assert with_header(f"Token {text}").get(ROOT + "me/").json()["username"] == user.username
    problem(client.get(ROOT + "me/"), 401, "not_authenticated")
    problem(client.post(ROOT + "clubs/", {"name": "Клуб"}), 401, "not_authenticated")


def test_a_wrong_password_gives_no_token_and_too_many_are_locked_out(
    settings: LazySettings,
) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    UserFactory.create(username="anna")
    body = {"scopes": ["read"]}
    for _ in range(4):
        response = basic("anna", "wrong").post(ROOT + "me/tokens/", body)
        assert response.status_code in {401, 403, 429}
    right = basic("anna", PASSWORD).post(ROOT + "me/tokens/", body)
    assert right.status_code in {401, 403, 429}
    assert not Token.objects.exists()


def test_tokens_are_listed_without_their_text_and_revoked(user: User) -> None:
    client = program(user)
    made = client.post(
        ROOT + "me/tokens/", {"name": "laptop", "scopes": ["read"], "days": 7}
    ).json()
    listed = client.get(ROOT + "me/tokens/").json()
    assert listed["count"] == 2
    assert made["token"] not in str(listed)
    assert all("token" not in line and "digest" not in line for line in listed["results"])
    assert client.delete(ROOT + f"me/tokens/{made['id']}/").status_code == 204
    problem(with_header(f"Token {made['token']}").get(ROOT + "me/"), 401, "unknown_token")


def test_nobody_revokes_or_sees_another_s_token(user: User) -> None:
    program(user)
    token = Token.objects.get()
    other = program(UserFactory.create())
    problem(other.delete(ROOT + f"me/tokens/{token.pk}/"), 404, "not_found")
    assert token.prefix not in [
        t["prefix"] for t in other.get(ROOT + "me/tokens/").json()["results"]
    ]


def test_a_token_gives_no_more_than_it_has(user: User) -> None:
    client = program(user, "read", "submit")
    own = Token.objects.get()
    refused = client.post(ROOT + "me/tokens/", {"scopes": ["read", "direct"]})
    problem(refused, 403, "lacks_scope")
    Token.objects.update(expires_at=timezone.now() + timedelta(days=10, hours=1))
    own.refresh_from_db()
    made = client.post(ROOT + "me/tokens/", {"scopes": ["read"], "days": 700})
    assert made.status_code == 201
    assert Token.objects.get(pk=made.json()["id"]).expires_at <= own.expires_at
    strong = program(user)
    strong_id = Token.objects.order_by("-id").first()
    assert strong_id is not None
    problem(client.delete(ROOT + f"me/tokens/{strong_id.pk}/"), 403, "lacks_scope")
    assert strong.get(ROOT + "me/").status_code == 200


def test_an_unknown_scope_is_named(user: User) -> None:
    body = problem(
        program(user).post(ROOT + "me/tokens/", {"scopes": ["everything"]}), 400, "invalid"
    )
    assert pointers(body) == ["#/scopes"]
    for word in ("everything", "read", "submit", "play", "direct"):
        assert word in body["detail"]


def test_scopes_that_are_no_list_are_told_how_to_be_written(user: User) -> None:
    refused = program(user).post(ROOT + "me/tokens/", {"scopes": "fly"})
    assert pointers(body := problem(refused, 400, "invalid")) == ["#/scopes"]
    assert '["read"]; there are: read, submit, play, direct.' in body["detail"]


def test_a_session_writes_with_a_csrf_token_alone(user: User) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    problem(browser.post(ROOT + "clubs/", {"name": "Клуб"}), 403, "permission_denied")
    plain = APIClient()
    plain.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert plain.post(ROOT + "clubs/", {"name": "Клуб"}).status_code == 201
