"""What is played: a game with its options, and how many deals make a match."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import Choice, Filters, Text, by_club, search_by_name
from league.api.games import GAME_KEYS
from league.api.idempotency import idempotent
from league.api.resource import Listing, Resource, caller
from league.api.shapes import BySlug, NameField, RowShape
from league.errors import NotAllowed
from league.models import Club, Ruleset, Scope
from league.services import rulesets


class RulesetShape(RowShape):
    """A ruleset; ``club`` is null where it belongs to the site, ``pool`` where it is not rated."""

    club = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")
    deals = serializers.IntegerField(read_only=True)
    pool = serializers.SerializerMethodField()

    class Meta:
        model = Ruleset
        fields = [
            "slug", "name", "club", "game", "seats", "sides", "options", "deals", "length", "pool",
            "frozen_at", "created_at",
        ]  # fmt: skip

    def get_pool(self, ruleset: Ruleset) -> str | None:
        return ruleset.pool or None


class NewRuleset(serializers.Serializer[Any]):
    """What a new ruleset needs."""

    name = NameField()
    club = BySlug(queryset=Club.objects.all(), required=False)
    game = serializers.ChoiceField(choices=GAME_KEYS, default="podkidnoy")
    seats = serializers.IntegerField(min_value=2, max_value=8, default=2)
    sides = serializers.CharField(max_length=12, default="single")
    options = serializers.DictField(required=False)
    deals = serializers.IntegerField(min_value=1, max_value=rulesets.MAX_DEALS)


class RulesetFilters(Filters):
    """By a part of the name, the club, the game."""

    search = Text(method=search_by_name)
    club = by_club()
    game = Choice(choices=[(key, key) for key in GAME_KEYS])

    class Meta:
        model = Ruleset
        fields: list[str] = []


def all_rulesets() -> QuerySet[Ruleset]:
    return (
        Ruleset.objects.filter(made_from__isnull=True)
        .select_related("club")
        .order_by("search_name", "id")
    )


class Rulesets(Listing):
    """Rulesets; a club's organisers make its own, staff make the site's."""

    serializer_class = RulesetShape
    filterset_class = RulesetFilters
    scope = Scope.DIRECT

    def get_queryset(self) -> QuerySet[Ruleset]:
        return all_rulesets()

    @extend_schema(request=NewRuleset, responses={201: RulesetShape})
    @idempotent
    def post(self, request: Request) -> Response:
        asked = self.asked(NewRuleset)
        by = caller(request)
        if asked.get("club") is None and not by.is_staff:
            raise NotAllowed(_("Name your club; only staff may make a ruleset for the whole site."))
        ruleset = rulesets.create(**asked, by=by)
        return Response(self.shown(ruleset, RulesetShape), status=status.HTTP_201_CREATED)


class OneRuleset(Resource):
    """A ruleset."""

    serializer_class = RulesetShape

    def get(self, request: Request, slug: str) -> Response:
        return Response(self.shown(get_object_or_404(all_rulesets(), slug=slug), RulesetShape))
