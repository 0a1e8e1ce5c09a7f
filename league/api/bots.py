"""Bots: an author's long-lived entrants, what he does with them, and their accepted versions."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.serializers import BaseSerializer

from league import permissions
from league.api.authentication import LacksScope, has_scope
from league.api.filters import Boolean, Filters, Text, by_club, search_by_name
from league.api.formats import FileRenderer, LinesRenderer
from league.api.idempotency import idempotent
from league.api.matches import MatchShape, listed
from league.api.resource import Listing, Resource, caller
from league.api.shapes import BySlug, NameField, RowShape
from league.models import Bot, BotVersion, Club, Scope
from league.permissions import Act
from league.selectors import exports
from league.services import bots, versions
from league.streams import Busy, Stream

MOST_NUMBER = 2**31 - 1


class BotShape(RowShape):
    """
    A bot; ``owner`` is null for a house bot, ``version`` the number of the program it plays with
    (null before one is accepted, and once it is retired), ``player`` its id under ``players/``.

    No ladder matches are drawn for one that is paused; ``takes_challenges`` is whether other
    authors may challenge it.
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
            "paused_at", "takes_challenges", "created_at",
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


class ChangedBot(serializers.Serializer[Any]):
    """What its author may change; what is left out stays."""

    description = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    takes_challenges = serializers.BooleanField(required=False)


class _OfBot(Resource):
    """Something of one bot; an author needs the scope ``submit`` to change it."""

    serializer_class: type[BaseSerializer[Any]] = BotShape
    scope = Scope.SUBMIT

    def bot(self) -> Bot:
        return get_object_or_404(all_bots(), slug=self.kwargs["slug"])

    def as_it_is_now(self) -> Response:
        return Response(self.shown(self.bot(), BotShape))


class OneBot(_OfBot):
    """A bot; its author changes by PATCH what is said of it, and whether it takes challenges."""

    def get(self, request: Request, slug: str) -> Response:
        return self.as_it_is_now()

    @extend_schema(request=ChangedBot, responses=BotShape)
    def patch(self, request: Request, slug: str) -> Response:
        bots.change(bot=self.bot(), by=caller(request), **self.asked(ChangedBot))
        return self.as_it_is_now()


class Pause(_OfBot):
    """Draw no ladder matches for the bot; those drawn already are played. Its rating stays."""

    @extend_schema(request=None, responses=BotShape)
    def post(self, request: Request, slug: str) -> Response:
        bots.pause(bot=self.bot(), by=caller(request))
        return self.as_it_is_now()


class Resume(_OfBot):
    """Let a paused bot play on."""

    @extend_schema(request=None, responses=BotShape)
    def post(self, request: Request, slug: str) -> Response:
        bots.resume(bot=self.bot(), by=caller(request))
        return self.as_it_is_now()


class Retire(_OfBot):
    """
    Take the bot off every ladder and out of every tournament, and delete the files of all its
    versions, for good.

    What it has played stays; what it has not played in a tournament that is under way is lost
    without play. A new version brings it back; on the ladders that it has left it plays again when
    it is enrolled there anew.
    """

    @extend_schema(request=None, responses=BotShape)
    def post(self, request: Request, slug: str) -> Response:
        versions.retire(bot=self.bot(), by=caller(request))
        return self.as_it_is_now()


