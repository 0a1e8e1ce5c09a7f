"""The bots without the kit in docs/examples play whole matches: in Python, in the shell, in C."""

import hashlib
import io
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.reports import BundleProgram, MatchReport, MatchSpec
from bots.runner.match import play_match
from bots.runner.seating import seated
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.own import Own
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import MakeSpec

EXAMPLES = Path(bots.__file__).parents[1] / "docs" / "examples"
GAMES = ("podkidnoy", "passing", "british", "armenian")


@pytest.fixture(scope="module")
def home() -> Iterator[Workspace]:
    made = Workspace(sys.executable)
    yield made
    made.close()


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def plain() -> bytes:
    return (EXAMPLES / "plain.py").read_bytes()


def in_shell() -> bytes:
    """A zip as an author would make it: the program, and the bot.py that becomes it."""
    become = (EXAMPLES / "become.py").read_bytes()
    return zipped({"bot.py": become, "shell.sh": (EXAMPLES / "shell.sh").read_bytes()})


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler (cc) here: docs/examples/first.c was not tried")
    program = tmp_path_factory.mktemp("c") / "first"
    strict = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    subprocess.run(
        [compiler, *strict, "-o", str(program), str(EXAMPLES / "first.c")], check=True, timeout=60
    )
    become = (EXAMPLES / "become.py").read_text(encoding="utf-8")
    return _elsewhere(become, str(program)).encode()


def _elsewhere(become: str, program: str) -> str:
    """`become.py` with another program: the one line that an author changes."""
    lines = become.splitlines()
    (number,) = [n for n, line in enumerate(lines) if line.startswith("PROGRAM = ")]
    lines[number] = f"PROGRAM = [{program!r}]"
    return "\n".join(lines) + "\n"


def result_of(spec: MatchSpec, walls: Any, workspace: Workspace) -> MatchReport:
    with seated(spec, walls, workspace) as players:
        *_, report = play_match(spec, players)
    assert isinstance(report, MatchReport)
    return report


def check_plays(make_spec: MakeSpec, home: Workspace, program: bytes, name: str) -> None:
    """Whole matches of every game with decisions, at small tables and large, without a fault."""
    bundle = BundleProgram(program, hashlib.sha256(program).hexdigest())
    for number, game in enumerate(GAMES):
        opponents = ["random"] * (1 + number % 3)
        report = result_of(make_spec(bundle, *opponents, game=game, deals=10), Own(home), home)
        assert report.faults == (), report.logs
        assert report.names[0] == name
        assert report.deals == 10
        assert report.usage[0].answers > 10


def test_plain_python_plays_without_the_kit(make_spec: MakeSpec, home: Workspace) -> None:
    check_plays(make_spec, home, plain(), "plain")


def test_a_shell_script_plays_without_any_other_program(
    make_spec: MakeSpec, home: Workspace
) -> None:
    check_plays(make_spec, home, in_shell(), "shell")


def test_a_program_in_c_plays(make_spec: MakeSpec, home: Workspace, in_c: bytes) -> None:
    check_plays(make_spec, home, in_c, "first")


@pytest.mark.parametrize(("seats", "sides"), [(4, "pairs"), (6, "threes"), (6, "single")])
def test_they_play_each_other_at_large_tables(
    make_spec: MakeSpec, home: Workspace, seats: int, sides: str
) -> None:
    spec = make_spec(*[plain(), in_shell()] * (seats // 2), sides=sides, deals=2)
    assert result_of(spec, Own(home), home).faults == ()


@pytest.mark.sandbox
def test_plain_python_plays_behind_the_walls_of_the_site(
    make_spec: MakeSpec, walls: Bubblewrap, workspace: Workspace
) -> None:
    report = result_of(make_spec(plain(), "cautious", deals=10), walls, workspace)
    assert report.faults == ()
    assert "I may play" in report.logs[0]


@pytest.mark.sandbox
def test_the_site_runs_no_other_program(
    make_spec: MakeSpec, walls: Bubblewrap, workspace: Workspace
) -> None:
    report = result_of(make_spec(in_shell(), "cautious"), walls, workspace)
    (fault,) = report.faults
    assert (fault.seat, fault.deal) == (0, 0)
    assert fault.kind in ("no_start", "forbidden_syscall")
