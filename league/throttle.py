"""
How often one caller may do something: so many times in each minute or hour, counted by the clock.

The counts are in the shared cache, so that every process sees the same numbers. Two calls at the
same moment may be counted as one: this is a fence against floods, not a bill.
"""

import time

from django.core.cache import cache
from rest_framework.settings import api_settings

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def parse_rate(rate: str) -> tuple[int, int]:
    """*rate*, such as ``120/min``, as a number of calls and a number of seconds."""
    count, _, period = rate.partition("/")
    return int(count), _SECONDS[period[:1]]


def seconds_to_wait(scope: str, caller: str) -> float | None:
    """
    Count a call of *caller*; None where it may be done, else how long to wait.

    Args:
        scope: A name of the settings' ``DEFAULT_THROTTLE_RATES``.
    """
    limit, seconds = parse_rate(str(api_settings.DEFAULT_THROTTLE_RATES[scope]))
    now = time.time()
    window = int(now // seconds)
    key = f"throttle:{scope}:{caller}:{window}"
    wait = max(1.0, (window + 1) * seconds - now)
    if cache.add(key, 1, timeout=seconds + 1):
        return None if limit > 0 else wait
    try:
        count = cache.incr(key)
    except ValueError:  # it ran out, or was culled, between the two calls
        return None
    return None if count <= limit else wait
