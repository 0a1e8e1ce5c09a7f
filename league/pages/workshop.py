"""What an author finds on the page of his bot: what it uses, where it fails, what he may do."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from bots.sandbox.limits import Limits
from league.models import AuditEntry, Bot, User
from league.pages import words
from league.pages.matches import order_of
from league.selectors import workshop as rows


class SettingsForm(forms.Form):
    """What an author may change of his bot."""

    takes_challenges = forms.BooleanField(
        label=gettext_lazy("Others may challenge it"),
        required=False,
        help_text=gettext_lazy("To unrated matches, which everybody can watch."),
    )
    description = forms.CharField(
        label=gettext_lazy("About it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    @classmethod
    def of(cls, bot: Bot) -> "SettingsForm":
        """The form with what stands now."""
        return cls(
            initial={"takes_challenges": bot.takes_challenges, "description": bot.description},
            auto_id="settings_%s",
        )


def workshop(bot: Bot, user: User) -> dict[str, Any]:
    """What the author's part of a bot's page shows to *user*."""
    return {
        "usage": rows.usage(bot),
        "limits": Limits(),
        "failures": [
            {"fault": one, "deal": 1 + order_of(one.match, one.leg, one.deal)}
            for one in rows.faults(bot)
        ],
        "quota": rows.quota(user),
        "history": [
            {"entry": entry, "act": words.ACTS.get(entry.act, entry.act), "about": _about(entry)}
            for entry in rows.history(bot)
        ],
        "settings_form": SettingsForm.of(bot),
    }


def _about(entry: AuditEntry) -> str:
    """The versions an act was about: 3 → 2."""
    told = entry.detail
    if entry.act == "roll_back_bot":
        return f"{told.get('before') or '–'} → {told.get('after')}"
    return str(told.get("version", "")) if entry.act == "delete_version" else ""
