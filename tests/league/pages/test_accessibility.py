"""Every page can be read aloud: headings in order, a label for every field, no id twice."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import tournament_of
from tests.league.pages.conftest import Site
from tests.league.pages.test_every_page import all_pages

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FIELDS = {"input", "select", "textarea"}
UNLABELLED = {"hidden", "submit"}


class Outline(HTMLParser):
    """What a screen reader goes by: headings, ids, fields, labels, and what names what."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.fields: list[str] = []
        self.labels: set[str] = set()
        self.named_by: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "label":
            self.labels.add(given.get("for", ""))
        if tag in FIELDS and given.get("type") not in UNLABELLED:
            self.fields.append(given.get("id", f"without id: {given.get('name')}"))
        for name in ("aria-labelledby", "aria-describedby"):
            self.named_by.update(given.get(name, "").split())

    @property
    def leaps(self) -> list[tuple[int, int]]:
        """Headings that skip a level on the way down."""
        pairs = zip([0, *self.headings], self.headings, strict=False)
        return [(above, below) for above, below in pairs if below > above + 1]


def test_every_page_has_its_headings_in_order_and_a_label_for_every_field(site: Site) -> None:
    for client, address in all_pages(site):
        outline = Outline(client.get(address).content.decode())
        assert outline.leaps == [], address
        assert set(outline.fields) - outline.labels == set(), address
        assert outline.named_by - set(outline.ids) == set(), address
        assert len(set(outline.ids)) == len(outline.ids), address


def test_a_list_of_tournaments_of_which_none_is_played_has_its_headings_in_order() -> None:
    tournament_of(3, started=False)
    outline = Outline(Client().get(reverse("tournament-list")).content.decode())
    assert outline.headings == [1, 2, 3]


def test_a_step_of_a_replay_is_said_and_keeps_the_focus(site: Site) -> None:
    address = reverse("replay", args=[site.finished.pk, 1])
    html = Client().get(address, {"move": 3}).content.decode()
    # A region is read aloud when its text changes, so it must outlive the step.
    said, _, board = html.partition('<div id="replay"')
    assert 'id="said"' in said
    assert 'aria-live="polite"' in said
    assert 'hx-select-oob="#said:innerHTML"' in board
    # The focus returns to the element of the same id.
    assert {"step-first", "step-back", "step-on", "step-last"} <= set(Outline(board).ids)
