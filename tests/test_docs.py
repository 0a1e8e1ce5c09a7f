"""What the documents say is so: links lead somewhere, the bot is the one that is shipped."""

import re
from pathlib import Path

import pytest

from tests.journey import readme_bot

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    page
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*/README.md")]
    if ".venv" not in page.parts
)


def names(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_the_readmes_bot_is_what_the_authors_command_writes() -> None:
    assert readme_bot().decode() == (ROOT / "bots" / "example.txt").read_text("utf-8")


def test_the_readmes_bot_has_fifteen_lines() -> None:
    assert len(readme_bot().decode().splitlines()) == 15


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_command_named_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for module in set(re.findall(r"python3 -m ([a-z]+)", text)):
        assert (ROOT / module / "__main__.py").exists(), module
    for script in set(re.findall(r"python3 (\S+\.py)", text)):
        assert (ROOT / script).exists(), script


def test_the_changelog_names_this_version() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
