"""Two bots of one match that would talk behind the table: one tells, the other hears."""

import contextlib
import os
import threading
import time
from collections.abc import Callable
from typing import NoReturn

from attacker import Again, Attacker, Refused

ASKS = 12
TOLD = 47
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
    import socket

    bot.line_held = socket.socket(socket.AF_UNIX)
    bot.line_held.bind("\0" + bot.canary.mark)
    bot.line_held.listen()


@patient
def socket_hear(bot: Attacker) -> object:
    """Connect to it."""
    import socket

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
