"""Challenges: an author lets his bot play another one, unrated; and what he may still do today."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from league.api.idempotency import idempotent
from league.api.matches import MatchShape, listed
from league.api.resource import Resource, caller
from league.api.rulesets import all_rulesets
from league.api.shapes import BySlug
from league.models import Bot, Match, Scope
from league.selectors import challenges as rows
from league.selectors import workshop
from league.services import challenges

MOST_DEALS = 10_000
"""The service says more exactly how many there may be."""


class NewChallenge(serializers.Serializer[Any]):
    """
    With which bot of the caller's own, what is played, and in how many deals.

    Mirrored, half of the deals are played with the cards of the other half and the seats changed.
    """

    bot = BySlug(queryset=Bot.objects.select_related("player", "current_version"))
    ruleset = BySlug(queryset=all_rulesets(), choices=rows.rulesets)
    deals = serializers.IntegerField(min_value=1, max_value=MOST_DEALS)
    mirrored = serializers.BooleanField(default=False)


class _OfBot(Resource):
    """Something of the challenges one bot plays in."""

    serializer_class = MatchShape
    scope = Scope.SUBMIT

    def bot(self) -> Bot:
        return get_object_or_404(
            Bot.objects.select_related("player", "current_version"), slug=self.kwargs["slug"]
        )

    def challenges(self) -> QuerySet[Match]:
        return listed().filter(seats__player=self.bot().player, challenged_by__isnull=False)


class Challenges(_OfBot):
    """
    The challenges a bot plays in, newest first, those taken back too. POST challenges it with a
    bot of the caller's own.
    """

    @extend_schema(operation_id="bots_challenges_list", responses=MatchShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.page(self.challenges(), MatchShape)

    @extend_schema(
        operation_id="bots_challenges_create", request=NewChallenge, responses={201: MatchShape}
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        asked = self.asked(NewChallenge)
        match = challenges.challenge(
            challenger=asked.pop("bot"), opponent=self.bot(), by=caller(request), **asked
        )
        where = reverse("api-match", args=[match.pk], request=request)
        shown = self.shown(self.challenges().get(pk=match.pk), MatchShape)
        return Response(shown, status=status.HTTP_201_CREATED, headers={"Location": where})


class OneChallenge(_OfBot):
    """A challenge; who made it takes it back by DELETE, as long as it has not begun."""

    @extend_schema(operation_id="bots_challenges_retrieve", responses=MatchShape)
    def get(self, request: Request, slug: str, id: str) -> Response:
        return Response(self.shown(get_object_or_404(self.challenges(), pk=id), MatchShape))

    @extend_schema(operation_id="bots_challenges_destroy", responses={204: None})
    def delete(self, request: Request, slug: str, id: str) -> Response:
        match = get_object_or_404(self.challenges(), pk=id)
        challenges.withdraw(match=match, by=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class QuotaShape(serializers.Serializer[Any]):
    """
    How many bots the caller has that are not retired, how often he has uploaded and challenged
    within 24 hours, how many challenges of his are to be played; and how much of each he may.
    """

    bots = serializers.IntegerField()
    most_bots = serializers.IntegerField()
    uploads = serializers.IntegerField()
    most_uploads = serializers.IntegerField()
    challenges = serializers.IntegerField()
    most_challenges = serializers.IntegerField()
    open_challenges = serializers.IntegerField()
    most_open_challenges = serializers.IntegerField()


class OwnQuota(Resource):
    """What the caller has used up of what he may do in a day."""

    serializer_class = QuotaShape
    is_private = True

    @extend_schema(operation_id="me_quota_retrieve", responses=QuotaShape)
    def get(self, request: Request) -> Response:
        return Response(self.shown(workshop.quota(caller(request)), QuotaShape))
