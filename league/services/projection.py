"""
The rows of a tournament brought in line with its log: entries, rounds, matches, standing results,
and whether it is over. Whatever the log says can be said again at any time.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from league.models import (
    Entry,
    LoggedAct,
    Match,
    Result,
    Round,
    Ruleset,
    Seat,
    Stage,
    Teammate,
    Tournament,
)
from league.progress.acts import Member, Substituted
from league.progress.stages import StageState
from league.progress.tables import Table
from league.selectors.progress import Progress
from league.services import matches, rulesets
from league.services.matches import Sitting
from league.services.teams import sittings

ABSENT = "withdrawn"
"""The reason of a result that nobody reported: somebody was not there to play."""


def bring_in_line(progress: Progress) -> None:
    """Change every row that says otherwise than the log of this tournament, which is held."""
    _entries(progress)
    rounds = _rounds(progress)
    wanted = {str(table.key): table for table in progress.state.tables if _is_played(table)}
    rows = _rows(progress.tournament)
    _void(rows, wanted, is_cancelled=progress.state.is_cancelled)
    _plan(progress, rounds, rows, wanted)
    _results(rows, wanted)
    _statuses(rows, wanted)
    _seats(progress, rows, wanted)
    _tables(rows, wanted)
    _tournament(progress)
    _hold_back(progress, rows)
    _open(progress, rows)


def _is_played(table: Table) -> bool:
    """One who is alone at a table has nobody to play."""
    return len(table.entries) > 1


def _entries(progress: Progress) -> None:
    state, now = progress.state, timezone.now()
    if not state.is_started:
        # Who came late and was taken back stays out, should the start be taken back as well.
        progress.tournament.entries.update(withdrawn_at=None, excluded_at=None)
        return
    rows = progress.tournament.entries.values_list(
        "id", "starting_rank", "is_in", "withdrawn_at", "excluded_at", "player_id", "version_id"
    )
    mates = _teammates(progress.tournament)
    for entry, number, was_in, withdrawn_at, excluded_at, *first in rows:
        changes: dict[str, Any] = {}
        is_in = number in state.field.members
        if was_in != is_in:
            changes["is_in"] = is_in
        if (withdrawn_at is not None) != (number in state.field.withdrawn):
            changes["withdrawn_at"] = now if withdrawn_at is None else None
        if (excluded_at is not None) != (number in state.field.excluded):
            changes["excluded_at"] = now if excluded_at is None else None
        if is_in:
            member, *others = state.members(number)
            if mates.get(entry, []) != others:
                _replace_teammates(entry, others)
            if (*first,) != member:
                changes["player_id"], changes["version_id"] = member
        if changes:
            Entry.objects.filter(pk=entry).update(**changes)


def _teammates(tournament: Tournament) -> dict[int, list[Member]]:
    """The members of every team after its first, by the ids of the entries."""
    found: dict[int, list[Member]] = {}
    rows = Teammate.objects.filter(entry__tournament=tournament).order_by("number")
    for entry, player, version in rows.values_list("entry_id", "player_id", "version_id"):
        found.setdefault(entry, []).append((player, version))
    return found


def _replace_teammates(entry: int, members: Sequence[Member]) -> None:
    Teammate.objects.filter(entry=entry).delete()
    Teammate.objects.bulk_create(
        Teammate(entry_id=entry, number=number, player_id=player, version_id=version)
        for number, (player, version) in enumerate(members, start=2)
    )


def _rounds(progress: Progress) -> dict[tuple[int, int], Round]:
    """The rounds of every stage, by the numbers of both."""
    stages = {stage.number: stage for stage in progress.tournament.stages.all()}
    there = {
        (round.stage.number, round.number): round
        for round in Round.objects.filter(stage__in=stages.values()).select_related("stage")
    }
    for stage in progress.state.stages:
        row = stages[stage.number]
        if stage.is_drawn != (row.drawn_at is not None):
            row.drawn_at = timezone.now() if stage.is_drawn else None
            Stage.objects.filter(pk=row.pk).update(drawn_at=row.drawn_at)
        for number in _round_numbers(stage):
            if (stage.number, number) not in there:
                there[stage.number, number] = Round.objects.create(stage=row, number=number)
    return there


def _round_numbers(stage: StageState) -> Iterable[int]:
    return (round.number for round in stage.rounds)


class _Standing(NamedTuple):
    """The result that stands, the number of the act that it came by, and who forfeited."""

    result: int
    act: int | None
    forfeits: list[int]

    def says(self, table: Table) -> bool:
        """Whether it is what the log says of *table*."""
        if table.outcome is None or self.act != (table.reported or None):
            return False
        entries = len(table.entries)
        absent = sorted({seat % entries for seat in self.forfeits})
        return self.act is not None or absent == [*table.outcome.forfeits]


class _Row:
    """As much of a match as is compared with the log."""

    __slots__ = ("id", "key", "slot", "standing", "status", "table_number")

    def __init__(self, id: str, key: str, status: str, table_number: int | None, slot: int | None):
        self.id = id
        self.key = key
        self.status = status
        self.table_number = table_number
        self.slot = slot
        self.standing: _Standing | None = None


def _rows(tournament: Tournament) -> dict[str, _Row]:
    of_it = Match.objects.filter(round__stage__tournament=tournament)
    rows = {
        row.id: row
        for values in of_it.values_list("id", "key", "status", "table_number", "slot")
        for row in [_Row(*values)]
    }
    standing = Result.objects.filter(match__round__stage__tournament=tournament, stands=True)
    for match, *told in standing.values_list("match_id", "id", "act__number", "forfeits"):
        rows[match].standing = _Standing(*told)
    return {row.key: row for row in rows.values()}


def _void(rows: dict[str, _Row], wanted: dict[str, Table], *, is_cancelled: bool) -> None:
    """Strike out what need not be played any more."""
    gone = [
        row
        for key, row in rows.items()
        if row.status != Match.Status.VOID
        and (key not in wanted or (is_cancelled and wanted[key].outcome is None))
    ]
    for row in gone:
        row.status = Match.Status.VOID
    if is_cancelled:
        for key in [key for key, table in wanted.items() if table.outcome is None]:
            del wanted[key]
    Match.objects.filter(pk__in=[row.id for row in gone]).update(
        status=Match.Status.VOID, finished_at=timezone.now(), lease_until=None, parked_at=None
    )


def _plan(
    progress: Progress,
    rounds: dict[tuple[int, int], Round],
    rows: dict[str, _Row],
    wanted: dict[str, Table],
) -> None:
    """Make the matches of tables that have none."""
    variants: dict[int, Ruleset] = {}
    for key, table in wanted.items():
        if key in rows:
            continue
        entries = [progress.entries[number] for number in table.entries]
        seats = _sittings(progress, table, entries)
        if len(seats) not in variants:
            variants[len(seats)] = _played_by(progress.tournament.ruleset, len(seats))
        match = matches.plan(
            ruleset=variants[len(seats)],
            round=rounds[table.key.stage, table.key.round],
            key=key,
            table_number=table.number,
            slot=table.slot or None,
            must_have_winner=table.needs_winner,
            sittings=seats,
        )
        rows[key] = _Row(match.pk, key, match.status, match.table_number, match.slot)


def _played_by(ruleset: Ruleset, seats: int) -> Ruleset:
    """The tournament's ruleset, or its like for a table of another size."""
    return ruleset if ruleset.seats == seats else rulesets.variant(ruleset, seats)


