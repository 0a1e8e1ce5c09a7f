"""What an arbiter does to a match: report it, correct it, strike it out."""

from typing import Any

from django import forms
from django.contrib import messages as notes
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league import permissions
from league.errors import BadInput, LeagueError, NotAllowed
from league.models import Match, Result
from league.pages.acting import accepted, by_form, user_of
from league.pages.lines import names_of, result_text, seats_by_side, side_name, standing
from league.permissions import Act
from league.selectors import matches
from league.selectors.consequences import Consequences
from league.selectors.terms import HowScored, how_scored
from league.services import results
from league.services.match_reports import Report, read_report

MOST_SCORE = 1_000_000


class ReportForm(forms.Form):
    """
    What an arbiter says of a match: a score for each who plays, partners as one, and who forfeited.

    The fields are numbered by side: ``score_0`` and so on, and so are the forfeits.
    """

    forfeits = forms.MultipleChoiceField(
        label=gettext_lazy("Without play"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": f"{match.pk}_%s"})
        self.match = match
        self.by_side = seats_by_side(match)
        names = [side_name(seats) for seats in self.by_side]
        counted = how_scored(match)
        for number, name in enumerate(names):
            self.fields[f"score_{number}"] = _score_field(counted, name)
        only_lost = _("Points are only lost in this game: −1 for a deal lost.")
        self.hint = only_lost if counted.most == 0 else ""
        forfeits = self.fields["forfeits"]
        assert isinstance(forfeits, forms.MultipleChoiceField)
        forfeits.choices = [
            (str(number), _("%(name)s did not play") % {"name": name})
            for number, name in enumerate(names)
        ]

    @property
    def scores(self) -> list[forms.BoundField]:
        """The fields of the scores, in the order of the sides."""
        return [self[f"score_{number}"] for number in range(len(self.by_side))]

    def report(self) -> Report:
        """
        What was typed, checked by the rules of results.

        Raises:
            BadInput: If it does not add up.
        """
        absent = {int(number) for number in self.cleaned_data["forfeits"]}
        sides = range(len(self.by_side))
        typed = [self.cleaned_data[f"score_{number}"] for number in sides]
        forfeits = [seat.number for number in absent for seat in self.by_side[number]]
        missing = [side for side in sides if typed[side] is None]
        if missing and len(sides) - len(absent) < 2:
            return read_report(self.match, forfeits=forfeits)
        needed = [side for side in missing if side not in absent]
        if needed:
            raise BadInput(
                f"score_{needed[0]}",
                _("Write both numbers, such as 6 and 3.")
                if len(sides) == 2
                else _("Write a number for everybody who played; 0 for nothing."),
            )
        scores = {
            seat.number: own or 0
            for seats, own in zip(self.by_side, typed, strict=True)
            for seat in seats
        }
        return read_report(
            self.match, scores=[scores[seat] for seat in sorted(scores)], forfeits=forfeits
        )


def _score_field(counted: HowScored, name: str) -> forms.IntegerField:
    label = _("Deals won by %(name)s") if counted.in_deals else _("Points of %(name)s")
    field = forms.IntegerField(
        label=label % {"name": name},
        min_value=-MOST_SCORE if counted.least is None else counted.least,
        max_value=MOST_SCORE if counted.most is None else counted.most,
        required=False,
    )
    # The pad of digits of some telephones has no minus.
    if counted.least == 0:
        field.widget.attrs["inputmode"] = "numeric"
    return field


class CorrectionForm(ReportForm):
    """A report that takes another's place; it says why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("Shown beside the result for everybody."),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)


class ReasonForm(forms.Form):
    """Why somebody does what others will ask about."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
    )


@login_required
@by_form("match")
def report(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take an arbiter's result; shown again with what is wrong, or back to the round."""
    found = _find(match_id)
    form = ReportForm(found, request.POST)
    result = accepted(
        form, lambda: results.report(match=found, report=form.report(), by=user_of(request))
    )
    if result is None:
        return _refused_report(request, form)
    _say_result(request, _("The result is in: %(match)s, %(score)s."), result)
    return redirect(_back(found))


def _refused_report(request: HttpRequest, form: ReportForm) -> HttpResponse:
    """The report again with what is wrong; to the result that stands if another was faster."""
    found = _find(form.match.pk)
    before = standing(found)
    if before is None or found.round is None:
        context = {"match": found, "form": form}
        return render(request, "league/matches/report.html", context, status=422)
    if _stands(form, before):
        _say_result(request, _("The same result was in already: %(match)s, %(score)s."), before)
        return redirect(_back(found))
    said = _("A result was in already: %(match)s, %(score)s. If it is wrong, correct it here.")
    notes.error(request, said % _named(before))
    return redirect("match-correct", match_id=found.pk)


def _stands(form: ReportForm, before: Result) -> bool:
    try:
        report = form.report() if form.is_bound and "forfeits" in form.cleaned_data else None
    except LeagueError:
        return False
    return report is not None and _is_same(report, before)


def _is_same(report: Report, before: Result) -> bool:
    told = list(report.scores), list(report.forfeits)
    return told == (before.scores, before.forfeits)


def _say_result(request: HttpRequest, sentence: str, result: Result) -> None:
    notes.success(request, sentence % _named(result))


def _named(result: Result) -> dict[str, str]:
    match = result.match
    return {
        "match": names_of(match),
        "score": result_text(match, result.scores, result.forfeits),
    }


def _back(match: Match) -> str:
    if match.round is None:
        return reverse("match", args=[match.pk])
    rounds = reverse("tournament-rounds", args=[match.round.stage.tournament.slug])
    return f"{rounds}#{match.pk}"


def _find(match_id: str) -> Match:
    return get_object_or_404(matches.matches(), pk=match_id)


def _allow(request: HttpRequest, act: Act, match: Match) -> None:
    try:
        permissions.require(request.user, act, match)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error


@login_required
@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, match_id: str) -> HttpResponse:
    """Correct a result: type it, look at what it changes, confirm it."""
    found = _find(match_id)
    _allow(request, Act.REPORT, found)
    before = standing(found)
    if found.round is None or before is None or found.status != Match.Status.FINISHED:
        notes.error(request, _("This match has no result that could be corrected here."))
        return redirect("match", match_id=found.pk)
    form = CorrectionForm(found, request.POST or None, initial=initial_of(found))
    effects = accepted(form, lambda: _preview(form)) if request.method == "POST" else None
    if request.method == "POST" and request.POST.get("step") == "confirm":
        result = accepted(
            form,
            lambda: results.correct(
                match=found,
                report=form.report(),
                by=user_of(request),
                reason=form.cleaned_data["reason"],
                seen=form.cleaned_data["seen"],
            ),
        )
        if result is not None:
            _say_result(request, _("Corrected: %(match)s is %(score)s now."), result)
            return redirect("match", match_id=found.pk)
    context = {"match": found, "before": before, "form": form, "effects": effects}
    status = 422 if request.method == "POST" and form.errors else 200
    return render(request, "league/matches/correct.html", context, status=status)


def initial_of(match: Match) -> dict[str, Any]:
    """What stands, as the form of a correction has it."""
    result = standing(match)
    assert result is not None
    by_side = seats_by_side(match)
    scores = {
        f"score_{number}": result.scores[seats[0].number] for number, seats in enumerate(by_side)
    }
    absent = [n for n, seats in enumerate(by_side) if seats[0].number in result.forfeits]
    return {**scores, "forfeits": [str(number) for number in absent], "seen": result.pk}


def _preview(form: CorrectionForm) -> dict[str, Any]:
    """
    What the correction would change.

    Raises:
        LeagueError: If it is no correction, or does not add up.
    """
    report = form.report()
    before = standing(form.match)
    if before and _is_same(report, before):
        raise LeagueError(_("This is the result as it stands."), code="unchanged")
    return {
        "report": report,
        "score": result_text(form.match, report.scores, report.forfeits),
        "found": results.consequences(match=form.match, report=report),
    }


@login_required
@require_http_methods(["GET", "POST"])
def void(request: HttpRequest, match_id: str) -> HttpResponse:
    """Strike a match out, with a reason; in a tournament it is played again."""
    found = _find(match_id)
    _allow(request, Act.REPORT if found.round else Act.OPERATE, found)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and _is_voided(request, found, form):
        notes.success(request, _("The match is struck out."))
        return redirect(_back(found))
    status = 422 if request.method == "POST" else 200
    return render(
        request,
        "league/matches/void.html",
        {"match": found, "form": form, "found": _effects_of_void(found)},
        status=status,
    )


def _effects_of_void(match: Match) -> Consequences | None:
    """What striking a tournament's match out would change; None where that is nothing to show."""
    if match.round is None or match.status == Match.Status.VOID:
        return None
    try:
        return results.consequences_of_void(match=match)
    except LeagueError:
        return None


def _is_voided(request: HttpRequest, match: Match, form: ReasonForm) -> bool:
    def act() -> bool:
        results.void(match=match, by=user_of(request), reason=form.cleaned_data["reason"])
        return True

    return bool(accepted(form, act))
