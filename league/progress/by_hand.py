"""What somebody changed in a round by hand, held against what the engine drew."""

from collections import Counter
from dataclasses import dataclass

from league.progress.acts import Drew
from league.progress.drawn import DrawnStage
from league.progress.state import State
from league.progress.swiss import Swiss


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    A round as it stands beside the one that was drawn.

    *drawn* and *standing* are the tables that only one of the two has. *rematches* are pairs that
    have met in an earlier round, *second_byes* who has had a bye before, *kept_apart* pairs that
    are never to be paired: none of them the engine would draw if it can be avoided.
    """

    drawn: tuple[tuple[int, ...], ...] = ()
    standing: tuple[tuple[int, ...], ...] = ()
    rematches: tuple[tuple[int, int], ...] = ()
    second_byes: tuple[int, ...] = ()
    kept_apart: tuple[tuple[int, int], ...] = ()

    @property
    def is_same(self) -> bool:
        return not self.drawn and not self.standing


def compared(state: State, drew: Drew) -> Comparison:
    """The round of *drew* as it stands, beside it as it was drawn."""
    stage = state.stages[drew.stage - 1]
    assert isinstance(stage, DrawnStage)
    round = stage.rounds[drew.round - 1]
    now = [table.entries for table in round.tables]
    before = [played for played in stage.rounds if played.number < round.number]
    met = Counter(
        pair for played in before for table in played.tables for pair in _pairs(table.entries)
    )
    here = [pair for entries in now for pair in _pairs(entries)]
    had = {entry for played in before for entry in played.out}
    return Comparison(
        drawn=tuple(table for table in drew.tables if table not in now),
        standing=tuple(table for table in now if table not in drew.tables),
        rematches=tuple(sorted(pair for pair in here if met[pair])) if _is_of_pairs(stage) else (),
        second_byes=tuple(sorted(had & set(round.out))) if _is_of_pairs(stage) else (),
        kept_apart=tuple(sorted(pair for pair in here if pair in state.field.apart)),
    )


def _is_of_pairs(stage: DrawnStage) -> bool:
    return isinstance(stage, Swiss)


def _pairs(entries: tuple[int, ...]) -> list[tuple[int, int]]:
    return [
        (min(one, other), max(one, other))
        for position, one in enumerate(entries)
        for other in entries[:position]
    ]
