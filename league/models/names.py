"""How names are folded, so that Ёлкин, ЁЛКИН and елкин are found as one on every database."""

import unicodedata
from typing import Any

from django.db import models

NAME_LENGTH = 80


def fold(name: str) -> str:
    """
    *name* as it is compared: NFKC, case folded, ё as е, runs of white space as one space.

    SQLite compares Cyrillic letters case-sensitively, so the folded form is stored.
    """
    text = unicodedata.normalize("NFKC", name).casefold().replace("ё", "е")
    return " ".join(text.split())


class Named(models.Model):
    """Something with a name people search for."""

    name = models.CharField(max_length=NAME_LENGTH)
    search_name = models.CharField(max_length=2 * NAME_LENGTH, editable=False, db_index=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.search_name = fold(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "search_name"}
        super().save(*args, **kwargs)
