"""An upload is checked on the site in the very steps in which its author checks it at home."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from league.models import Submission
from league.services import bots
from league.tasks import check_submission
from tests.bots.check.failing import FAILING
from tests.factories import UserFactory
from tests.league.tasks.test_play import ROOT, runner

pytestmark = [pytest.mark.django_db, pytest.mark.sandbox]

EXAMPLE = (ROOT / "bots" / "example.txt").read_bytes()
UPLOADS = {
    "the guide's": EXAMPLE,
    "crashing": FAILING["crashing"].source,
    "chattering": FAILING["chattering"].source,
    "failing late": FAILING["failing late"].source,
}


@pytest.fixture(scope="module")
def service() -> Iterator[Path]:
    with runner() as address:
        yield address


def on_the_site(source: bytes) -> Submission:
    author = UserFactory.create()
    bot = bots.create(name="Проверяемый", owner=author)
    submission = bots.submit(bot=bot, data=source, filename="bot.py", by=author)
    check_submission(submission.pk)
    submission.refresh_from_db()
    return submission


def at_home(source: bytes, folder: Path) -> Any:
    (folder / "bot.py").write_bytes(source)
    done = subprocess.run(
        ["/usr/bin/python3", "-S", "-m", "bots", "check", "bot.py", "--json"],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def plain(steps: list[dict[str, Any]]) -> list[Any]:
    """The steps without what differs from one run to the next: times, memory."""
    kept = ("files", "size", "name", "asked", "seats", "refused", "deals", "scores", "opponent")
    return [
        (
            step["name"],
            step["passed"],
            {name: step["facts"][name] for name in kept if name in step["facts"]},
            step["problem"],
        )
        for step in steps
    ]


@pytest.mark.parametrize("name", UPLOADS)
def test_the_check_is_the_same_at_home_and_on_the_site(
    name: str, service: Path, tmp_path: Path, settings: LazySettings
) -> None:
    settings.LEAGUE_RUNNER_SOCKET = service
    site, home = on_the_site(UPLOADS[name]), at_home(UPLOADS[name], tmp_path)
    assert plain(site.steps) == plain(home["steps"])
    accepted = site.status == Submission.Status.ACCEPTED
    assert accepted == home["accepted"] == (name == "the guide's")
    if not accepted:
        assert site.reason == f"{home['kind']}: {home['reason']}"
    assert len(site.checks) == len(home["matches"])
    assert site.log.count("Traceback") == home["log"].count("Traceback")
