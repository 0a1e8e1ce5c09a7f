"""What holds of every tournament whatever its log says."""

from collections import Counter

from league.progress.elimination import Elimination
from league.progress.round_robin import RoundRobin
from league.progress.stages import RankedStage, StageState
from league.progress.state import State
from league.progress.swiss import Swiss
from league.scheduling.swiss import UnpairableRound


def check(state: State) -> None:
    """All of it."""
    for stage in state.stages:
        check_rounds(stage, set(state.field.entries))
        if isinstance(stage, RankedStage):
            check_ranks(stage)
        if isinstance(stage, Swiss):
            check_next_round(stage)
    check_what_is_due(state)
    check_places(state)


def check_rounds(stage: StageState, field: set[int]) -> None:
    """Everybody stands once in a round at most, and is one of the field."""
    assert set(stage.order) <= field
    for round in stage.rounds:
        seated = [entry for table in round.tables for entry in table.entries]
        named = seated if isinstance(stage, Elimination) else [*seated, *round.out]
        assert len(set(named)) == len(named), f"somebody twice in {round}"
        assert {*seated, *round.out} <= set(stage.order), f"a stranger in {round}"


def check_ranks(stage: RankedStage) -> None:
    """Each table of standings has everybody of its group once, and ranks without holes."""
    assert [sorted(line.entry for line in lines) for lines in stage.standings] == [
        sorted(group) for group in stage.groups
    ]
    for lines in stage.standings:
        ranks = Counter(line.rank for line in lines if line.rank is not None)
        following = 1
        for rank, shared in sorted(ranks.items()):
            assert rank == following
            following += shared


def check_next_round(stage: Swiss) -> None:
    """The draw pairs none who is gone, and gives nobody a second bye."""
    if stage.next_round is None:
        return
    try:
        tables, out = stage.draw(stage.next_round)
    except UnpairableRound:
        return
    assert not {*out, *(entry for table in tables for entry in table)} & stage.gone
    assert not [entry for round in stage.rounds for entry in round.out if entry in out]


def check_what_is_due(state: State) -> None:
    """Nothing is to be played before the start, after the end or once it is called off."""
    assert not state.due or (state.is_started and not state.is_cancelled and not state.is_finished)
    for table in state.due:
        assert table.outcome is None
        assert not set(table.entries) & state.gone


def check_places(state: State) -> None:
    """
    Everybody has one place, but for the excluded and who left a round robin early; at the end the
    places leave no hole.
    """
    entries = [place.entry for place in state.places]
    assert len(set(entries)) == len(entries)
    assert not set(entries) & state.field.excluded
    assert all(1 <= place.first <= place.last <= len(entries) for place in state.places)
    without = set(state.field.excluded)
    for stage in state.stages:
        without |= stage.left_early if isinstance(stage, RoundRobin) else set()
    assert set(state.field.entries) - set(entries) <= without
    if state.is_finished:
        shared = Counter((place.first, place.last) for place in state.places)
        following = 1
        for (first, last), many in sorted(shared.items()):
            assert (first, last) == (following, following + many - 1)
            following = last + 1
