"""The page about the sandbox tells of the attacks as they are."""

from tests.attacks.page import PAGE, written


def test_the_tables_of_the_page_are_those_of_the_data() -> None:
    text = PAGE.read_text("utf-8")
    assert written(text) == text, "run python -m tests.attacks.page"
