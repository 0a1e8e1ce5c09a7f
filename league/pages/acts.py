"""
A director's and an arbiter's acts upon a tournament that has begun: what it would change is shown
before it is done, and beside the news that it is done stands how to take it back.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league import permissions
from league.errors import LeagueError, NotAllowed
from league.models import Tournament, User
from league.pages.act_forms import FORMS, ActForm, CloseForm
from league.pages.acting import accepted, user_of
from league.pages.log_lines import Teller
from league.pages.stages import find, frame, names_of
from league.permissions import Act
from league.progress import acts
from league.progress.by_hand import compared
from league.progress.drawn import DrawnStage
from league.progress.seated import Tables
from league.progress.state import State
from league.scheduling.table_quality import table_quality
from league.selectors.progress import Progress, progress_of
from league.services import directing


@login_required
@require_http_methods(["GET", "POST"])
def act(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Fill in an act, look at what it changes, confirm it."""
    if kind not in FORMS:
        raise Http404
    found = find(slug)
    _allow(request, kind, found)
    progress = progress_of(found)
    if not progress.state.is_started:
        messages.error(request, _("It has not begun; change its entries instead."))
        return redirect("tournament", slug=slug)
    try:
        form = _form(request, progress, kind)
    except LeagueError as error:
        messages.error(request, str(error))
        return redirect("tournament", slug=slug)
    is_confirmed = request.method == "POST" and request.POST.get("step") == "confirm"
    if is_confirmed and accepted(form, lambda: _do(form)):
        messages.success(request, _done(found, form.by))
        return redirect(_onward(kind, slug))
    return _page(request, form)


def _form(request: HttpRequest, progress: Progress, kind: str) -> ActForm:
    """The form as it was sent; one that asks nothing more is taken as sent with its address."""
    made, user, initial = FORMS[kind], user_of(request), request.GET.dict()
    if request.method == "POST":
        return made(progress, user, request.POST, {})
    form = made(progress, user, None, dict(initial))
    if form.asks:
        return form
    values = {name: form[name].initial for name in form.fields}
    for name, field in form.fields.items():
        choices = list(getattr(field, "choices", ()))
        if values[name] is None and len(choices) == 1:
            values[name] = choices[0][0]
    given = {name: value for name, value in values.items() if value is not None}
    if any(name not in given and field.required for name, field in form.fields.items()):
        return form
    return made(progress, user, given, {})


def _do(form: ActForm) -> bool:
    form.do()
    return True


def _page(request: HttpRequest, form: ActForm) -> HttpResponse:
    progress = form.progress
    is_refused = form.is_bound and bool(form.errors)
    effects = accepted(form, lambda: _preview(form)) if form.is_bound and not is_refused else None
    status = 422 if request.method == "POST" and form.errors else 200
    if is_refused:
        # What was refused is asked anew by how things stand now; nothing typed is lost.
        effects = _again(form)
    if effects is not None:
        _look_anew(form)
    context = {
        **frame(request, progress.tournament, "overview"),
        "form": form,
        "effects": effects,
        "comparison": comparison(progress) if isinstance(form, CloseForm) else None,
    }
    return render(request, "league/tournaments/act.html", context, status=status)


def _again(form: ActForm) -> dict[str, Any] | None:
    try:
        return _preview(form)
    except (LeagueError, KeyError, ValueError):
        return None


def _look_anew(form: ActForm) -> None:
    """Let the next confirmation be about the log as it is now."""
    typed: Any = form.data
    data = typed.copy()
    data["seen"] = str(len(form.progress.acts))
    form.data = data


def _preview(form: ActForm) -> dict[str, Any]:
    """
    What the act would change. Whoever is named for the first time is not written down for that.

    Raises:
        LeagueError: If it cannot be done.
    """
    with transaction.atomic():
        try:
            asked = form.act()
            found = directing.preview(tournament=form.progress.tournament, act=asked, by=form.by)
            return {
                "found": found,
                "told": _about(form.progress, asked),
                "tables": _tables_of(form.progress, asked),
                "quality": _quality(form.progress, asked),
            }
        finally:
            transaction.set_rollback(True)


def _about(progress: Progress, asked: acts.Act) -> str:
    """Of what is taken back, the line of the log; of everything else the form says it itself."""
    if not isinstance(asked, acts.Undid):
        return ""
    return Teller(progress).told(progress.acts[asked.act - 1])


def _tables_of(progress: Progress, asked: acts.Act) -> list[str]:
    """The tables that a draw, or a change by hand, would make."""
    if not isinstance(asked, acts.Drew | acts.PairedByHand):
        return []
    told = [names_of(progress, table) for table in asked.tables]
    if asked.out:
        told.append(_("sit out: %(names)s") % {"names": names_of(progress, asked.out)})
    return told


