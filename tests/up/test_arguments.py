"""A wrong call of `up` on a fresh clone is told at once, before anything is set up."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import load_command_class

from league import arguments

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A checkout where nothing is set up, and with nothing to be set up from."""
    (tmp_path / "league").mkdir()
    for name in ("manage.py", "league/__init__.py", "league/bootstrap.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("league/arguments.py", "league/debian.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def up(clone: Path, *given: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys._base_executable, "manage.py", "up", *given],  # type: ignore[attr-defined]
        cwd=clone,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["127.0.0.1:8765"], "unrecognized arguments: 127.0.0.1:8765; the address is given by"),
        (["--port", "70000"], "'70000' is no port: a number up to 65535 is"),
        (["--port", "http"], "'http' is no port"),
        (["--workers", "many"], "invalid int value: 'many'"),
    ],
)
def test_a_wrong_call_is_told_before_the_set_up(
    clone: Path, given: list[str], message: str
) -> None:
    done = up(clone, *given)
    assert done.returncode == 2
    assert message in done.stderr
    assert "[setup]" not in done.stderr
    assert not (clone / ".venv").exists()


def test_help_needs_no_set_up(clone: Path) -> None:
    done = up(clone, "--help")
    assert done.returncode == 0, done.stderr
    assert "--port PORT" in done.stdout
    assert not (clone / ".venv").exists()


def test_whatever_djangos_own_parser_takes_is_let_through() -> None:
    parser = load_command_class("league", "up").create_parser("manage.py", "up")
    given = ["--port", "8765", "--for", "2.5", "-v", "2", "--traceback", "--settings", "a.b"]
    assert parser.parse_args(given).port == 8765
    arguments.check(given)
    for action in parser._actions:
        if action.nargs == 0 and action.dest not in ("help", "version"):
            arguments.check([action.option_strings[0]])
        elif action.type is int and action.choices is None:
            arguments.check([action.option_strings[0], "1"])
