"""The log of a tournament: what was decided and reported, by whom, and whether it still counts."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Q, Value
from django.db.models.functions import Concat
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.shapes import UtcField
from league.api.tournaments import OfTournament
from league.models import AuditEntry, LoggedAct, Match, Tournament
from league.progress.acts import Act, Drew, Undid
from league.selectors.progress import logged, progress_of


class LogLineShape(serializers.Serializer[Any]):
    """
    A line of the log: who did what, when and why.

    ``detail`` is the act as told, entries by their numbers (``starting_rank``). ``counts`` is
    false once it was taken back, ``can_undo`` whether those who may do such an act can take it
    back now. ``actor`` is null for what workers reported and what followed by itself. Lines from
    before the start, such as that of the creation, have no ``number``.
    """

    number = serializers.IntegerField(allow_null=True)
    at = UtcField()
    actor = serializers.CharField(allow_null=True)
    act = serializers.CharField()
    subject = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    detail = serializers.DictField()
    counts = serializers.BooleanField()
    can_undo = serializers.BooleanField()


def counting(acts: Collection[Act]) -> set[int]:
    """The numbers of the acts that count, undoings that were not undone among them."""
    undone: set[int] = set()
    found: set[int] = set()
    for act in reversed(list(acts)):
        if act.number in undone:
            continue
        found.add(act.number)
        if isinstance(act, Undid):
            undone.add(act.act)
    return found


def as_line(row: LoggedAct, counts: Collection[int]) -> dict[str, Any]:
    """A row of the log in the form of ``LogLineShape``."""
    may_be_undone = row.by is not None or row.kind == Drew.kind
    return {
        "number": row.number,
        "at": row.at,
        "actor": None if row.by is None else row.by.username,
        "act": row.kind,
        "subject": f"tournament:{row.tournament_id}",
        "reason": row.reason,
        "detail": row.told,
        "counts": row.number in counts,
        "can_undo": row.number in counts and may_be_undone,
    }


def lines_of(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """All lines, newest first: the log's, and what was done before there was one."""
    counts = counting(progress_of(tournament).acts)
    found = [as_line(row, counts) for row in logged(tournament)]
    found += [_audited(entry) for entry in _audits(tournament)]
    yield from sorted(found, key=lambda line: (line["at"], line["number"] or 0), reverse=True)


def _audits(tournament: Tournament) -> Any:
    matches = Match.objects.filter(round__stage__tournament=tournament)
    subjects = matches.order_by().values(subject=Concat(Value("match:"), "pk"))
    about = Q(subject=f"tournament:{tournament.pk}") | Q(subject__in=subjects)
    return AuditEntry.objects.filter(about).select_related("actor")


def _audited(entry: AuditEntry) -> dict[str, Any]:
    return {
        "number": None,
        "at": entry.at,
        "actor": None if entry.actor is None else entry.actor.username,
        "act": entry.act,
        "subject": entry.subject,
        "reason": entry.reason,
        "detail": entry.detail,
        "counts": True,
        "can_undo": False,
    }


class Log(OfTournament):
    """What was done in a tournament and reported of its matches, newest first."""

    serializer_class = LogLineShape

    @extend_schema(operation_id="tournaments_log_list", responses=LogLineShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.page(list(lines_of(self.tournament())), LogLineShape)