def _sittings(progress: Progress, table: Table, entries: list[Entry]) -> list[Sitting]:
    """
    Who sits where: the first entry deals first, and its team moves on with every meeting that it
    begins.
    """
    if not entries[0].is_team:
        return sittings(entries)
    begun = sum(
        other.key.round < table.key.round and other.entries == table.entries
        for other in progress.state.stages[table.key.stage - 1].tables
    )
    return sittings(entries, begun * len(entries))


def _results(rows: dict[str, _Row], wanted: dict[str, Table]) -> None:
    """Let those results stand that the log says, and no others."""
    fallen, standing = [], []
    unreported: list[tuple[str, Table]] = []
    for key, table in wanted.items():
        row = rows[key]
        if row.standing is not None:
            if row.standing.says(table):
                continue
            fallen.append(row.standing.result)
        if table.is_walkover:
            unreported.append((row.id, table))
        elif table.reported:
            standing.append((row.id, table.reported))
    if fallen:
        Result.objects.filter(pk__in=fallen).update(stands=False)
    for match, act in standing:
        Result.objects.filter(match=match, act__number=act).update(stands=True)
    if unreported:
        _walk_over(unreported)


def _walk_over(tables: Sequence[tuple[str, Table]]) -> None:
    """The results of matches to which somebody did not come, made where there is none like it."""
    ids = [match for match, _table in tables]
    seats = dict(Match.objects.filter(pk__in=ids).values_list("pk", "ruleset__seats"))
    made: dict[tuple[str, tuple[int, ...]], int] = {}
    earlier = Result.objects.filter(match__in=ids, act=None).order_by("pk")
    for pk, match, forfeits in earlier.values_list("pk", "match_id", "forfeits"):
        made[match, (*forfeits,)] = pk
    again, new = [], []
    for match, table in tables:
        assert table.outcome is not None
        absent = table.outcome.forfeits
        forfeits = [seat for seat in range(seats[match]) if seat % len(table.entries) in absent]
        if (match, (*forfeits,)) in made:
            again.append(made[match, (*forfeits,)])
            continue
        new.append(
            Result(
                match_id=match,
                scores=[0] * seats[match],
                forfeits=forfeits,
                winner=table.outcome.winner,
                reason=ABSENT,
            )
        )
    if again:
        Result.objects.filter(pk__in=again).update(stands=True)
    Result.objects.bulk_create(new)


