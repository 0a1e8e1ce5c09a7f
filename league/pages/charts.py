"""The rating line of a bot, with its band, as an SVG image in a light and a dark variant."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from league.models import Ladder
from league.pages.bots import find
from league.selectors import ratings

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 14, 34
MOST_POINTS = 160
INKS = {
    "light": {"line": "#17603f", "band": "#bcd3c6", "grid": "#d9d3c5", "text": "#57605c"},
    "dark": {"line": "#7cc9a1", "band": "#24493a", "grid": "#333d38", "text": "#a3aca6"},
}


@dataclass(frozen=True, slots=True)
class Point:
    """A version's number in one run: when, how strong, half the width of its interval."""

    at: datetime
    value: float
    interval: float


@require_safe
def rating(request: HttpRequest, slug: str) -> HttpResponse:
    """The rating of a bot's current version over time; ``?theme=dark`` for dark pages."""
    bot = find(slug)
    ladder = (
        Ladder.objects.filter(entries__bot=bot).select_related("ruleset").order_by("id").first()
    )
    points: list[Point] = []
    if ladder is not None and bot.current_version_id is not None:
        history = ratings.history(ladder.ruleset.pool, bot.current_version_id)
        points = [Point(datetime.fromisoformat(at), value, i) for at, value, i in history]
    theme = "dark" if request.GET.get("theme") == "dark" else "light"
    response = HttpResponse(drawing(thinned(points), theme), content_type="image/svg+xml")
    patch_cache_control(response, max_age=30)
    return response


def thinned(points: list[Point]) -> list[Point]:
    """At most MOST_POINTS of them, evenly taken, the last always among them."""
    step = -(-len(points) // MOST_POINTS) or 1
    return points[::-1][::step][::-1]


def drawing(points: list[Point], theme: str) -> SafeString:
    """The image; presentation attributes only, so that no style sheet is needed."""
    ink = INKS[theme]
    inside = _plot(points, ink) if points else ""
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="{2}">{3}</svg>',
        WIDTH,
        HEIGHT,
        ink["text"],
        inside,
    )


def _plot(points: list[Point], ink: dict[str, str]) -> SafeString:
    low = min(point.value - point.interval for point in points)
    high = max(point.value + point.interval for point in points)
    step = next((s for s in (20, 50, 100, 200, 500) if (high - low) / s <= 6), 1000)
    bottom, top = step * int(low // step), step * -int(-high // step)
    if top == bottom:  # the anchor, whose rating is what it is by definition
        bottom, top = bottom - 2 * step, top + 2 * step
    begin, end = points[0].at, points[-1].at
    span = (end - begin).total_seconds() or 1.0

    def x(at: datetime) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (at - begin).total_seconds() / span, 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom), 1)

    upper = [(x(point.at), y(point.value + point.interval)) for point in points]
    lower = [(x(point.at), y(point.value - point.interval)) for point in reversed(points)]
    line = [(x(point.at), y(point.value)) for point in points]
    return format_html(
        '{}<polygon points="{}" fill="{}"/>'
        '<polyline points="{}" fill="none" stroke="{}" stroke-width="2.5" stroke-linejoin="round"/>'
        '<circle cx="{}" cy="{}" r="4" fill="{}"/>{}',
        _grid(range(bottom, top + 1, step), y, ink),
        _pairs(upper + lower),
        ink["band"],
        _pairs(line),
        ink["line"],
        line[-1][0],
        line[-1][1],
        ink["line"],
        _dates(begin, end),
    )


def _grid(values: range, y: object, ink: dict[str, str]) -> SafeString:
    assert callable(y)
    return format_html_join(
        "",
        '<path d="M{} {}H{}" stroke="{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (LEFT, y(value), WIDTH - RIGHT, ink["grid"], LEFT - 8, y(value) + 4, value)
            for value in values
        ),
    )


def _dates(begin: datetime, end: datetime) -> SafeString:
    form = "%H:%M" if (end - begin).total_seconds() < 86_400 else "%d.%m"
    return format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="{}">{}</text>',
        (
            (LEFT, HEIGHT - 10, "start", f"{begin:{form}} UTC"),
            (WIDTH - RIGHT, HEIGHT - 10, "end", f"{end:{form}} UTC"),
        ),
    )


def _pairs(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
