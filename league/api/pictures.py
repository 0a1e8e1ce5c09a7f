"""The pictures of a stage: its crosstable, its bracket, how evenly its tables were filled."""

from dataclasses import fields
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.of_stage import GROUP, STAGE, OfStage
from league.api.shapes import EntryShape
from league.models import Entry
from league.progress.elimination import Elimination
from league.progress.round_robin import RoundRobin
from league.progress.seated import Tables
from league.progress.tables import Table
from league.scheduling.brackets import BracketMatch
from league.scheduling.double_elimination import DoubleElimination
from league.scheduling.knockout import Knockout
from league.selectors.progress import Progress
from league.selectors.tournaments import standing_result

PARTS = ["winners", "losers", "final", "reset", "third_place"]


class MeetingShape(serializers.Serializer[Any]):
    """A match (or a bye) as one of its entries sees it."""

    round = serializers.IntegerField()
    score = serializers.IntegerField()
    opponent_score = serializers.IntegerField()
    verdict = serializers.ChoiceField(choices=["won", "drawn", "lost", "bye"])
    forfeit = serializers.BooleanField()
    points = serializers.FloatField()
    counted = serializers.BooleanField()


class CrosstableRowShape(serializers.Serializer[Any]):
    """An entry's row: its meetings with each entry of the table, in the table's order."""

    entry = EntryShape()
    cells = serializers.ListField(child=MeetingShape(many=True))
    byes = MeetingShape(many=True)
    points = serializers.FloatField()


class CrosstableShape(serializers.Serializer[Any]):
    """
    The square grid of a group, of which there are ``groups``; rows and columns stand in the order
    of ``entries`` (entry ids).
    """

    stage = serializers.IntegerField()
    group = serializers.IntegerField()
    groups = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())
    results = CrosstableRowShape(many=True)


class CrosstableView(OfStage):
    """Everybody's results against everybody of his group, in a round robin."""

    serializer_class = CrosstableShape

    @extend_schema(
        operation_id="tournaments_crosstable",
        responses=CrosstableShape,
        parameters=[STAGE, GROUP],
    )
    def get(self, request: Request, slug: str) -> Response:
        stage = self.stage()
        if isinstance(stage, Elimination):
            raise NotFound(_("This stage has no crosstable; see its bracket."), "no_crosstable")
        if not isinstance(stage, RoundRobin):
            raise NotFound(_("This stage has no crosstable; see its rounds."), "no_crosstable")
        number = self.number_asked("group")
        group = 1 if number is None else number
        if not 1 <= group <= max(1, len(stage.groups)):
            raise Http404
        return Response(self.shown(crosstable_of(self.progress, stage, group), CrosstableShape))


def crosstable_of(progress: Progress, stage: RoundRobin, group: int) -> dict[str, Any]:
    """The grid of a group in the form of ``CrosstableShape``; empty before the start."""
    grid = stage.crosstable(group) if stage.groups else None
    return {
        "stage": stage.number,
        "group": group,
        "groups": len(stage.groups),
        "entries": [progress.entries[number].pk for number in grid.entries] if grid else [],
        "results": [
            {
                "entry": progress.entries[row.entry],
                "cells": [list(cell) for cell in row.cells],
                "byes": list(row.byes),
                "points": row.points,
            }
            for row in (grid.rows if grid else ())
        ],
    }


