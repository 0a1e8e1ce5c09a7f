"""Results: reported by an arbiter, corrected with a reason (or previewed), struck out."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from league import permissions
from league.api.idempotency import idempotent
from league.api.matches import MatchDetailShape, detailed
from league.api.resource import Resource, caller
from league.api.shapes import MOST_ID, EntryShape
from league.errors import Conflict
from league.models import Match, Scope
from league.permissions import Act
from league.selectors.tournaments import standing_result
from league.services import match_reports, results
from league.services.match_reports import Report
from league.services.results import Consequences

MOST_SEATS = 8
MOST_DEALS = 2000
MOST_SCORE = 1_000_000


def _whole(low: int, high: int) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=low, max_value=high)


class DealReport(serializers.Serializer[Any]):
    """
    A deal as it ended. ``places`` has one for each seat of the match: 1 and the number of seats
    before it, so that who tie share one, and partners do: [1, 2, 2, 4], [1, 3, 1, 3]. ``points``,
    one for each seat as the game's own scoring has them, are needed in games that are played for
    them, such as British and Armenian Durak, and at tables of more than two in Drunkard.
    """

    places = serializers.ListField(child=_whole(1, MOST_SEATS), max_length=MOST_SEATS)
    points = serializers.ListField(
        child=_whole(-MOST_SCORE, MOST_SCORE), max_length=MOST_SEATS, required=False
    )


class NewResult(serializers.Serializer[Any]):
    """
    The scores by seat, or the deals in order; or only the seats that lost without play, where no
    more than one side is left. Between two sides the scores are the deals that each has won, and
    partners have the same number; at other tables, and in British and Armenian Durak, they are
    points, which may be below 0. Deals are counted into scores as the rules engine counts them.
    Of partners who forfeit one seat is enough.
    """

    scores = serializers.ListField(
        child=_whole(-MOST_SCORE, MOST_SCORE), max_length=MOST_SEATS, required=False
    )
    deals = serializers.ListField(child=DealReport(), max_length=MOST_DEALS, required=False)
    forfeits = serializers.ListField(
        child=_whole(0, MOST_SEATS - 1), max_length=MOST_SEATS, required=False
    )


class Correction(NewResult):
    """
    Another result, and why. ``seen`` is the id of the result that was looked at: if another
    stands by now, nothing is changed. With ``preview`` nothing is changed in any case, and the
    answer tells what would be.
    """

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    seen = serializers.IntegerField(required=False, allow_null=True, max_value=MOST_ID)
    preview = serializers.BooleanField(default=False)


class LineShape(serializers.Serializer[Any]):
    """Rank and points."""

    rank = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField()


class ChangedLine(serializers.Serializer[Any]):
    """An entry whose line in the table would change."""

    entry = EntryShape()
    before = LineShape(allow_null=True)
    after = LineShape(allow_null=True)


class Preview(serializers.Serializer[Any]):
    """
    What something would change. Of matches, by id: ``voided`` would be struck out, those of them
    that are ``cleared`` have been played; ``revived`` were struck out and would count again.
    ``walkovers`` are tables, by their entries, that would be decided because somebody is not there,
    ``added`` is how many matches there would be to play that are not there now. Then lines of the
    table, whether a finished tournament would go on, and whether it would be over.
    """

    preview = serializers.BooleanField()
    is_nothing = serializers.BooleanField()
    winner_changes = serializers.BooleanField()
    reopens = serializers.BooleanField()
    finishes = serializers.BooleanField()
    voided = serializers.ListField(child=serializers.CharField())
    cleared = serializers.ListField(child=serializers.CharField())
    revived = serializers.ListField(child=serializers.CharField())
    walkovers = serializers.ListField(child=EntryShape(many=True))
    added = serializers.IntegerField()
    standings = ChangedLine(many=True)


class OfMatch(Resource):
    """An act upon one match."""

    serializer_class = MatchDetailShape
    scope = Scope.DIRECT

    def match(self) -> Match:
        rows = Match.objects.select_related("ruleset", "round__stage__tournament__club")
        return get_object_or_404(rows, pk=self.kwargs["id"])

    def answer(self, match: Match, code: int = status.HTTP_200_OK) -> Response:
        """The match as it is now."""
        return Response(self.shown(detailed().get(pk=match.pk), MatchDetailShape), status=code)


def _report(match: Match, asked: dict[str, Any]) -> Report:
    return match_reports.read_report(
        match,
        scores=asked.get("scores"),
        deals=asked.get("deals"),
        forfeits=asked.get("forfeits", ()),
    )


class NewMatchResult(OfMatch):
    """
    The first result of a match of people at a table of two to six, told by an arbiter; a second one
    is a conflict.
    """

    @extend_schema(request=NewResult, responses={201: MatchDetailShape})
    @idempotent
    def post(self, request: Request, id: str) -> Response:
        match, by = self.match(), caller(request)
        permissions.require(by, Act.REPORT, match)
        results.report(match=match, report=_report(match, self.asked(NewResult)), by=by)
        return self.answer(match, status.HTTP_201_CREATED)


class Correct(OfMatch):
    """Supersede the result that stands, or see what that would change."""

    @extend_schema(
        request=Correction,
        responses=PolymorphicProxySerializer(
            component_name="CorrectedOrPreview",
            serializers=[MatchDetailShape, Preview],
            resource_type_field_name=None,
        ),
    )
    @idempotent
    def post(self, request: Request, id: str) -> Response:
        match, by = self.match(), caller(request)
        permissions.require(by, Act.REPORT, match)
        asked = self.asked(Correction)
        report = _report(match, asked)
        if asked["preview"]:
            return Response(self.shown(_previewed(match, report), Preview))
        results.correct(
            match=match, report=report, by=by, reason=asked["reason"], seen=asked.get("seen")
        )
        return self.answer(match)


def _previewed(match: Match, report: Report) -> dict[str, Any]:
    if match.round is None:
        raise Conflict(
            _("A ladder's matches are not corrected by hand; staff may void them."),
            code="ladder_match",
        )
    if match.status != Match.Status.FINISHED or standing_result(match) is None:
        raise Conflict(_("This match has no result yet; report it."), code="no_result")
    return as_preview(results.consequences(match=match, report=report))


def as_preview(found: Consequences) -> dict[str, Any]:
    """*found* in the form of ``Preview``."""
    return {
        "preview": True,
        "is_nothing": found.is_nothing,
        "winner_changes": found.winner_changes,
        "reopens": found.reopens,
        "finishes": found.finishes,
        "voided": [match.pk for match in found.voided],
        "cleared": [match.pk for match in found.cleared],
        "revived": [match.pk for match in found.revived],
        "walkovers": found.walkovers,
        "added": found.added,
        "standings": [
            {
                "entry": line["entry"],
                "before": _rank_and_points(line["before"]),
                "after": _rank_and_points(line["after"]),
            }
            for line in found.standings
        ],
    }


def _rank_and_points(line: tuple[int | None, float] | None) -> dict[str, Any] | None:
    return None if line is None else {"rank": line[0], "points": line[1]}


class Voided(serializers.Serializer[Any]):
    """The match that was struck out, and the id of the one that is played in its stead."""

    match = MatchDetailShape()
    again = serializers.CharField(allow_null=True)


class NewVoid(serializers.Serializer[Any]):
    """Why a match is struck out. With ``preview`` it is not, and the answer tells what would be."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    preview = serializers.BooleanField(default=False)


class Void(OfMatch):
    """Strike a match out, nobody to blame; in a tournament it is played again."""

    @extend_schema(
        request=NewVoid,
        responses=PolymorphicProxySerializer(
            component_name="VoidedOrPreview",
            serializers=[Voided, Preview],
            resource_type_field_name=None,
        ),
    )
    @idempotent
    def post(self, request: Request, id: str) -> Response:
        match, by = self.match(), caller(request)
        asked = self.asked(NewVoid)
        if asked["preview"]:
            permissions.require(by, Act.REPORT if match.round else Act.OPERATE, match)
            return Response(self.shown(_void_previewed(match), Preview))
        again = results.void(match=match, by=by, reason=asked["reason"])
        told = {"match": detailed().get(pk=match.pk), "again": again.pk if again else None}
        where = reverse("api-match", args=[again.pk], request=request) if again else None
        return Response(self.shown(told, Voided), headers={"Location": where} if where else None)


def _void_previewed(match: Match) -> dict[str, Any]:
    if match.status == Match.Status.VOID:
        raise Conflict(_("This match is void already."), code="void")
    return as_preview(results.consequences_of_void(match=match))
