"""Bots: the list, an author's own, a bot's page with its versions, rating, record and matches."""

import math
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, F, Q, QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import BadInput
from league.models import Bot, BotVersion, Club, Ladder, Match, Player, Rating, Seat
from league.pages import guide
from league.pages.acting import accepted, user_of
from league.pages.lines import lines
from league.pages.uploads import UploadForm, uploads
from league.pages.workshop import SettingsForm, workshop
from league.permissions import Act, may
from league.selectors import bots, challenges, exports, matches, ratings
from league.services import bots as bot_services
from league.streams import Busy, Stream

PAGE = 40
MATCHES = 15
VERSIONS = 20
OPPONENTS = 50


class BotForm(forms.Form):
    """What a new bot is called, and for whom it plays."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        help_text=gettext_lazy("As it will stand in the tables. It cannot be changed later."),
    )
    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=gettext_lazy("Club"),
        required=False,
        empty_label=gettext_lazy("no club"),
        help_text=gettext_lazy("A club of yours that it plays for, if any."),
    )
    description = forms.CharField(
        label=gettext_lazy("About it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@dataclass(frozen=True, slots=True)
class Opponent:
    """How a bot has fared against another: matches won, drawn and lost."""

    player: Player
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@require_safe
def bot_list(request: HttpRequest) -> HttpResponse:
    """All bots, found by a part of the name; a user's own stand first."""
    search = request.GET.get("q", "").strip()
    found = bots.bots(search)
    user = request.user
    context = {
        "page": Paginator(found, PAGE).get_page(request.GET.get("page")),
        "search": search,
        "mine": bots.of_owner(user) if user.is_authenticated else [],
    }
    return render(request, "league/bots/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a bot; then its first version is uploaded on its page."""
    user = user_of(request)
    form = BotForm(request.POST or None)
    clubs = form.fields["club"]
    assert isinstance(clubs, forms.ModelChoiceField)
    clubs.queryset = Club.objects.filter(members__user=user)
    if request.method == "POST":
        bot = accepted(form, lambda: bot_services.create(owner=user, **form.cleaned_data))
        if bot is not None:
            return redirect("bot", slug=bot.slug)
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "starter": guide.starter()}
    return render(request, "league/bots/new.html", context, status=status)


def find(slug: str) -> Bot:
    """
    The bot with what its page shows.

    Raises:
        Http404: If there is none.
    """
    return get_object_or_404(
        Bot.objects.select_related("owner", "club", "current_version", "player"), slug=slug
    )


@require_safe
def bot(request: HttpRequest, slug: str) -> HttpResponse:
    """A bot's page."""
    return page(request, find(slug))


def page(
    request: HttpRequest,
    bot: Bot,
    form: UploadForm | None = None,
    settings_form: SettingsForm | None = None,
) -> HttpResponse:
    """The bot's page; with a form, what was refused and why."""
    is_author = may(request.user, Act.SUBMIT, bot)
    rated = _rated(bot)
    versions = Paginator(_versions(bot), VERSIONS).get_page(request.GET.get("page"))
    found = matches.of_player(bot.player.pk).exclude(status=Match.Status.VOID)
    ladders = _ladders(bot)
    is_on_one = any(one["entry"] is not None and one["entry"].is_active for one in ladders)
    context: dict[str, Any] = {
        "bot": bot,
        "is_author": is_author,
        "is_retired": bot.current_version is None and versions.paginator.count > 0,
        "takes_challenges": bot.current_version is not None
        and (is_author or (bot.takes_challenges and not bot.is_paused)),
        "versions": [
            {
                "version": version,
                "rating": rated.get(version.pk),
                "is_current": version.pk == bot.current_version_id,
            }
            for version in versions
        ],
        "versions_page": versions,
        "is_rated": bot.current_version_id in rated,
        "ladders": ladders,
        "is_idle": is_author
        and bot.current_version is not None
        and bool(ladders)
        and not is_on_one,
        "opponents": opponents(bot),
        "lines": lines(found[:MATCHES]),
    }
    if is_author:
        context |= {
            **uploads(request, bot),
            **workshop(bot, user_of(request)),
            "form": form or UploadForm(),
            "starter": "" if versions.paginator.count else guide.starter(),
        }
    if settings_form:
        context["settings_form"] = settings_form
    status = 422 if form or settings_form else 200
    return render(request, "league/bots/bot.html", context, status=status)


