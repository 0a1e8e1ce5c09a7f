"""Short names for addresses, made from names in any alphabet."""

from django.db import models
from django.utils.text import slugify

_CYRILLIC = dict(
    zip(
        "абвгдезийклмнопрстуфыэ",
        ["a", "b", "v", "g", "d", "e", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "y", "e"],
        strict=True,
    )
) | {
    "ё": "yo", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch",
    "ъ": "", "ь": "", "ю": "yu", "я": "ya",
}  # fmt: skip


def latin(text: str) -> str:
    """*text* in Latin letters (Russian letters by sound), for an address."""
    return slugify("".join(_CYRILLIC.get(letter, letter) for letter in text.lower()))


def free_slug(model: type[models.Model], name: str) -> str:
    """A slug of *name* that no row of *model* has yet: ``kozyr``, ``kozyr-2``, …"""
    limit = model._meta.get_field("slug").max_length or 60
    base = latin(name)[: limit - 6] or model._meta.model_name or "x"
    taken = set(model._default_manager.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
