"""Hostile and good bots in turn, for long: no process, descriptor or file is left."""

import os
import time
from collections import Counter
from typing import Any

import pytest

from bots.reports import HouseProgram
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox
from bots.sandbox.workspace import Workspace
from tests.attacks.attacks import LIMITS, find_attack
from tests.attacks.canaries import Canaries
from tests.attacks.conftest import FIGURES
from tests.attacks.trial import attack, outcome, play, uploaded

pytestmark = pytest.mark.sandbox

HOSTILE = (
    "clocks.spin",
    "clocks.oversleep",
    "output.leave",
    "output.endless_line",
    "output.segfault",
    "kernel.mount",
    "memory.threads",
)
GOOD = b"""
from bots.kit import run


def good(view, menu):
    return menu.lowest()


run(good)
"""


@pytest.mark.parametrize("bots", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_nothing_piles_up(
    bots: int, walls: Sandbox, workspace: Workspace, canaries: Canaries, record_property: Any
) -> None:
    canaries.begin()
    folders = len(list(workspace.path.iterdir()))
    begun = time.monotonic()
    came: Counter[str] = Counter()
    for number in range(bots // 2):
        one = find_attack(HOSTILE[number % len(HOSTILE)])
        hostile = attack(one, canaries.targets(), walls, workspace)
        assert outcome(hostile, one) in one.outcomes(walls.tier)
        came[outcome(hostile, one)] += 1
        good = play((uploaded(GOOD), HouseProgram("lowest")), walls, workspace, Limits(**LIMITS))
        assert good.match.faults == ()
    assert canaries.damage() == []
    assert len(list(workspace.path.iterdir())) == folders
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(came.items()))
    record_property(
        FIGURES,
        f"{walls.tier}: soak of {bots} bots in {time.monotonic() - begun:.0f} s, {bots // 2} good, "
        f"{told}; 0 processes, 0 descriptors, 0 files left; {resident_mb()} MB in this process",
    )


def resident_mb() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
