"""Uploads: an author's form, and what has become of each of his uploads, live."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from league import permissions
from league.errors import BadInput, NotAllowed
from league.models import Bot, Submission
from league.pages import checks, live, words
from league.permissions import Act
from league.selectors import bots
from league.services.bots import read_upload

SHOWN = 8
UNDECIDED = {Submission.Status.QUEUED, Submission.Status.CHECKING}


class UploadForm(forms.Form):
    """A program: a file, or its text pasted."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,  # what is wrong with it is said in the same words everywhere
        help_text=gettext_lazy("One .py file, or a .zip with bot.py at its top; at most 1 MB."),
        widget=forms.FileInput(attrs={"accept": ".py,.zip"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the program"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"class": "code", "spellcheck": "false", "rows": 12, "wrap": "off"}
        ),
    )

    def bundle(self) -> tuple[bytes, str]:
        """
        The bytes and the file's name.

        Raises:
            BadInput: If neither was given, or the file is too large.
        """
        upload = self.cleaned_data["file"]
        if upload is not None:
            return read_upload(upload), upload.name
        text = self.cleaned_data["text"].replace("\r\n", "\n")
        if not text.strip():
            raise BadInput("file", _("Choose a file or paste the program."), code="empty")
        return text.encode(), "bot.py"


def own_bot(request: HttpRequest, slug: str) -> Bot:
    """
    The author's bot.

    Raises:
        PermissionDenied: If it is somebody else's.
    """
    bot = get_object_or_404(
        Bot.objects.select_related("owner", "club", "current_version", "player"), slug=slug
    )
    try:
        permissions.require(request.user, Act.SUBMIT, bot)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error
    return bot


@login_required
@require_safe
def uploads_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The live region with the author's uploads."""
    bot = own_bot(request, slug)
    # It is asked for every other second: what is large is read only where it is shown.
    brief = list(_shown(bot).defer("bundle__data", "log", "checks"))
    return live.answer(
        request,
        "league/bots/uploads.html",
        _version(request, brief),
        lambda: {"bot": bot, **_told(bot, list(_shown(bot)))},
        is_over=_is_over(brief),
    )


def uploads(request: HttpRequest, bot: Bot) -> dict[str, Any]:
    """What the live region needs when it is part of the bot's page."""
    shown = list(_shown(bot))
    return {
        **_told(bot, shown),
        "version": _version(request, shown),
        "is_over": _is_over(shown),
    }


def _shown(bot: Bot) -> QuerySet[Submission]:
    return bots.submissions(bot).defer("bundle__data")[:SHOWN]


def _told(bot: Bot, shown: list[Submission]) -> dict[str, Any]:
    """
    The uploads, and the version that plays: read after them, or what was accepted in between would
    be told of as not played, to one whose page does not ask again.
    """
    current = Bot.objects.values_list("current_version", flat=True).get(pk=bot.pk)
    return {"uploads": described(shown), "current": current}


def _version(request: HttpRequest, shown: list[Submission]) -> str:
    facts = [(one.pk, one.status, one.attempt, one.waiting_for, len(one.steps)) for one in shown]
    return live.version_of(request, facts)


def _is_over(shown: list[Submission]) -> bool:
    return not any(one.status in UNDECIDED for one in shown)


def described(shown: list[Submission]) -> list[dict[str, Any]]:
    """Each upload with the steps of its check, and in plain words what it failed at."""
    return [
        {
            "submission": one,
            "passed": [step for step in checks.steps(one.steps) if step.passed],
            "failed": [step for step in checks.steps(one.steps) if not step.passed],
            "failure": checks.failure(one.steps),
            **_verdict(one),
        }
        for one in shown
    ]


def _verdict(submission: Submission) -> dict[str, Any]:
    """What the matches say, for uploads whose steps were not kept."""
    for check in submission.checks:
        for fault in check.get("faults", []):
            kind = fault["kind"]
            return {
                "fault": words.fault(kind),
                "remedy": words.FAULT_REMEDIES.get(kind, ""),
                "deal": fault.get("deal", 0) + 1,
                "against_itself": check.get("opponent") == "itself",
                "detail": fault.get("detail", ""),
            }
    return {}
