"""Tries the sandbox with a real bot that pushes at the walls and reports what gave way."""

import hashlib
import json
import os
import select
import tempfile
import time
from pathlib import Path
from typing import Protocol

from bots.sandbox.bundle import MAIN, Bundle
from bots.sandbox.launch import LAUNCHED
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, SandboxError, Walls
from bots.sandbox.reasons import reason
from bots.sandbox.rlimits import THREADS
from bots.sandbox.trials import Finding, Trial
from bots.sandbox.users import FIRST_UID
from bots.sandbox.workspace import Workspace

_SECONDS = 10.0
_ENVIRONMENT = {"HOME", "LANG", "PATH", "PWD", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}

_PROBE = """
import ctypes, errno, json, os, resource, socket, sys, threading, time
told = json.loads(sys.stdin.readline())
canary, runner = told["canary"], told["runner"]
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
def signal():
    if runner == os.getpid():  # its number, but in a namespace of its own: that is itself
        raise ProcessLookupError(errno.ESRCH, "")
    os.kill(runner, 0)
def threads():
    threading.stack_size(32_768)
    enough, count = threading.Event(), 0
    try:
        while count < 100:
            threading.Thread(target=enough.wait).start()
            count += 1
    except RuntimeError:
        pass
    enough.set()
    return count
print(json.dumps({
    "python": sys.version.split()[0],
    "uid": os.getuid(), "pid": os.getpid(), "environment": sorted(os.environ),
    "no_new_privileges": system.prctl(39, 0, 0, 0, 0), "filter": system.prctl(21, 0, 0, 0, 0),
    "socket": tried(socket.socket), "fork": tried(fork), "signal": tried(signal),
    "datagram": tried(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
    "passwords": tried(lambda: open("/etc/passwd")), "canary": tried(lambda: open(canary)),
    "processes": tried(lambda: open("/proc/self/status")),
    "write": [tried(lambda: open(path, "w")) for path in
              ("/x", os.environ["HOME"] + "/x", "/dev/x", "/tmp/x", canary)],
    "memory": resource.getrlimit(resource.RLIMIT_AS)[0], "threads": threads(),
}), flush=True)
"""


class Sandbox(Walls, Protocol):
    """Walls against strangers, under the name that an operator chooses them by."""

    @property
    def tier(self) -> str: ...
    @property
    def workspace(self) -> Workspace: ...
    @property
    def interpreter(self) -> str: ...


def tried(walls: Sandbox) -> Trial:
    """Start the probe behind *walls* and look at what it could do."""
    if not os.access(walls.interpreter, os.X_OK):
        missing = f"the bots' interpreter {walls.interpreter} is not there: set BOT_PYTHON"
        return Trial(walls.tier, missing)
    folder = walls.workspace.unpack(
        Bundle({MAIN: _PROBE.encode()}, hashlib.sha256(_PROBE.encode()).hexdigest())
    )
    try:
        report = _run(walls, folder)
    except (SandboxError, ValueError) as error:
        return Trial(walls.tier, reason(str(error)))
    finally:
        walls.workspace.remove(folder)
    findings = _findings(report, walls.tier)
    holes = [finding.what for finding in findings if not finding.stopped]
    unsafe = "UNSAFE: a bot can " + ", ".join(holes) if holes else None
    return Trial(walls.tier, unsafe, str(report.get("python")), findings)


def unavailable(walls: Sandbox) -> str | None:
    """Why no stranger's program may run behind *walls*; None if they hold."""
    return tried(walls).reason


def _run(walls: Sandbox, folder: Path) -> dict[str, object]:
    with tempfile.NamedTemporaryFile() as canary:
        # Open to everybody, so that only the walls can hide and keep it.
        Path(canary.name).chmod(0o666)
        bot = walls.start(folder, Limits(), cpu_seconds=10)
        try:
            told = json.dumps({"canary": canary.name, "runner": os.getpid()})
            os.write(bot.stdin, told.encode() + b"\n")
            lines = _lines(bot)
        except BrokenPipeError:
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
    poll = select.poll()
    poll.register(bot.stdout, select.POLLIN)
    poll.register(bot.stderr, select.POLLIN)
    while said.count(b"\n") < 2 and (left := deadline - time.monotonic()) > 0:
        ready = [descriptor for descriptor, _ in poll.poll(left * 1_000)]
        if bot.stderr in ready:
            complaints += os.read(bot.stderr, 4096)
        if bot.stdout in ready:
            data = os.read(bot.stdout, 4096)
            if not data:
                return [complaints]
            said += data
    return said.splitlines()


def _findings(report: dict[str, object], tier: str) -> tuple[Finding, ...]:
    environment, written = report.get("environment"), report.get("write")
    memory, threads = report.get("memory"), report.get("threads")
    # Where a path is hidden by a namespace it is not there; Landlock says that it is forbidden.
    hidden = "ENOENT" if tier == "bubblewrap" else "EACCES"
    nobody = "ESRCH" if tier == "bubblewrap" else "EPERM"
    checks = {
        **_apart(report, tier),
        "gain privileges": report.get("no_new_privileges") == 1,
        # Asking for the filter's mode is itself refused by some kernels: -1.
        "make any system call": report.get("filter") in (2, -1),
        "open sockets": report.get("socket") == "EACCES",
        "send to the sockets of others": report.get("datagram") == "EACCES",
        "start processes": report.get("fork") == "EPERM",
        "signal the runner": report.get("signal") == nobody,
        "read the system's files": report.get("passwords") == hidden,
        "read the runner's files": report.get("canary") == hidden,
        "look into processes": report.get("processes") == hidden,
        "write files": isinstance(written, list) and "ALLOWED" not in written,
        "see the runner's environment": isinstance(environment, list)
        and set(environment) <= _ENVIRONMENT,
        "start threads without end": isinstance(threads, int) and threads < THREADS,
        "take all the memory": isinstance(memory, int)
        and 0 < memory <= Limits().address_space_bytes,
    }
    return tuple(Finding(what, stopped) for what, stopped in checks.items())


def _apart(report: dict[str, object], tier: str) -> dict[str, bool]:
    user, process = report.get("uid"), report.get("pid")
    if tier == "bubblewrap":
        return {"leave its namespaces": user == 65534 and process == 1}
    if os.getuid() != 0:
        return {"be another user than it should": user == os.getuid()}
    return {"share its user with others": isinstance(user, int) and user >= FIRST_UID}
