"""Every sentence the site says, found in our own code and templates without any outside tool."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(settings.BASE_DIR) / "league"
SINGLE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
COUNTED = {"ngettext", "ngettext_lazy"}
IN_CONTEXT = {"pgettext", "pgettext_lazy"}
BESIDE_A_CODE = {"BundleError"}
"""Errors of our packages without Django, which the site says in the reader's language."""
OUTSIDE = ("bots/sandbox/bundle.py",)
"""Where they are raised."""
_CALL = re.compile(r"\b(n?p?gettext|_)\(")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, its plural where it is counted, and the file that says it."""

    text: str
    plural: str
    context: str
    file: str


def phrases() -> list[Phrase]:
    """All phrases of the project, each once, by file and text."""
    found: dict[tuple[str, str], Phrase] = {}
    outside = [ROOT.parent / name for name in OUTSIDE]
    for path in [*sorted(ROOT.rglob("*.py")), *outside]:
        if "migrations" not in path.parts:
            for phrase in in_code(path.read_text(encoding="utf-8"), _name(path)):
                found.setdefault((phrase.context, phrase.text), phrase)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for phrase in in_template(path.read_text(encoding="utf-8"), _name(path)):
            found.setdefault((phrase.context, phrase.text), phrase)
    return list(found.values())


def _name(path: Path) -> str:
    return path.relative_to(ROOT.parent).as_posix()


def in_code(source: str, file: str) -> Iterator[Phrase]:
    """The phrases of a Python file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            yield from _phrase(node.func.id, [t for t in texts if isinstance(t, str)], file)


def in_template(source: str, file: str) -> Iterator[Phrase]:
    """The phrases of a template, by way of the code Django itself makes of it for this purpose."""
    code = templatize(source, origin=file)
    for call in _CALL.finditer(code):
        yield from _phrase(call[1], _literals(code[call.end() :]), file)


def _phrase(function: str, texts: list[str], file: str) -> Iterator[Phrase]:
    if function in SINGLE and texts:
        yield Phrase(texts[0], "", "", file)
    elif function in COUNTED and len(texts) > 1:
        yield Phrase(texts[0], texts[1], "", file)
    elif function in IN_CONTEXT and len(texts) > 1:
        yield Phrase(texts[1], "", texts[0], file)
    elif function in BESIDE_A_CODE and len(texts) > 1:
        yield Phrase(texts[1], "", "", file)


_LITERAL = re.compile(r"""\s*(u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))\s*(,?)""", re.DOTALL)


def _literals(code: str) -> list[str]:
    """The string literals that *code* begins with, as far as commas go on."""
    texts = []
    while (literal := _LITERAL.match(code)) is not None:
        texts.append(str(ast.literal_eval(literal[1].replace("\n", "\\n"))))
        code = code[literal.end() :]
        if not literal[2]:
            break
    return texts
