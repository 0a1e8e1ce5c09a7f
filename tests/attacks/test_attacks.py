"""Every attack, in a real match behind each sandbox, gets its verdict and touches nothing."""

import os
import platform

import pytest

from bots.sandbox.choose import TIERS
from bots.sandbox.probe import Sandbox
from bots.sandbox.workspace import Workspace
from tests.attacks.attacks import (
    HARMLESS,
    LEAKS,
    MOMENTS,
    PROGRAMS,
    SUCCEEDED,
    VERDICTS,
    Attack,
    attacks,
    docstrings,
)
from tests.attacks.bare import Bare
from tests.attacks.canaries import Canaries
from tests.attacks.conftest import CONTROL, VERDICT
from tests.attacks.processes import within
from tests.attacks.trial import attack, begun, outcome

pytestmark = pytest.mark.sandbox

ATTACKS = attacks()
CONTROLS = [one for one in ATTACKS if one.bare]
REACHING = {
    "reading.settings": "files were opened",
    "network.database": "database was reached",
    "network.datagram": "names was reached",
    "network.socket_file": "socket was reached",
    "network.abstract_socket": "abstract was reached",
    "processes.kill_another": "process was killed",
    "processes.daemon": "left running",
    "writing.many_files": "left in /",
}
"""Attacks without walls, and what of their damage must be seen."""


@pytest.mark.parametrize("one", ATTACKS, ids=str)
def test_an_attack_gets_its_verdict_and_touches_nothing(
    one: Attack,
    walls: Sandbox,
    workspace: Workspace,
    canaries: Canaries,
    record_property: pytest.FixtureRequest,
) -> None:
    skip_without(one.needs)
    canaries.begin()
    played = attack(one, canaries.targets(), walls, workspace)
    came = outcome(played, one)
    told = (played.match.faults, played.notes[-1:], played.match.logs[0])
    assert came in one.outcomes(walls.tier), told
    assert begun(played, one)
    assert played.kind() is None or played.match.winner == 1
    assert canaries.damage() == []
    assert canaries.secret not in played.text
    record_property(VERDICT, (walls.tier, name_of(came, one, walls.tier)))


@pytest.mark.parametrize("one", CONTROLS, ids=str)
def test_without_walls_the_attack_succeeds(
    one: Attack,
    bare: Bare,
    workspace: Workspace,
    canaries: Canaries,
    record_property: pytest.FixtureRequest,
) -> None:
    skip_without(one.needs)
    canaries.begin()
    try:
        played = attack(one, canaries.targets(), bare, workspace)
        damage = REACHING.get(str(one), "")
        # A process that was killed takes a moment to be gone.
        seen = not damage or within(10, lambda: damage in " ".join(canaries.damage()))
    finally:
        canaries.mend()
    assert outcome(played, one) == SUCCEEDED, (played.match.faults, played.notes[-1:])
    assert seen, f"the checks after a run do not notice: {damage}"
    record_property(CONTROL, str(one))


class TestTheData:
    def test_every_function_is_in_the_table_and_the_other_way_round(self) -> None:
        written = {
            f"{path.stem}.{name}"
            for path in PROGRAMS.glob("*.py")
            for name in docstrings(path.stem)
            if name and path.stem not in ("attacker", "bot", "pairs")
        }
        assert written == {str(one) for one in ATTACKS}

    def test_every_row_says_what_is_tried_and_what_stops_it(self) -> None:
        assert [str(one) for one in ATTACKS if not one.tries or not one.by] == []

    def test_every_word_is_one_of_ours(self) -> None:
        assert {word for one in ATTACKS for v in one.verdicts.values() for word in v} <= {*VERDICTS}
        assert {one.when for one in ATTACKS} <= {*MOMENTS}

    def test_every_fault_of_the_protocol_is_tried(self) -> None:
        used = {word for one in ATTACKS for words in one.verdicts.values() for word in words}
        assert {*VERDICTS} - used == set()

    def test_nothing_leaks_from_the_default_sandbox(self) -> None:
        leaking = [(tier, str(one)) for tier in TIERS for one in ATTACKS if one.leaks(tier)]
        assert leaking == [("landlock", "reading.existence")]

    def test_a_good_part_is_known_to_be_dangerous(self) -> None:
        assert len(CONTROLS) >= 46


def name_of(came: str, one: Attack, tier: str) -> str:
    """The verdict's word in the table."""
    if came != SUCCEEDED:
        return came
    return LEAKS if one.leaks(tier) else HARMLESS


def skip_without(needed: str) -> None:
    if needed == "root" and os.getuid() != 0:
        pytest.skip("too dangerous to try as an ordinary user")
    if needed not in ("", "root", platform.machine()):
        pytest.skip(f"an attack of {needed}")
