"""Every stored word has one for people."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from bots.reports import FAULTS
from games.catalogue import GAMES
from league.pages import words
from league.standings import TIE_BREAKS


def audited_acts() -> set[str]:
    """The acts that anything of ours writes down."""
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in Path(settings.BASE_DIR, "league").rglob("*.py")
    ]
    named = [
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "act"
    ]
    said = {value.value for value in named if isinstance(value, ast.Constant)}
    return {one for one in said if isinstance(one, str)}


def test_every_kind_of_fault_is_named_and_has_a_remedy() -> None:
    assert set(words.FAULTS) == set(FAULTS)
    assert set(words.FAULT_REMEDIES) == set(FAULTS)


def test_every_audited_act_is_named() -> None:
    assert "create_tournament" in audited_acts()
    assert audited_acts() == set(words.ACTS)


def test_every_tie_break_is_explained() -> None:
    shorts = {key: str(short) for key, (_name, short, _meaning) in words.TIE_BREAKS.items()}
    assert shorts == {tie_break.key: tie_break.abbreviation for tie_break in TIE_BREAKS}


def test_a_game_has_the_name_the_engine_gives_it_in_the_readers_language() -> None:
    for game in GAMES:
        for lang in ("en", "ru"):
            with translation.override(lang):
                assert words.game(game.key) == game.NAMES[lang]
    assert words.game("whist") == "whist"


@pytest.mark.parametrize(
    ("number", "last", "name"),
    [
        (3, 3, "Final"),
        (2, 3, "Semi-finals"),
        (1, 3, "Quarter-finals"),
        (1, 4, "1/8"),
        (1, 5, "1/16"),
    ],
)
def test_a_knockouts_rounds_are_named_from_the_end(number: int, last: int, name: str) -> None:
    assert str(words.round_name(number, last)) == name
