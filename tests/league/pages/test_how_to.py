"""The guide and the protocol on the site: every link leads somewhere, and every file is there."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse

from league.pages.guide import DOCS
from league.services.challenges import DEALS
from league.services.slugs import latin

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", ["how-to-bot", "how-to-protocol"])
def test_every_link_of_the_texts_leads_somewhere(client: Client, name: str, language: str) -> None:
    page = client.get(reverse(name), headers={"accept-language": language}).content.decode()
    (text,) = re.findall(r'<article class="guide"[^>]*>(.*?)</article>', page, re.DOTALL)
    links = re.findall(r'href="([^"]+)"', text)
    assert links
    for link in links:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in page, link
        elif not link.startswith("http"):
            assert link.startswith("/"), link
            assert client.get(link.partition("#")[0]).status_code == 200, link


def test_a_text_in_another_language_than_the_page_says_so(client: Client) -> None:
    for name, language, said in (
        ("how-to-protocol", "ru", True), ("how-to-protocol", "en", False),
        ("how-to-bot", "ru", False), ("how-to-bot", "en", False),
    ):  # fmt: skip
        page = client.get(reverse(name), headers={"accept-language": language}).content.decode()
        assert ('<article class="guide" lang="en">' in page) == said
        assert ('<h1 lang="en">' in page) == said


def test_the_schema_is_sent_as_it_is_in_the_docs(client: Client) -> None:
    answer = client.get(reverse("protocol-schema"))
    assert answer.headers["content-type"] == "application/schema+json"
    assert answer.json() == json.loads((DOCS / "protocol.schema.json").read_text())


def test_every_example_is_sent_as_text_and_nothing_else_of_the_disk(client: Client) -> None:
    for path in (DOCS / "examples").iterdir():
        if path.is_file():
            answer = client.get(reverse("bot-example", args=[path.name]))
            assert answer.content == path.read_bytes()
            assert answer.headers["content-type"].startswith("text/plain")
    for name in ("nothing.py", "..", "%2e%2e%2fbot-guide.md"):
        assert client.get(f"/how-to/bot/examples/{name}").status_code == 404


GUIDES = {
    language: (DOCS / name).read_text(encoding="utf-8")
    for language, name in (("en", "bot-guide.md"), ("ru", "bot-guide.ru.md"))
}


def addresses(guide: str) -> set[tuple[str, str]]:
    """Method and address of every call to the API that the guide shows."""
    found = set(re.findall(r"`(GET|POST|DELETE) ([\w/?=-]+)`", guide))
    for line in re.findall(r"^    curl (.+)$", guide, re.MULTILINE):
        (path,) = re.findall(r"\$LEAGUE/(\S+)$", line)
        found.add(("POST" if re.search(" -[dF] ", line) else "GET", path))
    return found


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_address_of_the_api_that_the_guide_names_is_there(language: str) -> None:
    named = addresses(GUIDES[language])
    assert named == addresses(GUIDES["en"])
    assert len(named) >= 12
    for method, path in named:
        view = resolve("/api/v1/" + path.partition("?")[0]).func.view_class  # type: ignore[attr-defined]
        assert hasattr(view, method.lower()), (method, path)


def test_how_much_an_author_may_do_in_a_day_is_told_as_it_is() -> None:
    fewest, most = DEALS
    uploads, challenges = settings.LEAGUE_SUBMISSIONS_PER_DAY, settings.LEAGUE_CHALLENGES_PER_DAY
    had, at_a_time = settings.LEAGUE_BOTS_PER_AUTHOR, settings.LEAGUE_CHALLENGES_OPEN
    assert (
        f"You may have {had} bots that are not retired, and upload {uploads} times within 24 hours"
        in GUIDES["en"]
    )
    assert (
        f"Можно держать {had} ботов, не считая тех, что на покое, и загружать {uploads} раз за "
        "24 часа" in GUIDES["ru"]
    )
    assert (
        f"{fewest} to {most} deals that everybody can watch; {challenges} within 24 hours, "
        f"{at_a_time} of them open at a time" in GUIDES["en"]
    )
    assert (
        f"от {fewest} до {most} сдач, который видят все; {challenges} за 24 часа, "
        f"из них {at_a_time} несыгранных" in GUIDES["ru"]
    )


def test_what_the_guide_challenges_is_what_a_new_league_has() -> None:
    seeds = json.loads((DOCS.parent / "seeds" / "house.json").read_text(encoding="utf-8"))
    known = {latin(one["name"]) for kind in ("bots", "rulesets") for one in seeds[kind]}
    for guide in GUIDES.values():
        ((bot, ruleset),) = re.findall(r'bots/([\w-]+)/challenges/.*"ruleset": "([\w-]+)"', guide)
        assert {bot, ruleset} <= known
