"""Leaving something behind in files."""

import os
import time
from functools import partial
from pathlib import Path

from attacker import Attacker, any_allowed, need

FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/", "/usr/lib", "/etc", "/dev", ".", "..")


def anywhere(bot: Attacker) -> object:
    """Write a file in any folder there is, or into its own program."""
    paths = [f"{folder}/{bot.canary.mark}" for folder in (*FOLDERS, bot.canary.folder)]
    paths += [bot.canary.other + "/bot.py", bot.canary.file, __file__]
    return any_allowed(partial(append, path) for path in paths)


def fill_the_disk(bot: Attacker) -> object:
    """Fill a disk, or a file system in memory."""
    best = 0
    for folder in FOLDERS:
        try:
            with open(f"{folder}/{bot.canary.mark}", "wb", buffering=0) as file:
                while file.tell() < 48 << 20:
                    file.write(bytes(1 << 20))
                best = max(best, file.tell())
        except OSError:
            continue
    return need(best > 32 << 20)


def many_files(bot: Attacker) -> object:
    """Use up a file system's numbers with empty files."""
    for folder in FOLDERS:
        try:
            own = f"{folder}/{bot.canary.mark}"
            os.mkdir(own)
            for number in range(300):
                os.close(os.open(f"{own}/{number}", os.O_CREAT | os.O_WRONLY))
            return own
        except OSError:
            continue
    return need(False)


def nameless_file(bot: Attacker) -> object:
    """Write a file that has no name (O_TMPFILE)."""

    def write(folder: str) -> int:
        with open(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600), "wb") as file:
            return file.write(bytes(1 << 20))

    return any_allowed(partial(write, folder) for folder in FOLDERS)


def rights_and_times(bot: Attacker) -> object:
    """Change rights, owner, times or links of files it may read."""
    other = bot.canary.other + "/bot.py"
    return any_allowed(
        [
            partial(os.chmod, __file__, 0o777),
            partial(os.utime, bot.canary.file),
            partial(os.utime, "/dev/null"),
            partial(os.setxattr, __file__, "user.mark", b"1"),
            partial(os.link, __file__, "/tmp/" + bot.canary.mark),
            partial(os.symlink, "/etc/passwd", "/tmp/" + bot.canary.mark),
            partial(os.rename, other, other + ".old"),
            partial(os.unlink, other),
        ]
    )


def time_of_a_device(bot: Attacker) -> object:
    """Set the time of /dev/null, which every bot can read: a channel between bots."""
    return os.utime("/dev/null")


def whole_tree(bot: Attacker) -> object:
    """Look through everything it can see for a folder that it may write."""
    for folder, below, _ in os.walk("/"):
        if os.access(folder, os.W_OK):
            return folder
        if folder.count("/") > 3 or folder in ("/proc", "/sys"):
            below.clear()
    return need(False)


def locks(bot: Attacker) -> object:
    """Lock a file of the system that every bot can see: a channel between bots."""
    import fcntl

    with open(os.__file__) as file:
        return any_allowed(
            [
                partial(fcntl.flock, file, fcntl.LOCK_SH | fcntl.LOCK_NB),
                partial(fcntl.lockf, file, fcntl.LOCK_SH | fcntl.LOCK_NB),
            ]
        )


def shared_memory_file(bot: Attacker) -> object:
    """Read shared memory that has a name."""
    return Path(bot.canary.shared_file).read_bytes()


def pickle_of_a_command(bot: Attacker) -> object:
    """Answer with a pickle that writes a file when it is opened."""
    import pickle

    class Command:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.system, (f"touch /tmp/{bot.canary.mark}",)

    bot.say(pickle.dumps(Command(), 0).replace(b"\n", b" "))


def append(path: str) -> float:
    with open(path, "ab"):
        return time.time()
