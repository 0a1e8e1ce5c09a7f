"""How to write a bot: the project's own guide as a page, and the bot authors begin with."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

DOCS = Path(settings.BASE_DIR) / "docs"


@require_safe
def bot(request: HttpRequest) -> HttpResponse:
    """The guide for authors, in the reader's language where there is one."""
    names = ["bot-guide.ru.md"] if get_language() == "ru" else []
    for name in [*names, "bot-guide.md"]:
        if (DOCS / name).is_file():
            return render(request, "league/guide.html", {"text": rendered(DOCS / name)})
    raise Http404


def rendered(path: Path) -> SafeString:
    """Our own Markdown file as HTML; what it holds of HTML stays text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return mark_safe(markdown.render(path.read_text(encoding="utf-8")))


@cache
def starter() -> str:
    """The bot an author may begin with: what ``python -m bots new`` writes."""
    return (files("bots") / "example.txt").read_text(encoding="utf-8")
