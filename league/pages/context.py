"""What every template may use: the site's name, the theme, and what the visitor may open."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEME_COOKIE = "league_theme"
THEMES = {"light", "dark"}


def site(request: HttpRequest) -> dict[str, Any]:
    """Nothing here asks the database: every page and every live answer pays for it."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "site_name": "Durak League",
        "theme": theme if theme in THEMES else "",
        "sign_up_open": settings.LEAGUE_SIGN_UP,
    }
