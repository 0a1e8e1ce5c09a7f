"""The bot guide tells the truth: its bot has fifteen lines and plays in the sandbox."""

import re
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.checks import EXPLANATIONS, check_matches, verdict
from bots.reports import FAULTS, MatchReport
from bots.runner import play_match
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.limits import Limits
from bots.sandbox.workspace import Workspace
from bots.seating import seated
from tests.bots.conftest import as_program

ROOT = Path(bots.__file__).parents[1]
GUIDE, RUSSIAN = (
    (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("bot-guide.md", "bot-guide.ru.md")
)


def bot_of_the_guide(guide: str = GUIDE) -> str:
    (code,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    return str(code)


def test_the_bot_of_the_guide_has_fifteen_lines() -> None:
    assert len(bot_of_the_guide().splitlines()) == 15


def test_new_writes_the_bot_of_the_guide() -> None:
    assert (ROOT / "bots" / "example.txt").read_text(encoding="utf-8") == bot_of_the_guide()


def test_every_fault_is_explained_in_the_guide_and_to_the_author() -> None:
    assert set(EXPLANATIONS) == set(FAULTS)
    for kind in FAULTS:
        assert f"`{kind}`" in GUIDE
        assert f"`{kind}`" in RUSSIAN


def test_the_limits_of_the_guide_are_the_real_ones() -> None:
    for name, value in Limits().to_json().items():
        assert f"| `{name}` | {value} |" in GUIDE
        assert f"| `{name}` | {value} |" in RUSSIAN


def test_the_russian_guide_shows_the_same_bot_and_names_the_same_things() -> None:
    assert bot_of_the_guide(RUSSIAN) == bot_of_the_guide()
    code = re.compile(r"`[^`\n]+`|^    .+$", re.MULTILINE)
    said, translated = (
        {re.sub(r"  +#.*", "", piece) for piece in code.findall(guide)}
        for guide in (GUIDE, RUSSIAN)
    )
    assert said - translated == set()


@pytest.mark.sandbox
def test_the_bot_of_the_guide_passes_the_check(walls: Bubblewrap, workspace: Workspace) -> None:
    program = as_program(bot_of_the_guide().encode())
    finished = []
    for spec in check_matches(program):
        with seated(spec, walls, workspace) as players:
            finished += [r for r in play_match(spec, players) if isinstance(r, MatchReport)]
    assert verdict(finished).accepted, verdict(finished)
    assert [match.names for match in finished] == [
        ("example 1.0", "example 1.0"),
        ("example 1.0", "cautious"),
    ]


@pytest.mark.sandbox
def test_a_bot_that_fails_is_refused_with_the_reason_and_its_log(
    walls: Bubblewrap, workspace: Workspace, own_bot: Any
) -> None:
    spec = check_matches(as_program(own_bot("raise ValueError('forgot the trumps')")))[0]
    with seated(spec, walls, workspace) as players:
        finished = [r for r in play_match(spec, players) if isinstance(r, MatchReport)]
    found = verdict(finished)
    assert not found.accepted
    assert found.kind == "crashed"
    assert "ended with an error" in found.reason
    assert "forgot the trumps" in found.log
