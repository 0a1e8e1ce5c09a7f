"""What an attack is to reach, and whether it did: files, a process, listeners, leftovers."""

import contextlib
import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.sandbox.users import own_user
from tests.attacks.processes import Identity, Process, all_processes

SHARED_FOLDERS = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path("/run"))
_ALL_EVENTS = 0xFFF
_IPC_CREATE, _IPC_REMOVE = 0o1000, 0


class Canaries:
    """
    Things within reach of the user of the bot in *slot*, each watched.

    `begin` before an attack and `damage` after it; `mend` puts right what a bare control broke.
    """

    def __init__(self, slot: int) -> None:
        self._slot = slot
        self.uid = uid_of_first(slot)
        self.mark = f"durak-canary-{os.getpid()}-{secrets.token_hex(4)}"
        self.secret = secrets.token_hex(16)
        self.folder = Path(tempfile.mkdtemp(prefix=self.mark + "-"))
        self.link = self.folder / "link"
        self.shared_file = Path("/dev/shm") / f"{self.mark}-shared"
        self._library = ctypes.CDLL(None, use_errno=True)
        self._make_files()
        self._watch = self._watched(self.folder, self.folder / "other")
        self._shared_key = secrets.randbelow(1 << 30) + 1
        self._shared = self._library.shmget(self._shared_key, 4096, _IPC_CREATE | 0o666)
        self._listeners = dict(self._listening())
        self._process = self._started()
        self._descriptors: set[str] = set()
        self._before: set[Identity] = set()
        self._files: set[Path] = set()

    def targets(self) -> dict[str, Any]:
        """What a bot is told, so that it need not search."""
        ports = {
            name: line.getsockname()[1] for name, line in self._listeners.items() if _has_port(line)
        }
        return {
            "mark": self.mark,
            "folder": str(self.folder),
            "file": str(self.folder / "settings.py"),
            "other": str(self.folder / "other"),
            "link": str(self.link),
            "socket": str(self.folder / "socket"),
            "datagrams": str(self.folder / "datagrams"),
            "shared_key": self._shared_key,
            "shared_file": str(self.shared_file),
            "process": self._process.pid,
            **ports,
        }

    def begin(self) -> None:
        """Remember how everything is."""
        self._events()
        self._descriptors = _descriptors()
        self._before = {process.identity for process in self._processes()}
        self._files = self._leftovers()

    def damage(self) -> list[str]:
        """What has been touched, reached or left behind since `begin`; nothing is as it must be."""
        found = [f"{name} was reached" for name, line in self._listeners.items() if _reached(line)]
        found += ["the files were opened or changed"] if self._events() else []
        found += ["the process was killed"] if self._process.poll() is not None else []
        found += [f"left running: {process.command}" for process in self._started_since()]
        found += [f"left in {path.parent}" for path in self._leftovers() - self._files]
        changed = _descriptors() ^ self._descriptors
        return found + ([f"descriptors changed: {sorted(changed)}"] if changed else [])

    def mend(self) -> None:
        """After an attack without walls: end what it started, remove what it wrote."""
        for process in self._started_since():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        written = self.folder.glob(f"*{self.mark}*")
        for path in self._leftovers().union(written) - self._files:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if self._process.poll() is not None:
            self._process = self._started()
        self._make_files()
        self._events()

    def _leftovers(self) -> set[Path]:
        """Files with our mark, or of the bot's own user, in the folders everybody may write."""
        found = {path for folder in SHARED_FOLDERS for path in folder.iterdir()}
        return {path for path in found if self._left_by_a_bot(path)}

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for line in self._listeners.values():
            line.close()
        os.close(self._watch)
        self._library.shmctl(self._shared, _IPC_REMOVE, None)
        self.shared_file.unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _left_by_a_bot(self, path: Path) -> bool:
        if self.mark in path.name:
            return True
        try:
            return os.getuid() == 0 and self._is_a_bot(path.lstat().st_uid)
        except OSError:
            return False

    def _is_a_bot(self, uid: int) -> bool:
        return self.uid <= uid < self.uid + 100

    def _started_since(self) -> list[Process]:
        return [process for process in self._processes() if process.identity not in self._before]

    def _processes(self) -> list[Process]:
        """Those of the bots' users, and every descendant of this process."""
        return [
            process
            for process in all_processes()
            if process.parent == os.getpid() or (os.getuid() == 0 and self._is_a_bot(process.uid))
        ]

    def _make_files(self) -> None:
        self.folder.chmod(0o755)
        (self.folder / "other").mkdir(exist_ok=True)
        _write(self.folder / "settings.py", f"SECRET_KEY = {self.secret!r}\n", self.uid)
        _write(self.folder / "other" / "bot.py", f"STRATEGY = {self.secret!r}\n", self.uid)
        _write(self.shared_file, self.secret, self.uid)
        if not self.link.is_symlink():
            self.link.symlink_to("elsewhere")

    def _watched(self, *folders: Path) -> int:
        watch: int = self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        for folder in folders:
            if self._library.inotify_add_watch(watch, bytes(folder), _ALL_EVENTS) < 0:
                raise OSError(ctypes.get_errno(), "inotify_add_watch")
        return watch

    def _events(self) -> bytes:
        """What has happened in the watched folders since the last look."""
        try:
            return os.read(self._watch, 1 << 16)
        except BlockingIOError:
            return b""

    def _listening(self) -> Iterator[tuple[str, socket.socket]]:
        kinds = {
            "database": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "broker": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "names": (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "socket": (socket.AF_UNIX, socket.SOCK_STREAM, str(self.folder / "socket")),
            "datagrams": (socket.AF_UNIX, socket.SOCK_DGRAM, str(self.folder / "datagrams")),
            "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, "\0" + self.mark),
        }
        for name, (family, kind, address) in kinds.items():
            line = socket.socket(family, kind)
            line.setblocking(False)
            line.bind(address)
            if kind == socket.SOCK_STREAM:
                line.listen(8)
            if isinstance(address, str) and not address.startswith("\0"):
                Path(address).chmod(0o777)
            yield name, line

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ["sleep", "100000"],
            env={"SECRET_KEY": self.secret},
            **own_user(self._slot),
        )


def uid_of_first(slot: int) -> int:
    """The user of the bot in *slot*, where the runner is root; else the runner's own."""
    return own_user(slot)["user"] or os.getuid()


def _write(path: Path, text: str, uid: int) -> None:
    path.write_text(text)
    # Closed to all but the bot's own user, so that only the walls can hide it.
    path.chmod(0o600)
    if os.getuid() == 0:
        os.chown(path, uid, uid)


def _descriptors() -> set[str]:
    listing = os.open("/proc/self/fd", os.O_RDONLY)
    try:
        return {name for name in os.listdir(listing) if int(name) != listing}  # noqa: PTH208
    finally:
        os.close(listing)


def _has_port(line: socket.socket) -> bool:
    return line.family == socket.AF_INET


def _reached(line: socket.socket) -> bool:
    try:
        if line.type == socket.SOCK_DGRAM:
            line.recv(1)
        else:
            line.accept()[0].close()
    except BlockingIOError:
        return False
    return True
