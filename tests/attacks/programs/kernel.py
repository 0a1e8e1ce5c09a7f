"""Asking the kernel for what no bot needs."""

import os
import struct
from functools import partial

from attacker import Attacker, any_allowed, numbered_call

MNT_DETACH, MS_REMOUNT = 2, 32


def mount(bot: Attacker) -> object:
    """Mount a file system."""
    return bot.system_call("mount", b"none", b"/tmp", b"tmpfs", 0, None)


def unmount(bot: Attacker) -> object:
    """Take a mount away, or make it writable again."""
    return any_allowed(
        [
            partial(bot.system_call, "umount2", b"/usr", MNT_DETACH),
            partial(bot.system_call, "mount", None, b"/", None, MS_REMOUNT, None),
        ]
    )


def change_root(bot: Attacker) -> object:
    """Make another folder the root."""
    return bot.system_call("chroot", b"/")


def ring(bot: Attacker) -> object:
    """Set up io_uring, which opens and connects past every filter."""
    return bot.system_call("io_uring_setup", 8, bytes(120))


def keyring(bot: Attacker) -> object:
    """Use the session's keyring, which namespaces do not divide."""
    return bot.system_call("keyctl", 0, -3, 0)


def add_key(bot: Attacker) -> object:
    """Put a key into the user's keyring, where another bot would find it."""
    return bot.system_call("add_key", b"user", bot.canary.mark.encode(), b"x", 1, -4)


def performance_counters(bot: Attacker) -> object:
    """Count what the processor does."""
    return bot.system_call("perf_event_open", bytes(128), 0, -1, -1, 0)


def kernel_programs(bot: Attacker) -> object:
    """Load a program into the kernel."""
    return bot.system_call("bpf", 5, bytes(128), 128)


def page_faults(bot: Attacker) -> object:
    """Handle page faults itself, which holds the kernel up at will."""
    return bot.system_call("userfaultfd", 1)


def file_by_its_number(bot: Attacker) -> object:
    """Open a file by its number in the file system, past every folder."""
    return bot.system_call("open_by_handle_at", 0, bytes(128), 0)


def another_kernel(bot: Attacker) -> object:
    """Load another kernel."""
    return bot.system_call("kexec_load", 0, 0, None, 0)


def kernel_log(bot: Attacker) -> object:
    """Read the kernel's log."""
    return bot.system_call("syslog", 3, bytes(100), 100)


def known_addresses(bot: Attacker) -> object:
    """Turn off the random placing of memory."""
    return bot.system_call("personality", 0x40000)


def secret_memory(bot: Attacker) -> object:
    """Get memory that nobody else can see."""
    return bot.system_call("memfd_secret", 0)


def watch_all_files(bot: Attacker) -> object:
    """Watch a whole file system."""
    return bot.system_call("fanotify_init", 0, 0)


def watch_files(bot: Attacker) -> object:
    """Watch files that every bot can see: a channel between bots."""
    return bot.system_call("inotify_init1", 0)


def shared_memory(bot: Attacker) -> object:
    """Find the shared memory of another process by its key."""
    return bot.system_call("shmget", bot.canary.shared_key, 4096, 0)


def message_queue(bot: Attacker) -> object:
    """Make a queue of messages that outlives it."""
    return bot.system_call("mq_open", bot.canary.mark.encode(), 0o102, 0o600, None)


def type_for_the_user(bot: Attacker) -> object:
    """Put characters into a terminal's input, also by a number whose high half hides it."""
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)

    def ask(descriptor: int, request: int) -> int:
        if library.ioctl(ctypes.c_int(descriptor), ctypes.c_ulong(request), b"x"):
            raise OSError(ctypes.get_errno(), "ioctl")
        return request

    requests = (0x5412, 0x5412 | 1 << 32, 0x541C)
    return any_allowed(partial(ask, number, request) for number in range(3) for request in requests)


def unknown_call(bot: Attacker) -> object:
    """Ask for a call that this kernel does not have, but a later one may."""
    return numbered_call(1_000)


def compare_processes(bot: Attacker) -> object:
    """Compare what it shares with another process."""
    return bot.system_call("kcmp", os.getpid(), bot.canary.process, 0, 0, 0)


def wake_others(bot: Attacker) -> object:
    """Wake up, and count, who waits on a page of a file that others can read: a channel."""
    import ctypes
    import mmap

    map_ = ctypes.CDLL(None, use_errno=True).mmap
    map_.restype = ctypes.c_void_p
    with open(os.__file__, "rb") as file:
        page = map_(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
    return bot.system_call("futex", ctypes.c_void_p(page), 1, 1, None, None, 0)


def quota(bot: Attacker) -> object:
    """Ask who uses how much of the disk."""
    return bot.system_call("quotactl", 0x80000700, None, 0, struct.pack("100x"))
