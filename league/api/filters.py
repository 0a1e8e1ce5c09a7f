"""How lists are narrowed by the query: the kinds of filters, and those that several lists share."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as kinds

from league.models import Club, fold

ByQuery = kinds.DjangoFilterBackend
Boolean = kinds.BooleanFilter
Choice = kinds.ChoiceFilter
OneOf = kinds.ModelChoiceFilter
Text = kinds.CharFilter


class Filters(kinds.FilterSet):
    """The filters of one list; an unknown value is refused by name."""


def search_by_name(rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
    """Those whose name holds *value*, in any case, ё as е."""
    return rows.filter(search_name__contains=fold(value))


def by_club() -> Any:
    """Those of the club with this slug."""
    return OneOf(queryset=Club.objects.all(), to_field_name="slug")
