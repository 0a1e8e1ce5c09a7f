"""Our own Markdown as a page: title, contents, anchors, and tables that fit a telephone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from league.services.slugs import latin

# A row of more letters than that is prose: on a narrow screen it becomes a block of its own.
PROSE = 60


@dataclass(frozen=True)
class Page:
    """
    A text with one title.

    title: plain text. lead: the paragraph right under the title, as HTML; empty if there is none.
    contents: anchor and plain text of every heading of the second level. text: the rest as HTML.
    """

    title: str
    lead: SafeString
    contents: Sequence[tuple[str, str]]
    text: SafeString


def page(text: str, addresses: Mapping[str, str] | None = None) -> Page:
    """
    A Markdown text as a page; what it holds of HTML stays text.

    addresses: where the site has what a link leads to, by the link.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    _link(tokens, addresses or {})
    contents = list(_anchored(tokens))
    title, lead, rest = _opening(tokens)

    def html(some: Sequence[Token]) -> SafeString:
        return mark_safe(markdown.renderer.render(some, markdown.options, {}))

    return Page(title, html(lead), contents, html(list(_framed(rest))))


def _link(tokens: Sequence[Token], addresses: Mapping[str, str]) -> None:
    for token in tokens:
        _link(token.children or (), addresses)
        if token.type == "link_open":
            href = str(token.attrs["href"])
            token.attrs["href"] = addresses.get(href, href)
            if href.startswith("#"):
                token.attrs["class"] = "within"


def _anchored(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Give every heading an anchor; those of the second level, with their text."""
    taken: set[str] = set()
    for token, inline in pairwise(tokens):
        if token.type != "heading_open":
            continue
        base = anchor(_plain(inline))
        number = 1
        while (name := base if number == 1 else f"{base}-{number}") in taken:
            number += 1
        taken.add(name)
        token.attrs["id"] = name
        if token.tag == "h2":
            yield name, _plain(inline)


def anchor(heading: str) -> str:
    """The anchor of a heading; none is the name of a part of every page."""
    return f"s-{latin(heading)}"


def _opening(tokens: Sequence[Token]) -> tuple[str, Sequence[Token], Sequence[Token]]:
    """The title, the tokens of the paragraph under it, and all that follows."""
    kinds = [token.type for token in tokens[:6]]
    if kinds[:1] != ["heading_open"]:
        return "", (), tokens
    end = 6 if kinds[3:] == ["paragraph_open", "inline", "paragraph_close"] else 3
    return _plain(tokens[1]), tokens[3:end], tokens[end:]


def _plain(inline: Token) -> str:
    return "".join(token.content for token in inline.children or ())


def _framed(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with a frame round each table, and what is too wide within reach of the keys."""
    heading, at = "", 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "heading_open":
            heading = _plain(tokens[at + 1])
        if token.type == "code_block":
            token.attrs["tabindex"] = 0
        if token.type != "table_open":
            yield token
            at += 1
            continue
        end = next(n for n in range(at, len(tokens)) if tokens[n].type == "table_close") + 1
        yield from _table(tokens[at:end], heading)
        at = end


def _table(tokens: Sequence[Token], heading: str) -> Iterator[Token]:
    frame = Token("frame_open", "div", 1, attrs={"class": "scroll"}, block=True)
    cells = [_plain(token) for token in tokens if token.type == "inline"]
    titles = cells[: sum(token.type == "th_open" for token in tokens)]
    widths = [max(map(len, cells[n :: len(titles)])) for n in range(len(titles))]
    if len(titles) > 2 and sum(widths) > PROSE:
        frame.attrs["class"] = "scroll prose"
        _name_cells(tokens, titles)
        # One column of long sentences beside short words gets more room than the words would leave.
        if 2 * max(widths) > sum(widths):
            heads = [token for token in tokens if token.type == "th_open"]
            heads[widths.index(max(widths))].attrs["class"] = "widest"
    else:
        frame.attrs |= {"tabindex": 0, "role": "region", "aria-label": heading}
    yield frame
    yield from tokens
    yield Token("frame_close", "div", -1, block=True)


_ROLES = {
    "table_open": "table",
    "thead_open": "rowgroup",
    "tbody_open": "rowgroup",
    "tr_open": "row",
    "th_open": "columnheader",
    "td_open": "cell",
}


def _name_cells(tokens: Sequence[Token], titles: Sequence[str]) -> None:
    """Write into each cell what its column is called; a table shown as blocks stays a table."""
    column = 0
    for token in tokens:
        if token.type in _ROLES:
            token.attrs["role"] = _ROLES[token.type]
        if token.type == "tr_open":
            column = 0
        if token.type == "td_open":
            token.attrs["data-column"] = titles[column]
            column += 1


def cited(text: str, tags: Sequence[str], heading: str) -> str:
    """The text with every `[tag]` a link to the section that explains them, under *heading*."""
    return _tag(tags).sub(rf"[\\[\1\\]](#{anchor(heading)})", text)


def uncited(text: str, tags: Sequence[str]) -> str:
    """The text without any `[tag]`."""
    return re.sub(rf" ?{_tag(tags).pattern}", "", text)


def _tag(tags: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\*)\[({'|'.join(map(re.escape, tags))})\](?!\*)")
