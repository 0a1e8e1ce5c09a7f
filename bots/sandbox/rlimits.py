"""The hard limits of a bot's process, by the names of setrlimit: the kernel's own stop."""

from bots.sandbox.limits import Limits


def hard_limits(limits: Limits, cpu_seconds: int) -> dict[str, int]:
    """Every limit that is lowered for good before anything of the bot's runs."""
    return {
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
