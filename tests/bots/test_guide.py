"""The bot guide tells the truth: its bot has fifteen lines and plays in the sandbox."""

import re
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.checking import check
from bots.checks import EXPLANATIONS, CheckReport, CheckSpec
from bots.reports import FAULTS, BundleProgram
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.limits import Limits
from bots.sandbox.workspace import Workspace
from bots.watching import Watch
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


def checked(source: bytes, walls: Bubblewrap, workspace: Workspace) -> CheckReport:
    program = as_program(source)
    assert isinstance(program, BundleProgram)
    *_, report = check(CheckSpec(program), Watch(walls), workspace)
    assert isinstance(report, CheckReport)
    return report


@pytest.mark.sandbox
def test_the_bot_of_the_guide_passes_the_check(walls: Bubblewrap, workspace: Workspace) -> None:
    report = checked(bot_of_the_guide().encode(), walls, workspace)
    assert report.accepted, report
    assert [match.names for match in report.matches] == [
        ("example 1.0", "example 1.0"),
        ("example 1.0", "cautious"),
    ]


@pytest.mark.sandbox
def test_a_bot_that_fails_is_refused_with_the_reason_and_its_log(
    walls: Bubblewrap, workspace: Workspace, own_bot: Any
) -> None:
    report = checked(own_bot("raise ValueError('forgot the trumps')"), walls, workspace)
    assert not report.accepted
    assert report.kind == "crashed"
    assert "ended with an error" in report.reason
    assert "forgot the trumps" in report.log
