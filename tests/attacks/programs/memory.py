"""Taking memory, the bot's own and the kernel's."""

import array
import contextlib
import mmap
import os
import socket
import sys
import threading
import time
from collections.abc import Iterable

from attacker import Attacker, Refused

from bots import kit

MIB = 1 << 20
SHARED = mmap.MAP_SHARED | mmap.MAP_ANONYMOUS


def at_once(bot: Attacker) -> object:
    """Take fifty gigabytes at once."""
    try:
        return len(bytearray(50 << 30))
    except MemoryError:
        raise Refused("no memory") from None


def little_by_little(bot: Attacker) -> object:
    """Take memory until there is none, and play on."""
    taken = []
    try:
        while len(taken) < 600:
            taken.append(bytearray(MIB))
    except MemoryError:
        taken.clear()
        raise Refused("no memory") from None
    return len(taken)


def to_the_last_byte(bot: Attacker) -> object:
    """Take memory until there is none, and fail of it."""
    taken = []
    while True:
        taken.append(bytearray(8 * MIB))


def while_its_first_thread_is_gone(bot: Attacker) -> object:
    """Take more than is allowed with its first thread ended, where no one reads how much."""

    def play_on() -> None:
        time.sleep(0.05)
        bot.much = bytearray(b"x") * (400 * MIB)
        kit.run(bot)

    bot.write(bot.line() + b"\n")
    threading.Thread(target=play_on).start()
    return bot.system_call("exit", 0)


def never_touched(bot: Attacker) -> object:
    """Map far more memory than it touches."""
    maps: list[mmap.mmap] = []
    try:
        while len(maps) < 40:
            maps.append(mmap.mmap(-1, 64 * MIB))
    except OSError:
        for mapped in maps:
            mapped.close()
        raise
    return len(maps)


def shared_memory(bot: Attacker) -> object:
    """Take memory shared with nobody, which some limits do not count."""
    maps = []
    while len(maps) < 12:
        maps.append(mmap.mmap(-1, 64 * MIB, SHARED))
    return len(maps)


def file_in_memory(bot: Attacker) -> object:
    """Keep memory in a file that has no name (memfd), counted to nobody."""
    descriptor = os.memfd_create("x")
    return sum(os.write(descriptor, bytes(MIB)) for _ in range(100))


def pipes(bot: Attacker) -> object:
    """Keep memory in the buffers of pipes."""
    import fcntl

    ends: list[int] = []
    total = 0
    try:
        while total < 32 * MIB:
            ends += os.pipe()
            with contextlib.suppress(OSError):
                fcntl.fcntl(ends[-1], fcntl.F_SETPIPE_SZ, MIB)
            total += fill(ends[-1])
    finally:
        close(ends)
    return f"{total // MIB} MiB"


def pipes_in_flight(bot: Attacker) -> object:
    """Keep more pipes than it may have open by sending them to itself, unread."""
    total = 0
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        while total < 32 * MIB:
            ends = os.pipe()
            total += fill(ends[1])
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", ends))
            try:
                pair[0].sendmsg([b"x"], [rights])
            finally:
                close(ends)
    finally:
        for end in pair:
            end.close()
    return f"{total // MIB} MiB"


def locked_memory(bot: Attacker) -> object:
    """Lock memory so that it is never paged out."""
    return bot.system_call("mlockall", 3)


def merged_pages(bot: Attacker) -> object:
    """Let the kernel merge equal pages with those of others, whose copying shows in time."""
    with mmap.mmap(-1, MIB) as mapped:
        mapped.madvise(mmap.MADV_MERGEABLE)
    return "merged"


def threads(bot: Attacker) -> object:
    """Start threads without end."""
    enough = threading.Event()
    started: list[threading.Thread] = []
    try:
        while len(started) < 200:
            started.append(threading.Thread(target=enough.wait))
            started[-1].start()
    except RuntimeError:
        raise Refused("no more threads") from None
    finally:
        enough.set()
    return len(started)


def small_threads(bot: Attacker) -> object:
    """Start threads without end with hardly any stack each."""
    threading.stack_size(32_768)
    return threads(bot)


def timers(bot: Attacker) -> object:
    """Make timers without end, each a piece of the kernel's memory."""
    import ctypes

    identity = ctypes.create_string_buffer(8)
    for _ in range(500):
        bot.system_call("timer_create", time.CLOCK_MONOTONIC, None, identity)
    return identity.raw


def deep_recursion(bot: Attacker) -> object:
    """Call itself until the stack is used up."""
    import json

    sys.setrecursionlimit(10**9)
    nested: list[object] = []
    for _ in range(300_000):
        nested = [nested]
    return json.JSONEncoder(check_circular=False).encode(nested)


def fill(writing: int) -> int:
    """Write into a pipe until it is full; the number of bytes."""
    os.set_blocking(writing, False)
    total = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            total += os.write(writing, bytes(65_536))
    return total


def close(ends: Iterable[int]) -> None:
    for end in ends:
        os.close(end)
