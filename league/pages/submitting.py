"""An author's acts: upload a version, put the bot on a ladder, take it off."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.models import Ladder, Submission
from league.pages.acting import accepted, by_form, done, user_of
from league.pages.bots import page
from league.pages.uploads import UploadForm, own_bot
from league.services import bots as bot_services
from league.services import ladders


@login_required
@by_form("bot")
def submit(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an upload; what is wrong with it is shown on the bot's page."""
    bot = own_bot(request, slug)
    form = UploadForm(request.POST, request.FILES)

    def act() -> Submission:
        data, filename = form.bundle()
        return bot_services.submit(bot=bot, data=data, filename=filename, by=user_of(request))

    if accepted(form, act) is None:
        return page(request, bot, form)
    messages.success(request, _("Uploaded. It is checked in the sandbox now."))
    return redirect("bot", slug=slug)


@login_required
@require_POST
def enrol(request: HttpRequest, slug: str, ladder: str) -> HttpResponse:
    """Put a bot on a ladder."""
    bot, found = own_bot(request, slug), get_object_or_404(Ladder, slug=ladder)
    done(
        request,
        lambda: ladders.enrol(ladder=found, bot=bot, by=user_of(request)),
        _("“%(bot)s” plays on “%(ladder)s” now.") % {"bot": bot, "ladder": found},
    )
    return redirect("bot", slug=slug)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str, ladder: str) -> HttpResponse:
    """Take a bot off a ladder."""
    bot, found = own_bot(request, slug), get_object_or_404(Ladder, slug=ladder)
    done(
        request,
        lambda: ladders.leave(ladder=found, bot=bot, by=user_of(request)),
        _("“%(bot)s” has left “%(ladder)s”; it may come back at any time.")
        % {"bot": bot, "ladder": found},
    )
    return redirect("bot", slug=slug)
