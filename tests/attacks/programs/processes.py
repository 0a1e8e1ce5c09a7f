"""Starting, outliving, ruling and spying on processes."""

import contextlib
import os
import resource
import signal
import struct
import subprocess
import sys
import threading
import time
from functools import partial

from attacker import Attacker, Refused, any_allowed, need, numbered_call, sleep

CLONE_NEWUSER, CLONE_VM_VFORK = 0x10000000, 0x4100
# With memory and signals shared, as a thread must, but not files.
CLONE_THREAD_ALONE = 0x10900
PR_SET_PDEATHSIG, PR_GET_NO_NEW_PRIVS, PR_SET_NO_NEW_PRIVS = 1, 39, 38
FIFO = 1


def fork_bomb(bot: Attacker) -> object:
    """Fork without end."""
    children = 0
    end = time.monotonic() + 1
    while time.monotonic() < end and children < 50:
        if os.fork() == 0:
            sleep()
        children += 1
    return children


def other_ways_to_fork(bot: Attacker) -> object:
    """Start processes by vfork, posix_spawn and the subprocess module."""
    command = [sys.executable or "/usr/bin/python3", "-c", "import time; time.sleep(1000)"]
    return any_allowed(
        [
            partial(subprocess.Popen, command),
            partial(os.posix_spawn, command[0], command, {}),
            partial(bot.system_call, "clone", CLONE_VM_VFORK | signal.SIGCHLD, 0, 0, 0, 0),
        ]
    )


def daemon(bot: Attacker) -> object:
    """Leave a process behind that has left its session and its parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            time.sleep(20)
        os._exit(0)
    return "started"


def outliving(bot: Attacker) -> object:
    """Cut what ties its life to the runner's."""
    return bot.system_call("prctl", PR_SET_PDEATHSIG, 0)


def stay(bot: Attacker) -> object:
    """Cut every tie to the runner that it can, end its first thread, and stay in a second."""
    for act in (partial(bot.system_call, "prctl", PR_SET_PDEATHSIG, 0), os.setsid):
        with contextlib.suppress(OSError):
            act()
    threading.Thread(target=sleep).start()
    return bot.system_call("exit", 0)


def own_session(bot: Attacker) -> object:
    """Move into another session or group of processes, away from the runner's signals."""
    return any_allowed([os.setsid, partial(os.setpgid, 0, 0)])


def kill_another(bot: Attacker) -> object:
    """Kill another process of the same user."""
    return os.kill(bot.canary.process, signal.SIGKILL)


def kill_everybody(bot: Attacker) -> object:
    """Kill every process it may."""
    return os.kill(-1, signal.SIGKILL)


def other_ways_to_kill(bot: Attacker) -> object:
    """Kill another process by tgkill, by a queued signal, by a handle on it."""
    pid = bot.canary.process
    information = struct.pack("iiii112x", signal.SIGKILL, 0, -1, 0)

    def by_handle() -> object:
        handle = bot.system_call("pidfd_open", pid, 0)
        return bot.system_call("pidfd_send_signal", handle, signal.SIGKILL, None, 0)

    return any_allowed(
        [
            partial(bot.system_call, "tgkill", pid, pid, signal.SIGKILL),
            partial(bot.system_call, "tkill", pid, signal.SIGKILL),
            partial(bot.system_call, "rt_sigqueueinfo", pid, signal.SIGKILL, information),
            by_handle,
        ]
    )


def signal_by_a_pipe(bot: Attacker) -> object:
    """Make the kernel send SIGIO to another process when something is written into a pipe."""
    import fcntl

    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, bot.canary.process)
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    return os.write(writing, b"x")


def limits(bot: Attacker) -> object:
    """Read another process's limits, raise its own."""

    def unlimited(number: int) -> object:
        try:
            return resource.setrlimit(number, (-1, -1))
        except ValueError as error:
            raise Refused(str(error)) from None

    raised = (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE)
    return any_allowed(
        [
            partial(resource.prlimit, bot.canary.process, resource.RLIMIT_NOFILE),
            *(partial(unlimited, number) for number in raised),
        ]
    )


def killed_by_its_own_limit(bot: Attacker) -> object:
    """Lower its limit of CPU time, so that the system kills it and nobody seems to blame."""
    try:
        return resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    except ValueError as error:
        raise Refused(str(error)) from None


def priority(bot: Attacker) -> object:
    """Take real-time priority, another core, a better nice value."""
    return any_allowed(
        [
            lambda: os.sched_setscheduler(0, FIFO, os.sched_param(50)),
            lambda: os.sched_setaffinity(0, {0, 1}),
            lambda: os.setpriority(os.PRIO_PROCESS, 0, -10),
        ]
    )


