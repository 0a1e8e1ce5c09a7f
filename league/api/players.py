"""Those who compete: people and bots, their ratings and their matches."""

from typing import Any

from django.db.models import Max, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import Filters, Text, by_club, search_by_name
from league.api.matches import MatchShape, listed
from league.api.resource import Listing, Resource
from league.api.shapes import PlayerShape, UtcField
from league.models import Player, Rating, RatingRun


class PlayerDetailShape(PlayerShape):
    """A player and the club he plays for."""

    club = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")

    class Meta(PlayerShape.Meta):
        fields = [*PlayerShape.Meta.fields, "club", "created_at"]


class PlayerFilters(Filters):
    """By a part of the name, the kind, the club."""

    search = Text(method=search_by_name)
    club = by_club()

    class Meta:
        model = Player
        fields = ["kind"]


def all_players() -> QuerySet[Player]:
    return Player.objects.select_related("bot", "club").order_by("search_name", "id")


class Players(Listing):
    """All players, by name."""

    serializer_class = PlayerDetailShape
    filterset_class = PlayerFilters

    def get_queryset(self) -> QuerySet[Player]:
        return all_players()


class OnePlayer(Resource):
    """A player."""

    serializer_class = PlayerDetailShape

    def get(self, request: Request, id: int) -> Response:
        return Response(self.shown(get_object_or_404(all_players(), pk=id), PlayerDetailShape))


class PlayerRatingShape(serializers.Serializer[Any]):
    """
    A player's line in the newest run of a pool; of a bot, one line for each of its versions.

    ``interval`` is half the width of the 95 % interval.
    """

    pool = serializers.CharField(source="run.pool")
    version = serializers.IntegerField(source="version.number", default=None)
    rating = serializers.FloatField(source="value")
    interval = serializers.FloatField()
    matches = serializers.IntegerField()
    deals = serializers.IntegerField()
    won = serializers.IntegerField()
    faults = serializers.IntegerField()
    rated_at = UtcField(source="run.created_at")


class PlayerRatings(Resource):
    """A player's ratings, a line for each pool and version, newest version first."""

    serializer_class = PlayerRatingShape

    @extend_schema(operation_id="players_ratings_list", responses=PlayerRatingShape(many=True))
    def get(self, request: Request, id: int) -> Response:
        player = get_object_or_404(Player, pk=id)
        newest = RatingRun.objects.order_by().values("pool").annotate(run=Max("id")).values("run")
        lines = (
            Rating.objects.filter(player=player, run__in=newest)
            .select_related("run", "version")
            .order_by("run__pool", "-version__number", "id")
        )
        return self.page(lines, PlayerRatingShape)


class PlayerMatches(Resource):
    """The matches a player sits in, newest first."""

    serializer_class = MatchShape

    @extend_schema(operation_id="players_matches_list", responses=MatchShape(many=True))
    def get(self, request: Request, id: int) -> Response:
        player = get_object_or_404(Player, pk=id)
        return self.page(listed().filter(seats__player=player), MatchShape)
