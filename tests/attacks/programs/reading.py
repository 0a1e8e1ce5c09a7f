"""Reading what is none of its business."""

import os
from functools import partial

from attacker import Attacker, any_allowed, need

SECRETS = ("SECRET", "DATABASE", "PASS", "TOKEN", "URL", "KEY")


def passwords(bot: Attacker) -> object:
    """Read /etc/passwd."""
    return read("/etc/passwd")


def shadow(bot: Attacker) -> object:
    """Read /etc/shadow."""
    return read("/etc/shadow")


def settings(bot: Attacker) -> object:
    """Read the site's settings, readable by the bot's user."""
    return read(bot.canary.file)


def another_bot(bot: Attacker) -> object:
    """Read the source of another bot."""
    return read(bot.canary.other + "/bot.py")


def folders(bot: Attacker) -> object:
    """List parent, sibling and home folders."""
    above = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places = [bot.canary.folder, "/home", "/root", "/tmp", "/srv", "/app", "/var", "/proc"]
    # Behind namespaces the folder above is an empty root of the bot's own.
    places += [above] if above != "/" else []
    return any_allowed(partial(os.listdir, place) for place in places)


def environment(bot: Attacker) -> object:
    """Find secrets in the environment."""
    return need([name for name in os.environ if any(word in name for word in SECRETS)])


def environment_of_others(bot: Attacker) -> object:
    """Find secrets in the environment of every process in /proc."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            found += [entry] if b"SECRET_KEY" in read(f"/proc/{entry}/environ") else []
        except OSError:
            continue
    return need(found)


def other_process(bot: Attacker) -> object:
    """Read root, maps, memory and command line of another process in /proc, open its pipes."""
    folder = f"/proc/{bot.canary.process}/"
    files = ("root/etc/passwd", "maps", "mem", "cmdline", "status")
    acts = [partial(read, folder + name) for name in files]
    acts += [partial(os.open, f"{folder}fd/{number}", os.O_RDONLY) for number in range(3)]
    return any_allowed(
        [*acts, partial(os.listdir, folder + "fd"), partial(os.readlink, folder + "cwd")]
    )


def existence(bot: Attacker) -> object:
    """Ask whether paths of the host exist and how large they are."""
    places = (bot.canary.file, bot.canary.other, "/etc/shadow", "/root", "/home")
    return any_allowed(partial(os.stat, place) for place in places)


def links(bot: Attacker) -> object:
    """Read where links of the host lead."""
    places = (bot.canary.link, "/etc/mtab", "/etc/os-release", "/proc/self/exe")
    return any_allowed(partial(os.readlink, place) for place in places)


def inherited_descriptors(bot: Attacker) -> object:
    """Find descriptors that the runner left open."""
    from bots import kit

    # The bot's own: the protocol, and what the interpreter reads from.
    return need([number for number in range(3, 1024) if number != kit._stdout and is_open(number)])


def devices(bot: Attacker) -> object:
    """Open memory, disks, consoles, and make a device."""
    names = [
        "mem",
        "kmsg",
        "vda",
        "sda",
        "kvm",
        "fuse",
        "net/tun",
        "tty",
        "ptmx",
        "random",
        "full",
        "shm",
    ]
    acts = [partial(os.open, "/dev/" + name, os.O_RDONLY) for name in names]
    return any_allowed(
        [*acts, lambda: os.mknod("/tmp/" + bot.canary.mark, 0o20666, os.makedev(1, 1))]
    )


def counters(bot: Attacker) -> object:
    """Read counters of the whole machine, a channel between bots."""
    names = ("stat", "loadavg", "meminfo", "net/tcp", "sys/kernel/hostname", "self/status")
    acts = [partial(read, "/proc/" + name) for name in names]
    acts += [partial(os.listdir, "/sys/class"), partial(bot.system_call, "sysinfo", bytes(256))]
    return any_allowed(acts)


def free_space(bot: Attacker) -> object:
    """Ask how full the host's disk is, a counter of the whole machine."""
    return any_allowed(partial(os.statvfs, place) for place in ("/usr/lib", "/tmp", "."))


def own_memory_file(bot: Attacker) -> object:
    """Write the program's memory through /proc/self/mem, past its protections."""
    return os.open("/proc/self/mem", os.O_RDWR)


def library_of_the_host(bot: Attacker) -> object:
    """Find a file below /usr/lib that only root may read, or a way up out of it."""
    found = []
    for folder, _, names in os.walk("/usr/lib/ssl"):
        found += [read(f"{folder}/{name}")[:20] for name in names if "key" in name]
    above = any_allowed(
        partial(os.listdir, "/usr/lib/" + way) for way in ("../../root", "ssl/private")
    )
    return need([*found, *above])


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(1 << 16)


def is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
