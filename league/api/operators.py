"""For the site's staff: matches that were parked because we failed too often."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league import permissions
from league.api.matches import MatchShape, listed
from league.api.resource import Resource, caller
from league.api.shapes import UtcField
from league.models import Attempt, Match, Scope
from league.permissions import Act
from league.services import attempts


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
        parked = listed().filter(parked_at__isnull=False).prefetch_related("attempts")
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
