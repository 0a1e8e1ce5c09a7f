"""Entries: players and bots put into a tournament, one by one or as a list, and withdrawn."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from league import permissions
from league.api.formats import CsvParser
from league.api.idempotency import idempotent
from league.api.resource import caller
from league.api.shapes import MOST_ID, BySlug, EntryShape, NameField
from league.api.tournaments import OfTournament
from league.models import Bot, Entry, Player, Tournament, User
from league.permissions import Act
from league.services import clubs, entries, entry_lists


class NewEntry(serializers.Serializer[Any]):
    """
    Who enters: a player by id, a bot by slug, or a person of the club by name (made if new).

    Or a whole ``list``: names, one a line, or CSV; as text here, as a ``file``, or as a body of
    ``text/csv``. All are entered or nobody, unless ``skip_problems`` leaves out the wrong lines.
    """

    player = serializers.PrimaryKeyRelatedField(queryset=Player.objects.all(), required=False)
    bot = BySlug(queryset=Bot.objects.select_related("player"), required=False)
    name = NameField(required=False)
    starting_rank = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ID)
    list = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    file = serializers.FileField(required=False, allow_empty_file=True)
    skip_problems = serializers.BooleanField(default=False)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        given = [key for key in ("player", "bot", "name", "list", "file") if key in asked]
        if len(given) != 1:
            raise serializers.ValidationError(
                _("Give exactly one of player, bot, name, list and file.")
            )
        return asked


class ListedEntries(serializers.Serializer[Any]):
    """Who was entered from a list."""

    count = serializers.IntegerField()
    results = EntryShape(many=True)


class Entries(OfTournament):
    """The field in order of starting ranks; entered by POST until the tournament starts."""

    serializer_class = EntryShape
    parser_classes = [JSONParser, MultiPartParser, CsvParser]

    @extend_schema(operation_id="tournaments_entries_list", responses=EntryShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.page(self.tournament().entries.with_members(), EntryShape)

    @extend_schema(
        request={
            "application/json": NewEntry,
            "multipart/form-data": NewEntry,
            "text/csv": OpenApiTypes.STR,
        },
        responses={201: EntryShape},
        description="A list is answered with `count` and `results`, the entries made from it.",
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        asked = self.asked(NewEntry)
        tournament, by = self.tournament(), caller(request)
        if "file" in asked:
            asked["list"] = entry_lists.decode(asked["file"].read())
        if "list" in asked:
            made = entries.register_list(
                tournament=tournament,
                text=asked["list"],
                by=by,
                skip_problems=asked["skip_problems"],
            )
            answer = self.shown({"count": len(made), "results": made}, ListedEntries)
        else:
            answer = self.shown(_register(tournament, asked, by), EntryShape)
        return Response(answer, status=status.HTTP_201_CREATED)


@transaction.atomic
def _register(tournament: Tournament, asked: dict[str, Any], by: User) -> Entry:
    """Enter one; a person who is named is made first, if the club does not know him."""
    if "name" in asked:
        permissions.require(by, Act.DIRECT, tournament)
        player = clubs.person(club=tournament.club, name=asked["name"])
    else:
        player = asked["bot"].player if "bot" in asked else asked["player"]
    return entries.register(
        tournament=tournament, player=player, by=by, starting_rank=asked.get("starting_rank")
    )


class _OfEntry(OfTournament):
    serializer_class = EntryShape

    def entry(self, tournament: Tournament) -> Entry:
        return get_object_or_404(tournament.entries.with_members(), pk=self.kwargs["id"])


class OneEntry(_OfEntry):
    """An entry; taken out by DELETE before the start."""

    @extend_schema(operation_id="tournaments_entries_retrieve", responses=EntryShape)
    def get(self, request: Request, slug: str, id: int) -> Response:
        return Response(self.shown(self.entry(self.tournament()), EntryShape))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, id: int) -> Response:
        tournament = self.tournament()
        entries.remove(tournament=tournament, entry=self.entry(tournament), by=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Withdraw(_OfEntry):
    """Let an entry leave a running tournament: its undecided matches are lost without play."""

    @extend_schema(request=None, responses=EntryShape)
    def post(self, request: Request, slug: str, id: int) -> Response:
        tournament = self.tournament()
        entry = entries.withdraw(
            tournament=tournament, entry=self.entry(tournament), by=caller(request)
        )
        return Response(self.shown(entry, EntryShape))
