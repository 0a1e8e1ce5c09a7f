"""Every misbehaving bot gets, in the real sandbox, the fault it is made for; nothing is left."""

import os
from typing import Any

import pytest

from bots.misbehaving import EXPECTED, source
from bots.reports import FAULTS, DealReport, MatchReport
from bots.runner import play_match
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.limits import Limits
from bots.sandbox.workspace import Workspace
from bots.seating import seated
from tests.bots.conftest import processes_below

pytestmark = pytest.mark.sandbox

IMPATIENT = Limits(start_ms=3_000, move_cpu_ms=300, deal_cpu_ms=1_500, move_wall_ms=2_500)
# Filling 500 MB takes its time; what is tried there is memory, not speed.
PATIENT = Limits(move_cpu_ms=20_000, deal_cpu_ms=60_000, move_wall_ms=60_000, deal_wall_ms=120_000)
# What is padded to 16,000 bytes a line needs some deals to reach 4 MiB.
MANY_DEALS = {"padding": 30}


def test_every_kind_of_fault_has_a_bot_that_commits_it() -> None:
    assert set(EXPECTED.values()) - {None} == set(FAULTS)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_misbehaving_bot_gets_its_fault(
    name: str, make_spec: Any, walls: Bubblewrap, workspace: Workspace
) -> None:
    descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    limits = PATIENT if name in ("hungry", "padding") else IMPATIENT
    spec = make_spec(source(name), "lowest", deals=MANY_DEALS.get(name, 2), limits=limits)
    with seated(spec, walls, workspace) as players:
        *deals, match = play_match(spec, players)
    assert isinstance(match, MatchReport)
    kinds = [(fault.seat, fault.kind) for fault in match.faults]
    expected = EXPECTED[name]
    if expected is None:
        assert kinds == []
        notes = {note.text for deal in deals if isinstance(deal, DealReport) for note in deal.notes}
        assert notes == {"refused"}, match.logs[0]
    else:
        assert kinds == [(0, expected)], (match.faults, match.logs[0])
        assert match.winner == 1
    assert processes_below(workspace.path) == []
    assert len(os.listdir("/proc/self/fd")) == descriptors  # noqa: PTH208
