"""The first minute of a fresh clone: an old Python, an empty folder, an index out of reach."""

import ast
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROBE = """
import sys
from league import bootstrap
bootstrap.enter_environment("run")
import tiny
print(sys.prefix, tiny.VERSION)
"""
Start = Callable[..., "subprocess.Popen[str]"]
Run = Callable[..., tuple[int, str, str]]


def write_wheel(folder: Path, version: str) -> str:
    """Write a wheel of the package `tiny` and return its pinned line for a lock."""
    info = f"tiny-{version}.dist-info"
    files = {
        "tiny.py": f'VERSION = "{version}"\n',
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=")
        record += f"{name},sha256={digest.decode()},{len(text)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n"
    path = folder / f"tiny-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return (
        f"tiny=={version} \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
    )


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A checkout with our bootstrap and one pinned package, and wheels beside it."""
    clone = tmp_path / "clone"
    (clone / "league").mkdir(parents=True)
    (clone / "requirements").mkdir()
    (tmp_path / "wheels").mkdir()
    for name in ("league/__init__.py", "league/bootstrap.py", "league/debian.py"):
        shutil.copy(ROOT / name, clone / name)
    (clone / "probe.py").write_text(PROBE)
    (clone / "requirements" / "run.txt").write_text(write_wheel(tmp_path / "wheels", "1.0"))
    return clone


@pytest.fixture
def start(clone: Path) -> Start:
    """Start the probe as a person would, outside any virtual environment."""

    def start(**environment: str) -> "subprocess.Popen[str]":
        offline = {
            "PATH": os.environ["PATH"],
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(clone.parent / "wheels"),
        }
        return subprocess.Popen(
            [sys._base_executable, "probe.py"],  # type: ignore[attr-defined]
            cwd=clone,
            env={**offline, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


@pytest.fixture
def run(start: Start) -> Run:
    """Run the probe and return its exit code, output and errors."""

    def run(**environment: str) -> tuple[int, str, str]:
        process = start(**environment)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, errors

    return run


def test_the_first_run_makes_an_environment_and_the_second_only_enters_it(
    clone: Path, run: Run
) -> None:
    code, output, errors = run()
    assert code == 0, errors
    assert output == f"{clone / '.venv'} 1.0\n"
    assert "installing 1 pinned packages" in errors
    assert run(PIP_FIND_LINKS="/nowhere") == (0, output, "")


@pytest.mark.slow
def test_a_changed_lock_is_installed_and_a_broken_environment_made_again(
    clone: Path, run: Run
) -> None:
    run()
    lock = clone / "requirements" / "run.txt"
    lock.write_text(write_wheel(clone.parent / "wheels", "2.0"))
    assert run()[1].endswith(" 2.0\n")
    (clone / ".venv" / "bin" / "python").unlink()
    _, output, errors = run()
    assert output.endswith(" 2.0\n"), errors
    assert "making .venv" in errors


@pytest.mark.slow
def test_a_package_with_another_hash_is_refused(clone: Path, run: Run) -> None:
    lock = clone / "requirements" / "run.txt"
    lock.write_text(re.sub(r"sha256:\w{4}", "sha256:0000", lock.read_text()))
    code, _, errors = run()
    assert code == 1
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in errors
    assert not (clone / ".venv" / "installed-locks").exists()


def test_an_index_out_of_reach_shows_pips_own_error_and_the_remedy(run: Run) -> None:
    code, _, errors = run(PIP_FIND_LINKS="/nowhere")
    assert code == 1
    assert "No matching distribution found for tiny==1.0" in errors
    last = errors.splitlines()[-1]
    assert "HTTPS_PROXY" in last
    assert "PIP_INDEX_URL" in last


def test_nothing_is_made_where_the_caller_has_seen_to_the_packages(clone: Path, run: Run) -> None:
    assert "No module named 'tiny'" in run(LEAGUE_BOOTSTRAP="0")[2]
    assert not (clone / ".venv").exists()


@pytest.mark.slow
def test_two_first_runs_at_once_install_once(clone: Path, start: Start) -> None:
    ends = [process.communicate(timeout=120) for process in [start(), start()]]
    assert [output for output, _ in ends] == [f"{clone / '.venv'} 1.0\n"] * 2
    assert sum("making .venv" in errors for _, errors in ends) == 1


def test_an_old_python_gets_one_line_with_the_remedy() -> None:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 10, 9); sys.version = '3.10.9 (main)';"
        "sys.argv = ['manage.py', 'up']; runpy.run_path('manage.py', run_name='__main__')"
    )
    refused = subprocess.run(
        [sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer and this is Python 3.10.9" in refused.stderr
    assert "python3.11 manage.py" in refused.stderr


def test_an_old_python_can_read_manage_py() -> None:
    tree = ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 4))
    new = (ast.JoinedStr, ast.NamedExpr, ast.Match, ast.AnnAssign, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, new)]


def pins(lock: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    return dict(re.findall(r"^([\w.\[\]-]+)==([^ \\]+)", text, re.MULTILINE))


def test_the_test_tools_lock_holds_every_package_of_the_leagues() -> None:
    run, dev = pins("run"), pins("dev")
    assert run
    assert {name: dev.get(name) for name in run} == run


@pytest.mark.parametrize("lock", ["run", "dev", "browser"])
def test_locks_pin_by_hash_and_name_no_host(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    assert "http" not in text
    blocks = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)
