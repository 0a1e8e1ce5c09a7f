"""A Swiss as it stands, and the draw of its next round."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from league.progress.acts import Excused, Outcome, Requested
from league.progress.drawn import Draw, DrawnStage, as_rounds, draws
from league.progress.options import FITTING, SwissOptions
from league.progress.round_robin import as_played
from league.progress.stages import Context, shared
from league.progress.tables import Round
from league.scheduling.swiss import (
    PastBye,
    PastMatch,
    SwissField,
    System,
    fitting_system,
    next_round,
)
from league.standings.ranking import table as ranking
from league.standings.values import MatchPoints, Played, Standing


@dataclass(frozen=True)
class Swiss(DrawnStage):
    """
    Rounds in which entries with about equal points meet.

    *excused* has who asked to sit out which round, and what that is worth.
    """

    options: SwissOptions
    excused: tuple[tuple[int, int, Requested], ...] = ()
    apart: frozenset[tuple[int, int]] = frozenset()
    gone: frozenset[int] = frozenset()

    @cached_property
    def played(self) -> list[Played]:
        """The decided matches and the byes of the drawn rounds, as standings read them."""
        found = [as_played(table) for table in self.tables if table.outcome]
        for round in self.rounds:
            found += [Played(entry, None, round=round.number) for entry in round.out]
            seated = {entry for table in round.tables for entry in table.entries}
            found += [
                Played(entry, None, round=round.number, bye=bye)
                for entry, number, bye in self.excused
                if number == round.number and entry not in seated and entry not in round.out
            ]
        return found

    def _lines(self, group: Sequence[int]) -> list[Standing]:
        return ranking(
            group,
            self.played,
            self.options.points,
            self.tie_breaks,
            withdrawn=self.left,
            scheduled=self.options.rounds,
            system="swiss",
            rounds_over=self.rounds_over,
            lots=self.lots,
        )

    @property
    def system(self) -> System:
        """By which rules its rounds are drawn."""
        if self.options.pairing == FITTING:
            return fitting_system(len(self.order))
        return System(self.options.pairing)

    def field_for(self, number: int) -> SwissField:
        """All that the pairing of round *number* depends on, by starting ranks of this stage."""
        rank = {entry: position for position, entry in enumerate(self.order, start=1)}
        points = self.options.points
        before = [round for round in self.rounds if round.number < number]
        excused = {entry for entry, round, _bye in self.excused if round == number}
        worth = {"full": points.win, "half": points.draw, "zero": points.loss}
        byes = [
            PastBye(round.number, rank[entry], points.bye)
            for round in before
            for entry in round.out
        ]
        for entry, round, bye in self.excused:
            if round < number and entry in rank and not _has_part(self.rounds[round - 1], entry):
                byes.append(PastBye(round, rank[entry], worth[bye], allocated=False))
        return SwissField(
            round=number,
            rounds=self.options.rounds,
            entries=tuple(range(1, len(self.order) + 1)),
            matches=tuple(match for round in before for match in _past(round, rank, self.options)),
            byes=tuple(byes),
            absent=frozenset(rank[entry] for entry in self.gone | excused if entry in rank),
            forbidden=tuple(
                (rank[one], rank[other])
                for one, other in sorted(self.apart)
                if one in rank and other in rank
            ),
            win=points.win,
            loss=points.loss,
        )

    def draw(
        self, number: int, *, repeats: bool = False
    ) -> tuple[list[tuple[int, int]], list[int]]:
        """
        The tables of round *number* by the rules, and who has the bye.

        Raises:
            UnpairableRound: If no round keeps the rules.
        """
        pairings = next_round(self.field_for(number), self.system, repeats=repeats)
        tables = [
            (self.order[pairing.first - 1], self.order[pairing.second - 1])
            for pairing in pairings
            if pairing.second is not None
        ]
        return tables, [self.order[pairing.first - 1] for pairing in pairings if pairing.is_bye]


def swiss(number: int, options: SwissOptions, order: tuple[int, ...], context: Context) -> Swiss:
    """The Swiss of these entries, as the log has its rounds."""
    drawn = draws(number, options.rounds, order, context)
    there = set(order)
    return Swiss(
        options=options,
        order=order,
        rounds=as_rounds(number, drawn, context),
        excused=tuple(
            (entry, round, bye)
            for (entry, round), bye in sorted(_excused(number, drawn, context).items())
            if entry in there
        ),
        apart=context.field.apart,
        gone=context.gone,
        **shared(number, context),
    )


def _excused(
    number: int, drawn: Sequence[Draw], context: Context
) -> dict[tuple[int, int], Requested]:
    """Who asked to sit out which round, as long as it was not drawn yet."""
    return {
        (act.entry, act.round): act.bye
        for act in context.acts
        if isinstance(act, Excused)
        and act.stage == number
        and (act.round > len(drawn) or act.number < drawn[act.round - 1].number)
    }


def _has_part(round: Round, entry: int) -> bool:
    return entry in round.out or any(entry in table.entries for table in round.tables)


def _past(round: Round, rank: dict[int, int], options: SwissOptions) -> list[PastMatch]:
    found = []
    for table in round.tables:
        outcome = table.outcome
        if outcome is None:
            continue
        first, second = table.entries
        found.append(
            PastMatch(
                round.number,
                rank[first],
                rank[second],
                _worth(outcome, 0, options.points),
                _worth(outcome, 1, options.points),
                played=not outcome.forfeits,
            )
        )
    return found


def _worth(outcome: Outcome, seat: int, points: MatchPoints) -> float:
    if seat in outcome.forfeits:
        return points.forfeit
    if outcome.winner == seat:
        return points.win
    return points.draw if outcome.winner is None else points.loss