def _quality(progress: Progress, asked: acts.Act) -> list[tuple[str, int, int]]:
    """Of a round at tables changed by hand how even it is: what, before, after."""
    if not isinstance(asked, acts.PairedByHand):
        return []
    return qualities(progress.state, progress.after(asked).state, asked.stage)


def qualities(before: State, after: State, number: int) -> list[tuple[str, int, int]]:
    """How even the seats of a stage are at two moments; nothing where two sit at a table."""
    one, other = before.stages[number - 1], after.stages[number - 1]
    if not isinstance(one, Tables) or not isinstance(other, Tables):
        return []
    old, new = table_quality(one.seatings, one.sides), table_quality(other.seatings, other.sides)
    labels = {
        "repeats": _("meetings that are not the first"),
        "most_meetings": _("most often two met"),
        "attack_repeats": _("attacks that are not the first"),
        "most_first_deals": _("most often somebody had the first deal"),
        "most_in_one_seat": _("most often somebody had one seat"),
    }
    return [
        (label, getattr(old, name).value, getattr(new, name).value)
        for name, label in labels.items()
    ]


def comparison(progress: Progress) -> dict[str, Any] | None:
    """The round that is being changed by hand, beside the one that was drawn."""
    for stage in progress.state.stages:
        if isinstance(stage, DrawnStage) and stage.rounds and stage.rounds[-1].by_hand:
            drew = progress.acts[stage.rounds[-1].draw - 1]
            assert isinstance(drew, acts.Drew)
            found = compared(progress.state, drew)
            return {
                "is_same": found.is_same,
                "drawn": [names_of(progress, one) for one in found.drawn],
                "standing": [names_of(progress, one) for one in found.standing],
                "rematches": [names_of(progress, one) for one in found.rematches],
                "second_byes": [names_of(progress, [one]) for one in found.second_byes],
                "kept_apart": [names_of(progress, one) for one in found.kept_apart],
                "quality": qualities(_as_drawn(progress, drew), progress.state, stage.number),
            }
    return None


def _as_drawn(progress: Progress, drew: acts.Drew) -> State:
    """How things would stand with the round as it was drawn."""
    hands = [
        acts.Undid(act=one.number)
        for one in acts.effective(progress.acts)
        if isinstance(one, acts.PairedByHand)
        and (one.stage, one.round) == (drew.stage, drew.round)
        and one.number > drew.number
    ]
    return progress.after(*hands).state


def _done(tournament: Tournament, by: User) -> str:
    """The news of what *by* did just now, with the way to take it back."""
    line = tournament.acts.filter(by=by).last()
    assert line is not None
    progress = progress_of(tournament)
    told = Teller(progress).told(progress.acts[line.number - 1])
    return format_html(
        '{} <a class="button small" href="{}">{}</a>',
        _("Done: %(told)s.") % {"told": told},
        reverse("tournament-undo", args=[tournament.slug, line.number]),
        _("Undo"),
    )


def _onward(kind: str, slug: str) -> str:
    """Where whoever did this goes on."""
    if kind in ("open_by_hand", "pair_by_hand"):
        return reverse("tournament-by-hand", args=[slug])
    page = {
        "enter": "entries", "withdraw": "entries", "return": "entries", "exclude": "entries",
        "readmit": "entries", "substitute": "entries", "draw": "rounds", "close_by_hand": "rounds",
        "lots": "standings", "undo": "log",
    }.get(kind)  # fmt: skip
    return reverse(f"tournament-{page}" if page else "tournament", args=[slug])


def _allow(request: HttpRequest, kind: str, tournament: Tournament) -> None:
    try:
        permissions.require(request.user, directing.RIGHTS.get(kind, Act.REPORT), tournament)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error


@login_required
@require_safe
def by_hand(request: HttpRequest, slug: str) -> HttpResponse:
    """The round that is being changed by hand, beside the one that was drawn."""
    found = find(slug)
    _allow(request, "pair_by_hand", found)
    if comparison(progress_of(found)) is None:
        return redirect("tournament-act", slug=slug, kind="open_by_hand")
    form = FORMS["pair_by_hand"](progress_of(found), user_of(request), None, {})
    context = {
        **frame(request, found, "rounds"),
        "form": form,
        "comparison": comparison(form.progress),
        "action": reverse("tournament-act", args=[slug, "pair_by_hand"]),
    }
    return render(request, "league/tournaments/act.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Look at what taking a line of the log back changes, then take it back."""
    if request.method == "GET":
        return redirect(f"{reverse('tournament-act', args=[slug, 'undo'])}?line={number}")
    return act(request, slug, "undo")


@login_required
@require_safe
def undo_last(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back what was done last."""
    found = find(slug)
    _allow(request, "undo", found)
    line = directing.last_of(found)
    if line is None:
        messages.error(request, _("There is nothing to take back."))
        return redirect("tournament", slug=slug)
    return redirect("tournament-undo", slug=slug, number=line.number)
