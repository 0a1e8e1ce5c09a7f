"""
The rows of a tournament brought in line with its log: entries, rounds, matches, standing results,
and whether it is over. Whatever the log says can be said again at any time.
"""

from collections.abc import Iterable
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
    _open(progress, rows)


def _is_played(table: Table) -> bool:
    """One who is alone at a table has nobody to play."""
    return len(table.entries) > 1


def _entries(progress: Progress) -> None:
    state, now = progress.state, timezone.now()
    if not state.is_started:
        Entry.objects.filter(tournament=progress.tournament).update(
            is_in=True, withdrawn_at=None, excluded_at=None
        )
        return
    for entry in progress.tournament.entries.prefetch_related("teammates"):
        number = entry.starting_rank
        changes: dict[str, Any] = {}
        is_in = number in state.field.members
        if entry.is_in != is_in:
            changes["is_in"] = is_in
        for name, gone in (
            ("withdrawn_at", state.field.withdrawn),
            ("excluded_at", state.field.excluded),
        ):
            if (getattr(entry, name) is not None) != (number in gone):
                changes[name] = now if number in gone else None
        if is_in:
            changes |= _members(entry, state.members(number))
        if changes:
            Entry.objects.filter(pk=entry.pk).update(**changes)


def _members(entry: Entry, members: tuple[Member, ...]) -> dict[str, Any]:
    """Bring the teammates in line; what is to be changed of the entry itself."""
    (player, version), *others = members
    there = [(mate.player_id, mate.version_id) for mate in entry.teammates.all()]
    if there != others:
        entry.teammates.all().delete()
        Teammate.objects.bulk_create(
            Teammate(entry=entry, number=number, player_id=mate, version_id=plays_with)
            for number, (mate, plays_with) in enumerate(others, start=2)
        )
    if (entry.player_id, entry.version_id) == (player, version):
        return {}
    return {"player_id": player, "version_id": version}


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
    unreported: list[tuple[_Row, Table]] = []
    for key, table in wanted.items():
        row = rows[key]
        if row.standing is not None:
            if row.standing.says(table):
                continue
            fallen.append(row.standing.result)
        if table.is_walkover:
            unreported.append((row, table))
        elif table.reported:
            standing.append((row.id, table.reported))
    if fallen:
        Result.objects.filter(pk__in=fallen).update(stands=False)
    for match, act in standing:
        Result.objects.filter(match=match, act__number=act).update(stands=True)
    for row, table in unreported:
        _walk_over(row.id, table)


def _walk_over(match: str, table: Table) -> None:
    """The result of a match to which somebody did not come, made where there is none like it."""
    outcome = table.outcome
    assert outcome is not None
    seats = Match.objects.get(pk=match).ruleset.seats
    entries = len(table.entries)
    forfeits = [seat for seat in range(seats) if seat % entries in outcome.forfeits]
    like_it = Result.objects.filter(match=match, act=None, forfeits=forfeits).last()
    if like_it is not None:
        Result.objects.filter(pk=like_it.pk).update(stands=True)
        return
    Result.objects.create(
        match_id=match,
        scores=[0] * seats,
        forfeits=forfeits,
        winner=outcome.winner,
        reason=ABSENT,
    )


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
    for key, table in wanted.items():
        row = rows[key]
        if (row.table_number, row.slot) != (table.number, table.slot or None):
            Match.objects.filter(pk=row.id).update(
                table_number=table.number, slot=table.slot or None
            )


def _tournament(progress: Progress) -> None:
    tournament, state = progress.tournament, progress.state
    status = tournament.status
    if not state.is_started:
        if status not in {Tournament.Status.DRAFT, Tournament.Status.OPEN}:
            status = Tournament.Status.OPEN
    elif state.is_cancelled:
        status = Tournament.Status.CANCELLED
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
