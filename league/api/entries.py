"""Entries: players, bots and teams put into a tournament, one by one or as a list."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
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
from league.errors import BadInput
from league.models import Bot, Entry, Player, Tournament, User
from league.permissions import Act
from league.services import clubs, entries, entry_lists

MOST_MEMBERS = 6
"""Players that are read of a team; how many play in one, the tournament says."""


class Who(serializers.Serializer[Any]):
    """Who plays: a player by id, a bot by slug, or a person of the club by name (made if new)."""

    player = serializers.PrimaryKeyRelatedField(queryset=Player.objects.all(), required=False)
    bot = BySlug(queryset=Bot.objects.select_related("player"), required=False)
    name = NameField(required=False)


class NewMember(Who):
    """One of a team, named in one of three ways."""

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if len(asked) != 1:
            raise serializers.ValidationError(_("Give exactly one of player, bot and name."))
        return asked


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "description": "the id of a player"},
            {
                "type": "object",
                "description": "a player by id, a bot by slug, or a person of the club by name",
                "properties": {
                    "player": {"type": "integer"},
                    "bot": {"type": "string"},
                    "name": {"type": "string"},
                },
                "minProperties": 1,
                "maxProperties": 1,
            },
        ]
    }
)
class MemberField(serializers.Field[Any, Any, Any, Any]):
    """One of a team: the id of a player, or an object that says who it is."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        # True is an int to Python.
        told = {"player": data} if type(data) is int else data
        shape = NewMember(data=told, context=self.context)
        shape.is_valid(raise_exception=True)
        return dict(shape.validated_data)


class EditedTeam(serializers.Serializer[Any]):
    """Of a team, what is to be otherwise: its name, or all who play in it, in order."""

    name = NameField(required=False, allow_blank=True)
    players = serializers.ListField(
        child=MemberField(), required=False, min_length=1, max_length=MOST_MEMBERS
    )


class NewTeam(EditedTeam):
    """A team: all who play in it, in order, and what it is called, if not by its players."""

    players = serializers.ListField(child=MemberField(), min_length=1, max_length=MOST_MEMBERS)


class NewEntry(Who):
    """
    Who enters: a player by id, a bot by slug, or a person of the club by name (made if new); a
    ``team`` where teams play.

    Or a whole ``list``: names, one a line, or CSV; as text here, as a ``file``, or as a body of
    ``text/csv``. A team is a line such as ``Anna / Boris``, or has a column for each player. All
    are entered or nobody, unless ``skip_problems`` leaves out the wrong lines.
    """

    team = NewTeam(required=False)
    starting_rank = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ID)
    list = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    file = serializers.FileField(required=False, allow_empty_file=True)
    skip_problems = serializers.BooleanField(default=False)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        given = [key for key in ("player", "bot", "name", "team", "list", "file") if key in asked]
        if len(given) != 1:
            raise serializers.ValidationError(
                _("Give exactly one of player, bot, name, team, list and file.")
            )
        return asked


class EditedEntry(serializers.Serializer[Any]):
    """What is to be otherwise in an entry."""

    team = EditedTeam()


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
        return self.page(self.tournament().entries.filter(is_in=True).with_members(), EntryShape)

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
    rank = asked.get("starting_rank")
    if "team" in asked:
        with _told_of_team():
            return entries.register_team(
                tournament=tournament, by=by, starting_rank=rank, **_team(tournament, asked, by)
            )
    return entries.register(
        tournament=tournament, player=player_of(tournament, asked, by), by=by, starting_rank=rank
    )


@transaction.atomic
def _edit(tournament: Tournament, entry: Entry, asked: dict[str, Any], by: User) -> Entry:
    with _told_of_team():
        return entries.edit_team(
            tournament=tournament, entry=entry, by=by, **_team(tournament, asked, by)
        )


def _team(tournament: Tournament, asked: dict[str, Any], by: User) -> dict[str, Any]:
    """What is said of a team, as the services read it."""
    team: dict[str, Any] = {}
    if "name" in asked["team"]:
        team["team_name"] = asked["team"]["name"]
    if "players" in asked["team"]:
        team["players"] = [player_of(tournament, who, by) for who in asked["team"]["players"]]
    return team


def player_of(tournament: Tournament, who: Mapping[str, Any], by: User) -> Player:
    """The player who is named in one of the three ways; a person of the club is made if new."""
    if "name" in who:
        permissions.require(by, Act.DIRECT, tournament)
        return clubs.person(club=tournament.club, name=who["name"])
    player: Player = who["bot"].player if "bot" in who else who["player"]
    return player


@contextmanager
def _told_of_team() -> Iterator[None]:
    """Point at the value within the team where a service refuses one."""
    try:
        yield
    except BadInput as error:
        if error.field in {"players", "player", "name"}:
            error.field = "team/players"
        elif error.field == "team_name":
            error.field = "team/name"
        raise


class OfEntry(OfTournament):
    """Something of one entry."""

    serializer_class = EntryShape

    def entry(self, tournament: Tournament) -> Entry:
        return get_object_or_404(
            tournament.entries.filter(is_in=True).with_members(), pk=self.kwargs["id"]
        )


class OneEntry(OfEntry):
    """An entry; before the start taken out by DELETE, and if it is a team, edited by PATCH."""

    @extend_schema(operation_id="tournaments_entries_retrieve", responses=EntryShape)
    def get(self, request: Request, slug: str, id: int) -> Response:
        return Response(self.shown(self.entry(self.tournament()), EntryShape))

    @extend_schema(request=EditedEntry, responses=EntryShape)
    def patch(self, request: Request, slug: str, id: int) -> Response:
        tournament = self.tournament()
        asked = self.asked(EditedEntry)
        _edit(tournament, self.entry(tournament), asked, caller(request))
        return Response(self.shown(self.entry(tournament), EntryShape))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, id: int) -> Response:
        tournament = self.tournament()
        entries.remove(tournament=tournament, entry=self.entry(tournament), by=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
