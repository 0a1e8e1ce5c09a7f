"""How a page does an act: the service decides, and what it refuses is shown where it was typed."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from league.errors import BadInput, LeagueError, NotAllowed
from league.models import User

T = TypeVar("T")
View = Callable[..., HttpResponse]


def user_of(request: HttpRequest) -> User:
    """The visitor, on a page that only a user can open."""
    return cast(User, request.user)


def by_form(page: str) -> Callable[[View], View]:
    """
    Only a form's POST does the act. Who comes by GET, as one does after signing in anew, is
    sent to the *page* that has the form; it takes the same values of the address.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **values: Any) -> HttpResponse:
            return view(request, **values) if request.method == "POST" else redirect(page, **values)

        return require_http_methods(["GET", "POST"])(guarded)

    return decorate


def accepted(form: forms.Form, act: Callable[[], T]) -> T | None:
    """
    What *act* answers; None where the form or the service refuses, with the reasons in *form*.

    Raises:
        PermissionDenied: If this user may not do it at all.
    """
    if not form.is_valid():
        return None
    try:
        return act()
    except NotAllowed as error:
        if error.code == "not_allowed":
            raise PermissionDenied(str(error)) from error
        form.add_error(None, str(error))
    except BadInput as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
    except LeagueError as error:
        form.add_error(None, str(error))
    return None


def done(request: HttpRequest, act: Callable[[], object], success: str) -> bool:
    """
    Do the act of a button and say how it went in the page that follows.

    Raises:
        PermissionDenied: If this user may not do it at all.
    """
    try:
        act()
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error
    except LeagueError as error:
        messages.error(request, str(error))
        return False
    messages.success(request, success)
    return True