def _versions(bot: Bot) -> QuerySet[BotVersion]:
    return bot.versions.select_related("submission", "bundle").defer(
        "bundle__data", "submission__log", "submission__steps", "submission__checks"
    )


def _rated(bot: Bot) -> dict[int, Rating]:
    """The rating lines of its versions in the pool of its first rated ladder."""
    ladders = Ladder.objects.filter(entries__bot=bot).select_related("ruleset")
    pool = next((ladder.ruleset.pool for ladder in ladders if ladder.ruleset.pool), None)
    return ratings.of_bot(pool, bot) if pool else {}


def _ladders(bot: Bot) -> list[dict[str, Any]]:
    entries = {entry.ladder_id: entry for entry in bot.ladder_entries.all()}
    return [
        {"ladder": ladder, "entry": entries.get(ladder.pk)}
        for ladder in Ladder.objects.select_related("ruleset")
        if ladder.is_open or ladder.pk in entries
    ]


def opponents(bot: Bot) -> list[Opponent]:
    """
    The bot's record by opponent over all its versions, challenges left out, of those it has played
    most, those first; two queries.
    """
    others = Seat.objects.exclude(player=bot.player).filter(
        match__status=Match.Status.FINISHED,
        match__challenged_by__isnull=True,
        match__seats__player=bot.player,
        match__results__stands=True,
    )
    tallies = others.values("player").annotate(
        played=Count("id"),
        lost=Count("id", filter=Q(match__results__winner=F("number"))),
        drawn=Count("id", filter=Q(match__results__winner__isnull=True)),
    )
    lines = {line["player"]: line for line in tallies.order_by("-played", "player")[:OPPONENTS]}
    found = [
        Opponent(
            player=player,
            won=line["played"] - line["lost"] - line["drawn"],
            drawn=line["drawn"],
            lost=line["lost"],
        )
        for player in Player.objects.filter(pk__in=lines).select_related("bot")
        if (line := lines[player.pk])
    ]
    return sorted(found, key=lambda one: (-one.played, one.player.search_name))


@require_safe
def bot_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """All matches of a bot, or its challenges alone, a page at a time."""
    found = find(slug)
    only = "challenges" if request.GET.get("only") == "challenges" else ""
    listed = matches.of_player(found.player.pk).exclude(status=Match.Status.VOID)
    if only:
        listed = challenges.of_bot(found)
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    is_author = may(request.user, Act.SUBMIT, found)
    context = {
        "bot": found,
        "is_author": is_author,
        "parts": [str(place) for place in exports.parts(found)] if is_author else [],
        "only": only,
        "page": page,
        "lines": lines(page.object_list),
    }
    return render(request, "league/bots/matches.html", context)


@login_required
@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponseBase:
    """
    The finished matches of a bot as JSON Lines, a part at a time, for its author; the part's number
    is for the file's name alone.
    """
    found, user = find(slug), user_of(request)
    if not may(user, Act.SUBMIT, found):
        raise Http404
    try:
        text = request.GET.get("after")
        after = exports.Place.parse(text) if text else None
        lines = Stream(exports.match_lines(found, user, after), user.pk)
    except BadInput as error:
        raise Http404 from error
    except Busy as busy:
        messages.error(request, _waiting(busy))
        return redirect("bot-matches", slug=slug)
    response = StreamingHttpResponse(lines, content_type="application/x-ndjson; charset=utf-8")
    part = request.GET.get("part", "")
    name = f"{found.slug}-{part}" if part.isascii() and part.isdigit() else found.slug
    response["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    response["Cache-Control"] = "no-store, private"
    return response


def _waiting(busy: Busy) -> str:
    minutes = math.ceil(busy.wait / 60)
    return ngettext(
        "Matches are being downloaded already, or were too often; try again in %(minutes)d minute.",
        "Matches are being downloaded already, or were too often; try again in %(minutes)d "
        "minutes.",
        minutes,
    ) % {"minutes": minutes}


@login_required
@require_safe
def download(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A version's file, for its author; nobody gets one that has been deleted."""
    found = find(slug)
    if not may(request.user, Act.SUBMIT, found):
        raise Http404
    version: BotVersion = get_object_or_404(
        found.versions.select_related("bundle").exclude(bundle=None).filter(deleted_at=None),
        number=number,
    )
    assert version.bundle is not None
    response = HttpResponse(bytes(version.bundle.data), content_type="application/octet-stream")
    name = f"{found.slug}-v{number}.{version.bundle.ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store, private"
    return response
