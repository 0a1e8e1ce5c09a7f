"""For the site's staff: what is parked and why, what waits and for what, and the sandbox."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league import permissions
from league.errors import NotAllowed
from league.models import Attempt, Match, Submission
from league.pages.acting import done, user_of
from league.pages.lines import lines
from league.permissions import Act
from league.selectors import matches
from league.selectors.overview import overview
from league.services import attempts, submissions
from league.tasks import runner

SHOWN = 50


def _allow(request: HttpRequest) -> None:
    try:
        permissions.require(request.user, Act.OPERATE)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error


@login_required
@require_safe
def operator(request: HttpRequest) -> HttpResponse:
    """
    The runner and its sandbox, parked matches with their failures, and waiting matches and
    uploads with their reasons.
    """
    _allow(request)
    tries = Prefetch("attempts", Attempt.objects.defer("logs", "usage"))
    parked = matches.matches().filter(parked_at__isnull=False).prefetch_related(tries)[:SHOWN]
    waiting = (
        matches.matches()
        .filter(status=Match.Status.QUEUED, parked_at__isnull=True)
        .exclude(waiting_for="")[:SHOWN]
    )
    uploads = (
        Submission.objects.filter(status=Submission.Status.QUEUED)
        .select_related("bot")
        .defer("log", "steps", "checks")
        .order_by("created_at")
    )
    status, unreachable = runner.status()
    context: dict[str, Any] = {
        "overview": overview(),
        "runner": status,
        "unreachable": unreachable,
        "parked": [
            {"line": line, "attempts": list(line.match.attempts.all())} for line in lines(parked)
        ],
        "waiting": lines(waiting),
        "uploads": uploads.filter(parked_at__isnull=True).exclude(waiting_for="")[:SHOWN],
        "parked_uploads": uploads.filter(parked_at__isnull=False)[:SHOWN],
    }
    return render(request, "league/operator.html", context)


@login_required
@require_POST
def release(request: HttpRequest, match_id: str) -> HttpResponse:
    """Let a parked match be tried again."""
    _allow(request)
    match = get_object_or_404(Match, pk=match_id, parked_at__isnull=False)

    done(
        request,
        lambda: attempts.release(match=match, by=user_of(request)),
        _("The match is back in the queue."),
    )
    return redirect("operator")


@login_required
@require_POST
def release_upload(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a parked upload be checked again."""
    _allow(request)
    submission = get_object_or_404(Submission, pk=pk, parked_at__isnull=False)
    done(
        request,
        lambda: submissions.release(submission=submission, by=user_of(request)),
        _("The upload is back in the queue."),
    )
    return redirect("operator")
