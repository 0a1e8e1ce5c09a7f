"""Each visitor's language and time zone: of his account, else of his browser."""

import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
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
