"""Why something waits, in words for everybody; what exactly went wrong is told to staff alone."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.errors import Text


class Waits(models.TextChoices):
    """What a queued match or upload waits for. None of these is a bot's or a player's fault."""

    RUNNER = "runner", _("The match runner is not running.")
    SANDBOX = "sandbox", _("The bot sandbox is not available.")
    BUSY = "busy", _("The match runner has no room for it now.")
    BROKEN_OFF = "broken_off", _("It was broken off for a reason of ours, and is tried again.")
    OWN_CHECK = (
        "own_check",
        _("Another upload of its author is being checked; one is checked after the other."),
    )
    GIVEN_UP = (
        "given_up",
        _("The check was broken off again and again; the site's operator must look at it."),
    )


def told(stored: str) -> Text:
    """*stored* in words; whatever is no word of `Waits` is not shown, for it may be a bot's log."""
    if not stored:
        return ""
    return (Waits(stored) if stored in Waits.values else Waits.BROKEN_OFF).label
