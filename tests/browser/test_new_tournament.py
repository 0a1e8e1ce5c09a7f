"""The page of a new tournament in a browser: only what belongs to the chosen format is seen."""

import secrets

import pytest

from tests.browser.test_tour import sign_in
from tests.instance import Instance

pytestmark = [pytest.mark.browser]
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
Browser, Page, expect = sync_api.Browser, sync_api.Page, sync_api.expect


def test_a_format_shows_its_own_options_and_is_set_up(page: Page) -> None:
    sign_in(page, "olga", "trump-six-olga")
    page.goto("/tournaments/new/")
    rounds = page.locator("#id_swiss_rounds")
    expect(page.locator("#id_round_robin_groups")).to_be_visible()
    expect(rounds).to_be_hidden()
    page.get_by_label("How they meet").select_option("swiss")
    expect(page.locator("#id_round_robin_groups")).to_be_hidden()
    rounds.fill("3")
    expect(page.locator("#id_qualifiers")).to_be_hidden()
    page.get_by_label("And then").select_option("knockout")
    page.locator("#id_qualifiers").fill("4")
    title = f"Swiss {secrets.token_hex(3)}"
    page.get_by_label("Name of the tournament").fill(title)
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()


def test_without_scripts_every_part_says_for_which_format_it_is(
    browser: Browser, league: Instance
) -> None:
    context = browser.new_context(
        base_url=league.url,
        locale="en-GB",
        java_script_enabled=False,
        viewport={"width": 360, "height": 740},
    )
    page = context.new_page()
    sign_in(page, "olga", "trump-six-olga")
    page.goto("/tournaments/new/")
    for part in ("round robin", "Swiss", "knockout"):
        expect(page.get_by_role("group", name=f"For a {part}", exact=True)).to_be_visible()
    page.get_by_label("How they meet").select_option("tables")
    page.locator("#id_tables_rounds").fill("2")
    title = f"Tables {secrets.token_hex(3)}"
    page.get_by_label("Name of the tournament").fill(title)
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    context.close()
