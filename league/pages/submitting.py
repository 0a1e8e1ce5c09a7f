"""An author's acts: upload, enrol and leave, pause and resume, go back, delete, retire."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Bot, BotVersion, Ladder, Submission
from league.pages.acting import accepted, by_form, done, user_of
from league.pages.bots import page
from league.pages.uploads import UploadForm, own_bot
from league.pages.workshop import SettingsForm
from league.selectors import departures, workshop
from league.services import bots as bot_services
from league.services import ladders, versions


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


@login_required
@by_form("bot")
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Have no ladder matches drawn for a bot."""
    bot = own_bot(request, slug)
    done(
        request,
        lambda: bot_services.pause(bot=bot, by=user_of(request)),
        _("“%(bot)s” is paused: what is under way is played, nothing new is drawn.") % {"bot": bot},
    )
    return redirect("bot", slug=slug)


@login_required
@by_form("bot")
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a paused bot play on."""
    bot = own_bot(request, slug)
    done(
        request,
        lambda: bot_services.resume(bot=bot, by=user_of(request)),
        _("“%(bot)s” plays on its ladders again.") % {"bot": bot},
    )
    return redirect("bot", slug=slug)


@login_required
@by_form("bot")
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what is said of a bot, and whether others may challenge it."""
    bot = own_bot(request, slug)
    form = SettingsForm(request.POST, auto_id="settings_%s")
    changed = accepted(
        form, lambda: bot_services.change(bot=bot, by=user_of(request), **form.cleaned_data)
    )
    if changed is None:
        return page(request, bot, settings_form=form)
    messages.success(request, _("Saved."))
    return redirect("bot", slug=slug)


@login_required
@require_POST
def roll_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a bot play with another of its versions."""
    bot = own_bot(request, slug)
    version = _version(bot, number)
    done(
        request,
        lambda: versions.roll_back(version=version, by=user_of(request)),
        _("“%(bot)s” plays with version %(number)d from its next match on.")
        % {"bot": bot, "number": number},
    )
    return redirect("bot", slug=slug)


@login_required
@require_http_methods(["GET", "POST"])
def delete_version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Delete the file of a version, once its author has seen what that means."""
    bot = own_bot(request, slug)
    version = _version(bot, number)
    if request.method == "POST":
        done(
            request,
            lambda: versions.delete(version=version, by=user_of(request)),
            _("The file of version %(number)d is deleted.") % {"number": number},
        )
        return redirect("bot", slug=slug)
    if version.is_deleted or version.bundle_id is None:
        raise Http404
    context = {
        "bot": bot,
        "version": version,
        "playing": workshop.playing([version]),
        "under_way": departures.under_way([version]),
    }
    return render(request, "league/bots/delete.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def retire(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a bot off everything and delete its files, once its author has seen what it means."""
    bot = own_bot(request, slug)
    if request.method == "POST":
        done(
            request,
            lambda: versions.retire(bot=bot, by=user_of(request)),
            _("“%(bot)s” is retired.") % {"bot": bot},
        )
        return redirect("bot", slug=slug)
    versions_of_it = bot.versions.defer("settings")
    context = {
        "bot": bot,
        "files": versions_of_it.filter(deleted_at=None, bundle__isnull=False).count(),
        "playing": workshop.playing(versions_of_it),
        "under_way": departures.under_way(versions_of_it),
        "to_come": departures.to_come(bot),
    }
    return render(request, "league/bots/retire.html", context)


def _version(bot: Bot, number: int) -> BotVersion:
    found = bot.versions.select_related("bundle").defer("bundle__data")
    return get_object_or_404(found, number=number)
