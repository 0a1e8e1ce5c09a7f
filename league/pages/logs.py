"""The log of a tournament for everybody: who did what, when and why, the newest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.models import AuditEntry, LoggedAct, Tournament, User
from league.pages import words
from league.pages.log_lines import Teller
from league.pages.stages import find, frame
from league.permissions import Act, may
from league.progress import acts
from league.selectors.progress import Progress, logged, progress_of
from league.services.directing import RIGHTS

PAGE = 100


@dataclass(frozen=True, slots=True)
class LogLine:
    """
    One line: *number* is its number in the log, None of what only was noted.

    *counts_no_more*: it was taken back by line *undone_by*, or another result took its place.
    *by_itself*: it followed, and nobody did it. *may_undo*: this visitor could take it back.
    """

    at: datetime
    by: User | None
    told: str
    reason: str
    number: int | None = None
    counts_no_more: bool = False
    undone_by: int | None = None
    by_itself: bool = False
    by_workers: bool = False
    may_undo: bool = False


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what, and what counts no more."""
    found = find(slug)
    progress = progress_of(found)
    rows: list[LoggedAct | AuditEntry] = [*logged(found), *_noted(found)]
    page = Paginator(sorted(rows, key=_order, reverse=True), PAGE).get_page(request.GET.get("page"))
    rights = {
        right: may(request.user, right, found) for right in (Act.DIRECT, Act.REPORT)
    }  # asked once, not for every line
    context = {
        **frame(request, found, "log"),
        "page": page,
        "lines": list(_lines(progress, page.object_list, rights)),
        "may_undo": any(rights.values()),
    }
    return render(request, "league/tournaments/log.html", context)


def _noted(tournament: Tournament) -> Iterable[AuditEntry]:
    """What was done before the log began, or is no part of it."""
    noted = AuditEntry.objects.filter(subject=f"tournament:{tournament.pk}")
    return noted.select_related("actor")


def _order(row: LoggedAct | AuditEntry) -> tuple[datetime, int]:
    return row.at, row.number if isinstance(row, LoggedAct) else 0


def _lines(progress: Progress, rows: Iterable[Any], rights: dict[Act, bool]) -> Iterable[LogLine]:
    teller = Teller(progress)
    for row in rows:
        if isinstance(row, AuditEntry):
            yield _note(row)
        else:
            yield _line(teller, row, rights)


def _note(row: AuditEntry) -> LogLine:
    told = str(words.ACTS.get(row.act, row.act))
    player = row.detail.get("player")
    return LogLine(row.at, row.actor, f"{told}: {player}" if player else told, row.reason)


def _line(teller: Teller, row: LoggedAct, rights: dict[Act, bool]) -> LogLine:
    act = teller.log[row.number - 1]
    undone_by = teller.taken_back.get(row.number)
    is_result = isinstance(act, acts.Reported)
    return LogLine(
        at=row.at,
        by=row.by,
        told=teller.told(act),
        reason=row.reason,
        number=row.number,
        counts_no_more=undone_by is not None or row.number in teller.stale,
        undone_by=undone_by,
        by_itself=row.by is None and not is_result,
        by_workers=row.by is None and is_result,
        may_undo=undone_by is None and rights[_right(teller, act)],
    )


def _right(teller: Teller, act: acts.Act) -> Act:
    """The right to do an act, which taking it back needs; of an undoing, that of what it undid."""
    while isinstance(act, acts.Undid):
        act = teller.log[act.act - 1]
    return RIGHTS[act.kind]
