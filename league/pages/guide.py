"""How to write a bot: the project's own guide, the protocol, and what both of them point to."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.pages import markdown

DOCS = Path(settings.BASE_DIR) / "docs"


@require_safe
def bot(request: HttpRequest) -> HttpResponse:
    """The guide for authors, in the reader's language where there is one."""
    names = ["bot-guide.ru.md"] if get_language() == "ru" else []
    return _shown(request, [*names, "bot-guide.md"])


@require_safe
def protocol(request: HttpRequest) -> HttpResponse:
    """What the runner and a bot say to each other, for authors in any language."""
    return _shown(request, ["protocol.md"])


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The same as a JSON Schema."""
    return _sent("protocol.schema.json", "application/schema+json")


@require_safe
def example(request: HttpRequest, name: str) -> HttpResponse:
    """One of the bots that the protocol shows, as it is run."""
    if name not in _examples():
        raise Http404
    return _sent(f"examples/{name}", "text/plain; charset=utf-8")


@cache
def starter() -> str:
    """The bot an author may begin with: what ``python -m bots new`` writes."""
    return (files("bots") / "example.txt").read_text(encoding="utf-8")


def _shown(request: HttpRequest, names: list[str]) -> HttpResponse:
    """The first of these texts that there is, as a page."""
    for name in names:
        if (DOCS / name).is_file():
            text = (DOCS / name).read_text(encoding="utf-8")
            page = markdown.page(text, _addresses() | _places(text))
            written_in = "ru" if name.endswith(".ru.md") else "en"
            context = {"page": page, "written_in": _foreign(written_in)}
            return render(request, "league/bots/guide.html", context)
    raise Http404


def _foreign(language: str) -> str:
    """The language of a text where it is not that of the page round it, for who hears it read."""
    return "" if language == get_language() else language


def _sent(name: str, kind: str) -> HttpResponse:
    if not (DOCS / name).is_file():
        raise Http404
    return HttpResponse((DOCS / name).read_bytes(), content_type=kind)


def _examples() -> list[str]:
    return [path.name for path in sorted((DOCS / "examples").glob("*")) if path.is_file()]


def _addresses() -> dict[str, str]:
    """What the texts call each other, with the places in them, and where they are here."""
    texts = {
        "bot-guide.md": reverse("how-to-bot"),
        "bot-guide.ru.md": reverse("how-to-bot"),
        "protocol.md": reverse("how-to-protocol"),
    }
    found = {
        **texts,
        "protocol.schema.json": reverse("protocol-schema"),
        "rules/README.md": reverse("rules-list"),
        **{f"examples/{name}": reverse("bot-example", args=[name]) for name in _examples()},
    }
    for name, address in texts.items():
        if (DOCS / name).is_file():
            places = _places((DOCS / name).read_text(encoding="utf-8"))
            found |= {name + place: address + here for place, here in places.items()}
    return found


def _places(text: str) -> dict[str, str]:
    """Headings of the text, by the anchors that Markdown has elsewhere."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {
        "#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-"): "#"
        + markdown.anchor(heading)
        for heading in headings
    }
