"""Two bots of one match, perhaps of one author, find no way to talk behind the table."""

import ctypes
import dataclasses
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.protocol import Hello
from bots.reports import HouseProgram
from bots.runner.match import play_match
from bots.runner.players import ScriptedPlayer
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox
from bots.sandbox.process import Walls
from bots.sandbox.users import Slots
from bots.sandbox.workspace import Workspace
from tests.attacks.attacks import LIMITS, OPEN_CHANNELS, Attack, docstrings
from tests.attacks.bare import Bare
from tests.attacks.canaries import Canaries
from tests.attacks.conftest import CONTROL, VERDICT
from tests.attacks.trial import Played, play, spec_of, uploaded

pytestmark = pytest.mark.sandbox

CHANNELS = [name.removesuffix("_tell") for name in docstrings("pairs") if name.endswith("_tell")]
AT_START = ("wait_on_a_page",)
# Without walls as well the runner lets one bot run at a time: these need two.
ONE_AT_A_TIME = ("processor", *AT_START)
OPEN_WHEN_BARE = [channel for channel in CHANNELS if channel not in ONE_AT_A_TIME]
_IPC_REMOVE = 0


class OneUser(Slots):
    """Both bots as one user, as they are where the runner is not root: the harder case."""

    def __init__(self, slot: int) -> None:
        super().__init__()
        self._slot = slot

    def take(self) -> int:
        return self._slot

    def free(self, slot: int) -> None:
        """It is nobody's alone."""


@pytest.fixture
def two_alike(walls: Sandbox, first_slot: int) -> Sandbox:
    return dataclasses.replace(walls, slots=OneUser(first_slot))


@pytest.fixture
def shared(workspace: Workspace, canaries: Canaries) -> Iterator[dict[str, Any]]:
    """What both bots know beforehand, and a file of the library that both can read."""
    path = workspace.library / "games" / "perft.py"
    mark, key = canaries.mark + secrets.token_hex(2), secrets.randbelow(1 << 30) + 1
    kept = path.stat()
    # So that reading it is noted where reading is noted at all.
    os.utime(path, (0, kept.st_mtime))
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    yield {"mark": mark, "key": key, "shared": "", "accessed": 1, "begun": time.time()}
    system = ctypes.CDLL(None)
    system.shmctl(system.shmget(key, 0, 0), _IPC_REMOVE, None)
    system.mq_unlink(("/" + mark).encode())
    for folder in ("/tmp", "/dev/shm"):
        (Path(folder) / mark).unlink(missing_ok=True)


@pytest.mark.parametrize("channel", CHANNELS)
def test_one_tells_and_the_other_hears_nothing(
    channel: str,
    two_alike: Sandbox,
    workspace: Workspace,
    canaries: Canaries,
    shared: dict[str, Any],
    record_property: Any,
) -> None:
    canaries.begin()
    walls = two_alike
    played = talk(channel, walls, workspace, shared)
    remains = (walls.tier, channel) in OPEN_CHANNELS
    assert heard(played) <= remains, played.notes
    assert canaries.damage() == []
    record_property(VERDICT, (walls.tier, "pair leaks" if heard(played) else "pair hears nothing"))


@pytest.mark.parametrize("channel", OPEN_WHEN_BARE)
def test_without_walls_the_other_hears(
    channel: str,
    bare: Bare,
    workspace: Workspace,
    shared: dict[str, Any],
    record_property: Any,
) -> None:
    assert heard(talk(channel, bare, workspace, shared))
    record_property(CONTROL, channel)


def test_no_two_bots_run_at_once_not_even_while_they_start() -> None:
    """One that starts a hundred threads would take the other's time to start."""
    acts: list[tuple[str, str]] = []

    class Watched(ScriptedPlayer):
        def prepare(self, hello: Hello) -> None:
            acts.append((self.name, "begins to start"))

        def start(self) -> None:
            acts.append((self.name, "is ready and frozen"))

    house = HouseProgram("lowest")
    spec = spec_of((house, house), Limits())
    next(iter(play_match(spec, [Watched([], "first"), Watched([], "second")])))
    words = ("begins to start", "is ready and frozen")
    assert acts == [(name, word) for name in ("first", "second") for word in words]


def talk(channel: str, walls: Walls, workspace: Workspace, shared: dict[str, Any]) -> Played:
    """A match of the two; in the sandbox the library has another place than outside it."""
    inside = "/usr/league" if getattr(walls, "tier", "") == "bubblewrap" else workspace.library
    known = {**shared, "shared": f"{inside}/games/perft.py"}
    when = "start" if channel in AT_START else "ask"
    both = [
        Attack("pairs", f"{channel}_{part}", "", "", verdicts={}, when=when).bundle(known)
        for part in ("tell", "hear")
    ]
    return play(tuple(map(uploaded, both)), walls, workspace, Limits(**LIMITS), deals=2)


def heard(played: Played) -> bool:
    return "succeeded: 'heard'" in played.notes
