"""The rules of the games: the rule sheet of each as a page, in the visitor's language."""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import sheets
from games.catalogue import GAMES, find_game
from games.errors import UnknownGame
from league.language import readers_language
from league.pages import markdown

SOURCES = {"en": "Sources", "ru": "Источники"}


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """The games there are, each with the first paragraph of its sheet."""
    lang = readers_language()
    games = [
        {"key": game.key, "page": _summary(game.key, lang), "fewest": fewest, "most": most}
        for game in GAMES
        for fewest, most in [game.SEATS]
    ]
    return render(request, "league/rules/list.html", {"games": games})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The whole sheet of a game."""
    try:
        find_game(key)
    except UnknownGame as error:
        raise Http404 from error
    return render(request, "league/rules/sheet.html", {"page": _sheet(key, readers_language())})


@cache
def _sheet(key: str, lang: str) -> markdown.Page:
    text = sheets.sheet(key, lang)
    text = markdown.cited(text, sheets.tags_of(text, lang), SOURCES[lang])
    return markdown.page(text, _addresses())


@cache
def _summary(key: str, lang: str) -> markdown.Page:
    """The sheet without what it cites: the list of sources stands on its own page only."""
    text = sheets.sheet(key, lang)
    return markdown.page(markdown.uncited(text, sheets.tags_of(text, lang)), _addresses())


def _addresses() -> dict[str, str]:
    """What the sheets call each other, and where they are here."""
    found = {"README.md": reverse("rules-list")}
    for game in GAMES:
        for suffix in (".md", ".ru.md"):
            found[game.key + suffix] = reverse("rules", args=[game.key])
    return found
