"""Both sandboxes start, shut in and end a bot alike; where they differ is written down here."""

import errno
import hashlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.sandbox.bundle import Bundle
from bots.sandbox.launch import LAUNCHED, MEMORY_EXIT
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox
from bots.sandbox.process import Exit, Running
from bots.sandbox.users import FIRST_UID
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import standing

pytestmark = pytest.mark.sandbox
ROOT = Path(bots.__file__).parents[1]
Start = Callable[..., Running]


@pytest.fixture
def start(each_walls: Sandbox, workspace: Workspace) -> Iterator[Start]:
    """Starts a bot of the given source; it is ended afterwards."""
    started: list[tuple[Running, Path]] = []

    def make(source: str, cpu_seconds: int = 10, limits: Limits | None = None) -> Running:
        folder = unpacked(workspace, source)
        bot = each_walls.start(folder, limits or Limits(), cpu_seconds)
        started.append((bot, folder))
        return bot

    yield make
    for bot, folder in started:
        bot.end()
        workspace.remove(folder)


def unpacked(workspace: Workspace, source: str) -> Path:
    data = source.encode()
    return workspace.unpack(Bundle({"bot.py": data}, hashlib.sha256(data).hexdigest()))


def output(bot: Running, lines: int, seconds: float = 15.0) -> list[str]:
    """So many lines of the bot's, fewer if it ends before; the first one is the launcher's."""
    deadline, said = time.monotonic() + seconds, b""
    while said.count(b"\n") < lines:
        assert select.select([bot.stdout], [], [], max(0.0, deadline - time.monotonic()))[0], said
        data = os.read(bot.stdout, 4096)
        if not data:
            break
        said += data
    return said.decode().splitlines()


def report(start: Start, expression: str, told: Any = None) -> Any:
    """What *expression* is worth inside; an error of the system is its short name."""
    bot = start(
        "import ctypes, errno, json, os, signal, socket, sys, time\n"
        "told = json.loads(input())\n"
        "def tried(act):\n"
        "    try: return act()\n"
        "    except OSError as error: return errno.errorcode[error.errno]\n"
        f"print(json.dumps({expression}), flush=True)\n"
    )
    os.write(bot.stdin, json.dumps(told).encode() + b"\n")
    said = output(bot, 2)
    assert len(said) == 2, os.read(bot.stderr, 4096)
    return json.loads(said[1])


ENDS = {
    "by itself": ("pass", Exit(0, None)),
    "with a code": ("raise SystemExit(5)", Exit(5, None)),
    "with an error": ("1 / 0", Exit(1, None)),
    "in a crash": ("import ctypes; ctypes.string_at(1)", Exit(None, signal.SIGSEGV)),
    "by a forbidden call": (
        "import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)",
        Exit(None, signal.SIGSYS),
    ),
    "without memory": ("much = [0] * (1 << 30)", Exit(MEMORY_EXIT, None)),
    "without time": (
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        Exit(None, signal.SIGKILL),
    ),
}


@pytest.mark.parametrize("how", ENDS)
def test_an_end_has_one_shape(how: str, start: Start) -> None:
    source, expected = ENDS[how]
    bot = start(source, cpu_seconds=1)
    assert output(bot, 1) == [LAUNCHED.decode().strip()]
    assert bot.wait(20)
    assert bot.end() == expected


def test_a_program_that_is_through_ends_as_it_does_anywhere(start: Start) -> None:
    """It waits for its threads, then does what it registered, and loses nothing it printed."""
    bot = start(
        "import atexit, sys, threading, time\n"
        "atexit.register(lambda: print('last', file=sys.__stdout__))\n"
        "def late():\n"
        "    time.sleep(0.2)\n"
        "    print('from a thread', file=sys.__stdout__)\n"
        "threading.Thread(target=late).start()\n"
        "threading.Thread(target=time.sleep, args=[60], daemon=True).start()\n"
        "print('through')\n"
        "sys.stdout = sys.stderr\n"
        "sys.stdout.write('to the log')\n"
        "own = open(1, 'w', closefd=False)\n"
        "own.write('from a buffer of its own\\n')\n"
    )
    said = ["launched", "through", "from a thread", "from a buffer of its own", "last"]
    assert sorted(output(bot, 9)) == sorted(said)
    assert os.read(bot.stderr, 4096) == b"to the log"
    assert bot.wait(10)
    assert bot.end() == Exit(0, None)


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        ("import os; print('lost'); os.close(1)", 120, "Bad file descriptor"),
        ("import atexit; atexit.register(lambda: 1 / 0)", 0, "ZeroDivisionError"),
        ("import sys; sys.stdout = None", 0, ""),
    ],
)
def test_what_goes_wrong_at_the_very_end_is_told_as_ever(
    source: str, code: int, said: str, start: Start
) -> None:
    bot = start(source)
    assert bot.wait(10)
    log = os.read(bot.stderr, 4096).decode() if select.select([bot.stderr], [], [], 0)[0] else ""
    assert said in log
    assert bool(log) == bool(said)
    assert bot.end() == Exit(code, None)


