"""From nothing to a rated bot: the author's commands against a whole league that runs."""

import json
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.check.advice import ADVICE, STEPS
from tests.bots.check.failing import FAILING
from tests.bots.commands.running import PYTHON, run
from tests.instance import ROOT, Instance, instance

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


@pytest.fixture(scope="module")
def league() -> Iterator[Instance]:
    # Bots run as other users, to whom pytest's own folders are closed.
    with tempfile.TemporaryDirectory(prefix="league-") as made:
        Path(made).chmod(0o755)
        with instance(Path(made) / "data", LEAGUE_PACE_SECONDS="0.2") as running:
            yield running


@pytest.fixture(scope="module")
def token(league: Instance) -> str:
    account = {"username": "ivan", "password": "midnight oil 7"}
    request = urllib.request.Request(
        league.url + "/api/v1/accounts/", data=json.dumps(account).encode(), method="POST"
    )
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return str(json.loads(answer.read())["token"])


def read(league: Instance, path: str) -> Any:
    return json.loads(league.get(f"/api/v1/{path}"))


def test_from_nothing_to_a_rated_bot_and_its_match_asked_again(
    league: Instance, token: str, tmp_path: Path
) -> None:
    assert run(tmp_path, "new", "newcomer").returncode == 0
    assert run(tmp_path, "check", "newcomer.py").returncode == 0
    sent = run(tmp_path, "submit", "newcomer.py", "--server", league.url, LEAGUE_TOKEN=token)
    assert sent.returncode == 0, sent.stderr
    assert sent.stdout.startswith("accepted: newcomer plays as version 1")
    assert f"{league.url}/bots/newcomer/" in sent.stdout
    told = [line.split()[1] for line in sent.stderr.splitlines() if line.startswith("✓")]
    assert told == list(STEPS)
    rows: list[Any] = []

    def rated() -> bool:
        lines = read(league, "ladders/podkidnoy-ladder/standings/?page_size=200")["results"]
        rows[:] = [line for line in lines if line["player"]["bot"] == "newcomer"]
        return bool(rows) and rows[0]["rating"] is not None

    league.wait_until("rated", rated, 120)
    player = rows[0]["player"]["id"]
    matches = read(league, f"players/{player}/matches/?page_size=50")["results"]
    over = next(match for match in matches if match["status"] == "finished")
    (tmp_path / "match.jsonl").write_bytes(league.get(f"/api/v1/matches/{over['id']}/record/"))
    verified = subprocess.run(
        [PYTHON, "-S", "-m", "games", "verify", str(tmp_path / "match.jsonl")],
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "verified" in verified.stdout, verified.stderr
    seat = next(s["number"] for s in over["seats"] if s["player"]["bot"] == "newcomer")
    command = ("replay", "match.jsonl", "--with", "newcomer.py", "--seat", str(seat), "--json")
    again = run(tmp_path, *command)
    assert again.returncode == 0, again.stderr
    decisions = json.loads(again.stdout)["decisions"]
    assert decisions
    assert not [decision for decision in decisions if decision["differs"]]


def test_a_refusal_is_told_with_advice_position_and_log(
    league: Instance, token: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.py").write_bytes(FAILING["crashing"].source)
    command = ("submit", "bad.py", "--server", league.url, "--token", token, "--name", "Bad one")
    sent = run(tmp_path, *command)
    assert sent.returncode == 1, sent.stderr
    assert "refused: crashed: it ended with an error" in sent.stdout
    assert f"mend it: {ADVICE['crashed']}" in sent.stdout
    assert "it may play: " in sent.stdout
    assert "a mistake in the third move" in sent.stdout
    assert "✗ positions" in sent.stderr
    again = run(tmp_path, *command, "--json")
    assert json.loads(again.stdout)["number"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--token", "dl_nonsense"], "401: This token is unknown"),
        (["--bot", "nobody"], "the site has no bot 'nobody'"),
        (["--bot", "of the house"], "403: "),
        (["--name", "x" * 500], "400: "),
    ],
)
def test_what_the_site_refuses_is_told_in_its_words(
    league: Instance, token: str, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "mine.py").write_bytes((ROOT / "bots" / "example.txt").read_bytes())
    house = read(league, "bots/?house=true")["results"][0]["slug"]
    arguments = [house if argument == "of the house" else argument for argument in arguments]
    given = arguments if "--token" in arguments else ["--token", token, *arguments]
    sent = run(tmp_path, "submit", "mine.py", "--server", league.url, *given)
    assert sent.returncode == 2, sent.stdout
    assert message in sent.stderr
    assert "Traceback" not in sent.stderr
