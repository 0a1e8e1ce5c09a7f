"""Every system call there is, made from behind the walls, gets the answer that the lists say."""

import errno
import os
import platform
import select
import signal
import time

import pytest

from bots.sandbox.bundle import MAIN, Bundle
from bots.sandbox.launch import LAUNCHED
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox
from bots.sandbox.seccomp import ALLOW_CALL, KILL_PROCESS, compile_filter, syscall_numbers
from bots.sandbox.workspace import Workspace
from tests.attacks.attacks import PROGRAMS
from tests.attacks.conftest import FIGURES
from tests.bots.sandbox.test_seccomp import MACHINES, decide

pytestmark = pytest.mark.sandbox

# A little beyond the last call of any kernel so far.
NUMBERS = range(471)
# Allowed, and with nonsense for arguments they would wait for ever, end the process, or take from
# it what it needs to tell the tale.
NOT_TRIED = {
    *("pause", "rt_sigsuspend", "rt_sigtimedwait", "rt_sigreturn", "rt_sigaction"),
    *("rt_sigprocmask", "sigaltstack", "select", "pselect6", "poll", "ppoll", "epoll_wait"),
    *("epoll_pwait", "epoll_pwait2", "read", "recvfrom", "recvmsg", "wait4", "waitid", "futex"),
    *("nanosleep", "clock_nanosleep", "restart_syscall", "exit", "exit_group", "execve", "clone"),
    *("munmap", "mremap", "brk", "mprotect", "arch_prctl", "close", "close_range", "dup2", "dup3"),
}
# New kernels let these two past every filter, by design; they do nothing outside a probe.
PAST_EVERY_FILTER = {"uretprobe": 335, "uprobe": 336}
NONSENSE = (2**64 - 1,) * 6
OWN_PROCESS = 4_242
SECONDS = 60.0


def test_the_kernel_answers_as_the_filter_reads(
    walls: Sandbox, workspace: Workspace, record_property: pytest.FixtureRequest
) -> None:
    machine = platform.machine()
    names = {number: name for name, number in syscall_numbers(machine).items()}
    left_out = set(PAST_EVERY_FILTER.values()) if machine == "x86_64" else set()
    to_try = [n for n in NUMBERS if names.get(n) not in NOT_TRIED and n not in left_out]
    found = swept(to_try, walls, workspace)
    own = None if walls.tier == "bubblewrap" else OWN_PROCESS
    program = compile_filter(own_process=own)
    wrong = {
        (number, names.get(number)): (answer, found[number])
        for number in to_try
        if not agrees(
            answer := decide(program, MACHINES[machine], number, *NONSENSE), found[number]
        )
    }
    assert wrong == {}
    killed = sum(answer == "SIGSYS" for answer in found.values())
    record_property(
        FIGURES, f"{walls.tier}: {len(found)} system calls tried, {killed} of them kill"
    )


def agrees(answer: int, came: str) -> bool:
    if answer == KILL_PROCESS:
        return came == "SIGSYS"
    if answer == ALLOW_CALL:
        # What the kernel itself says of nonsense is its own business, but it was asked.
        return came not in ("SIGSYS", "EPERM", "ENOSYS")
    return came == errno.errorcode[answer & 0xFFFF]


def swept(numbers: list[int], walls: Sandbox, workspace: Workspace) -> dict[int, str]:
    """What came of each call; one that killed the process is found by its silence."""
    found: dict[int, str] = {}
    while left := [number for number in numbers if number not in found]:
        said, ended = run(left, walls, workspace)
        for line in said.splitlines():
            number, _, answer = line.partition(" ")
            found[int(number)] = answer or ended
        assert left[0] in found, f"nothing was tried: {said!r} {ended}"
    return found


def run(numbers: list[int], walls: Sandbox, workspace: Workspace) -> tuple[str, str]:
    """What a process that tries *numbers* says, and the name of the signal that ended it."""
    files = {
        MAIN: (PROGRAMS / "sweep.py").read_bytes(),
        "numbers.txt": " ".join(map(str, numbers)).encode(),
    }
    folder = workspace.unpack(Bundle(files, "0" * 64))
    bot = walls.start(folder, Limits(), cpu_seconds=20)
    try:
        said = all_of(bot.stdout)
        bot.wait(1)
    finally:
        ended = bot.end()
        workspace.remove(folder)
    assert said.startswith(LAUNCHED)
    name = signal.Signals(ended.signal).name if ended.signal else str(ended.code)
    return said[len(LAUNCHED) :].decode(), name


def all_of(output: int) -> bytes:
    said = b""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and select.select([output], [], [], end - time.monotonic())[0]:
        data = os.read(output, 65_536)
        if not data:
            break
        said += data
    return said
