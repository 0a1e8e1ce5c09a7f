"""The field of a tournament: add people and bots, paste a list, reorder, remove, withdraw."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.errors import BadInput, BadLines, LeagueError
from league.models import Entry, Stage, Tournament
from league.pages.acting import accepted, by_form, done, user_of
from league.pages.directing import directed
from league.pages.entry_forms import BotsForm, ListForm, PersonForm, TeamForm, known_names
from league.pages.lines import address_of
from league.pages.stages import find, frame
from league.permissions import Act, may
from league.services import clubs, entries

DRAWN_ROUNDS = [Stage.Format.SWISS, Stage.Format.TABLES]


@require_safe
def entry_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The field, and the director's forms while entries are open."""
    return page(request, find(slug))


def page(request: HttpRequest, tournament: Tournament, **bound: Any) -> HttpResponse:
    """The page of the field; *bound* holds a form that was refused."""
    may_direct = may(request.user, Act.DIRECT, tournament)
    is_open = tournament.status == Tournament.Status.OPEN
    may_enter_own = is_open and request.user.is_authenticated and not may_direct
    context = {
        **frame(request, tournament, "entries"),
        "entries": [
            {
                "entry": entry,
                "members": [(member, address_of(member.player)) for member in entry.members],
                "is_own": may_enter_own and _is_own(entry, request.user.pk),
            }
            for entry in tournament.entries.filter(is_in=True).with_members()
        ],
        "has_drawn_rounds": tournament.stages.filter(format__in=DRAWN_ROUNDS).exists(),
        "is_for_teams": tournament.team_size > 1,
        "may_edit": may_direct and tournament.takes_entries,
        "may_withdraw": may_direct
        and tournament.status in (Tournament.Status.RUNNING, Tournament.Status.FINISHED),
    }
    if may_direct and tournament.takes_entries:
        context |= {"list_form": ListForm(tournament, auto_id="list_%s")}
        if tournament.team_size > 1:
            context["team_form"] = TeamForm(tournament)
            context["known_names"] = known_names(tournament, user_of(request))
        else:
            context["person_form"] = PersonForm(auto_id="person_%s")
            context["bots_form"] = BotsForm(tournament, request.user, auto_id="bots_%s")
    if may_enter_own:
        context["own_form"] = BotsForm(tournament, request.user, auto_id="bots_%s")
    return render(
        request,
        "league/tournaments/entries.html",
        {**context, **bound},
        status=422 if bound else 200,
    )


@login_required
@by_form("tournament-entries")
def add_person(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a person by name; a new name becomes a player of the club."""
    found = directed(request, slug)
    form = PersonForm(request.POST, auto_id="person_%s")

    def act() -> Entry:
        player = clubs.person(club=found.club, name=form.cleaned_data["name"])
        return entries.register(tournament=found, player=player, by=user_of(request))

    if (entry := accepted(form, act)) is None:
        return page(request, found, person_form=form)
    messages.success(request, _("“%(name)s” is entered.") % {"name": entry.name})
    return redirect("tournament-entries", slug=slug)


@login_required
@by_form("tournament-entries")
def add_bots(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Enter the bots that were ticked, each by itself or all as one team; where entries are open, an
    author enters his own.
    """
    found = find(slug)
    if found.status != Tournament.Status.OPEN:
        found = directed(request, slug)
    form = BotsForm(found, request.user, request.POST, auto_id="bots_%s")

    def act() -> list[Entry]:
        chosen = form.cleaned_data["bots"]
        if not chosen:
            raise BadInput("bots", _("Tick at least one bot."), code="empty")
        players = [bot.player for bot in chosen]
        by = user_of(request)
        if found.team_size > 1:
            return [entries.register_team(tournament=found, players=players, by=by)]
        return [entries.register(tournament=found, player=one, by=by) for one in players]

    if (added := accepted(form, act)) is None:
        return page(request, found, bots_form=form, own_form=form)
    messages.success(request, _said_of(len(added)))
    return redirect("tournament-entries", slug=slug)


def _said_of(count: int) -> str:
    return ngettext("%(count)d is entered.", "%(count)d are entered.", count) % {"count": count}


@login_required
@by_form("tournament-entries")
def add_list(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Enter everybody on a list. Where lines are wrong, each is shown with its number and nothing
    is written, unless the director chooses to enter the good ones.
    """
    found = directed(request, slug)
    form = ListForm(found, request.POST, request.FILES, auto_id="list_%s")
    report: dict[str, Any] = {}

    def act() -> list[Entry]:
        text = form.text()
        report["text"] = text
        try:
            return entries.register_list(
                tournament=found,
                text=text,
                by=user_of(request),
                skip_problems="skip" in request.POST,
            )
        except BadLines as error:
            report["lines"] = _with_text(error, text)
            raise

    if (added := accepted(form, act)) is None:
        if "text" in report:
            typed = request.POST.copy()
            typed["list"] = report["text"]
            form.data = typed
        return page(request, found, list_form=form, problems=report.get("lines", []))
    messages.success(request, _said_of(len(added)))
    return redirect("tournament-entries", slug=slug)


def _with_text(error: BadLines, text: str) -> list[dict[str, Any]]:
    lines = text.splitlines()
    return [
        {
            "number": number,
            "problem": problem,
            "text": lines[number - 1][:80] if number <= len(lines) else "",
        }
        for number, problem in error.lines
    ]


def _is_own(entry: Entry, user_id: int | None) -> bool:
    return all(player.bot and player.bot.owner_id == user_id for player in entry.players)


def _entry(tournament: Tournament, pk: int) -> Entry:
    return get_object_or_404(tournament.entries.with_members(), pk=pk)


@login_required
@require_POST
def move(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give an entry another starting rank."""
    found = directed(request, slug)
    entry = _entry(found, pk)
    asked = request.POST.get("to", "")

    def act() -> None:
        if not (asked.isascii() and asked.isdigit()):
            raise LeagueError(_("“%(value)s” is not a starting rank.") % {"value": asked})
        entries.move(tournament=found, entry=entry, to=int(asked), by=user_of(request))

    done(
        request,
        act,
        _("“%(name)s” starts from place %(rank)s now.") % {"name": entry.name, "rank": asked},
    )
    return redirect("tournament-entries", slug=slug)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an entry out before the start."""
    found = find(slug)
    entry = _entry(found, pk)
    done(
        request,
        lambda: entries.remove(tournament=found, entry=entry, by=user_of(request)),
        _("“%(name)s” is taken out.") % {"name": entry.name},
    )
    return redirect("tournament-entries", slug=slug)


@login_required
@require_http_methods(["GET", "POST"])
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask, then let an entry leave a running tournament for good."""
    found = directed(request, slug)
    entry = _entry(found, pk)
    if request.method == "POST":
        done(
            request,
            lambda: entries.withdraw(tournament=found, entry=entry, by=user_of(request)),
            _("“%(name)s” has left; the matches not yet played are lost without play.")
            % {"name": entry.name},
        )
        return redirect("tournament-entries", slug=slug)
    context = {**frame(request, found, "entries"), "entry": entry}
    return render(request, "league/tournaments/withdraw.html", context)
