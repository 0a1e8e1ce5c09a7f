"""The runner's own folder: copies of what bots may read, and a list of bots it started."""

import contextlib
import os
import secrets
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
from pathlib import Path

import bots
import games
from bots.sandbox.bundle import Bundle
from bots.sandbox.profiles import LAUNCHER, LIBRARY

PREFIX = "durak-runner-"
_BOT, _RECORDS = "bot-", "runner-"
_OWNER = "runner.pid"
_STARTED = "bots.pid"
# So many lines, and the list of bots is written anew with those that live.
_MOST_LINES = 1_000


class Workspace:
    """
    A folder from which every user may read what he knows the name of, and only the runner write.

    ``library`` holds the kit and the rules as a bot imports them, ``launcher`` the script that
    starts a bot. Bots are unpacked below it, each into a folder of its own, whose name nobody can
    guess: a bot that may ask whether a path exists finds no other. ``started`` lists the bots'
    processes. The folder goes when `close` is called; what a killed runner of the same user left
    is removed by the next one.
    """

    def __init__(self, interpreter: str, parent: Path | None = None) -> None:
        parent = parent or Path(tempfile.gettempdir())
        remove_leftovers(parent)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        # To be passed through by who knows the way on, not to be listed.
        self.path.chmod(0o711)
        records = self.path / _unguessable(_RECORDS)
        records.mkdir(mode=0o700)
        (records / _OWNER).write_text(_signature(os.getpid()) + "\n", encoding="ascii")
        self.started = records / _STARTED
        self._lock = threading.Lock()
        self._remembered = 0
        self.library = self.path / "library"
        self.launcher = self.library / "launch.py"
        self._copy_library(interpreter)

    def unpack(self, bundle: Bundle) -> Path:
        """A new folder with the files of *bundle*, readable and not writable."""
        folder = self.path / _unguessable(_BOT)
        try:
            _write(bundle, folder)
        except BaseException:
            # What fills the disk must not stay there.
            self.remove(folder)
            raise
        return folder

    def remember(self, pid: int) -> None:
        """Write down a started process, for the runner that would come after a killed one."""
        with self._lock:
            self._remembered += 1
            if self._remembered % _MOST_LINES == 0:
                self._forget_ended()
            with self.started.open("a", encoding="ascii") as started:
                started.write(_signature(pid) + "\n")

    def _forget_ended(self) -> None:
        # Beside it first and then in its place, so that no moment is without a list.
        draft = self.started.with_suffix(".new")
        living = [line + "\n" for line in _lines(self.started) if _lives(line)]
        draft.write_text("".join(living), encoding="ascii")
        draft.replace(self.started)

    def remove(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    def _copy_library(self, interpreter: str) -> None:
        package = self.library / "bots"
        package.mkdir(parents=True)
        source = Path(bots.__file__).parent
        (package / "__init__.py").write_bytes((source / "__init__.py").read_bytes())
        (package / "kit.py").write_bytes((source / "kit.py").read_bytes())
        for name in ("launch.py", "landlock_launch.py"):
            (self.library / name).write_bytes((source / "sandbox" / name).read_bytes())
        ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(Path(games.__file__).parent, self.library / "games", ignore=ignore)
        # Compiled once here, since a bot can write nothing and would compile it at every start;
        # with the names that files have behind walls, for whoever reads where a bot failed.
        # An interpreter that is not there is for the probe to report.
        with contextlib.suppress(OSError):
            subprocess.run(
                [
                    *(interpreter, "-I", "-S", "-m", "compileall", "-q"),
                    *("--invalidation-mode", "unchecked-hash"),
                    *("-s", str(self.library), "-p", LIBRARY, str(self.library)),
                ],
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        # A script is not looked for among what is compiled; as a file of any name it may be either.
        compiled = [*(self.library / "__pycache__").glob("launch.*.pyc"), self.launcher]
        (self.library / LAUNCHER).write_bytes(compiled[0].read_bytes())
        for path in [self.library, *self.library.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o444)


def remove_leftovers(parent: Path) -> None:
    """Kill and remove what killed runners of this user left below *parent*."""
    for folder in parent.glob(PREFIX + "*"):
        try:
            status = folder.lstat()
        except OSError:
            continue
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
            continue
        owners = _lines_in(folder, _OWNER)
        if not owners or _lives(owners[0]):
            continue
        for line in _lines_in(folder, _STARTED):
            if _lives(line):
                with contextlib.suppress(OSError):
                    os.kill(int(line.split()[0]), signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


def _write(bundle: Bundle, folder: Path) -> None:
    folder.mkdir()
    for name, content in bundle.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o444)
    for inner in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        inner.chmod(0o755)


def _unguessable(kind: str) -> str:
    return kind + secrets.token_hex(16)


def _lines_in(folder: Path, name: str) -> list[str]:
    """The lines of a record of the runner whose *folder* it is."""
    return [line for path in folder.glob(f"{_RECORDS}*/{name}") for line in _lines(path)]


def _lines(path: Path) -> list[str]:
    try:
        return [line for line in path.read_text(encoding="ascii").splitlines() if line.strip()]
    except (OSError, ValueError):
        return []


def _signature(pid: int) -> str:
    # A number is used again after a while; number and start time together are not.
    return f"{pid} {_started_at(pid)}"


def _lives(signature: str) -> bool:
    number, _, started = signature.partition(" ")
    return number.isdigit() and started not in ("", "-") and _started_at(int(number)) == started


def _started_at(pid: int) -> str:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except (OSError, ValueError):
        return "-"
    return "-" if fields[0] in ("Z", "X") else fields[19]
