"""What the tests of bots share: a match to play, and the sandbox where there is one."""

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.reports import BundleProgram, HouseProgram, MatchSpec
from bots.sandbox.choose import DEFAULT, TIERS, bot_python, choose
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox
from bots.sandbox.workspace import Workspace

MakeSpec = Callable[..., MatchSpec]


def as_program(program: Any) -> HouseProgram | BundleProgram:
    """House programs by name, uploaded ones by their source."""
    if isinstance(program, bytes):
        return BundleProgram(program, hashlib.sha256(program).hexdigest())
    return HouseProgram(program) if isinstance(program, str) else program


@pytest.fixture
def make_spec() -> MakeSpec:
    def make(
        *programs: Any, deals: int = 3, limits: Limits | None = None, **more: Any
    ) -> MatchSpec:
        programs = programs or ("lowest", "lowest")
        return MatchSpec(
            **{
                "match": "m_test",
                "game": "podkidnoy",
                "options": {},
                "seats": len(programs),
                "sides": "single",
                "series": {"kind": "deals", "count": deals},
                "secret": "5a" * 32,
                "programs": tuple(as_program(program) for program in programs),
                "limits": limits or Limits(),
                **more,
            }
        )

    return make


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    # Not below pytest's own folder, which is closed to the users that bots run as.
    made = Workspace(bot_python())
    yield made
    made.close()


def standing(tier: str, workspace: Workspace) -> Sandbox:
    """The walls of *tier*, tried; without them a test is skipped, and fails where CI is set."""
    chosen = choose(tier, workspace)
    if chosen.walls is None:
        if os.environ.get("CI"):
            pytest.fail(f"the sandbox {tier} must be there in CI: {chosen.reason}")
        pytest.skip(f"no sandbox {tier}: {chosen.reason}")
    return chosen.walls


@pytest.fixture(scope="session")
def walls(workspace: Workspace) -> Sandbox:
    """The default sandbox."""
    return standing(DEFAULT, workspace)


@pytest.fixture(scope="session", params=TIERS)
def each_walls(request: pytest.FixtureRequest, workspace: Workspace) -> Sandbox:
    """Every sandbox in turn."""
    return standing(request.param, workspace)


@pytest.fixture
def own_bot() -> Callable[[str], bytes]:
    """The source of a bot whose `move` has the given body."""

    def source(body: str) -> bytes:
        return (
            "from bots.kit import Bot, run\n"
            "class Own(Bot):\n"
            "    def move(self, view, menu):\n"
            f"        {body}\n"
            "run(Own)\n"
        ).encode()

    return source


def processes_below(folder: Path) -> list[int]:
    """Processes whose command line names *folder*."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if str(folder).encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
