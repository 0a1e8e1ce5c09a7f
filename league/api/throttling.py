"""
How often one caller may ask: so many requests in each minute or hour, counted by the clock.

The counts are in the shared cache, so that every process sees the same numbers. Two requests at
the same moment may be counted as one: this is a fence against floods, not a bill.
"""

import time
from typing import TYPE_CHECKING

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:  # the framework reads this module while it loads its views
    from rest_framework.views import APIView

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def parse_rate(rate: str) -> tuple[int, int]:
    """*rate*, such as ``120/min``, as a number of requests and a number of seconds."""
    count, _, period = rate.partition("/")
    return int(count), _SECONDS[period[:1]]


class ByCaller(BaseThrottle):
    """
    Counts by account, or by address where nobody is logged in.

    A view's ``throttle_scope`` (such as ``sign-up``) has a rate of its own for what it creates,
    counted by address.
    """

    def __init__(self) -> None:
        self._wait: float | None = None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        return all(
            self._count(scope, caller) for scope, caller in self._counted_under(request, view)
        )

    def _counted_under(self, request: Request, view: "APIView") -> list[tuple[str, str]]:
        user = request.user
        address = self.get_ident(request)
        is_known = bool(user and user.is_authenticated)
        counted = [("user", str(user.pk)) if is_known else ("anonymous", address)]
        own = getattr(view, "throttle_scope", None)
        return [*counted, (own, address)] if own and request.method == "POST" else counted

    def _count(self, scope: str, caller: str) -> bool:
        limit, seconds = parse_rate(str(api_settings.DEFAULT_THROTTLE_RATES[scope]))
        now = time.time()
        window = int(now // seconds)
        key = f"throttle:{scope}:{caller}:{window}"
        if cache.add(key, 1, timeout=seconds + 1):
            return limit > 0
        try:
            count = cache.incr(key)
        except ValueError:  # it ran out, or was culled, between the two calls
            return True
        if count <= limit:
            return True
        self._wait = max(1.0, (window + 1) * seconds - now)
        return False

    def wait(self) -> float | None:
        return self._wait
