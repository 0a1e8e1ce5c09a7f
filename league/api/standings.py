"""The table of a tournament's stage, each tie-break with its sum; of a bracket, the places."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.formats import CsvRenderer
from league.api.of_stage import GROUP, STAGE, OfStage
from league.api.shapes import EntryShape, PlayerShape
from league.models import Entry
from league.progress.elimination import Elimination
from league.progress.round_robin import as_played
from league.progress.stages import Line, RankedStage
from league.progress.state import AnyStage
from league.selectors.progress import Progress
from league.standings.values import SeatedStanding, Standing, TieBreakValue, Verdict


class TermShape(serializers.Serializer[Any]):
    """
    A summand: the product of ``factors``, divided by ``over``.

    ``opponent`` (number of the entry) and ``round`` say what it comes from. ``virtual`` stands for
    a round without play, ``cut`` is shown and not added.
    """

    factors = serializers.ListField(child=serializers.FloatField())
    over = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    virtual = serializers.BooleanField()
    cut = serializers.BooleanField()


class WorkingShape(serializers.Serializer[Any]):
    """How a value came about: the sum of the terms, divided by ``over``; ``text`` is all of it."""

    text = serializers.CharField()
    over = serializers.IntegerField()
    terms = TermShape(many=True)


class TieBreakShape(serializers.Serializer[Any]):
    """What a tie-break gives an entry; null where it says nothing about it."""

    key = serializers.CharField()
    abbreviation = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    working = WorkingShape(allow_null=True)


class StandingShape(serializers.Serializer[Any]):
    """
    An entry's line; ties share a ``rank``, which is null for one that is not counted.

    In a knockout and a double elimination only ``rank``, ``rank_to`` (the last of the places
    shared) and ``still_in`` tell who is the better. ``tie_breaks`` stand in the order in which they
    are looked at. ``group`` counts from 1.

    At tables of several, ``played`` is at how many an entry has sat, ``places`` how often it was
    first, second and so on, ``byes`` how many rounds it sat out, and what only two can do to each
    other is null; elsewhere ``places``, ``fools`` and ``score`` are null.
    """

    rank = serializers.IntegerField(allow_null=True)
    rank_to = serializers.IntegerField(allow_null=True)
    group = serializers.IntegerField()
    player = PlayerShape(source="entry.player")
    entry = EntryShape()
    still_in = serializers.BooleanField()
    points = serializers.FloatField()
    played = serializers.IntegerField()
    won = serializers.IntegerField(allow_null=True)
    drawn = serializers.IntegerField(allow_null=True)
    lost = serializers.IntegerField(allow_null=True)
    forfeited = serializers.IntegerField(allow_null=True)
    byes = serializers.IntegerField()
    score_for = serializers.IntegerField(allow_null=True)
    score_against = serializers.IntegerField(allow_null=True)
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    fools = serializers.IntegerField(allow_null=True)
    score = serializers.FloatField(allow_null=True)
    tie_breaks = TieBreakShape(many=True)


_BETWEEN_TWO = (
    "won", "drawn", "lost", "forfeited", "score_for", "score_against",
)  # fmt: skip
_AT_TABLES = "places", "fools", "score"


def standings_of(progress: Progress, stage: AnyStage) -> Iterator[dict[str, Any]]:
    """The table, best first, one group after the other."""
    if not isinstance(stage, RankedStage):
        yield from _places(progress, stage)
        return
    for group, lines in enumerate(stage.standings, start=1):
        for line in lines:
            yield {"group": group, **_line(progress.entries[line.entry], line)}


def _line(entry: Entry, line: Line) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "rank_to": line.rank,
        "entry": entry,
        "still_in": line.rank is not None,
        "points": line.points,
        **(_at_tables(line) if isinstance(line, SeatedStanding) else _between_two(line)),
        "tie_breaks": [_tie_break(one) for one in line.tie_breaks],
    }


def _between_two(line: Standing) -> dict[str, Any]:
    return {
        "played": line.played,
        "byes": line.byes,
        **{name: getattr(line, name) for name in _BETWEEN_TWO},
        **dict.fromkeys(_AT_TABLES),
    }


def _at_tables(line: SeatedStanding) -> dict[str, Any]:
    return {
        "played": line.tables,
        "byes": line.sat_out,
        **dict.fromkeys(_BETWEEN_TWO),
        "places": list(line.places),
        "fools": line.fools,
        "score": line.score,
    }


def _tie_break(told: TieBreakValue) -> dict[str, Any]:
    working = told.working
    return {
        "key": told.key,
        "abbreviation": told.abbreviation,
        "value": told.value,
        "working": working and {"text": working.text, "over": working.over, "terms": working.terms},
    }


def _places(progress: Progress, stage: Elimination) -> Iterator[dict[str, Any]]:
    """The lines of a bracket: places, then who is excluded and has none."""
    tallies = _tallies(stage)
    still_in = {entry: part.still_in for part in stage.placing for entry in part.entries}
    found = {place.entry: place for place in stage.places}
    for number in (*found, *(entry for entry in stage.order if entry not in found)):
        place = found.get(number)
        yield {
            "rank": place and place.first,
            "rank_to": place and place.last,
            "group": 1,
            "entry": progress.entries[number],
            "still_in": place is not None and still_in[number],
            "points": float(tallies[number]["won"]),
            "byes": sum(number in round.out for round in stage.rounds),
            **tallies[number],
            **dict.fromkeys(_AT_TABLES),
            "tie_breaks": [],
        }


def _tallies(stage: Elimination) -> dict[int, dict[str, int]]:
    """Matches and scores of each entry of a bracket."""
    tallies = {number: dict.fromkeys(("played", *_BETWEEN_TWO), 0) for number in stage.order}
    for table in stage.tables:
        if table.outcome is None:
            continue
        played = as_played(table)
        assert played.second is not None, "a bracket's byes are no matches"
        scores, lost = table.outcome.scores, table.outcome.forfeits
        _add(tallies[played.first], played.first_verdict, scores[0], scores[1], 0 in lost)
        _add(tallies[played.second], played.second_verdict, scores[1], scores[0], 1 in lost)
    return tallies


def _add(
    tally: dict[str, int], verdict: Verdict, own: int, other: int, has_forfeited: bool
) -> None:
    tally["played"] += 1
    tally[verdict] += 1
    tally["forfeited"] += has_forfeited
    tally["score_for"] += own
    tally["score_against"] += other


class Standings(OfStage):
    """The table of a stage, or of one of its groups, as JSON or CSV."""

    serializer_class = StandingShape
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(
        operation_id="tournaments_standings_list",
        responses=StandingShape(many=True),
        parameters=[STAGE, GROUP],
    )
    def get(self, request: Request, slug: str) -> Response:
        lines = list(standings_of(self.progress, self.stage()))
        group = self.number_asked("group")
        if group is not None:
            if lines and not 1 <= group <= max(line["group"] for line in lines):
                raise Http404
            lines = [line for line in lines if line["group"] == group]
        if isinstance(request.accepted_renderer, CsvRenderer):
            return Response([_flat(line) for line in lines])
        return self.page(lines, StandingShape)


def _flat(line: dict[str, Any]) -> dict[str, Any]:
    """A line for a spreadsheet: names for entries, a column a tie-break, none for what is null."""
    kept = {
        key: value
        for key, value in line.items()
        if key not in {"entry", "tie_breaks", "rank"} and (value is not None or key == "rank_to")
    }
    kept["still_in"] = int(kept["still_in"])
    if "places" in kept:
        kept["places"] = " ".join(map(str, kept["places"]))
    return {
        "rank": line["rank"],
        "player": line["entry"].name,
        **kept,
        **{one["abbreviation"]: one["value"] for one in line["tie_breaks"]},
    }
