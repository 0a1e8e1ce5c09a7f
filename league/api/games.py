"""Games that can be played: their seats, and their options as JSON schema."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from games.options import schema
from league.api.resource import Resource
from league.language import readers_language

GAME_KEYS = [game.key for game in GAMES]


class GameShape(serializers.Serializer[Any]):
    """A kind of game; ``schema`` is the JSON schema of its seats, sides and options."""

    key = serializers.CharField()
    name = serializers.CharField()
    rules_version = serializers.IntegerField()
    seats = serializers.DictField(
        child=serializers.IntegerField(), help_text="least and most, as minimum and maximum"
    )
    sides = serializers.ListField(child=serializers.CharField())
    schema = serializers.JSONField()


def described(key: str) -> dict[str, Any]:
    """
    The game of this key in the reader's language.

    Raises:
        Http404: If there is none.
    """
    found = next((game for game in GAMES if game.key == key), None)
    if found is None:
        raise Http404
    about = schema(key, readers_language())
    seats = about["properties"]["seats"]
    return {
        "key": key,
        "name": about["title"],
        "rules_version": found.rules_version,
        "seats": {"minimum": seats["minimum"], "maximum": seats["maximum"]},
        "sides": about["properties"]["sides"]["enum"],
        "schema": about,
    }


class Games(Resource):
    """The catalogue."""

    serializer_class = GameShape

    @extend_schema(operation_id="games_list", responses=GameShape(many=True))
    def get(self, request: Request) -> Response:
        return self.page([described(key) for key in GAME_KEYS], GameShape)


class OneGame(Resource):
    """A game."""

    serializer_class = GameShape

    @extend_schema(operation_id="games_retrieve", responses=GameShape)
    def get(self, request: Request, key: str) -> Response:
        return Response(self.shown(described(key), GameShape))
