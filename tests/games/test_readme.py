"""The README of the package: what it shows runs, and its table names what there is."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import games
from games.records import loads, verify_match
from tests.games.helpers import SECRET, dealt

FOLDER = Path(games.__file__).parent
TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")
EXAMPLES = [
    re.sub("^    ", "", block, flags=re.MULTILINE)
    for block in re.findall(r"\n\n((?:    .*\n|\n(?=    ))+)", TEXT)
    if not block.startswith("    python ")
]


def run(capsys: Any) -> dict[str, Any]:
    """All examples, one after the other as one reads them; what they leave."""
    found: dict[str, Any] = {"secret": SECRET}
    for example in EXAMPLES:
        exec(example, found)
    found["printed"] = capsys.readouterr().out
    return found


def test_a_deal_and_a_match_are_played_as_shown(capsys: Any) -> None:
    found = run(capsys)
    assert len(EXAMPLES) == 3
    assert found["state"].outcome is not None
    assert len(found["records"]) == 3
    printed = found["printed"].partition(") {")[2]
    match = verify_match(loads("{" + printed), whole=True)
    assert match.scores == found["series"].scores


def test_the_bot_that_searches_plays_legal_moves_better_than_chance(capsys: Any) -> None:
    best_move = run(capsys)["best_move"]
    game = run(capsys)["game"]
    rng = Random(5)
    points = [0, 0]
    for deal in range(12):
        state = dealt(game, deal)
        while state.to_act is not None:
            if state.to_act == 0:
                code = best_move(game, state.view(0), rng, worlds=3)
                assert code in state.legal_moves
            else:
                code = rng.choice(state.legal_codes())
            state.play(code)
        assert state.outcome is not None
        points = [had + won for had, won in zip(points, state.outcome.points, strict=True)]
    assert points[0] > points[1]


def test_the_table_names_every_module_and_no_other() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", TEXT, flags=re.MULTILINE)
    named = [name.rstrip("/") for row in rows for name in re.findall("`([^`]+)`", row)]
    there = [path.stem for path in FOLDER.glob("[a-z]*.py")]
    there += [path.name for path in FOLDER.glob("[a-z]*") if path.is_dir()]
    assert sorted(named) == sorted(there)


def test_every_command_is_there_with_a_call() -> None:
    shown = re.findall(r"^    python -m games (\w+)", TEXT, flags=re.MULTILINE)
    commands = (FOLDER / "__main__.py").read_text(encoding="utf-8").partition('"""')[2]
    assert sorted(shown) == sorted(
        re.findall(r"\w+", commands.partition(":")[2].partition('"""')[0])
    )
