"""docs/deployment.md tells the truth: its commands, options, variables and files are there."""

import errno
import re
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands, load_command_class
from django.urls import resolve

from bots.sandbox.choose import AUTO, TIERS
from bots.sandbox.reasons import REASONS, no_landlock

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "deployment.md").read_text()
COMPOSE_TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(COMPOSE_TEXT)


def test_every_command_of_manage_py_exists() -> None:
    named = set(re.findall(r"manage\.py (\w+)", PAGE))
    assert {"up", "createsuperuser"} <= named
    assert named <= {*get_commands(), "test"}


def test_every_option_of_up_exists() -> None:
    parser = load_command_class("league", "up").create_parser("manage.py", "up")
    table = PAGE[PAGE.index("| option |") : PAGE.index("| what it says |")]
    named = set(re.findall(r"--[a-z][a-z-]+", table))
    assert len(named) >= 5
    assert named <= set(parser._option_string_actions)


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`?\b((?:deploy|league|requirements)/[\w./-]+\w)", PAGE)))
)
def test_every_file_it_names_exists(path: str) -> None:
    if "example.org" not in path:
        assert (ROOT / path).exists()


def test_every_variable_it_names_is_read_somewhere() -> None:
    settings = (ROOT / "league" / "settings.py").read_text()
    for name in set(re.findall(r"\b(LEAGUE_[A-Z_]+)", PAGE)):
        assert f'"{name}"' in settings or f"${{{name}" in COMPOSE_TEXT, name


def test_every_variable_of_the_compose_file_is_explained() -> None:
    for name in set(re.findall(r"\$\{([A-Z_]+)", COMPOSE_TEXT)):
        assert f"`{name}`" in PAGE, name


def test_every_address_it_names_exists() -> None:
    for path in set(re.findall(r"`(/health/\w+)`", PAGE)):
        assert resolve(path)


def test_every_service_it_names_exists() -> None:
    named = set(re.findall(r"docker compose (?:run --rm|exec(?: --no-TTY)?) (\w+)", PAGE))
    assert named == {"web", "postgres", "runner"}
    assert named <= set(COMPOSE["services"])
    for user in re.findall(r"user (\d{5})", PAGE):
        assert any(service["user"].startswith(user) for service in COMPOSE["services"].values())


def test_every_sandbox_it_names_exists() -> None:
    table = PAGE[PAGE.index("| `LEAGUE_SANDBOX` | is |") : PAGE.index("What each keeps from a bot")]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)[1:] == [*TIERS, AUTO]


def test_what_the_sandbox_is_said_to_lack_is_what_the_page_explains() -> None:
    sentences = [sentence for _, sentence in REASONS]
    sentences += [no_landlock(OSError(code, "")) for code in (errno.ENOSYS, errno.EOPNOTSUPP)]
    said = " ".join(sentences)
    for words in (
        "bubblewrap is not installed",
        "the container or the kernel forbids user namespaces",
        "AppArmor restricts user namespaces",
        "the container may not mount",
        "too many processes or user namespaces",
        "the runner is root and cannot give bots users of their own",
        "this kernel has no Landlock",
        "Landlock is switched off",
    ):
        assert words in said
        assert f"{words} |" in PAGE or f"{words}, " in PAGE


def test_what_up_says_is_what_the_page_explains() -> None:
    sources = (
        "".join(
            path.read_text()
            for folder in ("league/management", "league")
            for path in sorted((ROOT / folder).glob("*.py"))
        )
        + (ROOT / "manage.py").read_text()
    )
    for words in (
        "needs Python 3.11 or newer",
        "packages could not be installed",
        "no venv module with pip",
        "is taken",
        "already runs on the data",
        "their sandbox is missing",
    ):
        assert words in sources
        assert words in PAGE
