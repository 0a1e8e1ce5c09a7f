"""`replay`: a bot asked again in a match that is over."""

import json
import subprocess
from pathlib import Path

import pytest

from games.records import loads
from tests.bots.check.failing import kit_bot
from tests.bots.commands.running import (
    CRASHING,
    ENVIRONMENT,
    PYTHON,
    needs_python,
    result,
    run,
)

pytestmark = needs_python

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
            env=ENVIRONMENT,
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
