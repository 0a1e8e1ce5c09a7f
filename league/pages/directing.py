"""What a tournament's director does: set it up, start it, call it off."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.options import SIDES
from league import permissions
from league.errors import BadInput, NotAllowed
from league.language import readers_language
from league.models import Club, Role, Ruleset, Stage, Tournament, User
from league.pages import words
from league.pages.acting import accepted, done, user_of
from league.pages.format_fields import FormatFields
from league.pages.reports import ReasonForm
from league.pages.stages import find, frame
from league.permissions import Act
from league.progress.acts import Started
from league.progress.drawn import DrawnStage
from league.progress.elimination import Elimination
from league.progress.options import DoubleEliminationOptions, KnockoutOptions, TablesOptions
from league.progress.state import state_of
from league.scheduling.knockout import bracket_size
from league.selectors.progress import setup_of
from league.services import rulesets
from league.services import tournaments as services
from league.services.stages import field_limits

DEALS = 10
SIDES_OF_TEAMS = {1: (2, "single"), 2: (4, "pairs"), 3: (6, "threes")}
"""Seats and sides where two entries of so many players meet."""


class RulesetField(forms.ModelChoiceField):
    """A choice of rulesets, each by what people call it."""

    def label_from_instance(self, obj: Ruleset) -> str:
        told = words.ruleset(obj)
        return told if obj.seats == 2 else f"{told} · {_table(obj.seats, obj.sides)}"


class TournamentForm(FormatFields):
    """A new tournament: whose, what is played, who enters, how they meet."""

    club = forms.ModelChoiceField(Club.objects.none(), label=gettext_lazy("Club"))
    name = forms.CharField(label=gettext_lazy("Name of the tournament"), required=False)
    ruleset = RulesetField(
        Ruleset.objects.none(),
        label=gettext_lazy("What is played"),
        required=False,
        empty_label=gettext_lazy("Podkidnoy Durak, deals as below"),
        widget=forms.Select(attrs={"data-shows": ""}),
    )
    deals = forms.IntegerField(
        label=gettext_lazy("Deals a match"),
        initial=DEALS,
        required=False,
        help_text=gettext_lazy("Every match has so many deals."),
    )
    team_size = forms.TypedChoiceField(
        label=gettext_lazy("Who enters"),
        choices=[
            (1, gettext_lazy("Single players")),
            (2, gettext_lazy("Teams of two: two against two")),
            (3, gettext_lazy("Teams of three: three against three")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )
    description = forms.CharField(
        label=gettext_lazy("About it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Where and when, entry fee, whom to ask."),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = Club.objects.all()
        if not user.is_staff:
            clubs = clubs.filter(members__user=user, members__role__in=[Role.OWNER, Role.ORGANISER])
        _choose_from(self.fields["club"], clubs)
        _choose_from(
            self.fields["ruleset"],
            Ruleset.objects.filter(Q(club=None) | Q(club__in=clubs), made_from=None).distinct(),
        )
        self.fields["ruleset"].help_text = format_html(
            '<a href="{}">{}</a>', reverse("rules-list"), _("Rules of the games")
        )

    def table(self) -> tuple[int, str]:
        """Seats and sides, where no ruleset says them."""
        data = self.cleaned_data
        if data["format"] != Stage.Format.TABLES:
            return SIDES_OF_TEAMS[data["team_size"] or 1]
        size = data["tables_size"] or TablesOptions().size
        if not data["tables_partners"]:
            return size, "single"
        for seats, sides in SIDES_OF_TEAMS.values():
            if seats == size and sides != "single":
                return seats, sides
        raise BadInput(
            "tables_partners",
            _("%(size)d players do not make two sides; let 4 or 6 sit at a table.")
            % {"size": size},
        )

    def asked(self) -> list[dict[str, Any]]:
        """The stages; a ruleset that is chosen says itself how many sit at a table."""
        found = self.stages()
        if self.cleaned_data["ruleset"]:
            found[0].pop("size", None)
        return found


def _choose_from(field: forms.Field, queryset: Any) -> None:
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = queryset
    if field.required and len(only := queryset[:2]) == 1:
        field.initial = only[0]


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Set a tournament up; then its entries are filled."""
    user = user_of(request)
    club = Club.objects.filter(slug=request.GET.get("club", "")).first()
    initial = {"club": club} if club else {}
    form = TournamentForm(user, request.POST or None, initial=initial)
    if request.method == "POST":
        created = accepted(form, lambda: _create(form, user))
        if created is not None:
            messages.success(request, _("It is set up. Now enter who plays."))
            return redirect("tournament-entries", slug=created.slug)
    clubs = form.fields["club"]
    assert isinstance(clubs, forms.ModelChoiceField)
    context = {"form": form, "has_club": clubs.queryset is not None and clubs.queryset.exists()}
    status = 422 if request.method == "POST" else 200
    context["is_refused"] = status == 422
    return render(request, "league/tournaments/new.html", context, status=status)


