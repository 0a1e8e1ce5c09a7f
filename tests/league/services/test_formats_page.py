"""What docs/formats.md says of options, limits and orders is so."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from league.models import Stage
from league.progress.options import FORMATS
from league.services.stages import field_limits
from league.standings.tie_breaks import DEFAULTS

TEXT = (Path(settings.BASE_DIR) / "docs/formats.md").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line.startswith("| **")]


def line_of(format: str) -> str:
    (line,) = [line for line in LINES if f"`{format}`" in line]
    return line


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_has_the_options_that_the_page_lists(format: str) -> None:
    *_rest, entries, options, _end = line_of(format).split("|")
    assert set(re.findall(r"`(\w+)`", options)) == set(FORMATS[format]().to_json()) - {"qualifiers"}
    _least, most = field_limits(Stage(format=format))
    assert f"{most:,}" in entries


@pytest.mark.parametrize("system", DEFAULTS)
def test_the_usual_order_of_tie_breaks_is_the_one_on_the_page(system: str) -> None:
    keys = ", ".join(f"`{one.key}`" for one in DEFAULTS[system])  # type: ignore[index]
    assert f"| {keys} |" in TEXT
