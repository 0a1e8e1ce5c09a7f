"""Whist schedules and teams of two and three: partners, opponents, seats."""

from collections import Counter

import pytest

from league.scheduling.table_rounds import partnerships
from league.scheduling.teams import team_seating
from league.scheduling.whist import WHIST_ENTRIES, whist


@pytest.mark.parametrize("entries", sorted(WHIST_ENTRIES))
def test_every_partner_comes_once_and_every_opponent_twice(entries: int) -> None:
    rounds = whist(entries)
    assert len(rounds) == entries - (entries % 4 == 0)
    pairs = entries * (entries - 1) // 2
    partners = partnerships(rounds, sides=2)
    assert (len(partners), set(partners.values())) == (pairs, {1})
    opponents = Counter(
        frozenset(pair) for meant in rounds for table in meant.tables for pair in table.attacks
    )
    assert (len(opponents), set(opponents.values())) == (pairs, {2})


@pytest.mark.parametrize("entries", sorted(WHIST_ENTRIES))
def test_all_are_there_every_round_and_an_odd_field_sits_out_in_turn(entries: int) -> None:
    rounds = whist(entries)
    for meant in rounds:
        assert sorted(meant.present) == list(range(1, entries + 1))
    out = sorted(entry for meant in rounds for entry in meant.sitting_out)
    assert out == (list(range(1, entries + 1)) if entries % 2 else [])


@pytest.mark.parametrize("entries", [0, 3, 6, 10, 28])
def test_a_schedule_that_is_not_kept_is_refused_with_the_remedy(entries: int) -> None:
    with pytest.raises(ValueError, match="plan_tables"):
        whist(entries)


@pytest.mark.parametrize(
    ("teams", "seats"),
    [
        ([(1, 2), (8, 9)], (1, 8, 2, 9)),
        ([(1, 2, 3), (7, 8, 9)], (1, 7, 2, 8, 3, 9)),
        ([(1, 2), (4, 5), (8, 9)], (1, 4, 8, 2, 5, 9)),
    ],
)
def test_partners_and_opponents_alternate(
    teams: list[tuple[int, ...]], seats: tuple[int, ...]
) -> None:
    assert team_seating(teams).entries == seats


@pytest.mark.parametrize("size", [2, 3])
def test_two_teams_that_meet_often_attack_each_other_evenly(size: int) -> None:
    teams = [tuple(range(1, size + 1)), tuple(range(11, 11 + size))]
    meetings = [team_seating(teams, met_before) for met_before in range(2 * size)]
    attacked = Counter(pair for table in meetings for pair in table.attacks)
    assert set(attacked.values()) == {2}
    assert len(attacked) == 2 * size * size
    deals = Counter(table.entries[0] for table in meetings)
    assert max(deals.values()) - min(deals.values()) <= 1


@pytest.mark.parametrize(
    "teams", [[], [(1, 2)], [(1, 2), (3, 4, 5)], [(1,), (2,)], [(1, 2, 3, 4), (5, 6, 7, 8)]]
)
def test_teams_that_cannot_sit_at_one_table_are_refused(teams: list[tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="let"):
        team_seating(teams)


def test_nobody_plays_in_two_teams() -> None:
    with pytest.raises(ValueError, match="two seats"):
        team_seating([(1, 2), (2, 3)])
