"""Leaderboards: the rating table of a pool, as JSON or CSV, and who beats whom in it."""

from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import find_game
from games.errors import OptionError, UnknownGame
from league.api.formats import CsvRenderer
from league.api.resource import Resource
from league.api.shapes import PlayerShape
from league.models import no_ratings, pool_key
from league.selectors import leaderboards, matrix
from league.selectors.leaderboards import Row

MOST_SEATS = 8


class LeaderboardRow(serializers.Serializer[Any]):
    """
    A competitor's line.

    ``version`` is the number of the bot's program, null for people. ``rating`` is on the Elo
    scale; ``interval`` is half the width of the 95 % interval; both are null, as is ``rank``,
    before the first rated deal. A bot that is ``paused`` keeps its rating, but has no rank.
    Bots and people are never rated by each other: bots come first, and each ``rank`` is among its
    kind.
    ``won`` counts deals won alone; ``trend`` is the change of rating within about an hour.
    """

    rank = serializers.IntegerField(allow_null=True)
    player = PlayerShape()
    version = serializers.IntegerField(source="version.number", default=None, allow_null=True)
    kind = serializers.CharField(source="player.kind")
    rating = serializers.SerializerMethodField()
    interval = serializers.SerializerMethodField()
    matches = serializers.IntegerField()
    deals = serializers.IntegerField()
    won = serializers.IntegerField()
    faults = serializers.IntegerField()
    trend = serializers.SerializerMethodField()
    provisional = serializers.BooleanField(source="is_provisional")
    paused = serializers.BooleanField(source="is_paused")

    def get_rating(self, row: Row) -> float | None:
        return _rounded(row.rating)

    def get_interval(self, row: Row) -> float | None:
        return _rounded(row.interval)

    def get_trend(self, row: Row) -> float | None:
        return _rounded(row.trend)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


class PoolQuery(serializers.Serializer[Any]):
    """Which pool: a game with its seats and sides."""

    seats = serializers.IntegerField(min_value=2, max_value=MOST_SEATS, default=2)
    sides = serializers.CharField(max_length=12, default="single")


class LeaderboardQuery(PoolQuery):
    """Which pool, and who of it."""

    kind = serializers.ChoiceField(choices=["bot", "person", "all"], default="all")


def asked_pool(game: str, query: PoolQuery) -> dict[str, Any]:
    """
    The query's values, checked against what *game* can be.

    Raises:
        Http404: If there is no such game.
        ValidationError: If it is not played with these seats and sides, or is not rated.
    """
    try:
        kind = find_game(game)
    except UnknownGame as error:
        raise Http404 from error
    if not kind.has_decisions:
        raise serializers.ValidationError({"game": no_ratings(game)})
    query.is_valid(raise_exception=True)
    asked = dict(query.validated_data)
    try:
        kind(seats=asked["seats"], sides=asked["sides"])
    except OptionError as error:
        raise serializers.ValidationError({error.option: str(error)}) from error
    return asked


class Leaderboard(Resource):
    """The rating table of a pool: bots, each with its current version, and after them people."""

    serializer_class = LeaderboardRow
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(
        operation_id="leaderboards_list",
        parameters=[LeaderboardQuery],
        responses=LeaderboardRow(many=True),
    )
    def get(self, request: Request, game: str) -> Response:
        asked = asked_pool(game, LeaderboardQuery(data=request.query_params))
        pool = pool_key(game, asked["seats"], asked["sides"])
        rows = leaderboards.pool_rows(pool, kind=asked["kind"])
        return table_response(self, rows)


def table_response(view: Resource, rows: list[Row]) -> Response:
    """*rows* in pages as JSON, all of them as CSV."""
    prefetch_related_objects([row.player for row in rows], "bot")
    if isinstance(view.request.accepted_renderer, CsvRenderer):
        return Response(LeaderboardRow(rows, many=True).data)
    return view.page(rows, LeaderboardRow)


class HeadToHeadShape(serializers.Serializer[Any]):
    """
    What a bot has done against another, both with their current versions.

    ``score`` is the share of the points, 0 to 1; ``interval`` is half the width of its 95 %
    interval.
    """

    player = PlayerShape(source="version.bot.player")
    version = serializers.IntegerField(source="version.number")
    opponent = PlayerShape(source="opponent.bot.player")
    opponent_version = serializers.IntegerField(source="opponent.number")
    score = serializers.SerializerMethodField()
    interval = serializers.SerializerMethodField()
    deals = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()

    def get_score(self, pair: matrix.HeadToHead) -> float:
        return round(pair.score, 4)

    def get_interval(self, pair: matrix.HeadToHead) -> float:
        return round(pair.interval, 4)


class Matrix(Resource):
    """Head to head: every two bots of a pool that have met, both ways round."""

    serializer_class = HeadToHeadShape
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(
        operation_id="leaderboards_matrix_list",
        parameters=[PoolQuery],
        responses=HeadToHeadShape(many=True),
    )
    def get(self, request: Request, game: str) -> Response:
        asked = asked_pool(game, PoolQuery(data=request.query_params))
        pairs = matrix.head_to_head(game, asked["seats"], asked["sides"])
        if isinstance(request.accepted_renderer, CsvRenderer):
            return Response(self.get_serializer(pairs, many=True).data)
        return self.page(pairs, HeadToHeadShape)
