"""
Whether somebody may still come late, and as which entry.

Who comes late is last in starting rank, and plays from where the format has room for him: in a
round robin of an odd field in the place of the bye, with the rounds before to catch up; in a
bracket in the place of a bye of its first round; of the groups in the one that is his turn; in a
Swiss and at tables from the next draw. He is refused where that would change matches which are
drawn for others, as soon as there is a result; before the first one everything may be drawn anew.
A round robin of several cycles is among them also in an odd field: an even one exchanges rounds
where its cycles meet.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from league.progress.acts import Entered, Started
from league.progress.drawn import DrawnStage
from league.progress.elimination import Elimination
from league.progress.state import State, state_of


@dataclass(frozen=True, slots=True)
class Refusal:
    """
    Why nobody may enter any more; *parameters* are what a sentence about it names.

    =================  ==========  =============================================================
    code               parameters  what it says
    =================  ==========  =============================================================
    not_started                    Entries are open: register, there is no coming late yet.
    cancelled                      The tournament is called off.
    finished                       It is over.
    later_stage        stage       Stage *stage* is drawn, and its entries are known.
    last_round_drawn   rounds      All the *rounds* are drawn.
    bracket_full       entries     The *entries* fill the bracket, no bye is left.
    bye_passed         round       Whoever had the bye is drawn in round *round* already.
    schedule_changes   matches     *matches* matches of others would be drawn otherwise.
    =================  ==========  =============================================================
    """

    code: str
    parameters: Mapping[str, int] = field(default_factory=dict)


def next_entry(state: State) -> int:
    """The number of whoever enters next: one that nobody had since the start."""
    had = [act.entry for act in state.acts if isinstance(act, Entered)]
    had += [
        len(act.members)
        for act in state.acts
        if isinstance(act, Started) and act.number == state.field.start
    ]
    return max(had, default=0) + 1


def may_enter(state: State) -> Refusal | None:
    """Why nobody may enter now; None if somebody may."""
    if not state.is_started:
        return Refusal("not_started")
    if state.is_cancelled:
        return Refusal("cancelled")
    if state.is_finished:
        return Refusal("finished")
    later = [stage.number for stage in state.stages[1:] if stage.is_drawn]
    if later:
        return Refusal("later_stage", {"stage": later[0]})
    stage = state.stages[0]
    if isinstance(stage, DrawnStage):
        if len(stage.rounds) >= stage.options.rounds:
            return Refusal("last_round_drawn", {"rounds": stage.options.rounds})
        return None
    if not any(table.reported for table in stage.tables):
        return None
    return _what_changes(state)


def _what_changes(state: State) -> Refusal | None:
    stage = state.stages[0]
    after = {table.key for table in _entered(state).tables}
    changed = [table for table in stage.tables if table.key not in after]
    if not changed:
        return None
    if not isinstance(stage, Elimination):
        return Refusal("schedule_changes", {"matches": len(changed)})
    entries = len(stage.order)
    if entries & (entries - 1) == 0:
        return Refusal("bracket_full", {"entries": entries})
    return Refusal("bye_passed", {"round": min(table.key.round for table in changed)})


def _entered(state: State) -> State:
    """The tournament as it would be with one entry more."""
    last = max((act.number for act in state.acts), default=0)
    newcomer = Entered(number=last + 1, entry=next_entry(state), members=())
    return state_of(state.setup, [*state.acts, newcomer])