class VersionShape(RowShape):
    """
    An accepted program: an upload by its SHA-256, or one of the house's own with its settings.

    The program itself is given to its author alone. Of a version whose file he has deleted,
    ``deleted_at`` says when; its results stay.
    """

    submission = serializers.IntegerField(source="submission_id", read_only=True)
    sha256 = serializers.CharField(source="bundle_id", read_only=True)
    is_current = serializers.SerializerMethodField()

    class Meta:
        model = BotVersion
        fields = [
            "number", "submission", "sha256", "program", "settings", "is_current", "deleted_at",
            "created_at",
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


class _OfVersion(_OfBot):
    """Something of one version of a bot."""

    serializer_class = VersionShape

    def version(self) -> BotVersion:
        found = BotVersion.objects.select_related("bot__player", "bundle").defer("bundle__data")
        bot, number = self.bot(), self.kwargs["number"]
        version = found.filter(bot=bot, number=number).first() if number <= MOST_NUMBER else None
        if version is None:
            raise NotFound(
                _("“%(bot)s” has no version %(number)d.") % {"bot": bot, "number": number}
            )
        return version


class OneVersion(_OfVersion):
    """
    A version; its author deletes its file by DELETE, for good. Its results stay; from a tournament
    that is under way with it the bot is withdrawn.
    """

    @extend_schema(operation_id="bots_versions_retrieve", responses=VersionShape)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.shown(self.version(), VersionShape))

    @extend_schema(operation_id="bots_versions_destroy", responses=VersionShape)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        versions.delete(version=self.version(), by=caller(request))
        return Response(self.shown(self.version(), VersionShape))


class PlayVersion(_OfVersion):
    """Let the bot play with this version from its next match on, with that version's rating."""

    @extend_schema(request=None, responses=BotShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        versions.roll_back(version=self.version(), by=caller(request))
        return self.as_it_is_now()


class VersionFile(_OfVersion):
    """The file of a version, for its author and staff."""

    is_private = True
    renderer_classes = [FileRenderer, JSONRenderer]

    @extend_schema(
        operation_id="bots_versions_file",
        responses={
            (200, FileRenderer.media_type): OpenApiResponse(
                OpenApiTypes.BINARY, description="One .py file, or a .zip."
            )
        },
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        version = self.version()
        permissions.require(caller(request), Act.SUBMIT, version.bot)
        if version.is_deleted:
            raise NotFound(
                _("The file of version %(number)d has been deleted.") % {"number": number}
            )
        if version.bundle is None:
            raise NotFound(
                _("Version %(number)d is a program of the house; it has no file.")
                % {"number": number}
            )
        response = HttpResponse(bytes(version.bundle.data), content_type=FileRenderer.media_type)
        name = f"{slug}-v{number}.{version.bundle.ending}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response["Cache-Control"] = "no-store, private"
        return response


class BotMatches(_OfBot):
    """
    The matches a bot plays in, newest first.

    ``?format=jsonl`` gives its author those that are finished as JSON Lines, the oldest first: a
    line for each match with what his bot used and logged, then its deals as in its record. At most
    1000 matches at a time; where there are more, the last line is of the type ``more`` and has the
    ``after`` to ask for them with.
    """

    serializer_class = MatchShape
    renderer_classes = [JSONRenderer, LinesRenderer]

    @extend_schema(
        operation_id="bots_matches_list",
        parameters=[
            OpenApiParameter("format", str, enum=["json", "jsonl"]),
            OpenApiParameter("after", str, description="Of JSON Lines: where to go on."),
        ],
        responses={
            (200, "application/json"): MatchShape(many=True),
            (200, LinesRenderer.media_type): OpenApiResponse(
                OpenApiTypes.STR, description="One JSON object a line."
            ),
        },
    )
    def get(self, request: Request, slug: str) -> Response | StreamingHttpResponse:
        bot = self.bot()
        if not isinstance(request.accepted_renderer, LinesRenderer):
            return self.page(listed().filter(seats__player=bot.player), MatchShape)
        reader = caller(request)
        permissions.require(reader, Act.SUBMIT, bot)
        if not has_scope(request, Scope.READ, Scope.SUBMIT):
            raise LacksScope(_("This token may not read what your bots used and logged."))
        text = request.query_params.get("after")
        after = exports.Place.parse(text) if text else None
        try:
            lines = Stream(exports.match_lines(bot, reader, after), reader.pk)
        except Busy as busy:
            raise Throttled(busy.wait) from busy
        response = StreamingHttpResponse(lines, content_type=LinesRenderer.media_type)
        response["Content-Disposition"] = f'attachment; filename="{slug}.jsonl"'
        response["Cache-Control"] = "no-store, private"
        return response
