"""The programs of the house in every game, at every table, and one of them within its clock."""

import functools
import hashlib
import sys
from typing import Any

import pytest

from bots.reference import PROGRAMS, make
from bots.reference.clock import Clock
from bots.reference.pack import packed
from bots.reports import BundleProgram, HouseProgram, MatchReport, MatchSpec
from bots.runner.match import play_match
from bots.runner.players import InProcessPlayer
from bots.runner.processes import ProcessPlayer
from bots.sandbox.bundle import open_bundle
from bots.sandbox.limits import Limits
from bots.sandbox.own import Own
from bots.sandbox.workspace import Workspace

TABLES = [
    *(("podkidnoy", seats, "single", {}) for seats in (2, 3, 4, 5, 6)),
    ("podkidnoy", 4, "pairs", {}),
    ("podkidnoy", 6, "threes", {}),
    *(("podkidnoy", 2, "single", {"deck_size": size}) for size in (24, 32, 52)),
    ("podkidnoy", 2, "single", {"first_bout_max": 5, "trump_six_swap": "on"}),
    ("podkidnoy", 2, "single", {"throwers": "none", "follow_suit_before_trump": True}),
    ("podkidnoy", 2, "single", {"throw_after_take": False, "simultaneous_out": "defender_loses"}),
    *(("passing", seats, "single", {}) for seats in (2, 3, 6)),
    ("passing", 2, "single", {"pass_cards": "many", "pass_show_trump": "once_per_bout"}),
    *(("british", seats, "single", {}) for seats in (2, 3, 5)),
    ("british", 2, "single", {"ace_followup": "optional", "six_stacking": True}),
    *(("armenian", seats, "single", {}) for seats in (2, 3, 4)),
]
# Few tries: what is looked at is whether it plays by the rules, not how well.
HASTY: dict[str, dict[str, int]] = {
    "search": {"rollouts": 16, "nodes": 100},
    "counting": {"nodes": 500},
}


def house(program: str) -> InProcessPlayer:
    return InProcessPlayer(functools.partial(make, program, HASTY.get(program)))


@pytest.mark.parametrize(
    ("game", "seats", "sides", "options"), TABLES, ids=lambda value: str(value).replace(" ", "")
)
def test_they_play_every_game_at_every_table(
    make_spec: Any, game: str, seats: int, sides: str, options: dict[str, object]
) -> None:
    """A house program that plays what is not legal is loud: `InProcessPlayer` raises."""
    programs = ["search", "counting", "cautious", "lowest", "random", "search"][:seats]
    players = [house(program) for program in programs]
    spec = make_spec(*programs, game=game, sides=sides, options=options, deals=3)
    *_, match = play_match(spec, players)
    assert isinstance(match, MatchReport)
    assert match.faults == ()
    assert match.deals == 3
    assert all(player.usage.answers for player in players)


def bundled(make_spec: Any, deals: int, limits: Limits, **settings: int) -> MatchSpec:
    data = packed("search", settings)
    program = BundleProgram(data, hashlib.sha256(data).hexdigest())
    return make_spec(program, HouseProgram("cautious"), deals=deals, limits=limits)


@pytest.mark.parametrize("game", ["podkidnoy", "british"])
def test_search_as_an_uploaded_bot_never_exceeds_its_clock(make_spec: Any, game: str) -> None:
    """Told to try far more than the limits allow, it stops in time, in every deal."""
    limits = Limits(move_cpu_ms=60, deal_cpu_ms=300, move_wall_ms=30_000)
    spec = bundled(make_spec, 3, limits, rollouts=20_000, nodes=200_000)
    spec = MatchSpec.from_json({**spec.to_json(), "game": game})
    workspace = Workspace(sys.executable)
    try:
        program = spec.programs[0]
        assert isinstance(program, BundleProgram)
        folder = workspace.unpack(open_bundle(program.data, "bot.zip"))
        bot = ProcessPlayer(Own(workspace), folder)
        *_, match = play_match(spec, [bot, house("cautious")])
    finally:
        workspace.close()
    assert isinstance(match, MatchReport)
    assert match.faults == ()
    assert match.usage[0].max_move_cpu_ms <= limits.move_cpu_ms
    # It did think: otherwise nothing was shown.
    assert match.usage[0].cpu_ms > limits.move_cpu_ms


def test_a_packed_program_is_a_bundle_the_site_takes() -> None:
    for program in PROGRAMS:
        bundle = open_bundle(packed(program), "bot.zip")
        assert "bot.py" in bundle.files
    assert packed("search") == packed("search", {})
    assert packed("search") != packed("search", {"rollouts": 500})


def test_a_clock_shares_out_what_is_left_and_keeps_something_back() -> None:
    clock = Clock({"move_cpu_ms": 1_000, "deal_cpu_ms": 1_000})
    clock.begin()
    free = clock.nodes(10**9)
    clock.begin(left_ms=400)
    pressed = clock.nodes(10**9)
    assert 0 < pressed < free / 5
    clock.begin(left_ms=200)
    assert clock.is_up
    assert clock.nodes(10**9) == 0
