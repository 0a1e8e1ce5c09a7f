"""Acts that could stand in a log, whether or not they fit the tournament they are in."""

from collections.abc import Sequence
from random import Random
from typing import Any

from league.progress.acts import (
    KINDS,
    Act,
    Cancelled,
    Changed,
    ClosedByHand,
    Drew,
    DrewLots,
    Entered,
    Excluded,
    Excused,
    KeptApart,
    OpenedByHand,
    Ordered,
    PairedByHand,
    Qualified,
    Readmitted,
    Reported,
    Returned,
    Started,
    Substituted,
    TableKey,
    Undid,
    Voided,
    Withdrew,
)
from league.progress.seated import Tables
from league.progress.stages import StageState
from league.progress.state import State
from tests.league.progress.events import outcome_of

CHANGES: tuple[dict[str, Any], ...] = (
    {"rounds": 1},
    {"rounds": 4},
    {"rounds": "many"},
    {"qualifiers": 0},
    {"qualifiers": 5},
    {"groups": 1},
    {"groups": 6},
    {"cycles": 2},
    {"size": 3},
    {"beside": 5},
    {"third_place": True},
    {"reseeded": True},
    {"least_share": 0.0},
    {"tie_breaks": ["starting_rank"]},
    {"tie_breaks": [["wins"]]},
    {"points": {"win": 3, "draw": 1, "bye": 1}},
    {"no_such_option": 1},
)


def wild_act(state: State, acts: Sequence[Act], random: Random) -> Act:
    """Any act at all, well formed; often it fits, since it names what there is."""
    entries = len(state.field.entries) or 4

    def entry() -> int:
        return random.randint(1, entries + 2)

    def some(most: int) -> tuple[int, ...]:
        return tuple(random.sample(range(1, entries + 3), random.randint(0, min(entries, most))))

    stage = random.choice(state.stages)
    where = {"stage": stage.number + random.choice([0] * 9 + [1]), "round": _round(stage, random)}
    kind = random.choice([kind for kind in KINDS.values() if kind is not Cancelled])
    if kind is Started:
        members = tuple(((number, None),) for number in range(1, random.randint(2, entries + 1)))
        return Started(members=members)
    if kind in (Entered, Substituted):
        return kind(entry=entry(), members=((99, None),))
    if kind in (Withdrew, Returned, Excluded, Readmitted):
        return kind(entry=entry())
    if kind is Excused:
        return Excused(entry=entry(), bye=random.choice(["half", "full", "zero"]), **where)
    if kind is KeptApart:
        one, other = random.sample(range(1, entries + 2), 2)
        return KeptApart(entries=(one, other), apart=random.random() < 0.6)
    if kind is Ordered:
        order = random.sample(stage.order, len(stage.order))
        return Ordered(stage=where["stage"], order=tuple(order[: random.choice([99, 2])]))
    if kind is Qualified:
        return Qualified(stage=random.choice([2, 3]), order=some(8), passed_over=some(2))
    if kind in (Drew, PairedByHand):
        return _round_of(kind, stage, entries, where, random)
    if kind in (OpenedByHand, ClosedByHand):
        return kind(**where)
    if kind is Reported:
        key = _key(state, acts, where, entries, random)
        return Reported(table=key, outcome=outcome_of(len(key.entries), random))
    if kind is Voided:
        return Voided(table=_key(state, acts, where, entries, random))
    if kind is DrewLots:
        return DrewLots(stage=where["stage"], order=some(4))
    if kind is Changed:
        return Changed(stage=where["stage"], options=random.choice(CHANGES))
    return Undid(act=random.randint(1, len(acts) + 1))


def _round(stage: StageState, random: Random) -> int:
    return random.choice([max(1, len(stage.rounds)), len(stage.rounds) + 1, random.randint(1, 5)])


def _round_of(
    kind: type[Act], stage: StageState, entries: int, where: dict[str, int], random: Random
) -> Act:
    """Everybody of the stage at tables by lot, or now and then somebody more."""
    there = stage.order if random.random() < 0.8 else range(1, entries + 2)
    lots = random.sample(there, len(there))
    size = 2
    if isinstance(stage, Tables):
        size = 4 if stage.sides else random.choice([3, 4, 5])
    full = len(lots) - len(lots) % size
    tables = tuple(tuple(lots[place : place + size]) for place in range(0, full, size))
    return kind(tables=tables, out=tuple(lots[full:]), **where)


def _key(
    state: State, acts: Sequence[Act], where: dict[str, int], entries: int, random: Random
) -> TableKey:
    """A table that there is, or was, or never was."""
    if state.tables and random.random() < 0.8:
        return random.choice(state.tables).key
    told = [act.table for act in acts if isinstance(act, Reported)]
    if told and random.random() < 0.5:
        return random.choice(told)
    who = tuple(random.sample(range(1, entries + 2), 2))
    return TableKey(entries=who, draw=random.randint(0, len(acts)), replay=0, **where)
