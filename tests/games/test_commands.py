"""The rules at the command line, as a stranger would call them."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.catalogue import find_game
from games.perft import perft
from games.records import dumps
from tests.games.helpers import dealt
from tests.games.test_records import FIRST, MATCH, SECRET, played
from tests.games.test_records_whole_matches import THREE

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data" / "podkidnoy.jsonl"


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(dumps(MATCH), encoding="utf-8")
    return path


def called(
    *call: str, stdout: Any = subprocess.PIPE, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with nothing typed."""
    return subprocess.run(
        [sys.executable, "-m", "games", *call],
        cwd=ROOT,
        env={**os.environ, **env},
        input=b"",
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )


def test_scenarios_pass_in_a_process_of_their_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games", "scenarios", str(DATA)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    count = len(DATA.read_text(encoding="utf-8").splitlines())
    assert done.stdout.splitlines()[-1] == f"{count} passed, 0 failed"


def test_a_failing_scenario_is_exit_status_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text('{"id": "X", "game": "whist", "setup": {"players": 2}}\n', encoding="utf-8")
    assert main(["scenarios", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_a_record_is_verified(match_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(match_file)]) == 0
    assert capsys.readouterr().out == "5 deals verified\n"
    assert main(["verify", str(match_file), "--secret", bytes(32).hex()]) == 1
    assert "commitment" in capsys.readouterr().err


def test_what_cannot_be_checked_without_the_secret_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hidden.jsonl"
    path.write_text(dumps(played(published=False)), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert "shuffle not checked" in capsys.readouterr().out
    assert main(["verify", str(path), "--secret", SECRET.hex()]) == 0
    assert "shuffle" not in capsys.readouterr().out


def test_a_tampered_record_is_exit_status_one(
    match_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = match_file.read_text(encoding="utf-8")
    match_file.write_text(text.replace('"reason": "fool"', '"reason": "draw"'), encoding="utf-8")
    assert main(["verify", str(match_file)]) == 1
    assert "outcome" in capsys.readouterr().err


def several(*names: str) -> str:
    """A file of several matches: a line that tells of each, its deals, a line of another type."""
    lines = []
    for name in names:
        deals = [replace(record, match=name) for record in MATCH]
        lines += [json.dumps({"type": "match", "id": name}), *dumps(deals).splitlines()]
        lines += [json.dumps({"type": "notes", "match": name})]
    return "\n".join(lines)


def test_the_matches_of_a_file_that_tells_of_several_are_verified_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text(several("m_1", "m_2"), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == "10 deals of 2 matches verified\n"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"id": "m_2"', '"id": "m_3"', "line 9: a deal of match m_2 stands under match m_3"),
        ('"match": "m_2", "leg": 0, "deal": 1', '"match": "m_1", "leg": 0, "deal": 1', "m_1"),
        (
            '"match": "m_2", "leg": 0, "deal": 0',
            '"match": "m_2", "leg": 0',
            "match m_2, line 9: missing",
        ),
    ],
)
def test_a_deal_that_was_moved_or_spoilt_in_a_file_of_several_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, complaint: str
) -> None:
    path = tmp_path / "all.jsonl"
    text = several("m_1", "m_2")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert complaint in capsys.readouterr().err


def spoilt(text: str, number: int) -> str:
    """*text* with another end of the deal in its line *number*."""
    lines = text.splitlines()
    assert '"reason": "fool"' in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace('"reason": "fool"', '"reason": "draw"')
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (spoilt(dumps(MATCH), 3), "error: deal 3 (line 3): the rules give"),
        (spoilt("\n" + dumps(MATCH), 4), "error: deal 3 (line 4): the rules give"),
        (spoilt(dumps(MATCH[1:]), 2), "error: deal 3 (line 2): the rules give"),
        (dumps([MATCH[0], *MATCH[2:]]), "error: deal 2 expected, not deal 3 (line 2)"),
        (spoilt(dumps(THREE), 4), "error: leg 2, deal 2 (line 4): the rules give"),
        (spoilt(several("m_1", "m_2"), 11), "error: match m_2, deal 3 (line 11): the rules give"),
    ],
    ids=["of one match", "after an empty line", "alone", "left out", "in a leg", "of several"],
)
def test_verify_names_deal_and_line_from_one_as_replay_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err.startswith(complaint)


def test_a_message_about_many_fields_is_never_cut_within_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(json.dumps({f"field {number}": 0 for number in range(40)}), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr().err
    assert said.count("'") == 12
    assert re.search(r"' and \d+ more\n$", said)


def test_a_record_is_replayed_as_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(FIRST.to_json()), encoding="utf-8")
    assert main(["replay", str(path), "--lang", "ru"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith("player")]) == len(FIRST.moves) + 1
    assert "— дурак" in lines[-1]


