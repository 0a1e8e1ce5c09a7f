"""Two bots of one match that would talk behind the table: one tells, the other hears."""

import array
import contextlib
import ctypes
import errno
import mmap
import os
import resource
import signal
import socket
import struct
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import NoReturn

from attacker import Again, Attacker, Refused

ASKS = 12
TOLD = 47
FUTEX_WAIT, FUTEX_WAKE = 0, 1
SHORT = struct.pack("qq", 0, 50_000_000)
HEARD = "heard"


def patient(hear: Callable[[Attacker], object]) -> Callable[[Attacker], object]:
    """Ask again at the next moves while nothing has been told yet."""

    def tried(bot: Attacker) -> object:
        try:
            return hear(bot)
        except OSError:
            if bot.asks >= ASKS:
                raise
            raise Again from None

    return tried


def socket_tell(bot: Attacker) -> object:
    """Listen at an abstract socket."""
    bot.line_held = socket.socket(socket.AF_UNIX)
    bot.line_held.bind("\0" + bot.canary.mark)
    bot.line_held.listen()


@patient
def socket_hear(bot: Attacker) -> object:
    """Connect to it."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\0" + bot.canary.mark)
    return HEARD


def file_tell(bot: Attacker) -> object:
    """Leave a file in /tmp."""
    return leave("/tmp/", bot)


@patient
def file_hear(bot: Attacker) -> object:
    """Find it."""
    return found("/tmp/", bot)


def memory_file_tell(bot: Attacker) -> object:
    """Leave a file in /dev/shm."""
    return leave("/dev/shm/", bot)


@patient
def memory_file_hear(bot: Attacker) -> object:
    """Find it."""
    return found("/dev/shm/", bot)


def shared_memory_tell(bot: Attacker) -> object:
    """Make shared memory of a known key."""
    return bot.system_call("shmget", bot.canary.key, 4096, 0o1600)


@patient
def shared_memory_hear(bot: Attacker) -> object:
    """Find it."""
    bot.system_call("shmget", bot.canary.key, 4096, 0)
    return HEARD


def lock_tell(bot: Attacker) -> object:
    """Lock a file that both can read."""
    import fcntl

    bot.descriptor = os.open(bot.canary.shared, os.O_RDONLY)
    return fcntl.flock(bot.descriptor, fcntl.LOCK_EX)


def lock_hear(bot: Attacker) -> object:
    """Find it locked."""
    import fcntl

    with open(bot.canary.shared) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return HEARD
    raise Again


def watch_tell(bot: Attacker) -> object:
    """Open a file that both can read, at every move."""
    with open(bot.canary.shared) as file:
        file.read(1)
    return keep_trying(bot)


def watch_hear(bot: Attacker) -> object:
    """Watch that file."""
    if not hasattr(bot, "watch"):
        bot.watch = bot.system_call("inotify_init1", os.O_NONBLOCK)
        bot.system_call("inotify_add_watch", bot.watch, bot.canary.shared.encode(), 0x20)
        raise Again
    with contextlib.suppress(BlockingIOError):
        os.read(bot.watch, 4096)
        return HEARD
    return keep_trying(bot)


def time_of_access_tell(bot: Attacker) -> object:
    """Read a file that both can read, at every move from the second on."""
    if bot.asks > 1:
        with open(bot.canary.shared) as file:
            file.read(1)
    return keep_trying(bot)


def time_of_access_hear(bot: Attacker) -> object:
    """Look when that file was last read."""
    if os.stat(bot.canary.shared).st_atime > bot.canary.accessed:
        return HEARD
    return keep_trying(bot)


def descriptors_tell(bot: Attacker) -> object:
    """Open as many descriptors as the number to be told."""
    if bot.asks > 1:
        return keep_trying(bot)
    # The lowest free number is taken: below it all are open.
    while os.open(os.devnull, os.O_RDONLY) < TOLD - 1:
        continue
    return keep_trying(bot)


def descriptors_hear(bot: Attacker) -> object:
    """Count those of every process near its own in /proc, without opening anything there."""
    near = range(max(1, os.getpid() - 50), os.getpid() + 50)
    if any(count_of(pid) == TOLD for pid in near if pid != os.getpid()):
        return HEARD
    return keep_trying(bot)


def timers_tell(bot: Attacker) -> object:
    """Make as many timers as a user may have."""
    allow_few(resource.RLIMIT_SIGPENDING)
    return until(errno.EAGAIN, lambda: make_timer(bot))


def timers_hear(bot: Attacker) -> object:
    """Be refused its first timer."""
    allow_few(resource.RLIMIT_SIGPENDING)
    return heard_by(errno.EAGAIN, bot, lambda: make_timer(bot))


def queued_signals_tell(bot: Attacker) -> object:
    """Send itself as many signals as a user may have waiting, and take none."""
    allow_few(resource.RLIMIT_SIGPENDING)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    return until(errno.EAGAIN, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGRTMIN))


def queued_signals_hear(bot: Attacker) -> object:
    """Be refused its first signal."""
    allow_few(resource.RLIMIT_SIGPENDING)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    send = partial(signal.pthread_kill, threading.get_ident(), signal.SIGRTMIN)
    return heard_by(errno.EAGAIN, bot, send)


def descriptors_under_way_tell(bot: Attacker) -> object:
    """Send itself as many descriptors as a user may have under way, and take none."""
    bot.pair = pair_of_few()
    return until(errno.ETOOMANYREFS, lambda: send_descriptor(bot.pair[0]))


def descriptors_under_way_hear(bot: Attacker) -> object:
    """Be refused its second one; the first may have been one of those allowed."""
    sender, receiver = pair_of_few()
    with sender, receiver:
        return heard_by(errno.ETOOMANYREFS, bot, lambda: [send_descriptor(sender) for _ in "12"])


def wait_on_a_page_tell(bot: Attacker) -> object:
    """Wait, while both start, for a wake-up on a page of a file that both can read."""
    word = word_of_a_page(bot)
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        with contextlib.suppress(BlockingIOError, TimeoutError):
            bot.system_call("futex", word, FUTEX_WAIT, value_of(word), SHORT, None, 0)
            return HEARD
    raise Refused("nothing heard")


def wait_on_a_page_hear(bot: Attacker) -> object:
    """Wake up whoever waits on that page, and count them."""
    word = word_of_a_page(bot)
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        if bot.system_call("futex", word, FUTEX_WAKE, 1, None, None, 0):
            return HEARD
        time.sleep(0.001)
    raise Refused("nothing heard")


def cached_page_tell(bot: Attacker) -> object:
    """Read a page of a file that was not in memory, so that it is."""
    with open(bot.canary.shared, "rb") as file:
        return len(file.read())


def cached_page_hear(bot: Attacker) -> object:
    """Ask whether that page is in memory, without bringing it there."""
    file = os.open(bot.canary.shared, os.O_RDONLY)
    try:
        if os.preadv(file, [bytearray(100)], 0, os.RWF_NOWAIT):
            return HEARD
    except BlockingIOError:
        pass
    finally:
        os.close(file)
    return keep_trying(bot)


def keyring_tell(bot: Attacker) -> object:
    """Put a key into the user's keyring."""
    return bot.system_call("add_key", b"user", bot.canary.mark.encode(), b"x", 1, -4)


