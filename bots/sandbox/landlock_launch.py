"""
Shuts its own process in with Landlock, the filter and hard limits, then becomes the bot.

Everything here happens at every start of a bot, so it imports only what costs nothing: the modules
below ``os`` and ``ctypes``, which would take longer than all the rest.
"""

import _ctypes
import posix
import resource
import sys
from _struct import pack

# Only for type checkers: importing typing costs as much as everything here together.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Put into the filter in place of the process's own number, which is known only here.
OWN_PROCESS = 0x7EADBEEF

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_SET_PDEATHSIG, _SET_SECCOMP, _SET_NO_NEW_PRIVS = 1, 22, 38
_SECCOMP_FILTER = 2
_LISTENER, _UNBROKEN = 1 << 3, 1 << 5
_ASK, _ALLOW = 0x7FC00000, 0x7FFF0000
_SIGKILL = 9

_WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 1, 1 << 2, 1 << 3
_BELOW = _READ_FILE | _READ_FOLDER
# A Python's libraries; most of these names are links to one folder.
_SYSTEM = (
    ("/usr/lib", _BELOW),
    ("/usr/lib64", _BELOW),
    ("/lib", _BELOW),
    ("/lib64", _BELOW),
    ("/etc/ld.so.cache", _READ_FILE),
    ("/dev/null", _READ_FILE | _WRITE_FILE),
    ("/dev/zero", _READ_FILE),
    ("/dev/urandom", _READ_FILE),
)


class _Long(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "l"


class _Text(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "z"


class _Function(_ctypes.CFuncPtr):
    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
    _restype_ = _Long


class _Library:
    """What is loaded already, the C library among it."""

    _handle = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]


_syscall: "Any" = _Function(("syscall", _Library))  # type: ignore[arg-type]
_prctl: "Any" = _Function(("prctl", _Library))  # type: ignore[arg-type]


def give_up(what: str) -> None:
    """End with the reason, which the runner reads as its own failure."""
    sys.exit(f"sandbox: {what}: {posix.strerror(_ctypes.get_errno())}")


def tie_to(parent: int) -> None:
    """Die with the thread that started this process, or now if that is gone already."""
    if _control(_SET_PDEATHSIG, _SIGKILL) < 0:
        give_up("parent death signal")
    if posix.getppid() != parent:
        sys.exit("sandbox: the runner is gone")


def lower_limits(limits: list[str]) -> None:
    """Set every ``number=value`` of *limits* for good."""
    for limit in limits:
        number, _, value = limit.partition("=")
        resource.setrlimit(int(number), (int(value), int(value)))


def step_back() -> None:
    """Let everything else on the machine come before this process, and it die first."""
    posix.setpriority(posix.PRIO_PROCESS, 0, max(10, posix.getpriority(posix.PRIO_PROCESS, 0)))
    try:
        with open("/proc/self/oom_score_adj", "wb", buffering=0) as score:  # noqa: PTH123
            score.write(b"1000")
    except OSError:
        pass  # a courtesy to the rest of the machine; some containers allow none


def shut_in(abi: int, readable: list[str]) -> None:
    """Leave the process nothing of the file system but *readable* and a Python's libraries."""
    rights = file_rights(abi)
    networks = 3 if abi >= 4 else 0
    scopes = 3 if abi >= 6 else 0
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    attributes = pack("<QQQ", rights, networks, scopes)[:size]
    ruleset = _call(_CREATE_RULESET, attributes, size, 0)
    if ruleset < 0:
        give_up("Landlock")
    for path, allowed in (*_SYSTEM, *((path, _BELOW) for path in readable)):
        try:
            descriptor = posix.open(path, posix.O_PATH | posix.O_CLOEXEC)
        except FileNotFoundError:
            continue
        rule = pack("<Qi", allowed & rights, descriptor)
        if _call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0) < 0:
            give_up(f"Landlock for {path}")
        posix.close(descriptor)
    if _control(_SET_NO_NEW_PRIVS, 1) < 0:
        give_up("no new privileges")
    if _call(_RESTRICT_SELF, ruleset, 0) < 0:
        give_up("Landlock")
    posix.close(ruleset)


def file_rights(abi: int) -> int:
    """Every right over files that version *abi* of Landlock knows: all are taken away."""
    rights = (1 << 13) - 1
    for version, right in ((2, 1 << 13), (3, 1 << 14), (5, 1 << 15)):
        if abi >= version:
            rights |= right
    return rights


def have_threads_counted(line: int, clone: int, seccomp: int) -> None:
    """
    From here on the kernel asks the runner before it makes a thread (call number *clone*), by a
    descriptor that is sent over *line*; *seccomp* is the number of the call for that.
    """
    # Imported here only: it costs a start more than the rest, and nothing else needs it.
    import _socket

    steps = ((0x20, 0, 0, 0), (0x15, 0, 1, clone), (0x06, 0, 0, _ASK), (0x06, 0, 0, _ALLOW))
    program = _Text(b"".join(pack("<HBBI", *step) for step in steps))
    header = pack("@H6x", len(steps)) + memoryview(program).tobytes()
    asked = -1
    # Newer kernels let no signal but a deadly one break off the question.
    for flags in (_LISTENER | _UNBROKEN, _LISTENER):
        asked = _call(seccomp, 1, flags, header)
        if asked >= 0:
            break
    if asked < 0:
        give_up("the count of threads")
    with_rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, pack("@i", asked))]
    runner = _socket.socket(fileno=line)
    runner.sendmsg([b"\0"], with_rights)
    runner.close()
    posix.close(asked)


def filter_calls(program: bytes) -> None:
    """From here on the kernel answers every system call as *program* says."""
    own = _Text(program.replace(pack("<I", OWN_PROCESS), pack("<I", posix.getpid())))
    # struct sock_fprog: how many instructions of eight bytes, and where they are.
    header = pack("@H6x", len(program) // 8) + memoryview(own).tobytes()
    if _prctl(_SET_SECCOMP, _Long(_SECCOMP_FILTER), header, _Long(0), _Long(0)) < 0:
        give_up("system call filter")


def _call(number: int, *arguments: "int | bytes") -> int:
    wide = [_Long(value) if isinstance(value, int) else value for value in arguments]
    return int(_syscall(_Long(number), *wide))


def _control(option: int, value: int) -> int:
    return int(_prctl(option, _Long(value), _Long(0), _Long(0), _Long(0)))


def main(
    folder: str,
    library: str,
    filter_path: str,
    abi: str,
    parent: str,
    counting: str,
    *more: str,
) -> None:
    """
    *counting*: what `have_threads_counted` needs, separated by commas; *more*: further readable
    folders, then ``number=value`` for every hard limit.
    """
    with open(filter_path, "rb") as source:  # noqa: PTH123
        program = source.read()
    launcher = library + "/launch.py"
    with open(launcher, "rb") as source:  # noqa: PTH123
        code = compile(source.read(), launcher, "exec")
    step_back()
    lower_limits([word for word in more if not word.startswith("/")])
    shut_in(int(abi), [folder, library, *(word for word in more if word.startswith("/"))])
    posix.chdir(folder)
    tie_to(int(parent))
    line, clone, seccomp = map(int, counting.split(","))
    have_threads_counted(line, clone, seccomp)
    filter_calls(program)
    sys.argv = [launcher, folder, library]
    exec(code, {"__name__": "__main__"})


if __name__ == "__main__":
    main(*sys.argv[1:])