@transaction.atomic
def _create(form: TournamentForm, user: User) -> Tournament:
    data = form.cleaned_data
    ruleset = data["ruleset"] or _ruleset_of(data["club"], data["deals"], *form.table(), user)
    try:
        return services.create(
            club=data["club"],
            name=data["name"],
            ruleset=ruleset,
            team_size=data["team_size"] or 1,
            stages=form.asked(),
            description=data["description"],
            by=user,
        )
    except BadInput as error:
        raise BadInput(form.field_of(error.field), error.detail, code=error.code) from error


def _ruleset_of(club: Club, deals: int | None, seats: int, sides: str, user: User) -> Ruleset:
    """The club's own Podkidnoy of so many deals and seats, made when it is first wanted."""
    if deals is None:
        raise BadInput("deals", _("Say how many deals a match has."))
    known = Ruleset.objects.filter(
        Q(club=club) | Q(club=None),
        game="podkidnoy",
        seats=seats,
        sides=sides,
        options={},
        made_from=None,
    )
    found = next((one for one in known if one.length == {**one.length, "count": deals}), None)
    if found is not None:
        return found
    name = ngettext(
        "Podkidnoy Durak, %(count)d deal", "Podkidnoy Durak, %(count)d deals", deals
    ) % {"count": deals}
    if seats > 2:
        name = f"{name}, {_table(seats, sides)}"
    return rulesets.create(name=name, seats=seats, sides=sides, deals=deals, club=club, by=user)


def _table(seats: int, sides: str) -> str:
    """How many sit at a table, or who plays against whom there."""
    if sides != "single":
        return SIDES[sides][readers_language()]
    return ngettext("%(count)d seat", "%(count)d seats", seats) % {"count": seats}


def directed(request: HttpRequest, slug: str) -> Tournament:
    """
    The tournament, for those who direct it.

    Raises:
        PermissionDenied: If this user does not.
    """
    found = find(slug)
    try:
        permissions.require(request.user, Act.DIRECT, found)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error
    return found


@login_required
@require_POST
def open_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Let authors enter their own bots."""
    found = directed(request, slug)
    done(
        request,
        lambda: services.open_entries(tournament=found, by=user_of(request)),
        _("Authors may enter their bots now."),
    )
    return redirect("tournament-entries", slug=slug)


@login_required
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what will happen; then let it happen."""
    found = directed(request, slug)
    if request.method == "POST":
        is_started = done(
            request,
            lambda: services.start(tournament=found, by=user_of(request)),
            _("“%(name)s” has begun.") % {"name": found},
        )
        return redirect("tournament-rounds" if is_started else "tournament-entries", slug=slug)
    context = {**frame(request, found, "overview"), **_outlook(found)}
    return render(request, "league/tournaments/start.html", context)


def _outlook(tournament: Tournament) -> dict[str, Any]:
    """What the start would draw, by the rules of the first stage."""
    entries = list(tournament.entries.filter(is_in=True).with_members())
    stage = tournament.stages.all()[0]
    least, most = field_limits(stage)
    found: dict[str, Any] = {
        "entries": entries,
        "size": len(entries),
        "bots": [player for entry in entries for player in entry.players if player.is_bot],
        "least": least,
        "most": most,
        "is_possible": least <= len(entries) <= most,
    }
    if found["is_possible"]:
        found |= _drawn_at_start(tournament, len(entries))
    return found


def _drawn_at_start(tournament: Tournament, size: int) -> dict[str, Any]:
    """The rounds, matches and byes of the first stage; of one drawn round by round its rounds."""
    members = tuple(((number, None),) for number in range(1, size + 1))
    state = state_of(setup_of(tournament), (Started(number=1, members=members),))
    stage = state.stages[0]
    if isinstance(stage, DrawnStage):
        return {"rounds": stage.options.rounds, "is_drawn_by_round": True}
    if isinstance(stage, Elimination):
        third_place = isinstance(stage.options, KnockoutOptions) and stage.options.third_place
        is_double = isinstance(stage.options, DoubleEliminationOptions)
        return {
            "rounds": stage.rounds_total,
            "matches": 2 * (size - 1) if is_double else size - 1 + (third_place and size > 2),
            "byes": bracket_size(size) - size,
            "is_bracket": True,
        }
    return {
        "rounds": len(stage.rounds),
        "matches": len(stage.tables),
        "byes": any(round.out for round in stage.rounds),
    }


@login_required
@require_http_methods(["GET", "POST"])
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the tournament off, with a reason the players will read."""
    found = directed(request, slug)
    if found.started_at and request.method == "GET":
        return redirect("tournament-act", slug=slug, kind="cancel")
    form = ReasonForm(request.POST or None)
    if request.method == "POST":
        cancelled = accepted(
            form,
            lambda: services.cancel(
                tournament=found, by=user_of(request), reason=form.cleaned_data["reason"]
            ),
        )
        if cancelled is not None:
            messages.success(request, _("“%(name)s” is called off.") % {"name": found})
            return redirect("tournament", slug=slug)
    context = {**frame(request, found, "overview"), "form": form}
    status = 422 if request.method == "POST" else 200
    return render(request, "league/tournaments/cancel.html", context, status=status)
