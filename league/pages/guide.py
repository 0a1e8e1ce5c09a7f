"""How to write a bot: the project's own guide as a page, and the bot authors begin with."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.pages import markdown

DOCS = Path(settings.BASE_DIR) / "docs"


@require_safe
def bot(request: HttpRequest) -> HttpResponse:
    """The guide for authors, in the reader's language where there is one."""
    names = ["bot-guide.ru.md"] if get_language() == "ru" else []
    for name in [*names, "bot-guide.md"]:
        if (DOCS / name).is_file():
            page = markdown.page((DOCS / name).read_text(encoding="utf-8"))
            return render(request, "league/bots/guide.html", {"page": page})
    raise Http404


@cache
def starter() -> str:
    """The bot an author may begin with: what ``python -m bots new`` writes."""
    return (files("bots") / "example.txt").read_text(encoding="utf-8")
