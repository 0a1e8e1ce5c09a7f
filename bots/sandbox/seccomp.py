"""Which requests to the operating system a bot may make, written as the kernel's own filter."""

import errno
import json
import platform
import struct
from functools import cache
from pathlib import Path

# Offsets in struct seccomp_data: number, architecture, then six 64-bit arguments.
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06

ALLOW_CALL = 0x7FFF0000
KILL_PROCESS = 0x80000000

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# What a language runtime needs. No inotify and no locks: they are channels over shared files. No
# sendmsg, no timers and no queued signals either: how many there are is counted for the user, whom
# all bots of a runner without root share, and the last one tells the next that it is one too many.
ALLOWED = _names(
    """
    read write readv writev pread64 pwrite64 preadv pwritev lseek close close_range dup dup2
    dup3 pipe pipe2 open openat openat2 stat fstat lstat newfstatat statx access
    faccessat faccessat2 readlink readlinkat getdents getdents64 getcwd chdir fchdir umask
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
    epoll_pwait2 eventfd eventfd2 timerfd_create timerfd_settime timerfd_gettime
    mmap munmap mremap mprotect brk membarrier msync
    set_robust_list get_robust_list rseq set_tid_address arch_prctl sched_yield
    sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
    sched_get_priority_min getcpu nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday
    time times getrusage getrandom uname getrlimit
    getpid gettid getppid getuid geteuid getgid getegid getgroups getresuid getresgid getpgid
    getpgrp getsid getpriority capget
    alarm setitimer getitimer pause rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending
    rt_sigsuspend rt_sigtimedwait sigaltstack restart_syscall
    wait4 waitid exit exit_group execve sendto recvfrom recvmsg shutdown
    """
)

# No runtime needs these: using one is an attack, and ends the bot with `forbidden_syscall`.
KILLED = _names(
    """
    ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd mount umount2
    pivot_root chroot setns unshare move_mount open_tree fsopen fsconfig fsmount fspick
    mount_setattr bpf perf_event_open kexec_load kexec_file_load init_module finit_module
    delete_module iopl ioperm modify_ldt reboot swapon swapoff acct quotactl quotactl_fd
    settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname syslog vhangup
    lookup_dcookie userfaultfd open_by_handle_at name_to_handle_at add_key request_key keyctl
    fanotify_init fanotify_mark io_uring_setup io_uring_enter io_uring_register shmget shmat shmctl
    shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl nfsservctl uselib _sysctl
    """
)

# Said not to exist, so that the C library falls back to what is allowed.
ABSENT = _names(
    """
    clone3 execveat memfd_create memfd_secret pkey_alloc pkey_free pkey_mprotect futex_waitv
    cachestat map_shadow_stack statmount listmount landlock_create_ruleset landlock_add_rule
    landlock_restrict_self sysinfo preadv2 pwritev2
    """
)

# Always refused with this error; everything not named anywhere is refused with EPERM.
REFUSED = {"fork": errno.EPERM, "vfork": errno.EPERM, "socket": errno.EACCES}

# Per argument the values allowed, by their low 32 bits, and the error for any other.
Rule = tuple[dict[int, tuple[int, ...]], int]

BY_ARGUMENT: dict[str, Rule] = {
    # TCGETS TIOCGWINSZ FIONREAD FIONBIO FIONCLEX FIOCLEX FIOQSIZE; never TIOCSTI or TIOCLINUX
    "ioctl": ({1: (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x5460)}, errno.ENOTTY),
    # F_DUPFD F_GETFD F_SETFD F_GETFL F_SETFL F_DUPFD_CLOEXEC: no locks, leases or owners
    "fcntl": ({1: (0, 1, 2, 3, 4, 1030)}, errno.EPERM),
    # getters, names and NO_NEW_PRIVS; never PDEATHSIG, which ties the bot's life to the runner's
    "prctl": ({0: (3, 15, 16, 21, 23, 38, 39, 47, 0x53564D41)}, errno.EPERM),
    # AF_UNIX, asyncio's own wake-up pipe; SOCK_STREAM with or without NONBLOCK and CLOEXEC, since
    # a datagram of a pair may be sent to any other socket of the machine
    "socketpair": ({0: (1,), 1: (0x1, 0x801, 0x80001, 0x80801)}, errno.EACCES),
    "prlimit64": ({0: (0,)}, errno.EPERM),  # the process itself
    # MADV_NORMAL to DONTNEED, FREE, (NO)HUGEPAGE, DONTDUMP, DODUMP; never MERGEABLE: whether a page
    # was merged with that of another bot shows in the time of the next write to it
    # Waking up and all else on private words only; on a page of a shared file it would tell another
    # bot how many wait there. Waiting may be shared: the kernel ends threads that way.
    "futex": ({1: (0, 9, 256, 265, 128, 137, 384, 393, *range(129, 142), 397)}, errno.ENOSYS),
    # The signals from 32 on are queued.
    "kill": ({1: tuple(range(32))}, errno.EPERM),
    "tkill": ({1: tuple(range(32))}, errno.EPERM),
    "tgkill": ({2: tuple(range(32))}, errno.EPERM),
    "madvise": ({2: (0, 1, 2, 3, 4, 8, 14, 15, 16, 17)}, errno.EINVAL),
}

