"""The rounds of a tournament's stage: who sits at which table, and how it ended."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.matches import MatchShape, listed
from league.api.of_stage import STAGE, OfStage
from league.api.shapes import EntryShape
from league.models import Match
from league.progress.state import AnyStage
from league.progress.tables import Round, Table
from league.selectors.progress import Progress


class TableShape(serializers.Serializer[Any]):
    """
    A table of a round: the numbers (``starting_rank``) of its entries in the order of seats, and
    how it ended; ``places`` count from 1, ``forfeits`` are positions at the table from 0.

    ``match`` is the id of its match, null where nobody has to play: somebody is alone there, or
    the tournament was called off. A ``walkover`` is decided because somebody is not there.
    """

    number = serializers.IntegerField()
    group = serializers.IntegerField(help_text="0 where there is one group")
    slot = serializers.IntegerField(help_text="place in the round of a bracket; 0 elsewhere")
    entries = serializers.ListField(child=serializers.IntegerField())
    match = serializers.CharField(allow_null=True)
    winner = serializers.IntegerField(allow_null=True, help_text="number of the entry")
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    forfeits = serializers.ListField(child=serializers.IntegerField())
    walkover = serializers.BooleanField()


class RoundShape(serializers.Serializer[Any]):
    """
    A round: its matches by table, and the entries that have a bye or sit out.

    ``by_hand``: somebody is changing its tables, and none of them begins meanwhile.
    """

    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    is_over = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    matches = MatchShape(many=True)
    byes = EntryShape(many=True)
    tables = TableShape(many=True)


def rounds_of(progress: Progress, stage: AnyStage, rounds: list[Round]) -> Iterator[dict[str, Any]]:
    """Some *rounds* of a stage in the form of ``RoundShape``."""
    drawn = listed().filter(
        round__stage__tournament=progress.tournament,
        round__stage__number=stage.number,
        round__number__in=[round.number for round in rounds],
    )
    matches = {match.key: match for match in drawn.exclude(status=Match.Status.VOID)}
    for round in rounds:
        found = [(table, matches.get(str(table.key))) for table in round.tables]
        yield {
            "stage": stage.number,
            "number": round.number,
            "is_over": round.is_over,
            "by_hand": round.by_hand,
            "matches": [match for _table, match in found if match is not None],
            "byes": [progress.entries[entry] for entry in round.out],
            "tables": [_table(table, match) for table, match in found],
        }


def _table(table: Table, match: Match | None) -> dict[str, Any]:
    outcome = table.outcome
    return {
        "number": table.number,
        "group": table.group,
        "slot": table.slot,
        "entries": list(table.entries),
        "match": None if match is None else match.pk,
        "winner": table.winner,
        "scores": None if outcome is None else list(outcome.scores),
        "places": None if outcome is None else list(outcome.places),
        "forfeits": [] if outcome is None else list(outcome.forfeits),
        "walkover": table.is_walkover,
    }


class Rounds(OfStage):
    """
    The rounds drawn so far.

    In a round robin all are drawn at the start, in a bracket as results come in, in a Swiss and at
    tables one by one.
    """

    serializer_class = RoundShape

    @extend_schema(
        operation_id="tournaments_rounds_list",
        responses=RoundShape(many=True),
        parameters=[STAGE],
    )
    def get(self, request: Request, slug: str) -> Response:
        stage = self.stage()
        rounds = self.paginate_queryset(list(stage.rounds))
        found = rounds_of(self.progress, stage, rounds or [])
        return self.get_paginated_response([self.shown(one, RoundShape) for one in found])


class OneRound(OfStage):
    """A round."""

    serializer_class = RoundShape

    @extend_schema(
        operation_id="tournaments_rounds_retrieve", responses=RoundShape, parameters=[STAGE]
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        stage = self.stage()
        asked = [round for round in stage.rounds if round.number == number]
        for found in rounds_of(self.progress, stage, asked):
            return Response(self.shown(found, RoundShape))
        raise Http404
