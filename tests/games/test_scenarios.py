"""The file of worked positions, and the runner that reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import GAMES
from games.errors import GameError, SetupError
from games.scenarios import differences_of, play, position, run_file, snapshot

DATA = Path(__file__).parent / "data"
LINES = (DATA / "podkidnoy.jsonl").read_text(encoding="utf-8").splitlines()
ALL = [
    text
    for key in sorted(game.key for game in GAMES)
    for text in (DATA / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
]


def scenario(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(line for line in map(json.loads, LINES) if line["id"] == name)
    return found


@pytest.mark.parametrize("text", ALL, ids=[json.loads(line)["id"] for line in ALL])
def test_the_engine_plays_as_worked_out_by_hand(text: str) -> None:
    assert differences_of(text) == []


def test_a_file_is_run_to_its_last_line(tmp_path: Path) -> None:
    wrong = scenario("PD-25")
    wrong["expect"][0]["stock_count"] = 3
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join([LINES[0], json.dumps(wrong), "", LINES[1]]), encoding="utf-8")
    said: list[str] = []
    assert run_file(path, said.append) == 1
    assert said == [
        "line 2: PD-25: after 2: stock_count is 2, expected 3",
        "2 passed, 1 failed",
    ]


@pytest.mark.parametrize(
    ("name", "change", "difference"),
    [
        ("PD-06", {"expect": [{"reject": 2, "error": "MUST_LEAD"}]}, "CANNOT_BEAT instead of"),
        ("PD-06", {"expect": [{"reject": 1, "error": "MUST_LEAD"}]}, "was allowed instead of"),
        ("PD-25", {"expect": [{"after": 2, "wizard": 1}]}, "there is no field 'wizard'"),
        ("PD-25", {"options": {"first_bout_max": 9}}, "OPTION: first_bout_max=9"),
        ("PD-25", {"game": "whist"}, "UNKNOWN_GAME"),
        ("PD-25", {"kind": "song"}, "kind 'song' is not known"),
        ("PD-25", {"setup": {}}, "SETUP"),
        ("PD-41", {"expect": [{"dealer": 0}]}, "dealer is 1, expected 0"),
        ("PD-09", {"expect": [{"after": 1, "legal": {"beat": {"9S": ["TS"]}}}]}, "legal is"),
    ],
)
def test_every_kind_of_difference_is_found(
    name: str, change: dict[str, Any], difference: str
) -> None:
    found = differences_of(json.dumps({**scenario(name), **change}))
    assert len(found) >= 1
    assert difference in found[0]


def test_a_line_that_is_no_scenario_is_a_failure() -> None:
    assert "cannot be read" in differences_of("{")[0]
    assert "cannot be read" in differences_of("{}")[0]


@pytest.mark.parametrize(
    ("name", "previous", "difference"),
    [
        ("DR-102", {"drunkards": [0]}, "dealer is 0, expected 1"),
        ("DR-102", {"drunkards": [2]}, "SETUP"),
        ("DR-102", {"drunkards": [0], "counts": [1, 1]}, "SETUP"),
        ("DR-102", {"drunkards": [0], "counts": [0, 0]}, "SETUP"),
        ("DR-102", {"drunkard": 1, "counts": [36]}, "SETUP"),
        ("BR-102", {"dealer": 1}, "dealer is 2, expected 1"),
        ("BR-102", {"dealer": 3}, "SETUP"),
        ("BR-102", {"dealer": 0, "winner": -1}, "SETUP"),
        ("AR-103", {"dealer": 0, "loser": 1}, "dealer is 1, expected 0"),
        ("AR-103", {"dealer": 1, "winner": 0}, "dealer is 1, expected 0"),
        ("AR-103", {"dealer": 0, "tricks": [18]}, "SETUP"),
        ("AR-103", {"dealer": 0, "winner": 2}, "SETUP"),
    ],
)
def test_the_next_deal_follows_from_the_one_before(
    name: str, previous: dict[str, Any], difference: str
) -> None:
    line = next(line for line in map(json.loads, ALL) if line["id"] == name)
    line["setup"]["previous"] = previous
    assert difference in differences_of(json.dumps(line))[0]


def test_moves_out_of_turn_and_unreadable_ones_have_codes() -> None:
    state = position(scenario("PD-25"))
    moves: list[tuple[Any, str]] = [
        ({"seat": 1, "type": "take"}, "NOT_YOUR_TURN"),
        ({"seat": 0, "type": "dance"}, "UNKNOWN_MOVE"),
        ({"seat": 0}, "UNKNOWN_MOVE"),
        ({"seat": 0, "type": "attack", "cards": "6S"}, "UNKNOWN_MOVE"),
        ({"seat": 0, "type": "attack", "cards": []}, "UNKNOWN_MOVE"),
        ({"seat": 0, "type": "attack", "cards": ["1S"]}, "UNKNOWN_MOVE"),
        ({"seat": 0, "type": "beat", "target": "6S"}, "UNKNOWN_MOVE"),
        ({"seat": 0, "type": "beat", "target": ["6S"], "card": "7S"}, "UNKNOWN_MOVE"),
        ("attack 6S", "UNKNOWN_MOVE"),
        (None, "UNKNOWN_MOVE"),
        ({"seat": 0, "type": "attack", "cards": ["AH"]}, "CARD_NOT_HELD"),
    ]
    for move, code in moves:
        with pytest.raises(GameError) as caught:
            play(state, move)
        assert caught.value.code == code
    assert state == position(scenario("PD-25"))


@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("DR-01", {"stacks": [["9S"], ["KD"]], "leader": 2}),
        ("DR-01", {"stacks": [["9S"], ["KD"]], "leader": "0"}),
        ("DR-01", {"stacks": [["9S"], None], "leader": 0}),
        ("BR-04", {"hands": [["7S"], ["KC"]], "pile": ["AC"]}),
        ("BR-04", {"hands": [["7S"], ["KC"]], "pile": ["AC"], "turn": -1}),
        ("BR-04", {"hands": [["7S"], ["KC"]], "pile": ["AC"], "turn": 0, "declared": "X"}),
        ("AR-02", {"hands": [["QH"], ["6H"]], "open": [[], []], "down": [[], []]}),
        ("AR-02", {"players": 2, "dealer": True}),
        ("AR-02", None),
    ],
)
def test_a_setup_that_is_none_is_refused(name: str, setup: Any) -> None:
    line = next(line for line in map(json.loads, ALL) if line["id"] == name)
    with pytest.raises(SetupError):
        position({**line, "setup": setup})


def test_a_snapshot_tells_everything_and_is_plain_data() -> None:
    told = snapshot(position(scenario("PD-01")))
    assert json.loads(json.dumps(told)) == told
    assert told["turnup"] == told["stock"][-1] == told["stock_last"] == "8H"
    assert told["over"] is False
    assert told["result"] is None
    assert told["cap"] == 6
    assert told["phase"] == "lead"
    assert told["last_bout"] is None
