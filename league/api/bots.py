"""Bots: an author's long-lived entrants, and the versions that were accepted."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from league.api.filters import Boolean, Filters, Text, by_club, search_by_name
from league.api.idempotency import idempotent
from league.api.resource import Listing, Resource, caller
from league.api.shapes import BySlug, NameField, RowShape
from league.models import Bot, BotVersion, Club, Scope
from league.services import bots


class BotShape(RowShape):
    """
    A bot; ``owner`` is null for a house bot, ``version`` the number of the program it plays with
    (null before one is accepted), ``player`` its id under ``players/``.
    """

    owner = serializers.SlugRelatedField[Any](read_only=True, slug_field="username")
    club = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")
    version = serializers.IntegerField(
        source="current_version.number", default=None, read_only=True
    )
    player = serializers.IntegerField(source="player.pk", read_only=True)
    is_house = serializers.BooleanField(read_only=True)

    class Meta:
        model = Bot
        fields = [
            "slug", "name", "description", "owner", "club", "is_house", "version", "player",
            "created_at",
        ]  # fmt: skip


class NewBot(serializers.Serializer[Any]):
    """What a new bot needs; with a club it plays in the club's name."""

    name = NameField()
    club = BySlug(queryset=Club.objects.all(), required=False, allow_null=True)
    description = serializers.CharField(max_length=2000, required=False, allow_blank=True)


class BotFilters(Filters):
    """By a part of the name, the club; ``mine`` are the caller's own, ``house`` the house's."""

    search = Text(method=search_by_name)
    club = by_club()
    mine = Boolean(method="filter_mine")
    house = Boolean(field_name="owner", lookup_expr="isnull")

    class Meta:
        model = Bot
        fields: list[str] = []

    def filter_mine(self, rows: QuerySet[Bot], name: str, value: bool) -> QuerySet[Bot]:
        user = self.request.user if self.request else None
        own = user.pk if user is not None and user.is_authenticated else 0
        return rows.filter(owner=own) if value else rows.exclude(owner=own)


def all_bots() -> QuerySet[Bot]:
    related = "owner", "club", "current_version", "player"
    return Bot.objects.select_related(*related).order_by("search_name", "id")


class Bots(Listing):
    """Bots by name; whoever makes one is its author."""

    serializer_class = BotShape
    filterset_class = BotFilters
    scope = Scope.SUBMIT

    def get_queryset(self) -> QuerySet[Bot]:
        return all_bots()

    @extend_schema(request=NewBot, responses={201: BotShape})
    @idempotent
    def post(self, request: Request) -> Response:
        bot = bots.create(**self.asked(NewBot), owner=caller(request))
        where = reverse("api-bot", args=[bot.slug], request=request)
        shown = self.shown(all_bots().get(pk=bot.pk), BotShape)
        return Response(shown, status=status.HTTP_201_CREATED, headers={"Location": where})


class OneBot(Resource):
    """A bot."""

    serializer_class = BotShape

    def get(self, request: Request, slug: str) -> Response:
        return Response(self.shown(get_object_or_404(all_bots(), slug=slug), BotShape))


class VersionShape(RowShape):
    """
    An accepted program: an upload by its SHA-256, or one of the house's own with its settings.

    The program itself is its author's and is not given out.
    """

    submission = serializers.IntegerField(source="submission_id", read_only=True)
    sha256 = serializers.CharField(source="bundle_id", read_only=True)
    is_current = serializers.SerializerMethodField()

    class Meta:
        model = BotVersion
        fields = [
            "number", "submission", "sha256", "program", "settings", "is_current", "created_at",
        ]  # fmt: skip

    def get_is_current(self, version: BotVersion) -> bool:
        return version.pk == version.bot.current_version_id


class Versions(Resource):
    """A bot's versions, newest first."""

    serializer_class = VersionShape

    @extend_schema(operation_id="bots_versions_list", responses=VersionShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        bot = get_object_or_404(Bot, slug=slug)
        return self.page(bot.versions.select_related("bot"), VersionShape)
