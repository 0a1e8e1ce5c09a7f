"""What an act changes, as somebody is told who is asked whether he is sure."""

from collections.abc import Sequence

from league.progress.acts import Act, Reported, Returned, Withdrew
from league.progress.changes import Changes, changes
from league.progress.stages import Place
from league.progress.state import state_of
from league.progress.tables import Table
from tests.league.progress.events import Event, play_on, play_round, setup, told

KNOCKOUT = {"format": "knockout"}


def asked(event: Event, act: Act) -> Changes:
    """What *act* would change; the log stays as it is."""
    object.__setattr__(act, "number", len(event.acts) + 1)
    return changes(event.state, state_of(event.setup, [*event.acts, act]))


def who(tables: Sequence[Table]) -> list[tuple[int, ...]]:
    return [table.entries for table in tables]


def test_an_act_that_changes_nothing_says_so() -> None:
    event = Event(setup(KNOCKOUT), 4)
    assert changes(event.state, event.state) == Changes()
    assert Changes().is_harmless


def test_a_departure_tells_the_walkovers_and_who_moves() -> None:
    event = Event(setup({"format": "round_robin", "least_share": 0.0}), 4)
    play_round(event)
    found = asked(event, Withdrew(entry=1))
    assert {frozenset(entries) for entries in who(found.walkovers)} == {
        frozenset({1, 2}),
        frozenset({1, 3}),
    }
    assert found.is_harmless
    assert (found.cleared, found.added, found.gone) == ((), (), ())
    assert 1 in [entry for entry, _before, _after in found.places]
    event.act(Withdrew(entry=1))
    back = asked(event, Returned(entry=1))
    assert back.walkovers == ()
    assert back.is_harmless


def test_a_correction_tells_what_falls_and_its_own_correction_what_comes_back() -> None:
    event = Event(setup(KNOCKOUT), 4)
    play_on(event)
    table = event.state.table(1, 1, 1)
    assert table is not None
    wrong = Reported(table=table.key, outcome=told([0, 1]))
    found = asked(event, wrong)
    assert who(found.cleared) == [(1, 2)]
    assert who(found.added) == [(4, 2)]
    assert [(old.winner, new.winner) for old, new in found.changed] == [(1, 4)]
    assert (found.reopens, found.finishes, found.is_harmless) == (True, False, False)
    assert (1, Place(1, 1, 1), Place(1, 3, 4)) in found.places
    event.act(wrong)
    back = asked(event, Reported(table=table.key, outcome=told([1, 0])))
    assert who(back.revived) == [(1, 2)]
    assert who(back.gone) == [(4, 2)]
    assert (back.reopens, back.finishes, back.is_harmless) == (False, True, True)


def test_the_last_result_tells_that_all_is_over() -> None:
    event = Event(setup(KNOCKOUT), 2)
    (final,) = event.state.due
    found = asked(event, Reported(table=final.key, outcome=told([1, 0])))
    assert found.finishes
    assert found.is_harmless
    assert found.places == (
        (1, Place(1, 1, 2, is_final=False), Place(1, 1, 1)),
        (2, Place(2, 1, 2, is_final=False), Place(2, 2, 2)),
    )