class BracketMatchShape(serializers.Serializer[Any]):
    """
    A place in the bracket. ``first`` and ``second`` are null while nobody is known to stand there;
    with a bye one of them stays so. ``match`` is its id once it is drawn.

    ``part`` says where it belongs: in a double elimination the winners' or the losers' rounds, the
    final, or the ``reset``, the final once more; in a knockout all before the final are
    ``winners``. ``part_round`` counts the rounds of the part.
    """

    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    part = serializers.ChoiceField(choices=PARTS)
    part_round = serializers.IntegerField()
    first = EntryShape(allow_null=True)
    second = EntryShape(allow_null=True)
    winner = serializers.IntegerField(allow_null=True, help_text="entry id")
    is_bye = serializers.BooleanField()
    match = serializers.CharField(allow_null=True)
    status = serializers.CharField(allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class BracketRoundShape(serializers.Serializer[Any]):
    """A round of the bracket, its places from the top."""

    round = serializers.IntegerField()
    matches = BracketMatchShape(many=True)


class BracketShape(serializers.Serializer[Any]):
    """All rounds of a bracket, of a double elimination in the order in which they are played."""

    stage = serializers.IntegerField()
    results = BracketRoundShape(many=True)


class BracketView(OfStage):
    """The bracket of a knockout or a double elimination."""

    serializer_class = BracketShape

    @extend_schema(operation_id="tournaments_bracket", responses=BracketShape, parameters=[STAGE])
    def get(self, request: Request, slug: str) -> Response:
        stage = self.stage()
        if isinstance(stage, RoundRobin):
            raise NotFound(_("This stage has no bracket; see its crosstable."), "no_bracket")
        if not isinstance(stage, Elimination):
            raise NotFound(_("This stage has no bracket; see its rounds."), "no_bracket")
        told = {"stage": stage.number, "results": bracket_of(self.progress, stage)}
        return Response(self.shown(told, BracketShape))


def bracket_of(progress: Progress, stage: Elimination) -> list[dict[str, Any]]:
    """The bracket, round by round."""
    tables = {(table.key.round, table.slot): table for table in stage.tables}
    return [
        {
            "round": row[0].round,
            "matches": [
                _place(progress, stage, place, tables.get((place.round, place.slot)))
                for place in row
            ],
        }
        for row in stage.bracket
    ]


def _place(
    progress: Progress, stage: Elimination, place: BracketMatch, table: Table | None
) -> dict[str, Any]:
    match = progress.match(table) if table is not None else None
    result = standing_result(match) if match is not None else None
    winner = _entry(progress, place.winner)
    part, number = part_of(stage, place)
    return {
        "round": place.round,
        "slot": place.slot,
        "part": part,
        "part_round": number,
        "first": _entry(progress, place.first),
        "second": _entry(progress, place.second),
        "winner": winner.pk if winner is not None else None,
        "is_bye": place.is_bye,
        "match": match.pk if match is not None else None,
        "status": match.status if match is not None else None,
        "scores": result.scores if result is not None else None,
    }


def part_of(stage: Elimination, place: BracketMatch) -> tuple[str, int]:
    """Which part of the bracket a place belongs to, and the number of its round there."""
    slot, plan = (place.round, place.slot), stage.plan
    if isinstance(plan, DoubleElimination):
        part, number = plan.part(slot)
        return part.value, number
    assert isinstance(plan, Knockout)
    if plan.third_place and slot == plan.third_place_slot:
        return "third_place", 1
    return ("final", 1) if place.round == stage.rounds_total else ("winners", place.round)


def _entry(progress: Progress, occupant: object) -> Entry | None:
    return progress.entries[occupant] if isinstance(occupant, int) else None


class MeasuredShape(serializers.Serializer[Any]):
    """
    A number, less being better, beside a bound that nobody can get below, nor always down to.

    ``repeats``: meetings that were not the first of their pair; ``attack_repeats`` and
    ``partner_repeats`` likewise. The others are the most often any two met, anyone attacked anyone,
    had the first deal, had one seat, sat out.
    """

    name = serializers.CharField()
    value = serializers.IntegerField()
    bound = serializers.IntegerField()


class QualityShape(serializers.Serializer[Any]):
    """How evenly everybody has met and attacked everybody at the tables of a stage so far."""

    stage = serializers.IntegerField()
    results = MeasuredShape(many=True)


class Quality(OfStage):
    """How evenly the tables of a stage were filled, each measure beside its bound."""

    serializer_class = QualityShape

    @extend_schema(operation_id="tournaments_quality", responses=QualityShape, parameters=[STAGE])
    def get(self, request: Request, slug: str) -> Response:
        stage = self.stage()
        if not isinstance(stage, Tables):
            raise NotFound(_("Only rounds at tables of three to six are measured."), "no_quality")
        measured = [(one.name, getattr(stage.quality, one.name)) for one in fields(stage.quality)]
        told = [
            {"name": name, "value": found.value, "bound": found.bound}
            for name, found in measured
            if found is not None
        ]
        return Response(self.shown({"stage": stage.number, "results": told}, QualityShape))
