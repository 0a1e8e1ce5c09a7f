"""A command run as an author runs it: plain Python, nothing installed."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import bots
from tests.bots.check.failing import FAILING, kit_bot

PYTHON = "/usr/bin/python3"
ENVIRONMENT = {"PYTHONPATH": str(Path(bots.__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
LOWEST = kit_bot("pass")
CRASHING = FAILING["crashing"].source

needs_python = pytest.mark.skipif(not Path(PYTHON).exists(), reason="no Python of the system")


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of `bots` in *folder*, to its end."""
    return subprocess.run(
        # -S: installed libraries are not seen.
        [PYTHON, "-S", "-m", "bots", *arguments],
        cwd=folder,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )


def result(done: subprocess.CompletedProcess[str]) -> Any:
    """What a command wrote as JSON."""
    assert done.stdout, done.stderr
    return json.loads(done.stdout)
