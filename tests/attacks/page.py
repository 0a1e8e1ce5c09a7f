"""Writes the tables of docs/sandbox.md from the data: ``python -m tests.attacks.page``."""

from collections.abc import Iterator
from pathlib import Path

from bots.pages import with_part
from bots.sandbox.choose import TIERS
from tests.attacks.attacks import OPEN_CHANNELS, Attack, attacks, docstrings

PAGE = Path(__file__).parents[2] / "docs" / "sandbox.md"
BEGIN, END = "<!-- attacks -->\n", "<!-- end of attacks -->\n"


def written(text: str) -> str:
    """The page *text* with its tables as the data are now."""
    return with_part(text, BEGIN, END, "\n".join(lines()) + "\n")


def lines() -> Iterator[str]:
    all_of_them = attacks()
    bare = sum(one.bare for one in all_of_them)
    yield f"\n{len(all_of_them)} attacks, of which {bare} are known to succeed without walls.\n"
    for group in dict.fromkeys(one.group for one in all_of_them):
        yield f"### {docstrings(group)['']}\n"
        yield "| attack | what it tries | bare | verdict | stopped by |"
        yield "|---|---|---|---|---|"
        for one in all_of_them:
            if one.group == group:
                yield row(one)
        yield ""
    yield f"### {docstrings('pairs')['']}\n"
    yield "| channel | one bot | the other | open in |"
    yield "|---|---|---|---|"
    parts = docstrings("pairs")
    for name, tells in parts.items():
        if name.endswith("_tell"):
            channel = name.removesuffix("_tell")
            still = ", ".join(tier for tier in TIERS if (tier, channel) in OPEN_CHANNELS)
            yield f"| `{channel}` | {tells} | {parts[channel + '_hear']} | {still} |"


def row(one: Attack) -> str:
    bare = "succeeds" if one.bare else ""
    return f"| `{one}` | {one.tries} | {bare} | {told(one)} | {one.by} |"


def told(one: Attack) -> str:
    """The verdict in words; that of the second sandbox beside it where it is another."""
    first, *others = (" or ".join(f"`{word}`" for word in one.verdicts[tier]) for tier in TIERS)
    different = [
        f"{tier}: {words}" for tier, words in zip(TIERS[1:], others, strict=True) if words != first
    ]
    return "; ".join([first, *different])


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
