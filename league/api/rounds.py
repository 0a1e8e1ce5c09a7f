"""A tournament as it stands: rounds, standings, crosstable, bracket, each computed from results."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.formats import CsvRenderer
from league.api.matches import MatchShape, listed
from league.api.shapes import EntryShape, PlayerShape
from league.api.tournaments import OfTournament
from league.models import Entry, Match, Stage
from league.scheduling.brackets import BracketMatch
from league.selectors import tournaments
from league.selectors.tournaments import StageView, standing_result
from league.standings.values import Standing, Verdict


class OfStage(OfTournament):
    """Something of a tournament's stage."""

    def view(self) -> StageView:
        view = tournaments.stage_view(self.tournament())
        prefetch_related_objects(list(view.entries.values()), "player__bot")
        return view


class RoundShape(serializers.Serializer[Any]):
    """A round: its matches by table, and the entries that sit out."""

    number = serializers.IntegerField()
    matches = MatchShape(many=True)
    byes = EntryShape(many=True)


def rounds_of(view: StageView) -> Iterator[dict[str, Any]]:
    """The rounds drawn so far, in order."""
    matches: dict[int, list[Match]] = {}
    for row in view.stage.rounds.order_by("number"):
        matches[row.number] = []
    drawn = listed().filter(round__stage=view.stage).exclude(status=Match.Status.VOID)
    for match in drawn.order_by("round__number", "table_number"):
        assert match.round is not None
        matches[match.round.number].append(match)
    for number, tables in matches.items():
        byes = [view.entries[entry] for entry in _byes(view, number)]
        yield {"number": number, "matches": tables, "byes": byes}


def _byes(view: StageView, number: int) -> list[int]:
    if view.stage.format == Stage.Format.KNOCKOUT:
        return [match.known[0] for match in view.bracket[number - 1] if match.is_bye]
    return [pairing.first for pairing in view.schedule[number - 1] if pairing.is_bye]


class Rounds(OfStage):
    """The rounds drawn so far; the next opens by itself when the results are there."""

    serializer_class = RoundShape

    @extend_schema(operation_id="tournaments_rounds_list", responses=RoundShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.page(list(rounds_of(self.view())), RoundShape)


class OneRound(OfStage):
    """A round."""

    serializer_class = RoundShape

    @extend_schema(operation_id="tournaments_rounds_retrieve", responses=RoundShape)
    def get(self, request: Request, slug: str, number: int) -> Response:
        for found in rounds_of(self.view()):
            if found["number"] == number:
                return Response(self.shown(found, RoundShape))
        raise Http404


class StandingShape(serializers.Serializer[Any]):
    """
    An entry's line; ties share a ``rank``, which is null for one that is not counted.

    In a knockout only ``rank``, ``rank_to`` (the last of the places shared) and ``still_in`` say
    something. ``tie_breaks`` stand in the order in which they are looked at.
    """

    rank = serializers.IntegerField(allow_null=True)
    rank_to = serializers.IntegerField(allow_null=True)
    player = PlayerShape(source="entry.player")
    entry = EntryShape()
    still_in = serializers.BooleanField()
    points = serializers.FloatField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    forfeited = serializers.IntegerField()
    byes = serializers.IntegerField()
    score_for = serializers.IntegerField()
    score_against = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.DictField())


def standings_of(view: StageView) -> list[dict[str, Any]]:
    """The table, best first."""
    if view.stage.format == Stage.Format.KNOCKOUT:
        return _knockout_standings(view)
    return [_line(view.entries, standing) for standing in view.standings]


def _line(entries: Mapping[int, Entry], standing: Standing) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "rank_to": standing.rank,
        "entry": entries[standing.entry],
        "still_in": standing.counted,
        **{
            name: getattr(standing, name)
            for name in (
                "points", "played", "won", "drawn", "lost", "forfeited", "byes", "score_for",
                "score_against",
            )
        },
        "tie_breaks": [
            {"key": one.key, "abbreviation": one.abbreviation, "value": one.value}
            for one in standing.tie_breaks
        ],
    }  # fmt: skip


def _knockout_standings(view: StageView) -> list[dict[str, Any]]:
    lines = []
    tallies = _knockout_tallies(view)
    for place in view.placing:
        for number in place.entries:
            tally = tallies[number]
            lines.append(
                {
                    "rank": place.first_rank,
                    "rank_to": place.last_rank,
                    "entry": view.entries[number],
                    "still_in": place.still_in,
                    "points": float(tally["won"]),
                    "byes": sum(
                        match.is_bye and number in match.known
                        for matches in view.bracket
                        for match in matches
                    ),
                    "tie_breaks": [],
                    **tally,
                }
            )
    return lines


