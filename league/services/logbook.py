"""
The log of a tournament is written here, and nowhere else: an act is added, what follows by itself
is added after it, and the rows that players and pages go by are brought in line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import LoggedAct, Result, Tournament, User
from league.progress.acts import Act, Drew, Undid
from league.progress.changes import Changes, changes
from league.progress.going_on import draw, next_act, waits_for_draw
from league.progress.state import State
from league.scheduling.swiss import UnpairableRound
from league.selectors.consequences import Consequences, consequences_of
from league.selectors.progress import Progress, progress_of
from league.services import projection


@dataclass(frozen=True, slots=True)
class Written:
    """An act in the log, and how the tournament stands after it."""

    row: LoggedAct
    progress: Progress
    changes: Changes


def locked(tournament: Tournament) -> Tournament:
    """The tournament's row, held against other writers to the end of the transaction."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


@transaction.atomic
def write(
    tournament: Tournament,
    act: Act,
    *,
    by: User | None,
    reason: str = "",
    seen: int | None = None,
    result: Result | None = None,
    before: Progress | None = None,
) -> Written:
    """
    Add *act* to the log, and all that follows from it.

    Args:
        seen: The number of the last act that its author had before his eyes; a later one now
            is a conflict.
        result: Of a report, the result that it brings, not saved yet.
        before: The tournament as it was read since it is `locked`; it is read here without it.

    Raises:
        Conflict: If somebody acted meanwhile, or a player would be in two entries.
    """
    if before is None:
        before = progress_of(locked(tournament))
    tournament = before.tournament
    require_seen(before, seen)
    progress = before.after(act)
    row = _add(tournament, progress.acts[-1], by=by, reason=reason)
    if result is not None:
        result.act = row
        result.stands = False
        result.save()
    progress, drawn = followed(progress)
    for later in drawn:
        _add(tournament, later, by=None)
    _require_one_entry_each(progress)
    projection.bring_in_line(progress)
    return Written(row, progress, changes(before.state, progress.state))


def _add(tournament: Tournament, act: Act, *, by: User | None, reason: str = "") -> LoggedAct:
    return LoggedAct.objects.create(
        tournament=tournament,
        number=act.number,
        kind=act.kind,
        told=act.to_json(),
        by=by,
        reason=reason.strip(),
    )


@transaction.atomic
def go_on(tournament: Tournament) -> Progress:
    """
    Add what follows by itself, and bring the rows in line with the log. Safe to call at any time,
    any number of times.
    """
    tournament = locked(tournament)
    progress, drawn = followed(progress_of(tournament))
    for later in drawn:
        _add(tournament, later, by=None)
    projection.bring_in_line(progress)
    return progress


def preview(progress: Progress, act: Act) -> Consequences:
    """What *act* would change, with all that follows from it; nothing is written."""
    after, _drawn = followed(progress.after(act))
    return consequences_of(progress, after, changes(progress.state, after.state))


def require_seen(progress: Progress, seen: int | None) -> None:
    """
    Raises:
        Conflict: If the log has gone on since act *seen*, by somebody's hand.
    """
    if seen is None:
        return
    since = progress.tournament.acts.filter(number__gt=seen, by__isnull=False).last()
    if since is not None:
        raise Conflict(
            _("%(who)s acted meanwhile (no. %(number)d of the log); look again and repeat it.")
            % {"who": since.by, "number": since.number},
            code="stale",
        )


def followed(progress: Progress) -> tuple[Progress, list[Act]]:
    """The tournament with all that follows by itself, and those acts."""
    added: list[Act] = []
    while (act := _next(progress)) is not None:
        progress = progress.after(act)
        added.append(progress.acts[-1])
    return progress, added


def _next(progress: Progress) -> Act | None:
    """What follows by itself now; rounds are drawn so where nobody but bots is there to ask."""
    act = next_act(progress.state)
    if act is not None:
        return act
    stage = waits_for_draw(progress.state)
    if stage is None or not _only_bots(progress.state):
        return None
    number = stage.next_round
    if any(
        (undone.stage, undone.round) == (stage.number, number)
        for undone in _undone(progress.acts)
        if isinstance(undone, Drew)
    ):
        # Somebody took a draw of this round back: it is his to draw it again.
        return None
    try:
        return draw(progress.state, stage)
    except (UnpairableRound, ValueError):
        return None


def _undone(acts: Sequence[Act]) -> list[Act]:
    numbers = {act.act for act in acts if isinstance(act, Undid)}
    return [act for act in acts if act.number in numbers]


def _only_bots(state: State) -> bool:
    there = [entry for entry in state.field.entries if entry not in state.gone]
    return all(version is not None for entry in there for _, version in state.members(entry))


def _require_one_entry_each(progress: Progress) -> None:
    seen: dict[int, int] = {}
    for entry, members in progress.state.field.members.items():
        for player, _version in members:
            if player in seen:
                raise Conflict(
                    _("A player would be in entries %(one)d and %(other)d at once.")
                    % {"one": seen[player], "other": entry},
                    code="in_two_entries",
                )
            seen[player] = entry