# Left out where a bot shares the system's processes with others: what reaches beyond its own.
_BEYOND_ITSELF = _names("tkill execve capget get_robust_list readlink readlinkat")
# CLOCK_REALTIME to CLOCK_TAI: the negative numbers are the CPU clocks of other processes.
_OWN_CLOCKS: Rule = ({0: tuple(range(12))}, errno.EINVAL)
# Process 0 is whoever asks.
_OWN_PROPERTIES: Rule = ({0: (0,)}, errno.EPERM)
_BESIDE_OTHERS: dict[str, Rule] = {
    **dict.fromkeys(_names("clock_gettime clock_getres clock_nanosleep"), _OWN_CLOCKS),
    **dict.fromkeys(
        _names("getsid getpgid sched_getaffinity sched_getparam sched_getscheduler"),
        _OWN_PROPERTIES,
    ),
    "getpriority": ({0: (0,), 1: (0,)}, errno.EPERM),
}
# call: which argument is the signal
_SIGNALS = {"kill": 1, "tgkill": 2}
# SIGKILL and SIGSTOP mean that the runner sent them.
_RESERVED_SIGNALS = (9, 19)
# A bot killed within its limits was not at fault. So none may look as if it had been: by the exit
# code that bubblewrap's monitor has for SIGKILL, or by a lower limit of CPU time, whose end the
# kernel makes with that signal.
_EXITS = ("exit", "exit_group")
_EXIT_AS_KILLED = 128 + 9
_LIMIT_OF_CPU = 0
_FIRST_QUEUED_SIGNAL = 32

_CLONE_THREAD = 0x00010000
# A thread with a table of files of its own may open as many again.
_CLONE_FILES = 0x00000400
_CLONE_NAMESPACES = 0x7E020000


def syscall_numbers(machine: str) -> dict[str, int]:
    """
    The number of every system call on *machine*, by name.

    Raises:
        ValueError: If no table is kept for *machine*.
    """
    table = _tables().get(machine)
    if table is None or machine not in _ARCHITECTURES:
        raise ValueError(f"no filter for {machine!r}; known are {', '.join(_ARCHITECTURES)}")
    return table


@cache
def compile_filter(machine: str = "", own_process: int | None = None) -> bytes:
    """
    The filter as the bytes of a BPF program, for ``bwrap --seccomp`` or prctl.

    *own_process* is the number of the bot's process where others can be seen beside it (without
    it the bot is alone in a namespace): it may signal nobody else, learn nothing of others, not
    even their clocks, and start no other program.

    Raises:
        ValueError: If no filter is known for *machine* (default: this computer's).
    """
    machine = machine or platform.machine()
    numbers = syscall_numbers(machine)
    program = _Program(numbers)
    program.refuse_other_architectures(_ARCHITECTURES[machine], x32=machine == "x86_64")
    allowed, by_argument = set(ALLOWED), dict(BY_ARGUMENT)
    if own_process is not None:
        allowed -= {*_BEYOND_ITSELF, *_BESIDE_OTHERS}
        for name in (*_BEYOND_ITSELF, *_SIGNALS):
            by_argument.pop(name, None)
        by_argument |= _BESIDE_OTHERS
    for name in ALLOWED:
        if name in _EXITS:
            program.exit_unless(name, _EXIT_AS_KILLED)
        elif name in allowed:
            program.answer(name, ALLOW_CALL)
    if own_process is not None:
        for name, position in _SIGNALS.items():
            program.signal_itself(name, own_process, position)
    for name, (values, code) in by_argument.items():
        if name == "prlimit64":
            program.own_limits(name, _error(code))
        else:
            program.by_argument(name, values, _error(code))
    program.threads_only("clone")
    for name, code in REFUSED.items():
        program.answer(name, _error(code))
    for name in ABSENT:
        program.answer(name, _error(errno.ENOSYS))
    for name in KILLED:
        program.answer(name, KILL_PROCESS)
    program.end(_error(errno.EPERM))
    return program.code()


