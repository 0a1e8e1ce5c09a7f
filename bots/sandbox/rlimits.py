"""The hard limits of a bot's process, by the names of setrlimit: the kernel's own stop."""

import os
import resource

from bots.sandbox.launch import THREADS
from bots.sandbox.limits import Limits


def hard_limits(limits: Limits, cpu_seconds: int) -> dict[str, int]:
    """Every limit that is lowered for good before anything of the bot's runs."""
    wanted = {
        "as": limits.address_space_bytes,
        "cpu": cpu_seconds,
        "nofile": 64,
        "fsize": 0,
        "stack": 8 << 20,
        # 1, not 0: a piped core_pattern handler runs at 0 and never at 1.
        "core": 1,
        "memlock": 0,
        "msgqueue": 0,
        "sigpending": 64,
        "nice": 0,
        "rtprio": 0,
    }
    if os.getuid() == 0:
        # Every bot has a user of its own then, so that only its own threads are counted.
        wanted["nproc"] = THREADS
    return {name: min(value, _highest(name)) for name, value in wanted.items()}


def number_of(name: str) -> int:
    """The kernel's number of a limit."""
    number: int = getattr(resource, f"RLIMIT_{name.upper()}")
    return number


def _highest(name: str) -> int:
    # Nobody can raise what the host has lowered for the runner itself.
    highest = resource.getrlimit(number_of(name))[1]
    return 1 << 62 if highest == resource.RLIM_INFINITY else highest
