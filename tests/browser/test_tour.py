"""What three people come for, done in a browser: submit a bot, watch it play, run a tournament."""

import re
import secrets
from pathlib import Path

import pytest

from tests.instance import Instance
from tests.journey import readme_bot

pytestmark = [pytest.mark.browser]
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
Page, expect = sync_api.Page, sync_api.expect

PLACES = [
    "/", "/ladders/", "/ladders/podkidnoy-ladder/", "/leaderboards/podkidnoy/", "/bots/",
    "/bots/osip-the-careful/", "/tournaments/", "/tournaments/house-cup/bracket/",
    "/tournaments/house-round-robin/standings/", "/tournaments/house-round-robin/rounds/",
    "/tournaments/subbotniy-turnir/entries/", "/clubs/", "/rules/", "/rules/passing/",
    "/how-to/bot/", "/how-to/bot/protocol/", "/login/", "/sign-up/",
]  # fmt: skip


def sign_up(page: Page) -> str:
    name = f"guest-{secrets.token_hex(4)}"
    page.goto("/sign-up/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(secrets.token_urlsafe(16))
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("banner").get_by_text(name)).to_be_visible()
    return name


def sign_in(page: Page, username: str, password: str) -> None:
    page.goto("/login/")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("banner").get_by_text(username)).to_be_visible()


def test_a_visitor_signs_up_uploads_a_bot_and_sees_it_play(page: Page, tmp_path: Path) -> None:
    name = sign_up(page)
    page.goto("/bots/new/")
    page.get_by_label("Name", exact=True).fill(f"Bot of {name}")
    page.get_by_role("button", name="Go on to the upload").click()
    source = tmp_path / "bot.py"
    source.write_bytes(readme_bot())
    page.locator("input[type=file]").set_input_files(source)
    page.get_by_role("button", name="Upload").click()
    uploads = page.locator("#uploads")
    expect(uploads.get_by_text("It plays as version 1.")).to_be_visible(timeout=60_000)
    page.goto("/ladders/podkidnoy-ladder/")
    row = page.get_by_role("row").filter(has_text=f"Bot of {name}")
    expect(row).to_contain_text(re.compile(r"±\s*\d+"), timeout=90_000)


def test_a_bot_that_does_not_start_is_refused_with_the_reason_and_its_log(
    page: Page, tmp_path: Path
) -> None:
    name = sign_up(page)
    page.goto("/bots/new/")
    page.get_by_label("Name", exact=True).fill(f"Broken of {name}")
    page.get_by_role("button", name="Go on to the upload").click()
    source = tmp_path / "bot.py"
    source.write_text("import nothing_of_the_kind\n")
    page.locator("input[type=file]").set_input_files(source)
    page.get_by_role("button", name="Upload").click()
    uploads = page.locator("#uploads")
    expect(uploads.get_by_text("refused", exact=True)).to_be_visible(timeout=60_000)
    expect(uploads.locator("pre")).to_contain_text("No module named 'nothing_of_the_kind'")


def test_a_match_ends_while_one_looks_and_its_replay_can_be_stepped_through(page: Page) -> None:
    page.goto("/ladders/podkidnoy-ladder/")
    newest = page.locator("ul.matches li").first
    before = newest.inner_text()
    expect(newest).not_to_have_text(before, timeout=60_000)
    page.goto("/tournaments/house-cup/rounds/")
    page.locator(".pairing .score a").first.click()
    page.locator("a[href*='/deals/1/']").first.click()
    expect(page).to_have_url(re.compile(r"/matches/m_[0-9a-f]+/deals/1/"))
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"move=1\b"))
    page.keyboard.press("End")
    expect(page).not_to_have_url(re.compile(r"move=1\b"))


def test_an_organiser_takes_a_list_to_final_standings(page: Page, csv_file: Path) -> None:
    sign_in(page, "olga", "trump-six-olga")
    page.goto("/tournaments/new/")
    title = f"Evening {secrets.token_hex(3)}"
    page.get_by_label("Name of the tournament").fill(title)
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/tournaments/evening-"))
    page.goto(page.url.partition("/entries/")[0].rstrip("/") + "/entries/")
    page.locator("input[type=file]").set_input_files(csv_file)
    page.get_by_role("button", name="Enter all").click()
    expect(page.get_by_role("heading", name="3 entries")).to_be_visible()
    address = page.url.partition("/entries/")[0]
    page.goto(address + "/start/")
    page.get_by_role("button", name="Start", exact=True).click()
    for _ in range(3):
        page.goto(address + "/rounds/")
        form = page.locator("form.report").first
        form.get_by_role("spinbutton").nth(0).fill("6")
        form.get_by_role("spinbutton").nth(1).fill("3")
        form.get_by_role("button", name="Enter the result").click()
        page.wait_for_load_state()
    page.goto(address + "/standings/")
    expect(page.locator("form.report")).to_have_count(0)
    lines = page.locator("#standings-now table").first.locator("tbody tr")
    expect(lines).to_have_count(3)
    expect(page.get_by_text("finished").first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_scrolls_sideways_on_a_phone(
    browser: object, league: Instance, language: str, scheme: str
) -> None:
    context = browser.new_context(  # type: ignore[attr-defined]
        base_url=league.url,
        viewport={"width": 360, "height": 740},
        locale=language,
        color_scheme=scheme,
    )
    page = context.new_page()
    wide = {}
    for place in PLACES:
        answer = page.goto(place)
        assert answer.status == 200, place
        assert page.locator("html").get_attribute("lang") == language
        width = page.evaluate("document.scrollingElement.scrollWidth")
        if width > 360:
            wide[place] = width
    context.close()
    assert wide == {}
