"""Live regions: a part of a page that asks for itself again and is told 304 if nothing changed."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers

STOP_POLLING = 286
"""What htmx takes as: this is the last answer, do not ask again."""


def version_of(request: HttpRequest, *facts: object) -> str:
    """An ETag of *facts* and of what else an answer depends on: language and zone."""
    zone = timezone.get_current_timezone_name()
    text = repr((request.LANGUAGE_CODE, zone, *facts))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'


def answer(
    request: HttpRequest,
    template: str,
    version: str,
    context: Callable[[], dict[str, Any]],
    *,
    is_over: bool = False,
) -> HttpResponse:
    """
    The region's HTML; 304 where the visitor has this *version*; 286 where it is the last one.

    *context* is only called when something has to be drawn: it may be costly.
    """
    if request.headers.get("If-None-Match") == version and not is_over:
        response: HttpResponse = HttpResponseNotModified()
    else:
        values = {**context(), "version": version, "is_over": is_over}
        response = render(request, template, values, status=STOP_POLLING if is_over else 200)
    response["ETag"] = version
    response["Cache-Control"] = "no-cache, private"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
