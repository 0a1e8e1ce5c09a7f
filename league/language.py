"""The reader's language, as the rules engine and its texts know languages."""

from django.utils.translation import get_language

from games.options import LANGUAGES


def readers_language() -> str:
    """One of `games.options.LANGUAGES`: English where the engine does not speak the reader's."""
    language = (get_language() or "")[:2]
    return language if language in LANGUAGES else "en"
