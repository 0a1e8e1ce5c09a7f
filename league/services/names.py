"""What a name may be, said once for clubs, bots, players and tournaments."""

import unicodedata

from django.utils.translation import gettext as _

from league.errors import BadInput
from league.models.names import NAME_LENGTH


def clean_name(name: str, *, field: str = "name") -> str:
    """
    *name* in NFC with single spaces.

    Raises:
        BadInput: If it is empty, too long, or holds characters that cannot be seen.
    """
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise BadInput(field, _("A name is needed."), code="empty")
    if len(cleaned) > NAME_LENGTH:
        raise BadInput(
            field,
            _("“%(name)s…” has %(length)d characters; at most %(limit)d are allowed.")
            % {"name": cleaned[:20], "length": len(cleaned), "limit": NAME_LENGTH},
            code="too_long",
        )
    unseen = next((c for c in cleaned if unicodedata.category(c) in {"Cc", "Cf", "Co", "Cs"}), None)
    if unseen is not None:
        raise BadInput(
            field,
            _("“%(name)s” holds the invisible character U+%(code)04X; type the name by hand.")
            % {"name": cleaned.replace(unseen, "�"), "code": ord(unseen)},
            code="invisible_character",
        )
    return cleaned
