"""
A request that is sent twice is done once: the ``Idempotency-Key`` header on POSTs that create.

The same key with the same request gets the stored answer again, with another request 422, and
409 while the first is still being done. A refusal is not stored: mend the request and send it
again under the same key. Answers are kept for two days.
"""

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.errors import KeyReused
from league.api.resource import caller
from league.errors import Conflict
from league.models import IdempotentRequest, User

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEY_LENGTH = 128
ABANDONED = timedelta(seconds=60)
"""A request in flight for so long has died; nothing of it was written, and it may be done again."""
_KEPT_HEADERS = ("Location",)

Handler = TypeVar("Handler", bound=Callable[..., Response])


def idempotent(post: Handler) -> Handler:
    """Let the POST handler *post* honour the ``Idempotency-Key`` of whoever is logged in."""

    @functools.wraps(post)
    def handler(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if not key or not request.user.is_authenticated:
            return post(view, request, *args, **kwargs)
        if len(key) > KEY_LENGTH or not key.isprintable():
            raise ValidationError(
                {HEADER: _("A key has at most %(limit)d letters.") % {"limit": KEY_LENGTH}}
            )
        answered, claim = _claim(request, caller(request), key)
        if claim is None:
            return _replay(answered)
        try:
            with transaction.atomic():
                response = post(view, request, *args, **kwargs)
                _store(claim, response)
        except Exception:
            _held(claim).delete()
            raise
        return response

    handler.is_idempotent = True  # type: ignore[attr-defined]
    return handler  # type: ignore[return-value]


def _claim(
    request: Request, user: User, key: str
) -> tuple[IdempotentRequest, IdempotentRequest | None]:
    """The row of *key*, and once more where this request is the one that does the work."""
    fingerprint = fingerprint_of(request)
    try:
        with transaction.atomic():
            row = IdempotentRequest.objects.create(user=user, key=key, fingerprint=fingerprint)
        return row, row
    except IntegrityError:
        row = IdempotentRequest.objects.get(user=user, key=key)
    if row.fingerprint != fingerprint:
        raise KeyReused(_("This Idempotency-Key was used for another request; take a new one."))
    if row.status is not None:
        return row, None
    if not _take_over(row):
        raise Conflict(
            _("The same request is being done at this moment; ask again soon."), code="in_flight"
        )
    return row, row


def _take_over(row: IdempotentRequest) -> bool:
    now = timezone.now()
    if now - row.created_at < ABANDONED:
        return False
    taken = bool(_held(row).update(created_at=now))
    row.created_at = now
    return taken


def _held(row: IdempotentRequest) -> Any:
    """The row, as long as it is in flight and nobody has taken it over since."""
    return IdempotentRequest.objects.filter(
        pk=row.pk, status__isnull=True, created_at=row.created_at
    )


def _store(claim: IdempotentRequest, response: Response) -> None:
    """Keep the answer, in the same transaction as the work: both are written, or neither."""
    kept = {
        "content": json.loads(JSONRenderer().render(response.data) or b"null"),
        "headers": {name: response[name] for name in _KEPT_HEADERS if name in response},
    }
    if not _held(claim).update(status=response.status_code, body=kept):
        raise Conflict(_("The same request was done again meanwhile."), code="in_flight")


def _replay(row: IdempotentRequest) -> Response:
    kept: dict[str, Any] = row.body or {}
    return Response(
        kept.get("content"),
        status=row.status,
        headers={**kept.get("headers", {}), REPLAYED: "true"},
    )


def fingerprint_of(request: Request) -> str:
    """SHA-256 over method, path and what the body says; a multipart boundary says nothing."""
    asked = [request.method, request.get_full_path(), _canonical(request.data)]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _canonical(value: Any) -> Any:
    if isinstance(value, QueryDict):
        return {key: [_canonical(one) for one in value.getlist(key)] for key in value}
    if isinstance(value, Mapping):
        return {str(key): _canonical(inner) for key, inner in value.items()}
    if isinstance(value, UploadedFile):
        digest = hashlib.sha256(b"".join(value.chunks())).hexdigest()
        value.seek(0)
        return [value.name, digest]
    return value
