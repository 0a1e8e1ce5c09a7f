"""Ladders: contests of bots without an end; enrol, leave, standings."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import Filters, Text, search_by_name
from league.api.formats import CsvRenderer
from league.api.idempotency import idempotent
from league.api.leaderboards import LeaderboardRow, table_response
from league.api.resource import Listing, Resource, caller
from league.api.rulesets import RulesetShape
from league.api.shapes import BySlug, RowShape
from league.models import Bot, Ladder, LadderEntry, Match, Scope
from league.selectors import leaderboards
from league.services import ladders


class LadderShape(RowShape):
    """A ladder; ``playing`` is how many of its matches are being played now."""

    ruleset = RulesetShape(read_only=True)
    bots = serializers.IntegerField(source="active_bots", read_only=True)
    playing = serializers.IntegerField(read_only=True)

    class Meta:
        model = Ladder
        fields = [
            "slug", "name", "description", "ruleset", "is_open", "takes_new_bots", "bots",
            "playing", "created_at",
        ]  # fmt: skip


class LadderFilters(Filters):
    """By a part of the name; open or closed."""

    search = Text(method=search_by_name)

    class Meta:
        model = Ladder
        fields = ["is_open"]


def all_ladders() -> QuerySet[Ladder]:
    active = Count("entries", filter=Q(entries__is_active=True), distinct=True)
    playing = Count("matches", filter=Q(matches__status=Match.Status.RUNNING), distinct=True)
    return Ladder.objects.select_related("ruleset__club").annotate(
        active_bots=active, playing=playing
    )


class Ladders(Listing):
    """All ladders, by name."""

    serializer_class = LadderShape
    filterset_class = LadderFilters

    def get_queryset(self) -> QuerySet[Ladder]:
        return all_ladders().order_by("search_name", "id")


class OneLadder(Resource):
    """A ladder."""

    serializer_class = LadderShape

    def get(self, request: Request, slug: str) -> Response:
        return Response(self.shown(get_object_or_404(all_ladders(), slug=slug), LadderShape))


class LadderEntryShape(RowShape):
    """A bot on a ladder, with its version's number; while it is paused nothing is drawn for it."""

    bot = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")
    name = serializers.CharField(source="bot.name", read_only=True)
    version = serializers.IntegerField(
        source="bot.current_version.number", default=None, read_only=True
    )

    paused = serializers.BooleanField(source="bot.is_paused", read_only=True)

    class Meta:
        model = LadderEntry
        fields = ["bot", "name", "version", "is_active", "paused", "joined_at"]


class NewLadderEntry(serializers.Serializer[Any]):
    """Which bot."""

    bot = BySlug(queryset=Bot.objects.select_related("current_version"))


class LadderEntries(Resource):
    """The bots on a ladder; an author puts his own on by POST."""

    serializer_class = LadderEntryShape
    scope = Scope.SUBMIT

    @extend_schema(operation_id="ladders_entries_list", responses=LadderEntryShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        ladder = get_object_or_404(Ladder, slug=slug)
        entries = ladder.entries.filter(is_active=True).select_related("bot__current_version")
        return self.page(entries.order_by("joined_at", "id"), LadderEntryShape)

    @extend_schema(request=NewLadderEntry, responses={201: LadderEntryShape})
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        ladder = get_object_or_404(Ladder, slug=slug)
        entry = ladders.enrol(ladder=ladder, **self.asked(NewLadderEntry), by=caller(request))
        return Response(self.shown(entry, LadderEntryShape), status=status.HTTP_201_CREATED)


class OneLadderEntry(Resource):
    """A bot on a ladder; its author takes it off by DELETE, and may put it back."""

    serializer_class = LadderEntryShape
    scope = Scope.SUBMIT

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, bot: str) -> Response:
        entry = get_object_or_404(
            LadderEntry.objects.select_related("ladder", "bot"),
            ladder__slug=slug,
            bot__slug=bot,
            is_active=True,
        )
        ladders.leave(ladder=entry.ladder, bot=entry.bot, by=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class LadderStandings(Resource):
    """Everybody on the ladder: the rated by rating, then those who wait for their first match."""

    serializer_class = LeaderboardRow
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(operation_id="ladders_standings_list", responses=LeaderboardRow(many=True))
    def get(self, request: Request, slug: str) -> Response:
        ladder = get_object_or_404(Ladder.objects.select_related("ruleset"), slug=slug)
        return table_response(self, leaderboards.ladder_rows(ladder))
