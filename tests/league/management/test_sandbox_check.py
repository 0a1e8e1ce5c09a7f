"""`manage.py sandbox_check` tells an operator whether strangers' bots can run here, and why not."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from bots.sandbox.choose import TIERS

ROOT = Path(__file__).resolve().parents[3]


def checked(*arguments: str, **environment: str) -> tuple[int, str]:
    """The exit code and the output of the command, as a person gets them."""
    known = {name: os.environ[name] for name in ("PATH", "LEAGUE_DATA") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", "sandbox_check", *arguments],
        cwd=ROOT,
        env={**known, "LEAGUE_BOOTSTRAP": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "" or done.returncode == 2, done.stderr
    return done.returncode, done.stdout


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", TIERS)
def test_a_sandbox_that_holds_is_told_with_all_that_was_tried(tier: str) -> None:
    code, told = checked("--sandbox", tier)
    if code and not os.environ.get("CI"):
        pytest.skip(f"no {tier} here: {told}")
    assert code == 0, told
    assert f"sandbox      {tier}\n" in told
    assert "interpreter  /usr/bin/python3, Python 3." in told
    assert f"{tier}: holds" in told
    assert "  stopped   open sockets\n" in told
    assert "POSSIBLE" not in told


def test_one_that_does_not_hold_is_told_with_the_remedy_and_an_exit_code() -> None:
    code, told = checked(BOT_PYTHON="/nowhere/python3")
    assert code == 1
    assert "sandbox      none: uploaded bots wait, house bots play" in told
    assert "bubblewrap: " in told
    assert "apt install bubblewrap" in told or "set BOT_PYTHON" in told


def test_programs_are_told_the_same_as_json() -> None:
    code, told = checked("--json", "--sandbox", "auto", BOT_PYTHON="/nowhere/python3")
    found: dict[str, Any] = json.loads(told)
    assert code == 1
    assert (found["sandbox"], found["wanted"]) == (None, "auto")
    assert found["bot_python"] == "/nowhere/python3"
    assert [trial["tier"] for trial in found["trials"]] == list(TIERS)
    assert not any(trial["holds"] for trial in found["trials"])
    assert found["reason"].startswith("bubblewrap: ")


def test_the_sandbox_that_is_set_is_the_one_tried() -> None:
    _, told = checked(LEAGUE_SANDBOX="landlock", BOT_PYTHON="/nowhere/python3")
    assert "asked for    landlock\n" in told
    assert "bubblewrap" not in told


def test_no_sandbox_is_no_choice(settings: LazySettings) -> None:
    code, _ = checked("--sandbox", "none")
    assert code == 2
    settings.LEAGUE_SANDBOX = "none"
    with pytest.raises(CommandError, match="LEAGUE_SANDBOX: no sandbox 'none'; there are"):
        call_command("sandbox_check")


def test_nothing_is_left_of_the_trial(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    checked(TMPDIR=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_person_who_runs_it_inside_django_gets_the_exit_code_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BOT_PYTHON", "/nowhere/python3")
    with pytest.raises(SystemExit) as end:
        call_command("sandbox_check", stdout=StringIO())
    assert end.value.code == 1
