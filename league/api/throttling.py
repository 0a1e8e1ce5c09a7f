"""How often a program may ask; who must wait is told how long."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from league.throttle import seconds_to_wait

if TYPE_CHECKING:  # the framework reads this module while it loads its views
    from rest_framework.views import APIView


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
        self._wait = seconds_to_wait(scope, caller)
        return self._wait is None

    def wait(self) -> float | None:
        return self._wait
