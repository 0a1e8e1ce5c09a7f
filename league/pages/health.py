"""What a load balancer asks: is the process alive, and can it serve."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.selectors import health


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "live"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """The process can serve: its database answers and is migrated."""
    problem = health.database_problem()
    if problem:
        return JsonResponse({"status": "not ready", "reason": problem}, status=503)
    return JsonResponse({"status": "ready"})
