"""Using time, its own and that of others."""

import hashlib
import os
import re
import signal
import threading
import time

from attacker import Attacker, sleep


def spin(bot: Attacker) -> object:
    """Think for ever."""
    while True:
        pass


def spin_in_threads(bot: Attacker) -> object:
    """Think for ever in eight threads."""
    for _ in range(8):
        threading.Thread(target=hash_on, daemon=True).start()
    sleep()


def not_to_be_interrupted(bot: Attacker) -> object:
    """Ignore every signal that can be ignored, and think for ever."""
    for number in (signal.SIGTERM, signal.SIGXCPU, signal.SIGHUP, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


def in_c(bot: Attacker) -> object:
    """Think for ever in C code that looks at no signal and lets no other thread run."""
    return re.match("(a+)+$", "a" * 60 + "b")


def first_thread_ends(bot: Attacker) -> object:
    """End its first thread, which looks dead from outside, and think on in a second."""
    threading.Thread(target=spin, args=(bot,)).start()
    return bot.system_call("exit", 0)


def oversleep(bot: Attacker) -> object:
    """Sleep past the limit."""
    sleep()


def stop_itself(bot: Attacker) -> object:
    """Stop itself, so that no clock of its own runs."""
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


def stop_at_start(bot: Attacker) -> object:
    """Start and never be ready."""
    sleep()


def spin_at_start(bot: Attacker) -> object:
    """Start, think, and never be ready."""
    while True:
        pass


def spin_at_the_end(bot: Attacker) -> object:
    """Think on when the match is over, so that it cannot end."""
    while True:
        pass


def storm_of_alarms(bot: Attacker) -> object:
    """Be woken by alarms without end while others move."""
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    return "begun"


def change_the_clock(bot: Attacker) -> object:
    """Put the machine's clock back."""
    return time.clock_settime(time.CLOCK_REALTIME, time.time() - 3600)


def start_over(bot: Attacker) -> object:
    """Run its own program anew in the same process, to begin with a fresh clock."""
    with open("/proc/self/cmdline", "rb") as file:
        os.execv("/usr/bin/python3", file.read().decode().split("\0")[:-1])


def start_over_unseen(bot: Attacker) -> object:
    """The same without looking up how it was started."""
    os.execv("/usr/bin/python3", ["python3", "-c", "while True: pass"])


def hash_on() -> None:
    while True:
        hashlib.pbkdf2_hmac("sha256", b"card", b"salt", 100_000)