def handle_on_a_process(bot: Attacker) -> object:
    """Get a handle on process 1 (pidfd_open)."""
    return bot.system_call("pidfd_open", 1, 0)


def clock_of_another(bot: Attacker) -> object:
    """Read how much CPU time another process has used, a channel between bots."""
    return time.clock_gettime((~bot.canary.process << 3) | 2)


def properties_of_another(bot: Attacker) -> object:
    """Ask for session, group, priority, scheduling and rights of another process."""
    pid = bot.canary.process
    header = struct.pack("Ii", 0x20080522, pid)
    return any_allowed(
        [
            partial(os.getsid, pid),
            partial(os.getpgid, pid),
            partial(os.getpriority, os.PRIO_PROCESS, pid),
            partial(os.sched_getscheduler, pid),
            partial(os.sched_getaffinity, pid),
            partial(os.kill, pid, 0),
            partial(bot.system_call, "capget", header, bytes(24)),
        ]
    )


def another_program(bot: Attacker) -> object:
    """Become a shell or a tool of the system."""
    answer = "echo begun >&2; sleep 1000"
    return any_allowed(
        [
            partial(os.execv, "/bin/sh", ["sh", "-c", answer]),
            partial(os.execv, "/usr/bin/curl", ["curl", "file:///etc/passwd"]),
        ]
    )


def programs_of_root(bot: Attacker) -> object:
    """Find programs that run as root whoever starts them, where they would work."""
    found = []
    for folder in ("/usr/bin", "/bin", "/usr/sbin", "/usr/lib", "/usr/lib/openssh"):
        try:
            paths = [f"{folder}/{name}" for name in os.listdir(folder)]
        except OSError:
            continue
        found += [
            path for path in paths if os.lstat(path).st_mode & 0o6000 and os.path.isfile(path)
        ]
    return need(found if bot.system_call("prctl", PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 else [])


def become_root(bot: Attacker) -> object:
    """Become root by asking."""
    return any_allowed([lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgid(0)])


def own_filter(bot: Attacker) -> object:
    """Put a filter of its own over ours and listen to every call it stops."""
    bot.system_call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    import ctypes

    rules = ctypes.create_string_buffer(struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000))
    program = struct.pack("<HxxxxxxQ", 1, ctypes.addressof(rules))
    return bot.system_call("seccomp", 1, 8, program)


def new_user_namespace(bot: Attacker) -> object:
    """Be root in a user namespace of its own."""
    return bot.system_call("unshare", CLONE_NEWUSER)


def thread_with_files_of_its_own(bot: Attacker) -> object:
    """Start a thread that may open as many files again as the process may."""
    return bot.system_call("clone", CLONE_THREAD_ALONE, 0, 0, 0, 0)


def process_in_a_namespace(bot: Attacker) -> object:
    """Start a process as root of a new user namespace by clone."""
    child = bot.system_call("clone", CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return child


def process_by_the_new_call(bot: Attacker) -> object:
    """The same by clone3, whose arguments no filter can read."""
    arguments = struct.pack("<11Q", CLONE_NEWUSER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0)
    child = bot.system_call("clone3", arguments, len(arguments))
    if child == 0:
        os._exit(0)
    return child


def namespace_of_another(bot: Attacker) -> object:
    """Enter the namespaces of another process."""
    try:
        descriptor = os.open(f"/proc/{bot.canary.process}/ns/mnt", os.O_RDONLY)
    except OSError:
        descriptor = 0
    return bot.system_call("setns", descriptor, 0)


def trace(bot: Attacker) -> object:
    """Take hold of another process as a debugger does."""
    return bot.system_call("ptrace", 16, bot.canary.process, 0, 0)


def memory_of_another(bot: Attacker) -> object:
    """Read the memory of another process."""
    return bot.system_call("process_vm_readv", bot.canary.process, None, 0, None, 0, 0)


def half_wide_calls(bot: Attacker) -> object:
    """Ask for getpid by the number of the x32 interface."""
    return numbered_call(0x40000000 | 39)


def calls_of_32_bits(bot: Attacker) -> object:
    """Ask by the 32-bit interrupt, whose numbers mean other calls."""
    import ctypes
    import mmap

    page = mmap.mmap(-1, 4096, prot=7)
    # mov eax, 20 (getpid); int 0x80; ret
    page.write(bytes.fromhex("b814000000cd80c3"))
    code = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return need(ctypes.CFUNCTYPE(ctypes.c_int)(code)() > 0)
