"""For the site's staff: matches and uploads that were parked because we failed too often."""

from typing import Any

from django.db.models import Prefetch
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league import permissions
from league.api.matches import MatchShape, listed
from league.api.resource import Resource, caller
from league.api.shapes import RowShape, UtcField
from league.models import Attempt, Match, Scope, Submission
from league.permissions import Act
from league.services import attempts, submissions


class ParkedMatch(MatchShape):
    """A parked match, and how its last attempt failed."""

    parked_at = UtcField(read_only=True)
    last_failure = serializers.SerializerMethodField()

    class Meta(MatchShape.Meta):
        fields = [*MatchShape.Meta.fields, "parked_at", "last_failure"]

    def get_last_failure(self, match: Match) -> str | None:
        failed = [one for one in match.attempts.all() if one.exit != Attempt.Exit.FINISHED]
        return failed[-1].detail if failed else None


class Parked(Resource):
    """Parked matches, the longest first."""

    serializer_class = ParkedMatch
    is_private = True

    @extend_schema(operation_id="operator_matches_list", responses=ParkedMatch(many=True))
    def get(self, request: Request) -> Response:
        permissions.require(caller(request), Act.OPERATE)
        tries = Prefetch("attempts", Attempt.objects.defer("logs", "usage"))
        parked = listed().filter(parked_at__isnull=False).prefetch_related(tries)
        return self.page(parked.order_by("parked_at", "id"), ParkedMatch)


class Release(Resource):
    """Let a parked match be tried again, its failures forgiven."""

    serializer_class = MatchShape
    is_private = True
    scope = Scope.DIRECT

    @extend_schema(operation_id="operator_matches_release", request=None, responses=MatchShape)
    def post(self, request: Request, id: str) -> Response:
        attempts.release(match=get_object_or_404(Match, pk=id), by=caller(request))
        return Response(self.shown(listed().get(pk=id), MatchShape))


class ParkedUpload(RowShape):
    """An upload whose check was broken off again and again: how often, and how it last ended."""

    bot = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")
    last_failure = serializers.CharField(source="waiting_detail", read_only=True)

    class Meta:
        model = Submission
        fields = [
            "id", "bot", "number", "status", "parked_at", "broken_off", "last_failure",
            "created_at",
        ]  # fmt: skip


class ParkedUploads(Resource):
    """Parked uploads, the longest first."""

    serializer_class = ParkedUpload
    is_private = True

    @extend_schema(operation_id="operator_submissions_list", responses=ParkedUpload(many=True))
    def get(self, request: Request) -> Response:
        permissions.require(caller(request), Act.OPERATE)
        parked = Submission.objects.filter(parked_at__isnull=False).select_related("bot")
        return self.page(
            parked.defer("log", "steps", "checks").order_by("parked_at", "id"), ParkedUpload
        )


class ReleaseUpload(Resource):
    """Let a parked upload be checked again, what was broken off forgiven."""

    serializer_class = ParkedUpload
    is_private = True
    scope = Scope.DIRECT

    @extend_schema(
        operation_id="operator_submissions_release", request=None, responses=ParkedUpload
    )
    def post(self, request: Request, id: int) -> Response:
        submission = get_object_or_404(Submission.objects.select_related("bot"), pk=id)
        submissions.release(submission=submission, by=caller(request))
        submission.refresh_from_db()
        return Response(self.shown(submission, ParkedUpload))
