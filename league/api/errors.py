"""
What the API says when it refuses: one shape for every refusal.

It is ``application/problem+json`` as in RFC 9457. A problem has ``type``, ``title``, ``status``,
``detail``, ``instance``, a stable ``code``, and ``errors``: an object with ``pointer``, ``detail``
and ``code`` for every value that is wrong, and ``line`` where it stands on a line of a list.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from league.errors import BadInput, BadLines, LeagueError

MEDIA_TYPE = "application/problem+json"

log = structlog.get_logger("league.api")


class TooLarge(exceptions.APIException):
    """The body has more bytes than this site reads."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class KeyReused(exceptions.APIException):
    """An ``Idempotency-Key`` came again with another request."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "idempotency_key_reused"


def problem_response(error: Exception, context: dict[str, Any]) -> Response:
    """The answer to *error*; whatever is not known is a fault of ours: logged, and told as 500."""
    set_rollback()
    request = context["request"]
    if isinstance(error, LeagueError):
        return problem(
            request, error.status, error.code, str(error), errors=list(_league_errors(error))
        )
    if isinstance(error, Http404):
        error = exceptions.NotFound(_("There is nothing at this address."))
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        return _refusal(request, error)
    log.error("request failed", path=request.path, exc_info=error)
    got_request_exception.send(sender=None, request=request)
    return problem(
        request, 500, "server_error", _("This is a fault of ours; it has been written down.")
    )


def problem(
    request: HttpRequest,
    status_code: int,
    code: str,
    detail: str,
    *,
    errors: list[dict[str, Any]] | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """A problem as an answer; *code* is the stable word, *detail* the sentence for people."""
    body = {
        "type": f"urn:league:problem:{code}",
        "title": HTTPStatus(status_code).phrase,
        "status": status_code,
        "detail": _sentence(_encodable(detail)),
        "instance": request.path,
        "code": code,
        "errors": errors or [],
    }
    return Response(body, status=status_code, headers=headers, content_type=MEDIA_TYPE)


def _refusal(request: HttpRequest, error: exceptions.APIException) -> Response:
    headers: dict[str, str] = {}
    if auth_header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait))
    if isinstance(error, exceptions.ValidationError):
        errors = list(_value_errors("#", error.detail))
        detail = errors[0]["detail"] if len(errors) == 1 else _("Some values are wrong.")
        return problem(
            request, error.status_code, "invalid", detail, errors=errors, headers=headers
        )
    told = error.detail
    code = told.code if isinstance(told, exceptions.ErrorDetail) else error.default_code
    return problem(request, error.status_code, str(code), str(told), headers=headers)


def _league_errors(error: LeagueError) -> Iterator[dict[str, Any]]:
    if isinstance(error, BadLines):
        for number, sentence in error.lines:
            yield {
                "pointer": f"#/{error.field}",
                "line": number,
                "detail": _encodable(str(sentence)),
                "code": "bad_line",
            }
    elif isinstance(error, BadInput):
        yield {
            "pointer": f"#/{error.field}",
            "detail": _encodable(str(error)),
            "code": error.code,
        }


def _value_errors(pointer: str, detail: Any) -> Iterator[dict[str, Any]]:
    """Every sentence in a tree of sentences, with the JSON pointer to the value it is about."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            here = pointer if key == "non_field_errors" else f"{pointer}/{_escaped(str(key))}"
            yield from _value_errors(here, inner)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            # A list holds sentences about one value, or one tree of sentences for each item.
            is_sentence = isinstance(inner, exceptions.ErrorDetail)
            yield from _value_errors(pointer if is_sentence else f"{pointer}/{index}", inner)
    else:
        yield {
            "pointer": pointer,
            "detail": _encodable(str(detail)),
            "code": getattr(detail, "code", "invalid"),
        }


def _sentence(text: str) -> str:
    """*text* with one full stop at its end: not all that refuse write one."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _encodable(sentence: str) -> str:
    """*sentence* without half characters: it may repeat what was sent, and JSON can send them."""
    return sentence.encode(errors="replace").decode()


def _escaped(key: str) -> str:
    return _encodable(key).replace("~", "~0").replace("/", "~1")