@patient
def keyring_hear(bot: Attacker) -> object:
    """Find it."""
    bot.system_call("keyctl", 10, -4, b"user", bot.canary.mark.encode(), 0)
    return HEARD


def queue_tell(bot: Attacker) -> object:
    """Make a queue of messages with a name."""
    return bot.system_call("mq_open", bot.canary.mark.encode(), os.O_CREAT | os.O_RDWR, 0o600, None)


@patient
def queue_hear(bot: Attacker) -> object:
    """Find it."""
    bot.system_call("mq_open", bot.canary.mark.encode(), os.O_RDWR, 0, None)
    return HEARD


def time_of_a_device_tell(bot: Attacker) -> object:
    """Set the time of /dev/null."""
    return os.utime("/dev/null")


def time_of_a_device_hear(bot: Attacker) -> object:
    """See it changed."""
    if os.stat("/dev/null").st_mtime > bot.canary.begun:
        return HEARD
    return keep_trying(bot)


def processor_tell(bot: Attacker) -> object:
    """Keep the processor busy while the other moves."""
    if bot.asks == 1:
        threading.Thread(target=spin, daemon=True).start()
        bot.used = time.process_time()
        raise Again
    before, bot.used = bot.used, time.process_time()
    if bot.used - before > 0.1:
        return HEARD
    if bot.asks < 5:
        raise Again
    raise Refused("frozen")


def processor_hear(bot: Attacker) -> object:
    """Take a while over its first moves."""
    if bot.asks > 4:
        raise Refused("nothing heard")
    time.sleep(0.2)
    raise Again


def keep_trying(bot: Attacker) -> NoReturn:
    if bot.asks < ASKS:
        raise Again
    raise Refused("nothing heard")


def until(code: int, act: Callable[[], object]) -> int:
    """How often *act* works before it is refused with *code*."""
    for number in range(100_000):
        try:
            act()
        except OSError as error:
            if error.errno == code:
                return number
            raise
    raise Refused("there is no end of it")


def heard_by(code: int, bot: Attacker, act: Callable[[], object]) -> object:
    """Whether already the first time *act* is refused with *code*."""
    try:
        act()
    except OSError as error:
        if error.errno == code:
            return HEARD
        raise
    return keep_trying(bot)


def make_timer(bot: Attacker) -> None:
    bot.system_call("timer_create", time.CLOCK_MONOTONIC, None, ctypes.create_string_buffer(8))


def allow_few(limit: int) -> None:
    """Set a limit as low as it is in a sandbox; there it stands already."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(limit, (64, 64))


def pair_of_few() -> tuple[socket.socket, socket.socket]:
    """Two ends, where as few descriptors may be under way as a sandbox allows to be open."""
    allow_few(resource.RLIMIT_NOFILE)
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)


def send_descriptor(sender: socket.socket) -> None:
    sent = array.array("i", [sender.fileno()])
    sender.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, sent)])


def word_of_a_page(bot: Attacker) -> ctypes.c_void_p:
    with open(bot.canary.shared, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        map_ = ctypes.CDLL(None, use_errno=True).mmap
        map_.restype = ctypes.c_void_p
        return ctypes.c_void_p(map_(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0))


def value_of(word: ctypes.c_void_p) -> int:
    return ctypes.c_uint32.from_address(word.value or 0).value


def count_of(pid: int) -> int:
    """What kernels from 6.2 on say of the size of this folder."""
    try:
        return os.stat(f"/proc/{pid}/fd").st_size
    except OSError:
        return -1


def leave(folder: str, bot: Attacker) -> str:
    with open(folder + bot.canary.mark, "w") as file:
        file.write("x")
    return folder


def found(folder: str, bot: Attacker) -> str:
    os.stat(folder + bot.canary.mark)
    return HEARD


def spin() -> None:
    while True:
        pass