class _Program:
    """Instructions in order; between blocks the accumulator holds the number of the call."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._out: list[bytes] = []

    def refuse_other_architectures(self, architecture: int, *, x32: bool) -> None:
        self._out += [
            _step(_LOAD, _ARCHITECTURE),
            _step(_EQUAL, architecture, yes=1),
            _step(_RETURN, KILL_PROCESS),
            _step(_LOAD, _NUMBER),
        ]
        if x32:
            self._out += [_step(_AT_LEAST, _X32_BIT, no=1), _step(_RETURN, KILL_PROCESS)]

    def answer(self, name: str, action: int) -> None:
        self._block(name, [_step(_RETURN, action)])

    def threads_only(self, name: str) -> None:
        self._block(
            name,
            [
                _step(_LOAD, _ARGUMENTS),
                _step(_ANY_BIT, _CLONE_NAMESPACES, no=1),
                _step(_RETURN, _error(errno.EPERM)),
                _step(_ANY_BIT, _CLONE_THREAD, yes=1),
                _step(_RETURN, _error(errno.EPERM)),
                _step(_ANY_BIT, _CLONE_FILES, yes=1),
                _step(_RETURN, _error(errno.EPERM)),
                _step(_RETURN, ALLOW_CALL),
            ],
        )

    def by_argument(self, name: str, allowed: dict[int, tuple[int, ...]], other: int) -> None:
        # The low half only: the kernel's own handlers ignore the high half of these arguments.
        body = []
        for argument, values in allowed.items():
            body.append(_step(_LOAD, _ARGUMENTS + 8 * argument))
            for left, value in zip(range(len(values), 0, -1), values, strict=True):
                body.append(_step(_EQUAL, value, yes=left))
            body.append(_step(_RETURN, other))
        self._block(name, [*body, _step(_RETURN, ALLOW_CALL)])

    def signal_itself(self, name: str, process: int, signal: int) -> None:
        refusal = _step(_RETURN, _error(errno.EPERM))
        body = [
            _step(_LOAD, _ARGUMENTS),
            _step(_EQUAL, process, yes=1),
            refusal,
            _step(_LOAD, _ARGUMENTS + 8 * signal),
        ]
        body += [_step(_AT_LEAST, _FIRST_QUEUED_SIGNAL, no=1), refusal]
        for reserved in _RESERVED_SIGNALS:
            body += [_step(_EQUAL, reserved, no=1), refusal]
        self._block(name, [*body, _step(_RETURN, ALLOW_CALL)])

    def exit_unless(self, name: str, code: int) -> None:
        self._block(
            name,
            [
                _step(_LOAD, _ARGUMENTS),
                # The system keeps no more of it.
                _step(_AND, 0xFF),
                _step(_EQUAL, code, no=1),
                _step(_RETURN, KILL_PROCESS),
                _step(_RETURN, ALLOW_CALL),
            ],
        )

    def own_limits(self, name: str, other: int) -> None:
        """Limits of the process itself; that of CPU time is read only: where nothing is set."""
        process, which, wanted = (_ARGUMENTS + 8 * argument for argument in range(3))
        self._block(
            name,
            [
                _step(_LOAD, process),
                _step(_EQUAL, 0, yes=1),
                _step(_RETURN, other),
                _step(_LOAD, which),
                _step(_EQUAL, _LIMIT_OF_CPU, no=6),
                # An address, so both halves of it.
                _step(_LOAD, wanted),
                _step(_EQUAL, 0, yes=1),
                _step(_RETURN, other),
                _step(_LOAD, wanted + 4),
                _step(_EQUAL, 0, yes=1),
                _step(_RETURN, other),
                _step(_RETURN, ALLOW_CALL),
            ],
        )

    def end(self, action: int) -> None:
        self._out.append(_step(_RETURN, action))

    def code(self) -> bytes:
        return b"".join(self._out)

    def _block(self, name: str, body: list[bytes]) -> None:
        if name in self._numbers:
            self._out.append(_step(_EQUAL, self._numbers[name], no=len(body)))
            self._out += body


def _step(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("<HBBI", code, yes, no, value & 0xFFFFFFFF)


def _error(code: int) -> int:
    return 0x00050000 | code


@cache
def _tables() -> dict[str, dict[str, int]]:
    path = Path(__file__).with_name("syscalls.json")
    tables: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="ascii"))
    return tables
