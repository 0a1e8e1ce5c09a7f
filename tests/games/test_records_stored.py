"""Records written by earlier versions of this library still read, verify and write back alike."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.catalogue import GAMES
from games.errors import RecordError
from games.records import Record, dumps, loads, verify_match
from tests.games.helpers import SECRET

FILES = sorted((Path(__file__).parent / "data" / "records").glob("*.jsonl"))


def stored(name: str) -> list[Record]:
    path = next(path for path in FILES if path.stem == name)
    return loads(path.read_text(encoding="utf-8"))


def test_there_is_a_stored_match_of_every_game() -> None:
    assert {record.game for path in FILES for record in stored(path.stem)} == {
        game.key for game in GAMES
    }


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_a_match_stored_earlier_verifies_by_the_rules_version_it_carries(name: str) -> None:
    """If this fails the rules have changed: raise `rules_version`, and keep the old rules."""
    records = stored(name)
    verify_match(records)
    verify_match(records, SECRET)


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_a_match_stored_earlier_is_written_as_it_was(name: str) -> None:
    path = next(path for path in FILES if path.stem == name)
    text = path.read_text(encoding="utf-8")
    assert list(map(json.loads, dumps(loads(text)).splitlines())) == list(
        map(json.loads, text.splitlines())
    )


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_rules_of_a_version_unknown_here_judge_nothing(name: str) -> None:
    records = [replace(record, rules_version=99) for record in stored(name)]
    with pytest.raises(RecordError, match="rules version 99"):
        verify_match(records)


def test_the_stored_matches_hold_what_is_rare() -> None:
    """Awards, fallbacks, lots, a hidden secret, tie-breaks: or the files would prove little."""
    records = [record for path in FILES for record in stored(path.stem)]
    assert any(record.awarded for record in records)
    assert any(move.mark == "fallback" for record in records for move in record.moves)
    assert {record.game for record in records if record.lots} == {"british", "drunkard"}
    assert any(record.secret is None for record in records)
    assert len(stored("podkidnoy")) > 2, "two deals, and one more to break the tie"
