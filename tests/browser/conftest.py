"""A running league and a browser for the tour."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.instance import Instance, instance

# Playwright is a requirement of these tests alone (requirements/browser.txt).
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
Browser, Page = sync_api.Browser, sync_api.Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
QUIET = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    folder = tmp_path_factory.mktemp("league")
    with instance(folder / "data", LEAGUE_PACE_SECONDS="1", LEAGUE_RATING_SECONDS="3") as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    # Chromium's own sandbox refuses to run as root.
    rootly = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET + rootly)
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser, league: Instance) -> Iterator[Page]:
    """A page of a visitor nobody knows yet; what goes wrong in it fails the test."""
    context = browser.new_context(base_url=league.url, locale="en-GB", timezone_id="Europe/Moscow")
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
    page.on(
        "console",
        lambda said: (
            wrong.append(f"console: {said.text}")
            if said.type == "error" and "status of 4" not in said.text
            else None
        ),
    )
    yield page
    context.close()
    assert wrong == []


@pytest.fixture
def csv_file(tmp_path: Path) -> Path:
    """A club's list as a Russian Excel saves it: Windows-1251, semicolons, a heading."""
    path = tmp_path / "players.csv"
    path.write_bytes(
        "Имя;Город\nЁлкина Анна;Пермь\nПетров Борис;Омск\nСоколова Вера;Тверь\n".encode("cp1251")
    )
    return path
