"""The author's commands, run as he runs them: plain Python, nothing installed."""

import json
import subprocess
from pathlib import Path

import pytest

import bots

ROOT = Path(bots.__file__).parents[1]
PYTHON = "/usr/bin/python3"
CRASHING = """
from bots.kit import Bot, run


class Crashing(Bot):
    moves = 0

    def move(self, view, menu):
        self.moves += 1
        if self.moves == 3:
            raise ValueError("a mistake in the third move")
        return menu.lowest()


run(Crashing)
"""

pytestmark = pytest.mark.skipif(not Path(PYTHON).exists(), reason="no Python of the system")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        # -S: installed libraries are not seen.
        [PYTHON, "-S", "-m", "bots", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_new_bot_passes_the_check_and_plays(tmp_path: Path) -> None:
    new = run(tmp_path, "new", "mine")
    assert new.returncode == 0
    assert (tmp_path / "mine.py").exists()
    check = run(tmp_path, "check", "mine.py")
    assert check.returncode == 0, check.stderr
    assert check.stdout.startswith("accepted")
    assert "against cautious: 10 deals" in check.stderr
    play = run(tmp_path, "play", "mine.py", "random", "--deals", "5", "--json")
    assert play.returncode == 0
    reports = [json.loads(line) for line in play.stdout.splitlines()]
    assert [report["type"] for report in reports] == ["deal"] * 5 + ["finished"]


def test_the_same_secret_deals_the_same_cards(tmp_path: Path) -> None:
    plays = [
        run(tmp_path, "play", "lowest", "cautious", "--deals", "2", "--json", "--secret", "0d" * 32)
        for _ in range(2)
    ]
    assert plays[0].returncode == 0
    assert plays[0].stdout == plays[1].stdout


def test_a_bot_that_fails_is_refused_with_the_reason_and_its_log(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(CRASHING)
    check = run(tmp_path, "check", "bad.py")
    assert check.returncode == 1
    assert "refused: it ended with an error" in check.stdout
    assert "a mistake in the third move" in check.stdout
    as_json = json.loads(run(tmp_path, "check", "bad.py", "--json").stdout)
    assert (as_json["accepted"], as_json["kind"]) == (False, "crashed")
    play = run(tmp_path, "play", "lowest", "bad.py", "--deals", "3")
    assert play.returncode == 1
    assert "bad.py failed in deal 1: crashed" in play.stdout


def test_new_never_writes_over_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("precious")
    again = run(tmp_path, "new", "mine")
    assert again.returncode == 2
    assert "mine.py is there already" in again.stderr
    assert (tmp_path / "mine.py").read_text() == "precious"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new", "../up"], "'../up' is no name for a bot"),
        (["check", "nowhere.py"], "cannot read nowhere.py"),
        (["check", "notes.txt"], "neither .py nor .zip"),
        (["play", "genius", "lowest"], "'genius' is neither a file nor a bot of the house"),
        (["play", "lowest", "lowest", "--deals", "0"], "--deals is 0"),
        (["play", "lowest", "lowest", "--game", "whist"], "unknown game 'whist'"),
        (["play", "lowest", "lowest", "--secret", "5"], "secret must be 64"),
        (["dance"], "invalid choice"),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_clear_line(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "notes.txt").write_text("notes")
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
