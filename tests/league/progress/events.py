"""Tournaments that exist in a log only, and somebody who directs them at random."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from league.progress.acts import (
    Act,
    Cancelled,
    Changed,
    ClosedByHand,
    DrewLots,
    Entered,
    Excluded,
    Excused,
    KeptApart,
    OpenedByHand,
    Ordered,
    Outcome,
    PairedByHand,
    Readmitted,
    Reported,
    Returned,
    Started,
    Substituted,
    Undid,
    Voided,
    Withdrew,
    effective,
)
from league.progress.elimination import Elimination
from league.progress.going_on import draw, next_act, waits_for_draw
from league.progress.options import options_from_json
from league.progress.round_robin import RoundRobin
from league.progress.seated import Tables
from league.progress.state import Setup, State, state_of
from league.progress.swiss import Swiss
from league.progress.tables import Table
from league.scheduling.swiss import UnpairableRound
from league.standings.seats import places_of


def setup(*stages: dict[str, Any], sides: int = 0) -> Setup:
    """A tournament of these stages, each told as its format and its options."""
    told = [dict(stage) for stage in stages]
    return Setup(
        tuple(options_from_json(stage.pop("format"), stage) for stage in told), sides, lot="lot"
    )


def outcome(table: Table, random: Random) -> Outcome:
    """Some result that this table can have."""
    return outcome_of(len(table.entries), random, needs_winner=table.needs_winner)


def outcome_of(seats: int, random: Random, *, needs_winner: bool = False) -> Outcome:
    """Some result of a table with so many seats."""
    if random.random() < 0.05:
        return forfeited(seats, random.sample(range(seats), random.randint(1, seats)))
    scores = tuple(random.sample(range(9), seats))
    if not needs_winner and random.random() < 0.2:
        scores = (3,) * seats
    return told(scores)


def told(scores: Sequence[int]) -> Outcome:
    """A match that ended with these scores."""
    places = places_of(scores)
    winner = places.index(1) if places.count(1) == 1 else None
    return Outcome(tuple(scores), tuple(places), winner)


def forfeited(seats: int, absent: Sequence[int]) -> Outcome:
    """A match to which those in these positions did not come."""
    present = [seat for seat in range(seats) if seat not in absent]
    places = places_of([0 if seat in absent else 1 for seat in range(seats)])
    return Outcome(
        (0,) * seats,
        tuple(places) if present else (seats,) * seats,
        present[0] if len(present) == 1 else None,
        tuple(sorted(absent)),
    )


class Event:
    """A tournament of its log alone; every act goes through `act`."""

    def __init__(self, made: Setup, entries: int) -> None:
        self.setup = made
        self.acts: list[Act] = []
        self.act(Started(members=tuple(((number, None),) for number in range(1, entries + 1))))

    @property
    def state(self) -> State:
        """Always computed anew."""
        return state_of(self.setup, self.acts)

    def act(self, act: Act) -> Act:
        object.__setattr__(act, "number", len(self.acts) + 1)
        self.acts.append(act)
        return act

    def report(self, table: Table, *scores: int) -> Act:
        return self.act(Reported(table=table.key, outcome=told(scores)))

    def undo(self, act: Act) -> Act:
        return self.act(Undid(act=act.number))

    def go_on(self) -> bool:
        """Draw what can be drawn; False where there is nothing to draw."""
        act = next_draw(self.state)
        return act is not None and bool(self.act(act))

    def play(self, random: Random, rounds: int = 99) -> None:
        """Play on to the end, or for so many rounds."""
        for _ in range(rounds):
            while self.go_on():
                pass
            due = self.state.due
            if not due:
                return
            for table in due:
                self.act(Reported(table=table.key, outcome=outcome(table, random)))


def play_round(event: Event) -> None:
    """Everybody due plays; the lower number comes out before the higher one."""
    for table in event.state.due:
        event.report(table, *(-entry for entry in table.entries))


def play_on(event: Event) -> None:
    """To the end, all by the numbers; what can be drawn is drawn."""
    while event.go_on() or event.state.due:
        play_round(event)


def next_draw(state: State) -> Act | None:
    """What can be drawn now: a lot, the entries of a stage, or a round."""
    act = next_act(state)
    stage = waits_for_draw(state)
    if act is not None or stage is None:
        return act
    try:
        return draw(state, stage, repeats=True)
    except (UnpairableRound, ValueError):
        return None


def random_act(state: State, acts: Sequence[Act], random: Random) -> Act | None:
    """Something that somebody might do now; None where the kind drawn by lot does not fit."""
    stage = state.current
    entry = random.choice(state.field.entries)
    played = [table for table in state.tables if table.reported]
    kind = random.choices(
        ["report", "correct", "void", "withdraw", "return", "exclude", "readmit", "substitute",
         "draw", "hand", "order", "enter", "excuse", "apart", "change", "undo", "lots", "cancel"],
        [30, 6, 3, 2, 3, 1, 2, 2, 12, 4, 1, 1, 2, 1, 1, 3, 1, 0.3],
    )[0]  # fmt: skip
    match kind:
        case "report" if state.due:
            table = random.choice(state.due)
            return Reported(table=table.key, outcome=outcome(table, random))
        case "correct" if played:
            table = random.choice(played)
            return Reported(table=table.key, outcome=outcome(table, random))
        case "void" if played:
            return Voided(table=random.choice(played).key)
        case "withdraw" if len(state.gone) < len(state.field.entries) - 3:
            return Withdrew(entry=entry)
        case "return" if state.field.withdrawn:
            return Returned(entry=random.choice(sorted(state.field.withdrawn)))
        case "exclude" if len(state.gone) < len(state.field.entries) - 3:
            return Excluded(entry=entry)
        case "readmit" if state.field.excluded:
            return Readmitted(entry=random.choice(sorted(state.field.excluded)))
        case "substitute":
            return Substituted(entry=entry, members=((random.randint(1000, 2000), None),))
        case "draw":
            return next_draw(state)
        case "hand":
            return _by_hand(state, random)
        case "order" if stage.is_drawn and isinstance(stage, RoundRobin | Elimination):
            order = list(stage.order)
            one, other = random.sample(range(len(order)), 2)
            order[one], order[other] = order[other], order[one]
            return Ordered(stage=stage.number, order=tuple(order))
        case "enter":
            number = max([*state.field.entries, *_named(acts)]) + 1
            return Entered(entry=number, members=((number, None),))
        case "excuse" if stage.next_round or isinstance(stage, Swiss):
            bye = random.choice(["half", "full", "zero"])
            return Excused(entry=entry, stage=stage.number, round=len(stage.rounds) + 1, bye=bye)
        case "apart":
            one, other = random.sample(state.field.entries, 2)
            return KeptApart(entries=(one, other), apart=random.random() < 0.7)
        case "change" if isinstance(stage, Swiss | Tables):
            rounds = max(1, len(stage.rounds), stage.options.rounds + random.choice([-1, 1]))
            return Changed(stage=stage.number, options={"rounds": rounds})
        case "undo":
            counting = effective(acts)[1:]
            return Undid(act=random.choice(counting).number) if counting else None
        case "lots" if isinstance(stage, RoundRobin | Swiss | Tables) and stage.is_drawn:
            order = random.sample(stage.order, min(3, len(stage.order)))
            return DrewLots(stage=stage.number, order=tuple(order))
        case "cancel":
            return Cancelled()
    return None


def _named(acts: Sequence[Act]) -> Iterator[int]:
    return (act.entry for act in acts if isinstance(act, Entered))


def _by_hand(state: State, random: Random) -> Act | None:
    """A step of a change by hand: opened, two exchanged, closed."""
    stage = state.current
    if not stage.rounds:
        return None
    last = stage.rounds[-1]
    if not last.by_hand:
        return OpenedByHand(stage=stage.number, round=last.number)
    if random.random() < 0.5 or not isinstance(stage, Swiss | Tables):
        return ClosedByHand(stage=stage.number, round=last.number)
    seated = [entry for table in last.tables for entry in table.entries]
    if len(seated) < 2:
        return None
    one, other = random.sample(seated, 2)
    changed = {one: other, other: one}
    return PairedByHand(
        stage=stage.number,
        round=last.number,
        tables=tuple(
            tuple(changed.get(entry, entry) for entry in table.entries) for table in last.tables
        ),
        out=last.out,
    )
