"""How the author's commands show what a check has found."""

from bots.check.reports import Step
from bots.commands.showing import step_line


def test_a_step_of_a_newer_site_is_shown_by_its_name() -> None:
    line = step_line(Step("endurance", ms=1_500, facts={"deals": 1_000}))
    assert "endurance" in line
    assert "1.50 s" in line


def test_a_known_step_is_shown_in_words() -> None:
    assert "it answers hello with ready" in step_line(Step("handshake", ms=20))
