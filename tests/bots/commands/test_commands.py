"""The author's commands, run as he runs them: plain Python, nothing installed."""

import http.server
import json
import os
import signal
import subprocess
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.check.advice import ADVICE, STEPS
from bots.commands.given import upload_from
from games import record_files
from games.catalogue import GAMES
from games.records import loads, verify_match
from tests.bots.check.failing import FAILING, kit_bot
from tests.bots.conftest import processes_below

ROOT = Path(bots.__file__).parents[1]
PYTHON = "/usr/bin/python3"
LOWEST = kit_bot("pass")
CRASHING = FAILING["crashing"].source

pytestmark = pytest.mark.skipif(not Path(PYTHON).exists(), reason="no Python of the system")


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        # -S: installed libraries are not seen.
        [PYTHON, "-S", "-m", "bots", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )


def result(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two bots of one's own: one plays the lowest card, one crashes."""
    (tmp_path / "mine.py").write_bytes(LOWEST)
    (tmp_path / "bad.py").write_bytes(CRASHING)
    return tmp_path


class TestNew:
    @pytest.mark.parametrize("game", [game.key for game in GAMES if game.key != "drunkard"])
    def test_a_new_bot_plays_its_game_and_the_next_commands_are_told(
        self, tmp_path: Path, game: str
    ) -> None:
        new = run(tmp_path, "new", "mine", "--game", game)
        assert new.returncode == 0, new.stderr
        assert "python3 -m bots check mine.py" in new.stdout
        # The site checks one game only: for another there is more to be played at home.
        is_taken = game == "podkidnoy"
        assert ("python3 -m bots submit mine.py" in new.stdout) == is_taken
        assert ("python3 -m bots tournament mine.py" in new.stdout) != is_taken
        assert ("A site checks every bot at Podkidnoy Durak for two" in new.stdout) != is_taken
        told = new.stdout.partition("-m bots play ")[2].splitlines()[0]
        play = run(tmp_path, "play", *told.split(), "-n", "3", "--json")
        assert play.returncode == 0, play.stderr
        assert result(play)["deals"] == 3

    def test_a_game_without_decisions_has_no_bot(self, tmp_path: Path) -> None:
        new = run(tmp_path, "new", "mine", "--game", "drunkard")
        assert new.returncode == 2
        assert "Drunkard leaves nothing to decide" in new.stderr
        assert list(tmp_path.iterdir()) == []

    def test_new_never_writes_over_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text("precious")
        again = run(tmp_path, "new", "mine")
        assert again.returncode == 2
        assert "mine.py is there already" in again.stderr
        assert (tmp_path / "mine.py").read_text() == "precious"


class TestCheck:
    def test_every_step_is_listed_with_its_time(self, folder: Path) -> None:
        check = run(folder, "check", "mine.py")
        assert check.returncode == 0, check.stderr
        lines = check.stdout.splitlines()
        assert [line.split()[:2] for line in lines[: len(STEPS)]] == [["✓", step] for step in STEPS]
        assert all(" s " in line for line in lines[: len(STEPS)])
        assert lines[-1].startswith("accepted")
        assert "check: 9 of 9" in check.stderr

    def test_a_refusal_says_what_to_mend_and_shows_the_position_and_the_log(
        self, folder: Path
    ) -> None:
        check = run(folder, "check", "bad.py")
        assert check.returncode == 1
        assert "✗ positions" in check.stdout
        assert "– itself" in check.stdout
        assert "refused: it ended with an error" in check.stdout
        assert f"mend it: {ADVICE['crashed']}" in check.stdout
        assert "it may play: " in check.stdout
        assert "a mistake in the third move" in check.stdout
        as_json = result(run(folder, "check", "bad.py", "--json"))
        assert (as_json["accepted"], as_json["kind"]) == (False, "crashed")
        assert as_json["steps"][-1]["problem"]["position"]["menu"]

    def test_it_is_checked_at_the_tables_asked_for(self, folder: Path) -> None:
        check = run(folder, "check", "mine.py", "--game", "passing", "--seats", "2,3", "--json")
        assert check.returncode == 0, check.stderr
        steps = {step["name"]: step["facts"] for step in result(check)["steps"]}
        assert steps["positions"]["seats"] == [2, 3]
        assert [len(scores) for scores in steps["itself"]["scores"]] == [2, 3]

    def test_what_cannot_be_a_bot_fails_at_the_first_step(self, folder: Path) -> None:
        with zipfile.ZipFile(folder / "empty.zip", "w") as archive:
            archive.writestr("main.py", LOWEST)
        check = run(folder, "check", "empty.zip")
        assert check.returncode == 1
        assert "✗ bundle" in check.stdout
        assert "no bot.py at its top" in check.stdout

    def test_without_walls_the_same_steps_are_taken_and_that_is_said(self, folder: Path) -> None:
        check = run(folder, "check", "mine.py", "--no-walls", "--json")
        assert check.returncode == 0, check.stderr
        assert [step["name"] for step in result(check)["steps"]] == list(STEPS)
        assert "checked without a sandbox" in check.stderr


class TestPlay:
    def test_a_match_ends_with_score_share_and_verdict(self, folder: Path) -> None:
        play = run(folder, "play", "mine.py", "reference:random", "-n", "30")
        assert play.returncode == 0, play.stderr
        first, second, third, *_ = play.stdout.splitlines()
        assert first.startswith("mine.py ")
        assert "30 deals of Podkidnoy Durak" in first
        assert second.startswith("share of mine.py: ")
        assert "±" in second
        assert third.startswith("mine.py is better")
        assert "mine.py: slowest move" in play.stdout
        assert "mine.py - random: 30 of 30" in play.stderr

    def test_two_that_play_alike_are_not_said_to_differ(self, folder: Path) -> None:
        play = result(run(folder, "play", "mine.py", "lowest", "-n", "20", "--mirrored", "--json"))
        assert play["share"]["value"] == 0.5
        assert play["share"]["units"] == 20
        assert play["deals"] == 40
        assert play["verdict"].startswith("no difference shown")

    def test_the_same_secret_deals_the_same_cards(self, folder: Path) -> None:
        command = "play", "lowest", "cautious", "-n", "3", "--json", "--secret", "0d" * 32
        plays = [result(run(folder, *command)) for _ in range(2)]
        assert plays[0] == plays[1]

    @pytest.mark.parametrize("more", [(), ("--mirrored",), ("--sides", "pairs")])
    def test_the_same_secret_deals_the_same_cards_however_many_jobs(
        self, folder: Path, more: tuple[str, ...]
    ) -> None:
        command = "play", "lowest", "random", "-n", "61", "--json", "--secret", "0d" * 32, *more
        alone, two, many = (
            result(run(folder, *command, "--jobs", jobs)) for jobs in ("1", "2", "9")
        )
        assert alone == two == many
        assert alone["share"]["units"] == 61

    def test_several_jobs_play_as_many_deals(self, folder: Path) -> None:
        play = run(folder, "play", "mine.py", "cautious", "-n", "27", "--jobs", "3", "--json")
        assert play.returncode == 0, play.stderr
        told = result(play)
        assert told["deals"] == 27
        assert told["share"]["units"] == 27
        assert sum(told["scores"]) + told["draws"] == 27

    def test_many_deals_are_several_matches_in_the_record(self, folder: Path) -> None:
        play = run(folder, "play", "lowest", "random", "-n", "26", "--record", "m.jsonl", "--json")
        assert play.returncode == 0, play.stderr
        matches = record_files.read(folder / "m.jsonl")
        assert [(match.name, len(match.records)) for match in matches] == [
            ("home_1_1", 13),
            ("home_1_2", 13),
        ]
        for match in matches:
            assert match.told["seats"][0] == {"number": 0, "bot": "lowest"}
            assert verify_match(match.records, whole=True).played == 13
        secrets = [match.records[0].secret for match in matches]
        assert secrets[0] == result(play)["secret"] != secrets[1]

    def test_a_fault_ends_it_all(self, folder: Path) -> None:
        play = result(run(folder, "play", "lowest", "bad.py", "-n", "60", "--json"))
        assert (play["deals"], len(play["faults"][1])) == (1, 1)

    def test_a_fault_is_told_with_the_log_and_there_is_no_verdict(self, folder: Path) -> None:
        play = run(folder, "play", "lowest", "bad.py", "-n", "5")
        assert play.returncode == 1
        assert "bad.py failed in deal 1: crashed" in play.stdout
        assert "a mistake in the third move" in play.stdout
        assert "no verdict: bad.py failed" in play.stdout
        assert play.stdout.splitlines()[0].startswith("lowest 5 : 0 bad.py")

    def test_ctrl_c_ends_every_process_and_leaves_no_bot(self, folder: Path) -> None:
        (folder / "slow.py").write_bytes(kit_bot("import time; time.sleep(0.02)"))
        temporary = folder / "tmp"
        temporary.mkdir()
        playing = subprocess.Popen(
            [PYTHON, "-S", "-m", "bots", "play", "slow.py", "slow.py", "-n", "500", "--jobs", "2"],
            cwd=folder,
            env={
                "PYTHONPATH": str(ROOT),
                "PYTHONDONTWRITEBYTECODE": "1",
                "TMPDIR": str(temporary),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        deadline = time.monotonic() + 60
        while len(processes_below(temporary)) < 4:
            assert time.monotonic() < deadline, "no bots were started"
            time.sleep(0.05)
        os.killpg(playing.pid, signal.SIGINT)
        _, said = playing.communicate(timeout=60)
        assert playing.returncode == 2
        assert said.endswith("stopped\n")
        assert "Traceback" not in said, said
        assert processes_below(temporary) == []
        assert list(temporary.iterdir()) == []

    def test_a_side_sits_together_and_more_seats_alternate(self, folder: Path) -> None:
        sides = run(folder, "play", "mine.py", "random", "-n", "3", "--sides", "pairs", "--json")
        assert result(sides)["sitting"] == [0, 1, 0, 1]
        three = run(
            folder, "play", "mine.py", "random", "-n", "2", "--seats", "3", "--mirrored", "--json"
        )
        told = result(three)
        assert told["sitting"] == [0, 1, 0]
        assert (told["deals"], told["share"]["units"]) == (6, 2)

    def test_what_lies_here_comes_before_the_house_and_reference_means_the_house(
        self, folder: Path
    ) -> None:
        (folder / "lowest").mkdir()
        (folder / "lowest" / "bot.py").write_bytes(CRASHING)
        own = run(folder, "play", "lowest", "random", "-n", "1")
        assert own.returncode == 1
        assert "the house's is reference:lowest" in own.stderr
        assert run(folder, "play", "reference:lowest", "random", "-n", "1").returncode == 0

    def test_a_folder_is_packed(self, folder: Path) -> None:
        packed = folder / "strong"
        (packed / "__pycache__").mkdir(parents=True)
        (packed / "__pycache__" / "tables.cpython-311.pyc").write_bytes(b"\0")
        (packed / ".git").mkdir()
        (packed / ".git" / "HEAD").write_text("ref")
        (packed / "bot.py").write_bytes(kit_bot("return choice(menu)", "from tables import choice"))
        (packed / "tables.py").write_text("def choice(menu):\n    return menu.lowest()\n")
        play = run(folder, "play", "strong", "random", "-n", "2", "--json")
        assert play.returncode == 0, play.stdout + play.stderr
        assert result(play)["programs"] == ["strong", "random"]
        (packed / "bot.py").unlink()
        refused = run(folder, "check", "strong")
        assert refused.returncode == 2
        assert "has no bot.py" in refused.stderr


class TestTournament:
    def test_the_crosstable_has_everybody_against_everybody(self, folder: Path) -> None:
        command = ("tournament", "mine.py", "random", "cautious", "-n", "8", "--jobs", "2")
        done = run(folder, *command)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0].split() == ["bot", "1", "2", "3", "total", "share", "faults"]
        assert {line.split()[1] for line in lines[1:4]} == {"mine.py", "random", "cautious"}
        assert lines[3].split()[1] == "random"
        assert "3 matches, 24 deals" in lines[4]

    def test_faults_are_counted_and_told(self, folder: Path) -> None:
        done = run(folder, "tournament", "mine.py", "bad.py", "random", "-n", "2", "--json")
        assert done.returncode == 1
        told = result(done)
        faults = {row["bot"]: row["faults"] for row in told["table"]}
        assert faults == {"mine.py": 0, "bad.py": 2, "random": 0}
        assert len(told["matches"]) == 3
        totals = {row["bot"]: row["total"] for row in told["table"]}
        assert totals["bad.py"] == [0, 4]
        assert sum(own for own, _ in totals.values()) == sum(gone for _, gone in totals.values())

    def test_each_match_may_be_written_down(self, folder: Path) -> None:
        command = ("tournament", "mine.py", "random", "cautious", "-n", "2", "--mirrored")
        done = run(folder, *command, "--record", "cup.jsonl")
        assert done.returncode == 0, done.stderr
        files = sorted(folder.glob("cup-*.jsonl"))
        assert [file.name for file in files] == [
            "cup-1-mine.py-random.jsonl",
            "cup-2-mine.py-cautious.jsonl",
            "cup-3-random-cautious.jsonl",
        ]
        for file in files:
            assert verify_match(loads(file.read_text("utf-8")), whole=True).played == 4


NOTING = kit_bot("self.note = f'move {self.moves}'; return menu.any(self.random)")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a mirrored match of a bot that draws its moves and notes them."""
    made = tmp_path_factory.mktemp("recorded")
    (made / "noting.py").write_bytes(NOTING)
    (made / "bad.py").write_bytes(CRASHING)
    command = ("play", "noting.py", "lowest", "-n", "2", "--mirrored")
    done = run(made, *command, "--record", "m.jsonl", "--secret", "1f" * 32)
    assert done.returncode == 0, done.stderr
    return made


class TestReplay:
    def test_the_record_verifies_and_keeps_names_and_notes(self, recorded: Path) -> None:
        verified = subprocess.run(
            [PYTHON, "-S", "-m", "games", "verify", str(recorded / "m.jsonl")],
            env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert verified.stdout == "4 deals verified\n", verified.stderr
        first, *_, last = loads((recorded / "m.jsonl").read_text("utf-8"))
        assert first.sitting == ("noting.py", "lowest")
        assert last.sitting == ("lowest", "noting.py")
        assert first.notes[0][1] == "move 1"
        assert first.secret == "1f" * 32

    def test_the_same_bot_plays_the_same_in_the_first_deal_of_each_leg(
        self, recorded: Path
    ) -> None:
        # Its chance is as it was; in later deals it would have to be asked all before them.
        for leg in ("1", "2"):
            done = run(recorded, "replay", "m.jsonl", "--leg", leg, "--with", "noting.py", "--json")
            assert done.returncode == 0, done.stderr
            told = result(done)
            assert told["seat"] == int(leg) - 1
            assert len(told["decisions"]) > 3
            assert [one["now"] for one in told["decisions"] if one["differs"]] == []

    def test_after_the_deals_before_it_a_later_deal_is_played_the_same_too(
        self, recorded: Path
    ) -> None:
        command = ("replay", "m.jsonl", "--deal", "2", "--with", "noting.py", "--json")
        alone, after_all = run(recorded, *command), run(recorded, *command, "--from-start")
        assert after_all.returncode == 0, after_all.stderr
        again, fresh = (result(done)["decisions"] for done in (after_all, alone))
        assert [one["now"] for one in again if one["differs"]] == []
        assert [one["move"] for one in again] == [one["move"] for one in fresh]
        assert [one["now"] for one in fresh] != [one["now"] for one in again]
        assert again[0]["note"] != "move 1"

    def test_another_bot_is_asked_the_same_and_what_differs_is_listed(self, recorded: Path) -> None:
        done = run(recorded, "replay", "m.jsonl", "--seat", "0", "--with", "reference:cautious")
        assert done.returncode == 0, done.stderr
        head, *lines = done.stdout.splitlines()
        assert head.startswith("seat 0 of deal 1: ")
        differing = [line for line in lines if line.startswith("  move ")]
        assert f"{len(differing)} of them different now" in head
        assert differing

    def test_one_decision_is_shown_as_it_was_with_both_moves(self, recorded: Path) -> None:
        told = result(run(recorded, "replay", "m.jsonl", "--with", "noting.py", "--json"))
        decision = told["decisions"][2]
        move = str(decision["move"])
        done = run(recorded, "replay", "m.jsonl", "--move", move, "--with", "noting.py")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"seat 0 of deal 1, move {move}:")
        assert "it may play: " in done.stdout
        assert f"then: {decision['then']}" in done.stdout
        assert f"now:  {decision['then']}" in done.stdout
        assert "its note: move 3" in done.stdout

    def test_a_record_of_the_site_without_names_and_with_a_later_deal_alone(
        self, recorded: Path, tmp_path: Path
    ) -> None:
        lines = (recorded / "m.jsonl").read_text("utf-8").splitlines()
        record = {**json.loads(lines[1]), "sitting": [], "secret": None}
        record.pop("notes", None)
        (tmp_path / "site.jsonl").write_text(json.dumps(record) + "\n")
        command = ("replay", "site.jsonl", "--deal", "2", "--with", "lowest", "--json")
        unclear = run(tmp_path, *command)
        assert unclear.returncode == 2
        assert unclear.stderr == (
            "error: the record does not say which seat is lowest's; give --seat: 0, 1\n"
        )
        done = run(tmp_path, *command, "--seat", "1")
        assert done.returncode == 0, done.stderr
        assert "deals before this one are missing" in done.stderr
        assert result(done)["seat"] == 1

    def test_a_file_of_all_matches_is_read_when_one_is_chosen(
        self, recorded: Path, tmp_path: Path
    ) -> None:
        deals = [
            json.loads(line) for line in (recorded / "m.jsonl").read_text("utf-8").splitlines()
        ]
        seats = [{"number": 0, "bot": "mine"}, {"number": 1, "bot": None, "player": "Anna"}]
        told = []
        for name in ("m_1", "m_2"):
            told.append({"type": "match", "id": name, "seats": seats})
            told += [{**deal, "match": name, "sitting": []} for deal in deals]
            told.append({"type": "notes", "match": name})
        (tmp_path / "all.jsonl").write_text("".join(json.dumps(one) + "\n" for one in told))
        command = ("replay", "all.jsonl", "--with", "lowest")
        for more, message in (
            ([], "all.jsonl has 2 matches; choose one by --match: m_1, m_2"),
            (["--match", "m_3"], "there is no match m_3 in all.jsonl; there is: m_1, m_2"),
            (["--match", "m_2"], "which seat is lowest's; give --seat: 0 (mine), 1 (Anna)"),
            (["--match", "m_2", "--leg", "2"], "give --seat: 0 (Anna), 1 (mine)"),
        ):
            refused = run(tmp_path, *command, *more)
            assert refused.returncode == 2
            assert message in refused.stderr
        done = run(tmp_path, *command, "--match", "m_2", "--seat", "1", "--deal", "2")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("seat 1 of deal 2: ")

    def test_a_bot_that_fails_there_is_told_with_its_log(self, recorded: Path) -> None:
        done = run(recorded, "replay", "m.jsonl", "--seat", "0", "--with", "bad.py")
        assert done.returncode == 1
        assert "it failed at move" in done.stdout
        assert "a mistake in the third move" in done.stdout

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--deal", "9"], "there is no deal 9 of leg 1: the record has legs 1 to 2, deals 1"),
            (["--move", "500"], "there is no move 500"),
            (["--seat", "2"], "there is no seat 2; seats are 0 to 1"),
            (["--move", "forced"], "was no decision: it was the only legal move"),
        ],
    )
    def test_what_is_not_there_is_said_to_be_missing(
        self, recorded: Path, arguments: list[str], message: str
    ) -> None:
        if arguments[1] == "forced":
            moves = loads((recorded / "m.jsonl").read_text("utf-8"))[0].moves
            number = next(n for n, move in enumerate(moves, start=1) if move.mark == "forced")
            arguments = ["--move", str(number)]
        done = run(recorded, "replay", "m.jsonl", "--with", "lowest", *arguments)
        assert done.returncode == 2
        assert message in done.stderr


@contextmanager
def proxy(status: int, body: bytes, **headers: str) -> Iterator[str]:
    """Something between author and site that answers everything alike; its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Quietly."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class TestSubmit:
    @pytest.mark.parametrize(
        ("status", "body", "headers", "message"),
        [
            (413, b"<h1>too large</h1>", {}, "413: the file is too large for the site"),
            (
                401,
                b'{"detail": "This token has been revoked."}',
                {},
                "error: 401: This token has been revoked; get a token with the scope submit on",
            ),
            (429, b"{}", {"Retry_After": "60"}, "too many requests; wait a while; try again in 60"),
            (502, b"<h1>bad gateway</h1>", {}, "502: Bad Gateway"),
            (307, b"", {"Location": "https://new.example/x"}, "give https://new.example as"),
            (200, b"<h1>hello</h1>", {}, "does not answer as a league does"),
        ],
    )
    def test_what_stands_before_the_site_is_told_apart(
        self, folder: Path, status: int, body: bytes, headers: dict[str, str], message: str
    ) -> None:
        with proxy(status, body, **headers) as address:
            done = run(folder, "submit", "mine.py", "--server", address, "--token", "dl_x")
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr

    def test_a_token_over_plain_http_is_warned_of(self, folder: Path) -> None:
        done = run(
            folder, "submit", "mine.py", "--server", "http://nowhere.invalid", LEAGUE_TOKEN="dl_x"
        )
        assert done.returncode == 2
        assert "over plain HTTP anyone on the way can read your token" in done.stderr
        assert "cannot be reached" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new", "../up"], "'../up' is no name for a bot"),
        (["new", "mine", "--game", "whist"], "there is no game whist"),
        (["check", "nowhere.py"], "cannot read nowhere.py"),
        (["check", "mine.py", "--seats", "two"], "'two' is no list such as 2,3,4"),
        (["check", "mine.py", "--seats", "9"], "--seats 9 is not possible in Podkidnoy Durak"),
        (["check", "mine.py", "--game", "drunkard"], "Drunkard leaves nothing to decide"),
        (["play", "genius", "lowest"], "'genius' is neither a file nor a bot of the house"),
        (["play", "lowest", "lowest", "--deals", "0"], "--deals is 0"),
        (["play", "lowest", "lowest", "--game", "whist"], "there is no game whist"),
        (["play", "lowest", "lowest", "--secret", "5"], "secret must be 64"),
        (["play", "lowest", "lowest", "--record", "mine.py"], "mine.py is there already"),
        (
            ["play", "lowest", "random", "--jobs", "2", "--record", "x"],
            "a record is written deal",
        ),
        (["tournament", "lowest"], "needs two bots or more"),
        (["replay", "nowhere.jsonl", "--with", "lowest"], "cannot read nowhere.jsonl"),
        (["replay", "mine.py", "--with", "lowest"], "line 2"),
        (["submit", "mine.py", "--server", "http://127.0.0.1:9"], "a token is needed"),
        (["submit", "mine.py", "--server", "ftp://x", "--token", "t"], "is no address"),
        (["submit", "mine.py", "--server", "127.0.0.1:9", "--token", "t"], "cannot be reached"),
        (["dance"], "invalid choice"),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_clear_line(
    folder: Path, arguments: list[str], message: str
) -> None:
    done = run(folder, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_the_same_folder_is_the_same_upload(folder: Path) -> None:
    (folder / "strong").mkdir()
    (folder / "strong" / "bot.py").write_bytes(LOWEST)
    first = upload_from(folder / "strong")
    (folder / "strong" / "bot.py").touch()
    assert upload_from(folder / "strong") == first
    assert first[1] == "strong.zip"
