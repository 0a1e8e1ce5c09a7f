"""Everything the site says is said in Russian too, with the same values in it."""

import re

import polib
import pytest
from django.utils import translation

from league.management import phrases
from league.management.commands.messages import PO

PLACES = re.compile(r"%\(\w+\)\w|%%|%\w")


@pytest.fixture(scope="module")
def book() -> polib.POFile:
    return polib.pofile(str(PO))


def test_every_sentence_of_code_and_templates_is_in_the_book(book: polib.POFile) -> None:
    known = {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in book}
    said = {(phrase.context, phrase.text, phrase.plural) for phrase in phrases.phrases()}
    assert said - known == set(), "run: python3 manage.py messages"
    assert known - said == set(), "run: python3 manage.py messages"


def test_nothing_is_untranslated_or_doubtful(book: polib.POFile) -> None:
    assert [entry.msgid for entry in book if not entry.translated()] == []
    assert [entry.msgid for entry in book if entry.fuzzy or entry.obsolete] == []


def test_translations_hold_the_same_values(book: polib.POFile) -> None:
    for entry in book:
        expected = sorted(PLACES.findall(entry.msgid))
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            if text:
                assert sorted(PLACES.findall(text)) == expected, entry.msgid


def test_counted_sentences_have_three_forms(book: polib.POFile) -> None:
    for entry in book:
        if entry.msgid_plural:
            assert sorted(entry.msgstr_plural) == [0, 1, 2], entry.msgid


def test_the_compiled_book_is_the_book(book: polib.POFile) -> None:
    compiled = polib.mofile(str(PO.with_suffix(".mo")))
    expected = {(e.msgid, e.msgstr, tuple(e.msgstr_plural.values())) for e in book}
    assert {(e.msgid, e.msgstr, tuple(e.msgstr_plural.values())) for e in compiled} == expected


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "1 карта"), (3, "3 карты"), (5, "5 карт"), (11, "11 карт"), (21, "21 карта")],
)
def test_russian_counts_as_russian_does(count: int, words: str) -> None:
    with translation.override("ru"):
        text = translation.ngettext("%(count)s card", "%(count)s cards", count)
    assert text % {"count": count} == words


def test_phrases_are_found_in_code_and_in_templates() -> None:
    code = 'x = _("One " "two")\nngettext("%(n)d a", "%(n)d b", n)\nother("no")\n'
    code += 'raise BundleError("kind", "%(name)r is bad", name=name)\n'
    assert [(p.text, p.plural) for p in phrases.in_code(code, "x.py")] == [
        ("One two", ""),
        ("%(n)d a", "%(n)d b"),
        ("%(name)r is bad", ""),
    ]
    template = (
        '{% load i18n %}{% translate "It\'s 5 %" %}{% blocktranslate with a=b %}Hi {{ a }}'
        "{% endblocktranslate %}{% blocktranslate count n=m %}{{ n }} x{% plural %}{{ n }} y"
        "{% endblocktranslate %}{% comment %}{% translate 'not me' %}{% endcomment %}"
    )
    assert [(p.text, p.plural) for p in phrases.in_template(template, "x.html")] == [
        ("It's 5 %%", ""),
        ("Hi %(a)s", ""),
        ("%(n)s x", "%(n)s y"),
    ]
