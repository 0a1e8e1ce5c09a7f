"""Tags of the league's own templates: card faces, times, ratings, fields, live regions."""

import json
from datetime import UTC, datetime
from typing import Any

from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.template.defaultfilters import date as format_date
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rendering import SUIT_NAMES
from league.language import readers_language
from league.models import Match, Result, Ruleset
from league.pages import faces, words
from league.pages.lines import names_of, result_text

register = template.Library()


@register.simple_tag
def card(name: str) -> SafeString:
    """A card's face, such as ``{% card "QS" %}``."""
    return faces.face(name, get_language() or "en")


@register.simple_tag
def card_back() -> SafeString:
    """A card nobody may look at."""
    return faces.back()


@register.simple_tag
def pip(suit: str) -> SafeString:
    """A suit's sign alone, for ornament."""
    return faces.pip(suit)


@register.simple_tag
def suit_signs() -> SafeString:
    """The sprite that card faces and ornaments draw from; once a page."""
    return faces.sprite()


@register.simple_tag
def corners(name: str) -> SafeString:
    """A card's letter and sign in two corners of a panel, for ornament."""
    return faces.corners(name, get_language() or "en")


@register.simple_tag
def current(request: HttpRequest | str, prefix: str) -> SafeString | str:
    """Marks the link of the part of the site the visitor is in."""
    is_here = isinstance(request, HttpRequest) and request.path.startswith(prefix)
    return mark_safe(' aria-current="true"') if is_here else ""


@register.simple_tag
def when(moment: datetime | None) -> SafeString | str:
    """A moment in the visitor's zone, with UTC for programs."""
    if moment is None:
        return "—"
    local = timezone.localtime(moment)
    text = format_date(local, "j E Y, H:i" if get_language() == "ru" else "j M Y, H:i")
    utc = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return format_html('<time datetime="{}">{}</time>', utc, text)


@register.simple_tag
def strength(value: float | None, interval: float | None) -> SafeString | str:
    """A rating with half the width of its interval: 1523 ± 41."""
    if value is None or interval is None:
        return "—"
    return format_html(
        '<span class="rating">{} <span class="plus">± {}</span></span>',
        round(value),
        round(interval),
    )


@register.simple_tag
def trend(change: float | None) -> SafeString | str:
    """How a rating has moved, in words for those who do not see colours."""
    if change is None:
        return "—"
    points = round(change)
    if points == 0:
        return format_html('<span title="{}">±0</span>', _("unchanged"))
    if points > 0:
        return format_html('<span class="up" title="{}">▲ {}</span>', _("risen"), points)
    return format_html('<span class="down" title="{}">▼ {}</span>', _("fallen"), -points)


@register.filter
def percent(share: float | None) -> str:
    """A part of 1 as whole percents."""
    return "—" if share is None else f"{round(100 * share)} %"


@register.filter
def plainly(number: float | None) -> str:
    """A number without a needless ``.0``."""
    if number is None:
        return "—"
    return str(int(number)) if float(number).is_integer() else f"{number:g}"


@register.filter
def told(result: Result) -> str:
    """A result as people write it: 6:3, or +:– where one did not play."""
    return result_text(result.match, result.scores, result.forfeits)


@register.filter
def names(match: Match) -> str:
    """Who meets in a match, partners together."""
    return names_of(match)


@register.filter
def at(values: Any, key: Any) -> Any:
    """``values[key]``, or nothing where it is not there."""
    try:
        return values[key]
    except (KeyError, IndexError, TypeError):
        return None


@register.filter
def fault(kind: str) -> str:
    """A fault's kind, as the end of a sentence that begins with the bot."""
    return str(words.fault(kind))


@register.filter
def game_name(key: str) -> str:
    """A game's name from its key."""
    return str(words.game(key))


@register.filter
def ruleset(of: Ruleset) -> str:
    """What is played, in the reader's language."""
    return words.ruleset(of)


@register.inclusion_tag("league/parts/choices.html")
def choices(of: Ruleset) -> dict[str, Any]:
    """The options a ruleset has chosen, and which of them change nothing."""
    return {"choices": words.choices(of)}


@register.inclusion_tag("league/parts/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A form's field: label, help, control, what is wrong with it."""
    widget = bound.field.widget
    return {
        "field": bound,
        "is_check": getattr(widget, "input_type", "") == "checkbox"
        and not hasattr(widget, "choices"),
        "is_group": getattr(widget, "use_fieldset", False),
    }


@register.simple_tag
def live(url: str, version: str, is_over: bool = False, seconds: int = 3) -> SafeString | str:
    """Attributes of a region that asks *url* for itself again; none once it is over."""
    if is_over:
        return ""
    return format_html(
        'data-live hx-get="{}" hx-trigger="every {}s" hx-swap="outerHTML" hx-headers="{}"',
        url,
        seconds,
        json.dumps({"If-None-Match": version}),
    )


@register.simple_tag
def tie_break(key: str) -> dict[str, str]:
    """A tie-break's name, its short name over a column, and what it means."""
    name, short, meaning = words.TIE_BREAKS.get(key, (key, "", ""))
    return {"name": str(name), "short": str(short), "meaning": str(meaning)}


@register.filter
def suit_name(suit: str) -> str:
    """A suit by name: spades, пики."""
    names = SUIT_NAMES[readers_language()]
    return names.get(suit, suit)