def test_a_replay_speaks_one_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = [replace(FIRST.moves[0], mark="fallback"), *FIRST.moves[1:]]
    path = tmp_path / "one.json"
    path.write_text(dumps([replace(FIRST, moves=tuple(moves), sitting=("Анна", "Борис"))]), "utf-8")
    forced = [played.mark for played in moves].count("forced")
    assert forced
    for lang, title, given, alone in (
        ("en", "Podkidnoy Durak · deal 1", "(played for it)", "(no choice)"),
        ("ru", "Подкидной дурак · сдача 1", "(сыграно за него)", "(без выбора)"),
    ):
        assert main(["replay", str(path), "--lang", lang]) == 0
        out = capsys.readouterr().out
        lines = out.splitlines()
        assert lines[0] == title
        assert [line.endswith(given) for line in lines].index(True) == 5
        assert (out.count(given), out.count(alone)) == (1, forced)
    assert re.findall("[A-Za-z]+", out) == []


def test_a_replay_of_a_mirrored_match_says_which_leg(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "three.jsonl"
    path.write_text(dumps(THREE), encoding="utf-8")
    for lang, leg, deal in (("en", "leg", "deal"), ("ru", "круг", "сдача")):
        assert main(["replay", str(path), "--lang", lang]) == 0
        titles = [line for line in capsys.readouterr().out.splitlines() if f" · {deal} " in line]
        game = find_game("podkidnoy").NAMES[lang]
        assert titles == [f"{game} · {leg} {a} · {deal} {b}" for a in (1, 2, 3) for b in (1, 2)]


def test_a_replay_is_shown_without_suit_signs_too(match_file: Path) -> None:
    done = called("replay", str(match_file), PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.search(rb"^Trump: [6-9AJKQ10]+[SCDH] ", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    "call",
    [
        ["--help"],
        ["rules", "podkidnoy"],
        ["replay", "RECORD"],
        ["verify", "RECORD"],
        ["scenarios", str(DATA)],
        ["perft", "podkidnoy", "--depth", "2", "--split"],
        ["bench", "armenian", "--seats", "2", "--seconds", "0.01"],
        ["play", "drunkard"],
    ],
    ids=lambda call: call[0],
)
@pytest.mark.parametrize("buffered", ["", "1"], ids=["at-the-end", "at-once"])
def test_a_reader_who_has_had_enough_is_left_quietly(
    call: list[str], buffered: str, match_file: Path
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as broken:
        words = [str(match_file) if word == "RECORD" else word for word in call]
        done = called(*words, stdout=broken, PYTHONUNBUFFERED=buffered)
    assert done.stderr == b""
    # Some Pythons say nothing of a help that nobody reads.
    assert done.returncode in ((0, 1) if call == ["--help"] else (1,))


def test_a_command_whose_output_is_closed_from_the_start_ends_quietly() -> None:
    done = closed_at_the_start("rules", closed=">&-")
    assert (done.returncode, done.stderr) == (1, "")


def test_a_player_without_a_keyboard_leaves_politely() -> None:
    done = closed_at_the_start("play", "podkidnoy", closed="<&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Good-bye.\n")


def closed_at_the_start(*call: str, closed: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell starts it with an end of it closed."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m games "$@" {closed}', sys.executable, *call],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_record_laid_out_over_many_lines_is_one_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.json"
    path.write_text("\n" + json.dumps(FIRST.to_json(), indent=2) + "\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.startswith("1 deal verified")
    path.write_text("{\n  song\n}\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert "line 2 column 3" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "error: {path}: No such file or directory"),
        ("folder", "error: {path}: Is a directory"),
        (b"", "error: {path} is empty: there is no record in it"),
        (b"\n \n", "error: {path} is empty: there is no record in it"),
        (b"{\xff\xfe}", "error: the file is no text in UTF-8: invalid start byte at byte 1"),
    ],
    ids=["none", "folder", "empty", "blank", "binary"],
)
def test_a_file_without_a_record_is_one_clear_line(
    command: str,
    content: bytes | str | None,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "match.jsonl"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        path.mkdir()
    assert main([command, str(path)]) == 1
    assert capsys.readouterr().err == told.format(path=path) + "\n"


def test_a_terminal_without_russian_letters_is_told_what_to_do(match_file: Path) -> None:
    for call in (["replay", str(match_file)], ["rules", "british"]):
        done = called(*call, "--lang", "ru", PYTHONIOENCODING="ascii")
        assert done.returncode == 1
        assert b"PYTHONIOENCODING=utf-8" in done.stderr
        assert done.stderr.count(b"\n") == 1


def test_a_replay_stops_at_a_move_of_another_seat(
    match_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = replace(FIRST.moves[0], seat=1 - FIRST.moves[0].seat)
    match_file.write_text(dumps([replace(FIRST, moves=(moved, *FIRST.moves[1:]))]), "utf-8")
    assert main(["replay", str(match_file)]) == 1
    assert capsys.readouterr().err.startswith(f"error: move 1 is of seat {moved.seat}, but ")


def test_deals_that_are_not_a_whole_match_are_said_to_be_none(
    match_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for some, told in (
        (MATCH[:2], "2 deals verified (the match does not end with them)\n"),
        (MATCH[:1], "1 deal verified (the match does not end with them)\n"),
        (MATCH[1:3], "2 deals verified (each by itself: the match does not begin with them)\n"),
        (THREE[2:], "4 deals verified (each by itself: the match does not begin with them)\n"),
    ):
        match_file.write_text(dumps(some), encoding="utf-8")
        assert main(["verify", str(match_file)]) == 0
        assert capsys.readouterr().out == told


def test_perft_counts_as_the_library_does(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["perft", "podkidnoy", "--seats", "2", "--secret", SECRET.hex(), "--depth", "4"]
    assert main([*call, "--split"]) == 0
    lines = capsys.readouterr().out.splitlines()
    total = perft(dealt(find_game("podkidnoy")()), 4)
    assert int(lines[-1]) == total == sum(int(line.split(": ")[1]) for line in lines[:-1])


def test_perft_takes_sides_and_options_as_they_are_typed_to_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call = ["perft", "podkidnoy", "--sides", "pairs", "--option", "multi_lead=no", "--depth", "3"]
    assert main([*call, "--secret", SECRET.hex()]) == 0
    state = dealt(find_game("podkidnoy")(seats=4, sides="pairs", multi_lead=False))
    assert capsys.readouterr().out == f"{perft(state, 3)}\n"


def test_perft_of_small_depths_is_the_number_of_legal_moves() -> None:
    state = dealt(find_game("podkidnoy")())
    assert perft(state, 0) == 1
    assert perft(state, 1) == len(state.legal_moves)
    second = 0
    for move in state.legal_moves:
        after = state.copy()
        after.play(move)
        second += len(after.legal_moves)
    assert perft(state, 2) == second


def test_a_bench_is_a_json_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "podkidnoy", "--seats", "3", "--seconds", "0.05", "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)
    assert (line["game"], line["seats"]) == ("podkidnoy", 3)
    assert line["moves_per_s"] > line["deals_per_s"] > 0
    assert line["us_per_move"] > 0
    costs = ("copy_us", "view_us", "view_json_us", "menu_us", "replays_per_s")
    assert all(line[cost] > 0 for cost in costs)


def test_a_bench_goes_through_every_number_of_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "armenian", "--seconds", "0.01"]) == 0
    lines = json.loads(capsys.readouterr().out)
    assert [line["seats"] for line in lines] == [2, 3, 4]


def test_a_bench_of_so_many_seats_leaves_out_games_that_do_not_have_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--seats", "7", "--seconds", "0.01", "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)
    assert (line["game"], line["seats"]) == ("drunkard", 7)


def test_a_deal_is_played_at_the_terminal_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Someone who types every move he might have, good or not, comes to the end."""
    words = ["?", "dance", "take", "pass", *(f"attack {r}{s}" for r in "6789TJQKA" for s in "SCDH")]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(words * 300)))
    assert main(["play", "podkidnoy", "--me", "1", "--secret", SECRET.hex(), "--lang", "ru"]) == 0
    out = capsys.readouterr().out
    assert "Козырь" in out
    assert "дурак." in out or "вничью" in out
    assert out.splitlines()[-1] == "До свидания."


@pytest.mark.parametrize(
    "call",
    [
        ["play", "whist"],
        ["play", "podkidnoy", "--seats", "9"],
        ["play", "podkidnoy", "--me", "2"],
        ["bench", "whist"],
        ["bench", "podkidnoy", "--seats", "0"],
        ["bench", "--seats", "9"],
        ["perft", "whist"],
        ["perft", "podkidnoy", "--option", "colour"],
        ["perft", "podkidnoy", "--option", "deck_size=37"],
    ],
)
def test_a_wrong_call_is_one_clear_line(
    call: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(call) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["perft", "podkidnoy", "--secret", "00"], "a secret is 64 hexadecimal digits"),
        (["bench", "podkidnoy", "--seconds", "0"], "seconds are a number above 0"),
        (["bench", "podkidnoy", "--seconds", "nan"], "seconds are a number above 0"),
        (["bench", "podkidnoy", "--seconds", "long"], "seconds are a number above 0"),
    ],
)
def test_a_value_that_is_none_is_refused_with_what_it_should_be(
    call: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(call)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_the_rules_load_without_what_a_bot_does_not_need() -> None:
    """A bot starts with every match: the catalogue must not pull in slow modules."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import games.catalogue; "
        "print([m for m in ('typing', 're', 'enum', 'json', 'dataclasses', 'hashlib', 'random') "
        "if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
