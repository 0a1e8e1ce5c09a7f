"""Short names for addresses, made from names in any alphabet."""

from django.db import models
from django.utils.text import slugify

LONGEST = 54
"""Characters of a slug before a number is added; the columns take 60."""

RESERVED = frozenset({"new"})
"""Words that stand in addresses where a slug could."""

_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z",
    "и": "i", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r",
    "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh",
    "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
}  # fmt: skip


def latin(text: str) -> str:
    """*text* in Latin letters (Russian letters by sound), for an address."""
    return slugify("".join(_CYRILLIC.get(letter, letter) for letter in text.lower()))


def free_slug(model: type[models.Model], name: str) -> str:
    """A slug of *name* that no row of *model* has yet: ``kozyr``, ``kozyr-2``, …"""
    base = latin(name)[:LONGEST] or model._meta.model_name or "x"
    taken = RESERVED | set(
        model._default_manager.filter(slug__startswith=base).values_list("slug", flat=True)
    )
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
