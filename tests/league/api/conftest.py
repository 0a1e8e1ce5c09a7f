"""What the tests of the API start from."""

import pytest

from league.models import User
from tests.factories import UserFactory


@pytest.fixture
def user() -> User:
    user = UserFactory.create()
    assert isinstance(user, User)
    return user