def test_a_code_above_128_is_told_from_a_signal_where_no_monitor_stands_between(
    start: Start, each_walls: Sandbox
) -> None:
    bot = start("raise SystemExit(139)")
    assert bot.wait(10)
    seen = bot.end()
    # Bubblewrap's own exit code is 139 in both cases.
    assert seen == (Exit(139, None) if each_walls.tier == "landlock" else Exit(None, 11))


def test_the_code_of_a_killed_bot_is_nobodys_to_leave_with(start: Start) -> None:
    bot = start("raise SystemExit(137)")
    assert bot.wait(10)
    assert bot.end() == Exit(None, signal.SIGSYS)


def test_a_bot_is_killed_whatever_it_ignores(start: Start) -> None:
    bot = start(
        "import signal\n"
        "for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "print('deaf', flush=True)\n"
        "while True: pass\n"
    )
    assert output(bot, 2) == ["launched", "deaf"]
    assert bot.end() == Exit(None, signal.SIGKILL)
    assert not alive(bot.pid)


def test_a_bot_cannot_kill_or_stop_itself_in_the_runners_place(start: Start) -> None:
    signals = "[tried(lambda: os.kill(os.getpid(), n)) for n in (9, 19)]"
    # Process 1 of a namespace does not hear them; beside others the filter refuses them.
    assert report(start, signals) in ([None, None], ["EPERM", "EPERM"])


def test_nothing_is_left_of_a_bot(start: Start, workspace: Workspace) -> None:
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    for source in ("pass", "while True: pass", "import ctypes; ctypes.string_at(1)"):
        bot = start(source)
        output(bot, 1)
        # For the next runner, should this one be killed.
        remembered = workspace.started.read_text().splitlines()
        assert str(bot.pid) in [line.split()[0] for line in remembered]
        bot.end()
        assert not alive(bot.pid)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


RUNNER = """
import sys, time
from pathlib import Path
from bots.sandbox.choose import walls_of
from bots.sandbox.limits import Limits
from bots.sandbox.workspace import Workspace
workspace = Workspace("/usr/bin/python3", Path(sys.argv[2]))
walls = walls_of(sys.argv[1], workspace)
bot = walls.start(Path(sys.argv[3]), Limits(), 60)
said = b""
import os, select
while said.count(b"\\n") < 2:
    select.select([bot.stdout], [], [])
    said += os.read(bot.stdout, 100)
print(bot.pid, flush=True)
time.sleep(60)
"""
CLINGING = """
import ctypes, os, signal, time
system = ctypes.CDLL(None)
system.prctl(1, 0, 0, 0, 0)  # no signal when the parent dies
try: os.setsid()
except OSError: pass
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
print("clinging", flush=True)
while True: time.sleep(1)
"""


