"""How the author's commands show what a check has found."""

import pytest

from bots.check.reports import Step
from bots.commands.showing import counted, step_line


def test_a_step_of_a_newer_site_is_shown_by_its_name() -> None:
    line = step_line(Step("endurance", ms=1_500, facts={"deals": 1_000}))
    assert "endurance" in line
    assert "1.50 s" in line


def test_a_known_step_is_shown_in_words() -> None:
    assert "it answers hello with ready" in step_line(Step("handshake", ms=20))


@pytest.mark.parametrize(
    ("number", "words", "told"),
    [
        (0, ("deal",), "0 deals"),
        (1, ("deal",), "1 deal"),
        (1, ("match", "matches"), "1 match"),
        (1_200, ("match", "matches"), "1,200 matches"),
    ],
)
def test_what_is_counted_is_named_as_one_or_as_many(
    number: int, words: tuple[str, ...], told: str
) -> None:
    assert counted(number, *words) == told