def _statuses(rows: dict[str, _Row], wanted: dict[str, Table]) -> None:
    now = timezone.now()
    finished, planned = [], []
    for key, table in wanted.items():
        row = rows[key]
        if table.outcome is not None and row.status != Match.Status.FINISHED:
            row.status = Match.Status.FINISHED
            finished.append(row.id)
        elif table.outcome is None and row.status in {Match.Status.FINISHED, Match.Status.VOID}:
            row.status = Match.Status.PLANNED
            planned.append(row.id)
    over = Match.objects.filter(pk__in=finished)
    over.update(
        status=Match.Status.FINISHED, finished_at=now, lease_until=None, parked_at=None,
        waiting_for="",
    )  # fmt: skip
    Match.objects.filter(pk__in=planned).update(
        status=Match.Status.PLANNED, finished_at=None, lease_until=None, parked_at=None
    )


def _seats(progress: Progress, rows: dict[str, _Row], wanted: dict[str, Table]) -> None:
    """Seat those who play for an entry now at its matches that are not played yet."""
    if not any(act.kind == Substituted.kind for act in progress.acts):
        return
    undecided = {rows[key].id: table for key, table in wanted.items() if table.outcome is None}
    for match in Match.objects.filter(pk__in=undecided).prefetch_related("seats"):
        table = undecided[match.pk]
        entries = [progress.entries[number] for number in table.entries]
        owed = _sittings(progress, table, entries)
        there = [(seat.player_id, seat.version_id) for seat in match.seats.all()]
        if there == [(one.player.pk, one.version and one.version.pk) for one in owed]:
            continue
        matches.reseat(match, owed)
        rows[str(table.key)].status = Match.Status.PLANNED


def _tables(rows: dict[str, _Row], wanted: dict[str, Table]) -> None:
    """Give the tables their numbers: a late entry may move them."""
    moved = [
        Match(pk=rows[key].id, table_number=table.number, slot=table.slot or None)
        for key, table in wanted.items()
        if (rows[key].table_number, rows[key].slot) != (table.number, table.slot or None)
    ]
    Match.objects.bulk_update(moved, ["table_number", "slot"])


def _tournament(progress: Progress) -> None:
    tournament, state = progress.tournament, progress.state
    status = tournament.status
    if state.is_cancelled:
        status = Tournament.Status.CANCELLED
    elif not state.is_started:
        if status not in {Tournament.Status.DRAFT, Tournament.Status.OPEN}:
            status = Tournament.Status.OPEN
    else:
        status = Tournament.Status.FINISHED if state.is_finished else Tournament.Status.RUNNING
    if status == tournament.status:
        return
    now = timezone.now()
    is_over = status in {Tournament.Status.FINISHED, Tournament.Status.CANCELLED}
    tournament.status = status
    tournament.finished_at = now if is_over else None
    if not state.is_started:
        tournament.started_at = None
    elif tournament.started_at is None:
        tournament.started_at = now
    tournament.save(update_fields=["status", "started_at", "finished_at"])


def _hold_back(progress: Progress, rows: dict[str, _Row]) -> None:
    """Take from the workers' queue what has not begun of a round that is changed by hand."""
    held = [
        row.id
        for stage in progress.state.stages
        for round in stage.rounds
        if round.by_hand
        for table in round.tables
        if (row := rows.get(str(table.key))) and row.status == Match.Status.QUEUED
    ]
    if held:
        queued = Match.objects.filter(pk__in=held, status=Match.Status.QUEUED, parked_at=None)
        queued.update(status=Match.Status.PLANNED, waiting_for="", waiting_detail="")


def _open(progress: Progress, rows: dict[str, _Row]) -> None:
    """Queue the tables of bots that are due."""
    waiting = {
        row.id
        for table in progress.state.due
        if (row := rows.get(str(table.key))) and row.status == Match.Status.PLANNED
    }
    if not waiting:
        return
    planned = Match.objects.filter(
        round__stage__tournament=progress.tournament, status=Match.Status.PLANNED
    )
    people = Seat.objects.filter(match=OuterRef("pk"), version=None)
    for match in planned.exclude(Exists(people)).only("pk").order_by("created_at", "pk"):
        if match.pk in waiting:
            matches.enqueue(match)


def last_act(tournament: Tournament) -> int:
    """The number of the newest line of its log; 0 before the first."""
    newest = LoggedAct.objects.filter(tournament=tournament).aggregate(last=Max("number"))
    return newest["last"] or 0
