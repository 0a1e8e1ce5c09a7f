"""The bot guide tells the truth: its bots play, its commands run, its numbers are the real ones."""

import inspect
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

import bots
from bots import kit
from bots.check.reports import EXPLANATIONS, POSITIONS, CheckReport, CheckSpec
from bots.check.run import check
from bots.check.watching import Watch
from bots.commands import main
from bots.reference import PROGRAMS
from bots.reports import FAULTS, BundleProgram
from bots.sandbox import bundle
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.choose import BOT_PYTHON
from bots.sandbox.limits import Limits
from bots.sandbox.process import Walls
from bots.sandbox.workspace import Workspace
from games.catalogue import GAMES
from tests.bots.conftest import as_program

ROOT = Path(bots.__file__).parents[1]
GUIDE, RUSSIAN = (
    (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("bot-guide.md", "bot-guide.ru.md")
)
SYSTEMS_PYTHON = Path(BOT_PYTHON)


def bot_of_the_guide(guide: str = GUIDE) -> str:
    code, *_ = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    return str(code)


def files_of(guide: str) -> dict[str, str]:
    """The files that a reader is to write, by name."""
    named = re.findall(r"`([\w./]+)`:\n\n```(?:python|json)\n(.*?)```", guide, re.DOTALL)
    return dict(named)


def commands_of(guide: str) -> list[str]:
    """The lines that a reader is to type, in order."""
    return re.findall(r"^    (\S.*)$", re.sub(r"```.*?```", "", guide, flags=re.DOTALL), re.M)


def test_the_bot_of_the_guide_has_fifteen_lines() -> None:
    assert len(bot_of_the_guide().splitlines()) == 15


def test_new_writes_the_bot_of_the_guide() -> None:
    assert (ROOT / "bots" / "example.txt").read_text(encoding="utf-8") == bot_of_the_guide()


def test_every_fault_is_explained_in_the_guide_and_to_the_author() -> None:
    assert set(EXPLANATIONS) == set(FAULTS)
    for kind in FAULTS:
        assert f"`{kind}`" in GUIDE
        assert f"`{kind}`" in RUSSIAN


def test_the_limits_of_the_guide_are_the_real_ones() -> None:
    for name, value in Limits().to_json().items():
        assert f"| `{name}` | {value} |" in GUIDE
        assert f"| `{name}` | {value} |" in RUSSIAN


def test_what_may_be_uploaded_is_what_is_taken() -> None:
    assert (bundle.UPLOAD_BYTES, bundle.FILES, bundle.DEPTH) == (1 << 20, 64, 4)
    assert bundle.UNPACKED_BYTES == 4 << 20
    assert "At most 1 MiB, 64 files, 4 MiB unpacked, four levels of folders" in GUIDE
    assert "Не больше 1 МиБ, 64 файлов, 4 МиБ в распакованном виде, четырёх уровней" in RUSSIAN


def test_the_bots_of_the_house_are_named_the_weakest_first() -> None:
    for guide in (GUIDE, RUSSIAN):
        (line,) = [line for line in guide.splitlines() if "`reference:random`" in line]
        named = re.findall(r"`reference:(\w+)`", line)
        assert named == list(PROGRAMS)
        assert f" {POSITIONS} " in guide


def test_every_game_that_has_bots_can_be_begun() -> None:
    for guide in (GUIDE, RUSSIAN):
        for game in GAMES:
            assert (f"`{game.key}`" in guide) == (game.key not in ("podkidnoy", "drunkard"))


def test_the_whole_kit_is_told() -> None:
    told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", GUIDE))))
    for kind in (kit.Bot, kit.View, kit.Menu):
        names = {name for name in vars(kind) if not name.startswith("_")}
        assert names - told - {"seat"} == set(), kind
    functions = {
        name
        for name, value in vars(kit).items()
        if inspect.isfunction(value) and not name.startswith("_") and name != "take_stdout"
    }
    assert functions - told == set()
    assert {"RANKS", "SUITS"} <= told


def test_the_russian_guide_shows_the_same_bots_and_names_the_same_things() -> None:
    assert bot_of_the_guide(RUSSIAN) == bot_of_the_guide()
    assert files_of(RUSSIAN) == files_of(GUIDE)
    assert commands_of(RUSSIAN) == commands_of(GUIDE)
    code = re.compile(r"`[^`\n]+`")
    said, translated = (set(code.findall(guide)) for guide in (GUIDE, RUSSIAN))
    assert said - translated == set()
    assert GUIDE.count("\n## ") == RUSSIAN.count("\n## ")


# Its commands and bots


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a reader has written the files of the guide."""
    folder = tmp_path_factory.mktemp("desk")
    for name, text in files_of(GUIDE).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def typed(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command as a reader types it, with Debian's Python and nothing installed."""
    program, *arguments = shlex.split(command)
    assert program == "python3"
    return subprocess.run(
        [str(SYSTEMS_PYTHON), "-S", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def shorter(command: str) -> str:
    """The same with a few deals: how many there are changes nothing but the time it takes."""
    return re.sub(r"-n (\d+)", lambda many: f"-n {min(int(many[1]), 3)}", command)


needs_python = pytest.mark.skipif(not SYSTEMS_PYTHON.exists(), reason="no Python of the system")


@needs_python
def test_every_command_of_the_guide_runs_in_its_order(desk: Path) -> None:
    ran = 0
    for command in commands_of(GUIDE):
        if command.startswith("python3") and " submit " not in command:
            done = typed(shorter(command), desk)
            assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
            assert "Traceback" not in done.stderr
            ran += 1
    assert ran >= 11


def test_every_command_that_needs_a_site_is_one_that_can_be_given() -> None:
    """`tests/bots/commands/test_submit.py` gives them to a whole league that runs."""
    sent = [line for line in commands_of(GUIDE) if " submit " in line]
    assert len(sent) == 2
    for command in sent:
        main._parser().parse_args(shlex.split(command)[3:])
    for line in commands_of(GUIDE):
        assert re.match(r"python3 -m |curl |export LEAGUE_TOKEN=|LEAGUE=|TOKEN=", line), line


@needs_python
def test_every_command_named_in_passing_is_there() -> None:
    for guide in (GUIDE, RUSSIAN):
        for module, name in re.findall(r"`python3 -m (bots|games) (\w+)", guide):
            done = typed(f"python3 -m {module} {name} --help", ROOT)
            assert done.returncode == 0, name


@needs_python
@pytest.mark.parametrize("name", ["memory.py", "worlds.py", "packed"])
def test_every_bot_of_the_guide_plays_without_a_fault(desk: Path, name: str) -> None:
    for more in ("--option deck_size=24", "--seats 3"):
        done = typed(f"python3 -m bots play {name} reference:lowest -n 2 {more}", desk)
        assert done.returncode == 0, done.stdout + done.stderr


@needs_python
@pytest.mark.slow
def test_the_bot_that_searches_is_stronger_than_what_it_began_with(desk: Path) -> None:
    done = typed("python3 -m bots play worlds.py reference:lowest -n 30 --mirrored", desk)
    assert "worlds.py is better" in done.stdout, done.stdout


def test_the_site_runs_the_python_that_the_guide_names() -> None:
    assert f"Python 3.11 (`{BOT_PYTHON}`)" in GUIDE
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "bookworm" in dockerfile  # Debian 12, whose python3 is 3.11
    release = Path("/etc/debian_version")
    if release.exists() and release.read_text().startswith("12"):
        done = typed("python3 --version", ROOT)
        assert done.stdout.startswith("Python 3.11.")


def checked(source: bytes, walls: Walls, workspace: Workspace) -> CheckReport:
    program = as_program(source)
    assert isinstance(program, BundleProgram)
    *_, report = check(CheckSpec(program), Watch(walls), workspace)
    assert isinstance(report, CheckReport)
    return report


@pytest.mark.sandbox
def test_the_bot_of_the_guide_passes_the_check(walls: Bubblewrap, workspace: Workspace) -> None:
    report = checked(bot_of_the_guide().encode(), walls, workspace)
    assert report.accepted, report
    assert [match.names for match in report.matches] == [
        ("example 1.0", "example 1.0"),
        ("example 1.0", "cautious"),
    ]


@pytest.mark.sandbox
@pytest.mark.parametrize("name", ["memory.py", pytest.param("worlds.py", marks=pytest.mark.slow)])
def test_the_other_bots_of_the_guide_pass_it_too(
    walls: Bubblewrap, workspace: Workspace, name: str
) -> None:
    report = checked(files_of(GUIDE)[name].encode(), walls, workspace)
    assert report.accepted, report


@pytest.mark.sandbox
def test_a_bot_that_fails_is_refused_with_the_reason_and_its_log(
    walls: Bubblewrap, workspace: Workspace, own_bot: Any
) -> None:
    report = checked(own_bot("raise ValueError('forgot the trumps')"), walls, workspace)
    assert not report.accepted
    assert report.kind == "crashed"
    assert "ended with an error" in report.reason
    assert "forgot the trumps" in report.log