def _knockout_tallies(view: StageView) -> dict[int, dict[str, int]]:
    """Matches and scores of each entry."""
    names = "played", "won", "drawn", "lost", "forfeited", "score_for", "score_against"
    tallies = {number: dict.fromkeys(names, 0) for number in view.entries}
    for played in view.played:
        assert played.second is not None, "a knockout's byes are no matches"
        scores = played.first_score, played.second_score
        _add(
            tallies[played.first], played.first_verdict, scores, played.forfeit in ("first", "both")
        )
        _add(
            tallies[played.second],
            played.second_verdict,
            scores[::-1],
            played.forfeit in ("second", "both"),
        )
    return tallies


def _add(
    tally: dict[str, int], verdict: Verdict, scores: tuple[int, int], has_forfeited: bool
) -> None:
    tally["played"] += 1
    tally[verdict] += 1
    tally["forfeited"] += has_forfeited
    tally["score_for"] += scores[0]
    tally["score_against"] += scores[1]


class Standings(OfStage):
    """The table of a tournament, as JSON or CSV."""

    serializer_class = StandingShape
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(operation_id="tournaments_standings_list", responses=StandingShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        lines = standings_of(self.view())
        if isinstance(request.accepted_renderer, CsvRenderer):
            return Response([_flat(line) for line in lines])
        return self.page(lines, StandingShape)


def _flat(line: dict[str, Any]) -> dict[str, Any]:
    """A line for a spreadsheet: names for entries, a column a tie-break."""
    kept = {key: value for key, value in line.items() if key not in {"entry", "tie_breaks"}}
    kept["still_in"] = int(kept["still_in"])
    return {
        "rank": kept.pop("rank"),
        "player": line["entry"].name,
        **kept,
        **{one["abbreviation"]: one["value"] for one in line["tie_breaks"]},
    }


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
    """A square grid; rows and columns stand in the order of ``entries`` (entry ids)."""

    entries = serializers.ListField(child=serializers.IntegerField())
    results = CrosstableRowShape(many=True)


class CrosstableView(OfStage):
    """Everybody's results against everybody, in a round robin."""

    serializer_class = CrosstableShape

    @extend_schema(operation_id="tournaments_crosstable", responses=CrosstableShape)
    def get(self, request: Request, slug: str) -> Response:
        view = self.view()
        if view.stage.format != Stage.Format.ROUND_ROBIN:
            raise NotFound(
                _("A knockout has no crosstable; see its bracket."), code="no_crosstable"
            )
        grid = view.crosstable
        rows = [
            {
                "entry": view.entries[row.entry],
                "cells": [list(cell) for cell in row.cells],
                "byes": list(row.byes),
                "points": row.points,
            }
            for row in grid.rows
        ]
        ids = [view.entries[number].pk for number in grid.entries]
        return Response(self.shown({"entries": ids, "results": rows}, CrosstableShape))


class BracketMatchShape(serializers.Serializer[Any]):
    """
    A place in the bracket. ``first`` and ``second`` are null while nobody is known to stand there;
    with a bye one of them stays so. ``match`` is its id once it is drawn.
    """

    round = serializers.IntegerField()
    slot = serializers.IntegerField()
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
    """All rounds of a knockout."""

    results = BracketRoundShape(many=True)


def bracket_of(view: StageView) -> list[dict[str, Any]]:
    """The bracket, round by round."""
    return [
        {"round": number, "matches": [_place(view, place) for place in places]}
        for number, places in enumerate(view.bracket, start=1)
    ]


def _place(view: StageView, place: BracketMatch) -> dict[str, Any]:
    match = view.by_slot.get((place.round, place.slot))
    result = standing_result(match) if match is not None else None
    winner = _entry(view, place.winner)
    return {
        "round": place.round,
        "slot": place.slot,
        "first": _entry(view, place.first),
        "second": _entry(view, place.second),
        "winner": winner.pk if winner is not None else None,
        "is_bye": place.is_bye,
        "match": match.pk if match is not None else None,
        "status": match.status if match is not None else None,
        "scores": result.scores if result is not None else None,
    }


def _entry(view: StageView, occupant: object) -> Entry | None:
    return view.entries[occupant] if isinstance(occupant, int) else None


class BracketView(OfStage):
    """The bracket of a knockout."""

    serializer_class = BracketShape

    @extend_schema(operation_id="tournaments_bracket", responses=BracketShape)
    def get(self, request: Request, slug: str) -> Response:
        view = self.view()
        if view.stage.format != Stage.Format.KNOCKOUT:
            raise NotFound(
                _("A round robin has no bracket; see its crosstable."), code="no_bracket"
            )
        return Response(self.shown({"results": bracket_of(view)}, BracketShape))
