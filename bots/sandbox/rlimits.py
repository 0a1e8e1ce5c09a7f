"""The hard limits of a bot's process, by the names of setrlimit: the kernel's own stop."""

import resource
from collections.abc import Mapping

from bots.sandbox.limits import Limits

# Above what thread pools start; a container's limit is shared by all bots in it.
THREADS = 64


def hard_limits(limits: Limits, cpu_seconds: int, *, counted_alone: bool) -> dict[str, int]:
    """
    Every limit that is lowered for good before anything of the bot's runs; *counted_alone* says
    whether its user or its namespace is its own, so that the kernel counts only its own threads.
    """
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
    if counted_alone:
        wanted["nproc"] = THREADS
    return {name: min(value, _highest(name)) for name, value in wanted.items()}


def lower(pid: int, values: Mapping[str, int]) -> None:
    """
    Lower the limits of process *pid* from outside; a user may where it is one of its own.

    Raises:
        OSError: If the system does not allow it.
    """
    for name, value in values.items():
        resource.prlimit(pid, number_of(name), (value, value))


def number_of(name: str) -> int:
    """The kernel's number of a limit."""
    number: int = getattr(resource, f"RLIMIT_{name.upper()}")
    return number


def _highest(name: str) -> int:
    # Nobody can raise what the host has lowered for the runner itself.
    highest = resource.getrlimit(number_of(name))[1]
    return 1 << 62 if highest == resource.RLIM_INFINITY else highest
