"""Makes the folder `.venv` with the pinned packages, then runs the command again inside it."""

# Runs on a bare Python, before anything is installed: the standard library only.
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from league import debian

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(os.environ.get("LEAGUE_VENV") or ROOT / ".venv")
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed-locks"
SECONDS = {"run": 20, "dev": 45, "browser": 10}
PIP = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
PIP_REMEDY = (
    "The packages could not be installed; pip's own words are above. Behind a proxy or a mirror, "
    "set HTTPS_PROXY or PIP_INDEX_URL and run the command again."
)


def say(text: str) -> None:
    print(f"[setup] {text}", file=sys.stderr, flush=True)


def fail(text: str) -> None:
    sys.exit(f"[setup] {text}")


def enter_environment(lock: str) -> None:
    """
    Go on inside an environment that holds the packages of `requirements/<lock>.txt`.

    Returns only when the running Python is that environment; otherwise the process is replaced.
    `LEAGUE_BOOTSTRAP=0` says that the caller has seen to the packages, as the image does.
    """
    if os.environ.get("LEAGUE_BOOTSTRAP") == "0" or _brought_along(lock):
        return
    install(lock)
    if not _inside():
        os.execv(PYTHON, [str(PYTHON), *sys.argv])


def install(lock: str) -> None:
    """Bring `.venv` up to `requirements/<lock>.txt`; nothing to do is the usual case."""
    if _is_current(lock):
        return
    with _alone(lock):
        if _is_current(lock):
            return
        started = time.monotonic()
        if not _usable():
            make_venv()
        install_packages(lock)
        write_stamp(lock)
        say(f"ready after {time.monotonic() - started:.0f} s")


def lock_path(lock: str) -> Path:
    return ROOT / "requirements" / f"{lock}.txt"


def digest(lock: str) -> str:
    return hashlib.sha256(lock_path(lock).read_bytes()).hexdigest()


def read_stamp() -> dict[str, str]:
    """Which locks, in which state, this environment has been brought up to."""
    if not STAMP.exists() or not PYTHON.exists():
        return {}
    return dict(line.split() for line in STAMP.read_text().splitlines())


def write_stamp(lock: str) -> None:
    stamp = read_stamp() | {lock: digest(lock)}
    if lock == "dev":
        stamp["run"] = digest("run")  # the test tools' lock holds every package of the other one
    fresh = STAMP.with_suffix(".new")
    fresh.write_text("".join(f"{name} {value}\n" for name, value in stamp.items()))
    fresh.replace(STAMP)


def make_venv() -> None:
    """Make an empty environment, with Debian's python3-venv fetched where that is possible."""
    if importlib.util.find_spec("ensurepip") is None:
        fetch_venv_module()
    say(f"making {VENV.name} for Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", VENV], capture_output=True, text=True, check=False
    )
    if made.returncode:
        print(made.stdout + made.stderr, file=sys.stderr)
        fail(f"{VENV} could not be made: see above.")


def fetch_venv_module() -> None:
    say("this Python has no venv module with pip (Debian's package python3-venv)")
    prefix = debian.rights()
    if prefix is None or not debian.install(["python3-venv"], prefix, say):
        remedy = debian.command_line(["python3-venv"])
        fail(f"Install it and run this command again: {remedy}")
    importlib.invalidate_caches()


def install_packages(lock: str) -> None:
    """Install every package of the lock by its hash, showing how far it has come."""
    count = len(re.findall(r"^[\w.\[\]-]+==", lock_path(lock).read_text(), re.MULTILINE))
    about = SECONDS.get(lock, 30)
    say(f"installing {count} pinned packages (about {about} s the first time, plus the download)")
    command = [str(PYTHON), *PIP, "--require-hashes", "-r", str(lock_path(lock))]
    pip = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"},
    )
    lines = []
    for line in pip.stdout or ():
        lines.append(line.rstrip())
        show_progress(lines, count)
    if pip.wait():
        print("\n".join(lines[-25:]), file=sys.stderr)
        fail(PIP_REMEDY)


def show_progress(lines: list[str], count: int) -> None:
    """One line for every tenth package, and one when pip has fetched all and unpacks them."""
    if lines[-1].startswith("Installing collected packages"):
        say("unpacking")
    elif found := re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", lines[-1]):
        known = sum(line.startswith(("Collecting ", "Requirement already")) for line in lines)
        if known % 10 == 0:
            say(f"{known} of {count} packages ({found[1]})")


@contextmanager
def _alone(lock: str) -> Iterator[None]:
    """Two commands started at once must not install into one folder together."""
    with lock_path(lock if lock != "dev" else "run").open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("another command is preparing this folder; waiting for it")
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _is_current(lock: str) -> bool:
    return read_stamp().get(lock) == digest(lock)


def _inside() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def _brought_along(lock: str) -> bool:
    """Whether the caller's own virtual environment already has what this command needs."""
    if sys.prefix == sys.base_prefix or _inside():
        return False
    needed = ["django", "celery", *(["pytest"] if lock == "dev" else [])]
    return all(importlib.util.find_spec(name) for name in needed)


def _usable() -> bool:
    """Whether the environment is there, whole, and of a Python that the league runs on."""
    if not PYTHON.exists():
        return False
    probe = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([PYTHON, "-c", probe], capture_output=True, check=False).returncode == 0
