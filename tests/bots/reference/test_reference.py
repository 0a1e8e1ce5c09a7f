"""The house's own programs: how strong they are, how they are set, and that they repeat."""

import functools
from typing import Any

import pytest

from bots.reference import ANCHOR, PROGRAMS, SettingError, make
from bots.reports import HouseProgram, MatchReport
from bots.runner.match import play_match
from bots.runner.players import InProcessPlayer


def score(make_spec: Any, first: HouseProgram, second: HouseProgram, deals: int) -> float:
    """The share of decided deals that *first* won."""
    spec = make_spec(first, second, deals=deals)
    players = [
        InProcessPlayer(functools.partial(make, side.program, side.settings))
        for side in (first, second)
    ]
    *_, match = play_match(spec, players)
    assert isinstance(match, MatchReport)
    return match.scores[0] / sum(match.scores)


def test_the_anchor_is_one_of_them() -> None:
    assert ANCHOR in PROGRAMS


def test_lowest_beats_random(make_spec: Any) -> None:
    assert score(make_spec, HouseProgram("lowest"), HouseProgram("random"), 100) > 0.85


def test_cautious_clearly_beats_lowest(make_spec: Any) -> None:
    # Two of three in the long run; 0.55 is three deviations below that for 500 deals.
    assert score(make_spec, HouseProgram("cautious"), HouseProgram("lowest"), 500) > 0.58


def test_mistakes_make_weaker(make_spec: Any) -> None:
    careless = HouseProgram("cautious", {"mistakes": 50})
    assert score(make_spec, HouseProgram("cautious"), careless, 200) > 0.6


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_plays_the_same_match_again(make_spec: Any, program: str) -> None:
    spec = make_spec(program, "random", deals=3)
    matches = []
    for _ in range(2):
        players = [InProcessPlayer(lambda: make(program)), InProcessPlayer(lambda: make("random"))]
        matches.append([report.to_json() for report in play_match(spec, players)])
    assert matches[0] == matches[1]


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_setting_is_explained_and_may_go_to_its_bounds(program: str) -> None:
    for name, setting in PROGRAMS[program].SETTINGS.items():
        assert setting.help.endswith(".")
        assert setting.lowest <= setting.usual <= setting.highest
        make(program, {name: setting.lowest})
        make(program, {name: setting.highest})


@pytest.mark.parametrize(
    ("program", "given", "reason"),
    [
        ("genius", {}, "no house program 'genius'; there are random, lowest, cautious"),
        ("lowest", {"luck": 1}, "lowest has no setting 'luck'; its settings: mistakes"),
        ("lowest", {"mistakes": 101}, "lowest: mistakes is 101; allowed is 0 to 100"),
        ("lowest", {"mistakes": "many"}, "mistakes must be a whole number, not 'many'"),
        ("lowest", {"mistakes": True}, "mistakes must be a whole number, not True"),
    ],
)
def test_a_wrong_setting_is_refused_with_what_is_allowed(
    program: str, given: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SettingError) as refusal:
        make(program, given)
    assert reason in str(refusal.value)
