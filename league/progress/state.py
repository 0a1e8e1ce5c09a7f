"""The whole tournament as it stands, folded from what was set up and the acts of its log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_with
from functools import cached_property

from league.progress.acts import (
    Act,
    Cancelled,
    Changed,
    Member,
    Ordered,
    Qualified,
    Reported,
    Started,
    effective,
)
from league.progress.elimination import Elimination, elimination
from league.progress.field import Field, field_of
from league.progress.options import (
    DoubleEliminationOptions,
    KnockoutOptions,
    OptionError,
    Options,
    RoundRobinOptions,
    SwissOptions,
    TablesOptions,
    options_from_json,
)
from league.progress.round_robin import RoundRobin, round_robin
from league.progress.seated import Tables, tables
from league.progress.stages import Context, Place, RankedStage, TiedError
from league.progress.swiss import Swiss, swiss
from league.progress.tables import Ledger, Table

AnyStage = RoundRobin | Elimination | Swiss | Tables


@dataclass(frozen=True, slots=True)
class Setup:
    """
    What a tournament is before its first act.

    *sides* is how many sides play at a table of single entries whose partners rotate, 0 else.
    *lot* is the text from which all lots of this tournament come. *unplayable* are entries whose
    program is no more: what they have not played is lost without play.
    """

    stages: tuple[Options, ...]
    sides: int = 0
    lot: str = ""
    unplayable: frozenset[int] = frozenset()


@dataclass(frozen=True)
class State:
    """
    A tournament as its log has it.

    *tied* are those between whom a lot must be drawn before *stages* can go on, with the number
    of the stage they are in. *acts* is the whole log; logs that come to the same are equal here.
    """

    setup: Setup
    field: Field
    stages: tuple[AnyStage, ...]
    is_cancelled: bool = False
    tied: tuple[int, tuple[int, ...]] | None = None
    acts: tuple[Act, ...] = field_with(default=(), repr=False, compare=False)

    @property
    def is_started(self) -> bool:
        return self.field.start > 0

    @property
    def is_finished(self) -> bool:
        return self.is_started and not self.is_cancelled and all(s.is_complete for s in self.stages)

    @property
    def gone(self) -> frozenset[int]:
        return self.field.gone | self.setup.unplayable

    @property
    def current(self) -> AnyStage:
        """The stage that is being played: the last one drawn."""
        drawn = [stage for stage in self.stages if stage.is_drawn]
        return drawn[-1] if drawn else self.stages[0]

    @cached_property
    def tables(self) -> list[Table]:
        return [table for stage in self.stages for table in stage.tables]

    @property
    def due(self) -> list[Table]:
        """Undecided tables that may be played now; none where it is called off or not begun."""
        if self.is_cancelled or not self.is_started:
            return []
        return [table for stage in self.stages for table in stage.due]

    @cached_property
    def places(self) -> list[Place]:
        """Everybody's place over all stages: who went on comes before who did not."""
        found: list[Place] = []
        seen: set[int] = set()
        for stage in reversed([stage for stage in self.stages if stage.is_drawn]):
            own = [place for place in stage.places if place.entry not in seen]
            found += _behind(own, len(found)) if isinstance(stage, RankedStage) else own
            seen |= {place.entry for place in own} | set(stage.order)
        return found

    def table(self, stage: int, round: int, entry: int) -> Table | None:
        """The table at which an entry sits in a round."""
        for table in self.stages[stage - 1].tables:
            if table.key.round == round and entry in table.entries:
                return table
        return None

    def members(self, entry: int) -> tuple[Member, ...]:
        return self.field.members[entry]


def _behind(places: Sequence[Place], passed: int) -> list[Place]:
    """Places of those who did not go on, after the *passed* who did; groups side by side."""
    ordered = sorted(places, key=lambda place: (place.first, place.entry))
    found = []
    for place in ordered:
        before = sum(other.first < place.first for other in ordered)
        level = sum(other.first == place.first for other in ordered)
        found.append(replace(place, first=passed + before + 1, last=passed + before + level))
    return found


