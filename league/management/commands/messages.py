"""Brings the Russian translation up to date with the code: new sentences in, old ones out."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from league.management import phrases

PO = Path(settings.BASE_DIR) / "league/locale/ru/LC_MESSAGES/django.po"


class Command(BaseCommand):
    help = "Update the .po file from code and templates and compile the .mo file (needs polib)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="print what is not translated")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            import polib
        except ImportError as error:
            raise CommandError("polib is missing; it comes with requirements/dev.txt") from error
        book = polib.pofile(str(PO), wrapwidth=96) if PO.exists() else polib.POFile(wrapwidth=96)
        known = {(entry.msgctxt or "", entry.msgid): entry for entry in book}
        book.clear()
        book.metadata = {
            "Project-Id-Version": "durak-league",
            "Language": "ru",
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit",
            "Plural-Forms": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && "
            "n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
        }
        for phrase in phrases.phrases():
            book.append(_entry(polib, phrase, known.get((phrase.context, phrase.text))))
        PO.parent.mkdir(parents=True, exist_ok=True)
        book.save(str(PO))
        book.save_as_mofile(str(PO.with_suffix(".mo")))
        missing = [entry for entry in book if not entry.translated()]
        self.stdout.write(f"{len(book)} sentences, {len(missing)} not translated")
        if options["list"]:
            for entry in missing:
                self.stdout.write(repr((entry.msgid, entry.msgid_plural)))


def _entry(polib: Any, phrase: phrases.Phrase, known: Any) -> Any:
    entry = polib.POEntry(
        msgid=phrase.text,
        msgctxt=phrase.context or None,
        occurrences=[(phrase.file, "")],
        flags=["python-format"] if "%(" in phrase.text else [],
    )
    if phrase.plural:
        entry.msgid_plural = phrase.plural
        kept = known.msgstr_plural if known is not None else {}
        entry.msgstr_plural = {n: kept.get(n, "") for n in range(3)}
    elif known is not None:
        entry.msgstr = known.msgstr
    return entry
