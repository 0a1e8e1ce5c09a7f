"""Packs a bot of the house as anybody would upload it: a zip of its files, the kit and a start."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import bots
from bots import packing
from bots.reference import make
from bots.sandbox.bundle import MAIN

_START = """from bots.kit import run
from bots.reference import make

run(make({program!r}, {settings!r}))
"""
# The rules of the games are there for every bot; of this package only what the programs need.
_LEFT_OUT = ("pack.py",)


def packed(program: str, settings: Mapping[str, Any] | None = None) -> bytes:
    """
    The zip of a house program: the same bytes for the same program.

    Raises:
        SettingError: If there is no such program, or a setting is unknown or out of bounds.
    """
    make(program, settings)
    package = Path(bots.__file__).parent
    own = [
        path for path in sorted((package / "reference").glob("*.py")) if path.name not in _LEFT_OUT
    ]
    start = _START.format(program=program, settings=dict(settings or {}))
    files = {MAIN: start.encode()}
    for path in (package / "__init__.py", package / "kit.py", *own):
        files[f"bots/{path.relative_to(package).as_posix()}"] = path.read_bytes()
    return packing.packed(files)
