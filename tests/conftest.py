"""What every test may ask for."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.utils import translation


@pytest.fixture(autouse=True)
def _quick_passwords(settings: LazySettings) -> None:
    """Argon2 is slow on purpose; tests make many users."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A page asked for in Russian leaves its thread speaking Russian; the next test does not."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _fresh_throttles(request: pytest.FixtureRequest) -> None:
    """Throttles count in the cache, which is a table: only where a test has a database."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("db")
        cache.clear()
