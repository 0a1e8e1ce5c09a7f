"""The rule sheets as pages: all that a sheet says, in the visitor's language, links and all."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from games import sheets
from games.catalogue import GAMES
from games.options import describe
from league.models import Ruleset
from league.pages import markdown, words
from tests.factories import RulesetFactory, tournament_of
from tests.league.pages.conftest import Site, signed_in

pytestmark = [pytest.mark.django_db]

KEYS = [game.key for game in GAMES]
LANGUAGES = ["en", "ru"]


def opened(address: str, language: str = "en", status: int = 200) -> str:
    response = Client().get(address, headers={"accept-language": language})
    assert response.status_code == status, address
    return response.content.decode()


def sheet_page(key: str, language: str) -> str:
    return opened(reverse("rules", args=[key]), language)


def words_of(text: str) -> list[str]:
    return re.findall(r"[\w♠♣♦♥]+", unescape(text))


class Read(HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a":
            self.links.append(given.get("href") or "")
        if given.get("id"):
            self.anchors.append(str(given["id"]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_page_of_rules_says_what_the_sheet_says(key: str, language: str) -> None:
    html = sheet_page(key, language)
    article = html[html.index("<h1") : html.index("</article>")]
    contents = re.search(r"<nav class=.contents.*?</nav>", article, re.DOTALL)
    assert contents
    said = words_of(strip_tags(article.replace(contents[0], "")))
    text = re.sub(r"\]\([^)]*\)", "]", sheets.sheet(key, language))
    expected = words_of(re.sub(r"^\|( --- \|)+$|^\d+\. ", "", text, flags=re.MULTILINE))
    assert said == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_section_is_in_the_contents_and_every_link_leads_somewhere(
    key: str, language: str
) -> None:
    page = Read(sheet_page(key, language))
    sections = re.findall("^## ", sheets.sheet(key, language), re.MULTILINE)
    within = {link[1:] for link in page.links if link.startswith("#")}
    assert len([name for name in page.anchors if name in within]) == len(sections) + 1  # "#main"
    assert within <= set(page.anchors)
    assert len(set(page.anchors)) == len(page.anchors)
    rules = {link for link in page.links if link.startswith("/rules/")}
    assert reverse("rules-list") in rules
    for link in rules:
        opened(link, language)
    assert [link for link in page.links if ".md" in link] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_rule_cites_leads_to_the_list_of_sources(language: str) -> None:
    html = sheet_page("podkidnoy", language)
    heading = {"en": "Sources", "ru": "Источники"}[language]
    anchor = markdown.anchor(heading)
    assert f'<h2 id="{anchor}">{heading}</h2>' in html
    text = sheets.sheet("podkidnoy", language)
    cited = len(re.findall(r"(?<!\*\*)\[000\]", text))
    assert cited > 10
    assert html.count(f'<a href="#{anchor}" class="within">[000]</a>') == cited
    assert html.count("<strong>[000]</strong>") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_sheet_leads_to_another_by_its_address_here(language: str) -> None:
    assert f'<a href="{reverse("rules", args=["podkidnoy"])}">' in sheet_page("passing", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_games_are_listed_with_what_their_sheets_begin_with(language: str) -> None:
    html = opened(reverse("rules-list"), language)
    for game in GAMES:
        assert f'<a href="{reverse("rules", args=[game.key])}">{game.NAMES[language]}</a>' in html
        lead = sheets.sheet(game.key, language).split("\n\n")[1]
        bare = re.sub(r"\[\w+\]", "", lead)
        assert " ".join(words_of(bare)) in " ".join(words_of(strip_tags(html)))
    listed = html[html.index("<h1") : html.index("</main>")]
    assert "[0" not in listed
    assert 'href="#' not in listed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_not_there_has_no_rules(language: str) -> None:
    opened(reverse("rules", args=["whist"]), language, status=404)


def test_on_a_narrow_screen_every_value_of_an_option_knows_its_column() -> None:
    html = sheet_page("podkidnoy", "en")
    table = html[html.index("Options</h2>") : html.index("Sources</h2>")]
    assert table.count('<div class="scroll prose">') == 1
    assert table.count('class="widest">What it decides</th>') == 1
    count = len(describe("podkidnoy"))
    for title in ("Option", "What it decides", "Values", "Default"):
        assert table.count(f'role="cell" data-column="{title}"') == count


# Markdown


def test_a_short_table_scrolls_and_has_the_name_of_its_section() -> None:
    table = "| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | {} |\n"
    page = markdown.page(f"# T\n\n## S\n\n{table.format('x' * (markdown.PROSE - 2))}")
    assert '<div class="scroll" tabindex="0" role="region" aria-label="S">\n<table>' in page.text
    assert "data-column" not in page.text
    longer = markdown.page(table.format("x" * (markdown.PROSE - 1)))
    assert '<td role="cell" data-column="c">' in longer.text
    assert '<th role="columnheader" class="widest">c</th>' in longer.text
    even = markdown.page("| a | b | c |\n| --- | --- | --- |\n" + f"| {'x' * 25} " * 3 + "|\n")
    assert "data-column" in even.text
    assert "widest" not in even.text


def test_html_in_a_text_stays_text() -> None:
    page = markdown.page("# <b>T</b>\n\n<script>x</script>\n\n## [a](javascript:x)\n")
    assert page.title == "<b>T</b>"
    assert "<script" not in page.lead + page.text
    assert "<a" not in page.text


def test_headings_of_the_same_name_have_anchors_of_their_own() -> None:
    page = markdown.page("# T\n\nLead *in*.\n\n## Ход\n\n### Ход\n\n## Ход\n")
    assert page.contents == [("s-khod", "Ход"), ("s-khod-3", "Ход")]
    assert page.lead == "<p>Lead <em>in</em>.</p>\n"
    assert 'id="s-khod-2"' in page.text


def test_a_text_without_a_title_is_all_text() -> None:
    page = markdown.page("Only this.\n")
    assert (page.title, page.lead, page.text) == ("", "", "<p>Only this.</p>\n")


# Where a player finds them


def test_the_name_of_what_is_played_leads_to_its_rules(site: Site) -> None:
    rules = reverse("rules", args=["podkidnoy"])
    for address in (
        reverse("tournament", args=[site.league.slug]),
        reverse("ladder", args=[site.ladder.slug]),
        reverse("match", args=[site.finished.pk]),
    ):
        assert f'<a href="{rules}">Podkidnoy Durak' in opened(address), address
    form = signed_in(site.organiser).get(reverse("tournament-new")).content.decode()
    field = form[form.index('id="id_ruleset"') : form.index('id="id_deals"')]
    assert f'<a href="{reverse("rules-list")}">Rules of the games</a>' in field
    assert f'<a href="{reverse("rules-list")}">' in opened("/").partition("<footer")[2]


def ruleset_with(**options: Any) -> Ruleset:
    return RulesetFactory.create(name="Свои правила", options=options)


def test_what_is_agreed_beside_the_usual_rules_is_told_and_what_of_it_changes_nothing() -> None:
    tournament, _director = tournament_of(3)
    tournament.ruleset = ruleset_with(misdeal="on", deck_size=24, throwers="neighbours")
    tournament.ruleset.save()
    tournament.save()
    address = reverse("tournament", args=[tournament.slug])
    html = opened(address, "ru")
    made = html[html.index("Особые правила") :]
    told = unescape(strip_tags(made[: made.index("</dl>")]))
    assert "Колода24" in told
    assert "Пересдача одноцветной рукида" in told
    # Two players are neighbours of each other.
    idle = told.partition("Здесь это ничего не меняет.")
    assert "Кто подкидывает" in idle[0]
    assert idle[2].strip()
    assert idle[0].count("Здесь") == 0
    assert "This changes nothing" not in html
    assert "House rules" in opened(address, "en")


def test_a_ruleset_as_usual_or_of_older_rules_tells_no_options() -> None:
    assert words.choices(ruleset_with()) == []
    assert words.choices(ruleset_with(deck_size=20)) == []
    with translation.override("en"):
        (one,) = words.choices(ruleset_with(multi_lead=False))
    assert (one.value, one.idle) == ("no", "")