def state_of(setup: Setup, acts: Sequence[Act]) -> State:
    """
    How the tournament stands after these acts, the whole log in its order.

    An act that no longer fits, such as the result of a table that is no more, counts for nothing.
    """
    counting = _since_start(effective(acts))
    field = field_of(counting)
    gone = field.gone | setup.unplayable
    context = Context(
        field=field,
        ledger=Ledger(counting, gone, setup.sides),
        acts=counting,
        sides=setup.sides,
    )
    stages: list[AnyStage] = []
    tied = None
    for number, options in enumerate(_options(setup, counting), start=1):
        if number == 1:
            order = field.entries
        else:
            order, tied = _qualified(number, stages[-1], context, tied)
        stages.append(_stage(number, options, _ordered(number, order, counting), context))
    is_cancelled = any(isinstance(act, Cancelled) for act in counting)
    return State(setup, field, tuple(stages), is_cancelled, tied, tuple(acts))


def _since_start(acts: Sequence[Act]) -> tuple[Act, ...]:
    """
    The acts that speak of the entries as the last start numbered them.

    Of those before it only what names no entry counts: other options, and the calling off.
    """
    start = max((place for place, act in enumerate(acts) if isinstance(act, Started)), default=None)
    before = acts if start is None else acts[:start]
    after = () if start is None else acts[start:]
    return (*(act for act in before if isinstance(act, Changed | Cancelled)), *after)


def _options(setup: Setup, acts: Sequence[Act]) -> list[Options]:
    options = [*setup.stages]
    for act in acts:
        if isinstance(act, Changed) and act.stage <= len(options):
            before = options[act.stage - 1]
            try:
                options[act.stage - 1] = options_from_json(
                    before.format, {**before.to_json(), **act.options}
                )
            except OptionError:
                continue
    return options


def _ordered(number: int, order: tuple[int, ...], acts: Sequence[Act]) -> tuple[int, ...]:
    """The starting ranks as last set by hand; who came later is last."""
    by_hand = [act.order for act in acts if isinstance(act, Ordered) and act.stage == number]
    for ranks in reversed(by_hand):
        if set(ranks) <= set(order) and len(set(ranks)) == len(ranks):
            return (*ranks, *(entry for entry in order if entry not in ranks))
    return order


def _qualified(
    number: int,
    before: AnyStage,
    context: Context,
    tied: tuple[int, tuple[int, ...]] | None,
) -> tuple[tuple[int, ...], tuple[int, tuple[int, ...]] | None]:
    """
    Who plays in stage *number*, and between whom a lot is missing.

    They are those who were drawn from the stage *before*. Where that is over and now says
    otherwise they have to be drawn anew. While it is not over, or not any more, they stay if they
    have begun to play and all of them are still in it.
    """
    drawn = [act for act in context.acts if isinstance(act, Qualified) and act.stage == number]
    if not before.is_drawn or tied:
        return (), tied
    if not before.is_complete:
        last = drawn[-1].order if drawn and _is_begun(number, context) else ()
        return (last if set(last) <= set(before.order) else ()), None
    for act in reversed(drawn):
        try:
            if tuple(before.qualified(act.passed_over)) == act.order:
                return act.order, None
        except TiedError:
            continue
    try:
        before.qualified(context.gone)
    except TiedError as error:
        return (), (before.number, error.entries)
    return (), None


def _is_begun(number: int, context: Context) -> bool:
    return any(isinstance(act, Reported) and act.table.stage == number for act in context.acts)


def _stage(number: int, options: Options, order: tuple[int, ...], context: Context) -> AnyStage:
    match options:
        case RoundRobinOptions():
            return round_robin(number, options, order, context)
        case KnockoutOptions() | DoubleEliminationOptions():
            return elimination(number, options, order, context)
        case SwissOptions():
            return swiss(number, options, order, context)
        case TablesOptions():
            return tables(number, options, order, context)
    raise AssertionError(f"{options.format} is no format")
