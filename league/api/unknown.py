"""Addresses nobody knows: a problem like any other; a forgotten last slash is put right."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import Resolver404, resolve
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from league.api.resource import Resource

PERMANENT_REDIRECT = 308
"""Unlike 301 it keeps the method and the body of the request."""


@extend_schema(exclude=True)
class Unknown(Resource):
    """Whatever no other address of the API is."""

    permission_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.path.endswith("/") or not _is_known(f"{request.path}/"):
            raise Http404

    def get(self, request: Request, rest: str) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        where = f"{request.path}/{'?' if query else ''}{query}"
        return HttpResponse(status=PERMANENT_REDIRECT, headers={"Location": where})

    post = put = patch = delete = get


def _is_known(path: str) -> bool:
    try:
        return resolve(path).url_name != "api-unknown"
    except Resolver404:
        return False
