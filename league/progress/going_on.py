"""What follows by itself from how a tournament stands: lots, who goes on, the next round."""

from random import Random

from league.progress.acts import Act, Drew, DrewLots, Qualified
from league.progress.drawn import DrawnStage
from league.progress.seated import Tables
from league.progress.state import State
from league.progress.swiss import Swiss
from league.standings.lots import draw_lot


def next_act(state: State) -> Act | None:
    """
    What the tournament cannot go on without, where nobody has to decide anything: a lot between
    those who are level at the last place that goes on, then who goes on.
    """
    if not state.is_started or state.is_cancelled:
        return None
    if state.tied is not None:
        number, tied = state.tied
        return lot(state, number, tied)
    for before, stage in zip(state.stages, state.stages[1:], strict=False):
        if before.is_drawn and before.is_complete and not stage.is_drawn:
            order = tuple(before.qualified(state.gone))
            if order:
                return Qualified(
                    stage=stage.number, order=order, passed_over=tuple(sorted(state.gone))
                )
    return None


def lot(state: State, stage: int, entries: tuple[int, ...]) -> DrewLots:
    """A lot between *entries*; drawn again it comes out the same."""
    who = "-".join(map(str, sorted(entries)))
    random = Random(f"{state.setup.lot}/lots/{stage}/{who}")
    return DrewLots(stage=stage, order=draw_lot(entries, random))


def waits_for_draw(state: State) -> DrawnStage | None:
    """The stage whose next round can be drawn now."""
    if not state.is_started or state.is_cancelled:
        return None
    for stage in state.stages:
        if isinstance(stage, DrawnStage) and stage.next_round is not None:
            return stage
    return None


def draw(state: State, stage: DrawnStage, *, repeats: bool = False) -> Drew:
    """
    The next round of a stage, by its rules.

    Args:
        repeats: In a Swiss, allow rematches and second byes where there is no round without.

    Raises:
        UnpairableRound: If no Swiss round keeps the rules.
        ValueError: If those who are there do not fill a table.
    """
    number = stage.next_round
    assert number is not None, "only a stage that waits for it is drawn"
    if isinstance(stage, Swiss):
        pairs, out = stage.draw(number, repeats=repeats)
        return Drew(stage=stage.number, round=number, tables=tuple(pairs), out=tuple(out))
    assert isinstance(stage, Tables)
    tables, out = stage.draw(number, state.setup.lot)
    return Drew(stage=stage.number, round=number, tables=tuple(tables), out=tuple(out))
