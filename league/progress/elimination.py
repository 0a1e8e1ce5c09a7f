"""A knockout or a double elimination as it stands."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from league.progress.options import DoubleEliminationOptions, KnockoutOptions
from league.progress.stages import Context, Place, StageState, held, shared
from league.progress.tables import Round, Table
from league.scheduling.brackets import Bracket, BracketMatch, Gap, Occupant, Placing
from league.scheduling.double_elimination import DoubleElimination
from league.scheduling.knockout import Knockout

EliminationOptions = KnockoutOptions | DoubleEliminationOptions


@dataclass(frozen=True)
class Elimination(StageState):
    """
    A bracket and the matches in it whose two entries are known.

    *filled* is the bracket by starting ranks of this stage, as far as it is known.
    """

    options: EliminationOptions
    filled: tuple[tuple[BracketMatch, ...], ...] = ()

    plays_ahead = True

    @property
    def plan(self) -> Bracket:
        """The bracket itself."""
        return _plan(self.options, len(self.order))

    @property
    def rounds_total(self) -> int:
        return len(self.filled)

    @cached_property
    def bracket(self) -> list[list[BracketMatch]]:
        """The bracket with the entries' numbers in it."""
        return [
            [
                replace(
                    match,
                    first=self._entry(match.first),
                    second=self._entry(match.second),
                    winner=self._entry(match.winner),
                )
                for match in matches
            ]
            for matches in self.filled
        ]

    @property
    def is_complete(self) -> bool:
        return (
            self.is_drawn
            and not self.is_by_hand
            and not any(match.is_open or match.is_ready for row in self.filled for match in row)
        )

    @cached_property
    def placing(self) -> list[Placing]:
        """Who shares which ranks, best first, by entries' numbers."""
        if not self.filled:
            return [Placing(1, 1, self.order)] if self.order else []
        winners = {
            (match.round, match.slot): match.winner if isinstance(match.winner, int) else None
            for row in self.filled
            for match in row
            if match.is_decided
        }
        return [
            replace(part, entries=tuple(self.order[rank - 1] for rank in part.entries))
            for part in self.plan.placing(winners)
        ]

    @property
    def places(self) -> list[Place]:
        return [
            place
            for part in self.placing
            for place in self._closed_up(part)
            if place.entry not in self.excluded
        ]

    def _closed_up(self, part: Placing) -> list[Place]:
        """
        The places of a part when the excluded have none: those ahead, and those among it.

        Where an excluded one is still in, it is not known yet whether he ends ahead or among it.
        """
        ahead = among = 0
        is_final = not part.still_in
        for other in self.placing:
            out = sum(entry in self.excluded for entry in other.entries)
            if other.first_rank < part.first_rank:
                ahead += out
                is_final &= not out or other.last_rank < part.first_rank
            elif other.first_rank <= part.last_rank:
                among += out
        first, last = part.first_rank - ahead, part.last_rank - ahead - among
        return [
            Place(entry, first, last, is_final and entry not in self._playing)
            for entry in part.entries
        ]

    @cached_property
    def _playing(self) -> set[int]:
        """Those who stand in a match that is not decided, be it the one for the third place."""
        return {
            entry
            for row in self.bracket
            for match in row
            if match.winner is Gap.OPEN
            for entry in match.known
        }

    def qualified(self, passed_over: Collection[int]) -> list[int]:
        return []

    def _entry(self, rank: Occupant) -> Occupant:
        return self.order[rank - 1] if isinstance(rank, int) else rank


def elimination(
    number: int, options: EliminationOptions, order: tuple[int, ...], context: Context
) -> Elimination:
    """The bracket of these entries, as far as the log decides it; of one entry, who has won."""
    if len(order) < 2:
        return Elimination(options=options, order=order, **shared(number, context))
    plan = _plan(options, len(order))
    tables: dict[tuple[int, int], Table] = {}

    def winner_of(match: BracketMatch) -> Occupant:
        table = context.ledger.table(
            number,
            match.round,
            [order[rank - 1] for rank in match.known],
            context.field.start,
            number=match.slot,
            slot=match.slot,
            needs_winner=True,
        )
        tables[match.round, match.slot] = table
        if table.outcome is None:
            return Gap.OPEN
        winner = table.outcome.winner
        return Gap.NOBODY if winner is None else match.known[winner]

    filled = plan.played(winner_of)
    by_hand = held(number, context)
    rounds = [
        Round(
            row[0].round,
            _numbered(row, tables),
            tuple(order[match.known[0] - 1] for match in row if match.is_bye),
            row[0].round in by_hand,
            context.field.start,
        )
        for row in filled
    ]
    return Elimination(
        options=options,
        order=order,
        rounds=tuple(round for round in rounds if round.tables or round.out),
        filled=tuple(map(tuple, filled)),
        **shared(number, context),
    )


def _numbered(row: list[BracketMatch], tables: dict[tuple[int, int], Table]) -> tuple[Table, ...]:
    """The round's tables: in the first round those with a bye are not counted."""
    real = [match.slot for match in row if match.round > 1 or not match.is_bye]
    return tuple(
        replace(tables[match.round, match.slot], number=real.index(match.slot) + 1)
        for match in row
        if (match.round, match.slot) in tables
    )


def _plan(options: EliminationOptions, entries: int) -> Bracket:
    if isinstance(options, KnockoutOptions):
        third_place = options.third_place and entries > 2
        return Knockout(entries, third_place=third_place, reseeded=options.reseeded)
    return DoubleElimination(entries)
