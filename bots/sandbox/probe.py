"""Tries the sandbox with a real bot that pushes at the walls and reports what gave way."""

import hashlib
import json
import os
import select
import tempfile
import time
from pathlib import Path

from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.bundle import MAIN, Bundle
from bots.sandbox.launch import LAUNCHED
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, SandboxError

_SECONDS = 10.0
_ENVIRONMENT = {"HOME", "LANG", "PATH", "PWD", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}

_PROBE = """
import ctypes, errno, json, os, resource, socket, sys
canary = sys.stdin.readline().strip()
system = ctypes.CDLL(None, use_errno=True)
def tried(act):
    try:
        act()
        return "ALLOWED"
    except OSError as error:
        return errno.errorcode.get(error.errno, "?")
def fork():
    if os.fork() == 0:
        os._exit(0)
print(json.dumps({
    "uid": os.getuid(), "pid": os.getpid(), "environment": sorted(os.environ),
    "no_new_privileges": system.prctl(39, 0, 0, 0, 0), "filter": system.prctl(21, 0, 0, 0, 0),
    "socket": tried(socket.socket), "fork": tried(fork),
    "passwords": tried(lambda: open("/etc/passwd")), "canary": tried(lambda: open(canary)),
    "processes": os.path.exists("/proc/self"),
    "write": [tried(lambda: open(path, "w")) for path in ("/x", "/bot/x", "/dev/x", "/tmp/x")],
    "memory": resource.getrlimit(resource.RLIMIT_AS)[0],
}), flush=True)
"""

# What bubblewrap says, and what to do about it.
REASONS = (
    ("No such file or directory", "bubblewrap is not installed: apt install bubblewrap"),
    (
        "No permissions to create",
        "the container or the kernel forbids user namespaces: start the runner with its own "
        "seccomp profile, or set user.max_user_namespaces above 0 on the host",
    ),
    (
        "setting up uid map: Permission denied",
        "AppArmor restricts user namespaces: allow them for bwrap with an AppArmor profile, or set "
        "kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    (
        "Failed to make / slave",
        "the container may not mount: its default AppArmor or seccomp profile is in force",
    ),
    (
        "Resource temporarily unavailable",
        "too many processes or user namespaces for this user: raise user.max_user_namespaces",
    ),
)


def unavailable(walls: Bubblewrap) -> str | None:
    """Why no stranger's program may run behind *walls*; None if they hold."""
    if not os.access(walls.interpreter, os.X_OK):
        return f"the bots' interpreter {walls.interpreter} is not there: set BOT_PYTHON"
    folder = walls.workspace.unpack(
        Bundle({MAIN: _PROBE.encode()}, hashlib.sha256(_PROBE.encode()).hexdigest())
    )
    try:
        report = _run(walls, folder)
    except (SandboxError, ValueError) as error:
        return reason(str(error))
    finally:
        walls.workspace.remove(folder)
    holes = _holes(report)
    return "UNSAFE: a bot " + "; ".join(holes) if holes else None


def reason(complaint: str) -> str:
    """The sentence for an operator behind what the system said."""
    for sign, sentence in REASONS:
        if sign in complaint:
            return sentence
    return f"the sandbox does not start: {complaint.strip()[-300:]}"


def _run(walls: Bubblewrap, folder: Path) -> dict[str, object]:
    with tempfile.NamedTemporaryFile() as canary:
        # Readable by everybody, so that only the walls can hide it.
        Path(canary.name).chmod(0o644)
        bot = walls.start(folder, Limits(), cpu_seconds=10)
        try:
            os.write(bot.stdin, canary.name.encode() + b"\n")
            lines = _lines(bot)
        finally:
            bot.end()
    if len(lines) < 2 or lines[0] + b"\n" != LAUNCHED:
        raise SandboxError(b" ".join(lines).decode("utf-8", "replace") or "the probe said nothing")
    report = json.loads(lines[1])
    if not isinstance(report, dict):
        raise SandboxError("the probe did not report")
    return report


def _lines(bot: Running) -> list[bytes]:
    deadline = time.monotonic() + _SECONDS
    said, complaints = b"", b""
    while said.count(b"\n") < 2 and (left := deadline - time.monotonic()) > 0:
        ready = select.select([bot.stdout, bot.stderr], [], [], left)[0]
        if bot.stderr in ready:
            complaints += os.read(bot.stderr, 4096)
        if bot.stdout in ready:
            data = os.read(bot.stdout, 4096)
            if not data:
                return [complaints]
            said += data
    return said.splitlines()


def _holes(report: dict[str, object]) -> list[str]:
    environment = report.get("environment")
    written = report.get("write")
    checks = {
        "is not alone in namespaces of its own": report.get("uid") == 65534
        and report.get("pid") == 1,
        "could gain privileges": report.get("no_new_privileges") == 1,
        # Asking for the filter's mode is itself refused by some kernels: -1.
        "runs without a system call filter": report.get("filter") in (2, -1),
        "can open sockets": report.get("socket") == "EACCES",
        "can start processes": report.get("fork") == "EPERM",
        "can read the system's files": report.get("passwords") == "ENOENT",
        "can read the runner's files": report.get("canary") == "ENOENT",
        "can see processes": report.get("processes") is False,
        "can write files": isinstance(written, list) and "ALLOWED" not in written,
        "sees the runner's environment": isinstance(environment, list)
        and set(environment) <= _ENVIRONMENT,
        "has no memory limit": report.get("memory") == Limits().address_space_bytes,
    }
    return [hole for hole, closed in checks.items() if not closed]
