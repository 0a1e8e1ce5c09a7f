"""What an author does with his bot, in a browser: pause, go back, delete, challenge."""

import re
from pathlib import Path

import pytest

from tests.browser.test_tour import sign_up
from tests.journey import readme_bot

pytestmark = [pytest.mark.browser]
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
Page, expect = sync_api.Page, sync_api.expect

CHECKED = 90_000  # ms


def upload(page: Page, source: Path, number: int) -> None:
    """Upload *source* from the bot's page, and wait until it is accepted."""
    page.locator("input[type=file]").set_input_files(source)
    page.get_by_role("button", name="Upload").click()
    uploads = page.locator("#uploads")
    expect(uploads.get_by_text(f"It plays as version {number}.")).to_be_visible(timeout=CHECKED)


@pytest.fixture
def bot(page: Page, tmp_path: Path) -> str:
    """The name of a bot of one who has just signed up, with two versions; its page is open."""
    name = f"Bot of {sign_up(page)}"
    page.goto("/bots/new/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Go on to the upload").click()
    source = tmp_path / "bot.py"
    for number, ending in ((1, b""), (2, b"# better\n")):
        source.write_bytes(readme_bot() + ending)
        upload(page, source, number)
    page.reload()
    return name


def version(page: Page, number: int) -> sync_api.Locator:
    rows = page.get_by_role("region", name="Versions").get_by_role("row")
    return rows.filter(has=page.get_by_role("rowheader", name=str(number), exact=True))


def test_an_author_does_with_his_bot_as_he_likes(page: Page, bot: str) -> None:
    heading = page.get_by_role("heading", level=1)
    # Paused, by the keyboard; the ladder says so too.
    address = page.url
    page.get_by_role("button", name="Pause").focus()
    page.keyboard.press("Enter")
    expect(heading).to_contain_text("paused")
    page.goto("/ladders/podkidnoy-ladder/")
    expect(page.get_by_role("row").filter(has_text=bot)).to_contain_text("paused")
    page.goto(address)
    page.get_by_role("button", name="Resume").click()
    expect(heading).not_to_contain_text("paused")
    # Back to the first version.
    version(page, 1).get_by_role("button", name="Play with it").click()
    expect(page.get_by_text("plays version 1")).to_be_visible()
    expect(version(page, 1)).to_contain_text("current")
    # The second is deleted, once one has read what that means; to go back changes nothing.
    version(page, 2).get_by_role("link", name="Delete…").click()
    expect(page.get_by_text("This cannot be undone.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Back").click()
    expect(version(page, 2)).not_to_contain_text("deleted")
    version(page, 2).get_by_role("link", name="Delete…").click()
    page.get_by_role("button", name="Delete it").click()
    expect(version(page, 2)).to_contain_text("deleted")
    expect(version(page, 2).get_by_role("link")).to_have_count(0)
    assert page.request.get(f"{address}versions/2/download/").status == 404
    assert page.request.get(f"{address}versions/1/download/").body() == readme_bot()


def test_an_author_challenges_a_bot_of_the_house(page: Page, bot: str) -> None:
    mine = page.url
    page.goto("/bots/osip-the-careful/")
    page.get_by_role("link", name="Challenge this bot").click()
    expect(page.get_by_label("My bot")).to_contain_text(bot)
    page.get_by_label("Deals").fill("5")
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("4 or 6")
    page.get_by_label("Deals").fill("4")
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(page).to_have_url(re.compile(r"/matches/m_[0-9a-f]+/$"))
    expect(page.locator("#match-now")).to_contain_text("challenge, unrated")
    expect(page.locator("#match-now")).to_contain_text("finished", timeout=CHECKED)
    expect(page.locator("#deals-heading + .scroll tbody tr")).to_have_count(4)
    match = page.url.rstrip("/").rpartition("/")[2]
    page.goto(f"{mine}matches/?only=challenges")
    expect(page.locator(f"#line-{match}")).to_be_visible()
    lines = page.request.get(f"{mine}matches.jsonl").text().splitlines()
    assert any(f'"id": "{match}"' in line and '"own"' in line for line in lines)
