"""
A director's acts upon a tournament that runs: each tells beforehand what it would change, is
written to the log, and can be taken back. All have one address; some have one of their own beside.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from league import permissions
from league.api import act_shapes as shapes
from league.api.entries import OfEntry, player_of
from league.api.idempotency import idempotent
from league.api.log import as_line, counting
from league.api.resource import caller
from league.api.results import as_preview
from league.api.shapes import EntryShape
from league.api.tournaments import OfTournament, all_tournaments
from league.errors import BadInput, Conflict
from league.models import Entry, Tournament, User
from league.permissions import Act
from league.progress import acts
from league.progress.by_hand import Comparison, compared
from league.progress.drawn import DrawnStage
from league.selectors.consequences import Consequences
from league.selectors.progress import Progress, progress_of
from league.services import directing, logbook, tournaments

Asked = Mapping[str, Any]
Reader = Callable[[Progress, Asked, User], acts.Act]


def _of_entry(kind: type[acts.Act]) -> Reader:
    def read(progress: Progress, asked: Asked, by: User) -> acts.Act:
        return kind(entry=asked["entry"])  # type: ignore[call-arg]

    return read


def _substitution(progress: Progress, asked: Asked, by: User) -> acts.Act:
    entry = progress.entries.get(asked["entry"])
    if entry is None:
        raise BadInput(
            "entry", _("There is no entry number %(number)s.") % {"number": asked["entry"]}
        )
    return directing.substitution(progress.tournament, entry, _players(progress, asked, by))


def _late_entry(progress: Progress, asked: Asked, by: User) -> acts.Act:
    return directing.late_entry(progress.tournament, _players(progress, asked, by))


def _players(progress: Progress, asked: Asked, by: User) -> list[Any]:
    return [player_of(progress.tournament, who, by) for who in asked["players"]]


def _excuse(progress: Progress, asked: Asked, by: User) -> acts.Act:
    stage = _stage(progress, asked)
    return acts.Excused(
        entry=asked["entry"],
        stage=stage,
        round=asked.get("round", _last_round(progress, stage) + 1),
        bye=asked["bye"],
    )


def _apart(progress: Progress, asked: Asked, by: User) -> acts.Act:
    one, other = asked["entries"]
    return acts.KeptApart(entries=(one, other), apart=asked["apart"])


def _order(progress: Progress, asked: Asked, by: User) -> acts.Act:
    return acts.Ordered(stage=_stage(progress, asked), order=tuple(asked["order"]))


def _draw(progress: Progress, asked: Asked, by: User) -> acts.Act:
    return directing.next_round(progress, repeats=asked["repeats"])


def _of_round(kind: type[acts.Act]) -> Reader:
    def read(progress: Progress, asked: Asked, by: User) -> acts.Act:
        return kind(**_round(progress, asked))

    return read


def _by_hand(progress: Progress, asked: Asked, by: User) -> acts.Act:
    return acts.PairedByHand(
        tables=tuple(map(tuple, asked["tables"])),
        out=tuple(asked["out"]),
        **_round(progress, asked),
    )


def _lots(progress: Progress, asked: Asked, by: User) -> acts.Act:
    return directing.lots(progress, _stage(progress, asked), asked["entries"])


def _change(progress: Progress, asked: Asked, by: User) -> acts.Act:
    return acts.Changed(stage=_stage(progress, asked), options=asked["options"])


def _cancel(progress: Progress, asked: Asked, by: User) -> acts.Act:
    return acts.Cancelled()


def _undo(progress: Progress, asked: Asked, by: User) -> acts.Act:
    number = asked.get("number")
    if number is None:
        last = directing.last_of(progress.tournament)
        if last is None:
            raise Conflict(_("Nothing is left to be taken back."), code="nothing_to_undo")
        number = last.number
    elif not 1 <= number <= len(progress.acts):
        raise BadInput("number", _("The log has no line %(number)s.") % {"number": number})
    return acts.Undid(act=number)


def _stage(progress: Progress, asked: Asked) -> int:
    number: int = asked.get("stage", progress.stage.number)
    return number


def _last_round(progress: Progress, stage: int) -> int:
    """The number of the last round of a stage; 0 where none is drawn, or there is no such stage."""
    found = progress.state.stages
    rounds = found[stage - 1].rounds if 1 <= stage <= len(found) else ()
    return max((round.number for round in rounds), default=0)


def _round(progress: Progress, asked: Asked) -> dict[str, int]:
    stage = _stage(progress, asked)
    return {"stage": stage, "round": asked.get("round", _last_round(progress, stage))}


READERS: dict[str, Reader] = {
    "withdraw": _of_entry(acts.Withdrew),
    "return": _of_entry(acts.Returned),
    "exclude": _of_entry(acts.Excluded),
    "readmit": _of_entry(acts.Readmitted),
    "substitute": _substitution,
    "enter": _late_entry,
    "excuse": _excuse,
    "keep_apart": _apart,
    "order": _order,
    "draw": _draw,
    "open_by_hand": _of_round(acts.OpenedByHand),
    "pair_by_hand": _by_hand,
    "close_by_hand": _of_round(acts.ClosedByHand),
    "lots": _lots,
    "change": _change,
    "cancel": _cancel,
    "undo": _undo,
}
"""The act that is made of what is asked."""


class Acting(OfTournament):
    """Acts by one of the kinds, or tells what it would change."""

    def acted(self, tournament: Tournament, kind: str, asked: Asked) -> Response:
        """200 with what the act would change, or 201 with its line and what there is now."""
        if asked["preview"]:
            return Response(self.previewed(tournament, kind, asked))
        told = self.done(tournament, kind, asked)
        return Response(self.shown(told, shapes.DoneShape), status=status.HTTP_201_CREATED)

    def previewed(self, tournament: Tournament, kind: str, asked: Asked) -> Any:
        """What the act would change, in the form of ``ActPreviewShape``; nothing is written."""
        by = caller(self.request)
        with transaction.atomic():
            progress, act = _read(tournament, kind, asked, by)
            found = _consequences(progress, act, by)
            told = self.shown(
                {
                    **as_preview(found),
                    "act": kind,
                    "detail": act.to_json(),
                    "comparison": _comparison(progress, act),
                },
                shapes.ActPreviewShape,
            )
            # A person who was named may have been made to see how it would be.
            transaction.set_rollback(True)
        return told

    @transaction.atomic
    def done(self, tournament: Tournament, kind: str, asked: Asked) -> dict[str, Any]:
        """Do the act; what came of it in the form of ``DoneShape``."""
        by = caller(self.request)
        progress, act = _read(tournament, kind, asked, by)
        comparison = _comparison(progress, act)
        _do(progress.tournament, act, asked, by)
        after = progress_of(progress.tournament)
        rows = progress.tournament.acts.select_related("by").order_by("number")
        counts = counting(after.acts)
        lines = [as_line(row, counts) for row in rows.filter(number__gt=len(progress.acts))]
        return {
            "line": lines[0],
            "followed": lines[1:],
            "entry": _entry_of(after, act),
            "comparison": comparison,
            "tournament": all_tournaments().get(pk=tournament.pk),
        }


def _read(tournament: Tournament, kind: str, asked: Asked, by: User) -> tuple[Progress, acts.Act]:
    """The tournament, held, and the act that is asked for."""
    # To take something back needs the right to do it: what it is, the log says.
    right = Act.REPORT if kind == "undo" else directing.RIGHTS[kind]
    permissions.require(by, right, tournament)
    progress = progress_of(logbook.locked(tournament))
    logbook.require_seen(progress, asked.get("seen"))
    return progress, READERS[kind](progress, asked, by)


def _do(tournament: Tournament, act: acts.Act, asked: Asked, by: User) -> None:
    reason = asked["reason"]
    if isinstance(act, acts.Entered):
        directing.enter_late(
            tournament=tournament,
            players=[player_of(tournament, who, by) for who in asked["players"]],
            by=by,
            team_name=asked["name"],
            reason=reason,
        )
    elif isinstance(act, acts.Cancelled):
        tournaments.cancel(tournament=tournament, by=by, reason=reason)
    else:
        directing.do(tournament=tournament, act=act, by=by, reason=reason)


def _consequences(progress: Progress, act: acts.Act, by: User) -> Consequences:
    if not isinstance(act, acts.Cancelled):
        return directing.preview(tournament=progress.tournament, act=act, by=by)
    if progress.tournament.is_over:
        raise Conflict(
            _("“%(name)s” is over already.") % {"name": progress.tournament}, code="over"
        )
    return logbook.preview(progress, act)


def _comparison(progress: Progress, act: acts.Act) -> Comparison | None:
    """The round that is closed, beside the one that was drawn, where rounds are drawn."""
    if not isinstance(act, acts.ClosedByHand) or not 1 <= act.stage <= len(progress.state.stages):
        return None
    stage = progress.state.stages[act.stage - 1]
    for round in stage.rounds if isinstance(stage, DrawnStage) else ():
        drew = progress.acts[round.draw - 1]
        if round.number == act.round and isinstance(drew, acts.Drew):
            return compared(progress.state, drew)
    return None


def _entry_of(progress: Progress, act: acts.Act) -> Entry | None:
    return progress.entries.get(getattr(act, "entry", 0))


class Acts(Acting):
    """
    Do one of a director's acts, or with ``preview`` see what it would change.

    Entries are named by their numbers (``starting_rank``). With ``seen``, the number of the log's
    last line that was looked at, nothing is done if somebody has acted since.
    """

    @extend_schema(
        operation_id="tournaments_act",
        request=PolymorphicProxySerializer(
            component_name="NewAct",
            serializers=shapes.NAMED,
            resource_type_field_name="act",
        ),
        responses={200: shapes.ActPreviewShape, 201: shapes.DoneShape},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        kind = request.data.get("act") if isinstance(request.data, Mapping) else None
        if not isinstance(kind, str) or kind not in READERS:
            raise ValidationError(
                {
                    "act": _("“%(value)s” is no act; choose from: %(known)s.")
                    % {"value": str(kind)[:60], "known": ", ".join(READERS)}
                }
            )
        return self.acted(self.tournament(), kind, self.asked(shapes.KINDS[kind][1]))


class NextRound(Acting):
    """Have the next round of a Swiss or at tables drawn."""

    @extend_schema(
        operation_id="tournaments_next_round",
        request=shapes.Draw,
        responses={200: shapes.ActPreviewShape, 201: shapes.DoneShape},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        return self.acted(self.tournament(), "draw", self.asked(shapes.Draw))


class TakeBack(Acting):
    """Take an act back: a line of the log, or the last one that somebody did and that counts."""

    @extend_schema(
        operation_id="tournaments_undo",
        request=shapes.Undo,
        responses={200: shapes.ActPreviewShape, 201: shapes.DoneShape},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        return self.acted(self.tournament(), "undo", self.asked(shapes.Undo))


_ENTRY_OR_PREVIEW = PolymorphicProxySerializer(
    component_name="EntryOrPreview",
    serializers=[EntryShape, shapes.ActPreviewShape],
    resource_type_field_name=None,
)


class _OfOneEntry(Acting, OfEntry):
    """An act upon the entry that the address names; answered with the entry as it is then."""

    kind: str

    def acted_upon(self, shape: type[Serializer[Any]]) -> Response:
        tournament = self.tournament()
        asked = {**self.asked(shape), "entry": self.entry(tournament).starting_rank}
        if asked["preview"]:
            return Response(self.previewed(tournament, self.kind, asked))
        told = self.done(tournament, self.kind, asked)
        return Response(self.shown(told["entry"], EntryShape))


class Withdraw(_OfOneEntry):
    """Let an entry leave a running tournament: its undecided matches are lost without play."""

    kind = "withdraw"

    @extend_schema(request=shapes.Asked, responses=_ENTRY_OR_PREVIEW)
    @idempotent
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.acted_upon(shapes.Asked)


class Return(_OfOneEntry):
    """Let an entry that had left come back."""

    kind = "return"

    @extend_schema(request=shapes.Asked, responses=_ENTRY_OR_PREVIEW)
    @idempotent
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.acted_upon(shapes.Asked)


class Exclude(_OfOneEntry):
    """Send an entry away, for a reason: it is listed without a rank."""

    kind = "exclude"

    @extend_schema(request=shapes.Asked, responses=_ENTRY_OR_PREVIEW)
    @idempotent
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.acted_upon(shapes.Asked)


class Readmit(_OfOneEntry):
    """Take an exclusion back."""

    kind = "readmit"

    @extend_schema(request=shapes.Asked, responses=_ENTRY_OR_PREVIEW)
    @idempotent
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.acted_upon(shapes.Asked)


class Substitute(_OfOneEntry):
    """Let others play for an entry from now on; what was played stays where it is."""

    kind = "substitute"

    @extend_schema(request=shapes.Substitutes, responses=_ENTRY_OR_PREVIEW)
    @idempotent
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.acted_upon(shapes.Substitutes)
