"""Clubs, and who is what in them."""

from typing import Any

from django.db.models import Count, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from league.api.filters import Filters, Text, search_by_name
from league.api.idempotency import idempotent
from league.api.resource import Listing, Resource, caller
from league.api.shapes import NameField, RowShape
from league.models import Club, Member, Scope
from league.services import clubs


class ClubShape(RowShape):
    """A club; ``members`` is how many it has."""

    members = serializers.IntegerField(source="member_count", read_only=True)

    class Meta:
        model = Club
        fields = ["slug", "name", "description", "time_zone", "members", "created_at"]


class NewClub(serializers.Serializer[Any]):
    """What a new club needs."""

    name = NameField()
    description = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    time_zone = serializers.CharField(max_length=64, required=False)


class ClubFilters(Filters):
    """By a part of the name."""

    search = Text(method=search_by_name)

    class Meta:
        model = Club
        fields: list[str] = []


def all_clubs() -> QuerySet[Club]:
    return Club.objects.annotate(member_count=Count("members")).order_by("search_name", "id")


class Clubs(Listing):
    """Clubs; whoever makes one is its owner."""

    serializer_class = ClubShape
    filterset_class = ClubFilters
    scope = Scope.DIRECT

    def get_queryset(self) -> QuerySet[Club]:
        return all_clubs()

    @extend_schema(request=NewClub, responses={201: ClubShape})
    @idempotent
    def post(self, request: Request) -> Response:
        club = clubs.create(**self.asked(NewClub), by=caller(request))
        where = reverse("api-club", args=[club.slug], request=request)
        shown = self.shown(all_clubs().get(pk=club.pk), ClubShape)
        return Response(shown, status=status.HTTP_201_CREATED, headers={"Location": where})


class OneClub(Resource):
    """A club."""

    serializer_class = ClubShape

    def get(self, request: Request, slug: str) -> Response:
        return Response(self.shown(get_object_or_404(all_clubs(), slug=slug), ClubShape))


class MemberShape(RowShape):
    """A user's role in a club."""

    username = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Member
        fields = ["username", "role", "joined_at"]


class NewRole(serializers.Serializer[Any]):
    """Who shall be what: owner, organiser, arbiter or member."""

    username = serializers.CharField(max_length=150)
    role = serializers.CharField(max_length=12)


class Members(Resource):
    """A club's members; its owners give roles by POST."""

    serializer_class = MemberShape
    scope = Scope.DIRECT

    @extend_schema(operation_id="clubs_members_list", responses=MemberShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        club = get_object_or_404(Club, slug=slug)
        members = club.members.select_related("user").order_by("joined_at", "id")
        return self.page(members, MemberShape)

    @extend_schema(operation_id="clubs_members_set", request=NewRole, responses={201: MemberShape})
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        club = get_object_or_404(Club, slug=slug)
        member = clubs.set_role(club=club, **self.asked(NewRole), by=caller(request))
        return Response(self.shown(member, MemberShape), status=status.HTTP_201_CREATED)
