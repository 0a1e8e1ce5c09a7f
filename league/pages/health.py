"""What a load balancer asks: is the process alive, and can it serve."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.selectors import health
from league.tasks import runner


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


@never_cache
@require_safe
def sandbox(request: HttpRequest) -> JsonResponse:
    """Whether bots of strangers can run: the runner answers, and its sandbox holds."""
    status, problem = runner.status()
    if status is None or status.sandbox is None:
        reason = problem if status is None else status.reason
        return JsonResponse({"status": "not ready", "reason": reason}, status=503)
    return JsonResponse({"status": "ready", "sandbox": status.sandbox, "python": status.python})
