"""
What goes wrong with standings elsewhere, as far as a pure table can keep it right.

The numbers are those of the list in ``tests/league/progress/test_complaints.py``.
"""

import pytest

from league.standings import Played, find_tie_break, table

DIRECT = [find_tie_break("direct")]


def test_a_knockout_game_does_not_decide_who_was_first_in_the_group() -> None:
    """11: "who beat whom" counted games of a later stage."""
    group = [Played(1, 2, 1, 1), Played(1, 3, 1, 0), Played(2, 3, 1, 0)]
    assert [line.rank for line in table([1, 2, 3], group, tie_breaks=DIRECT)] == [1, 1, 3]
    with pytest.raises(ValueError, match="stages 1, 2 in one table; make a table for each"):
        table([1, 2, 3], [*group, Played(2, 1, 1, 0, stage=2)], tie_breaks=DIRECT)


def test_a_lifted_disqualification_leaves_no_trace() -> None:
    """5: a disqualification that was taken back still counted."""
    before = [Played(1, 2, 3, 1), Played(2, 3, 2, 2)]
    struck = [Played(1, 2, 3, 1, forfeit="first"), Played(2, 3, 2, 2)]
    assert table([1, 2, 3], struck) != table([1, 2, 3], before)
    lifted = [Played(1, 2, 3, 1), Played(2, 3, 2, 2)]
    assert table([1, 2, 3], lifted) == table([1, 2, 3], before)


def test_a_changed_result_counts_once() -> None:
    """6: standings were added to, so a correction counted twice."""
    first, _ = table([1, 2], [Played(1, 2, 0, 3)])
    assert (first.entry, first.points, first.score_for) == (2, 2, 3)
    first, second = table([1, 2], [Played(1, 2, 3, 0)])
    assert (first.entry, first.points, second.points) == (1, 2, 0)


def test_direct_encounter_looks_at_equal_points_alone_in_a_round_half_played() -> None:
    """13: losses against entries that were not tied, impossible values."""
    played = [Played(1, 2, 1, 0, round=1), Played(3, 4, 1, 0, round=1), Played(1, 3, 0, 1, round=2)]
    standings = {line.entry: line for line in table([1, 2, 3, 4], played, tie_breaks=DIRECT)}
    assert [standings[entry].tie_breaks[0].value for entry in (3, 1, 2, 4)] == [None] * 4
    assert [standings[entry].rank for entry in (3, 1, 2, 4)] == [1, 2, 3, 3]


def test_whether_a_leaver_counts_is_said_and_not_guessed() -> None:
    """12: dropping somebody later rewrote standings that were final."""
    played = [Played(1, 2, 1, 0), Played(1, 3, 1, 0), Played(4, 1, 1, 0)]
    kept = table([1, 2, 3, 4], played, withdrawn=[4], least_share=0)
    assert [(line.rank, line.entry) for line in kept] == [(1, 1), (2, 4), (3, 2), (3, 3)]
    void = table([1, 2, 3, 4], played, withdrawn=[4])
    assert [(line.rank, line.entry) for line in void] == [(1, 1), (2, 2), (2, 3), (None, 4)]
    assert table([1, 2, 3, 4], played) == table([1, 2, 3, 4], played, withdrawn=[])


def test_tie_breaks_that_look_wrong_can_be_followed() -> None:
    """More: right values were reported as wrong, because nobody could see the sum."""
    played = [Played(1, 2, 1, 0, round=1), Played(2, 3, 1, 0, round=2), Played(3, 1, 1, 0, round=3)]
    for line in table([1, 2, 3], played):
        for value in line.tie_breaks:
            assert value.working is not None
            assert value.working.value == value.value


def test_a_substitute_takes_over_the_entry_with_all_it_has() -> None:
    """25: points are of the entry, and nobody is counted twice after a change."""
    played = [Played(1, 2, 1, 0, round=1), Played(1, 3, 1, 0, round=2)]
    assert sum(line.points for line in table([1, 2, 3], played)) == 2 * len(played)
