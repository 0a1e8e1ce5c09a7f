"""A part of a page is put between its marks, and nothing else of the page changes."""

import pytest

from bots.pages import with_part


def test_only_what_stands_between_the_marks_changes() -> None:
    page = "before\n<!-- a -->\nold\n<!-- end -->\nafter\n<!-- end -->\n"
    made = with_part(page, "<!-- a -->\n", "<!-- end -->", "new\n")
    assert made == page.replace("old", "new")
    assert with_part(made, "<!-- a -->\n", "<!-- end -->", "new\n") == made


@pytest.mark.parametrize("page", ["", "<!-- a -->", "<!-- end --> <!-- a -->"])
def test_a_page_without_the_marks_is_not_touched(page: str) -> None:
    with pytest.raises(ValueError, match="has no <!-- a --> with <!-- end --> after it"):
        with_part(page, "<!-- a -->", "<!-- end -->", "new")
