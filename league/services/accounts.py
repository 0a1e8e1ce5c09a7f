"""Sign up, and the tokens a user's programs log in with."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import BadInput, NotAllowed
from league.models import Scope, Token, User

TOKEN_DAYS = 365
_TOKEN_PREFIX = "dl_"


@transaction.atomic
def sign_up(*, username: str, password: str, email: str = "", language: str = "") -> User:
    """
    A new account.

    Raises:
        NotAllowed: If this site does not let people sign up.
        BadInput: If the name is taken or malformed, or the password too weak.
    """
    if not settings.LEAGUE_SIGN_UP:
        raise NotAllowed(
            _("This site does not take new accounts; ask its operator."), code="sign_up_closed"
        )
    user = User(username=username, email=email, language=language)
    try:
        user.full_clean(exclude=["password"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise BadInput(field, " ".join(messages)) from error
    if User.objects.filter(username__iexact=username).exists():
        raise _name_taken(username)
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise BadInput("password", " ".join(error.messages), code="weak_password") from error
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise _name_taken(username) from error
    return user


def _name_taken(username: str) -> BadInput:
    return BadInput(
        "username",
        _("The name “%(name)s” is taken; choose another.") % {"name": username},
        code="taken",
    )


def issue_token(
    *, user: User, name: str, scopes: Sequence[str], days: int = TOKEN_DAYS
) -> tuple[Token, str]:
    """
    A new token and its text, which is shown this once and stored only as a digest.

    Raises:
        BadInput: If a scope is unknown or the number of days is out of range.
    """
    unknown = [scope for scope in scopes if scope not in Scope.values]
    if unknown or not scopes:
        raise BadInput(
            "scopes",
            _("“%(scopes)s” is no list of scopes; there are: %(known)s.")
            % {"scopes": ", ".join(map(str, unknown)), "known": ", ".join(Scope.values)},
        )
    if not 1 <= days <= 2 * TOKEN_DAYS:
        raise BadInput(
            "days",
            _("%(days)d days is out of range; 1 to %(limit)d.")
            % {"days": days, "limit": 2 * TOKEN_DAYS},
        )
    text = _TOKEN_PREFIX + secrets.token_urlsafe(30)
    token = Token.objects.create(
        user=user,
        name=name[:80] or "token",
        prefix=text[:8],
        digest=digest_of(text),
        scopes=sorted(set(scopes)),
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, text


def digest_of(token: str) -> str:
    """What is stored of a token: its SHA-256, in hex. (Tokens are long random texts: no salt.)"""
    return hashlib.sha256(token.encode()).hexdigest()


def revoke_token(*, user: User, token_id: int) -> bool:
    """Delete a token of *user*; False where there was none."""
    return bool(Token.objects.filter(user=user, pk=token_id).delete()[0])


def used(token: Token) -> None:
    """Note the use of *token*, at most once a minute: reads should not all write."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(minutes=1):
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
