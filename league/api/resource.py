"""What every resource has in common: who may write, how it is refused, how lists are answered."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework import generics, mixins
from rest_framework.exceptions import NotAuthenticated
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer

from league.api.errors import TooLarge
from league.api.filters import ByQuery
from league.api.formats import Negotiation
from league.api.schema import LeagueSchema
from league.models import Scope, User

Row = TypeVar("Row", bound=Model)


class Resource(generics.GenericAPIView[Any]):
    """
    An address of the API.

    Attributes:
        scope: What a token must have to write here.
        is_private: Whether reading needs a login too.
    """

    schema = LeagueSchema()
    content_negotiation_class = Negotiation
    filter_backends: list[type[BaseFilterBackend]] = []
    serializer_class: type[BaseSerializer[Any]] = Serializer
    scope: Scope | None = None
    is_private = False
    throttle_scope: str | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if limit is not None and length.isdigit() and int(length) > limit:
            raise TooLarge(_("At most %(limit)d bytes are read.") % {"limit": limit})
        super().initial(request, *args, **kwargs)

    def asked(self, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """
        The body of the request, read as *shape*.

        Raises:
            ValidationError: If a value is missing or wrong.
        """
        read = shape(data=self.request.data, context=self.get_serializer_context())
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def shown(self, row: Any, shape: type[BaseSerializer[Any]]) -> Any:
        """*row* in the form of *shape*."""
        return shape(row, context=self.get_serializer_context()).data

    def page(self, rows: QuerySet[Any] | list[Any], shape: type[BaseSerializer[Any]]) -> Response:
        """The asked page of *rows*, filtered by the query, each in the form of *shape*."""
        found = self.filter_queryset(rows) if isinstance(rows, QuerySet) else rows
        page: Iterable[Any] | None = self.paginate_queryset(found)
        listed = shape(page, many=True, context=self.get_serializer_context())
        return self.get_paginated_response(listed.data)


class Listing(mixins.ListModelMixin, Resource):
    """A list in pages that is read by GET, and narrowed by the query."""

    filter_backends = [ByQuery]

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.page(self.get_queryset(), self.serializer_class)


def caller(request: Request) -> User:
    """
    The account that asks.

    Raises:
        NotAuthenticated: If nobody is logged in.
    """
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
