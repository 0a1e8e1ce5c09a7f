"""Tournaments: created, started, called off; what everybody may see of one."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.serializers import BaseSerializer

from league.api.filters import Choice, Filters, Text, by_club, search_by_name
from league.api.idempotency import idempotent
from league.api.matches import PlayedRuleset
from league.api.resource import Listing, Resource, caller
from league.api.shapes import BySlug, NameField, ReasonShape, RowShape
from league.api.stages import StagePlayedShape, StageShape, stages_played
from league.models import Club, Ruleset, Scope, Stage, Tournament
from league.progress.going_on import waits_for_draw
from league.selectors.progress import progress_of
from league.services import tournaments


class ClubReference(RowShape):
    """A club in short."""

    class Meta:
        model = Club
        fields = ["slug", "name"]


class TournamentShape(RowShape):
    """A tournament; ``entries`` is how many have entered."""

    club = ClubReference(read_only=True)
    ruleset = PlayedRuleset(read_only=True)
    stages = StageShape(many=True, read_only=True)
    entries = serializers.IntegerField(source="entry_count", read_only=True)

    class Meta:
        model = Tournament
        fields = [
            "slug", "name", "description", "club", "ruleset", "team_size", "stages", "status",
            "entries", "created_at", "started_at", "finished_at",
        ]  # fmt: skip


class TournamentProgressShape(serializers.Serializer[Any]):
    """
    How far a tournament has come, as its log has it.

    ``last_act`` is the number of the log's last line, to be sent back as ``seen``. ``stage`` is the
    one being played. ``waits_for_draw`` says whether a director has to have the next round drawn.
    """

    last_act = serializers.IntegerField()
    stage = serializers.IntegerField()
    waits_for_draw = serializers.BooleanField()
    stages = StagePlayedShape(many=True)


class TournamentDetailShape(TournamentShape):
    """A tournament and how far it has come; ``stages`` are as they were set up."""

    progress = serializers.SerializerMethodField()

    class Meta(TournamentShape.Meta):
        fields = [*TournamentShape.Meta.fields, "progress"]

    @extend_schema_field(TournamentProgressShape)
    def get_progress(self, tournament: Tournament) -> dict[str, Any]:
        progress = progress_of(tournament)
        told = {
            "last_act": len(progress.acts),
            "stage": progress.stage.number,
            "waits_for_draw": waits_for_draw(progress.state) is not None,
            "stages": list(stages_played(progress)),
        }
        return dict(TournamentProgressShape(told).data)


class NewTournament(serializers.Serializer[Any]):
    """
    What a new tournament needs: one stage, or two, of which the second is a bracket for the
    ``qualifiers`` of the first.

    Entries of a ``team_size`` above 1 are teams, and the ruleset is one of two sides of as many.
    """

    club = BySlug(queryset=Club.objects.all())
    name = NameField()
    description = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    ruleset = BySlug(queryset=Ruleset.objects.all())
    team_size = serializers.IntegerField(required=False, min_value=1, max_value=3)
    stages = StageShape(many=True)


class TournamentFilters(Filters):
    """By a part of the name, the club, the status, the format of a stage."""

    search = Text(method=search_by_name)
    club = by_club()
    stage_format = Choice(field_name="stages__format", choices=Stage.Format.choices, distinct=True)

    class Meta:
        model = Tournament
        fields = ["status"]


def all_tournaments() -> QuerySet[Tournament]:
    return (
        Tournament.objects.select_related("club", "ruleset")
        .prefetch_related("stages")
        .annotate(entry_count=Count("entries", filter=Q(entries__is_in=True), distinct=True))
        .order_by("-created_at", "-id")
    )


class OfTournament(Resource):
    """Something of one tournament."""

    serializer_class: type[BaseSerializer[Any]] = TournamentDetailShape
    scope = Scope.DIRECT

    def tournament(self) -> Tournament:
        return get_object_or_404(
            Tournament.objects.select_related("club", "ruleset"), slug=self.kwargs["slug"]
        )

    def answer(self, tournament: Tournament, code: int = status.HTTP_200_OK) -> Response:
        """The tournament as it is now."""
        row = all_tournaments().get(pk=tournament.pk)
        return Response(self.shown(row, TournamentDetailShape), status=code)


class Tournaments(Listing):
    """Tournaments, newest first; a club's organisers make them by POST."""

    serializer_class = TournamentShape
    filterset_class = TournamentFilters
    scope = Scope.DIRECT

    def get_queryset(self) -> QuerySet[Tournament]:
        return all_tournaments()

    @extend_schema(request=NewTournament, responses={201: TournamentDetailShape})
    @idempotent
    def post(self, request: Request) -> Response:
        tournament = tournaments.create(**self.asked(NewTournament), by=caller(request))
        where = reverse("api-tournament", args=[tournament.slug], request=request)
        shown = self.shown(all_tournaments().get(pk=tournament.pk), TournamentDetailShape)
        return Response(shown, status=status.HTTP_201_CREATED, headers={"Location": where})


class OneTournament(OfTournament):
    """A tournament."""

    def get(self, request: Request, slug: str) -> Response:
        return self.answer(self.tournament())


class Open(OfTournament):
    """Let authors enter their own bots until the start."""

    @extend_schema(request=None, responses=TournamentDetailShape)
    def post(self, request: Request, slug: str) -> Response:
        return self.answer(
            tournaments.open_entries(tournament=self.tournament(), by=caller(request))
        )


class Start(OfTournament):
    """Close the entries, draw, and let the first round begin."""

    @extend_schema(request=None, responses=TournamentDetailShape)
    def post(self, request: Request, slug: str) -> Response:
        return self.answer(tournaments.start(tournament=self.tournament(), by=caller(request)))


class Cancel(OfTournament):
    """Call a tournament off: what has been played stays visible, what has not is void."""

    @extend_schema(request=ReasonShape, responses=TournamentDetailShape)
    def post(self, request: Request, slug: str) -> Response:
        asked = self.asked(ReasonShape)
        return self.answer(
            tournaments.cancel(tournament=self.tournament(), by=caller(request), **asked)
        )
