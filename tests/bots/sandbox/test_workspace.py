"""The runner's folder: readable by bots, writable by none, and gone afterwards."""

import os
import resource
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.sandbox import workspace
from bots.sandbox.bundle import Bundle
from bots.sandbox.workspace import PREFIX, Workspace, remove_leftovers


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Workspace]:
    workspace = Workspace(sys.executable, tmp_path)
    yield workspace
    workspace.close()


def test_bots_find_the_kit_and_the_rules_and_nothing_else_of_ours(made: Workspace) -> None:
    found = {path.name for path in (made.library / "bots").iterdir()} - {"__pycache__"}
    assert found == {"__init__.py", "kit.py"}
    assert (made.library / "games" / "catalogue.py").exists()
    listed = subprocess.run(
        [
            *(sys.executable, "-I", "-S", "-B", "-c"),
            f"import sys; sys.path.append({str(made.library)!r}); import bots.kit; "
            "from games.catalogue import find_game; find_game('podkidnoy')(seats=2)",
        ],
        check=True,
        capture_output=True,
    )
    assert listed.stderr == b""


def test_the_kit_costs_a_bot_next_to_nothing_to_import(made: Workspace) -> None:
    told = subprocess.run(
        [
            *(sys.executable, "-I", "-S", "-B", "-c"),
            f"import sys; sys.path.append({str(made.library)!r}); import bots.kit; "
            "print(sorted({'re', 'json', 'enum', 'typing', 'random', 'collections'} "
            "& set(sys.modules)))",
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout == "[]\n"


def test_an_unpacked_bot_can_be_read_by_all_and_written_by_none(made: Workspace) -> None:
    folder = made.unpack(Bundle({"bot.py": b"1\n", "brain/deep/x.py": b"2\n"}, "a" * 64))
    for path in (folder, folder / "brain", folder / "brain" / "deep"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o755
    for name in ("bot.py", "brain/deep/x.py"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o444


def test_the_same_bot_twice_has_two_folders(made: Workspace) -> None:
    bundle = Bundle({"bot.py": b"1\n"}, "a" * 64)
    assert made.unpack(bundle) != made.unpack(bundle)


def test_a_folder_is_found_by_nobody_who_was_not_told(made: Workspace) -> None:
    """Neither by a list of what is there, nor by what is known of the bot, nor by its number."""
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o711
    bundle = Bundle({"bot.py": b"1\n"}, "0123456789abcdef" * 4)
    names = [made.unpack(bundle).name for _ in range(20)]
    assert not any(bundle.sha256[:4] in name for name in names)
    randoms = [bytes.fromhex(name.rpartition("-")[2]) for name in names]
    assert {len(random) for random in randoms} == {16}
    assert len({random[0] for random in randoms}) > 5
    assert stat.S_IMODE(made.started.parent.stat().st_mode) == 0o700
    assert len(bytes.fromhex(made.started.parent.name.rpartition("-")[2])) == 16


def test_nothing_stays_of_a_bot_that_there_is_no_room_for(made: Workspace) -> None:
    bundle = Bundle({"bot.py": b"1\n", "brain/x.py": b"2" * 5_000}, "a" * 64)
    before = sorted(made.path.iterdir())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            made.unpack(bundle)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(made.path.iterdir()) == before
    made.unpack(bundle)


def test_closing_leaves_nothing(tmp_path: Path) -> None:
    Workspace(sys.executable, tmp_path).close()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_runner_left_is_killed_and_removed(tmp_path: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    script = (
        "import sys, os, signal; from pathlib import Path\n"
        "from bots.sandbox.workspace import Workspace\n"
        "made = Workspace(sys.executable, Path(sys.argv[1])); made.remember(int(sys.argv[2]))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path), str(child.pid)], check=False)
    assert len(list(tmp_path.glob(PREFIX + "*"))) == 1
    remove_leftovers(tmp_path)
    assert child.wait(5) == -9
    assert list(tmp_path.iterdir()) == []


def test_the_list_of_started_bots_does_not_grow_with_every_match(
    made: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "_MOST_LINES", 10)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as living:
        made.remember(living.pid)
        for _ in range(100):
            with subprocess.Popen([sys.executable, "-c", ""]) as ended:
                made.remember(ended.pid)
        listed = made.started.read_text().splitlines()
        living.communicate(b"\n")
    assert listed[0].split()[0] == str(living.pid)
    assert len(listed) <= 12


def test_the_folder_of_a_living_runner_is_left_alone(made: Workspace, tmp_path: Path) -> None:
    remove_leftovers(tmp_path)
    assert made.library.exists()


def test_a_process_that_only_has_the_same_number_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / f"{PREFIX}old"
    records = folder / "runner-0123"
    records.mkdir(parents=True)
    (records / "runner.pid").write_text("999999 1\n")
    (records / "bots.pid").write_text(f"{os.getpid()} 1\n")
    remove_leftovers(tmp_path)
    time.sleep(0.05)
    assert not folder.exists()
