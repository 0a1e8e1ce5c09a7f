"""Teams of a tournament's field: one is added, or its name and members are changed."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Entry
from league.pages import entries as pages
from league.pages.acting import accepted, by_form, user_of
from league.pages.directing import directed
from league.pages.entry_forms import TeamForm, known_names
from league.pages.stages import frame
from league.services import entries


@login_required
@by_form("tournament-entries")
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team; a new name of a member becomes a player of the club."""
    found = directed(request, slug)
    form = TeamForm(found, request.POST)

    @transaction.atomic
    def act() -> Entry:
        return entries.register_team(
            tournament=found,
            players=form.players(),
            team_name=form.cleaned_data["team_name"],
            by=user_of(request),
        )

    if (entry := accepted(form, act)) is None:
        return pages.page(request, found, team_form=form)
    messages.success(request, _("“%(name)s” is entered.") % {"name": entry.name})
    return redirect("tournament-entries", slug=slug)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change what a team is called and who plays in it, before the start."""
    found = directed(request, slug)
    entry = get_object_or_404(found.entries.with_members(), pk=pk)
    if not (entry.is_team and found.takes_entries):
        return redirect("tournament-entries", slug=slug)
    form = TeamForm(found, request.POST or None, entry=entry)

    @transaction.atomic
    def act() -> Entry:
        return entries.edit_team(
            tournament=found,
            entry=entry,
            players=form.players(),
            team_name=form.cleaned_data["team_name"],
            by=user_of(request),
        )

    if request.method == "POST" and (edited := accepted(form, act)) is not None:
        messages.success(request, _("“%(name)s” is changed.") % {"name": edited.name})
        return redirect("tournament-entries", slug=slug)
    context: dict[str, Any] = {
        **frame(request, found, "entries"),
        "entry": entry,
        "team_form": form,
        "known_names": known_names(found, user_of(request)),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "league/tournaments/team.html", context, status=status)
