"""Accounts: sign up, the own account, and the tokens programs log in with."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import BasicAuthentication, SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.authentication import LacksScope, TokenAuthentication
from league.api.resource import Resource, caller
from league.api.shapes import RowShape
from league.models import Member, Scope, Token, User
from league.services import accounts

FIRST_TOKEN = "first token"


class NewAccount(serializers.Serializer[Any]):
    """What a new account needs."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(
        max_length=256, trim_whitespace=False, style={"input_type": "password"}
    )
    email = serializers.EmailField(required=False, allow_blank=True)
    language = serializers.ChoiceField(choices=settings.LANGUAGES, required=False)


class SignedUp(serializers.Serializer[Any]):
    """The account, and its first token: the text is shown this once."""

    username = serializers.CharField()
    token = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    expires_at = serializers.CharField()


class TokenShape(RowShape):
    """A token; ``prefix`` is how its text begins."""

    scopes = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Token
        fields = ["id", "name", "prefix", "scopes", "created_at", "expires_at", "last_used_at"]


class IssuedToken(TokenShape):
    """A new token with its text, which is shown this once."""

    token = serializers.CharField(source="text", read_only=True)

    class Meta(TokenShape.Meta):
        fields = [*TokenShape.Meta.fields, "token"]


class NewToken(serializers.Serializer[Any]):
    """What a new token is for, and for how many days."""

    name = serializers.CharField(max_length=80, default="token")
    scopes = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=20,
        error_messages={
            "not_a_list": format_lazy(
                gettext_lazy('Write the scopes as a list, such as ["read"]; there are: {known}.'),
                known=", ".join(Scope.values),
            )
        },
    )
    days = serializers.IntegerField(required=False, min_value=1, max_value=2 * accounts.TOKEN_DAYS)


class Accounts(Resource):
    """
    Sign up, where the site is open; the answer has a token with every scope.

    An ``Idempotency-Key`` has no effect here and on ``me/tokens/``: it would make the site keep
    the token's text.
    """

    serializer_class = NewAccount
    permission_classes = []
    throttle_scope = "sign-up"

    @extend_schema(request=NewAccount, responses={201: SignedUp})
    def post(self, request: Request) -> Response:
        user = accounts.sign_up(**self.asked(NewAccount))
        token, text = accounts.issue_token(user=user, name=FIRST_TOKEN, scopes=Scope.values)
        shown = self.shown(token, TokenShape)
        answer = {
            "username": user.username,
            "token": text,
            "scopes": shown["scopes"],
            "expires_at": shown["expires_at"],
        }
        return Response(answer, status=status.HTTP_201_CREATED)


class MembershipShape(RowShape):
    """What one is in a club."""

    club = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")

    class Meta:
        model = Member
        fields = ["club", "role"]


class AccountShape(RowShape):
    """One's own account, its clubs and its bots (slugs)."""

    memberships = MembershipShape(many=True, read_only=True)
    bots = serializers.SlugRelatedField[Any](many=True, read_only=True, slug_field="slug")

    class Meta:
        model = User
        fields = [
            "username", "email", "language", "time_zone", "is_staff", "date_joined",
            "memberships", "bots",
        ]  # fmt: skip


class Me(Resource):
    """The caller's own account."""

    serializer_class = AccountShape
    is_private = True

    @extend_schema(operation_id="me_retrieve", responses=AccountShape)
    def get(self, request: Request) -> Response:
        rows = User.objects.prefetch_related("memberships__club", "bots")
        return Response(self.shown(rows.get(pk=caller(request).pk), AccountShape))


class OfTokens(Resource):
    """Something of the caller's tokens; here alone a name and a password (HTTP Basic) will do."""

    serializer_class = TokenShape
    authentication_classes = [TokenAuthentication, SessionAuthentication, BasicAuthentication]
    is_private = True


class Tokens(OfTokens):
    """
    The caller's tokens; a new one by POST, with a session, with HTTP Basic, or with a token.

    A token gives no more than it has: its scopes, and no longer than it lasts itself.
    """

    @extend_schema(operation_id="me_tokens_list", responses=TokenShape(many=True))
    def get(self, request: Request) -> Response:
        return self.page(caller(request).tokens.order_by("-created_at", "-id"), TokenShape)

    @extend_schema(request=NewToken, responses={201: IssuedToken})
    def post(self, request: Request) -> Response:
        asked = self.asked(NewToken)
        days = asked.get("days", accounts.TOKEN_DAYS)
        if isinstance(request.auth, Token):
            _require_within(request.auth, asked["scopes"])
            days = min(days, _days_left(request.auth))
        token, text = accounts.issue_token(
            user=caller(request), name=asked["name"], scopes=asked["scopes"], days=days
        )
        token.text = text  # type: ignore[attr-defined]
        return Response(self.shown(token, IssuedToken), status=status.HTTP_201_CREATED)


def _require_within(own: Token, scopes: list[str]) -> None:
    beyond = sorted(set(scopes) & set(Scope.values) - set(own.scopes))
    if beyond:
        raise LacksScope(
            _("This token lacks the scope “%(scope)s” and cannot give it.")
            % {"scope": ", ".join(beyond)}
        )


def _days_left(own: Token) -> int:
    return (own.expires_at - timezone.now()) // timedelta(days=1)


class OneToken(OfTokens):
    """A token; revoked by DELETE. With a token: itself, or one with no scope it lacks."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: int) -> Response:
        user = caller(request)
        token = user.tokens.filter(pk=id).first()
        if token is None:
            raise Http404
        if isinstance(request.auth, Token):
            _require_within(request.auth, token.scopes)
        accounts.revoke_token(user=user, token_id=token.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
