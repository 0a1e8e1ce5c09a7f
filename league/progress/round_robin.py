"""A round robin as it stands, in one group or in several side by side."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from league.progress.acts import Excluded, Withdrew
from league.progress.options import RoundRobinOptions
from league.progress.stages import Context, RankedStage, best, held, shared
from league.progress.tables import Round, Table
from league.scheduling.groups import group_rounds, seed_order, snake
from league.scheduling.values import Pairing
from league.standings.grid import Crosstable, crosstable
from league.standings.ranking import table as ranking
from league.standings.values import Forfeit, Played, Standing


@dataclass(frozen=True)
class RoundRobin(RankedStage):
    """
    Everybody against everybody of his group.

    *left_early* are those who are gone and left a match unplayed; who left after his last did not.
    """

    options: RoundRobinOptions
    left_early: frozenset[int] = frozenset()

    @cached_property
    def groups(self) -> list[list[int]]:
        return _groups(self.options, self.order)

    @cached_property
    def schedule(self) -> list[list[list[Pairing]]]:
        """For every round, for every group, its pairings and its bye."""
        return _schedule(self.options, self.order)

    @property
    def is_complete(self) -> bool:
        return self.is_drawn and all(round.is_over for round in self.rounds)

    @cached_property
    def played(self) -> list[Played]:
        """The decided matches as standings read them, byes of begun rounds included."""
        found = []
        for round in self.rounds:
            decided = [as_played(table) for table in round.tables if table.outcome]
            found += decided
            if decided:
                found += [Played(entry, None, round=round.number) for entry in round.out]
        return found

    def _of(self, group: Sequence[int]) -> list[Played]:
        return [played for played in self.played if played.first in group]

    def _scheduled(self, group: Sequence[int]) -> int:
        return self.options.cycles * (len(group) - 1)

    def _lines(self, group: Sequence[int]) -> list[Standing]:
        return ranking(
            group,
            self._of(group),
            self.options.points,
            self.tie_breaks,
            withdrawn=self.left_early & set(group),
            least_share=self.options.least_share,
            scheduled=self._scheduled(group),
            lots=self.lots,
        )

    def crosstable(self, group: int = 1) -> Crosstable:
        """The grid of a group (from 1), in the order of its standings."""
        return crosstable(
            [line.entry for line in self.standings[group - 1]],
            self._of(self.groups[group - 1]),
            self.options.points,
            withdrawn=self.left_early & set(self.groups[group - 1]),
            least_share=self.options.least_share,
            scheduled=self._scheduled(self.groups[group - 1]),
        )

    def qualified(self, passed_over: Collection[int]) -> list[int]:
        count = min(self.options.qualifiers, max(map(len, self.groups)))
        if len(self.groups) == 1 or not count:
            return best(self.ranked[0], count, passed_over)
        placed = [best(lines, count, passed_over) for lines in self.ranked]
        order = seed_order(len(self.groups), count)
        return [
            placed[one.group - 1][one.place - 1]
            for one in order
            if one.place <= len(placed[one.group - 1])
        ]


def round_robin(
    number: int, options: RoundRobinOptions, order: tuple[int, ...], context: Context
) -> RoundRobin:
    """The round robin of these entries, as the log has its matches."""
    by_hand = held(number, context)
    draw = context.field.start
    is_grouped = len(_groups(options, order)) > 1
    rounds = []
    for position, row in enumerate(_schedule(options, order), start=1):
        tables: list[Table] = []
        out = []
        for group, pairings in enumerate(row, start=1):
            for pairing in pairings:
                if pairing.second is None:
                    out.append(pairing.first)
                    continue
                tables.append(
                    context.ledger.table(
                        number,
                        position,
                        (pairing.first, pairing.second),
                        draw,
                        number=len(tables) + 1,
                        group=group if is_grouped else 0,
                    )
                )
        rounds.append(Round(position, tuple(tables), tuple(out), position in by_hand, draw))
    return RoundRobin(
        options=options,
        order=order,
        rounds=tuple(rounds),
        left_early=_left_early(rounds, context),
        **shared(number, context),
    )


def _left_early(rounds: Sequence[Round], context: Context) -> frozenset[int]:
    """Who left a match unplayed: it is undecided but for that, or was told to be lost since."""
    gone = context.field.gone
    left = {
        act.entry: act.number
        for act in context.acts
        if isinstance(act, Withdrew | Excluded) and act.entry in gone
    }
    if not left:
        return frozenset()
    return frozenset(
        entry
        for round in rounds
        for table in round.tables
        for seat, entry in enumerate(table.entries)
        if entry in left and _lost_unplayed(table, seat, since=left[entry])
    )


def _lost_unplayed(table: Table, seat: int, since: int) -> bool:
    if table.outcome is None or not table.reported:
        return True
    return seat in table.outcome.forfeits and table.reported > since


def _groups(options: RoundRobinOptions, order: tuple[int, ...]) -> list[list[int]]:
    """As many groups as there shall be, or fewer where some would have less than two entries."""
    if len(order) < 2:
        return [[*order]] if order else []
    groups = min(options.groups, len(order) // 2)
    return [[order[rank - 1] for rank in group] for group in snake(len(order), groups)]


def _schedule(options: RoundRobinOptions, order: tuple[int, ...]) -> list[list[list[Pairing]]]:
    return group_rounds(_groups(options, order), options.cycles) if len(order) > 1 else []


def as_played(table: Table) -> Played:
    """A decided table of two as standings read it."""
    outcome = table.outcome
    assert outcome is not None
    first, second = table.entries
    return Played(
        first,
        second,
        outcome.scores[0],
        outcome.scores[1],
        forfeit=forfeit_of(outcome.forfeits),
        round=table.key.round,
    )


def forfeit_of(positions: Sequence[int]) -> Forfeit | None:
    """Positions that lost without play, as the standings call them."""
    if set(positions) == {0, 1}:
        return "both"
    return ("first", "second")[positions[0]] if positions else None
