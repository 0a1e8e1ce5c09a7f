"""Clubs: the list, a new one, a club's members, players and tournaments."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.models import Club, Player, Role, fold
from league.pages.acting import accepted, user_of
from league.permissions import Act, may
from league.services import clubs

PAGE = 40
PLAYERS = 60


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=gettext_lazy("Name of the club"), required=False)
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("As in Europe/Moscow."),
        required=False,
    )
    description = forms.CharField(
        label=gettext_lazy("About it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class RoleForm(forms.Form):
    """A user of the site and what he may do in the club."""

    username = forms.CharField(label=gettext_lazy("User name"), required=False)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.MEMBER)


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs, found by a part of the name."""
    search = request.GET.get("q", "").strip()
    found = Club.objects.annotate(
        size=Count("members", distinct=True), held=Count("tournaments", distinct=True)
    ).order_by("search_name")
    if search:
        found = found.filter(search_name__contains=fold(search))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "league/clubs/list.html", {"page": page, "search": search})


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Found a club; its founder is its owner."""
    zone = {"time_zone": timezone.get_current_timezone_name()}
    form = ClubForm(request.POST or None, initial=zone)
    if request.method == "POST":

        def act() -> Club:
            data = form.cleaned_data
            return clubs.create(
                by=user_of(request), **{**data, "time_zone": data["time_zone"] or "UTC"}
            )

        club = accepted(form, act)
        if club is not None:
            messages.success(request, _("The club “%(name)s” is founded.") % {"name": club})
            return redirect("club", slug=club.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/clubs/new.html", {"form": form}, status=status)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's page."""
    return _page(request, get_object_or_404(Club, slug=slug))


def _page(request: HttpRequest, club: Club, form: RoleForm | None = None) -> HttpResponse:
    players = Player.objects.filter(club=club).select_related("bot")
    manages = may(request.user, Act.MANAGE_CLUB, club)
    context: dict[str, Any] = {
        "club": club,
        "members": club.members.select_related("user").order_by("joined_at"),
        "roles": Role.choices,
        "players": Paginator(players, PLAYERS).get_page(request.GET.get("page")),
        "tournaments": club.tournaments.select_related("ruleset")[:20],
        "may_manage": manages,
        "may_direct": may(request.user, Act.DIRECT, club),
        "form": form or (RoleForm() if manages else None),
    }
    return render(request, "league/clubs/club.html", context, status=422 if form else 200)


@login_required
@require_POST
def set_role(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a user a member, or change what he may do."""
    found = get_object_or_404(Club, slug=slug)
    form = RoleForm(request.POST)
    member = accepted(
        form,
        lambda: clubs.set_role(club=found, by=user_of(request), **form.cleaned_data),
    )
    if member is None:
        return _page(request, found, form)
    messages.success(
        request,
        _("“%(name)s” is now: %(role)s.") % {"name": member.user, "role": Role(member.role).label},
    )
    return redirect("club", slug=slug)
