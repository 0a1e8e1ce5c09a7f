"""What the attacks share: the walls of each tier, the canaries, and a summary at the end."""

import dataclasses
import os
from collections import Counter
from collections.abc import Iterator

import pytest

from bots.sandbox.choose import TIERS, bot_python
from bots.sandbox.probe import Sandbox
from bots.sandbox.workspace import Workspace
from tests.attacks.bare import Bare
from tests.attacks.canaries import Canaries
from tests.attacks.processes import adopting_orphans
from tests.attacks.slots import SlotsFrom
from tests.bots.conftest import standing

# Far from the users of a runner's bots: it may refuse to start beside processes of theirs.
_FIRST_SLOT = 50_000
_SLOTS_PER_PROCESS = 100
# Properties of a test's report, which reach the summary from every worker.
VERDICT, CONTROL, FIGURES = "attack", "control", "figures"


@pytest.fixture(scope="session")
def workspace() -> Iterator[Workspace]:
    made = Workspace(bot_python())
    yield made
    made.close()


@pytest.fixture(scope="session")
def first_slot() -> int:
    """Apart from every other process that runs tests, so that each knows its own bots by user."""
    return _FIRST_SLOT + os.getpid() % 10_000 * _SLOTS_PER_PROCESS


@pytest.fixture(scope="session", params=TIERS)
def walls(request: pytest.FixtureRequest, workspace: Workspace, first_slot: int) -> Sandbox:
    """Every sandbox in turn, its bots' users counted from ours on."""
    return dataclasses.replace(standing(request.param, workspace), slots=SlotsFrom(first_slot))


@pytest.fixture(scope="session")
def canaries(first_slot: int) -> Iterator[Canaries]:
    made = Canaries(first_slot)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _orphans() -> Iterator[None]:
    with adopting_orphans():
        yield


@pytest.fixture(scope="session")
def bare(workspace: Workspace, first_slot: int) -> Bare:
    return Bare(workspace, bot_python(), first_slot)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many attacks ended how in which tier, how many controls succeeded, the soak's numbers."""
    verdicts: Counter[tuple[str, str]] = Counter()
    controls = 0
    figures: list[str] = []
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in report.user_properties if report.when == "call" else ():
            if name == VERDICT:
                verdicts[tuple(value)] += 1
            controls += name == CONTROL
            figures += [value] if name == FIGURES else []
    if not verdicts and not controls and not figures:
        return
    terminalreporter.section("attacks")
    for tier in dict.fromkeys((*TIERS, *(tier for tier, _ in verdicts))):
        counts = {kind: count for (at, kind), count in sorted(verdicts.items()) if at == tier}
        told = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        terminalreporter.line(
            f"{tier}: {sum(counts.values())} attacks: {told}"
            if counts
            else f"!!! {tier}: NO ATTACK WAS TRIED"
        )
    terminalreporter.line(f"without walls: {controls} attacks tried, to see that they are attacks")
    for line in figures:
        terminalreporter.line(line)
