"""Matches: who met, what came of it, and the record of every deal."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league import permissions
from league.api.authentication import has_scope
from league.api.filters import Filters, OneOf
from league.api.formats import LinesRenderer
from league.api.resource import Listing, Resource
from league.api.shapes import PlayerShape, RowShape
from league.models import (
    Attempt,
    Deal,
    Ladder,
    Match,
    Player,
    Result,
    Ruleset,
    Scope,
    Seat,
    Tournament,
)
from league.permissions import Act, Somebody
from league.selectors import matches


def reader_of(request: Request) -> Somebody | None:
    """Who asks, where he may be told more than everybody: of his own bots, as staff of all."""
    return request.user if has_scope(request, Scope.READ, Scope.SUBMIT) else None


class Failing(RowShape):
    """A row with faults; their ``detail`` is for the bot's author and staff, null for others."""

    faults = serializers.SerializerMethodField()

    def get_faults(self, row: Result | Deal) -> list[dict[str, Any]]:
        readable = matches.readable_seats(row.match, reader_of(self.context["request"]))
        return matches.shown_faults(row.faults, readable)


class SeatShape(RowShape):
    """Who sits at a seat; ``entry`` is his id in the tournament."""

    player = PlayerShape(read_only=True)
    version = serializers.IntegerField(source="version.number", default=None, read_only=True)
    entry = serializers.IntegerField(source="entry_id", read_only=True, allow_null=True)

    class Meta:
        model = Seat
        fields = ["number", "player", "version", "entry"]


class ResultShape(Failing):
    """
    An accepted result. ``scores`` is one number a seat, ``forfeits`` the seats that lost without
    play, ``winner`` the seat that won, of partners the first, null where nobody is first alone;
    ``reason`` says why it was corrected.
    """

    reported_by = serializers.SlugRelatedField[Any](read_only=True, slug_field="username")
    supersedes = serializers.IntegerField(source="supersedes_id", read_only=True, allow_null=True)

    class Meta:
        model = Result
        fields = [
            "id", "scores", "forfeits", "winner", "faults", "reason", "reported_by", "supersedes",
            "created_at",
        ]  # fmt: skip


class PlayedRuleset(RowShape):
    """What is played, in short."""

    class Meta:
        model = Ruleset
        fields = ["slug", "name", "game", "seats", "sides"]


class MatchShape(RowShape):
    """
    A match; ``result`` is the one that stands, null before there is one. A challenge, which an
    author asked for, has his name in ``challenged_by``; it is not rated.

    ``commitment`` is the SHA-256 of the secret that names the order of the cards.
    """

    ruleset = PlayedRuleset(read_only=True)
    ladder = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")
    tournament = serializers.SlugField(
        source="round.stage.tournament.slug", default=None, read_only=True
    )
    round = serializers.IntegerField(source="round.number", default=None, read_only=True)
    challenged_by = serializers.SlugRelatedField[Any](read_only=True, slug_field="username")
    seats = SeatShape(many=True, read_only=True)
    waiting_for = serializers.CharField(source="waits_because", read_only=True)
    result = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            "id", "status", "ruleset", "ladder", "tournament", "round", "table_number", "slot",
            "is_rated", "challenged_by", "seats", "result", "commitment", "waiting_for",
            "created_at", "started_at", "finished_at",
        ]  # fmt: skip

    def get_result(self, match: Match) -> dict[str, Any] | None:
        standing: list[Result] = match.standing_results  # type: ignore[attr-defined]
        return ResultShape(standing[0], context=self.context).data if standing else None


class DealShape(Failing):
    """
    A finished deal; ``places`` and ``points`` are per seat of the match, as awarded. ``outcome`` is
    what the rules said, by the seats of the deal, ``awarded`` what a fault changed of it.
    """

    class Meta:
        model = Deal
        fields = [
            "number", "places", "points", "outcome", "awarded", "faults", "is_rated",
            "played_again", "finished_at",
        ]  # fmt: skip


class MatchDetailShape(MatchShape):
    """
    A match with its deals and all the results it has had, newest first.

    ``secret`` is null until the match is over.
    """

    secret = serializers.SerializerMethodField()
    deals = DealShape(many=True, read_only=True)
    results = ResultShape(many=True, read_only=True)

    class Meta(MatchShape.Meta):
        fields = [*MatchShape.Meta.fields, "secret", "deals", "results"]

    def get_secret(self, match: Match) -> str | None:
        return match.secret if match.is_over else None


