"""Rule sheets: what a player reads before the first deal; tables and examples from the code.

The sentences are in `rules_text/`, one file a game and language. A line `{{options}}` there stands
for a block that is made from the code, `{{from podkidnoy: The deal}}` for that section of another
sheet, and `{{move}}` for the next move of the worked example, which is played while the sheet is
made. `docs/rules` holds what comes out; the command REWRITE writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from games import sheet_tables as tables
from games.catalogue import GAMES, find_game
from games.errors import SetupError
from games.game import State
from games.options import LANGUAGES
from games.rendering import last_move_text, table_text
from games.scenarios import position

TEXTS = Path(__file__).parent / "rules_text"
DOCS = Path(__file__).parents[1] / "docs" / "rules"
REWRITE = "python3 -m games rules --write"

_INDEX = "README.md"
_MARK = re.compile(r"^\{\{([^{}]+)\}\}$", re.MULTILINE)
_MOVE = "{{move}}"
_TAG = re.compile(r"\[([^\[\]]+)\](?![(\[:])")
_SUFFIX = {"en": ".md", "ru": ".ru.md"}
_FOUND_AT = {"en": "sources", "ru": "источники"}
_OTHERS = {
    "en": "[По-русски]({key}.ru.md) · [all games](README.md)",
    "ru": "[In English]({key}.md) · [все игры](README.md#по-русски)",
}
_GUIDE = {
    "en": "What a program at the table is shown, and how it answers, is another subject: "
    "[the bot guide](../bot-guide.md).",
    "ru": "Что видит за столом программа и как она отвечает — другая тема: "
    "[как написать бота](../bot-guide.ru.md).",
}
_HEADER = {
    "en": "Written by `{command}` from games/rules_text/{name}: change that file, not this one.",
    "ru": "Написано командой `{command}` по файлу games/rules_text/{name}: меняйте его, не этот.",
}

Framed = Callable[[str, str], str]


def sheet(key: str, lang: str = "en") -> str:
    """
    The whole sheet of a game as Markdown.

    Raises:
        UnknownGame: If there is no such game.
        SetupError: If its text is not as the module says.
    """
    find_game(key)
    return _made(key, lang, lambda name, block: block)


def index(lang: str = "en") -> str:
    """The games there are, with the command for the sheet of each, as a Markdown table."""
    return tables.catalogue(lang)


def pages() -> dict[str, str]:
    """The pages of `docs/rules` by file name; what is made from the code stands between marks."""
    found = {_INDEX: _index_page()}
    for game in GAMES:
        for lang, suffix in _SUFFIX.items():
            found[game.key + suffix] = _page(game.key, lang)
    return found


def write(folder: Path = DOCS) -> list[str]:
    """Write the pages that differ from what *folder* holds; their names."""
    changed = []
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(name)
    return changed


def tags_of(text: str, lang: str) -> list[str]:
    """The sources a text cites, in the order of the list of sources."""
    cited = set(_TAG.findall(text))
    return [tag for tag in _sources(lang) if tag in cited]


@cache
def examples() -> dict[str, Any]:
    """The worked examples: `names` by language; by game an `example` and an `ending`."""
    found: dict[str, Any] = json.loads((TEXTS / "examples.json").read_text(encoding="utf-8"))
    return found


def _made(key: str, lang: str, framed: Framed) -> str:
    text = _with_sections((TEXTS / (key + _SUFFIX[lang])).read_text(encoding="utf-8"), lang)
    text = _with_moves(text, key, lang)
    cited = text

    def block(found: re.Match[str]) -> str:
        return framed(found[1], _block(found[1], key, lang, cited))

    return _MARK.sub(block, text)


def _with_sections(text: str, lang: str) -> str:
    """The text with each section of another sheet that it takes over."""

    def section(found: re.Match[str]) -> str:
        if not found[1].startswith("from "):
            return found[0]
        key, _, heading = found[1].removeprefix("from ").partition(": ")
        other = (TEXTS / (key + _SUFFIX[lang])).read_text(encoding="utf-8")
        _, known, rest = f"\n{other}".partition(f"\n## {heading}\n")
        if not known:
            raise SetupError(f"the {lang} sheet of {key} has no section {heading!r}")
        return rest.partition("\n## ")[0].strip()

    return _MARK.sub(section, text)


def _with_moves(text: str, key: str, lang: str) -> str:
    """The text with the sentence of each move of the example, played from its position."""
    first, *rest = text.split(_MOVE)
    told = list(_played(key, lang))
    if len(told) != len(rest):
        raise SetupError(f"{key}: {len(rest)} moves told in {lang}, {len(told)} played")
    pairs = zip(told, rest, strict=True)
    return first + "".join(f"**{said}.**{after}" for said, after in pairs)


def _played(key: str, lang: str) -> Iterator[str]:
    example = examples()[key]["example"]
    state = position(example)
    for move in example["moves"]:
        state.play(move)
        yield last_move_text(state, lang, _names(lang))


def _block(name: str, key: str, lang: str, text: str) -> str:
    """What stands for a mark in the sheet of a game; *text* is the sheet, for what it cites."""
    if name == "facts":
        return tables.facts(find_game(key), lang)
    if name == "options":
        return tables.options(key, lang)
    if name == "beating":
        return tables.beating(lang)
    if name == "values":
        return tables.values(lang)
    if name == "ending":
        return tables.ending(examples()[key]["ending"], lang, _names(lang))
    if name == "start":
        return _start(position(examples()[key]["example"]), lang)
    if name == "sources":
        return "\n".join(_sources(lang)[tag] for tag in tags_of(text, lang))
    raise SetupError(f"no block of a sheet is called {name!r}")


def _start(state: State, lang: str) -> str:
    lines = table_text(state, lang, _names(lang)).splitlines()
    return "\n".join(f"    {line}" for line in lines)


def _names(lang: str) -> list[str]:
    names: list[str] = examples()["names"][lang]
    return names


@cache
def _sources(lang: str) -> dict[str, str]:
    """By tag, its line in the list of sources, `- **[000]** what it is`."""
    lines = (TEXTS / f"sources{_SUFFIX[lang]}").read_text(encoding="utf-8").splitlines()
    return {line.partition("[")[2].partition("]")[0]: line for line in lines if line.strip()}


def _page(key: str, lang: str) -> str:
    text = _made(key, lang, _between_marks).strip()
    # What leads from each tag to the list of sources.
    links = "\n".join(f"[{tag}]: {_INDEX}#{_FOUND_AT[lang]}" for tag in tags_of(text, lang))
    parts = _OTHERS[lang].format(key=key), text, _GUIDE[lang], links
    return _headed(key + _SUFFIX[lang], lang, "\n\n".join(parts) + "\n")


def _index_page() -> str:
    def block(found: re.Match[str]) -> str:
        name, _, lang = found[1].partition(" ")
        made = tables.catalogue(lang) if name == "games" else "\n".join(_sources(lang).values())
        return _between_marks(found[1], made)

    text = _MARK.sub(block, (TEXTS / _INDEX).read_text(encoding="utf-8"))
    return _headed(_INDEX, LANGUAGES[0], text)


def _between_marks(name: str, block: str) -> str:
    return f"<!-- {name} -->\n\n{block}\n\n<!-- /{name} -->"


def _headed(name: str, lang: str, text: str) -> str:
    return f"<!-- {_HEADER[lang].format(command=REWRITE, name=name)} -->\n\n{text}"
