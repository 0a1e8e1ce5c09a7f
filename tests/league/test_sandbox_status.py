"""What operator and probes are told about the runner and its sandbox, asked of a real runner."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from bots.client import Runner
from bots.sandbox.choose import TIERS
from league.models import User
from tests.factories import UserFactory
from tests.league.tasks.test_play import runner

pytestmark = [pytest.mark.django_db]


@pytest.fixture(scope="module")
def blind() -> Iterator[Path]:
    """A runner whose bots have no interpreter."""
    with runner(BOT_PYTHON="/nowhere/python3", LEAGUE_SANDBOX="auto") as address:
        yield address


@pytest.fixture(scope="module", params=TIERS)
def guarded(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A runner with each sandbox that there is."""
    with runner(LEAGUE_SANDBOX=request.param) as address:
        status = Runner(address).status()
        if status.sandbox is None:
            missing = f"no sandbox {request.param}: {status.reason}"
            (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
        assert status.sandbox == request.param
        yield address


@pytest.fixture
def staff() -> Client:
    user: User = UserFactory.create(is_staff=True)
    client = Client()
    client.force_login(user)
    return client


def test_a_runner_that_is_not_there_is_said_so(
    settings: LazySettings, tmp_path: Path, staff: Client
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = tmp_path / "nobody.sock"
    answer = staff.get("/health/sandbox")
    assert answer.status_code == 503
    assert "does not answer" in answer.json()["reason"]
    page = staff.get(reverse("operator")).content.decode()
    assert "The runner does not answer" in page
    assert "nobody.sock" in page


def test_a_runner_without_a_sandbox_tells_every_reason(
    settings: LazySettings, blind: Path, staff: Client
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = blind
    answer = staff.get("/health/sandbox")
    assert answer.status_code == 503
    assert answer.json()["status"] == "not ready"
    assert "set BOT_PYTHON" in answer.json()["reason"]
    page = staff.get(reverse("operator")).content.decode()
    assert "none: uploads wait, house bots play" in page
    assert "<strong>bubblewrap</strong>: " in page
    assert "<strong>landlock</strong>: " in page


@pytest.mark.sandbox
def test_a_sandbox_that_holds_is_named(
    settings: LazySettings, guarded: Path, staff: Client
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = guarded
    status = Runner(guarded).status()
    told = staff.get("/health/sandbox")
    assert told.status_code == 200
    assert told.json() == {"status": "ready", "sandbox": status.sandbox, "python": status.python}
    page = staff.get(reverse("operator")).content.decode()
    assert f"<strong>{status.sandbox}</strong>" in page
    assert ("the weaker of the two" in page) == (status.sandbox == "landlock")
    assert str(status.python) in page


def test_only_staff_reads_the_operators_page() -> None:
    client = Client()
    client.force_login(UserFactory.create())
    assert client.get(reverse("operator")).status_code == 403
