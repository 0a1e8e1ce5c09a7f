"""
Who is asking: a token in the ``Authorization`` header, else the browser's session.

A program gets its first token with its account (``POST accounts/``), or from ``POST me/tokens/``
with the name and password of an account (HTTP Basic, which is taken there and nowhere else).
"""

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.models import Scope, Token, User
from league.services import accounts

if TYPE_CHECKING:  # the framework reads this module while it loads its views
    from rest_framework.views import APIView

KEYWORD = "Token"


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Token dl_…``; the token, with its scopes, is then ``request.auth``."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD.lower().encode():
            return None
        if len(words) != 2:
            raise exceptions.AuthenticationFailed(
                _("Write the header as “Authorization: Token dl_…”."), code="malformed_token"
            )
        return self._owner(words[1].decode("latin-1"))

    def _owner(self, text: str) -> tuple[User, Token]:
        token = Token.objects.select_related("user").filter(digest=accounts.digest_of(text)).first()
        if token is None or not token.user.is_active:
            raise exceptions.AuthenticationFailed(
                _("This token is unknown or has been revoked."), code="unknown_token"
            )
        if token.expires_at <= timezone.now():
            raise exceptions.AuthenticationFailed(
                _("This token has expired; make a new one."), code="expired_token"
            )
        accounts.used(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


class LacksScope(exceptions.PermissionDenied):
    """The token is good, but not for this."""

    default_code = "lacks_scope"


class ScopedOrReadOnly(BasePermission):
    """
    Everybody may read; who writes must be logged in, and his token must have the view's ``scope``.

    A view that ``is_private`` is read by nobody without a login, and with a token only where it
    has the scope ``read``.
    """

    message = gettext_lazy("Log in first, or send a token.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        is_reading = request.method in SAFE_METHODS
        if is_reading and not getattr(view, "is_private", False):
            return True
        if not request.user or not request.user.is_authenticated:
            return False
        wanted = Scope.READ if is_reading else getattr(view, "scope", None)
        if wanted is not None and not has_scope(request, wanted):
            raise LacksScope(
                _(
                    "This token lacks the scope “%(scope)s”. Make one that has it on your "
                    "account’s page, or by POST to me/tokens/."
                )
                % {"scope": wanted.value}
            )
        return True


def has_scope(request: Request, *scopes: Scope) -> bool:
    """Whether the caller's token has one of *scopes*; a session or a password has them all."""
    token: Any = request.auth
    return not isinstance(token, Token) or not set(scopes).isdisjoint(token.scopes)
