"""Accounts: sign up, sign in, one's language and zone, and tokens for one's programs."""

import math
import zoneinfo
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from league.errors import NotAllowed
from league.models import Scope, User
from league.pages.acting import accepted, user_of
from league.services import accounts
from league.throttle import seconds_to_wait

DAYS = [
    (30, gettext_lazy("a month")),
    (90, gettext_lazy("three months")),
    (365, gettext_lazy("a year")),
]


class SignUpForm(forms.Form):
    """A new account."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        required=False,
        help_text=gettext_lazy("Letters, digits and @ . + - _, without spaces."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        strip=False,
        help_text=gettext_lazy("At least 8 characters, not only digits."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy("May be left empty. Nobody but the site’s staff sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class SignInForm(AuthenticationForm):
    """Name and password; Django's own checks."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")


@cache
def _zones() -> list[tuple[str, str]]:
    names = sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone)
    names = [name for name in names if not name.startswith(("Etc/", "posix/", "right/"))]
    return [(name, name.replace("_", " ")) for name in names]


def _zone_choices() -> list[tuple[str, str]]:
    return [("", _("as the browser says")), ("UTC", "UTC"), *_zones()]


class AccountForm(forms.ModelForm):
    """The language and the zone a user reads in."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=_zone_choices, required=False
    )
    email = forms.EmailField(label=gettext_lazy("E-mail"), required=False)

    class Meta:
        model = User
        fields = ("language", "time_zone", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [("", _("as the browser says")), *settings.LANGUAGES]


class TokenForm(forms.Form):
    """A token for a program: what it is for, what it may do, how long."""

    name = forms.CharField(
        label=gettext_lazy("What is it for"), max_length=80, initial=gettext_lazy("my computer")
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        choices=Scope.choices,
        initial=[Scope.READ, Scope.SUBMIT],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=DAYS, coerce=int, initial=365
    )


class SignIn(LoginView):
    """Sign in."""

    template_name = "league/accounts/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


def address_of_caller(request: HttpRequest | Request) -> str | None:
    """Whom wrong passwords are counted against: whoever the API's throttles take the caller for."""
    # A password sent to the API (HTTP Basic) comes with the API's own request.
    asked = request if isinstance(request, Request) else Request(request)
    return BaseThrottle().get_ident(asked)


def locked_out(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """What django-axes answers after too many wrong passwords."""
    minutes = round(60 * settings.AXES_COOLOFF_TIME)
    context = {"minutes": minutes}
    return render(request, "league/accounts/locked_out.html", context, status=429)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and be signed in."""
    if request.user.is_authenticated:
        return redirect("home")
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        user = accepted(form, lambda: _sign_up(request, **form.cleaned_data))
        if user is not None:
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
            return redirect(_next(request))
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "next": request.GET.get("next", "")}
    return render(request, "league/accounts/sign_up.html", context, status=status)


def _sign_up(request: HttpRequest, **asked: str) -> User:
    wait = seconds_to_wait("sign-up", address_of_caller(request) or "")
    if wait is not None:
        minutes = math.ceil(wait / 60)
        raise NotAllowed(
            ngettext(
                "Too many accounts were made from your network; try again in %(minutes)d minute.",
                "Too many accounts were made from your network; try again in %(minutes)d minutes.",
                minutes,
            )
            % {"minutes": minutes},
            code="throttled",
        )
    return accounts.sign_up(language=get_language() or "", **asked)


def _next(request: HttpRequest) -> str:
    """Where the visitor was going, if it is on this site."""
    wanted = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_safe else "home"


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out."""
    logout(request)
    return redirect("home")


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Language, zone, e-mail; the tokens below."""
    user = user_of(request)
    form = AccountForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        response = redirect("account")
        if user.language:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME, user.language, max_age=365 * 86_400, samesite="Lax"
            )
        else:
            response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return response
    return _page(request, form=form, status=422 if form.errors else 200)


def _page(
    request: HttpRequest,
    *,
    form: AccountForm | None = None,
    token_form: TokenForm | None = None,
    text: str = "",
    status: int = 200,
) -> HttpResponse:
    user = user_of(request)
    context = {
        "form": form or AccountForm(instance=user),
        "token_form": token_form or TokenForm(auto_id="token_%s"),
        "tokens": [
            {"token": token, "scopes": [Scope(scope).label for scope in token.scopes]}
            for token in user.tokens.all()
        ],
        "token_text": text,
        "memberships": user.memberships.select_related("club"),
    }
    return render(request, "league/accounts/account.html", context, status=status)


@never_cache
@login_required
@require_POST
def new_token(request: HttpRequest) -> HttpResponse:
    """Issue a token and show its text, this once: it is not kept, so there is no redirect."""
    form = TokenForm(request.POST, auto_id="token_%s")
    issued = accepted(
        form, lambda: accounts.issue_token(user=user_of(request), **form.cleaned_data)
    )
    if issued is None:
        return _page(request, token_form=form, status=422)
    return _page(request, text=issued[1], status=201)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a token; the program that has it is shut out at once."""
    if accounts.revoke_token(user=user_of(request), token_id=pk):
        messages.success(request, _("The token is revoked."))
    return redirect("account")


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change one's password."""
    form = PasswordChangeForm(user_of(request), request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("The password is changed."))
        return redirect("account")
    status = 422 if form.errors else 200
    return render(request, "league/accounts/password.html", {"form": form}, status=status)
