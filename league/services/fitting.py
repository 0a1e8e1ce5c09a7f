"""What an act must fit: who and what it names is there, and it is not so already."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.errors import BadInput, Conflict
from league.progress import acts
from league.progress.admission import Refusal, may_enter
from league.progress.drawn import DrawnStage
from league.progress.elimination import Elimination
from league.progress.going_on import lot, waits_for_draw
from league.progress.options import OptionError, SwissOptions, TablesOptions, options_from_json
from league.progress.round_robin import RoundRobin
from league.progress.seated import Tables
from league.progress.stages import StageState
from league.progress.swiss import Swiss
from league.progress.tables import Round
from league.selectors.progress import Progress


def require_fit(progress: Progress, act: acts.Act) -> None:
    """
    Raises:
        BadInput: If *act* names what is not there.
        Conflict: If it does not fit how the tournament stands.
    """
    _CHECKS[type(act)](progress, act)


def line_of(progress: Progress, number: int) -> acts.Act:
    """
    A line of the log.

    Raises:
        BadInput: If there is none of this number.
    """
    if not 1 <= number <= len(progress.acts):
        raise BadInput("act", _("The log has no line %(number)s.") % {"number": number})
    return progress.acts[number - 1]


def _entry(progress: Progress, number: int) -> None:
    if number not in progress.state.field.members:
        raise BadInput("entry", _("There is no entry number %(number)s.") % {"number": number})


def _named(progress: Progress, number: int) -> dict[str, Any]:
    return {"name": progress.entries[number].name}


def _stage(progress: Progress, number: int) -> StageState:
    if not 1 <= number <= len(progress.state.stages):
        raise BadInput("stage", _("There is no stage %(number)s.") % {"number": number})
    return progress.state.stages[number - 1]


def _round(stage: StageState, number: int) -> Round:
    for round in stage.rounds:
        if round.number == number:
            return round
    raise BadInput("round", _("Round %(number)s is not drawn.") % {"number": number})


def _check_withdrawal(progress: Progress, act: Any) -> None:
    _entry(progress, act.entry)
    if act.entry in progress.state.field.withdrawn:
        raise Conflict(
            _("“%(name)s” has left already.") % _named(progress, act.entry), code="withdrawn"
        )


def _check_return(progress: Progress, act: Any) -> None:
    _entry(progress, act.entry)
    if act.entry not in progress.state.field.withdrawn:
        raise Conflict(_("“%(name)s” has not left.") % _named(progress, act.entry), code="is_there")


def _check_exclusion(progress: Progress, act: Any) -> None:
    _entry(progress, act.entry)
    if act.entry in progress.state.field.excluded:
        raise Conflict(
            _("“%(name)s” is excluded already.") % _named(progress, act.entry), code="excluded"
        )


def _check_readmission(progress: Progress, act: Any) -> None:
    _entry(progress, act.entry)
    if act.entry not in progress.state.field.excluded:
        raise Conflict(
            _("“%(name)s” is not excluded.") % _named(progress, act.entry), code="not_excluded"
        )


def _check_substitution(progress: Progress, act: Any) -> None:
    _entry(progress, act.entry)
    if progress.state.members(act.entry) == act.members:
        raise Conflict(
            _("“%(name)s” plays like this already.") % _named(progress, act.entry),
            code="unchanged",
        )


def _check_late_entry(progress: Progress, act: Any) -> None:
    if act.entry in progress.state.field.members:
        raise Conflict(_("This number is taken; look again."), code="stale")
    refusal = may_enter(progress.state)
    if refusal is not None:
        raise Conflict(_no_room(refusal), code=refusal.code)


def _no_room(refusal: Refusal) -> str:
    """Why nobody may come late any more, and the remedy."""
    said = {
        "not_started": _("It has not begun: enter him among the others."),
        "cancelled": _("It was called off; take that back first."),
        "finished": _("It is over; nobody can enter any more."),
        "later_stage": _(
            "Stage %(stage)d is drawn, and who plays in it is known; let him be the substitute "
            "of one who left."
        ),
        "last_round_drawn": _("All %(rounds)d rounds are drawn; add a round first."),
        "bracket_full": _(
            "The %(entries)d entries fill the bracket, and no bye is left to take; let him be the "
            "substitute of one who left."
        ),
        "bye_passed": _(
            "Whoever had the bye is drawn in round %(round)d already; take its results back, or "
            "let him be the substitute of one who left."
        ),
        "schedule_changes": _(
            "%(matches)d matches of others would be drawn otherwise; let him be the substitute "
            "of one who left."
        ),
    }
    return said[refusal.code] % refusal.parameters


def _check_excuse(progress: Progress, act: Any) -> None:
    _entry(progress, act.entry)
    stage = _stage(progress, act.stage)
    if not isinstance(stage, DrawnStage):
        raise Conflict(
            _("Only rounds that are drawn one by one can be sat out; report a forfeit instead."),
            code="no_byes",
        )
    if not len(stage.rounds) < act.round <= stage.options.rounds:
        raise BadInput(
            "round",
            _("Round %(number)s cannot be sat out: it is drawn already, or is none of this stage.")
            % {"number": act.round},
        )
    if act.bye not in ("half", "full", "zero"):
        raise BadInput("bye", _("“%(value)s” is none of: half, full, zero.") % {"value": act.bye})


def _check_apart(progress: Progress, act: Any) -> None:
    for number in act.entries:
        _entry(progress, number)
    one, other = act.entries
    if one == other:
        raise BadInput("entries", _("Name two different entries."))
    pair = (min(one, other), max(one, other))
    if (pair in progress.state.field.apart) == act.apart:
        raise Conflict(_("This is so already."), code="unchanged")


def _check_order(progress: Progress, act: Any) -> None:
    stage = _stage(progress, act.stage)
    if not isinstance(stage, RoundRobin | Elimination) or not stage.is_drawn:
        raise Conflict(
            _("Starting ranks are changed in round robins and brackets that are drawn."),
            code="no_order",
        )
    if sorted(act.order) != sorted(stage.order):
        raise BadInput("order", _("Name every entry of the stage once."))
    if act.order == stage.order:
        raise Conflict(_("This is so already."), code="unchanged")


def _check_draw(progress: Progress, act: Any) -> None:
    stage = waits_for_draw(progress.state)
    if stage is None or (stage.number, stage.next_round) != (act.stage, act.round):
        raise Conflict(
            _("No round waits to be drawn: first, all results of the last one must be in."),
            code="nothing_to_draw",
        )


def _check_opening(progress: Progress, act: Any) -> None:
    round = _round(_stage(progress, act.stage), act.round)
    if round.by_hand:
        raise Conflict(
            _("Round %(number)d is being changed by hand already.") % {"number": act.round},
            code="by_hand",
        )
    drawn = [one.number for one in _stage(progress, act.stage).rounds if one.tables]
    if act.round != max(drawn, default=0):
        raise Conflict(_("Only the last round can be changed by hand."), code="not_last")


def _check_by_hand(progress: Progress, act: Any) -> None:
    stage = _stage(progress, act.stage)
    round = _round(stage, act.round)
    if not round.by_hand:
        raise Conflict(
            _("Say first that round %(number)d is to be changed by hand.") % {"number": act.round},
            code="not_by_hand",
        )
    if not isinstance(stage, Swiss | Tables):
        raise Conflict(
            _("Here the starting ranks decide who meets; change those."), code="no_pairing"
        )
    _check_tables(progress, stage, act.tables, act.out)
    standing = (tuple(table.entries for table in round.tables), round.out)
    if standing == (act.tables, act.out):
        raise Conflict(_("This is so already."), code="unchanged")


def _check_tables(
    progress: Progress,
    stage: Swiss | Tables,
    tables: Sequence[Sequence[int]],
    out: Sequence[int],
) -> None:
    named = [entry for table in tables for entry in table] + [*out]
    for entry in named:
        _entry(progress, entry)
        if named.count(entry) > 1:
            raise BadInput(
                "tables",
                _("“%(name)s” is at two places of the round.") % _named(progress, entry),
            )
    there = [entry for entry in stage.order if entry not in progress.state.gone]
    excused = {
        entry
        for (entry, number, round) in progress.state.field.excused
        if number == stage.number and round == len(stage.rounds)
    }
    missing = [entry for entry in there if entry not in named and entry not in excused]
    if missing:
        raise BadInput(
            "tables",
            _("“%(name)s” has no place in the round; give it one, or a bye.")
            % _named(progress, missing[0]),
        )
    most = 2 if isinstance(stage, Swiss) else stage.options.best + 1
    for table in tables:
        if not 2 <= len(table) <= most:
            raise BadInput(
                "tables",
                _("A table here has %(least)d to %(most)d places, not %(count)d.")
                % {"least": 2, "most": most, "count": len(table)},
            )


def _check_closing(progress: Progress, act: Any) -> None:
    if not _round(_stage(progress, act.stage), act.round).by_hand:
        raise Conflict(
            _("Round %(number)d is not being changed by hand.") % {"number": act.round},
            code="not_by_hand",
        )


def _check_lots(progress: Progress, act: Any) -> None:
    stage = _stage(progress, act.stage)
    if len(act.order) < 2 or not set(act.order) <= set(stage.order):
        raise BadInput("entries", _("Lots are drawn between two or more entries of the stage."))
    if lot(progress.state, act.stage, act.order).order != act.order:
        raise BadInput("order", _("This is not how the lot falls."))


def _check_change(progress: Progress, act: Any) -> None:
    stage = _stage(progress, act.stage)
    changing = {"rounds", "tie_breaks", "points", "least_share", "pairing"}
    for name in act.options:
        if name not in changing:
            raise Conflict(
                _("“%(name)s” cannot be changed after the start.") % {"name": name}, code="fixed"
            )
    try:
        options = options_from_json(
            stage.options.format, {**stage.options.to_json(), **act.options}
        )
    except OptionError as error:
        raise BadInput(
            error.name,
            _("“%(value)s” is no value of this: %(allowed)s.")
            % {"value": error.value, "allowed": error.allowed},
        ) from error
    if options == stage.options:
        raise Conflict(_("This is so already."), code="unchanged")
    if isinstance(options, SwissOptions | TablesOptions) and options.rounds < len(stage.rounds):
        raise Conflict(
            _("%(drawn)d rounds are drawn already; take the last one back first.")
            % {"drawn": len(stage.rounds)},
            code="drawn",
        )


def _check_undoing(progress: Progress, act: Any) -> None:
    undone = line_of(progress, act.act)
    line = progress.tournament.acts.get(number=act.act)
    if isinstance(undone, acts.Reported) and line.by is None:
        raise Conflict(
            _("The workers reported this; void the match to have it played again."),
            code="by_workers",
        )
    if line.by is None and not isinstance(undone, acts.Drew):
        raise Conflict(
            _("This followed by itself; take back what it followed from."), code="by_itself"
        )
    if _is_undone(progress.acts, act.act):
        raise Conflict(_("This was taken back already."), code="undone")
    if isinstance(undone, acts.Undid) and isinstance(_first_done(progress, undone), acts.Started):
        raise Conflict(
            _("The entries may be others since the start was taken back; start it anew."),
            code="start_anew",
        )


def _first_done(progress: Progress, act: acts.Act) -> acts.Act:
    """What *act* takes back, or what that takes back, and so on."""
    while isinstance(act, acts.Undid):
        act = line_of(progress, act.act)
    return act


def _is_undone(log: Sequence[acts.Act], number: int) -> bool:
    counting: set[int] = set()
    undone: set[int] = set()
    for act in reversed(log):
        if act.number in undone:
            continue
        counting.add(act.number)
        if isinstance(act, acts.Undid):
            undone.add(act.act)
    return number not in counting


def _fits(progress: Progress, act: Any) -> None:
    """Nothing more is asked of it."""


def _check_report(progress: Progress, act: Any) -> None:
    raise AssertionError("results come through `league.services.results`")


_CHECKS: dict[type[acts.Act], Callable[[Progress, Any], None]] = {
    acts.Entered: _check_late_entry,
    acts.Withdrew: _check_withdrawal,
    acts.Returned: _check_return,
    acts.Excluded: _check_exclusion,
    acts.Readmitted: _check_readmission,
    acts.Substituted: _check_substitution,
    acts.Excused: _check_excuse,
    acts.KeptApart: _check_apart,
    acts.Ordered: _check_order,
    acts.Drew: _check_draw,
    acts.OpenedByHand: _check_opening,
    acts.PairedByHand: _check_by_hand,
    acts.ClosedByHand: _check_closing,
    acts.DrewLots: _check_lots,
    acts.Changed: _check_change,
    acts.Cancelled: _fits,
    acts.Undid: _check_undoing,
    acts.Reported: _check_report,
    acts.Voided: _check_report,
}
