"""What the tests of the author's commands share."""

from pathlib import Path

import pytest

from tests.bots.commands.running import CRASHING, LOWEST


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two bots of one's own: one plays the lowest card, one crashes."""
    (tmp_path / "mine.py").write_bytes(LOWEST)
    (tmp_path / "bad.py").write_bytes(CRASHING)
    return tmp_path
