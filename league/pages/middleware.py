"""Each visitor's language and time zone, of his account, else of his browser; and how much he may
send."""

import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.template.loader import render_to_string
from django.utils import timezone, translation

ZONE_COOKIE = "league_zone"
"""Set by the page's script from the browser's own zone."""


class LanguageMiddleware(LocaleMiddleware):
    """Django's own: the language cookie, then what the browser asks for."""


class TimeZoneMiddleware:
    """Show times in the zone of the account, of the browser, or in UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = getattr(request.user, "time_zone", "") or request.COOKIES.get(ZONE_COOKIE, "")
        language = getattr(request.user, "language", "")
        if language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        try:
            with timezone.override(zoneinfo.ZoneInfo(zone) if zone else None):
                return self.get_response(request)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            # The cookie is the visitor's to write: a zone nobody knows is no zone.
            with timezone.override(None):
                return self.get_response(request)


class BodyLimitMiddleware:
    """
    Refuse a form that is longer than any of ours, before it is read: else what is uploaded lies on
    the disk already when its size is looked at. The API refuses by itself, in its own form.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        is_apis = request.path.startswith("/api/")
        if limit is None or is_apis or not length.isdigit() or int(length) <= limit:
            return self.get_response(request)
        # Nobody is signed in here yet, so the page is rendered without the request.
        page = render_to_string("413.html", {"size": int(length), "limit": limit})
        return HttpResponse(page, status=413)
