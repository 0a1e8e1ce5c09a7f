"""Challenges: an author lets his bot play this one, unrated, and may take it back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.models import Bot, Ruleset, User
from league.pages import matches
from league.pages.acting import accepted, by_form, done, user_of
from league.pages.bots import find
from league.pages.directing import RulesetField
from league.permissions import Act, may
from league.selectors import challenges as rows
from league.selectors import workshop
from league.services import challenges

DEALS = 20


class ChallengeForm(forms.Form):
    """With which bot, what is played, and for how long."""

    bot = forms.ModelChoiceField(Bot.objects.none(), label=gettext_lazy("My bot"), empty_label=None)
    ruleset = RulesetField(
        Ruleset.objects.none(), label=gettext_lazy("What is played"), empty_label=None
    )
    deals = forms.IntegerField(
        label=gettext_lazy("Deals"),
        initial=DEALS,
        widget=forms.NumberInput(
            attrs={"min": challenges.DEALS[0], "max": challenges.DEALS[1], "step": 1}
        ),
    )
    mirrored = forms.BooleanField(
        label=gettext_lazy("The same cards from both seats"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "Half of the deals are played with the cards of the other half and the seats changed: "
            "luck counts for less. The number of deals must be even."
        ),
    )

    def __init__(self, user: User, opponent: Bot, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (
            ("bot", rows.challengers(user, opponent)),
            ("ruleset", rows.rulesets()),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = choices
        fewest, most = challenges.DEALS
        self.fields["deals"].help_text = _("%(fewest)d to %(most)d.") % {
            "fewest": fewest,
            "most": most,
        }


@login_required
@require_http_methods(["GET", "POST"])
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge the bot of this page with one of the visitor's own."""
    user, opponent = user_of(request), find(slug)
    form = ChallengeForm(user, opponent, request.POST or None)
    if request.method == "POST":

        def act() -> Any:
            asked = dict(form.cleaned_data)
            return challenges.challenge(
                challenger=asked.pop("bot"), opponent=opponent, by=user, **asked
            )

        match = accepted(form, act)
        if match is not None:
            messages.success(request, _("The challenge is made; this is its match."))
            return redirect("match", match_id=match.pk)
    context = {
        "bot": opponent,
        "form": form,
        "is_own": may(user, Act.SUBMIT, opponent),
        "has_bots": rows.challengers(user, opponent).exists(),
        "quota": workshop.quota(user),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "league/bots/challenge.html", context, status=status)


@login_required
@by_form("match")
def withdraw(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take back a challenge that has not begun."""
    match, user = matches.find(match_id), user_of(request)
    done(
        request,
        lambda: challenges.withdraw(match=match, by=user),
        _("The challenge is taken back."),
    )
    return redirect("match", match_id=match_id)
