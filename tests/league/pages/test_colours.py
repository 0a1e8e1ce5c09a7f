"""Text can be read on what it stands on, by day and by night (WCAG 2.2, level AA: 4.5 to 1)."""

import re
from pathlib import Path

import pytest
from django.conf import settings

STYLES = Path(settings.BASE_DIR) / "league/static/league"
HEX = r"#[0-9a-f]{3,6}\b"
PAIRS = [
    ("ink", "stock"), ("ink", "face"), ("ink", "row"), ("ink", "tint"),
    ("soft", "stock"), ("soft", "face"), ("soft", "row"), ("soft", "tint"),
    ("green", "stock"), ("green", "face"), ("green", "row"), ("green", "tint"),
    ("red", "stock"), ("red", "face"), ("red", "row"), ("red", "red-tint"),
    ("amber", "amber-tint"), ("ink", "red-tint"), ("ink", "amber-tint"),
    ("felt-text", "felt"), ("felt-text", "felt-deep"),
    ("felt-soft", "felt"), ("felt-soft", "felt-deep"),
]  # fmt: skip


def colours(theme: int) -> dict[str, str]:
    """The colour of each custom property; *theme* 0 is light, 1 is dark."""
    css = (STYLES / "base.css").read_text(encoding="utf-8").partition("@media print")[0]
    found = dict(re.findall(rf"--([a-z-]+): ({HEX});", css))
    for name, *both in re.findall(rf"--([a-z-]+): light-dark\(({HEX}), ({HEX})\);", css):
        found[name] = both[theme]
    return found


def luminance(colour: str) -> float:
    """Relative luminance of a colour such as #17503c, as WCAG defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out(text: str, ground: str, theme: int) -> None:
    palette = colours(theme)
    dark, light = sorted((luminance(palette[text]), luminance(palette[ground])))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_black_on_white_measures_as_the_standard_says() -> None:
    assert (luminance("#ffffff") + 0.05) / (luminance("#000000") + 0.05) == pytest.approx(21)


def test_light_colours_are_the_same_where_the_browser_knows_no_light_dark() -> None:
    css = (STYLES / "base.css").read_text(encoding="utf-8").partition("@media print")[0]
    plain = dict(re.findall(rf"--([a-z-]+): ({HEX});", css))
    for name, light, _dark in re.findall(rf"--([a-z-]+): light-dark\(({HEX}), ({HEX})\);", css):
        assert plain[name] == light, name