class MatchFilters(Filters):
    """By ladder and tournament (their slugs), player (id), status, and whether it is rated."""

    ladder = OneOf(queryset=Ladder.objects.all(), to_field_name="slug")
    tournament = OneOf(
        field_name="round__stage__tournament",
        queryset=Tournament.objects.all(),
        to_field_name="slug",
    )
    player = OneOf(field_name="seats__player", queryset=Player.objects.all())

    class Meta:
        model = Match
        fields = ["status", "is_rated"]


def listed() -> QuerySet[Match]:
    """Matches with all that ``MatchShape`` shows."""
    standing = Result.objects.filter(stands=True).select_related("reported_by")
    seats = Seat.objects.select_related("player__bot", "version")
    return Match.objects.select_related(
        "ruleset", "ladder", "round__stage__tournament", "challenged_by"
    ).prefetch_related(
        Prefetch("seats", queryset=seats),
        Prefetch("results", queryset=standing, to_attr="standing_results"),
    )


def detailed() -> QuerySet[Match]:
    """Matches with all that ``MatchDetailShape`` shows."""
    results = Result.objects.select_related("reported_by").order_by("-id")
    deals = Deal.objects.defer("record", "notes").order_by("number")
    return listed().prefetch_related(
        Prefetch("results", queryset=results), Prefetch("deals", queryset=deals)
    )


class Matches(Listing):
    """Matches, newest first."""

    serializer_class = MatchShape
    filterset_class = MatchFilters

    def get_queryset(self) -> QuerySet[Match]:
        return listed()


class OneMatch(Resource):
    """A match."""

    serializer_class = MatchDetailShape

    def get(self, request: Request, id: str) -> Response:
        return Response(self.shown(get_object_or_404(detailed(), pk=id), MatchDetailShape))


class Record(Resource):
    """The record as JSON Lines, a finished deal a line; the secret is there once it is over."""

    renderer_classes = [LinesRenderer, JSONRenderer]

    @extend_schema(
        responses={
            (200, LinesRenderer.media_type): OpenApiResponse(
                OpenApiTypes.STR, description="One JSON object a line."
            )
        }
    )
    def get(self, request: Request, id: str) -> StreamingHttpResponse:
        match = get_object_or_404(Match, pk=id)
        response = StreamingHttpResponse(
            matches.record_lines(match), content_type=LinesRenderer.media_type
        )
        response["Content-Disposition"] = f'inline; filename="{match.pk}.jsonl"'
        return response


class AttemptShape(RowShape):
    """
    One try at playing a match. ``usage`` has what each bot used, ``logs`` what it wrote to stderr:
    the caller's own bots, or for staff all; null for the others. ``detail`` of our own failures is
    for staff.
    """

    detail = serializers.SerializerMethodField()
    usage = serializers.SerializerMethodField()
    logs = serializers.SerializerMethodField()

    class Meta:
        model = Attempt
        fields = ["number", "exit", "started_at", "ended_at", "usage", "detail", "logs"]

    def get_detail(self, attempt: Attempt) -> str | None:
        reader = reader_of(self.context["request"])
        may_read = reader is not None and permissions.may(reader, Act.OPERATE)
        return attempt.detail if may_read else None

    def get_usage(self, attempt: Attempt) -> list[dict[str, Any] | None]:
        return self._readable(attempt, attempt.usage)

    def get_logs(self, attempt: Attempt) -> list[str | None]:
        return self._readable(attempt, attempt.logs)

    def _readable(self, attempt: Attempt, told: list[Any]) -> list[Any]:
        readable = matches.readable_seats(attempt.match, reader_of(self.context["request"]))
        return [one if seat in readable else None for seat, one in enumerate(told)]


class Attempts(Resource):
    """The tries at playing a match, for the authors of its bots and for staff."""

    serializer_class = AttemptShape

    @extend_schema(operation_id="matches_attempts_list", responses=AttemptShape(many=True))
    def get(self, request: Request, id: str) -> Response:
        return self.page(matches.attempts(get_object_or_404(listed(), pk=id)), AttemptShape)
