"""`play` and `tournament`: matches at home, who is better, and the record of them."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from games import record_files
from games.records import loads, verify_match
from tests.bots.check.failing import kit_bot
from tests.bots.commands.running import (
    CRASHING,
    ENVIRONMENT,
    PYTHON,
    needs_python,
    result,
    run,
)
from tests.bots.conftest import processes_below

pytestmark = needs_python


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
            env={**ENVIRONMENT, "TMPDIR": str(temporary)},
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

    def test_one_match_is_told_as_one(self, folder: Path) -> None:
        done = run(folder, "tournament", "lowest", "random", "-n", "1")
        assert "\n1 match, 1 deal of Podkidnoy Durak, " in done.stdout

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