def test_a_killed_runner_takes_its_bots_along(each_walls: Sandbox, workspace: Workspace) -> None:
    folder = unpacked(workspace, CLINGING)
    own = workspace.path / "of-a-runner-to-be-killed"
    own.mkdir(exist_ok=True)
    runner = subprocess.Popen(
        [sys.executable, "-c", RUNNER, each_walls.tier, str(own), str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert runner.stdout is not None
    pid = int(runner.stdout.readline())
    assert alive(pid)
    runner.kill()
    runner.wait()
    runner.stdout.close()
    deadline = time.monotonic() + 5
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(pid)


def test_a_bot_ends_with_the_thread_that_started_it(start: Start) -> None:
    started: list[Running] = []

    def owner() -> None:
        started.append(start("while True: pass"))
        output(started[0], 1)

    thread = threading.Thread(target=owner)
    thread.start()
    thread.join()
    assert started[0].wait(5)


def test_a_bot_of_root_has_a_user_of_its_own(start: Start) -> None:
    if os.getuid() != 0:
        pytest.skip("only root may choose the user of a process")
    first, second = start("input()"), start("input()")
    output(first, 1)
    output(second, 1)
    users = {Path(f"/proc/{bot.pid}").stat().st_uid for bot in (first, second)}
    assert len(users) == 2
    assert min(users) >= FIRST_UID
    first.end()
    third = start("input()")
    output(third, 1)
    assert Path(f"/proc/{third.pid}").stat().st_uid in users


def test_a_bot_is_the_last_to_get_time_and_the_first_to_give_memory(start: Start) -> None:
    bot = start("input()")
    output(bot, 1)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, bot.pid) == max(10, own)
    assert Path(f"/proc/{bot.pid}/oom_score_adj").read_text().strip() == "1000"


HARD = {"Max open files": "64", "Max file size": "0", "Max address space": str(512 << 20)}


def test_every_hard_limit_is_set_before_the_bot_begins(start: Start) -> None:
    bot = start("input()", cpu_seconds=7)
    output(bot, 1)
    text = Path(f"/proc/{bot.pid}/limits").read_text()
    for name, value in {**HARD, "Max cpu time": "7", "Max core file size": "1"}.items():
        line = next(line for line in text.splitlines() if line.startswith(name))
        assert line[len(name) :].split()[:2] == [value, value], line


def test_a_bot_sees_nothing_of_another(
    start: Start, each_walls: Sandbox, workspace: Workspace
) -> None:
    other = unpacked(workspace, "input()")
    running = start("input()")
    output(running, 1)
    seen = report(
        start,
        "{'source': tried(lambda: open(told['source']).read()),"
        " 'folder': tried(lambda: os.listdir(told['folder'])),"
        " 'signal': tried(lambda: os.kill(told['pid'], 0)),"
        " 'clock': tried(lambda: time.clock_gettime((~told['pid'] << 3) | 2)),"
        " 'memory': tried(lambda: open(f\"/proc/{told['pid']}/mem\").read())}",
        {"source": str(other / "bot.py"), "folder": str(workspace.path), "pid": running.pid},
    )
    hidden = "ENOENT" if each_walls.tier == "bubblewrap" else "EACCES"
    nobody = "ESRCH" if each_walls.tier == "bubblewrap" else "EPERM"
    assert seen == {
        "source": hidden,
        "folder": hidden,
        "signal": nobody,
        "clock": "EINVAL",
        "memory": hidden,
    }


def test_a_bot_cannot_guess_where_another_is(
    start: Start, each_walls: Sandbox, workspace: Workspace
) -> None:
    """It knows the runner's folder from its own path, and may know the other's file by heart."""
    source = b"input()\n"
    sha256 = hashlib.sha256(source).hexdigest()
    other = workspace.unpack(Bundle({"bot.py": source}, sha256))
    seen = report(
        start,
        "{'guessed': [name for n in range(3000)"
        " for name in (f'bot-{n}', f\"bot-{n}-{told['sha256'][:12]}\", f'{n}', told['sha256'])"
        " if os.path.exists(told['folder'] + '/' + name)],"
        " 'told': os.path.exists(told['other']),"
        " 'listed': tried(lambda: os.listdir(told['folder']))}",
        {"folder": str(workspace.path), "other": str(other), "sha256": sha256},
    )
    assert seen["guessed"] == []
    # That a path exists is all that Landlock lets it learn, of one that it has been told.
    assert seen["told"] == (each_walls.tier == "landlock")
    assert seen["listed"] == ("ENOENT" if each_walls.tier == "bubblewrap" else "EACCES")


def test_a_bot_sends_to_no_socket_of_the_machine(start: Start) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as abstract:
        abstract.bind("\0league-test-canary")
        abstract.setblocking(False)
        seen = report(
            start,
            "[tried(lambda: socket.socketpair(socket.AF_UNIX, kind)[0]"
            ".sendto(b'x', '\\0league-test-canary'))"
            " for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM, socket.SOCK_SEQPACKET)]",
        )
        assert seen[0] == "EACCES"
        assert all(isinstance(one, str) for one in seen), seen
        with pytest.raises(BlockingIOError):
            abstract.recv(10)


def test_only_landlock_lets_a_bot_learn_that_a_file_exists(
    start: Start, each_walls: Sandbox
) -> None:
    size = report(start, "tried(lambda: os.stat('/etc/passwd').st_size)")
    if each_walls.tier == "bubblewrap":
        assert size == "ENOENT"
    else:
        assert size == Path("/etc/passwd").stat().st_size


def test_another_program_is_as_shut_in_or_not_started_at_all(
    start: Start, each_walls: Sandbox
) -> None:
    bot = start(
        "import os\n"
        "try: os.execv('/usr/bin/python3', ['python3', '-I', '-S', '-c', "
        "'import socket; socket.socket()'])\n"
        "except OSError as error: print(error.errno, flush=True)\n"
    )
    if each_walls.tier == "landlock":
        assert output(bot, 2) == ["launched", str(errno.EPERM)]
    else:
        assert bot.wait(10)
        assert b"PermissionError: [Errno 13]" in os.read(bot.stderr, 4096)


def test_a_bot_that_outlives_the_start_of_its_runner_is_refused(workspace: Workspace) -> None:
    """Landlock's launcher was started by a process that is not there any more."""
    walls: Any = standing("landlock", workspace)
    words = walls.arguments(unpacked(workspace, "print('here')"), Limits(), 10, 0)
    at = words.index(str(os.getpid()))
    words[at] = "1" if os.getpid() != 1 else "2"
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "the runner is gone" in done.stderr


def alive(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False
